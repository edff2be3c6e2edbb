"""What a mistake is made of: lines misread, cards changed, slips in adding."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from ..rulesets import ROUNDS, Setting
from ..scoring.lines import Line, Table
from ..tableau import Item, kinds_of

END = ROUNDS + 1
"""The part of a game that comes after its rounds, which are the parts 1 to 3."""

Points = int | Fraction
"""A fraction only where somebody keeps the remainder of a shared prize."""
Options = Mapping[str, Any]
"""How the lines of a type are misread, by key; see :mod:`.scorers`."""
Cell = tuple[int, str]
"""A line of the player: part and card type."""
Effect = Mapping[Cell, Points]
"""By how much a mistake moves each line that it moves."""


class ClaimScope(NamedTuple):
    """What a claim is about: the game's total, a part's (1 to 3 for a round, END), or one line."""

    part: int | None = None
    type: str | None = None


GAME = ClaimScope()


class Habit(NamedTuple):
    """A misread line: an option of its scorer, and the value of that option."""

    part: int
    type: str
    key: str
    value: Any


class CardChange(NamedTuple):
    """Items that are taken away from the player's tableau, and put there."""

    part: int
    taken: tuple[Item, ...]
    put: tuple[Item, ...]


class SumSlip(NamedTuple):
    """A slip with points: ``forget``, ``twice``, ``add`` (by ``by``) or ``swap`` digits."""

    kind: str
    part: int | None = None
    type: str | None = None
    by: int = 0


@dataclass(frozen=True, slots=True)
class Way:
    """One way to make a mistake in a game.

    Attributes:
        share: how likely this way is, compared with the other ways of the same mistake.
        habits, cards, slips: what is done.
        ruling: a field of HouseRules whose other value is played.
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
    """A line with everything that its points depend on; ``tokens`` has the player's unused ones."""

    setting: Setting
    part: int
    table: Table
    seat: int
    type: str
    line: Line | None
    tokens: Mapping[str, int] = MappingProxyType({})

    @property
    def points(self) -> int:
        """The right points; 0 where there is no line."""
        return self.line.points if self.line else 0

    @property
    def counts(self) -> tuple[int, ...]:
        """Every seat's counts of the type."""
        return self.table.counts(self.type)

    @property
    def tally(self) -> int:
        """How many the player has of a type of one kind."""
        return self.table.tallies[self.seat].get(self.type, 0)

    @property
    def kinds(self) -> dict[str, int]:
        """How many the player has of each kind of the line's type."""
        tally = self.table.tallies[self.seat]
        return {kind: tally.get(kind, 0) for kind in kinds_of(self.type)}
