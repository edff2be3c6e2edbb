"""Habits: what somebody always takes, as far as the cards in front of them tell."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

Who = TypeVar("Who")

LEAST_GAMES = 5
"""In fewer games with a card type nobody has a habit of taking it."""
MUCH_MORE = Fraction(6, 5)
"""A habit is to take a fifth more of a card type than the club does, or more than that."""


@dataclass(frozen=True, slots=True)
class CardSums:
    """The cards of one type in all games that were played with it (at least one), and what they
    brought. A club's sums are those of all its players, so that its averages are a player's."""

    games: int
    cards: int
    points: int

    @property
    def average_cards(self) -> Fraction:
        """Cards a game."""
        return Fraction(self.cards, self.games)

    @property
    def average_points(self) -> Fraction:
        """Points a game."""
        return Fraction(self.points, self.games)

    def __add__(self, other: "CardSums") -> "CardSums":
        return CardSums(
            self.games + other.games, self.cards + other.cards, self.points + other.points
        )


NO_CARDS = CardSums(0, 0, 0)
"""What sums begin with."""


@dataclass(frozen=True, slots=True)
class Habit(Generic[Who]):
    """Those who take most of a card type, all of them equally many, and the club's average."""

    type: str
    who: tuple[Who, ...]
    cards: Fraction
    average: Fraction

    @property
    def strength(self) -> Fraction:
        """How many times the club's average it is, at least ``MUCH_MORE``."""
        return self.cards / self.average


def habits(
    players: Mapping[str, Mapping[Who, CardSums]], club: Mapping[str, CardSums]
) -> list[Habit[Who]]:
    """Who always takes what: for each card type those who take most of it, if that is much more
    than the club's average; the strongest habits first.

    Args:
        players: sums by card type and player; who is not in it has no habits.
        club: everybody's sums by card type.
    """
    strong = []
    for type_, of_players in players.items():
        often = {who: sums for who, sums in of_players.items() if sums.games >= LEAST_GAMES}
        if not often or not club[type_].cards:
            continue
        most = max(sums.average_cards for sums in often.values())
        average = club[type_].average_cards
        if most >= MUCH_MORE * average:
            takers = tuple(who for who, sums in often.items() if sums.average_cards == most)
            strong.append(Habit(type_, takers, most, average))
    return sorted(strong, key=lambda habit: habit.strength, reverse=True)
