"""Sushi Roll: dice from the bag onto the belts, which slide and are rolled again.

What each side of a die shows is not in the rulebook's text. Here one icon is likelier than three.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from ..rules import FACES, RoundSheet, Setting, Sheet
from ..rules.boxes import ROLL_DICE, ROLL_FIRST_TOKENS, ROLL_TOKENS
from ..rules.cards import NIGIRI_VALUES
from ..rules.rulesets import ROUNDS
from .habits import Person
from .plate import Plate
from .worth import View

Kind = tuple[str, ...]
ICONS = (1, 1, 1, 2, 2, 3)
WORTH_A_ROLL, WORTH_A_SWAP = 2.0, 7.0
"""Below and above so many points a player spends a token to roll again, or to swap dice."""


class Die(NamedTuple):
    """A die as it lies on a belt: its kind, named by the types that it shows, and its face."""

    kind: Kind
    face: str


def rolled(kind: Kind, rng: Random) -> Die:
    """The die, thrown once more."""
    shows = rng.choice(kind)
    if shows == "nigiri":
        return Die(kind, rng.choice(tuple(NIGIRI_VALUES)))
    face = shows if shows == "wasabi" else f"{shows}-{rng.choice(ICONS)}"
    return Die(kind, face if face in FACES else shows)


def play_dice(setting: Setting, people: Sequence[Person], rng: Random) -> Sheet:
    """A whole game of Sushi Roll, as its score sheet; ``people`` in seat order, clockwise."""
    table = _Table(setting, people, rng)
    rounds = tuple(
        RoundSheet(tuple(plate.tableau() for plate in table.round(number)))
        for number in range(1, ROUNDS + 1)
    )
    names = tuple(person.name for person in people)
    return Sheet(setting, names, rounds, tuple(dict(+held) for held in table.tokens))


class _Table:
    def __init__(self, setting: Setting, people: Sequence[Person], rng: Random) -> None:
        self.setting, self.people, self.rng = setting, people, rng
        self.tokens = [Counter(ROLL_FIRST_TOKENS) for _ in people]
        self.puddings = [0] * len(people)
        self.starter = 0
        self.belts: list[list[Die]] = []
        self.plates: list[Plate] = []

    def round(self, number: int) -> list[Plate]:
        """Everybody's tray after a round."""
        bag = [kind for kind, dice in ROLL_DICE.items() for _ in range(dice)]
        self.rng.shuffle(bag)
        size, count = self.setting.hand_size, len(self.people)
        self.plates = [Plate() for _ in self.people]
        self.belts = [
            [rolled(kind, self.rng) for kind in bag[seat * size : (seat + 1) * size]]
            for seat in range(count)
        ]
        for _turn in range(size):
            for step in range(count):
                self._turn((self.starter + step) % count, number)
            self._slide()
        if count == 3 and number < ROUNDS:
            self.starter = (self.starter + 1) % count
        for seat, plate in enumerate(self.plates):
            self.puddings[seat] += plate.icons["pudding"]
        return self.plates

    def _slide(self) -> None:
        """All belts move on by one, the one with the red border among them, and are rolled."""
        count = len(self.belts)
        self.starter = (self.starter + 1) % count
        moved = [self.belts[(seat - 1) % count] for seat in range(count)]
        self.belts = [[rolled(die.kind, self.rng) for die in belt] for belt in moved]

    def _turn(self, seat: int, number: int) -> None:
        view = self._view(seat, number)
        face, seems = self._best(seat, view)
        if seems < WORTH_A_ROLL and self._spend(seat, "menu"):
            self.belts[seat] = [rolled(die.kind, self.rng) for die in self.belts[seat]]
            face, seems = self._best(seat, view)
        elif self.tokens[seat]["chopsticks"] and (wanted := self._wanted(seat, view)):
            face = self._swap(seat, *wanted)
        die = next(die for die in self.belts[seat] if die.face == face)
        self.belts[seat].remove(die)
        self.plates[seat].put(face)
        self._gain(seat, face)

    def _view(self, seat: int, number: int) -> View:
        others = [plate for other, plate in enumerate(self.plates) if other != seat]
        left = len(self.belts[seat]) - 1
        last = number == ROUNDS
        return View(self.plates[seat], others, left, self.puddings[seat], last, rolls=True)

    def _best(self, seat: int, view: View) -> tuple[str, float]:
        faces = [die.face for die in self.belts[seat]]
        return self.people[seat].pick(faces, view, self.rng)

    def _wanted(self, seat: int, view: View) -> tuple[int, str] | None:
        """A die on another belt that is worth chopsticks: whose belt, and what it shows."""
        found = {
            die.face: other
            for other, belt in enumerate(self.belts)
            if other != seat
            for die in belt
        }
        if not found:
            return None
        face, seems = self.people[seat].pick(found, view, self.rng)
        return (found[face], face) if seems >= WORTH_A_SWAP else None

    def _swap(self, seat: int, other: int, face: str) -> str:
        """Chopsticks: a die of one's own belt for another one's."""
        mine, theirs = self.belts[seat], self.belts[other]
        there = next(place for place, die in enumerate(theirs) if die.face == face)
        here = self.rng.randrange(len(mine))
        mine[here], theirs[there] = theirs[there], mine[here]
        self._spend(seat, "chopsticks")
        return face

    def _spend(self, seat: int, token: str) -> bool:
        has_one = self.tokens[seat][token] > 0
        self.tokens[seat][token] -= has_one
        return has_one

    def _gain(self, seat: int, face: str) -> None:
        """Tokens for the icons that a die shows, as many as there still are."""
        token = FACES[face].type
        if token in ROLL_TOKENS:
            self.tokens[seat][token] += min(FACES[face].icons, self._supply()[token])

    def _supply(self) -> Mapping[str, int]:
        return {
            token: number - sum(held[token] for held in self.tokens)
            for token, number in ROLL_TOKENS.items()
        }
