"""Sushi Go! and Sushi Go Party!: hands dealt from the box, drafted card by card.

Nothing leaves a table unrecorded here: nobody spoils a miso soup with another one, and a spoon asks
for what its player has seen in a hand before. All other cards are played as the rulebooks say.
"""

from collections.abc import Sequence
from random import Random

from ..rules import FACES, RoundSheet, Setting, Sheet
from ..rules.cards import DESSERTS, UNCOPYABLE
from ..rules.rulesets import PASS_BOTH_WAYS, ROUNDS, desserts_dealt_in, faces_in
from ..rules.scoring.uramaki import ICONS_TO_CLAIM, PRIZES, settle_claims
from ..rules.sheet import Turn
from .habits import Person
from .plate import Plate
from .worth import View

WORTH_A_BONUS = 2.5
"""From so many points on a player thinks a second card worth the chopsticks, or the spoon."""


class SoupsClashError(Exception):
    """Two players have nothing but miso soup left: the round is dealt anew."""


def play_cards(setting: Setting, people: Sequence[Person], rng: Random) -> Sheet:
    """A whole game of cards, as its score sheet; ``people`` in seat order, clockwise.

    The menu holds types of ``worth.SIMPLE_TYPES`` only, and there is no dummy.
    """
    deck = _Deck(setting, rng)
    kept = [0] * len(people)
    rounds = []
    for number in range(1, ROUNDS + 1):
        played = _round(setting, people, number, deck, kept, rng)
        rounds.append(RoundSheet(tuple(plate.tableau() for plate in played.plates), played.claims))
        for seat, plate in enumerate(played.plates):
            kept[seat] += sum(plate.icons[dessert] for dessert in DESSERTS)
    return Sheet(setting, tuple(person.name for person in people), tuple(rounds))


def _round(
    setting: Setting,
    people: Sequence[Person],
    number: int,
    deck: "_Deck",
    kept: Sequence[int],
    rng: Random,
) -> "_Round":
    while True:
        played = _Round(setting, people, number, deck.hands(number), kept, rng)
        try:
            played.play()
        except SoupsClashError:
            continue
        deck.dealt(number, played.plates)
        return played


class _Deck:
    """The cards of a game from round to round, with Party's desserts, which come in by and by."""

    def __init__(self, setting: Setting, rng: Random) -> None:
        self.setting, self.rng = setting, rng
        faces = [face for face in faces_in(setting) for _ in range(_held(setting, face))]
        is_party = setting.menu is not None
        self.cards = [face for face in faces if not (is_party and FACES[face].type in DESSERTS)]
        self.pile = [face for face in faces if is_party and FACES[face].type in DESSERTS]
        self.desserts: list[str] = []
        rng.shuffle(self.pile)

    def hands(self, number: int) -> list[list[str]]:
        """The hands of a round, dealt from a deck that is shuffled as the game has it."""
        self._shuffle_desserts_in(number)
        deck = self.cards + self.desserts
        self.rng.shuffle(deck)
        size = self.setting.hand_size
        return [deck[seat * size : (seat + 1) * size] for seat in range(self.setting.seats)]

    def dealt(self, number: int, plates: Sequence[Plate]) -> None:
        """Clears the table. In Sushi Go! all cards stay out of the deck, in Party desserts do."""
        lying = [face for plate in plates for face in plate.faces.elements()]
        is_party = self.setting.menu is not None
        for face in lying:
            if not is_party:
                self.cards.remove(face)
            elif FACES[face].type in DESSERTS:
                self.desserts.remove(face)

    def _shuffle_desserts_in(self, number: int) -> None:
        if self.pile:
            box = self.setting.rules.box
            (type_,) = DESSERTS & self.setting.types
            due = desserts_dealt_in(self.setting.players, number)
            gone = box[type_] - len(self.pile)
            self.desserts += [self.pile.pop() for _ in range(due - gone)]


def _held(setting: Setting, face: str) -> int:
    """How many of a face the box holds."""
    type_ = FACES[face].type
    if type_ in UNCOPYABLE:
        raise ValueError(f"Nobody here knows how to play {type_}.")
    rules = setting.rules
    return rules.faces.get(face) or rules.box[type_]


