"""What a mistake is made of: lines misread, cards changed, slips in adding."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from ..rulesets import ROUNDS
from ..tableau import Item

END = ROUNDS + 1
"""The part of a game that comes after its rounds, which are the parts 1 to 3."""

Points = int | Fraction
"""A fraction only where somebody keeps the remainder of a shared prize."""
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
