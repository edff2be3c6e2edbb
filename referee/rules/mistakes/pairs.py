"""Two mistakes at once: pairs whose moves add up, and pairs that affect each other."""

from collections import Counter
from collections.abc import Iterator
from heapq import nlargest
from itertools import chain
from typing import NamedTuple

from ..cards import DESSERTS
from .book import swapped
from .terms import END, Cell, Points, Way
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
        if moved > rest or rest not in ways.explanations:
            continue
        seconds = ways.explanations[rest]
        for place, first in enumerate(firsts):
            others = seconds[place:] if moved == rest else seconds
            yield from (_pair(ways, first, second) for second in others)


def _swapped_after(ways: Ways, claim: int) -> Iterator[Pair]:
    """A mistake, and then two digits of the whole sum swapped."""
    if ways.scope.type is not None:
        return
    swap = next(
        (
            explanation
            for explanation in chain.from_iterable(ways.explanations.values())
            if explanation.way.code == "digits-swapped"
            and explanation.way.slips[0][1:3] == ways.scope
        ),
        None,
    )
    if swap is not None:
        for moved, explanations in ways.explanations.items():
            after: Points = swapped(ways.right + moved)
            if after == claim:
                yield from (_pair(ways, first, swap) for first in explanations if first is not swap)


def _affecting_each_other(ways: Ways) -> Iterator[Pair]:
    """Pairs that affect the same lines, so that their moves need not add up."""
    habits: dict[Cell, list[Explanation]] = {}
    cards: dict[Cell, list[Explanation]] = {}
    for explanation in _single_lines(ways):
        way = explanation.way
        for habit in way.habits:
            habits.setdefault((habit.part, habit.type), []).append(explanation)
        for change in way.cards:
            for type_ in {entry.type for entry in (*change.taken, *change.put)}:
                cards.setdefault((change.part, type_), []).append(explanation)
                if type_ in DESSERTS:
                    cards.setdefault((END, type_), []).append(explanation)
    for cell, readings in habits.items():
        twice = [
            explanation
            for explanation in chain.from_iterable(ways.explanations.values())
            if explanation.way.slips and explanation.way.slips[0][:3] == ("twice", *cell)
        ]
        others = [*readings, *cards.get(cell, ()), *twice]
        for place, first in enumerate(readings):
            yield from (_pair(ways, first, second) for second in others[place + 1 :])
    for explanations in cards.values():
        for place, first in enumerate(explanations):
            later = explanations[place:]
            seconds = (second for second in later if second.way.code == first.way.code)
            yield from (_pair(ways, first, second) for second in seconds)


def _single_lines(ways: Ways) -> Iterator[Explanation]:
    """Misread lines, and one card more or fewer; also those without effect of their own."""
    for explanation in chain(*ways.explanations.values(), ways.unseen()):
        for way in explanation.ways:
            is_misread_line = len(way.habits) == 1 and not way.cards
            if is_misread_line or way.code in ("card-more", "card-fewer"):
                weight = explanation.weight / len(explanation.ways)
                yield Explanation(explanation.key, (way,), weight)


def _can_both_be_made(ways: Ways, first: Way, second: Way) -> bool:
    """Whether both can be made: two mistakes, not one made twice; the cards lie there."""
    if first.code == second.code:
        return False
    done = [
        {(h.part, h.type, key) for h in way.habits for key in h.changes} for way in (first, second)
    ]
    lines = [{(s.part, s.type) for s in way.slips} for way in (first, second)]
    if done[0] & done[1] or lines[0] & lines[1] or (first.ruling and first.ruling == second.ruling):
        return False
    taken = Counter(
        (change.part, i) for way in (first, second) for change in way.cards for i in change.taken
    )
    tableaus = ways.game.rounds
    return all(tableaus[p - 1][ways.seat].counts.get(i, 0) >= n for (p, i), n in taken.items())
