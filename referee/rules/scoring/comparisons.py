"""Most, second most, fewest: how numbers are compared across the table."""

from collections.abc import Iterable
from dataclasses import dataclass

from .lines import PLACE_NAMES, Comparison, Place

MANY_PLAYERS = 6
"""So many, or more, have a third place for maki."""


def maki_prizes(players: int) -> tuple[int, ...]:
    """What the places for maki pay, the first one first (Party, Card Guide: Maki Rolls)."""
    return (6, 4, 2) if players >= MANY_PLAYERS else (6, 3)


@dataclass(frozen=True, slots=True)
class Places:
    """What the most, the second most and the fewest of something bring.

    Ties are paid in full and take up no further place: maki, temaki and puddings of Sushi Go Party!
    (Card Guide: Maki Rolls, Temaki, Pudding) and of Sushi Roll (Scoring a Round: Maki Rolls; Ending
    the Game). Or they share: then remainders are dropped, and no place comes after a tie (Sushi Go!
    rulebook, Scoring: Maki Rolls, Puddings).

    Attributes:
        prizes: of the places, the first one first.
        fewest: what the fewest lose, below 0; where all tie they are most and fewest at once.
        least: whoever has fewer does not take part.
        seats: only the first so many take part (the dummy sits last); None for all.
        equal: whether anybody is paid where all have the same number.
    """

    prizes: tuple[int, ...]
    fewest: int = 0
    least: int = 1
    seats: int | None = None
    shared: bool = False
    equal: bool = True

    def compare(self, counts: tuple[int, ...]) -> Comparison:
        """Who takes which place."""
        competing = tuple(
            count if count >= self.least and (self.seats is None or seat < self.seats) else None
            for seat, count in enumerate(counts)
        )
        levels = sorted({count for count in competing if count is not None}, reverse=True)
        if len(levels) == 1 and not self.equal:
            return Comparison(competing, (), all_equal=True)
        places: list[Place] = []
        used = 0
        for count in levels:
            if used >= len(self.prizes):
                break
            prize, tied = self.prizes[used], _holders(competing, count)
            each = self.share(prize, len(tied))
            places.append(Place(PLACE_NAMES[used], prize, each, tied, count))
            used += self.used(len(tied))
        if self.fewest and levels:
            tied = _holders(competing, levels[-1])
            each = self.share(self.fewest, len(tied))
            places.append(Place("fewest", self.fewest, each, tied, levels[-1]))
        return Comparison(competing, tuple(places))

    def share(self, prize: int, tied: int) -> int:
        """What each of so many who tie gets of a prize, or of a loss."""
        if not self.shared:
            return prize
        # -6 // 4 would be -2: the share is worked out before the sign is put to it.
        return prize // tied if prize > 0 else -(-prize // tied)

    def used(self, tied: int) -> int:
        """How many places are gone when so many have tied for one."""
        return len(self.prizes) if self.shared and tied > 1 else 1


def _holders(counts: Iterable[int | None], count: int) -> tuple[int, ...]:
    return tuple([seat for seat, number in enumerate(counts) if number == count])
