"""What people say, in the tables of ``phrases/``, and what it means."""

import pytest

from referee.rules.phrases import read_words
from tests.rules.phrase_tables import (
    Said,
    faces_of_game,
    meaning,
    outcome_of,
    phrases,
    phrases_over,
    sections,
)

TABLES = {"en": "english.txt", "es": "spanish.txt"}


@pytest.mark.parametrize(
    ("language", "section"),
    [
        pytest.param(language, section, id=f"{language}: {title}")
        for language, table in TABLES.items()
        for title, section in sections(table).items()
    ],
)
def test_what_is_said_means(language: str, section: list[Said]) -> None:
    for said in section:
        reading = read_words(said.words, language, faces_of_game(said.game))
        assert (said.words, meaning(reading)) == (said.words, said.meaning)
        assert reading.language == language


@pytest.mark.parametrize("table", TABLES.values())
def test_no_table_asks_a_phrase_twice(table: str) -> None:
    said = [(line.game, line.words) for line in phrases(table)]
    assert len(said) == len(set(said))


@pytest.mark.parametrize(("language", "table"), TABLES.items())
def test_what_is_said_of_cards_that_lie_there_comes_to(language: str, table: str) -> None:
    """As people say it, with corrections and mishearings; what is doubtful is asked back."""
    said = phrases_over(table.replace(".txt", "_lying.txt"))
    assert len({(one.game, one.lying, one.words) for one in said}) == len(said)
    for one in said:
        tableau, commands, is_asked = outcome_of(one.game, one.lying, one.words, language)
        outcome = [tableau, *(f"/{text}" for text in commands), "?" * is_asked]
        assert (one.words, " ".join(filter(None, outcome))) == (one.words, one.outcome)


def test_parts_say_where_they_stand() -> None:
    text = " Two  tempra, and\nBLORK; the squid on wasabi!"
    reading = read_words(text, "en")
    assert [(part.said, part.start, part.end) for part in reading.parts] == [
        ("Two  tempra", 1, 12),
        ("BLORK", 18, 23),
        ("squid on wasabi", 29, 44),
    ]
    assert [part.corrected for part in reading.parts] == [(("tempra", "tempura"),), (), ()]
    assert not reading.is_understood
    assert len(reading.changes) == 2


def test_a_misspelt_filler_is_named_with_the_part_behind_it() -> None:
    [part] = read_words("pleaze two tofu", "en").parts
    assert part.corrected == (("pleaze", "please"),)
    [part] = read_words("pleaze", "en").parts
    assert (part.said, part.change) == ("pleaze", None)


@pytest.mark.parametrize(
    ("language", "said", "passed_over"),
    [
        (
            "en",
            "As far as I can see, two really tasty tempura. A very easy choice, a squid",
            [("As far as I can see", "really"), ("A very easy choice",)],
        ),
        ("es", "Así de simple, dos tempuras. Qué maravilla", [("Así de simple", "Qué maravilla")]),
        # Somebody's name, what is lost or denied, a question: all stays.
        ("en", "okay honestly Ana two tempura", [()]),
        ("en", "honestly the dog stole two tempura", [()]),
        ("en", "honestly two tempura?", [()]),
        ("es", "sinceramente Ana dos tempuras", [()]),
        # Without a card all of it may mean something.
        ("en", "honestly, good grief", [(), ()]),
    ],
)
def test_words_around_cards_are_passed_over_and_named_with_the_part_behind_them(
    language: str, said: str, passed_over: list[tuple[str, ...]]
) -> None:
    assert [part.passed_over for part in read_words(said, language).parts] == passed_over
