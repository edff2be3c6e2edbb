"""The score sheet of a case file, which scores the same elsewhere."""

from dataclasses import replace

from ...play.services.game_state import GameState
from ...rules import Sheet
from ...rules.rulesets import ROUNDS
from ..services.disputes import disputes_of, last_begun


def sheet_of_case(table: GameState) -> Sheet:
    """The rounds up to the last one with a card, at least one, with each player's newest claimed
    total that still differs.

    A claim that was made when fewer rounds were played, or before the end of the game counted, is
    not about this total.
    """
    last = last_begun(table) or table.rounds[0]
    sheet, totals = last.sheet, last.result.totals
    newest = {
        row.seat.player.name: row
        for row in disputes_of(table.game)
        if row.part == 0 and not row.type and row.seat.player is not None
    }
    claimed = {
        name: row.claimed
        for name, row in newest.items()
        if row.claimed != totals[name]
        and len(row.sheet["rounds"]) == len(sheet.rounds)
        and (row.is_over or len(sheet.rounds) < ROUNDS)
    }
    return replace(sheet, claimed=claimed)
