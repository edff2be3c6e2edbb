"""Every mistake has its words, and they say what it would have meant."""

import pytest

from referee.rules import read_sheet, score_sheet
from referee.rules.mistakes import CODES, END, LineChange, diagnose
from referee.wording import diagnosis_text, result_document
from referee.wording.mistakes import (
    SENTENCES,
    SINGLE_CARDS,
    change_text,
)
from tests.rules.mistakes.mistaken_games import MISTAKEN_GAMES, MistakenGame, at_the_end


def test_every_code_has_words():
    assert set(SENTENCES) == set(CODES)
    assert set(SINGLE_CARDS) <= set(CODES)


def test_every_explanation_of_every_game_is_said_in_full(subtests):
    for row in MISTAKEN_GAMES:
        with subtests.test(f"{row.code} {row.game} {row.claimed}"):
            is_said_in_full(row)


def is_said_in_full(row):
    sheet = read_sheet(row.sheet())
    found = diagnose(sheet, {"A": row.claimed})["A"]
    said = [diagnosis_text(one, sheet.setting.ruleset) for one in found]
    assert said
    for words in said:
        assert words.endswith(".")
        assert "instead of" in words
        assert "%" not in words
        assert words[0] == words[0].upper()
    assert len(set(said)) == len(said)


def words_of(code, text, claimed, game="sushi-go", **fields):
    """What is said of a mistake of A's."""
    sheet = read_sheet(MistakenGame(code, game, text, 0, claimed, fields).sheet())
    found = diagnose(sheet, {"A": claimed})["A"]
    one = next(one for one in found if one.mistakes == (code,))
    return diagnosis_text(one, sheet.setting.ruleset)


TWO_ROUNDS = "dumpling*6 wasabi+squid-nigiri tempura*2 / maki-1 ; tempura*4 sashimi*3 / "
WORDS = [
    (
        ("sixth-dumpling", "dumpling*6 /", 21),
        "A sixth dumpling counted as 6 more points. Round 1, dumplings: 21 instead of 15.",
    ),
    (
        ("other-edition-ties", "maki-3 / maki-3 / maki-1", 6),
        "Ties paid in full, as in Sushi Go Party!: maki rolls. Round 1, maki rolls: 6 instead of "
        "3.",
    ),
    (
        ("negative-share-rounded", at_the_end("/ / / / pudding"), -2),
        "The share of a loss rounded to the larger loss: pudding. End of the game, pudding: −2 "
        "instead of −1.",
    ),
    (
        ("wasabi-earlier-nigiri", "squid-nigiri wasabi+egg-nigiri /", 10),
        "Counted on the wasabi: squid nigiri instead of egg nigiri. That is right if the cards lie "
        "so, wrong if it was played before the wasabi. Round 1, nigiri: 10 instead of 6.",
    ),
    (
        ("wasabi-earlier-nigiri", "squid-nigiri wasabi /", 9),
        "Counted on the free wasabi: squid nigiri. That is right if it lies there, wrong if it was "
        "played before the wasabi. Round 1, nigiri: 9 instead of 3.",
    ),
    (
        ("digits-swapped", "sashimi*3 dumpling*2 egg-nigiri /", 41),
        "Two digits of a sum swapped. The whole game, total: 41 instead of 14.",
    ),
    (
        ("card-different", "egg-nigiri sashimi*3 tempura*2 /", 18),
        "A different card from the one entered: squid nigiri, not egg nigiri. Round 1, nigiri: 3 "
        "instead of 1.",
    ),
]


@pytest.mark.parametrize(("case", "words"), WORDS, ids=lambda case: case[0])
def test_a_mistake_is_said_with_the_card_the_round_and_the_figures(case, words):
    assert words_of(*case) == words


def test_other_cards_that_would_explain_it_are_named_too():
    said = words_of("card-fewer", "maki-1 maki-2 / maki-2", 3)
    assert "One card fewer than was entered: maki roll with 1 icon." in said
    assert "Or: maki roll with 2 icons." in said


def test_a_kept_remainder_is_a_fraction():
    assert change_text(LineChange(2, "maki", 1, 1.5)) == "Round 2, maki rolls: 1.5 instead of 1."
    assert change_text(LineChange(END, "pudding", 0, 6)) == (
        "End of the game, pudding: 6 instead of 0."
    )


def test_a_document_has_a_diagnosis_only_where_something_is_claimed():
    row = MistakenGame("", "sushi-go", "dumpling*6 / maki-1 /", 0, 0)

    def document(**claimed):
        sheet = read_sheet(row.sheet() | {"claimed": claimed})
        return result_document(score_sheet(sheet), diagnose)

    assert "diagnosis" not in document()
    assert document(A=15)["diagnosis"] == {}
    found = document(A=21, B=999)["diagnosis"]
    assert list(found) == ["A", "B"]
    first = found["A"][0]
    assert 0.5 < first.pop("likelihood") < 1
    assert first == {
        "mistakes": ["sixth-dumpling"],
        "round": 1,
        "type": "dumpling",
        "total": 21,
        "explanation": "A sixth dumpling counted as 6 more points. Round 1, dumplings: 21 "
        "instead of 15.",
    }
    assert list(found["A"][1]) == [
        "mistakes", "round", "type", "likelihood", "total", "explanation"
    ]  # fmt: skip
    assert found["B"] == []


def test_a_swap_after_a_mistake_tells_the_sum_before_it():
    sheet = read_sheet(MistakenGame("", "sushi-go", TWO_ROUNDS, 49, 96).sheet())
    found = diagnose(sheet, {"A": 96})["A"]
    pair = next(one for one in found if one.mistakes == ("table-added-up", "digits-swapped"))
    assert "Two digits of a sum swapped: 96 for 69." in diagnosis_text(pair, "sushi-go")
