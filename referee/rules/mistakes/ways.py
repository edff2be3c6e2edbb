"""Every mistake that a player can have made in one game, and where each would lead."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from .book import Book, Game
from .card_slips import hand_slips
from .likelihood import LIKELIHOOD
from .search import other_rulings, reread
from .sum_slips import sum_slips
from .terms import END, Effect, Points, Scope, Way

HAND = frozenset({"card-more", "card-fewer", "card-different"})
"""Mistakes of which several ways with the same result say the same: some card was wrong."""
UNSEEN = 0.3
"""How likely a way is that by itself would change nothing, beside the others of its mistake."""

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Ways of one mistake that say the same and lead to the same number, the likeliest first.

    Attributes:
        key: what it says: the mistake, where, and on which lines.
        moved: by how much it moves the claimed number.
        weight: how likely it is, beside the others in this game.
    """

    key: Key
    ways: tuple[Way, ...]
    moved: Points
    weight: float

    @property
    def way(self) -> Way:
        """The likeliest of its ways."""
        return self.ways[0]


class Ways:
    """A player's possible mistakes, sorted by where they lead."""

    def __init__(self, game: Game, seat: int, scope: Scope) -> None:
        self.game, self.seat, self.scope = game, seat, scope
        self.book: Book = game.base(seat)
        self.right = self.book.value(scope)
        self.found: list[tuple[Way, Points]] = []
        for found in (reread, other_rulings, hand_slips):
            for way, effect in found(game, seat):
                self.found.append((way, self._moved(effect)))
        self.found += sum_slips(self.book, scope, END)
        self.explanations = self._gathered()

    def _moved(self, effect: Effect) -> Points:
        part, type_ = self.scope
        return sum(
            moved
            for (where, line), moved in effect.items()
            if part in (None, where) and type_ in (None, line)
        )

    def _gathered(self) -> dict[Points, list[Explanation]]:
        """What leads to each number, the likeliest first."""
        shares: dict[str, float] = defaultdict(float)
        alike: dict[tuple[Key, Points], list[Way]] = defaultdict(list)
        for way, moved in self.found:
            if moved:
                shares[way.code] += way.share
                alike[key_of(way), moved].append(way)
        gathered: dict[Points, list[Explanation]] = defaultdict(list)
        for (key, moved), ways in alike.items():
            ways.sort(key=lambda way: -way.share)
            share = sum(way.share for way in ways) / shares[ways[0].code]
            weight = LIKELIHOOD[ways[0].code] * share
            gathered[moved].append(Explanation(key, tuple(ways), moved, weight))
        for explanations in gathered.values():
            explanations.sort(key=lambda found: -found.weight)
        return dict(gathered)

    def unseen(self) -> list[Explanation]:
        """The ways that change nothing by themselves, but may together with another one."""
        return [
            Explanation(key_of(way), (way,), 0, LIKELIHOOD[way.code] * UNSEEN)
            for way, moved in self.found
            if not moved and not (way.code == "card-different" or self.scope.type)
        ]

    def value(self, ways: Sequence[Way]) -> Points:
        """The claimed number if all of these mistakes are really made."""
        return self.game.book(self.seat, ways).value(self.scope)


def key_of(way: Way) -> Key:
    """What two ways have in common that say the same to a player."""
    parts = parts_of(way)
    if way.code in HAND:
        return (way.code, parts)
    types = {habit.type for habit in way.habits} | {slip.type or "" for slip in way.slips}
    return (way.code, parts, *sorted(types), way.ruling, way.facts.get("how"))


def parts_of(way: Way) -> tuple[int, ...]:
    """The parts of the game in which it is made; empty for the game as a whole."""
    parts = {habit.part for habit in way.habits} | {change.part for change in way.cards}
    parts |= {slip.part for slip in way.slips if slip.part is not None}
    return tuple(sorted(parts))


def round_of(ways: Sequence[Way]) -> int | None:
    """The round in which all of it happened, None where it is not one round's."""
    everywhere = [parts_of(way) for way in ways]
    parts = {part for where in everywhere for part in where}
    one = len(parts) == 1 and all(everywhere)
    return parts.pop() if one and END not in parts else None
