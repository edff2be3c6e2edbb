"""Streaks: victories in games that somebody played one after the other."""

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

Who = TypeVar("Who")
Day = TypeVar("Day")


class Streak(NamedTuple, Generic[Day]):
    """So many victories, at least one: from the player's ``first_nth`` game to the ``last_nth``,
    on those days."""

    games: int
    first_nth: int
    last_nth: int
    first: Day
    last: Day


def streaks(results: Iterable[tuple[Who, int, Day, bool]]) -> dict[Who, Streak[Day]]:
    """Everybody's longest streak, the earliest of equal ones; who never won has none.

    Args:
        results: in the order of the games: who, their how-manyth game it was, its day, and whether
            it was a victory, shared ones too.
    """
    longest: dict[Who, Streak[Day]] = {}
    running: dict[Who, Streak[Day]] = {}
    for who, nth, day, is_won in results:
        if not is_won:
            running.pop(who, None)
            continue
        now = running.get(who, Streak(0, nth, nth, day, day))
        now = running[who] = now._replace(games=now.games + 1, last_nth=nth, last=day)
        if who not in longest or now.games > longest[who].games:
            longest[who] = now
    return longest
