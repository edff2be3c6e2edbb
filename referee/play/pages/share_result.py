"""A finished game to hand on: as a text for a chat, and as a link for BG Stats."""

from typing import Any

from ...rules import Result
from ...wording.chat import plain_in_chat, result_text
from ..services.game_state import GameTable
from .bgstats import bgstats_link
from .common import seat_names


def shared_result(table: GameTable, result: Result) -> dict[str, Any]:
    """What there is to hand on of a game that is over."""
    shown = [plain_in_chat(name) for name in seat_names(table)]
    names = dict(zip(result.sheet.seats, shown, strict=True))
    text = result_text(result, names, table.game.night.date)
    return {
        "text": text,
        # On a phone the first and the last line may take two.
        "rows": text.count("\n") + 3,
        "bgstats": bgstats_link(table, result),
    }
