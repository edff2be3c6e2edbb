"""Taps that came after their round was confirmed, as the host is asked about them."""

from typing import Any

from ...access.games import Visit
from ..services.game_state import GameTable
from ..services.late import waiting_late_taps
from .common import seat_names
from .history import late_words, who


def late_rounds(visit: Visit) -> list[int]:
    """The rounds (from 1) of which the host is to be asked; none for anybody else."""
    if not visit.is_host:
        return []
    rounds = waiting_late_taps(visit.game).values_list("tableau__round__number", flat=True)
    return sorted(set(rounds))


def late_tables(table: GameTable, round_number: int) -> list[dict[str, Any]]:
    """The taps of a round (from 1) that wait for the host, by tableau."""
    waiting = waiting_late_taps(table.game).filter(tableau__round__number=round_number)
    names = dict(zip((seat.pk for seat in table.seats), seat_names(table), strict=True))
    by_seat: dict[int, list[tuple[str, str]]] = {}
    for tap in waiting:
        by_seat.setdefault(tap.tableau.seat_id, []).append((late_words(tap.do), who(tap.by)))
    return [
        {
            "name": names[seat],
            "taps": [words for words, _ in taps],
            "senders": sorted({sender for _, sender in taps}),
        }
        for seat, taps in by_seat.items()
    ]
