"""Sushi Go! and Sushi Go Party!: hands dealt from the box, passed on and played card by card.

Rulings where the rulebooks are silent: bonus actions and cards of one type act in seat order;
whole-turn totals decide the uramaki race; a special order that a bonus action plays may copy any
card in front of its player, also one of this turn.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import NamedTuple

from referee.rules import FACES, Setting
from referee.rules.cards import DESSERTS, DISCARDED_WHEN_PLAYED
from referee.rules.rulesets import PASS_BOTH_WAYS, ROUNDS, desserts_dealt_in, faces_in
from tests.dealers.people import Player
from tests.dealers.plate import Lying, Plate
from tests.dealers.worth import View

WORTH_A_BONUS = 2.5
"""From so many points on a player uses chopsticks for a second card; a spoon from twice as many."""
ACTIONS = ("chopsticks", "spoon", "menu", "takeout-box")
"""What acts after the cards are revealed, in the order of the numbers on the cards."""
DRAWN_FOR_A_MENU = 4
RACE_ICONS, RACE_PLACES = 10, 3


class Dealt(NamedTuple):
    """A round at its end: what lies at each seat, and by turn who showed how many uramaki icons."""

    plates: list[Plate]
    claims: list[dict[int, int]]


def full_deck(setting: Setting) -> list[str]:
    """Every card that a game is played with, all desserts included."""
    rules = setting.rules
    return [
        face
        for face in faces_in(setting)
        for _ in range(rules.faces.get(face) or rules.box[FACES[face].type])
    ]


def deal_cards(setting: Setting, players: Sequence[Player], rng: Random) -> list[Dealt]:
    """Play a whole game of cards; ``players`` in seat order, clockwise."""
    game = _Game(setting, players, rng)
    return [game.round(number) for number in range(1, ROUNDS + 1)]


class _Game:
    def __init__(self, setting: Setting, players: Sequence[Player], rng: Random) -> None:
        self.setting, self.players, self.rng = setting, players, rng
        self.deck = full_deck(setting)
        self.desserts: list[str] = []
        if setting.menu:
            self.desserts = [face for face in self.deck if FACES[face].type in DESSERTS]
            self.deck = [face for face in self.deck if FACES[face].type not in DESSERTS]
        rng.shuffle(self.desserts)
        rng.shuffle(self.deck)
        self.kept = [0] * setting.seats

    def round(self, number: int) -> Dealt:
        """Deal and play; in Party shuffle desserts in before. Other cards go back into the deck
        after it, in Sushi Go! by a house rule only."""
        if self.setting.menu:
            before, now = (desserts_dealt_in(self.setting.players, n) for n in (number - 1, number))
            self.deck += [self.desserts.pop() for _ in range(now - before)]
        if self.setting.reshuffles:
            self.rng.shuffle(self.deck)
        cards = [*self.deck]
        while not (played := _Round(self, number)).play():
            self.deck[:] = cards
            self.rng.shuffle(self.deck)
        self.deck += played.discarded
        for seat, plate in enumerate(played.plates):
            self.kept[seat] += sum(plate.icons[dessert] for dessert in DESSERTS)
            if self.setting.reshuffles:
                self.deck += [card.face for card in plate.cards if card.type not in DESSERTS]
        return Dealt(played.plates, played.claims)


class _Round:
    def __init__(self, game: _Game, number: int) -> None:
        self.setting, self.players, self.rng = game.setting, game.players, game.rng
        self.deck, self.kept = game.deck, game.kept
        self.is_last = number == ROUNDS
        self.step = -1 if PASS_BOTH_WAYS in self.setting.variants and number == 2 else 1
        size = self.setting.hand_size
        self.hands = [[self.deck.pop() for _ in range(size)] for _ in range(self.setting.seats)]
        self.dummy_pile = self.hands.pop() if self.setting.has_dummy else []
        self.plates = [Plate() for _ in range(self.setting.seats)]
        self.claims: list[dict[int, int]] = []
        self.discarded: list[str] = []
        self.places_gone = 0
        self.order = count()  # of what acts with the same number

    def play(self) -> bool:
        """Play until all hands are empty; False where careful players spoiled a soup after all,
        because they had nothing else left."""
        for turn in range(self.setting.hand_size):
            self._turn(turn)
            hands = len(self.hands)
            self.hands = [self.hands[(seat - self.step) % hands] for seat in range(hands)]
            if len(self.soups) > 1 and self.players[0].careful:
                return False
        return True

    def _turn(self, turn: int) -> None:
        self.turn = turn
        self.soups: list[tuple[int, Lying]] = []
        self.soup_is_out = False
        self.actions: list[tuple[int, int, int, Lying | None]] = []
        for seat in range(len(self.players)):
            self._call_a_bonus(seat)
        if self.dummy_pile:
            # Who is in control draws a card of the dummy's, and plays one of the hand for it.
            control = turn % len(self.players)
            self.hands[control].append(self.dummy_pile.pop())
            self.plates[-1].put(self._choose(control, self.hands[control])[0])
        # Who holds nothing but miso soup plays one, and careful players keep theirs back.
        seats = range(len(self.players))
        in_need = sorted(seats, key=lambda seat: {*self.hands[seat]} != {"miso-soup"})
        chosen = {seat: self._choose(seat, self.hands[seat])[0] for seat in in_need}
        for seat in seats:
            self._put_down(seat, chosen[seat])
        while self.actions:
            action, seat, _, lying = heappop(self.actions)
            if lying:
                (self._chopsticks, self._spoon)[action](seat, lying)
            elif ACTIONS[action] == "menu":
                self._menu(seat)
            else:
                self._takeout_box(seat)
        if len(self.soups) > 1:
            for seat, lying in self.soups:
                self.discarded.append(self.plates[seat].take(lying))
        self._race()

    def _choose(self, seat: int, faces: list[str]) -> tuple[str, float]:
        """Return the card that the player values most, and its value."""
        player = self.players[seat]
        choices = faces
        if player.careful and self.soup_is_out:
            choices = [face for face in faces if face != "miso-soup"] or faces
        face, seems = player.pick(choices, self._view(seat), self.rng)
        faces.remove(face)
        self.soup_is_out = self.soup_is_out or face == "miso-soup"
        return face, seems

    def _view(self, seat: int) -> View:
        others = [plate for other, plate in enumerate(self.plates) if other != seat]
        left = len(self.hands[seat]) - 1
        return View(self.plates[seat], others, left, self.kept[seat], self.is_last)

    def _will_act(self, seat: int, type_: str, lying: Lying | None = None) -> None:
        heappush(self.actions, (ACTIONS.index(type_), seat, next(self.order), lying))

    def _call_a_bonus(self, seat: int) -> None:
        able = [card for card in self.plates[seat].cards if card.type in ("chopsticks", "spoon")]
        if able:
            lying = self.rng.choice(able)
            self._will_act(seat, lying.type, lying)

    # ------------------------------------------------------------- playing a card

    def _put_down(self, seat: int, face: str) -> None:
        """Play one card, from a hand or from the deck."""
        plate = self.plates[seat]
        copied = self.rng.choice(plate.cards) if face == "special-order" and plate.cards else None
        if face in DISCARDED_WHEN_PLAYED or (face == "special-order" and not copied):
            self.discarded.append(face)
            if face in ACTIONS:
                self._will_act(seat, face)
            return
        lying = plate.put(face, self.turn, copied)
        if copied and lying.type == "nigiri" and not copied.on and self.rng.random() < 0.6:
            plate.dip(lying)
        if lying.type == "miso-soup":
            self.soups.append((seat, lying))

    def _chopsticks(self, seat: int, lying: Lying) -> None:
        """Play a second card from the hand, put the chopsticks into it; never on the last turn."""
        hand = self.hands[seat]
        if hand:
            face, seems = self._choose(seat, hand)
            if seems < WORTH_A_BONUS:
                hand.append(face)
                return
            self._put_down(seat, face)
            hand.append(self.plates[seat].take(lying))

    def _spoon(self, seat: int, lying: Lying) -> None:
        """The first player to the left who has the card that is asked for gives it for the spoon.

        Careful players ask for a card that they have seen, in a hand that was theirs before.
        """
        hands = len(self.hands)
        to_left = [self.hands[(seat + step) % hands] for step in range(1, hands)]
        known = [face for hand in to_left[: self.turn] for face in hand if face != "spoon"]
        if not self.players[seat].careful:
            known = list(faces_in(self.setting))
        if not known or not any(to_left):
            return
        face, seems = self._choose(seat, known)
        if seems < 2 * WORTH_A_BONUS:
            return
        spoon = self.plates[seat].take(lying)
        giving = next((hand for hand in to_left if face in hand), None)
        if giving is None:
            self.discarded.append(spoon)
            return
        giving.remove(face)
        giving.append(spoon)
        self._put_down(seat, face)

    def _menu(self, seat: int) -> None:
        """Draw cards, play one that is not a menu, and return the rest to the deck."""
        drawn = [self.deck.pop() for _ in range(min(DRAWN_FOR_A_MENU, len(self.deck)))]
        fitting = [face for face in drawn if face != "menu"]
        if fitting:
            face, _seems = self._choose(seat, fitting)
            drawn.remove(face)
            self._put_down(seat, face)
        self.deck += drawn
        self.rng.shuffle(self.deck)

    def _takeout_box(self, seat: int) -> None:
        """Turn any number of own cards of earlier turns face down."""
        plate = self.plates[seat]
        keen = self.rng.choice((0.0, 0.3, 0.7, 1.0))
        frees = self.setting.house_rules.flipped_nigiri_frees_wasabi
        for lying in plate.cards:
            if lying.turn < self.turn and not lying.flipped and self.rng.random() < keen:
                plate.flip(lying, frees_wasabi=frees)

    def _race(self) -> None:
        """Ten icons win a place while there are any: the most first, equals share one and use up
        as many as they are. Who wins a place discards the uramaki and the orders copying them."""
        icons = {seat: plate.icons["uramaki"] for seat, plate in enumerate(self.plates)}
        claims = {seat: held for seat, held in icons.items() if held >= RACE_ICONS}
        if not claims or self.places_gone >= RACE_PLACES:
            return
        self.claims.append(claims)
        for most in sorted({*claims.values()}, reverse=True):
            if self.places_gone >= RACE_PLACES:
                return
            winners = [seat for seat, held in claims.items() if held == most]
            self.places_gone += len(winners)
            for seat in winners:
                plate = self.plates[seat]
                for lying in [card for card in plate.cards if card.type == "uramaki"]:
                    self.discarded.append(plate.take(lying))
