"""What a mistake is made of: lines read otherwise, cards changed, slips in adding."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from ..rulesets import ROUNDS, Setting
from ..scoring.lines import Line, Table
from ..tableau import Item

END = ROUNDS + 1
"""The part of a game that comes after its rounds, which are the parts 1 to 3."""

Points = int | Fraction
"""A fraction only where somebody keeps the remainder of a shared prize."""
Value = bool | int | str | tuple[object, ...]
"""How a misreading is made, where it can be made in several ways."""
Cell = tuple[int, str]
"""A line of the player's: part and card type."""
Effect = Mapping[Cell, Points]
"""By how much a mistake moves each line; those that it leaves alone are not in it."""


class Scope(NamedTuple):
    """What a claim is about: the game's total, a part's total, or one line.

    Attributes:
        part: 1 to 3 for a round, END for the game's end, None for the whole game.
        type: a line of that part; None for all of them.
    """

    part: int | None = None
    type: str | None = None


GAME = Scope()


class Habit(NamedTuple):
    """A line read otherwise than the rules have it: what is done to it, and how."""

    part: int
    type: str
    key: str
    value: Value


class CardChange(NamedTuple):
    """Items of the player's tableau that somebody takes away or puts there."""

    part: int
    taken: tuple[Item, ...]
    put: tuple[Item, ...]


class SumSlip(NamedTuple):
    """A slip with ready points: ``forget``, ``twice``, ``add`` (by ``by``) or ``swap`` digits."""

    kind: str
    part: int | None = None
    type: str | None = None
    by: int = 0


@dataclass(frozen=True, slots=True)
class Way:
    """One way to make a mistake in a game.

    Attributes:
        code: the mistake.
        share: how natural this way is beside the other ways of the same mistake.
        habits, cards, slips: what is done.
        ruling: a house-rule switch (as a field of HouseRules) taken for its other value.
        facts: for the wording.
    """

    code: str
    share: float = 1.0
    habits: tuple[Habit, ...] = ()
    cards: tuple[CardChange, ...] = ()
    slips: tuple[SumSlip, ...] = ()
    ruling: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


class Situation(NamedTuple):
    """A line with everything that it is worked out from."""

    setting: Setting
    part: int
    table: Table
    seat: int
    type: str
    line: Line | None

    @property
    def points(self) -> int:
        """What the line is worth; 0 where there is none."""
        return self.line.points if self.line else 0

    @property
    def counts(self) -> tuple[int, ...]:
        """Everybody's tally of the line's type."""
        return self.table.counts(self.type)

    @property
    def tally(self) -> int:
        """The player's own."""
        return self.table.tallies[self.seat].get(self.type, 0)
