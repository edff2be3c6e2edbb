"""The words of each language: complete, without contradiction, and nothing but data."""

from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from referee.rules import CARD_TYPES, FACES, parse_tableau
from referee.rules.cards import FRUITS, NIGIRI_VALUES, ONIGIRI_SHAPES
from referee.rules.phrases import LANGUAGES, read_words, tableau_words
from referee.rules.phrases.card_names import CARD_NAMES, EITHER
from referee.rules.phrases.kinds import Kind, VocabularyError, plain
from referee.rules.phrases.vocabulary import vocabulary
from referee.rules.phrases.words import FILES, Words, listed

each_language = pytest.mark.parametrize("language", LANGUAGES)


@each_language
def test_everything_has_a_name(language: str) -> None:
    assert set(CARD_NAMES) == set(CARD_TYPES)
    assert set(CARD_NAMES["nigiri"][language].kinds) == set(NIGIRI_VALUES)
    assert set(CARD_NAMES["fruit"][language].kinds) == set(FRUITS)
    assert set(CARD_NAMES["onigiri"][language].kinds) == set(ONIGIRI_SHAPES)
    for face in FACES:
        assert tableau_words(parse_tableau(face), language)


@each_language
def test_no_phrase_means_two_things(language: str) -> None:
    names = [names[language] for names in CARD_NAMES.values()]
    texts = [text for one in names for text in (one.read, *one.kinds.values())]
    said = [*listed(",".join([*texts, *EITHER[language].values()])), *vocabulary(language).numbers]
    said += [text for text, sense in Words(language).senses if sense.kind != Kind.COMMAND]
    assert {phrase: n for phrase, n in Counter(map(plain, said)).items() if n > 1} == {}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('ADDS = "add"', "ADDS: is no key"),
        ('FILLER.nwo = "now"', "FILLER.nwo: is no key"),
        ('GROUP.words = "pair"', "GROUP.words: is no key"),
        ('NOUN = "eel"', "NOUN: is no key"),
        ("seat = 3", "seat: is no text"),
        ("plural.y = 1", "plural.y: is no text"),
        ('FILLER.words = "oh"\nFILLER.soft = "hm, oh"', "FILLER.soft: oh is in FILLER.words, too"),
        ('ADD = "Añado, anado"', "ADD.words: anado is in ADD.words, too"),
    ],
)
def test_a_fault_in_a_file_of_words_is_told_with_its_place(
    text: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "german.toml"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setitem(FILES, "de", str(file))
    with pytest.raises(VocabularyError) as raised:
        Words("de")
    assert str(raised.value) == f"{file}: {fault}"


def test_a_file_of_words_says_how_numbers_and_tableaus_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "german.toml"
    file.write_text('saying.on = "auf"', encoding="utf-8")
    monkeypatch.setitem(FILES, "de", str(file))
    with pytest.raises(VocabularyError, match="units"):
        Words("de").sayings()


@each_language
def test_every_number_is_read_in_words_and_figures(language: str) -> None:
    words = vocabulary(language)
    say = words.sayings.numbers.words
    for number in range(1, 100):
        for form in (say(number), say(number, feminine=True).upper(), str(number)):
            for said in (f"{form} tofu", f"tempura; {form} x tofu", f"tofu x {form}"):
                assert read_words(said, language).changes[-1].number == number, said
    assert sorted(set(words.numbers.values())) == list(range(1, 100))


@each_language
def test_words_that_sound_like_numbers_name_a_number_and_mean_nothing_else(language: str) -> None:
    words = vocabulary(language)
    for sound, number in words.sounds.items():
        assert number in words.numbers
        [part] = read_words(sound, language).parts
        assert part.change is None
        [counted] = read_words(f"{sound} tofu", language).parts
        assert counted.change is not None
        assert counted.change.number == words.numbers[number]
        assert counted.corrected == ((sound, number),)


@each_language
def test_every_name_of_a_type_reads_as_that_type(language: str) -> None:
    for type_, names in CARD_NAMES.items():
        for name in listed(names[language].read):
            [part] = read_words(name, language).parts
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


def test_a_third_language_is_one_more_file_and_the_names_of_the_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = (files("referee.rules.phrases") / "vocabularies" / FILES["en"]).read_text(
        encoding="utf-8"
    )
    german = english.replace("one, two, three,", "eins, zwei, drei,")
    german = german.replace('saying.on = "on"', 'saying.on = "auf"')
    file = tmp_path / "german.toml"
    file.write_text(german.replace("ON = '''\non,", "ON = '''\nauf,"), encoding="utf-8")
    monkeypatch.setitem(FILES, "de", str(file))
    for names in (*CARD_NAMES.values(), EITHER):
        monkeypatch.setitem(names, "de", names["en"])
    tableau = parse_tableau("wasabi+squid-nigiri*2 tofu*3")
    said = tableau_words(tableau, "de")
    assert said == "zwei squid nigiri auf wasabi, drei tofu"
    changes = read_words(said, "de").changes
    assert [(change.item and change.item.text, change.number) for change in changes] == [
        ("wasabi+squid-nigiri", 2),
        ("tofu", 3),
    ]
