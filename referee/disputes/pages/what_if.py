"""The page to change cards in a copy and see the effect."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.urls import reverse

from ...play.pages.common import is_missing_only, seat_names, shown_problem
from ...play.pages.grid import following_cards, tiles
from ...play.pages.tableaus import piles, round_problems, seat_states
from ...play.services.game_state import GameState
from ...play.services.taps import SentTap
from ...wording.changes import changed_tableaus
from ...wording.phrases import series
from ..services.what_if import what_if, written
from .difference import difference


def what_if_url(game: UUID, round_number: int, place: int, asked: Sequence[SentTap] = ()) -> str:
    """Return the address of a trial of a seat's cards (place from 1) in a round (from 1)."""
    page = reverse("what-if", args=[game, round_number, place])
    query = urlencode([("w", written(one)) for one in asked], safe=":")
    return f"{page}?{query}" if query else page


def what_if_page(
    table: GameState, round_number: int, seat: int, asked: Sequence[SentTap]
) -> dict[str, Any]:
    """Return the page for a seat (from 0), a round (from 1) and at most 60 changes."""
    trial = what_if(table, round_number, asked)
    copied = trial.table
    problems = round_problems(copied, round_number)
    seats = [
        state | {"url": what_if_url(table.game.pk, round_number, state["place"], asked)}
        for state in seat_states(copied, round_number, problems)
    ]
    before, after = (it.sheet.rounds[round_number - 1].tableaus for it in (table, copied))
    refused = [one.refused for one in trial.tried if one.refused]
    return {
        "table": copied,
        "round": table.rounds[round_number - 1],
        "seat": seats[seat],
        "seats": seats,
        "tap": uuid4(),
        "tiles": tiles(copied, round_number, seat, following_cards(copied, round_number, seat)),
        "piles": piles(copied, copied.tableaus[round_number - 1][seat]),
        "actions": [written(one) for one in asked],
        "changes": [
            (name, series(words))
            for name, words in changed_tableaus(seat_names(table), before, after)
        ],
        "refused": list(dict.fromkeys(one.message for one in refused)),
        "difference": difference(table, copied, round_number),
        "problems": [
            shown_problem(copied, problem)
            for problem in problems
            if problem.concerns(copied.sheet.seats[seat]) and not is_missing_only(problem)
        ],
    }
