"""Who plays, and how each of them chooses a card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from referee.rules import FACES
from tests.dealers.worth import View, worth


class Player(Protocol):
    """Somebody who can be dealt cards. Who is ``careful`` spoils no miso soup with another one, and
    asks with a spoon only for cards seen, so that no card leaves the table unrecorded."""

    @property
    def careful(self) -> bool: ...

    def pick(self, faces: Sequence[str], view: View, rng: Random) -> tuple[str, float]:
        """Return the card that they like best, and what it seems worth, in points."""


@dataclass(frozen=True, slots=True, eq=False)
class Person:
    """Somebody who plays.

    Attributes:
        comes: how likely they are there of an evening, 0 to 1.
        slips: how far off, in points, they judge a card as a rule: 0 is an expert.
        tastes: by card type, how much more (or less) than others they value it.
    """

    name: str
    comes: float
    slips: float
    tastes: Mapping[str, float] = field(default_factory=dict)
    careful: bool = True

    def pick(self, faces: Sequence[str], view: View, rng: Random) -> tuple[str, float]:
        def seems(face: str) -> float:
            taste = self.tastes.get(FACES[face].type, 1.0)
            return worth(face, view) * taste + rng.gauss(0.0, self.slips)

        return max(((face, seems(face)) for face in dict.fromkeys(faces)), key=lambda one: one[1])


PEOPLE: tuple[Person, ...] = (
    Person("Mara", 0.95, 0.3, {"wasabi": 1.3}),
    Person("Jonas", 0.9, 1.4, {"sashimi": 3.0}),
    Person("Aiko", 0.8, 0.6, {"pudding": 2.2, "fruit": 1.6, "green-tea-ice-cream": 1.8}),
    Person("Tom", 0.75, 2.6, {"maki": 1.6, "temaki": 1.6, "uramaki": 1.6}),
    Person("Leila", 0.7, 0.9, {"dumpling": 1.8}),
    Person("Pavel", 0.6, 3.6, {"tempura": 1.7, "chopsticks": 2.0}),
    Person("Inès", 0.45, 0.8, {"pudding": 0.3}),
    Person("Sam", 0.4, 2.0, {"nigiri": 1.7}),
    Person("Noor", 0.35, 1.1, {"maki": 0.4, "temaki": 0.4}),
    Person("Felix", 0.3, 3.0, {"sashimi": 0.3}),
    Person("Greta", 0.3, 1.7, {"tofu": 1.5, "eel": 1.5, "onigiri": 1.5}),
    Person("Oskar", 0.25, 5.0),
)
"""Everybody, the most faithful first."""
