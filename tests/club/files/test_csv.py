"""Standings and games for spreadsheets."""

import csv
import re
import sqlite3
from contextlib import closing
from io import StringIO

import pytest
from django.db import connection
from hypothesis import example, given
from hypothesis import strategies as st

from referee.club.services.files.import_games import store_games
from referee.club.views import csv_files
from referee.models import Club, GameNight, Placing, Player
from tests.club.files.past_games import START, a_club, every_kind, past_game, up_to
from tests.factories import PHONE
from tests.play.views.plain_phone import phone as phone_client

pytestmark = pytest.mark.django_db

DRAW = {
    "ruleset": "sushi-go",
    "players": ["Ana", "Ben", "Cem"],
    "rounds": [{"tableaus": {"Ana": "tempura*2", "Ben": "tempura*2", "Cem": "tempura"}}] * 3,
}
WON = {
    "ruleset": "sushi-go-party",
    "menu": "sushi-go",
    "players": ["Ben", "Ana"],
    "rounds": [{"tableaus": {"Ana": "squid-nigiri", "Ben": "salmon-nigiri pudding"}}, {}, {}],
}


@pytest.fixture
def club() -> Club:
    """Two finished games of two nights, and one that is not."""
    club = a_club()
    store_games(
        club,
        [past_game(0, DRAW), past_game(3, WON), past_game(4, up_to(WON, 1), confirmed=1)],
    )
    club.nights.filter(date=START.date()).update(name="Opening", location="Kitchen")
    return club


def table(club: Club, name: str, **query: str) -> list[dict[str, str]]:
    """The rows of a file, by the headings."""
    answer = phone_client(PHONE).get(f"/club/{club.pk}/{name}.csv", query)
    assert answer.status_code == 200
    text = answer.getvalue().decode()
    assert text.startswith("\ufeff")
    return list(csv.DictReader(StringIO(text[1:], newline=""), strict=True))


def test_there_is_a_row_a_game_and_player(club):
    rows = table(club, "games")
    assert [(row["Player"], row["Place"], row["Points"]) for row in rows] == [
        ("Ana", "1", "15"),
        ("Ben", "1", "15"),
        ("Cem", "3", "0"),
        ("Ben", "1", "8"),
        ("Ana", "2", "3"),
    ]
    first, last = rows[0], rows[-1]
    assert first["Game"] == "00000000-0000-0000-0000-000000000001"
    assert (first["Date"], first["Night"], first["Location"]) == (
        "2024-02-29",
        "Opening",
        "Kitchen",
    )
    assert (first["Rules"], first["Menu"], first["Players"]) == ("Sushi Go!", "", "3")
    assert (first["Win"], first["Margin"], first["Best round"]) == ("0.5", "0", "5")
    assert (last["Rules"], last["Menu"]) == ("Sushi Go Party!", "Sushi Go!")
    assert (last["Win"], last["Margin"], last["Puddings"]) == ("0", "-5", "0")
    assert rows[3]["Puddings"] == "1"


def test_times_are_those_of_the_house(club, settings):
    settings.TIME_ZONE = "Asia/Tokyo"
    assert table(club, "games")[0]["Time"] == "03:30"


def test_standings_are_those_of_the_page(club):
    rows = table(club, "standings")
    assert [(row["Place"], row["Player"], row["Wins"]) for row in rows] == [
        ("1", "Ben", "1.5"),
        ("2", "Ana", "0.5"),
        ("3", "Cem", "0"),
    ]
    ben = rows[0]
    assert (ben["Games"], ben["Average place"], ben["Average points"]) == ("2", "1", "11.5")
    assert (ben["Average margin"], ben["Best game"], ben["Rating"]) == ("2.5", "15", "")
    assert [row["Wins in percent"] for row in rows] == ["75", "25", "0"]
    assert list(ben)[-1] == "Wins in percent"  # programs that count columns find the others


def test_a_league_has_a_column_behind_all_others(club):
    rows = table(club, "standings", by="place-points", place_points="4-2-1")
    assert [(row["Player"], row["Points for places"]) for row in rows] == [
        ("Ben", "7"),  # half of 4 and 2, and 4
        ("Ana", "5"),
        ("Cem", "1"),
    ]
    assert list(rows[0])[-1] == "Points for places"


def test_standings_can_be_narrowed_as_on_the_page(club):
    def names(**query: str) -> list[str]:
        return [row["Player"] for row in table(club, "standings", **query)]

    assert names(ruleset="sushi-go-party") == ["Ben", "Ana"]
    assert names(players="3") == ["Ana", "Ben", "Cem"]
    assert names(year="2024", month="3") == ["Ben", "Ana"]
    assert names(year="2024", by="points") == ["Ben", "Ana", "Cem"]
    assert names(first="2024-02-01", last="2024-02-29") == ["Ana", "Ben", "Cem"]
    assert table(club, "standings", players="3")[1]["Place"] == "1"


