"""Sushi Roll: dice from the bag onto the belts, which slide and are rolled again.

What each side of a die shows is not in the rulebook's text. Here one icon is likelier than three.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from referee.rules import FACES, Setting
from referee.rules.boxes import ROLL_DICE, ROLL_FIRST_TOKENS, ROLL_TOKENS
from referee.rules.cards import NIGIRI_VALUES
from referee.rules.rulesets import ROUNDS
from tests.dealers.dealing import Dealt
from tests.dealers.people import Player
from tests.dealers.plate import Plate
from tests.dealers.worth import View

ICONS = (1, 1, 1, 2, 2, 3)
WORTH_A_ROLL, WORTH_A_SWAP = 2.0, 7.0
"""Below and above so many points a player spends a token to roll again, or to swap dice."""


class Die(NamedTuple):
    """A die as it lies on a belt: its kind, named by the types that it shows, and its face."""

    kind: tuple[str, ...]
    face: str


def rolled(kind: tuple[str, ...], rng: Random) -> Die:
    """Throw a die once more."""
    shows = rng.choice(kind)
    if shows == "nigiri":
        return Die(kind, rng.choice(tuple(NIGIRI_VALUES)))
    face = shows if shows == "wasabi" else f"{shows}-{rng.choice(ICONS)}"
    return Die(kind, face if face in FACES else shows)


def roll_dice(
    setting: Setting, players: Sequence[Player], rng: Random
) -> tuple[list[Dealt], list[dict[str, int]]]:
    """Play a whole game of dice: its rounds, and everybody's tokens at its end."""
    table = _Table(setting, players, rng)
    rounds = [Dealt(table.round(is_last=number == ROUNDS), []) for number in range(1, ROUNDS + 1)]
    return rounds, [dict(+held) for held in table.tokens]


class _Table:
    def __init__(self, setting: Setting, players: Sequence[Player], rng: Random) -> None:
        self.size, self.players, self.rng = setting.hand_size, players, rng
        self.tokens = [Counter(ROLL_FIRST_TOKENS) for _ in players]
        self.puddings = [0] * len(players)
        self.starter = 0

    def round(self, *, is_last: bool) -> list[Plate]:
        """Everybody's tray after a round."""
        bag = [kind for kind, dice in ROLL_DICE.items() for _ in range(dice)]
        self.rng.shuffle(bag)
        self.is_last = is_last
        self.plates = [Plate() for _ in self.players]
        self.belts = [[rolled(bag.pop(), self.rng) for _ in range(self.size)] for _ in self.players]
        count = len(self.players)
        for _turn in range(self.size):
            for step in range(count):
                self._turn((self.starter + step) % count)
            # All belts move on, the one with the red border too, and are rolled.
            self.starter = (self.starter + 1) % count
            self.belts = [self._again(self.belts[seat - 1]) for seat in range(count)]
        for seat, plate in enumerate(self.plates):
            self.puddings[seat] += plate.icons["pudding"]
        return self.plates

    def _again(self, belt: list[Die]) -> list[Die]:
        return [rolled(die.kind, self.rng) for die in belt]

    def _turn(self, seat: int) -> None:
        """Use tokens where they help, then take one die."""
        face, seems = self._best(seat, self.belts[seat])
        if seems < WORTH_A_ROLL and self.tokens[seat]["menu"]:
            self.tokens[seat]["menu"] -= 1
            self.belts[seat] = self._again(self.belts[seat])
            face, _seems = self._best(seat, self.belts[seat])
        elif self.tokens[seat]["chopsticks"]:
            face = self._swap(seat) or face
        mine = self.belts[seat]
        mine.pop([die.face for die in mine].index(face))
        self.plates[seat].put(face)
        token = FACES[face].type
        if token in ROLL_TOKENS:
            supply = ROLL_TOKENS[token] - sum(held[token] for held in self.tokens)
            self.tokens[seat][token] += min(FACES[face].icons, supply)

    def _best(self, seat: int, dice: Sequence[Die]) -> tuple[str, float]:
        others = [plate for other, plate in enumerate(self.plates) if other != seat]
        left, kept = len(self.belts[seat]) - 1, self.puddings[seat]
        view = View(self.plates[seat], others, left, kept, self.is_last, rolls=True)
        return self.players[seat].pick([die.face for die in dice], view, self.rng)

    def _swap(self, seat: int) -> str:
        """Swap a die with another belt if that is worth chopsticks; return its face."""
        theirs = [die for other, belt in enumerate(self.belts) if other != seat for die in belt]
        face, seems = self._best(seat, theirs) if theirs else ("", 0.0)
        if seems < WORTH_A_SWAP:
            return ""
        wanted = next(die for die in theirs if die.face == face)
        belt = next(b for other, b in enumerate(self.belts) if other != seat and wanted in b)
        mine, here = self.belts[seat], self.rng.randrange(len(self.belts[seat]))
        there = belt.index(wanted)
        mine[here], belt[there] = belt[there], mine[here]
        self.tokens[seat]["chopsticks"] -= 1
        return face
