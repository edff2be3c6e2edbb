"""The game at a glance, for everybody to see."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...models import Game
from ...rules import score_sheet
from ...wording.names import ruleset_name
from ...wording.verdict import verdict
from ..services.game_state import GameTable
from .common import with_shown_names
from .ranking_rows import StandingRow, lead_in_words, standing_rows
from .table import halves, join_link, qr_code
from .tableaus import SeatState, round_problems, seat_states


@dataclass(frozen=True, slots=True)
class ScoreboardRow:
    """A player's line: the standing so far, and how far the cards of this round have come."""

    standing: StandingRow
    state: SeatState | None


@dataclass(frozen=True, slots=True)
class ScoreboardPage:
    """Everything that the page shows.

    Attributes:
        round_number: the round that is being entered; None when all are confirmed.
        told: who leads, or who has won, in words; "" before anything was entered.
        code_halves: the code by which others join; None when the game is over.
        link: the address that does the same.
        qr_code: that address as a picture, "" when the game is over.
    """

    table: GameTable
    name: str
    round_number: int | None
    rows: Sequence[ScoreboardRow]
    states: Sequence[SeatState]
    told: str
    is_finished: bool
    code_halves: tuple[str, str] | None
    link: str
    qr_code: str


def scoreboard_page(table: GameTable, address: str) -> ScoreboardPage:
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
    return ScoreboardPage(
        table=table,
        name=ruleset_name(table.game.ruleset),
        round_number=number,
        rows=[
            ScoreboardRow(row, states[row.seat] if states else None)
            for row in standing_rows(table, result, with_end=is_finished)
        ],
        states=states,
        told=told,
        is_finished=is_finished,
        code_halves=None if is_finished else halves(table.game.code),
        link=link,
        qr_code="" if is_finished else qr_code(link),
    )
