"""A CSV file of past games: what is understood, and how every fault is named."""

import datetime
from collections.abc import Sequence
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from referee.club.services.files import read_past_games as reading
from referee.club.services.files.import_games import Total
from referee.club.services.files.past_games import MAX_TABLE, Found
from referee.club.services.files.read_past_games import example_lines, read_past_games
from referee.club.services.paper import EnteredGame, enter_games
from referee.models import Club, Game
from referee.wording import fault_message
from tests.club.files.past_games import a_club

pytestmark = pytest.mark.django_db

TODAY = datetime.date(2026, 11, 23)
HEAD = "date,game,players,totals,puddings,menu,place,note"
GOOD = "2025-03-07,Sushi Go!,Ana / Ben,41 38"


@pytest.fixture
def club() -> Club:
    return a_club()


def found(club: Club, source: bytes, **how: Any) -> Found:
    return read_past_games(source, Found(club, TODAY, **how))


def read(club: Club, *lines: str, head: str = HEAD, **how: Any) -> Sequence[EnteredGame]:
    return games_in(found(club, "\n".join([head, *lines]).encode(), **how))


def games_in(found: Found) -> Sequence[EnteredGame]:
    assert [*found.reading.faults] == []
    return [each.game for each in found.games]


def faults(club: Club, source: bytes) -> list[str]:
    return [fault_message(fault) for fault in found(club, source).reading.faults]


def said(club: Club, *lines: str, head: str = HEAD) -> list[str]:
    return faults(club, "\n".join([head, *lines]).encode())


# ------------------------------------------------------------- what is understood


def test_a_line_is_a_game(club):
    (game,) = read(
        club, "2025-03-07,Sushi Go Party!,Ana / Ben / Cem,41 -3 30,3 ? 0,My First Meal,Kitchen,Late"
    )
    assert (game.date, game.location, game.note) == (datetime.date(2025, 3, 7), "Kitchen", "Late")
    assert (game.sheet.ruleset, game.sheet.menu) == ("sushi-go-party", "my-first-meal")
    assert game.sheet.rows == [Total("Ana", 41, 3), Total("Ben", -3), Total("Cem", 30, 0)]


@pytest.mark.parametrize(
    ("written", "minutes"), [("41", 41), ("1", 1), ("1440", 1440), ("", None), ("?", None)]
)
def test_a_line_may_say_the_minutes(club, written, minutes):
    (game,) = read(club, f"{GOOD},,,,,{written}", head=f"{HEAD},minutes")
    assert game.minutes == minutes
    (wide,) = read(club, f"2025-03-07,Roll,4,3,{written}", head="date,game,Ana,Ben,duration")
    assert wide.minutes == minutes


def test_a_note_may_have_signs_that_join_others(club):
    family = "\U0001f469\u200d\U0001f467"
    assert read(club, f"{GOOD},,,,{family}")[0].note == family
    (message,) = said(club, f"{GOOD},,,,\x07")
    assert "has characters that cannot be shown" in message


@pytest.mark.parametrize(
    ("encoding", "delimiter", "end"),
    [
        ("utf-8", ",", "\n"),
        ("utf-8-sig", ";", "\r\n"),
        ("utf-16", "\t", "\r\n"),
        ("cp1252", ";", "\r\n"),
    ],
)
def test_files_are_read_as_spreadsheets_write_them(club, delimiter, encoding, end):
    lines = ["totals|players|date|game", "41 38|Zoë / Ben|2025-03-07|Sushi Roll", "|||", ""]
    text = end.join(lines).replace("|", delimiter)
    (game,) = games_in(found(club, text.encode(encoding)))
    assert game.sheet.players == ["Zoë", "Ben"]


@pytest.mark.parametrize(
    ("written", "slug"),
    [
        ("sushi go", "sushi-go"), ("SUSHI-GO", "sushi-go"), ("Sushi Go!", "sushi-go"),
        ("party", "sushi-go-party"), ("Sushi Go Party!", "sushi-go-party"), ("Roll", "sushi-roll"),
    ],
)  # fmt: skip
def test_games_are_known_by_their_names(club, written, slug):
    assert read(club, f"2025-03-07,{written},Ana / Ben,4 3")[0].sheet.ruleset == slug


