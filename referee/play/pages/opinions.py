"""What the players say of confirmed rounds."""

from typing import Any

from ...access.games import Visit
from ...models import RoundVersion
from ..services.game_state import GameState
from ..services.versions import newest_versions
from .history import who


def who_agrees(table: GameState) -> list[dict[str, Any]]:
    """What the players say of the rounds that are confirmed now."""
    return [
        {
            "round_number": number,
            "version": row.version,
            "opinions": (opinions := shown_opinions(table, row)),
            "is_said": any(opinion["agrees"] is not None for opinion in opinions),
            "is_agreed": all(opinion["agrees"] for opinion in opinions),
        }
        for number, row in sorted(newest_versions(table).items())
    ]


def shown_opinions(
    table: GameState, row: RoundVersion, visit: Visit | None = None
) -> list[dict[str, Any]]:
    """What the players whose phones hold a seat say of a version, and who else has said something;
    given the phone that asks, for whom it may speak.

    ``agrees`` is None for somebody who has said nothing; ``by`` says whose phone said it, "" where
    it was the player's own.
    """
    by_seat = {opinion.seat_id: opinion for opinion in row.opinions.all()}
    shown = []
    for seat in table.seats:
        opinion = by_seat.get(seat.pk)
        if seat.player is None or not (opinion or seat.holder):
            continue
        shown.append(
            {
                "place": seat.place,
                "name": seat.name,
                "agrees": opinion.agrees if opinion else None,
                "words": opinion.words if opinion else "",
                "by": who(opinion.by) if opinion and opinion.by_id != opinion.seat_id else "",
                "may_speak": visit is not None and visit.may_speak_for(seat),
                "is_own": visit is not None and visit.holds(seat.place),
            }
        )
    return shown
