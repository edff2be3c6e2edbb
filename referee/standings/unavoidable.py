"""How many pairs cannot help meeting again in a draw: a number that is proven, as a page says that
more could not be done."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations

Tables = Sequence[Sequence[int]]

MOST_SEATED = 20_000
"""Trying all draws is given up when so many people have been seated."""


def pairs(tables: Iterable[Sequence[int]]) -> Iterator[frozenset[int]]:
    """Each two who sit together."""
    return map(frozenset, chain.from_iterable(combinations(table, 2) for table in tables))


def least_again(tables: Tables, past: Sequence[Tables], again: int) -> int:
    """Return a number of pairs such that these people cannot meet fewer whom they met in the past,
    at tables of these sizes: the least there is, where all draws can be tried, else what counting
    proves.

    Args:
        again: how many meet again at these tables.
    """
    people = [person for table in tables for person in table]
    known: dict[int, set[int]] = {person: set() for person in people}
    for one, other in chain.from_iterable(map(pairs, past)):
        if one in known and other in known:
            known[one].add(other)
            known[other].add(one)
    sizes = sorted(map(len, tables))
    counted = max(
        _by_people(known, sizes), *(_by_tables(set(people), sizes, played) for played in past)
    )
    return counted if counted == again else _by_trying(known, sizes, counted, again)


def _by_people(known: dict[int, set[int]], sizes: list[int]) -> int:
    """Who has met all but a few sits with others, even at the smallest table."""
    too_many = sum(
        max(0, sizes[0] - 1 - (len(known) - 1 - len(others))) for others in known.values()
    )
    return -(-too_many // 2)


def _by_tables(people: set[int], sizes: list[int], played: Tables) -> int:
    """Who sat at one table is spread over those of now, and a table is filled from those of then;
    who was not there met nobody."""
    groups = [len(people.intersection(table)) for table in played]
    absent = len(people) - sum(groups)
    return max(
        sum(spread(group, len(sizes)) for group in groups),
        sum(spread(size, len(groups) + absent) for size in sizes),
    )


def spread(people: int, places: int) -> int:
    """Return how many pairs share a place when people are spread as evenly as can be."""
    each, more = divmod(people, places)
    return places * each * (each - 1) // 2 + more * each


def _by_trying(known: dict[int, set[int]], sizes: list[int], least: int, again: int) -> int:
    """Seat one after the other, those who have met most first, wherever fewer meet again than in
    the best draw so far; ``least`` where that would take too long."""
    order = sorted(known, key=lambda person: -len(known[person]))
    tables: list[list[int]] = [[] for _ in sizes]
    best, seated = again, 0

    def seat(index: int, so_far: int) -> None:
        nonlocal best, seated
        if index == len(order):
            best = so_far
            return
        person = order[index]
        begun = set()
        for table, size in zip(tables, sizes, strict=True):
            # Of empty tables of one size, one is as good as the other.
            if len(table) == size or (not table and size in begun):
                continue
            if not table:
                begun.add(size)
            more = so_far + len(known[person].intersection(table))
            if more < best and best > least and seated < MOST_SEATED:
                seated += 1
                table.append(person)
                seat(index + 1, more)
                table.pop()

    seat(0, 0)
    return best if seated < MOST_SEATED else least
