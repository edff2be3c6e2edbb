"""Taps that came after their round was confirmed, as the host is asked about them."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...access.games import Visit
from ..services.game_state import GameTable
from ..services.late import waiting_late_taps
from .common import seat_names
from .history import late_words, who


@dataclass(frozen=True, slots=True)
class LateTable:
    """The taps for one tableau that wait: whose cards they are, and each tap in words."""

    name: str
    taps: Sequence[str]
    senders: Sequence[str]


def late_rounds(visit: Visit) -> list[int]:
    """The rounds (from 1) of which the host is to be asked; none for anybody else."""
    if not visit.is_host:
        return []
    rounds = waiting_late_taps(visit.game).values_list("tableau__round__number", flat=True)
    return sorted(set(rounds))


def late_tables(table: GameTable, round_number: int) -> list[LateTable]:
    """The taps of a round (from 1) that wait for the host, by tableau."""
    waiting = waiting_late_taps(table.game).filter(tableau__round__number=round_number)
    names = dict(zip((seat.pk for seat in table.seats), seat_names(table), strict=True))
    by_seat: dict[int, list[tuple[str, str]]] = {}
    for tap in waiting:
        by_seat.setdefault(tap.tableau.seat_id, []).append((late_words(tap.do), who(tap.by)))
    return [
        LateTable(names[seat], [words for words, _ in taps], sorted({sender for _, sender in taps}))
        for seat, taps in by_seat.items()
    ]
