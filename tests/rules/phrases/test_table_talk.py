"""Whose the cards are that one person says for several players."""

from typing import Any, NamedTuple

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from referee.rules import FACES, parse_tableau
from referee.rules.names import plain_name
from referee.rules.phrases import LANGUAGES, tableau_words
from referee.rules.phrases.table_talk import _WORD, Turn, split_by_player, spoken_name
from tests.rules import strategies
from tests.rules.phrase_tables import FOLDER, phrases, phrases_over

NAMES = ["Ana", "Ben", "Ana María", "Maki", "Uno", "O'Brien", "J.R.", "Dan", "dan", "Íñigo"]
OTHERS = ("Ines", "Blas", "Cem", "Dora", "Fritz")
typed = st.text(min_size=1, max_size=12).map(plain_name).filter(bool)
TABLES = {"en": "table_talk_english.txt", "es": "table_talk_spanish.txt"}


class Told(NamedTuple):
    """A line of a table: who sits there, what is said, and whose that is."""

    names: tuple[str, ...]
    words: str
    meaning: str


def told(name: str) -> list[Told]:
    """All lines of a table."""
    names: tuple[str, ...] = ()
    found = []
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            names = tuple(line.strip("[]").split(", "))
        elif line and not line.startswith("#"):
            words, _, meaning = line.rpartition(" => ")
            found.append(Told(names, words.replace("\\n", "\n"), meaning))
    return found


def split(words: str, names: tuple[str, ...], language: str = "en", start: int = 0) -> list[Turn]:
    dummies = [n for n, name in enumerate(names) if name.startswith("+")]
    called = [name.removeprefix("+") for name in names]
    return split_by_player(words, called, start, language=language, dummies=dummies)


def meaning(turns: list[Turn], names: tuple[str, ...]) -> str:
    """Whose each piece is, as the tables write it."""
    called = [name.removeprefix("+") for name in names]
    return " | ".join(
        f"{_whose(turn, called)}: {turn.words}".strip().replace("\n", "\\n") for turn in turns
    )


def _whose(turn: Turn, names: list[str]) -> str:
    if turn.seat is not None:
        return names[turn.seat]
    nearest = ",".join(names[seat] for seat in turn.nearest)
    asked = {"name": nearest, "card": f"card/{nearest}"}
    return "?" + asked.get(turn.asks, turn.asks)


@pytest.mark.parametrize("language", TABLES)
def test_what_is_said_for_a_table_is_whose(language: str) -> None:
    for line in told(TABLES[language]):
        turns = split(line.words, line.names, language)
        assert (line.words, meaning(turns, line.names)) == (line.words, line.meaning)


@pytest.mark.parametrize("table", TABLES.values())
def test_no_table_asks_a_text_twice_and_each_has_forty(table: str) -> None:
    said = [(line.names, line.words) for line in told(table)]
    assert len(said) == len(set(said)) > 40


def test_what_people_say_of_one_tableau_is_not_taken_for_words_for_a_table() -> None:
    taken = [
        said.words
        for language, table in (("en", "english"), ("es", "spanish"))
        for said in (*phrases(f"{table}.txt"), *phrases_over(f"{table}_lying.txt"))
        if any(turn.said or turn.asks for turn in split(said.words, OTHERS, language))
    ]
    assert taken == [
        "two tempura. next. squid",
        "two tempura next squid",
        "Mum has two dumplings",
        "Ben's got a tempura",
        "my sister took a pudding",
        "Anna has two tempura",
        "dos tempuras, siguiente, calamar",
        "mamá tiene dos gyozas",
        "Marta se lleva el uramaki con once",
    ]


# ------------------------------------------------------------------ whatever is said


@st.composite
def said_for_a_table(draw: st.DrawFn) -> tuple[list[str], str, list[tuple[int, str]]]:
    """Names, a language, and what is said for whom, in words."""
    language = draw(st.sampled_from(LANGUAGES))
    names = draw(st.lists(st.one_of(st.sampled_from(NAMES), typed), min_size=2, max_size=8))
    names = [name for name in names if _WORD.search(name)]
    assume(len(names) > 1)
    faces = st.sampled_from([face for face in FACES if face != "special-order"])
    tableaus = strategies.tableau_items(faces, most=4).filter(bool)
    seats = draw(st.lists(st.integers(0, len(names) - 1), min_size=1, max_size=8))
    told = [
        (seat, tableau_words(parse_tableau(strategies.spelled(draw(tableaus))), language))
        for seat in seats
    ]
    return names, language, told


@given(said_for_a_table())
def test_what_is_said_for_each_player_comes_back_as_it_was_said(said: Any) -> None:
    names, language, told = said
    text = ". ".join(f"{spoken_name(seat, names, language)}: {words}" for seat, words in told)
    turns = split_by_player(text, names, 0, language=language)
    assert [(turn.seat, turn.words) for turn in turns] == told


@given(
    st.lists(st.sampled_from(NAMES), min_size=2, max_size=8, unique=True),
    st.lists(st.sampled_from(["two tempura", "a squid, sashimi", "three dumplings"]), min_size=1),
)
def test_next_goes_round_the_table_and_asks_behind_the_last_player(
    names: list[str], told: list[str]
) -> None:
    turns = split_by_player(". Next. ".join(told), names, 0, language="en")
    assert [turn.words for turn in turns] == told
    assert [turn.seat for turn in turns][: len(names)] == [*range(len(names))][: len(told)]
    assert all(turn.seat is None for turn in turns[len(names) :])


@given(st.text(max_size=300), st.sampled_from(LANGUAGES))
def test_nothing_that_is_typed_is_lost_or_given_to_somebody_who_is_not_there(
    text: str, language: str
) -> None:
    names = ["Ana", "Ben", "Maki"]
    for turn in split_by_player(text, names, 1, language=language):
        assert turn.words in text
        assert turn.said in text or turn.said.replace(" ", "") in text.replace(" ", "")
        assert turn.seat is None or 0 <= turn.seat < len(names)
        assert (turn.seat is None) == bool(turn.asks)


@given(
    st.lists(st.sampled_from([*NAMES, "next", "for", "squid", "two", ",", ".", ":", "has", "and"]))
)
@example(["squid", "Ana", "and", "Ana"])
@example(["squid", "Ana", "and", "Ben", "squid"])
def test_no_card_goes_missing_whatever_the_order_of_the_words(words: list[str]) -> None:
    turns = split_by_player(" ".join(words), NAMES, 0, language="en")
    assert sum(turn.words.split().count("squid") for turn in turns) == words.count("squid")
