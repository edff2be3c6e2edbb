"""Slips with right points: a line left out or counted twice, wrong adding, swapped digits."""

from collections.abc import Iterator

from .book import Book, swapped
from .terms import GAME, ClaimScope, Points, SumSlip, Way

WHOLE_SUM = 3.0
"""How likely swapped digits are in a written total, compared with a single line."""
_TEN = 10


def sum_slips(book: Book, scope: ClaimScope, end: int) -> Iterator[tuple[Way, Points]]:
    """Every slip that moves the claimed number, and by how much it does."""
    for (part, type_), points in book.lines.items():
        if not points or scope.part not in (None, part) or scope.type not in (None, type_):
            continue
        facts = {"type": type_}
        # Forgotten puddings have a name of their own.
        if not (part == end and type_ == "pudding"):
            yield _line_slip("line-forgotten", "forget", part, type_, points), -points
        yield _line_slip("line-twice", "twice", part, type_, points), points
        turned = swapped(points)
        if turned != points:
            slip = SumSlip("swap", part, type_)
            yield Way("digits-swapped", slips=(slip,), facts=facts), turned - points
    yield from _sums(book, scope)


def _line_slip(code: str, kind: str, part: int, type_: str, points: Points) -> Way:
    return Way(code, slips=(SumSlip(kind, part, type_),), facts={"type": type_, "points": points})


def _sums(book: Book, scope: ClaimScope) -> Iterator[tuple[Way, Points]]:
    """Slips with the total of a part, or of the game."""
    if scope.type is None:
        for part, points in book.parts.items():
            turned = swapped(points)
            if turned != points and scope.part in (None, part):
                slip = SumSlip("swap", part)
                share = WHOLE_SUM if scope.part == part else 2.0
                yield Way("digits-swapped", share, slips=(slip,)), turned - points
    if scope == GAME:
        turned = swapped(book.total)
        if turned != book.total:
            slip = SumSlip("swap")
            yield Way("digits-swapped", WHOLE_SUM, slips=(slip,)), turned - book.total
    for by in (_TEN, -_TEN):
        slip = SumSlip("add", scope.part, scope.type, by)
        yield Way("adding-slip", slips=(slip,), facts={"by": by}), by