@pytest.mark.parametrize(
    ("players", "names", "totals"),
    [
        ("Ana / Ben", ["Ana", "Ben"], "4 3"),
        ("Ana/Ben", ["Ana", "Ben"], "4/3"),
        ("Ana|Ben", ["Ana", "Ben"], "4|3"),
        ('"Ana, Ben"', ["Ana", "Ben"], '"4, 3"'),
        ('"Mills, Ana / Ben"', ["Mills, Ana", "Ben"], "4 / 3"),
        ('"Ana\nBen"', ["Ana", "Ben"], "4 / 3"),
    ],
)
def test_a_cell_holds_several(club, players, names, totals):
    (game,) = read(club, f"2025-03-07,roll,{players},{totals}")
    assert game.sheet.rows == [Total(names[0], 4), Total(names[1], 3)]


@pytest.mark.parametrize(
    ("days", "language", "found"),
    [
        (["2025-03-07"], "en", [(3, 7)]),
        (["7.3.2025", "07. 03. 2025"], "en", [(3, 7), (3, 7)]),
        (["7/3/2025", "21/3/2025"], "en", [(3, 7), (3, 21)]),
        (["7/3/2025", "3/21/2025"], "es", [(7, 3), (3, 21)]),
        (["7/3/2025"], "es", [(3, 7)]),
        (["7/7/2025"], "en", [(7, 7)]),
    ],
)
def test_days_are_read_as_the_whole_file_has_them(club, days, language, found):
    with translation.override(language):
        games = read(club, *(f"{day},go,Ana / Ben,{n} 1" for n, day in enumerate(days)))
    assert [(game.date.month, game.date.day) for game in games] == found


def test_headings_are_english_or_the_readers_language(club):
    with translation.override("es"):
        head = ",".join(str(heading) for heading in reading.HEADINGS.values())
        assert (
            read(club, GOOD, head=head) == read(club, GOOD) == read(club, GOOD, head=HEAD.upper())
        )


@pytest.mark.parametrize("heading", ["Score", "Scores", "Points", "Result", "TOTAL", "totales"])
def test_totals_have_many_headings(club, heading):
    (game,) = read(club, GOOD, head=f"date,game,players,{heading}")
    assert game.sheet.rows == [Total("Ana", 41), Total("Ben", 38)]


WIDE = ["Date,Ana,Ben,Cem / Mia", "2025-03-07,41,38,", "14.3.2025,-,−3,40"]


def test_a_column_a_player_is_read_where_somebody_says_which_game_it_was(club):
    games = read(club, *WIDE[1:], head=WIDE[0], ruleset="sushi-roll")
    assert [[*game.sheet.rows] for game in games] == [
        [Total("Ana", 41), Total("Ben", 38)],
        [Total("Ben", -3), Total("Cem / Mia", 40)],
    ]
    assert {game.sheet.ruleset for game in games} == {"sushi-roll"}
    (message,) = said(club, *WIDE[1:], head=WIDE[0])
    assert message == 'line 1: there is no column "game": choose below which game was played'


def test_a_column_a_player_may_stand_beside_other_columns(club):
    head = "Ana;Menu;Date;Ben;Game;Notes;Location"
    (game,) = read(club, "41;Big Banquet;2025-03-07;38;party;late;Balcony", head=head)
    assert (game.sheet.menu, game.note, game.location) == ("big-banquet", "late", "Balcony")
    assert game.sheet.players == ["Ana", "Ben"]


