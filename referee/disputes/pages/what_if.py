"""The page to change cards in a copy and see the effect."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.urls import reverse

from ...play.pages.common import shown_problem
from ...play.pages.grid import following_cards, tiles
from ...play.pages.tableaus import piles
from ...play.services.game_state import GameState, SeatState
from ...play.services.taps import SentTap
from ...wording.changes import changed_tableaus
from ...wording.phrases import series
from ..services.what_if import what_if, written
from .difference import difference


def what_if_url(seat: SeatState, taps: Sequence[SentTap] = ()) -> str:
    """Return the address of a trial of a seat's cards, on its round as it lies there."""
    page = reverse("what-if", args=[seat.row.game_id, seat.round.number, seat.place])
    if not taps:
        return page
    query = [("at", tried_at(seat)), *(("w", written(tap)) for tap in taps)]
    return f"{page}?{urlencode(query, safe=':')}"


def tried_at(seat: SeatState) -> int:
    """Return the event number of its game by which a round lies as it does."""
    return max(other.laid.version for other in seat.round.seats)


def what_if_page(table: GameState, seat: SeatState, taps: Sequence[SentTap]) -> dict[str, Any]:
    """Return the page for a seat and at most 60 changes of its round, as it lies on a table."""
    trial = what_if(table, seat.round.number, taps)
    round_ = trial.table.rounds[seat.round.number - 1]
    tried = round_.seats[seat.index]
    names = [other.name for other in round_.seats]
    before, after = seat.round.on_sheet.tableaus, round_.on_sheet.tableaus
    refused = [change.refused for change in trial.tried if change.refused]
    return {
        "table": trial.table,
        "round": round_,
        "seat": tried,
        "seats": [(other, what_if_url(other, taps)) for other in round_.seats],
        "tap": uuid4(),
        "at": tried_at(seat),
        "tiles": tiles(tried, following_cards(tried)),
        "piles": piles(tried),
        "actions": [written(tap) for tap in taps],
        "changes": [
            (name, series(words)) for name, words in changed_tableaus(names, before, after)
        ],
        "refused": list(dict.fromkeys(refusal.message for refusal in refused)),
        "difference": difference(table, trial.table, round_.number),
        "problems": [shown_problem(trial.table, problem) for problem in tried.to_check],
    }
