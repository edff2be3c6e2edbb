"""The club's own CSV file of all games comes back in, in both languages, and nothing twice."""

import csv
from dataclasses import replace
from io import StringIO

import pytest
from django.utils import timezone, translation

from referee.club.services.files.import_games import store_games
from referee.club.services.files.past_files import enter_file, take_back
from referee.club.services.files.past_games import Found
from referee.club.services.files.read_past_games import read_past_games
from referee.club.services.paper import correct_totals, totals_of
from referee.club.views import csv_files
from referee.models import Club, Game
from referee.play.services.seating import people_mark
from referee.wording import fault_message
from tests.club.files.club_files import written
from tests.club.files.past_games import a_club, a_full_club, every_kind, past_game
from tests.factories import OTHER_PHONE

pytestmark = pytest.mark.django_db


def own_file(club: Club, language: str = "en") -> bytes:
    with translation.override(language):
        return "".join(csv_files._lines(csv_files.games_table(club))).encode()


def rows(club: Club) -> list[dict[str, str]]:
    text = own_file(club).decode().removeprefix("\ufeff")
    return list(csv.DictReader(StringIO(text, newline="")))


def look(club: Club, source: bytes, **how: object) -> Found:
    return read_past_games(source, Found(club, timezone.localdate(), **how))  # type: ignore[arg-type]  # as they stand


def said(found: Found) -> list[str]:
    return [fault_message(fault) for fault in found.reading.faults]


@pytest.mark.parametrize("language", ["en", "es"])
def test_in_the_club_itself_every_game_is_known(language):
    club = a_full_club()
    found = look(club, own_file(club, language))
    assert said(found) == []
    assert len(found.known) == len(found.games) == Game.objects.exclude(placings=None).count()
    assert enter_file(found) == found.new_ties == 0


@pytest.mark.parametrize("language", ["en", "es"])
def test_another_club_gets_every_game_with_its_day_time_night_menu_points_and_puddings(language):
    club, other = a_full_club(), a_club(OTHER_PHONE)
    found = look(other, own_file(club, language))
    assert said(found) == []
    assert enter_file(found) == len(found.games) > 10
    # Without ids, and what only cards say: the best round, other desserts, who was only hidden.
    kept = ("Date", "Time", "Night", "Location", "Rules", "Menu", "Players", "Player", "Points")
    kept = (*kept, "Minutes")
    before, after = rows(club), rows(other)
    assert [[row[name] for name in kept] for row in after] == [
        [row[name] for name in kept] for row in before
    ]
    shared = sum(row["Place"] != again["Place"] for row, again in zip(before, after, strict=True))
    assert bool(shared) == bool(found.new_ties)
    assert {row["Totals only"] for row in after} == {"yes"}
    assert list(before[0])[-1] == "Minutes"  # programs that count columns find the others
    assert {"", "90"} <= {row["Minutes"] for row in after}


def test_a_game_without_a_time_of_day_or_minutes_comes_back_without_them():
    club, other = a_club(), a_club(OTHER_PHONE)
    lines = [line.replace("18:00", "") for line in TWO]
    timed = [f"{line},41" for line in TWO]
    enter_file(look(club, "\n".join([HEAD, *lines]).encode()))
    timed = [line.replace("g,", "h,").replace("07", "08") for line in timed]
    enter_file(look(club, "\n".join([WITH_MINUTES, *timed]).encode()))
    enter_file(look(other, own_file(club)))
    for row in rows(club), rows(other):
        assert [(one["Date"], one["Time"], one["Minutes"]) for one in row[::2]] == [
            ("2025-03-07", "", ""),
            ("2025-03-08", "18:00", "41"),
        ]
    games = Game.objects.filter(night__club=other).order_by("night__date")
    assert [(game.has_time, game.minutes) for game in games] == [(False, None), (True, 41)]
    assert (games[1].finished_at - games[1].created_at).total_seconds() == 41 * 60


def test_read_again_it_is_known_also_where_a_game_was_corrected_since():
    club, other = a_full_club(), a_club(OTHER_PHONE)
    source = own_file(club)
    enter_file(look(other, source))
    other.players.filter(name="Ben").update(name="Benjamin")
    other.placings.update(total=7)
    found = look(other, source)
    assert len(found.known) == len(found.games)
    assert enter_file(found) == found.new_ties == 0


HEAD = "Game,Date,Time,Rules,Menu,Player,Place,Points,Puddings"
WITH_MINUTES = f"{HEAD},Minutes"
TWO = ["g,2025-03-07,18:00,go,,Ana,1,9,2", "g,2025-03-07,18:00,go,,Ben,2,8,"]


