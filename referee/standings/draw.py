"""Draws who sits at which table."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

Person = int
Tables = list[list[Person]]
"""Each table's people by seat."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """How many ``pairs`` sit together in a draw, how many of them met before (``again``), and how
    many must have at least."""

    pairs: int
    again: int
    least: int


def table_sizes(people: int, largest: int) -> list[int]:
    """Return how many sit at each table: as equal as can be, never fewer than three of three."""
    tables = max(1, min(-(-people // largest), people // 3))
    few, more = divmod(people, tables)
    return [few + 1] * more + [few] * (tables - more)


def draw_tables(
    people: Collection[Person],
    past: Sequence[Tables],
    *,
    draws: int,
    largest: int,
    seed: int,
    strengths: Mapping[Person, Fraction] | None = None,
    together: Collection[frozenset[Person]] = (),
    apart: Collection[frozenset[Person]] = (),
) -> Tables:
    """Return who sits where."""
    rest = sorted(people)
    random.Random(f"{seed}-{len(past)}").shuffle(rest)  # noqa: S311  # no secret
    tables = []
    for size in table_sizes(len(rest), largest):
        tables.append(rest[:size])
        rest = rest[size:]
    return tables


def meetings(tables: Tables, past: Sequence[Tables]) -> Meetings:
    """Return how many pairs meet again."""
    met = set().union(*map(_pairs, past))
    now = _pairs(tables)
    return Meetings(len(now), len(met & now), 0)


def _pairs(tables: Tables) -> set[tuple[Person, Person]]:
    return {pair for table in tables for pair in combinations(sorted(table), 2)}
