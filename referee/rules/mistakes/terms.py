"""What a mistake is made of: lines misread, cards changed, slips in adding."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from ..house_rules import Switch
from ..rulesets import ROUNDS
from ..tableau import Item

END = ROUNDS + 1
"""The part of a game that comes after its rounds, which are the parts 1 to 3."""

Points = int | Fraction
"""A fraction only where somebody keeps the remainder of a shared prize."""
Cell = tuple[int | None, str | None]
"""A line of the player by its part and card type; a part's sum without a type; the game's total."""
Effect = Mapping[Cell, Points]
"""By how much a mistake moves each line that it moves, or the sum with a slip."""

HAND = frozenset({"card-more", "card-fewer", "card-different"})
"""Mistakes whose ways with the same lines mean the same: some card was wrong."""


class ClaimScope(NamedTuple):
    """What a claim is about: the game's total, a part's (1 to 3 for a round, END), or one line."""

    part: int | None = None
    type: str | None = None

    def covers(self, cell: Cell) -> bool:
        """Whether a line or sum is in it."""
        return self.part in (None, cell[0]) and self.type in (None, cell[1])


GAME = ClaimScope()


class Habit(NamedTuple):
    """A misread line: values of its row that are others; see :func:`.rows.misread`."""

    part: int
    type: str
    changes: Mapping[str, Any]


class CardChange(NamedTuple):
    """Items that are taken away from the player's tableau, and put there."""

    part: int
    taken: tuple[Item, ...]
    put: tuple[Item, ...]


class SumSlip(NamedTuple):
    """A slip with a line or sum: ``forget``, ``twice``, ``add`` (by ``by``) or ``swap`` digits."""

    kind: str
    cell: Cell
    by: int = 0


Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to make a mistake in a game.

    Attributes:
        share: how likely this way is, compared with the other ways of the same mistake.
        habits, cards, slips: what is done.
        ruling: a house rule whose other value is played.
        facts: for the wording.
    """

    code: str
    share: float = 1.0
    habits: tuple[Habit, ...] = ()
    cards: tuple[CardChange, ...] = ()
    slips: tuple[SumSlip, ...] = ()
    ruling: Switch | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    effect: Effect = field(default_factory=dict)

    @property
    def parts(self) -> tuple[int, ...]:
        """The parts of the game in which it is made; none for the game as a whole."""
        parts = {habit.part for habit in self.habits} | {change.part for change in self.cards}
        return tuple(sorted(parts | {slip.cell[0] for slip in self.slips if slip.cell[0]}))

    @property
    def key(self) -> Key:
        """What two ways have in common that mean the same to a player."""
        if self.code in HAND:
            return (self.code, self.parts)
        types = {habit.type for habit in self.habits} | {slip.cell[1] or "" for slip in self.slips}
        return (self.code, self.parts, *sorted(types), self.ruling, self.facts.get("how"))
