"""A club file that is none, or not whole, or impossible: nothing is written, and every fault is
named with its place."""

import json
import re
from copy import deepcopy
from uuid import UUID

import pytest

from referee.club.services.files import read_club_file
from referee.club.services.files.read_club_file import MAX_BYTES, MAX_FAULTS, read_archive
from referee.rules import SheetFaults
from referee.wording import fault_message
from tests.club.files.club_files import CLUB, GAME, SHEET

MENU = ["uramaki", "tempura", "tofu", "sashimi", "wasabi", "chopsticks", "pudding"]
PARTY = {**SHEET, "ruleset": "sushi-go-party", "menu": MENU}
RACE = {"uramaki_claims": [{"Ana": 10}]}


TOTAL = {"name": "Ana", "total": 41}
PAPER = {
    **{name: GAME[name] for name in ("id", "started", "finished")},
    "totals": {"ruleset": "sushi-go", "players": [TOTAL, {"name": "Ben", "total": 38}]},
}


def totals(*players: dict[str, object], **more: object) -> dict[str, object]:
    """A game from paper with these players, or with more said of it."""
    said = {**PAPER["totals"], **more}
    return {**PAPER, "totals": {**said, "players": [*players] or said["players"]}}


def merged(**more: object) -> list[dict[str, object]]:
    """Somebody who was merged, with something else said."""
    one = {"name": "Anna", "hidden": False, "anonymous": False, "at": GAME["started"], "games": []}
    return [{**one, **more}]


def said(source: object) -> list[str]:
    """What is wrong with a file, in words."""
    text = source if isinstance(source, bytes) else json.dumps(source).encode()
    with pytest.raises(SheetFaults) as refused:
        read_archive(text)
    return [fault_message(fault) for fault in refused.value.faults]


def changed(path: str, value: object) -> dict[str, object]:
    """The good file with one value set, or taken away (...)."""
    document = deepcopy(CLUB)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    spot = document
    for step in way:
        spot = spot[step]
    if value is ...:
        del spot[last]
    elif last == "+":
        spot.append(value)
    else:
        spot[last] = value
    return document


def test_the_file_that_the_others_are_made_of_is_good():
    archive = read_archive(json.dumps(CLUB).encode())
    assert [player.name for player in archive.players] == ["Ana", "Ben"]
    assert len(list(archive.games())) == 1


CHAMPION = {"player": "Ana", "games": 1, "wins": 840, "points": 1}


def closed(**more: object) -> list[dict[str, object]]:
    """A year that is closed, with something else said."""
    year = {"name": "", "first": "2025-01-01", "last": "2025-12-31", "by": "wins"}
    year |= {"least_games": 0, "least_nights": 0, "made": GAME["started"]}
    return [{**year, "closed": GAME["started"], "champions": [CHAMPION], **more}]


