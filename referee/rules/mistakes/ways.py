"""Every mistake that a player can have made in one game, and the number that each leads to."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import pi
from typing import NamedTuple

from .book import ScoredGame
from .card_slips import card_slips
from .readings import LIKELIHOOD
from .search import misread_rules, other_rulings
from .sum_slips import sum_slips
from .terms import END, ClaimScope, Points, Way

HAND = frozenset({"card-more", "card-fewer", "card-different"})
"""Mistakes whose ways with the same lines mean the same: some card was wrong."""
UNKNOWN, FAR = 1.0, 8.0
"""How likely a mistake is that nobody knows of, compared with all that are known together; and how
far from the right number it leads: half as likely so far away as next to it."""
UNSEEN = 0.3
"""How likely a way is that changes nothing by itself, compared with others of its mistake."""

Key = tuple[object, ...]


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
        self.effects: list[tuple[Way, Points]] = []
        lines: dict[int, Key] = {}
        for ways_of in (misread_rules, other_rulings, card_slips):
            for way, effect in ways_of(game, seat):
                moves = (
                    moved
                    for (part, type_), moved in effect.items()
                    if scope.part in (None, part) and scope.type in (None, type_)
                )
                self.effects.append((way, sum(moves)))
                if way.code in HAND:
                    lines[id(way)] = tuple(sorted(effect.items()))
        self.effects += sum_slips(self.book, scope)
        self.explanations = self._by_move(lines)
        self.known = sum(one.weight for some in self.explanations.values() for one in some)

    def _by_move(self, lines: Mapping[int, Key]) -> dict[Points, list[Explanation]]:
        """Sort the ways by how much they move the number, the likeliest first.

        Args:
            lines: what some ways move, by their id; where that differs, so does what they mean.
        """
        shares: dict[str, float] = defaultdict(float)
        alike: dict[tuple[Key, Points], list[Way]] = defaultdict(list)
        for way, moved in self.effects:
            if moved:
                shares[way.code] += way.share
                alike[(*key_of(way), *lines.get(id(way), ())), moved].append(way)
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
            Explanation(key_of(way), (way,), LIKELIHOOD[way.code] * UNSEEN)
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


def key_of(way: Way) -> Key:
    """What two ways have in common that mean the same to a player."""
    parts = parts_of(way)
    if way.code in HAND:
        return (way.code, parts)
    types = {habit.type for habit in way.habits} | {slip.type or "" for slip in way.slips}
    return (way.code, parts, *sorted(types), way.ruling, way.facts.get("how"))


def parts_of(way: Way) -> tuple[int, ...]:
    """The parts of the game in which it is made; none for the game as a whole."""
    parts = {habit.part for habit in way.habits} | {change.part for change in way.cards}
    parts |= {slip.part for slip in way.slips if slip.part is not None}
    return tuple(sorted(parts))


def round_of(ways: Sequence[Way]) -> int | None:
    """The round in which all of it happened, or None."""
    parts = {parts_of(way) for way in ways}
    if len(parts) > 1:
        return None
    (where,) = parts
    return where[0] if len(where) == 1 and where[0] != END else None
