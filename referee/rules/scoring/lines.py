"""What scoring hands out: score lines that carry what they were worked out from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from ..tableau import Tableau, kinds_of

MEMO = 1024
"""How many results each scorer remembers: few lines differ in a game night."""


PLACE_NAMES = ("first", "second", "third")


@dataclass(frozen=True, slots=True)
class Place:
    """A place that was paid in a comparison.

    Attributes:
        name: ``first``, ``second``, ``third`` or ``fewest``.
        prize: the points printed for it; ``each``: what each of its ``seats`` gets, less where a
            tie splits it.
        count: the number that they hold.
    """

    name: str
    prize: int
    each: int
    seats: tuple[int, ...]
    count: int


class Claim(NamedTuple):
    """Uramaki icons that a seat claimed during the round.

    Attributes:
        turn: its place among the turns with claims, from 1.
        place: the place won, 1 to 3, or None.
        tied: the other seats that share the place.
    """

    turn: int
    seat: int
    icons: int
    place: int | None
    points: int
    tied: tuple[int, ...] = ()


class Comparison(NamedTuple):
    """A comparison across the table.

    Attributes:
        counts: what each seat has; None for a seat that does not take part.
        places: the places that were paid.
        all_equal: nobody was paid because all have the same number.
    """

    counts: tuple[int | None, ...]
    places: tuple[Place, ...]
    all_equal: bool = False

    def points(self, seat: int) -> int:
        """What the places bring to one seat."""
        return sum([place.each for place in self.places if seat in place.seats])


class Line(NamedTuple):
    """The points of one card type for one player, and what they were worked out from.

    Attributes:
        type: ``nigiri`` holds wasabi's tripling, ``takeout-box`` the flipped cards, ``tokens``
            Roll's unused tokens.
        rule: ``<ruleset>/<type>``, the key of its citation.
        counts: the player's own cards or icons, by kind where kinds are told apart.
        claims: the player's uramaki claims of this round.
    """

    type: str
    points: int
    rule: str
    counts: Mapping[str, int]
    comparison: Comparison | None = None
    claims: tuple[Claim, ...] = ()


class PlayerScore(NamedTuple):
    """One player's lines, in catalogue order, and their sum."""

    total: int
    lines: tuple[Line, ...]


class Table(NamedTuple):
    """The whole table at the end of a round; ``claims`` has each turn's (seat, icons) pairs."""

    tableaus: Sequence[Tableau]
    tallies: Sequence[Mapping[str, int]]
    claims: Sequence[Sequence[tuple[int, int]]] = ()

    def counts(self, type_: str) -> tuple[int, ...]:
        """How many of a type of one kind everybody has, by seat."""
        return tuple([tally.get(type_, 0) for tally in self.tallies])


def round_table(
    tableaus: Sequence[Tableau], claims: Sequence[Sequence[tuple[int, int]]] = ()
) -> Table:
    """The table at the end of a round with these tableaus, by seat."""
    return Table(tableaus, [tableau.tally() for tableau in tableaus], claims)


Alone = Callable[..., Line]
"""From how many a player has of each kind of a type, see ``tableau.kinds_of``."""
Compared = Callable[[Table], Sequence[Line | None]]


def frozen(counts: Mapping[str, int]) -> Mapping[str, int]:
    return MappingProxyType(dict(counts))


def alone(type_: str, rule: str, points: Callable[..., int]) -> Alone:
    """A scorer of a type that needs no look at the others."""

    @lru_cache(maxsize=MEMO)
    def line(*numbers: int) -> Line:
        counts = dict(zip(kinds_of(type_), numbers, strict=True))
        return Line(type_, points(*numbers), rule, frozen(counts))

    return line


def compared(type_: str, rule: str, compare: Callable[[tuple[int, ...]], Comparison]) -> Compared:
    """A scorer of a type that is compared by number: everyone who takes part gets a line."""

    @lru_cache(maxsize=MEMO)
    def lines(counts: tuple[int, ...]) -> tuple[Line | None, ...]:
        comparison = compare(counts)
        return tuple(
            None
            if comparison.counts[seat] is None
            else Line(type_, comparison.points(seat), rule, frozen({type_: count}), comparison)
            for seat, count in enumerate(counts)
        )

    return lambda table: lines(table.counts(type_))