@pytest.mark.parametrize(
    ("head", "line", "told"),
    [
        (WIDE[0], "2025-03-07,41,x,", 'line 2, column “Ben”: "x" is not a whole number'),
        (WIDE[0], "2025-03-07,41,1000,", "line 2, column “Ben”: must be -99 – 999, not 1000"),
        (WIDE[0], "2025-03-07,41,,", "line 2: 2-5 players can play this, not 1"),
        (WIDE[0], "2025-03-07,1,2,3,4", "line 2: a cell without a heading has something in it"),
        ("Date,Ana,ana", "2025-03-07,1,2", 'line 2: two players are called "ana"'),
        ("Date,Ana,Ana,Ben", "2025-03-07,1,2,", 'line 1: "Ana" is given twice'),
        (f"Date,Ana,{'b' * 41}", "2025-03-07,1,2", "is longer than 40 characters"),
    ],
)
def test_each_fault_of_a_column_a_player_has_its_place(club, head, line, told):
    source = f"{head}\n{line}".encode()
    of = found(club, source, ruleset="sushi-go")
    assert any(told in fault_message(fault) for fault in of.reading.faults)


def test_people_are_called_as_somebody_says(club):
    lines = [GOOD, GOOD.replace("Ben", "Cem"), GOOD.replace("Ana", "Dan")]
    of = found(
        club, "\n".join([HEAD, *lines]).encode(), who=dict(enumerate(["Anna", "Ben", "", "anna"]))
    )
    games = [[*game.sheet.players] for game in games_in(of)]
    assert games == [["Anna", "Ben"], ["anna", "Ben"]]
    assert (of.names, of.left_out) == ({"Ana": 0, "Ben": 1, "Cem": 2, "Dan": 3}, {"players": 1})
    twins = found(club, "\n".join([HEAD, GOOD]).encode(), who=dict(enumerate(["Ana", "ana"])))
    assert "two players are called" in fault_message(next(iter(twins.reading.faults)))


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_example_can_be_read(club, language):
    with translation.override(language):
        games = games_in(found(club, "\n".join(example_lines()).encode()))
    assert [game.sheet.menu for game in games] == [None, "my-first-meal"]
    assert games[1].sheet.rows[2][1:] == (47, None)


# ------------------------------------------------------------- what is not


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("2025-13-01,go,A / B,1 2", 'column “date”: "2025-13-01" is not a day, or may be two'),
        ("3/4/2025,go,A / B,1 2", 'column “date”: "3/4/2025" is not a day, or may be two'),
        ("2026-11-24,go,A / B,1 2", 'column “date”: "2026-11-24" is still to come'),
        ("2012-11-24,go,A / B,1 2", 'column “date”: "2012-11-24" is before the game came out'),
        (",go,A / B,1 2", "column “date”: this is missing"),
        ("2025-01-01,Goo,A / B,1 2", "column “game”: \"Goo\" is not a rule set"),
        ("2025-01-01,,A / B,1 2", "column “game”: this is missing"),
        ("2025-01-01,go,,1 2", "column “players”: this is missing"),
        ("2025-01-01,go,A,1", "column “players”: 2-5 players can play this, not 1"),
        ("2025-01-01,go,A / B / C / D / E / F,1 2 3 4 5 6", "2-5 players can play this, not 6"),
        ("2025-01-01,go,A / ,1 2", "column “players”: a player needs a name"),
        ("2025-01-01,go,A / /,1 2 3", "column “players”: a player needs a name"),
        ("2025-01-01,go,A / a,1 2", 'column “players”: two players are called "a"'),
        (f"2025-01-01,go,A / {'b' * 41},1 2", "is longer than 40 characters"),
        ("2025-01-01,go,A / B,", "column “totals”: this is missing"),
        ("2025-01-01,go,A / B,1 2 3", "column “totals”: one number a player: 2, not 3"),
        ("2025-01-01,go,A / B,1 x", 'column “totals”: "x" is not a whole number'),
        ("2025-01-01,go,A / B,1 2_0", 'column “totals”: "2_0" is not a whole number'),
        ("2025-01-01,go,A / B,1 ?", 'column “totals”: "?" is not a whole number'),
        ("2025-01-01,go,A / B,1 1000", "column “totals”: must be -99 – 999, not 1000"),
        ("2025-01-01,go,A / B,1 2,3", "column “puddings”: one number a player: 2, not 1"),
        ("2025-01-01,go,A / B,1 2,3 -1", "column “puddings”: must be 0 – 99, not -1"),
        ("2025-01-01,go,A / B,1 2,,Big Banquet", "column “menu”: Sushi Go! does not use this"),
        ("2025-01-01,party,A / B,1 2,,Big Banquets", 'did you mean "Big Banquet"?'),
        (f"2025-01-01,go,A / B,1 2,,,{'x' * 61}", "column “place”"),
        (f"2025-01-01,go,A / B,1 2,,,,{'x' * 501}", "column “note”"),
        ("2025-01-01,go,A / B,1 2,,,,,more", "line 2: a cell without a heading has something"),
    ],
)  # fmt: skip
def test_each_fault_has_its_line_and_column(club, line, told):
    (message,) = said(club, line)
    assert message.startswith("line 2")
    assert told in message


