"""What a simulated game hands out, and the habits that all simulated players have."""

from dataclasses import dataclass
from random import Random
from typing import Any

from .place import Card

NAMES = ("Ana", "Ben", "Chloë", "Dương", "Eva Mae", "Φοίβη", "Gus", "花")
"""Seat order, clockwise. Some names need more than ASCII, one holds a space."""


@dataclass(frozen=True)
class Game:
    """A finished game.

    Attributes:
        document: its score sheet.
        dealt: cards or dice that every seat was dealt in each round.
        lying: for each round, how many cards lay in front of each seat at its end.
        tiebreaks: what decides between equal totals, for each player.
        leaves: whether cards may have left the table without the sheet saying so.
        faces: cards that this game is played with.
    """

    document: dict[str, Any]
    dealt: int
    lying: tuple[dict[str, int], ...]
    tiebreaks: dict[str, int]
    leaves: bool
    faces: tuple[str, ...]


Taste = dict[str, int]


def tastes(rng: Random, faces: tuple[str, ...], seats: int) -> list[Taste]:
    """How much each seat likes each face: without likings sets and races would hardly happen."""
    return [{face: rng.choice((1, 1, 1, 4, 15)) for face in faces} for _ in range(seats)]


def choose(rng: Random, taste: Taste, hand: list[Card]) -> Card:
    """Takes a card that the seat likes out of a hand."""
    card = rng.choices(hand, [taste[card.face] for card in hand])[0]
    hand.remove(card)
    return card


def passed(hands: list[list[Card]], step: int) -> list[list[Card]]:
    """The hands after everybody has passed theirs: ``step`` 1 is to the left, clockwise."""
    return [hands[(seat - step) % len(hands)] for seat in range(len(hands))]