class _Round:
    """One round: its hands are passed until they are empty."""

    def __init__(
        self,
        setting: Setting,
        people: Sequence[Person],
        number: int,
        hands: list[list[str]],
        kept: Sequence[int],
        rng: Random,
    ) -> None:
        self.people, self.hands, self.kept, self.rng = people, hands, kept, rng
        self.plates = [Plate() for _ in people]
        self.claims: tuple[Turn, ...] = ()
        self.is_last = number == ROUNDS
        self.step = -1 if PASS_BOTH_WAYS in setting.variants and number == 2 else 1
        self.soup_is_out = False

    def play(self) -> None:
        """Raises SoupsClashError where a miso soup could not be kept apart from another."""
        for turn in range(len(self.hands[0])):
            self.soup_is_out = False
            able = [self._bonus(seat) for seat in range(len(self.people))]
            # Who holds nothing but miso soup plays one, and the others keep theirs back.
            in_need = sorted(range(len(self.people)), key=self._has_a_choice)
            for seat, face in [(seat, self._choose(seat)) for seat in in_need]:
                self.plates[seat].put(face)
            for bonus, act in (("chopsticks", self._pick_twice), ("spoon", self._ask)):
                for seat, called in enumerate(able):
                    if called == bonus and self.hands[seat]:
                        act(seat, turn)
            self._claim_uramaki()
            count = len(self.hands)
            self.hands = [self.hands[(seat - self.step) % count] for seat in range(count)]

    def _view(self, seat: int) -> View:
        others = [plate for other, plate in enumerate(self.plates) if other != seat]
        left = len(self.hands[seat]) - 1
        return View(self.plates[seat], others, left, self.kept[seat], self.is_last)

    def _bonus(self, seat: int) -> str:
        """What lies there from an earlier turn and may be used on this one; at most one a turn."""
        icons = self.plates[seat].icons
        return next((type_ for type_ in ("chopsticks", "spoon") if icons[type_]), "")

    def _has_a_choice(self, seat: int) -> bool:
        return any(face != "miso-soup" for face in self.hands[seat])

    def _choices(self, hand: list[str]) -> list[str]:
        if not self.soup_is_out:
            return hand
        return [face for face in hand if face != "miso-soup"]

    def _taken(self, hand: list[str], face: str) -> None:
        hand.remove(face)
        self.soup_is_out = self.soup_is_out or face == "miso-soup"

    def _choose(self, seat: int) -> str:
        hand = self.hands[seat]
        choices = self._choices(hand)
        if not choices:
            raise SoupsClashError
        face, _seems = self.people[seat].pick(choices, self._view(seat), self.rng)
        self._taken(hand, face)
        return face

    def _pick_twice(self, seat: int, _turn: int) -> None:
        """Chopsticks: a second card out of the same hand, into which they go."""
        hand = self.hands[seat]
        choices = [face for face in self._choices(hand) if face != "chopsticks"]
        if not choices:
            return
        face, seems = self.people[seat].pick(choices, self._view(seat), self.rng)
        if seems >= WORTH_A_BONUS:
            self._taken(hand, face)
            self.plates[seat].put(face)
            self.plates[seat].take("chopsticks")
            hand.append("chopsticks")

    def _ask(self, seat: int, turn: int) -> None:
        """Spoon: a card that the player has seen in a hand, from the first to the left who has
        it, who gets the spoon for it."""
        count = len(self.hands)
        # The hand so many places on has been in the player's own so many turns ago.
        nearest = range(1, min(turn, count - 1) + 1)
        hands = [self.hands[(seat + step) % count] for step in nearest]
        seen = [face for hand in hands for face in self._choices(hand) if face != "spoon"]
        if not seen:
            return
        face, seems = self.people[seat].pick(seen, self._view(seat), self.rng)
        if seems >= 2 * WORTH_A_BONUS:
            giving = next(hand for hand in hands if face in hand)
            self._taken(giving, face)
            self.plates[seat].put(face)
            self.plates[seat].take("spoon")
            giving.append("spoon")

    def _claim_uramaki(self) -> None:
        """Who has ten icons takes the next place, and the cards go; when all are gone they stay."""
        if settle_claims(self.claims)[1] >= len(PRIZES):
            return
        icons = [plate.icons["uramaki"] for plate in self.plates]
        turn = [(seat, held) for seat, held in enumerate(icons) if held >= ICONS_TO_CLAIM]
        settled = settle_claims([*self.claims, turn])[0]
        won = [(claim.seat, claim.icons) for claim in settled[-len(turn) :] if claim.place]
        if turn:
            self.claims = (*self.claims, tuple(sorted(won)))
            for seat, _held in won:
                self.plates[seat].clear("uramaki")
