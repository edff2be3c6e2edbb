"""Texts to paste into a chat."""

import datetime

import pytest

from referee.rules import read_sheet, score_sheet
from referee.wording.chat import (
    StandingLine,
    day_text,
    night_text,
    plain_in_chat,
    played_text,
    result_text,
)

DAY = datetime.date(2026, 11, 21)


def scored(tableaus, ruleset="sushi-go", **more):
    players = [name for name in tableaus if name != "dummy"]
    rounds = [{"tableaus": tableaus}, {}, {}]
    document = {"ruleset": ruleset, "players": players, "rounds": rounds, **more}
    return score_sheet(read_sheet(document))


def lines_of(tableaus, **more):
    result = scored(tableaus, **more)
    return result_text(result, {seat: seat for seat in result.sheet.seats}, DAY).splitlines()


def test_a_result_has_everybodys_rank_and_points_with_ties():
    tableaus = {
        "Ana": "squid-nigiri, squid-nigiri",
        "Ben": "squid-nigiri, squid-nigiri, pudding",
        "Cem": "egg-nigiri",
        "Dan": "egg-nigiri",
    }
    assert lines_of(tableaus) == [
        "Sushi Go!",
        "21 November 2026",
        "",
        "1 Ben: 12 points",
        "2 Ana: 4 points",
        "3= Cem: −1 point",
        "3= Dan: −1 point",
        "",
        "Ben wins with 12 points.",
    ]


def test_a_tie_that_puddings_have_decided_says_so():
    lines = lines_of(
        {"Ana": "squid-nigiri, pudding", "Ben": "squid-nigiri, squid-nigiri, squid-nigiri"}
    )
    assert lines[3:5] == ["1 Ana: 9 points", "2 Ben: 9 points"]
    assert lines[-1] == "Ana wins: 9 points like Ben, but 1 pudding against 0."


def test_a_shared_victory_is_everybodys_who_shares_it():
    lines = lines_of({"Ana": "squid-nigiri", "Ben": "squid-nigiri", "Cem": ""})
    assert lines[3:6] == ["1= Ana: 3 points", "1= Ben: 3 points", "3 Cem: 0 points"]
    assert lines[-1] == "Ana and Ben share the victory: 3 points and 0 puddings each."


def test_a_dummy_that_cannot_win_has_points_and_no_rank():
    tableaus = {"Ana": "egg-nigiri", "Ben": "", "dummy": "squid-nigiri"}
    lines = lines_of(tableaus, variants=["two-player-dummy"])
    assert lines[0] == "Sushi Go! · Two players and a dummy"
    assert lines[3:6] == ["1 Ana: 1 point", "2 Ben: 0 points", "– dummy: 3 points"]


def test_names_are_as_they_are_given_in_the_verdict_too():
    result = scored({"Ana": "egg-nigiri", "Ben": ""})
    lines = result_text(result, {"Ana": "Dana", "Ben": "Beno"}, DAY).splitlines()
    assert lines[3:] == ["1 Dana: 1 point", "2 Beno: 0 points", "", "Dana wins with 1 point."]


@pytest.mark.parametrize(
    ("ruleset", "more", "words"),
    [
        ("sushi-roll", {}, ["Sushi Roll"]),
        ("sushi-go-party", {"menu": "points-platter"}, ["Sushi Go Party!", "Points Platter"]),
        (
            "sushi-go-party",
            {"menu": ["maki", "tofu", "eel", "sashimi", "tea", "menu", "fruit"]},
            ["Sushi Go Party!", "maki rolls, sashimi, eel, tofu, menu, tea, fruit"],
        ),
    ],
)
def test_a_menu_goes_by_its_name_or_by_its_cards(ruleset, more, words):
    agreed = scored({"Ana": "", "Ben": ""}, ruleset, **more).sheet.setting
    played = played_text(agreed.ruleset, agreed.menu, agreed.variants)
    assert [sorted(part.split(", ")) for part in played] == [
        sorted(part.split(", ")) for part in words
    ]


def test_a_night_is_told_line_by_line():
    lines = [
        StandingLine("1", "Ana", 3, "1½", "1.67", "40.3"),
        StandingLine("2=", "Ben", 1, "½", "1.00", "38.0"),
    ]
    told = night_text(["Game night", day_text(DAY)], 3, lines, "Ranked by wins.")
    assert told.splitlines() == [
        "Game night",
        "21 November 2026",
        "3 games",
        "",
        "1 Ana: 1½ of 3 games won, usual place 1.67, 40.3 points a game",
        "2= Ben: ½ of 1 game won, usual place 1.00, 38.0 points a game",
        "",
        "Ranked by wins.",
    ]


def test_only_names_written_from_right_to_left_are_set_apart():
    assert plain_in_chat("Ana") == "Ana"
    assert plain_in_chat("桜") == "桜"
    assert plain_in_chat("דנה") == "\u2068דנה\u2069"
