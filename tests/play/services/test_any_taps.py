"""Taps in any order, against a plain model: a list of cards, and a stack of what it was before."""

from copy import deepcopy
from dataclasses import dataclass, field
from uuid import UUID, uuid4

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.models import Entry, Game
from tests import taps
from tests.factories import GameFactory, table_of, version_of, where
from tests.taps import Where

pytestmark = pytest.mark.django_db

NIGIRI = ("egg-nigiri", "squid-nigiri")
FACES = ("wasabi", "wasabi", *NIGIRI, "tofu", "")
adding = st.tuples(st.just("add"), st.sampled_from(FACES), st.booleans())
at_card = st.tuples(
    st.sampled_from(("take", "flip", "flip", "on", "off")), st.integers(0, 9), st.booleans()
)
undoing = st.tuples(st.just("undo"), st.just(0), st.booleans())
tap_lists = st.lists(adding | at_card | undoing, max_size=14)


@dataclass
class Card:
    """One card of the model; ``on``: it was put on a wasabi; ``sure``: somebody has said where."""

    face: str
    copy: bool = False
    flipped: bool = False
    on: bool = False
    sure: bool = False


@dataclass
class Model:
    """A tableau as a person keeps it in mind."""

    frees: bool
    cards: list[Card] = field(default_factory=list)
    before: list[list[Card]] = field(default_factory=list)

    def bases(self) -> dict[int, int]:
        """Where the wasabi lies that each nigiri has, both by place; also of a flipped nigiri."""
        free = [n for n, c in enumerate(self.cards) if c.face == "wasabi" and not c.flipped]
        found = {}
        for place, card in enumerate(self.cards):
            wants = card.on and not (card.flipped and self.frees)
            if wants and free:
                found[place] = free.pop(0)
        return found

    def has_free(self) -> bool:
        wasabi = sum(c.face == "wasabi" and not c.flipped for c in self.cards)
        return wasabi > len(self.bases())

    def tap(self, verb: str, what: str | int, copy: bool) -> None:
        now = deepcopy(self.cards)
        if verb == "undo":
            self.cards = self.before.pop() if self.before else []
            return
        if verb == "add":
            on = what in NIGIRI and not copy and self.has_free()
            self.cards.append(Card(str(what), copy and bool(what), not what, on))
        elif int(what) < len(self.cards):
            self._change(verb, int(what))
        if self.cards != now:
            self.before.append(now)

    def _change(self, verb: str, place: int) -> None:
        card = self.cards[place]
        if verb in ("take", "flip") and card.face:
            for nigiri, base in self.bases().items():
                if base == place and not self.cards[nigiri].flipped:
                    self.cards[nigiri].on = self.cards[nigiri].sure = False
        if verb == "take":
            del self.cards[place]
        elif verb == "flip" and card.face:
            card.flipped = not card.flipped
        elif verb == "off" and card.face in NIGIRI:
            card.on, card.sure = False, True
        elif verb == "on" and card.face in NIGIRI:
            self._put(place)

    def _put(self, place: int) -> None:
        """One that landed makes room; nor does another one go where the cards make room."""
        lie = set(self.bases())
        landed = [nigiri for nigiri in lie if not self.cards[nigiri].sure]
        if place not in lie and not self.has_free():
            if not landed:
                return
            lie.remove(max(landed))
        for at, card in enumerate(self.cards):
            if card.on and not card.flipped and at not in lie and at != place:
                card.on = card.sure = False
        self.cards[place].on = self.cards[place].sure = True

    def piles(self) -> list[tuple[str, ...]]:
        """What lies on what, in a spelling of the model's own, sorted."""
        bases = {n: b for n, b in self.bases().items() if not self.cards[n].flipped}
        covered = set(bases.values())
        return sorted(
            (_spell(self.cards[bases[n]]), _spell(card)) if n in bases else (_spell(card),)
            for n, card in enumerate(self.cards)
            if n not in covered
        )


def _spell(card: Card) -> str:
    return f"{card.face}{'=' * card.copy}{'!' * card.flipped}"


def piles_of(at: Where) -> list[tuple[str, ...]]:
    """The same of the game in the database."""
    laid = table_of(Game(pk=at.game)).tableaus[0][0]
    return sorted(
        tuple(
            _spell(Card(laid.entries[n].face, laid.entries[n].copy, laid.entries[n].flipped))
            for n in item.cards
        )
        for item in laid.laid
    )


def send(at: Where, verb: str, what: str | int, copy: bool) -> UUID:
    """One tap as a phone sends it; the number is that of the card in the strip."""
    tap = uuid4()
    if verb == "add":
        taps.add_card(at, tap, str(what), copy=copy and bool(what))
    elif verb == "undo":
        taps.undo(at, tap)
    else:
        entries = table_of(Game(pk=at.game)).tableaus[0][0].entries
        entry = entries[int(what)].pk if int(what) < len(entries) else uuid4()
        if verb == "take":
            taps.take_away(at, tap, entry)
        elif verb == "flip":
            taps.flip(at, tap, entry)
        else:
            taps.move(at, tap, entry, on_wasabi=verb == "on")
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


@pytest.mark.slow
@given(sent=tap_lists, frees=st.booleans())
def test_undoing_everything_leaves_an_empty_tableau(sent, frees):
    at, model = a_tableau(frees), Model(frees)
    for tap in sent:
        send(at, *tap)
        model.tap(*tap)
    for _ in range(len(model.before)):
        taps.undo(at, uuid4())
    assert piles_of(at) == []
    assert not Entry.objects.filter(tableau__round__game=at.game, withdrawn_by=None).exists()


@pytest.mark.slow
@given(first=st.lists(adding | at_card, max_size=8), then=st.lists(adding, min_size=1, max_size=6))
def test_undoing_the_last_taps_leaves_what_lay_there_before_them(first, then):
    at = a_tableau(frees=True)
    for tap in first:
        send(at, *tap)
    before = piles_of(at)
    for tap in then:
        send(at, *tap)
    for _ in then:
        taps.undo(at, uuid4())
    assert piles_of(at) == before
