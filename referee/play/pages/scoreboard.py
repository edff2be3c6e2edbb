"""The game at a glance, for everybody to see."""

from typing import Any

from ...models import Game
from ...rules import score_sheet
from ...wording.names import ruleset_name
from ...wording.verdict import verdict
from ..services.game_state import GameTable
from .common import with_shown_names
from .ranking_rows import lead_in_words, standing_rows
from .table import halves, join_link, qr_code
from .tableaus import round_problems, seat_states


def scoreboard_page(table: GameTable, address: str) -> dict[str, Any]:
    """The whole game as it stands.

    Args:
        address: the scheme and host under which other phones reach this page.
    """
    number = table.current_round
    is_finished = table.game.state == Game.State.FINISHED
    up_to = number or len(table.rounds)
    result = score_sheet(table.sheet_up_to(up_to))
    states = seat_states(table, number, round_problems(table, number)) if number else []
    nothing_yet = number == 1 and len(table.empty_seats(1)) == len(table.seats)
    told = "" if nothing_yet else lead_in_words(table, result)
    if is_finished:
        told = verdict(with_shown_names(table, result))
    link = join_link(table.game, address)
    return {
        "table": table,
        "name": ruleset_name(table.game.ruleset),
        "round_number": number,
        "rows": [
            {
                "standing": row,
                "state": states[row.seat] if states else None,
            }
            for row in standing_rows(table, result, with_end=is_finished)
        ],
        "states": states,
        "told": told,
        "is_finished": is_finished,
        "code_halves": None if is_finished else halves(table.game.code),
        "link": link,
        "qr_code": "" if is_finished else qr_code(link),
    }
