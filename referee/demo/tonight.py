"""An evening worth looking at: a rematch, somebody who comes late, a shared victory, and a game
that is still being played."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from ..rules import RoundSheet, Setting, Sheet
from ..rules.menus import named_menu
from ..rules.tableau import EMPTY
from .evenings import PARTY, Played, minutes, play, play_shared
from .people import Person

PAUSE, PLAYED = timedelta(minutes=6), timedelta(minutes=13)
"""Between two games; how long the last game has been going on."""


def tonight(people: Sequence[Person], now: datetime, rng: Random) -> list[Played]:
    """Four games that end just now; the last one has a round confirmed and another on the table.

    Args:
        people: at least five; the fifth comes late.
        now: a moment in the zone in which evenings have their dates.
    """
    four, late = list(people[:4]), people[4]
    turned = [*four[1:], four[0]]
    five = [*turned[1:], turned[0], late]
    plain = Setting("sushi-go", 4)
    sheets = [
        play(plain, four, rng),
        play(plain, turned, rng),
        play_shared(Setting(PARTY, 5, named_menu("my-first-meal")), five, rng),
        half_played(play(Setting("sushi-roll", 5), [*five[1:], five[0]], rng)),
    ]
    *lasted, _going_on = [timedelta(minutes=minutes(sheet.setting, rng)) for sheet in sheets]
    starts = now - PLAYED - sum(lasted, PAUSE * len(lasted))
    date, played = starts.date(), []
    for number, sheet in enumerate(sheets):
        ends = starts + lasted[number] if number < len(lasted) else None
        played.append(Played(sheet, date, starts, ends, is_next=number > 0))
        if ends is not None:
            starts = ends + PAUSE
    return played


def half_played(sheet: Sheet) -> Sheet:
    """The game in its second round, of which two players' cards are not there yet."""
    first, second = sheet.rounds[0], sheet.rounds[1]
    tableaus = (*second.tableaus[:-2], EMPTY, EMPTY)
    return Sheet(sheet.setting, sheet.players, (first, RoundSheet(tableaus)))
