"""The uramaki race of a round, as the entry page shows it."""

from typing import Any

from django.utils.translation import gettext as _

from ...access.games import Visit
from ...rules import Result
from ..services.game_state import GameTable
from .common import seat_names


def race(
    table: GameTable, round_number: int, result: Result, visit: Visit
) -> dict[str, Any] | None:
    """The race of the last round of a result; None where the game has no uramaki.

    It can be claimed for the seats for which the phone may enter cards.
    """
    if "uramaki" not in table.setting.types:
        return None
    won = {
        (claim.turn, claim.seat): claim.points
        for score in result.rounds[-1].players.values()
        for line in score.lines
        for claim in line.claims
    }
    names = seat_names(table)
    seats = {seat.pk: index for index, seat in enumerate(table.seats)}
    standing = table.claims[round_number - 1]
    turns = sorted({claim.position for claim in standing})
    shown = []
    for claim in standing:
        turn, seat = turns.index(claim.position) + 1, seats[claim.seat_id]
        points = won.get((turn, seat), 0)
        place = table.seats[seat].place
        may_take_back = visit.may_enter(place)
        shown.append(
            {
                "id": claim.pk,
                "place": place,
                "name": names[seat],
                "icons": claim.icons,
                "turn": turn,
                "points": points,
                "may_take_back": may_take_back,
            }
        )
    players = [
        (row.place, name)
        for row, name in zip(table.seats, names, strict=True)
        if visit.may_enter(row.place)
    ]
    return {
        "claims": shown,
        "players": players,
        "moments": _moments(len(turns)),
    }


def _moments(turns: int) -> list[tuple[str, str]]:
    moments = [("", _("after all the others"))]
    for turn in range(turns, 0, -1):
        facts = {"turn": turn}
        moments.append((f"with-{turn}", _("on the same turn as claim %(turn)s") % facts))
        moments.append((f"before-{turn}", _("before claim %(turn)s") % facts))
    return moments
