"""Slips with right points: a line left out or counted twice, wrong adding, swapped digits."""

from collections.abc import Iterator

from .book import Book, swapped
from .terms import END, GAME, ClaimScope, Points, SumSlip, Way

WHOLE_SUM = 3.0
"""How likely swapped digits are in a written total, compared with a single line."""
OFF_BY = {10: 2.0, 1: 1.0, 5: 1.0, 20: 1.0, 50: 1.0}
"""By how much a sum is off, and how likely that is compared with the others."""


def sum_slips(book: Book, scope: ClaimScope) -> Iterator[tuple[Way, Points]]:
    """Every slip that moves the claimed number, and by how much it does."""
    for (part, type_), points in book.lines.items():
        if not points or scope.part not in (None, part) or scope.type not in (None, type_):
            continue
        facts = {"type": type_, "points": points}
        # Forgotten puddings have a name of their own.
        if not (part == END and type_ == "pudding"):
            slip = SumSlip("forget", part, type_)
            yield Way("line-forgotten", slips=(slip,), facts=facts), -points
        yield Way("line-twice", slips=(SumSlip("twice", part, type_),), facts=facts), points
        yield from _swap(points, SumSlip("swap", part, type_), 1.0, type=type_)
    if scope.type is None:
        for part, points in book.parts.items():
            if scope.part in (None, part):
                share = WHOLE_SUM if scope.part == part else 2.0
                yield from _swap(points, SumSlip("swap", part), share)
    if scope == GAME:
        yield from _swap(book.total, SumSlip("swap"), WHOLE_SUM)
        rounds = [part for part in book.parts if part != END]
        for part in rounds if len(rounds) > 1 else ():
            if points := book.parts[part]:
                slip = SumSlip("forget", part)
                yield Way("round-left-out", slips=(slip,), facts={"points": points}), -points
                slip = SumSlip("twice", part)
                yield Way("round-twice", slips=(slip,), facts={"points": points}), points
    for off, share in OFF_BY.items():
        for by in (off, -off):
            slip = SumSlip("add", scope.part, scope.type, by)
            yield Way("adding-slip", share, slips=(slip,), facts={"by": by}), by


def _swap(
    points: Points, slip: SumSlip, share: float, **facts: str
) -> Iterator[tuple[Way, Points]]:
    if moved := swapped(points) - points:
        yield Way("digits-swapped", share, slips=(slip,), facts=facts), moved
