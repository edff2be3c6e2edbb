"""Every mistake that a player can have made in one game, and the number that each leads to."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from math import pi
from typing import NamedTuple

from .book import ScoredGame
from .card_slips import card_slips
from .readings import LIKELIHOOD
from .search import misread_rules, other_rulings
from .sum_slips import sum_slips
from .terms import HAND, ClaimScope, Key, Points, Way

UNKNOWN, FAR = 1.0, 8.0
"""How likely a mistake is that nobody knows of, compared with all that are known together; and how
far from the right number it leads: half as likely so far away as next to it."""
UNSEEN = 0.3
"""How likely a way is that changes nothing by itself, compared with others of its mistake."""


class Explanation(NamedTuple):
    """Ways of one mistake that mean the same and lead to the same number, the likeliest first.

    Attributes:
        key: what it means: the mistake, where, and on which lines.
        weight: how likely it is, compared with the others in this game.
    """

    key: Key
    ways: tuple[Way, ...]
    weight: float

    @property
    def way(self) -> Way:
        """The likeliest way."""
        return self.ways[0]


class Ways:
    """A player's possible mistakes, by how much each moves the claimed number."""

    def __init__(self, game: ScoredGame, seat: int, scope: ClaimScope) -> None:
        self.game, self.seat, self.scope = game, seat, scope
        self.book = game.book(seat)
        self.right = self.book.value(scope)
        ways = chain(
            misread_rules(game, seat),
            other_rulings(game, seat),
            card_slips(game, seat),
            sum_slips(self.book, scope),
        )
        self.effects: list[tuple[Way, Points]] = [
            (way, sum(moved for cell, moved in way.effect.items() if scope.covers(cell)))
            for way in ways
        ]
        self.explanations = self._by_move()
        self.seen = [*chain.from_iterable(self.explanations.values())]
        self.known = sum(explanation.weight for explanation in self.seen)

    def _by_move(self) -> dict[Points, list[Explanation]]:
        """Sort the ways by how much they move the number, the likeliest first."""
        shares: dict[str, float] = defaultdict(float)
        alike: dict[tuple[Key, Points], list[Way]] = defaultdict(list)
        for way, moved in self.effects:
            if moved:
                shares[way.code] += way.share
                lines = sorted(way.effect.items(), key=str) if way.code in HAND else ()
                alike[(*way.key, *lines), moved].append(way)
        gathered: dict[Points, list[Explanation]] = defaultdict(list)
        for (key, moved), ways in alike.items():
            ways.sort(key=lambda way: -way.share)
            share = sum(way.share for way in ways) / shares[ways[0].code]
            weight = LIKELIHOOD[ways[0].code] * share
            gathered[moved].append(Explanation(key, tuple(ways), weight))
        for explanations in gathered.values():
            explanations.sort(key=lambda explanation: -explanation.weight)
        return dict(gathered)

    def unseen(self) -> list[Explanation]:
        """The ways that change nothing by themselves, but may together with another one."""
        return [
            Explanation(way.key, (way,), LIKELIHOOD[way.code] * UNSEEN)
            for way, moved in self.effects
            if not moved and not (way.code == "card-different" or self.scope.type)
        ]

    def unknown(self, claim: int) -> float:
        """How likely it is that something leads to a claim that nobody knows of, as a weight."""
        off = float(claim - self.right) / FAR
        return UNKNOWN * self.known / (pi * FAR * (1 + off * off))

    def value(self, ways: Sequence[Way]) -> Points:
        """The claimed number if all of these mistakes are made."""
        return self.game.book(self.seat, ways).value(self.scope)
