"""Sushi Go! (2014), with its variants and the promotional soy sauce."""

from collections.abc import Iterable
from random import Random

from .game import NAMES, Game, choose, passed, tastes
from .place import Card, Place

DECK = {
    "tempura": 14,
    "sashimi": 14,
    "dumpling": 14,
    "maki-1": 6,
    "maki-2": 12,
    "maki-3": 8,
    "egg-nigiri": 5,
    "salmon-nigiri": 10,
    "squid-nigiri": 5,
    "pudding": 10,
    "wasabi": 6,
    "chopsticks": 4,
}
SOY_SAUCE = {"soy-sauce": 4}
HAND = {2: 10, 3: 9, 4: 8, 5: 7}
DUMMY = "dummy"


def sushi_go_game(rng: Random, players: int, variants: Iterable[str] = ()) -> Game:
    """Plays a game; the variants are named as on the score sheet."""
    return _Table(rng, players, tuple(variants)).game()


class _Table:
    def __init__(self, rng: Random, players: int, variants: tuple[str, ...]) -> None:
        self.rng, self.variants = rng, variants
        self.players = NAMES[:players]
        self.has_dummy = "two-player-dummy" in variants
        self.seats = (*self.players, DUMMY) if self.has_dummy else self.players
        deck = DECK | SOY_SAUCE if "soy-sauce-promo" in variants else DECK
        self.deck = [Card(face) for face, number in deck.items() for _ in range(number)]
        self.faces = tuple(deck)
        self.dealt = HAND[len(self.seats)]
        self.puddings = dict.fromkeys(self.seats, 0)
        self.lying: list[dict[str, int]] = []
        rng.shuffle(self.deck)

    def game(self) -> Game:
        document = {
            "ruleset": "sushi-go",
            "variants": list(self.variants),
            "players": list(self.players),
            "rounds": [{"tableaus": self.round(number)} for number in (1, 2, 3)],
        }
        tiebreaks = {name: self.puddings[name] for name in self.players}
        return Game(document, self.dealt, tuple(self.lying), tiebreaks, False, self.faces)

    def round(self, number: int) -> dict[str, str]:
        self.places = {name: Place() for name in self.seats}
        self.tastes = dict(
            zip(self.seats, tastes(self.rng, self.faces, len(self.seats)), strict=True)
        )
        hands = [self.deal() for _ in self.players]
        dummy_pile = self.deal() if self.has_dummy else []
        to_left = number != 2 or "pass-both-ways" not in self.variants
        for turn in range(self.dealt):
            for seat, name in enumerate(self.players):
                if self.has_dummy and seat == turn % 2:
                    self.play_with_dummy(name, hands[seat], dummy_pile.pop())
                else:
                    self.play(name, hands[seat])
            hands = passed(hands, 1 if to_left else -1)
        for name, place in self.places.items():
            self.puddings[name] += place.count("pudding")
        self.lying.append({name: len(place.cards) for name, place in self.places.items()})
        return {name: place.written(self.rng) for name, place in self.places.items()}

    def deal(self) -> list[Card]:
        return [self.deck.pop() for _ in range(self.dealt)]

    def play(self, name: str, hand: list[Card]) -> None:
        """One card, or two for chopsticks from an earlier turn, which go back into the hand."""
        place = self.places[name]
        chopsticks = next((c for c in place.cards if c.is_now("chopsticks")), None)
        place.play(choose(self.rng, self.tastes[name], hand))
        if chopsticks and hand and self.rng.random() < 0.6:
            place.play(choose(self.rng, self.tastes[name], hand))
            hand.append(place.take(chopsticks))

    def play_with_dummy(self, name: str, hand: list[Card], drawn: Card) -> None:
        """The player in control draws from the dummy's pile and plays one card for it too."""
        hand.append(drawn)
        self.places[DUMMY].play(choose(self.rng, self.tastes[DUMMY], hand))
        self.play(name, hand)