def test_standings_of_what_cannot_be_are_no_file(club):
    answer = phone_client(PHONE).get(f"/club/{club.pk}/standings.csv", {"month": "3"})
    assert answer.status_code == 404


def test_who_is_hidden_is_not_in_the_standings_but_in_their_games(club):
    Player.objects.filter(name="Ben").update(is_hidden=True)
    assert [row["Player"] for row in table(club, "standings")] == ["Ana", "Cem"]
    assert [row["Player"] for row in table(club, "games")].count("Ben") == 2


def test_ratings_are_there_after_five_games_with_their_uncertainty():
    club = a_club()
    store_games(club, [past_game(number, DRAW) for number in range(5)])
    newest = Placing.objects.filter(player__name="Ana").latest("played_at")
    row = table(club, "standings")[0]
    assert float(row["Rating"]) == pytest.approx(newest.mu, abs=1e-4)
    assert float(row["Uncertainty of the rating"]) == pytest.approx(3 * newest.sigma, abs=1e-4)
    assert float(row["Rating at least"]) == pytest.approx(newest.mu - 3 * newest.sigma, abs=1e-4)


def test_a_name_is_never_a_formula():
    name = '=HYPERLINK("http://x";"Ana")'
    club = a_club()
    store_games(club, [past_game(0, {**DRAW, "players": ["Ana", "Ben", name], "rounds": [{}] * 3})])
    GameNight.objects.update(name=name, location=name)
    names = {row["Player"] for row in table(club, "games")}
    assert names == {"Ana", "Ben", f"'{name}"}
    assert {row["Player"] for row in table(club, "standings")} == names
    first = table(club, "games")[0]
    assert first["Night"] == first["Location"] == f"'{name}"


SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20"
NUMBER = re.compile(r"-?\d+(\.\d+)?")


@pytest.mark.parametrize("separator", ",;\t")
@given(
    rows=st.lists(
        st.lists(st.text(SIGNS + ",;\t\r\n\"' a1\u00a0") | st.integers(-9, 9), min_size=1),
        max_size=4,
    )
)
@example(rows=[["a;=1+1;"]])
@example(rows=[['x";"=1+1']])
@example(rows=[["a\n@x", "b; \uff1d1", 'c\t"-1']])
def test_no_cell_is_a_formula_however_the_cells_are_parted(separator, rows):
    text = "".join(csv_files._lines([["ok", *row] for row in rows])).removeprefix("\ufeff")
    for row in csv.reader(StringIO(text, newline=""), delimiter=separator):
        for cell in row:
            is_number = separator == "," and NUMBER.fullmatch(cell)
            assert is_number or not cell.lstrip('" \t\r\n\u00a0').startswith(tuple(SIGNS))


def test_what_is_no_formula_stays_as_it_is():
    words = ["a-b", "1 + 1", "Ana; Ben", "x=1", "-", -5, "o'=1", "Ana, =Ben"]
    written = "".join(csv_files._lines([words])).removeprefix("\ufeff")
    (row,) = csv.reader(StringIO(written, newline=""))
    assert row == ["a-b", "1 + 1", "Ana; Ben", "x=1", "'-", "-5", "o'=1", "Ana, =Ben"]


def test_commas_quotes_and_lines_stay_in_their_cells(club):
    Player.objects.filter(name="Cem").update(name='C "the, em"')
    assert table(club, "games")[2]["Player"] == 'C "the, em"'


def test_a_club_without_games_has_headings_alone():
    club = a_club()
    assert table(club, "games") == table(club, "standings") == []


def test_the_files_are_downloads_with_names(club):
    answer = phone_client(PHONE).get(f"/club/{club.pk}/games.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == ('attachment; filename="friday-club-games.csv"')


def test_own_menus_are_spelled_out():
    club = a_club()
    store_games(club, [past_game(0, every_kind()[-1])])
    assert table(club, "games")[0]["Menu"].count(" / ") == 6


def test_the_queries_do_not_grow_with_the_games(club, django_assert_num_queries):
    store_games(club, [past_game(30 + number, DRAW) for number in range(30)])
    phone = phone_client(PHONE)
    with django_assert_num_queries(3):
        rows = phone.get(f"/club/{club.pk}/games.csv").getvalue().splitlines()
    assert len(rows) == 1 + 5 + 90
    with django_assert_num_queries(8):
        phone.get(f"/club/{club.pk}/standings.csv").getvalue()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="readers of PostgreSQL hold up nobody")
@pytest.mark.django_db(transaction=True)
def test_a_slow_download_holds_up_nobody_who_writes(club, monkeypatch):
    monkeypatch.setattr(csv_files, "_BATCH", 2)
    rows = csv_files.games_table(club)
    begun = [next(rows), next(rows)]
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other:
        other.execute("PRAGMA busy_timeout = 0")
        busy, log, folded = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    assert (busy, log, folded) == (0, 0, 0)  # nobody reads from the write-ahead log
    assert [row[8] for row in [*begun[1:], *rows]] == ["Ana", "Ben", "Cem", "Ben", "Ana"]
