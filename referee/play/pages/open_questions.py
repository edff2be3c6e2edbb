"""What the rulebook leaves open in a part of a game, and what decided there."""

from collections.abc import Sequence
from typing import NamedTuple

from ...rules import Line, Setting, Tableau, score_round
from ...rules.house_rule_effects import Deciding, deciding_at_end, deciding_switches
from ...rules.tableau import EMPTY
from ...rules.wasabi_pairing import LaidCard, nigiri_on_wasabi, tableau_of
from ...wording.explanations.rule_gaps import Silence, silences
from ..services.game_state import GameState, LaidTableau


class OpenQuestions(NamedTuple):
    """The open questions of a round (from 1), or of the game's end (None).

    ``deciding`` are the house rules that decided, by seat and type of line.
    """

    table: GameState
    round_number: int | None
    deciding: Deciding

    def of(self, line: Line, seat: int) -> list[Silence]:
        """Those on which a line depends; it need not be one that scores."""
        switches = self.deciding.get((seat, line.type), ())
        setting = self.table.setting
        if self.round_number is None:
            return silences(line, seat, setting, switches=switches, tableau=EMPTY)
        round_ = self.table.sheet.rounds[self.round_number - 1]
        tableau, turns = round_.tableaus[seat], round_.claims
        return silences(line, seat, setting, switches=switches, tableau=tableau, turns=turns)


def questions_of_round(table: GameState, round_number: int) -> OpenQuestions:
    """The open questions of a round (from 1), confirmed or as it stands."""
    round_ = table.sheet.rounds[round_number - 1]
    laid = table.tableaus[round_number - 1]
    deciding = deciding_switches(
        table.setting,
        lambda other: score_round(other, _tableaus(laid, table.setting, other), round_.claims),
    )
    return OpenQuestions(table, round_number, deciding)


def questions_at_end(table: GameState) -> OpenQuestions:
    """The open questions of the game's end; all three rounds are played."""
    return OpenQuestions(table, None, deciding_at_end(table.sheet))


def _tableaus(laid: Sequence[LaidTableau], setting: Setting, other: Setting) -> list[Tableau]:
    """The round's tableaus as the cards would lie by the house rules of ``other``."""
    frees = other.house_rules.flipped_nigiri_frees_wasabi
    if frees == setting.house_rules.flipped_nigiri_frees_wasabi:
        return [tableau.value for tableau in laid]
    return [
        tableau_of(_as_entered(one, frees=frees), flipped_nigiri_frees_wasabi=frees) for one in laid
    ]


def _as_entered(tableau: LaidTableau, *, frees: bool) -> list[LaidCard]:
    """The cards as they would have been entered: a nigiri that came after one that lies face down
    on its wasabi finds that free, or taken."""
    cards = tableau.cards
    on = nigiri_on_wasabi(cards, flipped_frees=not frees)
    for at, nigiri in on.items():
        others = cards[nigiri + 1 :] if frees else cards[at:nigiri]
        placed = {card.nigiri for card in cards}
        other = (c.id for c in others if c.is_nigiri and c.flipped != frees and c.id not in placed)
        if cards[nigiri].flipped == frees:
            cards[at] = cards[at]._replace(nigiri=next(other, cards[nigiri].id))
    return cards
