"""The words of each language: complete, without contradiction, and nothing but data."""

from collections import Counter
from dataclasses import replace

import pytest

from referee.rules import CARD_TYPES, FACES, parse_tableau
from referee.rules.cards import FRUITS, NIGIRI_VALUES, ONIGIRI_SHAPES
from referee.rules.phrases import LANGUAGES, read_words, tableau_words
from referee.rules.phrases.english import ENGLISH
from referee.rules.phrases.table import VOCABULARIES, plain
from referee.rules.phrases.vocabulary import Kind, Vocabulary

each_language = pytest.mark.parametrize("words", VOCABULARIES.values(), ids=LANGUAGES)


@each_language
def test_everything_has_a_name(words: Vocabulary) -> None:
    assert set(words.types) == set(CARD_TYPES)
    assert set(words.nigiri) == set(NIGIRI_VALUES)
    assert set(words.fruits) == set(FRUITS)
    assert set(words.shapes) == set(ONIGIRI_SHAPES)
    for face in FACES:
        assert tableau_words(parse_tableau(face), words.code)


@each_language
def test_no_phrase_means_two_things(words: Vocabulary) -> None:
    texts = [*words.types.values(), *words.nigiri.values(), *words.fruits.values()]
    texts += [*words.shapes.values(), *words.either, *words.words.values()]
    phrases = [" ".join(map(plain, text.split())) for listed in texts for text in listed.split(",")]
    phrases += [" ".join(map(plain, form.split())) for form in words.numbers]
    twice = {phrase: n for phrase, n in Counter(filter(None, phrases)).items() if n > 1}
    assert twice == {}


@each_language
def test_every_number_is_read_in_words_and_figures(words: Vocabulary) -> None:
    say = words.sayings.number
    for number in range(1, 100):
        for form in (say(number, False), say(number, True).upper(), str(number)):
            for said in (f"{form} tofu", f"tempura; {form} x tofu", f"tofu x {form}"):
                assert read_words(said, words.code).changes[-1].number == number, said
    assert sorted(set(words.numbers.values()) | {1}) == list(range(1, 100))


@each_language
def test_words_that_sound_like_numbers_name_a_number_and_mean_nothing_else(
    words: Vocabulary,
) -> None:
    for sound, number in words.sounds.items():
        assert number in words.numbers
        [part] = read_words(sound, words.code).parts
        assert part.change is None
        [counted] = read_words(f"{sound} tofu", words.code).parts
        assert counted.change is not None
        assert counted.change.number == words.numbers[number]
        assert counted.corrected == ((sound, number),)


@each_language
def test_every_name_of_a_type_reads_as_that_type(words: Vocabulary) -> None:
    for type_, names in words.types.items():
        for name in names.split(","):
            [part] = read_words(name, words.code).parts
            item = part.change.item if part.change else None
            found = {item.card.face.type} if item and item.card.face else set()
            found |= {FACES[face].type for face in part.nearest}
            assert found == {type_}, name
            assert part.corrected == ()


def test_names_read_the_same_with_and_without_accents_and_capitals() -> None:
    for said in ("Pudín", "PUDIN", "pudin", "PUDÍN", "pu\u0301din", "budín"):
        [change] = read_words(said, "es").changes
        assert change.item is not None
        assert change.item.text == "pudding"


def test_a_third_language_is_one_more_vocabulary(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = {**ENGLISH.numbers, "zwei": 2, "drei": 3}
    sayings = replace(
        ENGLISH.sayings, number=lambda number, feminine: {2: "zwei", 3: "drei"}[number], on="auf"
    )
    words = {**ENGLISH.words, Kind.ON: f"{ENGLISH.words[Kind.ON]}, auf"}
    german = replace(ENGLISH, code="de", words=words, numbers=numbers, sayings=sayings)
    monkeypatch.setitem(VOCABULARIES, "de", german)
    tableau = parse_tableau("wasabi+squid-nigiri*2 tofu*3")
    said = tableau_words(tableau, "de")
    assert said == "zwei squid nigiri auf wasabi, drei tofu"
    changes = read_words(said, "de").changes
    assert [(change.item and change.item.text, change.number) for change in changes] == [
        ("wasabi+squid-nigiri", 2),
        ("tofu", 3),
    ]