def test_two_games_that_came_to_the_same_are_two():
    club = a_club()
    twins = [*TWO, *(line.replace("g,", "h,") for line in TWO)]
    found = look(club, "\n".join([HEAD, *twins]).encode())
    assert enter_file(found) == len(found.games) == 2
    assert enter_file(found) == found.new_ties == 0


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("g,2025-03-08,18:00,go,,Cem,3,1,", "line 4, column “Date”"),
        ("g,2025-03-07,18:00,roll,,Cem,3,1,", "line 4, column “Rules”"),
        ("g,2025-03-07,18:00,go,,Cem,3,x,", 'line 4, column “Points”: "x" is not a whole number'),
        ("g,2025-03-07,18:00,go,,Cem,3,,", "line 4, column “Points”: this is missing"),
        ("h,2025-03-07,18:00,go,,Cem,3,1,,0", "line 4, column “Minutes”: must be 1 – 1440, not 0"),
        (
            "h,2025-03-07,18:00,go,,Cem,3,1,,x",
            'line 4, column “Minutes”: "x" is not a whole number',
        ),
        ("g,2025-03-07,18:00,go,,Cem,3,1,,40", "line 4, column “Minutes”"),
        ("g,2025-03-07,18:00,go,,,3,1,", "column “Player”: this is missing"),
        ("g,2025-03-07,18:00,go,,ana,3,1,", 'column “Player”: two players are called "ana"'),
        ("h,2025-03-07,25:00,go,,Cem,1,1,", 'line 4, column “Time”: "25:00" is not a time'),
        ("h,2025-03-07,1:00,party,A / B,Cem,1,1,", '"A / B" is not a menu'),
    ],
)
def test_each_fault_has_its_line_and_column(line, told):
    found = look(a_club(), "\n".join([WITH_MINUTES, *TWO, line]).encode())
    assert any(told in message for message in said(found)), said(found)
    assert found.faulty


def test_a_name_that_looks_like_a_formula_is_a_name_again():
    club, other = a_club(), a_club(OTHER_PHONE)
    names = ['=HYPERLINK("http://x";"A")', "-", "'quoted'", "@ben"]
    quoted = [name.replace('"', '""') for name in names]
    lines = [f'h,2025-03-07,18:00,go,,"{name}",1,1,' for name in quoted]
    enter_file(look(club, "\n".join([HEAD, *lines]).encode()))
    assert set(club.players.values_list("name", flat=True)) == set(names)
    enter_file(look(other, own_file(club)))
    assert set(other.players.values_list("name", flat=True)) == set(names)


def test_a_night_that_is_there_keeps_its_words_and_games_stay_in_order_after_midnight():
    club = a_club()
    head = f"{HEAD},Night,Location"
    night = [
        f"{game},2025-03-07,{at},go,,{name},1,{points},,Opening,Kitchen"
        for game, at in (("a", "23:50"), ("b", "23:50"), ("c", "00:10"))
        for name, points in (("Ana", 9), ("Ben", ord(game) - 90))
    ]
    club.nights.create(date="2025-03-08", name="Ours")
    other = [line.replace("2025-03-07", "2025-03-08").replace(",go,", ",roll,") for line in night]
    other = [f"x{line}" for line in other]
    assert enter_file(look(club, "\n".join([head, *night, *other]).encode())) == 6
    words = club.nights.order_by("date").values_list("name", "location")
    assert [*words] == [("Opening", "Kitchen"), ("Ours", "")]
    games = Game.objects.filter(night__date="2025-03-07").order_by("created_at")
    assert [game.seats.get(player__name="Ben").total for game in games] == [7, 8, 9]


# ------------------------------------------------------------- taken back


def test_taken_back_a_club_is_as_before_and_read_again_as_it_was():
    source = own_file(a_full_club())
    other = a_club(OTHER_PHONE)
    store_games(other, [past_game(95, every_kind()[0])])
    other.nights.create(date="2020-01-01", name="Long ago")
    other.players.create(name="Somebody")
    rated = [*other.placings.order_by("pk").values_list("player__name", "nth", "mu")]
    before = written(other)
    enter_file(look(other, source))
    after = written(other)
    games = Game.objects.filter(night__club=other).count()
    assert take_back(other.pk, other.past_files.get().pk) == (games - 1, 0)
    assert written(other) == before
    assert [*other.placings.order_by("pk").values_list("player__name", "nth", "mu")] == rated
    assert not other.past_files.exists()
    enter_file(look(other, source))
    assert written(other) == after


def test_what_somebody_has_changed_since_stays():
    club = a_club()
    other = [line.replace("g,", "h,").replace("Ben", "Cem").replace("07", "08") for line in TWO]
    enter_file(look(club, "\n".join([HEAD, *TWO, *other]).encode()))
    game = Game.objects.get(night__date="2025-03-07")
    totals = totals_of(game)
    rows = [totals.rows[0]._replace(total=12), totals.rows[1]]
    totals = replace(totals, rows=rows)
    seen = people_mark(game)
    correct_totals(game.pk, game.night.date, totals, seen=seen, reason="It was 12")
    file = club.past_files.get().pk
    assert take_back(club.pk, file) == (1, 1)
    assert take_back(club.pk, file) == (0, 0)
    assert [*Game.objects.all()] == [game]
    assert {one.name for one in club.players.all()} == {"Ana", "Ben"}
    assert club.nights.get() == game.night


def test_a_night_that_somebody_has_described_and_one_with_another_game_stay():
    club = a_club()
    other = [line.replace("g,", "h,").replace("07", "08") for line in TWO]
    enter_file(look(club, "\n".join([HEAD, *TWO, *other]).encode()))
    club.nights.filter(date="2025-03-07").update(note="A long evening")
    more = [line.replace("g,", "i,").replace("07", "08").replace("9", "7") for line in TWO]
    enter_file(look(club, "\n".join([HEAD, *more]).encode()))
    assert take_back(club.pk, club.past_files.last().pk) == (2, 0)
    assert club.nights.count() == 2
    assert Game.objects.get().night.date.day == 8


def test_a_file_is_taken_back_in_its_own_club_alone():
    club, other = a_club(), a_club(OTHER_PHONE)
    enter_file(look(club, "\n".join([HEAD, *TWO]).encode()))
    assert take_back(other.pk, club.past_files.get().pk) == (0, 0)
    assert Game.objects.count() == 1
