"""Evenings known from mathematics in which nobody meets anybody twice, for numbers of people and
tables where a search seldom finds one.

How many such draws there can be is the social golfer problem (CSPLib 10). The most that are known
stand in OEIS A107431 and, up to 150 people and for tables of two sizes, in Miller, Valkov and Abel,
"Combinatorial Solutions to the Social Golfer Problem" (Symmetry 18, 2026).
"""

from typing import NamedTuple

Seating = list[list[int]]
"""The tables of one draw, the largest first; the people are numbers from 0."""

_FIELDS = {4: (2, 3), 8: (2, 3), 9: (3, 2), 16: (2, 3), 25: (5, 2)}
"""Finite fields whose number of elements is a power of a prime: that prime, and the element that
the lowest power of x is that is no digit. Elements are numbers whose digits to the base of the
prime are the coefficients of 1, x, x² and so on: x² = 1 + x in the field of 4, as x³ in that of 8
and x⁴ in that of 16; x² = 2 in those of 9 and 25."""


class _Start(NamedTuple):
    """A first draw, and how many people each make a circle. In the next draw everybody takes the
    place of who is one further on in their circle; who is left over stays. (Found by a search among
    such draws.)"""

    around: int
    tables: Seating
    missing: tuple[int, ...] = ()
    """Who never meets each other, so that they may be missing: the first, or more of them."""


_STARTS = [
    _Start(7, [[7, 8, 12], [0, 3, 13], [2, 4, 11], [5, 6, 10], [1, 9, 14]]),
    _Start(
        7,
        [
            [1, 3, 4, 20], [13, 14, 16, 17], [6, 7, 8, 12],
            [2, 9, 15, 22], [5, 10, 19, 23], [0, 11, 18, 21],
        ],
        missing=(23, 22, 21),
    ),
    _Start(
        6,
        [
            [5, 9, 13, 21, 23], [2, 11, 17, 22, 25],
            [4, 6, 10, 19], [0, 7, 12, 16], [8, 15, 18, 24], [1, 3, 14, 20],
        ],
    ),
    _Start(
        6,
        [
            [4, 8, 9, 18, 22], [0, 7, 12, 19, 28], [15, 17, 20, 21, 26],
            [3, 5, 11, 13, 14], [6, 10, 16, 24, 29], [1, 2, 23, 25, 27],
        ],
        missing=(29, 26),
    ),
]  # fmt: skip
"""15 at tables of three (Kirkman's schoolgirls), 21 to 24 at tables of four, 26 and 28 to 30 at
tables of five."""


def meet_once(sizes: list[int], draws: int) -> list[Seating]:
    """Return at most so many draws of tables of these sizes, as equal as can be and the largest
    first, in which nobody meets anybody twice: as many as are known here, often none."""
    known = _by_circles(sizes) or _by_columns(sizes, draws)
    return [sorted(tables, key=len, reverse=True) for tables in known[:draws]]


def _by_circles(sizes: list[int]) -> list[Seating]:
    for around, tables, missing in _STARTS:
        people = sum(map(len, tables))
        absent = people - sum(sizes)
        if len(tables) == len(sizes) and 0 <= absent <= len(missing):
            return _turned(around, tables, people, missing[:absent])
    return []


def _turned(around: int, tables: Seating, people: int, missing: tuple[int, ...]) -> list[Seating]:
    after = list(range(people))
    for first in range(0, people - around + 1, around):
        circle = range(first, first + around)
        after[first : first + around] = [*circle[1:], first]
    present = [one for one in range(people) if one not in missing]
    draws = []
    for _ in range(around):
        draws.append([[present.index(one) for one in table if one in present] for table in tables])
        tables = [[after[one] for one in table] for table in tables]
    return draws


def _by_columns(sizes: list[int], draws: int) -> list[Seating]:
    """The people stand in columns, as many in each as there are tables. From draw to draw the
    first column stays, the second moves on by one table, the third by two. In a finite field two
    people of different columns meet once (an affine plane, or a part of one). The columns
    themselves are one draw more where each is a table of the right size.
    """
    rows, people = len(sizes), range(sum(sizes))
    if sizes[0] > rows or not _is_field(rows):
        return []
    seatings = []
    for step in range(min(rows, draws)):
        moves = [_product(step, column, rows) for column in range(sizes[0])]
        tables: Seating = [[] for _ in sizes]
        for person in people:
            tables[_sum(person % rows, moves[person // rows], rows)].append(person)
        seatings.append(tables)
    columns = [list(people[first : first + rows]) for first in people[::rows]]
    return [*seatings, columns] if list(map(len, columns)) == sizes else seatings


def _is_field(elements: int) -> bool:
    is_prime = elements > 1 and all(elements % factor for factor in range(2, elements))
    return is_prime or elements in _FIELDS


def _sum(one: int, other: int, elements: int) -> int:
    """Add two elements of a field, digit by digit."""
    prime, _ = _FIELDS.get(elements, (elements, 0))
    total, place = 0, 1
    while place < elements:
        total += (one // place + other // place) % prime * place
        place *= prime
    return total


def _product(one: int, other: int, elements: int) -> int:
    """Multiply two elements of a field: for each digit of one, the highest first, everything so
    far times x, and so many times the other."""
    prime, power_of_x = _FIELDS.get(elements, (elements, 0))
    highest = elements // prime
    total, place = 0, highest
    while place:
        over, rest = divmod(total, highest)
        total = rest * prime
        for _ in range(over):
            total = _sum(total, power_of_x, elements)
        for _ in range(one // place % prime):
            total = _sum(total, other, elements)
        place //= prime
    return total
