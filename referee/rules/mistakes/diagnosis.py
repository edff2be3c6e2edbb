"""Which mistakes explain a wrong claim."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import floor
from typing import NamedTuple

from ..scoring.plan import LINE_ORDER
from ..sheet import Sheet
from .book import Book, ScoredGame, swapped
from .pairs import pairs_for
from .readings import CODES
from .terms import END, GAME, HAND, Cell, ClaimScope, Points, Way
from .ways import Explanation, Ways

MAX_EXPLANATIONS = 10
"""How many explanations one player gets where nothing else is asked for."""
LEAST_LIKELIHOOD = 0.02
"""What is less likely than this is not told."""
NO_LINE = HAND | {
    "round-left-out", "round-twice", "line-forgotten", "line-twice", "adding-slip", "digits-swapped"
}  # fmt: skip
"""Mistakes in the hand or the sum: every line is right for the cards that somebody sees."""


class LineChange(NamedTuple):
    """A line or a sum before and after; of a sum ``type`` is "", of the game's ``part`` is 0."""

    part: int
    type: str
    before: Points
    after: Points


class Diagnosis(NamedTuple):
    """One explanation of a wrong claim.

    Attributes:
        mistakes: the codes, one or two.
        round: the round in which all of it happened, or None.
        type: the card type of the line that differs, of two mistakes the first's; None for a slip
            in the hand or the sum.
        likelihood: how likely this is the reason, from 0 to 1; what nobody knows of is included, so
            that all explanations of a claim add up to less than 1. Rounded down to two decimals.
        right: the right number.
        total: the number with the mistakes, which is claimed.
        ways: how each mistake was made, most likely.
        others: for each mistake, other ways that mean the same, with another card.
        changes: the lines that move, in the order of the sheet, then the sums with a slip.
    """

    mistakes: tuple[str, ...]
    round: int | None
    type: str | None
    likelihood: float
    right: int
    total: int
    ways: tuple[Way, ...]
    others: tuple[tuple[Way, ...], ...]
    changes: tuple[LineChange, ...]


def diagnose(
    sheet: Sheet,
    claims: Mapping[str, int],
    scope: ClaimScope = GAME,
    *,
    is_over: bool = True,
    most: int = MAX_EXPLANATIONS,
) -> dict[str, tuple[Diagnosis, ...]]:
    """Explain every wrong claim, the likeliest explanation first.

    A player with a right claim is left out; one whose claim nothing explains has no explanations.
    Nor has anybody of a round that was counted without cards, and of a game with such a round.
    Pairs of mistakes are given only where no single one explains the claim.

    Args:
        claims: what players say they have, by name; KeyError for one who does not play.
        scope: what the claims are about.
        is_over: whether the end of the game counts with the third round; not while a round is open.
        most: how many explanations a player gets at most.
    """
    game = ScoredGame(sheet, is_over=is_over)
    seats = {name: seat for seat, name in enumerate(sheet.seats)}
    diagnoses: dict[str, tuple[Diagnosis, ...]] = {}
    for name, claim in claims.items():
        seat = seats[name]
        if game.book(seat).value(scope) != claim:
            is_known = sheet.has_cards_of(scope.part)
            diagnoses[name] = tuple(_diagnoses(game, seat, claim, scope, most)) if is_known else ()
    return diagnoses


def _diagnoses(
    game: ScoredGame, seat: int, claim: int, scope: ClaimScope, most: int
) -> list[Diagnosis]:
    """Diagnose one claim: the single mistakes that lead to it, or else the pairs."""
    ways = Ways(game, seat, scope)
    single = ways.explanations.get(claim - ways.right, ())
    proved = [explanation for explanation in single if ways.value((explanation.way,)) == claim]
    if scope.part:  # of what is made in other rounds too, the claim does not speak
        here = [one for one in proved if {*one.way.parts} <= {scope.part}]
        codes = {one.way.code for one in here}
        proved = here + [one for one in proved if one.way.code not in codes]
    candidates = [([explanation], explanation.weight) for explanation in proved] or [
        (sorted((pair.first, pair.second), key=_by_round), pair.weight)
        for pair in pairs_for(ways, claim)
    ]
    candidates.sort(key=lambda candidate: -candidate[1])
    everything = sum(weight for _, weight in candidates) + ways.unknown(claim)
    told = [
        (explanations, floor(100 * weight / everything) / 100)
        for explanations, weight in candidates[:most]
    ]
    return [
        _diagnosis(ways, claim, explanations, likelihood)
        for explanations, likelihood in told
        if likelihood >= LEAST_LIKELIHOOD
    ]


def _by_round(explanation: Explanation) -> tuple[tuple[int, ...], int]:
    """Order by round, then by code."""
    return explanation.way.parts or (END + 1,), CODES.index(explanation.way.code)


def _diagnosis(
    ways: Ways, claim: int, explanations: Sequence[Explanation], likelihood: float
) -> Diagnosis:
    made = tuple(explanation.way for explanation in explanations)
    if len(made) > 1:
        made = tuple(_with_sum_before(ways, made, way) for way in made)
    parts = {part for way in made for part in way.parts or (END,)}
    return Diagnosis(
        tuple(way.code for way in made),
        min(parts) if len(parts) == 1 and parts != {END} else None,
        _type_of(made[0]),
        likelihood,
        int(ways.right),
        claim,
        made,
        tuple(explanation.ways[1:] for explanation in explanations),
        tuple(_changes(ways.book, ways.game.book(ways.seat, made), made)),
    )


def _type_of(way: Way) -> str | None:
    """The card type of the line that a mistake makes wrong."""
    if way.habits:
        return way.habits[0].type
    return None if way.code in NO_LINE or not way.effect else min(way.effect, key=_order)[1]


def _with_sum_before(ways: Ways, made: Sequence[Way], way: Way) -> Way:
    """Of swapped digits, note the sum before the swap: the other mistake has moved it already."""
    if way.code != "digits-swapped":
        return way
    others = [other for other in made if other is not way]
    before = ways.game.book(ways.seat, others).value(way.slips[0].cell)
    return replace(way, facts={**way.facts, "before": before, "after": swapped(before)})


def _changes(right: Book, wrong: Book, made: Sequence[Way]) -> Iterator[LineChange]:
    """The lines that move, then the sums that have a slip of their own."""
    cells = {**right, **wrong}
    lines = {cell for cell in cells if cell[1] and right.value(cell) != wrong.value(cell)}
    sums = {slip.cell for way in made for slip in way.slips if not slip.cell[1]}
    for cell in sorted(lines | sums, key=_order):
        yield LineChange(cell[0] or 0, cell[1] or "", right.value(cell), wrong.value(cell))


def _order(cell: Cell) -> tuple[bool, int, int]:
    """Lines as on the sheet, then sums."""
    part, type_ = cell
    return type_ is None, part or END + 1, LINE_ORDER.index(type_) if type_ else 0
