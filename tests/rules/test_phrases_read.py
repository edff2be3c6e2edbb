"""What people say, in the tables of ``phrases/``, and what it means."""

import pytest

from referee.rules.phrases import read_words
from tests.rules.phrase_tables import Said, faces_of_game, meaning, phrases, sections

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
def test_each_table_has_many_different_phrases(table: str) -> None:
    said = [(line.game, line.words) for line in phrases(table)]
    assert len(said) == len(set(said)) >= 200


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
