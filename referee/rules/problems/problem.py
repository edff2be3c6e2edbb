"""What a problem of a score sheet is."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import NamedTuple


class Severity(StrEnum):
    """How sure the referee is: an error cannot be right, a warning may be."""

    ERROR = "error"
    WARNING = "warning"


class Holder(NamedTuple):
    """A player who has some, at least one, of what there is too much of: cards, dice, icons or
    tokens."""

    player: str
    number: int


class Problem(NamedTuple):
    """One thing on the table that cannot be right, or may not be.

    Attributes:
        code: as in the score sheet's contract, such as ``hand-size``.
        round: from 1, or None where it is not one round's.
        player: whose tableau or claim it is, or None where it is the whole table's.
        detail: which case of the code it is, a key of the wording.
        facts: the numbers and card names to word it with.
        holders: where the whole table has too much of something, who has how many in this round, in
            seat order. What counts from earlier rounds is the fact ``earlier``.
    """

    code: str
    severity: Severity
    round: int | None
    player: str | None
    detail: str
    facts: Mapping[str, int | str]
    holders: tuple[Holder, ...] = ()

    @property
    def path(self) -> str:
        """Where it stands on a sheet, as the faults of a sheet name it; "" for the whole of it."""
        if self.round is None:
            return {"menu-players": "menu", "token-limit": "tokens_left"}.get(self.code, "")
        path = f"rounds[{self.round - 1}]"
        if self.player is None:
            return path
        is_race = self.code == "uramaki-claim"
        return f"{path}.uramaki_claims" if is_race else f"{path}.tableaus.{self.player}"

    def concerns(self, player: str) -> bool:
        """Whether this player may have to correct it: it is theirs, they hold some of what there is
        too much of, or it is the whole table's."""
        if self.holders:
            return any(holder.player == player for holder in self.holders)
        return self.player in (None, player)

    def renamed(self, names: Mapping[str, str]) -> "Problem":
        """The same problem with other names for the players. Raises KeyError for one without."""
        player = None if self.player is None else names[self.player]
        holders = tuple(holder._replace(player=names[holder.player]) for holder in self.holders)
        return self._replace(player=player, holders=holders)


def _problem(
    severity: Severity,
    code: str,
    detail: str,
    round_: int | None = None,
    player: str | None = None,
    *,
    holders: tuple[Holder, ...] = (),
    **facts: int | str,
) -> Problem:
    return Problem(code, severity, round_, player, detail, MappingProxyType(facts), holders)


error = partial(_problem, Severity.ERROR)
"""What cannot be right."""
warning = partial(_problem, Severity.WARNING)
"""What may be explained by something that the sheet does not record."""


def holders_among(seats: Sequence[str], numbers: Sequence[int]) -> tuple[Holder, ...]:
    """Who has any, in seat order; both arguments are by seat."""
    return tuple(Holder(seat, n) for seat, n in zip(seats, numbers, strict=True) if n > 0)
