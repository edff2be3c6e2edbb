"""Each cell of a file of past games with something in it that nobody means well with."""

import csv
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from io import StringIO
from typing import Any

import pytest
from django.utils import timezone

from referee.club.services.files.past_files import enter_file
from referee.club.services.files.past_games import Found
from referee.club.services.files.read_past_games import read_past_games
from referee.models import Club, Game
from referee.wording import fault_message
from tests.club.files.past_games import a_club
from tests.club.files.test_csv import SIGNS
from tests.club.files.test_own_table import own_file
from tests.club.files.test_read_bgstats import export, play

pytestmark = pytest.mark.django_db

HOSTILE = (
    "=HYPERLINK(\"http://x\",\"y\")", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\uff1d1",
    "<script>alert(1)</script>", "'\"><hr>", "{{ 7|add:7 }}", "%s%n{0}", "\x00", "\x1b[2J",
    "\u202enI", "\ud800", "é" * 5_000, "9" * 400, "1e999", "NaN", "-0", "½", "٣", "1;2", "a\r\nb",
    "../../etc", "0001-01-01", "9999-12-31", "2024-02-30", "24:61", "null", " ",
)  # fmt: skip
OWN = (
    "Game,Date,Time,Night,Location,Note,Rules,Menu,Players,Player,Place,Points,Puddings\n"
    "g1,2024-03-01,20:15,Friday,Kitchen,late,Sushi Go Party!,Big Banquet,2,Ana,1,41,3\n"
    "g1,2024-03-01,20:15,Friday,Kitchen,late,Sushi Go Party!,Big Banquet,2,Ben,2,38,1\n"
)
WIDE = "Date,Rules,Ana,Ben,Cem\n2024-03-01,Sushi Go!,41,38,29\n2024-03-02,Sushi Go!,30,45,45\n"


def tables(good: str) -> Iterator[bytes]:
    """A sheet with each cell, head included, replaced by each hostile content."""
    rows = list(csv.reader(StringIO(good)))
    for row, cells in enumerate(rows):
        for column in range(len(cells)):
            for content in HOSTILE:
                changed = deepcopy(rows)
                changed[row][column] = content
                sheet = StringIO()
                csv.writer(sheet).writerows(changed)
                yield sheet.getvalue().encode(errors="surrogatepass")


def plays() -> Iterator[bytes]:
    """An export of BG Stats with each value replaced by each content, and by other kinds."""
    good = json.loads(export(play(1, "41", "38", locationRefId=7, board="", comments="late")))

    def leaves(at: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        for key, value in at.items() if isinstance(at, dict) else enumerate(at):
            if isinstance(value, dict | list):
                yield from leaves(value, (*way, key))
            yield (*way, key)

    for way in leaves(good):
        for content in (*HOSTILE, None, True, -1, 10**400, 1.5, [], {}, [[]], {"id": {}}):
            changed = deepcopy(good)
            place = changed
            for key in way[:-1]:
                place = place[key]
            place[way[-1]] = content
            yield json.dumps(changed).encode()


def is_entered_or_told(club: Club, source: bytes) -> None:
    """The file's games are faultless and come in whole, or what is wrong is said in words."""
    found = read_past_games(source, Found(club, timezone.localdate()))
    faults = [*found.reading.faults, *found.passed_over]
    assert all(len(fault_message(fault)) < 1_000 for fault in faults)
    # Plays of other games than the three are left out of an export that has those of all.
    assert faults or found.games or source.startswith(b"{")
    enter_file(found)
    told = own_file(club).decode()
    for cells in csv.reader(StringIO(told.removeprefix("\ufeff"), newline="")):
        for cell in cells:
            assert not cell.startswith(tuple(SIGNS)) or cell.lstrip("-").isdigit(), cell


@pytest.mark.slow
@pytest.mark.parametrize("sources", [lambda: tables(OWN), lambda: tables(WIDE), plays])
def test_every_cell_of_a_file_may_hold_anything(sources: Callable[[], Iterator[bytes]]) -> None:
    club = a_club()
    for source in sources():
        is_entered_or_told(club, source)
        Game.objects.all().delete()
        club.players.all().delete()
