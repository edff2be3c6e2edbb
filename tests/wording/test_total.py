"""How the parts of a score add up, and why that is a place."""

import pytest

from referee.wording.explanations.citations import ranking_citation
from referee.wording.explanations.total import place_sentences, sum_text


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ([], "0"),
        ([12], "12"),
        ([-6], "−6"),
        ([12, 18], "12 + 18 = 30"),
        ([12, 18, 20, -6], "12 + 18 + 20 − 6 = 44"),
        ([-3, 0, 1], "−3 + 0 + 1 = −2"),
    ],
)
def test_a_sum_is_written_down_with_its_parts(parts, words):
    assert sum_text(parts, sum(parts)) == words


def place(rank=1, tiebreak=3, level=(), unit="pudding", *, is_final=True):
    facts = {"tiebreak": tiebreak, "level": level, "unit": unit, "is_final": is_final}
    return " ".join(place_sentences("Ana", rank, players=4, **facts))


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ("Place 2 of 4.", {"rank": 2}),
        ("So far place 2 of 4.", {"rank": 2, "is_final": False}),
        ("Ana has no place.", {"rank": None}),
        (
            "Place 1 of 4. Equal points, so the tie-break decides: Ana has 3 puddings and Ben has "
            "1 pudding.",
            {"level": [("Ben", 1)]},
        ),
        (
            "Place 1 of 4. Equal points, so the tie-break decides: Ana has 3 dessert cards and Ben "
            "has 3 dessert cards. Ana and Ben are equal in both and share the victory.",
            {"level": [("Ben", 3)], "unit": "dessert-cards"},
        ),
        (
            "Place 3 of 4. Equal points, so the tie-break decides: Ana has 3 puddings and Ben has "
            "3 puddings. Ana and Ben are equal in both and share the place.",
            {"rank": 3, "level": [("Ben", 3)]},
        ),
        (
            "So far place 1 of 4. Ben and Ana are level; ties are broken at the end of the game.",
            {"level": [("Ben", 1)], "is_final": False},
        ),
    ],
)
def test_a_place_says_who_is_level_and_what_decided(words, facts):
    assert place(**facts) == words


def test_only_those_who_are_equal_in_both_share():
    words = place(level=[("Ben", 3), ("Cem", 2)])
    assert "Ana has 3 puddings, Ben has 3 puddings and Cem has 2 puddings" in words
    assert words.endswith("Ana and Ben are equal in both and share the victory.")


def test_the_ranking_is_cited():
    assert ranking_citation("sushi-go").section == "And the Winner Is"
    assert ranking_citation("sushi-roll").rulebook == "Sushi Roll"
