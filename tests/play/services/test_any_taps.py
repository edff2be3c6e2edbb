"""Taps in any order, against a plain model: a list of cards, and a stack of what it was before."""

from copy import deepcopy
from dataclasses import dataclass, field
from uuid import UUID, uuid4

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.models import Game
from tests import taps
from tests.factories import GameFactory, table_of, version_of, where
from tests.taps import Where

pytestmark = pytest.mark.django_db

NIGIRI = ("egg-nigiri", "squid-nigiri")
FACES = ("wasabi", "wasabi", *NIGIRI, "tofu", "")
adding = st.tuples(st.just("add"), st.sampled_from(FACES), st.booleans())
at_card = st.tuples(
    st.sampled_from(("take", "flip", "flip", "bare")), st.integers(0, 9), st.booleans()
)
saying = st.tuples(st.just("on"), st.tuples(st.integers(0, 9), st.integers(0, 9)), st.booleans())
undoing = st.tuples(st.just("undo"), st.just(0), st.booleans())
tap_lists = st.lists(adding | at_card | saying | undoing, max_size=14)
What = str | int | tuple[int, int]


@dataclass
class Card:
    """One card of the model; of a wasabi: the ``nigiri`` on it, and whether that is ``known``."""

    face: str
    copy: bool = False
    flipped: bool = False
    nigiri: "Card | None" = None
    known: bool = False


@dataclass
class Model:
    """A tableau as a person keeps it in mind."""

    frees: bool
    cards: list[Card] = field(default_factory=list)
    before: list[list[Card]] = field(default_factory=list)

    def on(self, wasabi: Card) -> Card | None:
        """The nigiri that lies on a wasabi, also a flipped one where that does not free it."""
        nigiri = wasabi.nigiri
        first = next((c for c in self.wasabi() if c.nigiri is nigiri), None)
        if nigiri is None or first is not wasabi or not any(c is nigiri for c in self.cards):
            return None
        return None if nigiri.flipped and self.frees else nigiri

    def wasabi(self) -> list[Card]:
        return [card for card in self.cards if card.face == "wasabi" and not card.flipped]

    def tap(self, verb: str, what: What, copy: bool) -> None:
        now = deepcopy(self.cards)
        if verb == "undo":
            self.cards = self.before.pop() if self.before else []
            return
        if verb == "add":
            card = Card(str(what), copy and bool(what), not what)
            bare = [one for one in self.wasabi() if self.on(one) is None]
            free = [one for one in bare if not one.known or one.nigiri is not None]
            if what in NIGIRI and not copy and free:
                free[0].nigiri, free[0].known = card, False
            self.cards.append(card)
        elif isinstance(what, tuple):
            self._say_on(*what)
        elif int(what) < len(self.cards):
            self._change(verb, int(what))
        if self.cards != now or (verb == "bare" and self._is_wasabi(int(str(what)))):
            self.before.append(now)

    def _is_wasabi(self, place: int) -> bool:
        return place < len(self.cards) and any(self.cards[place] is one for one in self.wasabi())

    def _change(self, verb: str, place: int) -> None:
        card = self.cards[place]
        if verb == "take":
            del self.cards[place]
        elif verb == "flip" and card.face:
            card.flipped = not card.flipped
        elif verb == "bare" and self._is_wasabi(place):
            card.nigiri, card.known = None, True

    def _say_on(self, wasabi: int, nigiri: int) -> None:
        """A nigiri that is known to lie elsewhere stays there where there is another like it; what
        is assumed changes places."""
        if not self._is_wasabi(wasabi) or nigiri >= len(self.cards):
            return
        base, card = self.cards[wasabi], self.cards[nigiri]
        if card.face not in NIGIRI:
            return
        here, others = self.on(base), [one for one in self.wasabi() if one is not base]
        placed = [self.on(one) for one in others if one.known]
        if any(card is one for one in placed):
            alike = (c for c in self.cards if _spell(c) == _spell(card))
            card = next((c for c in alike if not any(c is one for one in placed)), card)
        for one in others:
            if self.on(one) is card:
                one.nigiri, one.known = here, False
        base.nigiri, base.known = card, True

    def piles(self) -> list[tuple[str, ...]]:
        """What lies on what, in a spelling of the model's own, sorted."""
        on = [(one, self.on(one)) for one in self.wasabi()]
        pairs = [(one, nigiri) for one, nigiri in on if nigiri and not nigiri.flipped]
        paired = [card for pair in pairs for card in pair]
        alone = [(card,) for card in self.cards if not any(card is one for one in paired)]
        return sorted(tuple(map(_spell, pile)) for pile in [*pairs, *alone])


def _spell(card: Card) -> str:
    return f"{card.face}{'=' * card.copy}{'!' * card.flipped}"


def piles_of(at: Where) -> list[tuple[str, ...]]:
    """The same of the game in the database."""
    laid = table_of(Game(pk=at.game)).rounds[0].seats[0].laid
    return sorted(
        tuple(
            _spell(Card(laid.entries[n].face, laid.entries[n].copy, laid.entries[n].flipped))
            for n in item.cards
        )
        for item in laid.laid
    )


def send(at: Where, verb: str, what: What, copy: bool) -> UUID:
    """One tap as a phone sends it; numbers are those of cards in the strip."""
    tap = uuid4()
    if verb == "add":
        taps.add_card(at, tap, str(what), copy=copy and bool(what))
    elif verb == "undo":
        taps.undo(at, tap)
    else:
        entries = table_of(Game(pk=at.game)).rounds[0].seats[0].entries
        places = what if isinstance(what, tuple) else (int(what),)
        named = [entries[one].pk if one < len(entries) else uuid4() for one in places]
        taps.tap(at, tap, ":".join([verb, *map(str, named)]))
    return tap


def a_tableau(frees: bool) -> Where:
    """An empty tableau of a Party game with takeout boxes and wasabi."""
    menu = ["maki", "tofu", "eel", "tempura", "wasabi", "takeout-box", "fruit"]
    rules = {"flipped-nigiri-frees-wasabi": frees}
    return where(
        GameFactory(setup__ruleset="sushi-go-party", setup__menu=menu, setup__house_rules=rules)
    )


FLIPPED_BASE = [("add", face, False) for face in ("wasabi", "squid-nigiri", "wasabi")]
FLIPPED_BASE.append(("flip", 0, False))


@given(sent=tap_lists, frees=st.booleans())
@example(sent=FLIPPED_BASE, frees=True)
def test_any_taps_leave_what_a_plain_list_of_cards_would_be(sent, frees):
    at, model = a_tableau(frees), Model(frees)
    for number, tap in enumerate(sent, start=1):
        send(at, *tap)
        model.tap(*tap)
        assert piles_of(at) == model.piles()
        assert version_of(Game(pk=at.game)) == number