def test_every_fault_of_every_line_is_named_and_good_lines_between_are_not(club):
    found = said(club, GOOD, "2025-13-01,Goo,A / B,1 x,1 2 3", "", GOOD.replace("41", "4"), ",,,1 ")
    assert [line.split(":")[0] for line in found] == [
        "line 3, column “date”",
        "line 3, column “game”",
        "line 3, column “totals”",
        "line 3, column “puddings”",
        "line 6, column “date”",
        "line 6, column “game”",
        "line 6, column “players”",
    ]


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("date,game,players", 'line 1: the column "totals" is missing'),
        ("date,game,players,totals,totels", 'there is no column "totels"; did you mean "totals"?'),
        ("date,game,players,totals,Date", '"Date" is given twice'),
    ],
)
def test_wrong_headings_are_named(club, head, told):
    found = said(club, GOOD, head=head)
    assert told in found[0]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (b"", "there is no game in it"),
        (HEAD.encode(), "there is no game in it"),
        (b"\x00\x01", "this is not UTF-8 text"),
        (b"\x81\x8d", "this is not UTF-8 text"),
        (b"\xff\xfeA", "this is not UTF-8 text"),
        (f'{HEAD}\n2025-01-01,"go,A / B,1 2'.encode(), "line 2: this is not CSV"),
        (b" " * (MAX_TABLE + 1), "the file is larger than 2 MB"),
    ],
)
def test_a_file_that_is_none_says_so(club, source, told):
    (message,) = faults(club, source)
    assert told in message


def test_too_many_games_are_not_looked_at(club, monkeypatch):
    monkeypatch.setattr(reading, "MAX_LINES", 2)
    taken_apart = []
    line = reading._Line
    monkeypatch.setattr(reading, "_Line", lambda *of: taken_apart.append(1) or line(*of))
    assert said(club, *["nonsense"] * 30, "") == ["30 of them; there can be 2"]
    assert len(taken_apart) == 2


def test_after_a_thousand_faults_no_other_line_is_looked_at(club, monkeypatch):
    looked = []
    game = reading._Table._game
    monkeypatch.setattr(reading._Table, "_game", lambda *of: looked.append(1) or game(*of))
    line = f"2025-11-14,go,A/B,{'x ' * 600}"
    assert len(said(club, *[line] * 400)) == 101
    assert len(looked) == 2


def test_the_same_game_twice_is_a_fault_and_one_that_is_there_is_known(club):
    turned = "07.03.2025,go,ben / ANA,38 41"
    assert said(club, GOOD, turned) == ["line 3: the same game stands on line 2"]
    enter_games(club.pk, [(Game().pk, game) for game in read(club, GOOD)])
    there = found(club, "\n".join([HEAD, "2025-03-08,go,Ana / Ben,1 2", turned]).encode())
    assert (there.known, len(there.new)) == ({1}, 1)


def outcome(source: bytes) -> list[object]:
    of = found(Club(), source)
    return [*of.games, *of.reading.faults]


@given(st.lists(st.text("ab,;/|\"'\n\t 0129.-?!\ufeffé", max_size=30), max_size=6), st.binary())
def test_whatever_is_sent_is_read_or_has_faults(lines, noise):
    assert outcome("\n".join([HEAD, *lines]).encode())
    assert outcome(noise)
