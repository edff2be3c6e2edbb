"""A finished game to hand on: as a text for a chat, and as a link for BG Stats."""

from dataclasses import dataclass

from ...rules import Result
from ...wording.chat import plain_in_chat, result_text
from ..services.game_state import GameTable
from .bgstats import bgstats_link
from .common import seat_names


@dataclass(frozen=True, slots=True)
class SharedResult:
    """The result as a text, and the address of the play in BG Stats."""

    text: str
    bgstats: str

    @property
    def rows(self) -> int:
        """How many lines the text has on a phone, where the first and the last may take two."""
        return self.text.count("\n") + 3


def shared_result(table: GameTable, result: Result) -> SharedResult:
    """What there is to hand on of a game that is over."""
    shown = [plain_in_chat(name) for name in seat_names(table)]
    names = dict(zip(result.sheet.seats, shown, strict=True))
    text = result_text(result, names, table.game.night.date)
    return SharedResult(text, bgstats_link(table, result))
