"""Two mistakes at once: pairs whose moves add up, and pairs that affect each other."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from heapq import nlargest
from itertools import chain, combinations, product
from typing import NamedTuple

from ..cards import DESSERTS
from .book import swapped
from .terms import END, Cell, Way
from .ways import Explanation, Ways

PAIR = 0.5
"""How likely a second mistake is beside a first one."""
MAX_TRIED = 120
"""How many pairs that add up are scored, the likeliest first."""
MAX_TOGETHER = 500
"""How many pairs that affect each other are scored: only scoring can tell what they lead to."""


class Pair(NamedTuple):
    """Two mistakes at once."""

    weight: float
    first: Explanation
    second: Explanation


def pairs_for(ways: Ways, claim: int) -> list[Pair]:
    """The likeliest pairs that lead to a claim, each of them scored."""
    apart = [*_adding_up(ways, claim), *_swapped_after(ways, claim)]
    tried = [
        *nlargest(MAX_TRIED, apart, key=_by_likelihood),
        *nlargest(MAX_TOGETHER, _affecting_each_other(ways), key=_by_likelihood),
    ]
    pairs: dict[frozenset[object], Pair] = {}
    for pair in sorted(tried, key=_by_likelihood, reverse=True):
        meaning = frozenset((pair.first.key, pair.second.key))
        both = pair.first.way, pair.second.way
        if meaning not in pairs and _can_both_be_made(ways, *both) and ways.value(both) == claim:
            pairs[meaning] = pair
    return list(pairs.values())


def _by_likelihood(pair: Pair) -> tuple[float, str]:
    """Order by likelihood; equals always in the same order."""
    return pair.weight, repr((pair.first.key, pair.second.key))


def _pair(ways: Ways, first: Explanation, second: Explanation) -> Pair:
    return Pair(first.weight * second.weight * PAIR / ways.known, first, second)


def _adding_up(ways: Ways, claim: int) -> Iterator[Pair]:
    """Pairs whose moves add up to the claim."""
    missing = claim - ways.right
    for moved, firsts in ways.explanations.items():
        rest = missing - moved
        if moved == rest:
            yield from (_pair(ways, first, second) for first, second in combinations(firsts, 2))
        elif moved < rest:
            for first, second in product(firsts, ways.explanations.get(rest, ())):
                yield _pair(ways, first, second)


def _swapped_after(ways: Ways, claim: int) -> Iterator[Pair]:
    """A mistake, and then two digits of the whole sum swapped."""
    if ways.scope.type is not None:
        return
    swaps = [
        one
        for one in ways.seen
        if one.way.code == "digits-swapped" and one.way.slips[0].cell == ways.scope
    ]
    for swap in swaps:
        for moved, explanations in ways.explanations.items():
            if swapped(ways.right + moved) == claim:
                yield from (_pair(ways, first, swap) for first in explanations if first is not swap)


def _affecting_each_other(ways: Ways) -> Iterator[Pair]:
    """A misread line, and what else is done with it, so that their moves need not add up."""
    habits: dict[Cell, list[Explanation]] = defaultdict(list)
    others: dict[Cell, list[Explanation]] = defaultdict(list)
    for explanation in _single_lines(ways):
        way = explanation.way
        for habit in way.habits:
            habits[habit.part, habit.type].append(explanation)
        for change in way.cards:
            for type_ in {entry.type for entry in (*change.taken, *change.put)}:
                others[change.part, type_].append(explanation)
                if type_ in DESSERTS:
                    others[END, type_].append(explanation)
        for slip in way.slips:
            others[slip.cell].append(explanation)
    for cell, readings in habits.items():
        for first, second in chain(combinations(readings, 2), product(readings, others[cell])):
            yield _pair(ways, first, second)


def _single_lines(ways: Ways) -> Iterator[Explanation]:
    """Misread lines, one card more or fewer, and lines counted twice; also those without effect of
    their own."""
    for explanation in (*ways.seen, *ways.unseen()):
        for way in explanation.ways:
            if len(way.habits) == 1 or way.code in ("card-more", "card-fewer", "line-twice"):
                weight = explanation.weight / len(explanation.ways)
                yield Explanation(explanation.key, (way,), weight)


def _can_both_be_made(ways: Ways, first: Way, second: Way) -> bool:
    """Whether both can be made: two mistakes, not one made twice; the cards lie there."""
    done = [
        {(h.part, h.type, key) for h in way.habits for key in h.changes} for way in (first, second)
    ]
    lines = [{slip.cell for slip in way.slips} for way in (first, second)]
    if first.code == second.code or done[0] & done[1] or lines[0] & lines[1]:
        return False
    taken = Counter(
        (change.part, i) for way in (first, second) for change in way.cards for i in change.taken
    )
    tableaus = ways.game.rounds
    return all(tableaus[p - 1][ways.seat].counts.get(i, 0) >= n for (p, i), n in taken.items())
