"""What one more card would score, while a round is being entered."""

from collections.abc import Sequence
from typing import NamedTuple

from .cards import CARD_TYPES, FACES, FRUITS
from .rulesets import Setting
from .scoring.lines import PlayerScore, Table
from .scoring.plan import dessert_tally, score_seat
from .scoring.sets import SETS, fruit_points
from .sheet import Turn
from .tableau import Tableau, item
from .wasabi_pairing import LaidCard, landing, tableau_of


class NextCard(NamedTuple):
    """What one more card of a face would change: the player's ``points`` in this round (of fruit at
    the game's end), and which card of a set it would be (from 1), with the set's size; ``held`` is
    the tally of its type that the player has."""

    points: int
    set_place: tuple[int, int] | None
    held: int = 0


def score_so_far(score: PlayerScore) -> PlayerScore:
    """A round's score while cards are still to come: without the comparisons for which nobody has a
    card yet. Two players would both have the most temaki before the first card lies."""
    lines = tuple(
        line
        for line in score.lines
        if line.comparison is None or any(line.comparison.counts) or line.claims
    )
    return PlayerScore(sum(line.points for line in lines), lines)


def next_cards(
    setting: Setting,
    tableaus: Sequence[Tableau],
    claims: Sequence[Turn],
    seat: int,
    cards: Sequence[LaidCard],
    faces: Sequence[str],
    earlier: Sequence[Tableau] = (),
) -> dict[str, NextCard]:
    """What one more card of each face would change for a seat (from 0).

    Args:
        tableaus: everybody's, by seat, as they lie now.
        cards: that seat's cards as they were entered.
        earlier: that seat's tableaus of earlier rounds: desserts make sets over the game.
    """
    frees = setting.house_rules.flipped_nigiri_frees_wasabi
    tallies = [tableau.tally() for tableau in tableaus]

    def points_of(mine: Tableau) -> int:
        laid = [*tableaus[:seat], mine, *tableaus[seat + 1 :]]
        counted = [*tallies[:seat], mine.tally(), *tallies[seat + 1 :]]
        table = Table(laid, counted, claims)
        return score_so_far(score_seat(setting, table, seat, at_end=False)).total

    now, lying = points_of(tableaus[seat]), tableaus[seat].counts
    result = {}
    for face in faces:
        type_ = FACES[face].type
        new = LaidCard(face, id="next")
        if on := landing(cards, new, flipped_nigiri_frees_wasabi=frees):
            laid = [on.get(at, card) for at, card in enumerate(cards)]
            more = tableau_of([*laid, new], flipped_nigiri_frees_wasabi=frees)
        else:  # it lies beside the others
            added = item(new.card)
            more = Tableau({**lying, added: lying.get(added, 0) + 1})
        points = points_of(more) - now
        kept = earlier if CARD_TYPES[type_].category == "dessert" else ()
        held = sum(mine.tally().get(type_, 0) for mine in (tableaus[seat], *kept))
        if type_ == "fruit":
            tallies_of_game = [
                dessert_tally(setting, [*kept, mine]) for mine in (tableaus[seat], more)
            ]
            before, after = (
                fruit_points(*[tally.get(kind, 0) for kind in FRUITS]) for tally in tallies_of_game
            )
            points = after - before
        size, _ = (0, 0) if setting.rules.dice else SETS.get(type_, (0, 0))
        result[face] = NextCard(points, (held % size + 1, size) if size else None, held)
    return result
