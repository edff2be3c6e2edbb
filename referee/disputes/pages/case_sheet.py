"""The score sheet of a case file, which scores the same elsewhere."""

from dataclasses import replace

from django.utils import timezone

from ...models import Game
from ...play.services.game_state import GameState
from ...rules import Sheet, score_sheet
from ...rules.rulesets import ROUNDS
from ..services.disputes import disputable_sheet, disputes_of


def has_begun(table: GameState) -> bool:
    """Return whether there are any cards to score."""
    return bool(disputable_sheet(table).rounds)


def sheet_of_case(table: GameState) -> Sheet:
    """The rounds up to the last one that has something in it, the first in any case; and what the
    players say they have, where it is another total."""
    sheet = disputable_sheet(table)
    if not sheet.rounds:
        sheet = table.sheet_up_to(1)
    return replace(sheet, claimed=_claimed(table, sheet))


def _claimed(table: GameState, sheet: Sheet) -> dict[str, int]:
    """Return each player's newest claimed total that still differs.

    A claim that was made when fewer rounds were played, or before the end of the game counted, is
    not about this total.
    """
    newest = {
        row.seat.player.name: row
        for row in disputes_of(table.game)
        if row.part == 0 and not row.type and row.seat.player is not None
    }
    totals = score_sheet(sheet).totals
    return {
        name: row.claimed
        for name, row in newest.items()
        if row.claimed != totals[name]
        and len(row.sheet["rounds"]) == len(sheet.rounds)
        and (row.is_over or len(sheet.rounds) < ROUNDS)
    }


def file_name(game: Game) -> str:
    """Return the download's name, with the game and the date."""
    day = timezone.localtime(game.created_at).date()
    return f"sushiscore-{game.ruleset}-{day.isoformat()}.json"
