"""Streaks: victories in games that somebody played one after the other."""

import datetime
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

Who = TypeVar("Who")


class Streak(NamedTuple):
    """So many victories, at least one: from the player's ``first_nth`` game to the ``last_nth``,
    on those dates."""

    games: int
    first_nth: int
    last_nth: int
    first: datetime.date
    last: datetime.date


def streaks(results: Iterable[tuple[Who, int, datetime.date, bool]]) -> dict[Who, Streak]:
    """Everybody's longest streak, the earliest of equal ones; who never won has none.

    Args:
        results: in the order of the games: who, their how-manyth game it was, its date, and whether
            it was a victory, shared ones too.
    """
    longest: dict[Who, Streak] = {}
    running: dict[Who, Streak] = {}
    for who, nth, date, is_won in results:
        if not is_won:
            running.pop(who, None)
            continue
        now = running.get(who, Streak(0, nth, nth, date, date))
        now = running[who] = now._replace(games=now.games + 1, last_nth=nth, last=date)
        if who not in longest or now.games > longest[who].games:
            longest[who] = now
    return longest
