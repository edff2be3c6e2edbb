"""What the rulebook leaves open in a part of a game, and what decided there."""

from collections.abc import Sequence
from typing import NamedTuple

from ...rules import Line, Setting, Tableau, score_round
from ...rules.house_rule_effects import Deciding, deciding_at_end, deciding_switches
from ...rules.tableau import EMPTY
from ...rules.wasabi_pairing import LaidCard, nigiri_on_wasabi, tableau_of
from ...wording.explanations.rule_gaps import Silence, silences
from ..services.game_state import GameState, LaidTableau, RoundState, SeatState


class OpenQuestions(NamedTuple):
    """The open questions of a round, or of the game's end (None).

    ``deciding`` are the house rules that decided, by the seat's index and type of line.
    """

    round: RoundState | None
    deciding: Deciding

    def of(self, line: Line, seat: SeatState) -> list[Silence]:
        """The silences on which a line depends, whether it scores or not."""
        about = (line, seat.index, seat.round.setting)
        switches = self.deciding.get((seat.index, line.type), ())
        if self.round is None:
            return silences(*about, switches=switches, tableau=EMPTY)
        tableau, turns = self.round.seats[seat.index].tableau, self.round.on_sheet.claims
        return silences(*about, switches=switches, tableau=tableau, turns=turns)


def questions_of_round(round_: RoundState) -> OpenQuestions:
    """The open questions of a round, confirmed or as it stands."""
    laid, turns = [seat.laid for seat in round_.seats], round_.on_sheet.claims
    deciding = deciding_switches(
        round_.setting,
        lambda other: score_round(other, _tableaus(laid, round_.setting, other), turns),
    )
    return OpenQuestions(round_, deciding)


def questions_at_end(table: GameState) -> OpenQuestions:
    """The open questions of the game's end; all three rounds are played."""
    return OpenQuestions(None, deciding_at_end(table.sheet))


def _tableaus(laid: Sequence[LaidTableau], setting: Setting, other: Setting) -> list[Tableau]:
    """The round's tableaus as the cards would lie by the house rules of ``other``."""
    frees = other.house_rules.flipped_nigiri_frees_wasabi
    if frees == setting.house_rules.flipped_nigiri_frees_wasabi:
        return [tableau.value for tableau in laid]
    return [
        tableau_of(_as_entered(tableau, frees=frees), flipped_nigiri_frees_wasabi=frees)
        for tableau in laid
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