G = "nights.0.games.0"
AT = "nights[0].games[0]"
FAULTS = [
    # the whole of it
    ("[]", "", "must be an object in braces { }, not […]"),
    ("{}", "format", "this is not a club file of SushiScore"),
    (json.dumps(SHEET), "format", "this is not a club file of SushiScore"),
    ('{"format": "sushiscore-club", "version": 1} x', "column 45", "this is not JSON"),
    ("\xff", "", "this is not UTF-8 text"),
    ('{"format": 1, "format": 2}', "", '"format" is given twice'),
    # values: what is set where, the place that is named, and what is said
    (("format", "bgstats"), "format", "this is not a club file of SushiScore"),
    (("version", 3), "version", "version 3 was made by a newer SushiScore; this one reads vers"),
    (("version", 0), "version", "there is no version 0"),
    (("version", "1"), "version", 'must be a whole number, not "1"'),
    (("version", ...), "version", "this is missing"),
    (("club", ...), "club", "this is missing"),
    (("club", None), "club", "must be an object in braces { }, not null"),
    (("club.name", ...), "club.name", "this is missing"),
    (("club.name", "x" * 61), "club.name", "longer than 60 characters"),
    (("club.name", "a\nb"), "club.name", "characters that cannot be shown"),
    (("club.colour", "red"), "club.colour", 'there is no field "colour"'),
    (("players", ...), "players", "this is missing"),
    (("players", None), "players", "must be a list in brackets [ ], not null"),
    (("players.0", "Ana"), "players[0]", "must be an object in braces { }"),
    (("players.0.hidden", 1), "players[0].hidden", "must be true or false, not 1"),
    (("players.0.anonymous", ...), "players[0].anonymous", "this is missing"),
    (("players.0.name", " "), "players[0].name", "a player needs a name"),
    (("players.0.name", 7), "players[0].name", "must be text in quotation marks"),
    (("players.0.name", "x" * 41), "players[0].name", "longer than 40 characters"),
    (("players.1.name", "Ana"), "players[1]", '"Ana" is in the list twice'),
    (("players.1.name", " Ana "), "players[1]", '" Ana " is in the list twice'),
    (("nights", {}), "nights", "must be a list in brackets [ ]"),
    (("nights.+", CLUB["nights"][0]), "nights[1].date", "there are two nights of 2026-11-21"),
    (("nights.0.date", "2026-02-30"), "nights[0].date", '"2026-02-30" is not a date like'),
    (("nights.0.date", "21.11.2026"), "nights[0].date", '"21.11.2026" is not a date like'),
    (("nights.0.date", "20261121"), "nights[0].date", '"20261121" is not a date like'),
    (("nights.0.date", None), "nights[0].date", "is not a date like"),
    (("nights.0.date", "0001-01-01"), "nights[0].date", "is not a date like"),
    (("nights.0.location", []), "nights[0].location", "must be text in quotation marks"),
    (("nights.0.games", ...), "nights[0].games", "this is missing"),
    ((f"{G}.id", ...), f"{AT}.id", "this is missing"),
    ((f"{G}.id", "1"), f"{AT}.id", '"1" is not an id of a game'),
    ((f"{G}.id", "{" + str(UUID(int=1)) + "}"), f"{AT}.id", "is not an id of a game"),
    (("nights.0.games.+", GAME), "nights[0].games[1].id", f"two games have the id {UUID(int=1)}"),
    ((f"{G}.started", "yesterday"), f"{AT}.started", '"yesterday" is not a time like'),
    ((f"{G}.started", "2026-11-21T18:30:00"), f"{AT}.started", "is not a time like"),
    ((f"{G}.started", "0001-01-01T00:00:00+14:00"), f"{AT}.started", "is not a time like"),
    ((f"{G}.started", None), f"{AT}.started", "is not a time like"),
    ((f"{G}.finished", 5), f"{AT}.finished", "is not a time like"),
    ((f"{G}.finished", ...), f"{AT}.finished", "this is missing"),
    ((f"{G}.finished", None), f"{AT}.finished", "a game with all rounds confirmed is finished"),
    ((f"{G}.confirmed", 2), f"{AT}.finished", "a finished game has 3 confirmed rounds, not 2"),
    ((f"{G}.confirmed", 4), f"{AT}.confirmed", "must be 0-3, not 4"),
    ((f"{G}.confirmed", -1), f"{AT}.confirmed", "must be 0-3, not -1"),
    ((f"{G}.confirmed", True), f"{AT}.confirmed", "must be a whole number, not true"),
    (
        (f"{G}.sheet.rounds", SHEET["rounds"][:2]),
        f"{AT}.confirmed",
        "3 rounds are confirmed, but the sheet has 2",
    ),
    ((f"{G}.follows", "x"), f"{AT}.follows", '"x" is not an id of a game'),
    ((f"{G}.follows", str(UUID(int=9))), f"{AT}.follows", "no game before this one has the id"),
    ((f"{G}.follows", str(UUID(int=1))), f"{AT}.follows", "no game before this one has the id"),
    ((f"{G}.sheet", ...), f"{AT}.sheet", "this is missing"),
    ((f"{G}.sheet", None), f"{AT}.sheet", "must be an object in braces { }, not null"),
    ((f"{G}.sheet", {**SHEET, "x": "y" * 140_000}), f"{AT}.sheet", "longer than a score sheet"),
    ((f"{G}.sheet.claimed", {"Ana": 5}), f"{AT}.sheet.claimed", 'there is no field "claimed"'),
    ((f"{G}.sheet.ruleset", "sushi"), f"{AT}.sheet.ruleset", '"sushi" is not a rule set'),
    (
        (f"{G}.sheet.rounds.1", {"tableaus": {"Ana": "pudding tempra"}}),
        f"{AT}.sheet.rounds[1].tableaus.Ana, item 2",
        '"tempra" is not a card; did you mean "tempura"?',
    ),
    (
        (f"{G}.sheet.rounds.2", {"tableaus": {"Ana": "tempura*99 pudding"}}),
        f"{AT}.sheet.rounds[2].tableaus.Ana",
        "100 cards; there can be 20",
    ),
    (
        (f"{G}.sheet", {**SHEET, "players": ["Ana", "Zoe"], "rounds": [{}] * 3}),
        f"{AT}.sheet.players[1]",
        '"Zoe" is not in the list of players',
    ),
    (
        (f"{G}.sheet", {**PARTY, "menu": "sushi-go", "rounds": [RACE, {}, {}]}),
        f"{AT}.sheet.rounds[0].uramaki_claims",
        "there is no uramaki on the menu",
    ),
    (
        (f"{G}.sheet", {**PARTY, "rounds": [{"uramaki_claims": [{"Ana": 9}]}, {}, {}]}),
        f"{AT}.sheet.rounds[0].uramaki_claims",
        "a claim is of 10-63 icons",
    ),
    (
        (f"{G}.sheet", {**PARTY, "rounds": [{}, {"uramaki_claims": [{"Ana": 10}] * 13}, {}]}),
        f"{AT}.sheet.rounds[1].uramaki_claims",
        "13 claims; there can be 12",
    ),
    # games from paper, notes, merges
    ((f"{G}.note", "x" * 501), f"{AT}.note", "longer than 500 characters"),
    ((f"{G}.note", "a\x07b"), f"{AT}.note", "characters that cannot be shown"),
    ((f"{G}.location", "a\nb"), f"{AT}.location", "characters that cannot be shown"),
    (("nights.0.note", None), "nights[0].note", "must be text in quotation marks"),
    ((G, {**PAPER, "totals": None}), f"{AT}.totals", "must be an object in braces { }"),
    ((G, {**PAPER, "sheet": SHEET}), f"{AT}.sheet", 'there is no field "sheet"'),
    ((G, {**PAPER, "confirmed": 3}), f"{AT}.confirmed", 'there is no field "confirmed"'),
    ((G, {**PAPER, "finished": None}), f"{AT}.finished", "is not a time like"),
    ((G, totals(ruleset="sushi")), f"{AT}.totals.ruleset", '"sushi" is not a rule set'),
    ((G, totals(menu="sushi-go")), f"{AT}.totals.menu", "Sushi Go! does not use this"),
    (
        (G, totals(ruleset="sushi-go-party", menu="x")),
        f"{AT}.totals.menu",
        '"x" is not a menu',
    ),
    ((G, totals({"name": "Ana", "total": 1})), f"{AT}.totals.players", "players can play this"),
    (
        (G, totals({"name": "Ana", "total": 1}, {"name": "Zoe", "total": 1})),
        f"{AT}.totals.players[1]",
        '"Zoe" is not in the list of players',
    ),
    ((G, totals(*[TOTAL] * 2)), f"{AT}.totals.players[1]", "two players are called"),
    ((G, totals(*[TOTAL] * 9)), f"{AT}.totals.players", "must be 0-8, not 9"),
    (
        (G, totals({**TOTAL, "total": 1000})),
        f"{AT}.totals.players[0].total",
        "must be -99-999, not 1000",
    ),
    (
        (G, totals({**TOTAL, "puddings": -1})),
        f"{AT}.totals.players[0].puddings",
        "must be 0-99, not -1",
    ),
    ((G, totals({"name": "Ana"})), f"{AT}.totals.players[0].total", "this is missing"),
    (
        (G, {**PAPER, "own_tie_break": {"player": "Eve", "words": "A toss"}}),
        f"{AT}.own_tie_break.player",
        '"Eve" is not in the list of players',
    ),
    (
        (G, {**PAPER, "own_tie_break": {"player": "Ana"}}),
        f"{AT}.own_tie_break.words",
        "this is missing",
    ),
    (
        (G, {**PAPER, "own_tie_break": {"player": "Ana", "words": "x" * 61}}),
        f"{AT}.own_tie_break.words",
        "is longer than 60 characters",
    ),
    ((G, {**PAPER, "own_tie_break": 5}), f"{AT}.own_tie_break", "in braces { }"),
    # seasons
    (
        ("seasons", closed(own_tie_breaks="yes")),
        "seasons[0].own_tie_breaks",
        "true or false",
    ),
    (("seasons", closed(name=5)), "seasons[0].name", "text in quotation marks"),
    (("seasons", closed(by="luck")), "seasons[0].by", '"luck" is not an order of standings'),
    (
        ("seasons", closed(place_points="1-2")),
        "seasons[0].place_points",
        '"1-2" is no list of points for places like 5-3-1',
    ),
    (("seasons", closed(place_points=5)), "seasons[0].place_points", "text in quotation marks"),
    (("seasons", closed(last="2024-12-31")), "seasons[0].last", "is before the first day"),
    (("seasons", closed(last="2025-12-30")), "seasons[0].name", "not a calendar year needs a name"),
    (("seasons", closed(least_games=-1)), "seasons[0].least_games", "must be 0-9999"),
    (("seasons", closed(closed=None)), "seasons[0].closed", "a closed season has a champion"),
    (("seasons", closed(champions=[])), "seasons[0].closed", "a closed season has a champion"),
    (
        ("seasons", closed(champions=[CHAMPION] * 2)),
        "seasons[0].champions",
        "somebody is champion twice",
    ),
    (
        ("seasons", closed(champions=[{**CHAMPION, "player": "Eve"}])),
        "seasons[0].champions[0].player",
        '"Eve" is not in the list of players',
    ),
    (("seasons", closed(champions=[5])), "seasons[0].champions[0]", "in braces { }"),
    (("seasons", closed() * 2), "seasons[1]", "season"),
    # who was merged
    (("players.0.merged", {}), "players[0].merged", "must be a list in brackets [ ]"),
    (("players.0.merged", [{}]), "players[0].merged[0].name", "this is missing"),
    (("players.0.merged", merged(at="now")), "players[0].merged[0].at", "is not a time like"),
    (
        ("players.0.merged", merged(games=[str(UUID(int=9))])),
        "players[0].merged[0].games[0]",
        "no game of the file has the id",
    ),
    (
        ("players.0.merged", merged(games=[GAME["id"]] * 2)),
        "players[0].merged[0].games[1]",
        f"two games have the id {GAME['id']}",
    ),
    (
        ("players.0.merged", merged(merged=merged(name=""))),
        "players[0].merged[0].merged[0].name",
        "a player needs a name",
    ),
    (
        ("players.0.merged", merged(titles=[{}])),
        "players[0].merged[0].titles[0].first",
        "this is missing",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("source", "place", "words"), FAULTS)
def test_a_fault_is_named_with_its_place(source, place, words):
    file = changed(*source) if isinstance(source, tuple) else source.encode("latin-1")
    first = said(file)[0]
    assert first.startswith(f"{place}: " if place else words)
    assert words in first


def test_all_faults_are_told_at_once_in_the_files_order():
    document = changed("players.1.name", "Ana")
    document["club"]["name"] = 5
    document["nights"][0]["games"][0]["sheet"] = {}
    document["nights"][0]["games"].append({})
    told = [line.partition(": ")[0] for line in said(document)]
    assert told[:3] == ["club.name", "players[1]", f"{AT}.sheet.ruleset"]
    assert told[-5:] == [f"nights[0].games[1].{name}" for name in GAME]


@pytest.mark.parametrize("part", [0.02, 0.3, 0.6, 0.9, 0.999])
def test_a_file_of_which_a_part_is_missing_is_known_as_such(part):
    text = json.dumps(CLUB, indent=1).encode()
    (fault,) = said(text[: int(len(text) * part)])
    assert "the file is incomplete" in fault
    assert fault.startswith(("line ", "column "))


def test_an_empty_file_is_no_club():
    assert said(b"") == ["column 1: this is not JSON"]


def test_a_newer_file_is_not_looked_at_any_further():
    document = changed("version", 7)
    document["nights"] = "something new"
    assert len(said(document)) == 1


def test_a_file_that_is_too_large_is_not_read(monkeypatch):
    monkeypatch.setattr(read_club_file, "MAX_BYTES", 100)
    assert said(b" " * 101) == ["the file is larger than 0 MB"]
    assert MAX_BYTES == 32 * 1024 * 1024


def test_a_club_has_so_many_players_and_nights_at_most():
    players = said({**CLUB, "players": [{}] * 10_001})
    assert players[0] == "players: 10001 of them; there can be 10000"
    nights = said({**CLUB, "nights": [{}] * 20_001})
    assert nights[0] == "nights: 20001 of them; there can be 20000"


def test_a_file_has_so_many_champions_and_merged_players_with_what_they_brought_at_most():
    champion = {"player": "Ana", "games": 1, "wins": 1, "points": 1}
    for path, value, words in (
        ("seasons", [{"champions": [champion] * 20_001}], "seasons[0].champions: 20001"),
        ("players.0.merged", merged() * 10_001, "players[0].merged: 10001"),
        ("players.0.merged", merged(games=[""] * 200_001), "players[0].merged[0].games: 200001"),
        ("players.0.merged", merged(titles=[{}] * 20_001), "players[0].merged[0].titles: 20001"),
    ):
        many = [line for line in said(changed(path, value)) if "of them; there can be" in line]
        assert [line.partition(" of them")[0] for line in many] == [words]


def test_thousands_of_faults_are_not_all_looked_for():
    document = changed("players", [{} for _ in range(100_000)])
    words = said(document)
    assert len(words) == 101
    assert MAX_FAULTS - 100 < int(re.fullmatch(r"and (\d+) more", words[-1])[1]) < MAX_FAULTS


def test_faults_of_many_sheets_are_listed_and_counted_together():
    bad = {**SHEET, "rounds": [{"tableaus": {"Ana": "tempra " * 100}}] * 3}
    games = [{**GAME, "id": str(UUID(int=n)), "sheet": bad} for n in (1, 2)]
    words = said(changed("nights.0.games", games))
    assert words[0].startswith("nights[0].games[0].sheet.rounds[0].tableaus.Ana, item 1: ")
    assert words[100:] == ["and 500 more"]


def test_words_of_a_file_can_be_printed_whatever_they_are():
    (fault,) = said(changed("nights.0.date", "\x1b[31m\u202e\ud800"))
    assert fault.isprintable()
