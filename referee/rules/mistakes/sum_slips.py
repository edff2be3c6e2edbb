"""Slips with right points: a line left out or counted twice, wrong adding, swapped digits."""

from collections.abc import Iterator

from .book import Book, swapped
from .terms import END, GAME, ClaimScope, SumSlip, Way

WHOLE_SUM, PART_SUM = 3.0, 2.0
"""How likely swapped digits are in the claimed sum or a part's, compared with a single line."""
OFF_BY = {10: 2.0, 1: 1.0, 5: 1.0, 20: 1.0, 50: 1.0}
"""By how much a sum is off, and how likely that is compared with the others."""


def sum_slips(book: Book, scope: ClaimScope) -> Iterator[Way]:
    """Every slip that moves the claimed number."""
    rounds = [cell for cell in book if cell[0] not in (None, END) and cell[1] is None]
    for cell, points in book.items():
        if not points or not scope.covers(cell):
            continue
        _, type_ = cell
        facts = {"type": type_}
        left_out, twice = SumSlip("forget", cell), SumSlip("twice", cell)
        if type_:
            # Forgotten puddings have a name of their own.
            if cell != (END, "pudding"):
                yield Way("line-forgotten", slips=(left_out,), facts=facts, effect={cell: -points})
            yield Way("line-twice", slips=(twice,), facts=facts, effect={cell: points})
        elif scope == GAME and cell in rounds and len(rounds) > 1:
            yield Way("round-left-out", slips=(left_out,), effect={cell: -points})
            yield Way("round-twice", slips=(twice,), effect={cell: points})
        if moved := swapped(points) - points:
            share = 1.0 if type_ else WHOLE_SUM if cell == scope else PART_SUM
            swap = SumSlip("swap", cell)
            yield Way("digits-swapped", share, slips=(swap,), facts=facts, effect={cell: moved})
    for off, share in OFF_BY.items():
        for by in (off, -off):
            slip = SumSlip("add", scope, by)
            yield Way("adding-slip", share, slips=(slip,), facts={"by": by}, effect={scope: by})
