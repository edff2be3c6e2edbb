"""Which mistakes explain a wrong claim."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..scoring.plan import LINE_ORDER
from ..sheet import Sheet
from .book import Book, ScoredGame
from .likelihood import CODES
from .pairs import pairs_for
from .terms import END, GAME, ClaimScope, Points, Way
from .ways import Explanation, Ways, parts_of, round_of

MAX_EXPLANATIONS = 10
"""How many explanations one player gets."""


@dataclass(frozen=True, slots=True)
class LineChange:
    """A line or a sum before and after; of a sum ``type`` is "", of the game's ``part`` is 0."""

    part: int
    type: str
    before: Points
    after: Points


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One explanation of a wrong claim.

    Attributes:
        mistakes: the codes, one or two.
        round: the round in which all of it happened, or None.
        right: the right number.
        total: the number with the mistakes, which is claimed.
        ways: how each mistake was made, most likely.
        others: for each mistake, other ways that mean the same, with another card.
        changes: the lines that move, in the order of the sheet, then the sums with a slip.
    """

    mistakes: tuple[str, ...]
    round: int | None
    right: int
    total: int
    ways: tuple[Way, ...]
    others: tuple[tuple[Way, ...], ...]
    changes: tuple[LineChange, ...]


def diagnose(
    sheet: Sheet, claims: Mapping[str, int], scope: ClaimScope = GAME, *, is_over: bool = True
) -> dict[str, tuple[Diagnosis, ...]]:
    """Explain every wrong claim, the likeliest explanation first, at most ten a player.

    A player with a right claim is left out; one whose claim nothing explains has no explanations.
    Pairs of mistakes are given only where no single one explains the claim.

    Args:
        sheet: the game, as far as it has got.
        claims: what players say they have, by name.
        scope: what the claims are about; the game's total unless told otherwise.
        is_over: whether the end of the game counts with the third round; not while that round is
            open, or another one again.

    Raises:
        KeyError: for the name of somebody who does not play.
    """
    game = ScoredGame(sheet, is_over=is_over)
    seats = {name: seat for seat, name in enumerate(sheet.seats)}
    found = {}
    for name, claim in claims.items():
        seat = seats[name]
        if game.base(seat).value(scope) != claim:
            found[name] = tuple(_explained(game, seat, claim, scope))
    return found


def _explained(game: ScoredGame, seat: int, claim: int, scope: ClaimScope) -> list[Diagnosis]:
    ways = Ways(game, seat, scope)
    single = ways.explanations.get(claim - ways.right, ())
    proved = [found for found in single if ways.value((found.way,)) == claim]
    found = [([one], one.weight) for one in proved] or [
        (sorted((pair.first, pair.second), key=_when), pair.weight)
        for pair in pairs_for(ways, claim)
    ]
    return [_diagnosis(ways, claim, explanations) for explanations in _likeliest(found)]


def _likeliest(found: Sequence[tuple[list[Explanation], float]]) -> list[list[Explanation]]:
    """Return at most ten: every mistake once, at its likeliest place; then its other places.

    A mistake that fits in several places is as likely as these are together.
    """
    by_codes: dict[tuple[str, ...], list[tuple[float, list[Explanation]]]] = {}
    for explanations, weight in sorted(found, key=lambda one: -one[1]):
        codes = tuple(one.way.code for one in explanations)
        by_codes.setdefault(codes, []).append((weight, explanations))
    ranked = [
        (place > 0, weight if place else sum(weight for weight, _ in places), explanations)
        for places in by_codes.values()
        for place, (weight, explanations) in enumerate(places)
    ]
    ranked.sort(key=lambda one: (one[0], -one[1]))
    return [explanations for _, _, explanations in ranked[:MAX_EXPLANATIONS]]


def _when(found: Explanation) -> tuple[tuple[int, ...], int]:
    """Order by round, then by code."""
    return parts_of(found.way) or (END + 1,), CODES.index(found.way.code)


def _diagnosis(ways: Ways, claim: int, explanations: Sequence[Explanation]) -> Diagnosis:
    made = tuple(found.way for found in explanations)
    after = ways.game.book(ways.seat, made)
    return Diagnosis(
        tuple(way.code for way in made),
        round_of(made),
        int(ways.right),
        claim,
        made,
        tuple(found.ways[1:] for found in explanations),
        (*_lines_moved(ways.book, after), *_sums_moved(ways.book, after, made)),
    )


def _lines_moved(right: Book, wrong: Book) -> list[LineChange]:
    cells = {**right.lines, **wrong.lines}
    changes = [
        LineChange(*cell, right.lines.get(cell, 0), wrong.lines.get(cell, 0))
        for cell in sorted(cells, key=lambda cell: (cell[0], LINE_ORDER.index(cell[1])))
    ]
    return [change for change in changes if change.before != change.after]


def _sums_moved(right: Book, wrong: Book, made: Sequence[Way]) -> list[LineChange]:
    """The sums that have a slip of their own."""
    places = {slip.part for way in made for slip in way.slips if slip.type is None}
    return [
        LineChange(0, "", right.total, wrong.total)
        if part is None
        else LineChange(part, "", right.parts.get(part, 0), wrong.parts.get(part, 0))
        for part in sorted(places, key=lambda part: part or END + 1)
    ]
