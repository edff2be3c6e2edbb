"""Sushi Roll (2019): dice from a bag, belts that slide, tokens.

Which icon counts each die shows is not known from the rulebook's text, so any die with icons may
show one to three of them.
"""

from random import Random
from typing import NamedTuple

from .game import NAMES, Game, passed
from .place import NIGIRI, Card, Place

BAG = {"appetizer": 10, "maki": 6, "nigiri": 5, "special": 5, "pudding": 4}
TOKENS = {"menu": 18, "chopsticks": 12}
TOKENS_AT_START = {"menu": 3, "chopsticks": 2}
DICE = {2: 8, 3: 7, 4: 6, 5: 5}
SHOWS = {
    "appetizer": ("tempura", "sashimi", "dumpling"),
    "maki": ("maki",),
    "nigiri": NIGIRI,
    "special": ("wasabi", "menu", "chopsticks"),
    "pudding": ("pudding",),
}
WITHOUT_ICONS = (*NIGIRI, "wasabi")


class Die(NamedTuple):
    """A die as it lies: its kind, the picture on top and how many of it."""

    kind: str
    shows: str
    icons: int


def sushi_roll_game(rng: Random, players: int) -> Game:
    """Plays a game."""
    return _Table(rng, players).game()


class _Table:
    def __init__(self, rng: Random, players: int) -> None:
        self.rng = rng
        self.names = NAMES[:players]
        self.tokens = [dict(TOKENS_AT_START) for _ in self.names]
        self.supply = {
            token: number - players * TOKENS_AT_START[token] for token, number in TOKENS.items()
        }
        self.puddings = dict.fromkeys(self.names, 0)
        self.lying: list[dict[str, int]] = []
        self.starter = rng.randrange(players)

    def game(self) -> Game:
        document = {
            "ruleset": "sushi-roll",
            "players": list(self.names),
            "rounds": [{"tableaus": self.round()} for _ in range(3)],
            "tokens_left": dict(zip(self.names, self.tokens, strict=True)),
        }
        faces = ("tempura", "sashimi-2", "dumpling-3", "maki-2", *NIGIRI, "wasabi", "pudding")
        dice = DICE[len(self.names)]
        return Game(document, dice, tuple(self.lying), self.puddings, False, faces)

    def round(self) -> dict[str, str]:
        bag = [kind for kind, number in BAG.items() for _ in range(number)]
        self.rng.shuffle(bag)
        players, dice = len(self.names), DICE[len(self.names)]
        self.belts = [[self.roll(bag.pop()) for _ in range(dice)] for _ in self.names]
        self.trays = [Place() for _ in self.names]
        for _ in range(dice):
            for step in range(players):
                self.turn((self.starter + step) % players)
            # The belt with the red border moves along, and whoever has it starts.
            self.starter = (self.starter + 1) % players
            self.belts = [[self.roll(die.kind) for die in belt] for belt in passed(self.belts, 1)]
        self.lying.append(
            {name: len(tray.cards) for name, tray in zip(self.names, self.trays, strict=True)}
        )
        return {
            name: tray.written(self.rng) for name, tray in zip(self.names, self.trays, strict=True)
        }

    def roll(self, kind: str) -> Die:
        shows = self.rng.choice(SHOWS[kind])
        return Die(kind, shows, 1 if shows in WITHOUT_ICONS else self.rng.randint(1, 3))

    def turn(self, seat: int) -> None:
        """Tokens as one likes, then one die onto the tray; a nigiri must go on a free wasabi."""
        while self.rng.random() < 0.3:
            self.spend(seat, self.rng.choice(("menu", "chopsticks")))
        belt = self.belts[seat]
        die = belt.pop(self.rng.randrange(len(belt)))
        self.trays[seat].play(Card(self.face(die)))
        if die.kind == "pudding":
            self.puddings[self.names[seat]] += die.icons
        if die.shows in TOKENS:
            taken = min(die.icons, self.supply[die.shows])
            self.tokens[seat][die.shows] += taken
            self.supply[die.shows] -= taken

    def face(self, die: Die) -> str:
        """How the die is written; a single icon need not be written out."""
        plain = die.shows in WITHOUT_ICONS
        if plain or (die.icons == 1 and die.kind != "maki" and self.rng.random() < 0.5):
            return die.shows
        return f"{die.shows}-{die.icons}"

    def spend(self, seat: int, token: str) -> None:
        if not self.tokens[seat][token]:
            return
        self.tokens[seat][token] -= 1
        self.supply[token] += 1
        mine = self.belts[seat]
        if token == "menu":
            mine[:] = [self.roll(d.kind) if self.rng.random() < 0.5 else d for d in mine]
            return
        others = [belt for place, belt in enumerate(self.belts) if place != seat and belt]
        if others:
            theirs = self.rng.choice(others)
            here, there = self.rng.randrange(len(mine)), self.rng.randrange(len(theirs))
            mine[here], theirs[there] = theirs[there], mine[here]
