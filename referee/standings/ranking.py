"""Ranking by stated criteria, in order; who is equal in all of them shares a rank."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from .rating import Rating
from .sums import Sums

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody to be ranked: their sums (of at least one game), the rating if it is shown, and
    whether they played often enough to have a rank."""

    sums: Sums
    rating: Rating | None = None
    is_enough: bool = True


Criterion = Callable[[Contender], Fraction | float]

CRITERIA: Mapping[str, Criterion] = {
    "wins": lambda player: player.sums.won,
    "win-rate": lambda player: player.sums.win_rate,
    "place": lambda player: -player.sums.average_place,
    "points": lambda player: player.sums.average_points,
    "margin": lambda player: player.sums.average_margin,
    "place-points": lambda player: player.sums.place_points or Fraction(0),
    "rating": lambda player: player.rating.cautious if player.rating else float("-inf"),
}
"""What can be compared; more is better in each of them."""

ORDERS: Mapping[str, tuple[str, ...]] = {
    "wins": ("wins", "place", "points", "margin"),
    "win-rate": ("win-rate", "place", "points", "margin"),
    "place": ("place", "win-rate", "points", "margin"),
    "points": ("points", "win-rate", "place", "margin"),
    "place-points": ("place-points", "wins", "place", "points", "margin"),
    "rating": ("rating",),
}
"""The orders to choose from: the criteria that decide one after the other. The first is the one
that standings have when nobody has chosen."""


class Ranked(NamedTuple, Generic[Key]):
    """A rank, from 1, and whether others share it. None for who has not played often enough, or
    has no rating to be ranked by."""

    rank: int | None
    tied: bool
    who: Key


def ranked(contenders: Mapping[Key, Contender], order: str) -> list[Ranked[Key]]:
    """Everybody by the criteria of an order (a key of ``ORDERS``), the best first, as
    :func:`in_order` has them; those without a rank last."""
    criteria = [CRITERIA[name] for name in ORDERS[order]]
    keys = {
        who: (contender.is_enough, *(criterion(contender) for criterion in criteria))
        for who, contender in contenders.items()
    }
    return [
        Ranked(None, False, who)
        if not contenders[who].is_enough or (order == "rating" and contenders[who].rating is None)
        else Ranked(rank, tied, who)
        for who, rank, tied in in_order(keys)
    ]


def in_order(keys: Mapping[Key, tuple[Any, ...]]) -> Iterator[tuple[Key, int, bool]]:
    """Everybody by what they are compared by, the greatest first: who, the rank from 1, and whether
    others share it.

    Two who are equal stay in the given order and both have the better rank; the next one is counted
    on from there: 2, 2, 4.
    """
    equal = Counter(keys.values())
    ranks: dict[tuple[Any, ...], int] = {}
    for place, who in enumerate(sorted(keys, key=lambda who: keys[who], reverse=True), start=1):
        yield who, ranks.setdefault(keys[who], place), equal[keys[who]] > 1
