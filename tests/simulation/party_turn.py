"""One turn of Sushi Go Party!: reveal, bonus actions and played specials by number, clashes, race.

Rulings where the rulebook is silent: a card that acts on the same number as its copy goes by
seat; whole-turn totals decide the uramaki race; a special order may copy any card in front of
its player when it is played by a bonus action, also one of this turn.
"""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from random import Random

from .game import Taste, choose
from .place import NIGIRI, Card, Lying, Place

PLACES = 3
ICONS = 10


@dataclass
class Turn:
    """A turn at the table; it changes the hands, places, deck and discards that it is given."""

    rng: Random
    number: int
    hands: list[list[Card]]
    places: list[Place]
    deck: list[Card]
    discarded: list[Card]
    tastes: list[Taste]
    frees_wasabi: bool = True
    misos: list[tuple[int, Lying]] = field(default_factory=list)
    actions: list[tuple[int, int, int]] = field(default_factory=list)
    acting: list[Lying | None] = field(default_factory=list)

    def play(self, places_gone: int) -> tuple[dict[int, int], int]:
        """Plays the turn; returns the uramaki claims made on it, and the places gone after it."""
        calls = [self.called_bonus(place) for place in self.places]
        chosen = [
            choose(self.rng, taste, hand)
            for taste, hand in zip(self.tastes, self.hands, strict=True)
        ]
        for seat, card in enumerate(chosen):
            self.put_down(seat, card)
        for seat, lying in enumerate(calls):
            if lying:
                self.will_act(lying.counts_as.number, seat, lying)
        while self.actions:
            number, seat, place = heappop(self.actions)
            self.act(number, seat, self.acting[place])
        if len(self.misos) > 1:
            for seat, lying in self.misos:
                self.discard(seat, lying)
        return self.race(places_gone)

    def called_bonus(self, place: Place) -> Lying | None:
        """Chopsticks or a spoon of an earlier turn that the player calls out, at most one."""
        able = [c for c in place.cards if c.is_now("chopsticks") or c.is_now("spoon")]
        return self.rng.choice(able) if able and self.rng.random() < 0.5 else None

    def will_act(self, number: int, seat: int, lying: Lying | None = None) -> None:
        self.acting.append(lying)
        heappush(self.actions, (number, seat, len(self.acting) - 1))

    def discard(self, seat: int, lying: Lying) -> None:
        self.discarded.append(self.places[seat].take(lying))

    # ------------------------------------------------------------- playing a card

    def put_down(self, seat: int, card: Card) -> None:
        """Plays one card, from a hand or from the deck."""
        if card.face in ("menu", "takeout-box"):
            self.discarded.append(card)
            self.will_act(card.number, seat)
        elif card.face == "special-order":
            self.special_order(seat, card)
        else:
            self.note_miso(seat, self.places[seat].play(card, self.number))

    def note_miso(self, seat: int, lying: Lying) -> None:
        if lying.is_now("miso-soup"):
            self.misos.append((seat, lying))

    def special_order(self, seat: int, card: Card) -> None:
        place = self.places[seat]
        if not place.cards:
            self.discarded.append(card)
            return
        target = self.rng.choice(place.cards)
        lying = place.lay(card, self.number, target.counts_as)
        lying.flipped = target.flipped
        may_dip = lying.counts_as.face in NIGIRI and not lying.flipped and target.on is None
        if may_dip and self.rng.random() < 0.6:
            place.dip(lying)
        self.note_miso(seat, lying)

    # ------------------------------------------------------------- actions, lowest number first

    def act(self, number: int, seat: int, lying: Lying | None) -> None:
        if number <= 3:
            assert lying
            self.chopsticks(seat, lying)
        elif number <= 6:
            assert lying
            self.spoon(seat, lying)
        elif number <= 9:
            self.menu(seat)
        else:
            self.takeout_box(seat)

    def chopsticks(self, seat: int, lying: Lying) -> None:
        """A second card from the hand; the chopsticks go back into it. None on the last turn."""
        hand = self.hands[seat]
        if hand:
            self.put_down(seat, choose(self.rng, self.tastes[seat], hand))
            hand.append(self.places[seat].take(lying))

    def spoon(self, seat: int, lying: Lying) -> None:
        """The first player to the left who has the announced card gives it for the spoon."""
        wish = self.announced(seat)
        for step in range(1, len(self.hands)):
            hand = self.hands[(seat + step) % len(self.hands)]
            fitting = [card for card in hand if wish in (card.face, kind(card.face))]
            if fitting:
                card = self.rng.choice(fitting)
                hand.remove(card)
                hand.append(self.places[seat].take(lying))
                self.put_down(seat, card)
                return
        self.discard(seat, lying)

    def announced(self, seat: int) -> str:
        """A card or a kind of card, such as any nigiri; perhaps one that nobody has."""
        faces = list(self.tastes[seat])
        face = self.rng.choices(faces, list(self.tastes[seat].values()))[0]
        if self.rng.random() < 0.3:
            return kind(face)
        return face

    def menu(self, seat: int) -> None:
        """Four cards from the deck, one of them is played, no other menu; the rest goes back."""
        drawn = [self.deck.pop() for _ in range(min(4, len(self.deck)))]
        fitting = [card for card in drawn if card.face != "menu"]
        if fitting:
            card = choose(self.rng, self.tastes[seat], fitting)
            drawn.remove(card)
            self.put_down(seat, card)
        self.deck += drawn
        self.rng.shuffle(self.deck)

    def takeout_box(self, seat: int) -> None:
        """Any of one's own cards of earlier turns, none to all, are turned face down."""
        place = self.places[seat]
        keen = self.rng.choice((0.0, 0.3, 0.7, 1.0))
        for lying in place.cards:
            earlier = lying.turn < self.number and not lying.flipped
            if earlier and self.rng.random() < keen:
                place.flip(lying, frees_wasabi=self.frees_wasabi)

    # ------------------------------------------------------------- the uramaki race

    def race(self, places_gone: int) -> tuple[dict[int, int], int]:
        """Ten icons win a place while there are any: the most first, equals share one and use up
        as many as they are. Who wins a place discards the uramaki and the orders copying them."""
        if places_gone >= PLACES:
            return {}, places_gone
        totals = {seat: icons(place) for seat, place in enumerate(self.places)}
        claims = {seat: total for seat, total in totals.items() if total >= ICONS}
        for total in sorted(set(claims.values()), reverse=True):
            if places_gone >= PLACES:
                break
            winners = [seat for seat, mine in claims.items() if mine == total]
            places_gone += len(winners)
            for seat in winners:
                for lying in [c for c in self.places[seat].cards if c.is_now("uramaki")]:
                    self.discard(seat, lying)
        return claims, places_gone


def icons(place: Place) -> int:
    """Uramaki icons that lie face up in front of a player."""
    return sum(int(c.counts_as.face[-1]) for c in place.cards if c.is_now("uramaki"))


def kind(face: str) -> str:
    """What a player may say who does not mind which: any nigiri, any maki rolls."""
    return "nigiri" if face in NIGIRI else face.split("-")[0]
