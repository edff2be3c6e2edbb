"""Changes to a tableau, and what they do to the cards that lie there: steps that taps can take."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ..notation import MAX_REPEAT
from ..tableau import Card, Item, Tableau
from ..wasabi_pairing import LaidCard, has_free_wasabi, lay_out, tableau_of

ChangeKind = Literal["add", "remove", "flip"]
StepKind = Literal["add", "remove", "flip", "move"]


class Change(NamedTuple):
    """One thing that was said to happen to a tableau.

    Attributes:
        item: what is added, removed or flipped (turned over); for a pair the nigiri on its wasabi.
            Cards added face down are ``flipped:…`` items, ``flipped`` where the front was not said.
            None where "flip" did not say what.
        number: how many, 1 to 99.
        bare: an added nigiri was said to lie beside any wasabi; else it lands on a free one.
    """

    kind: ChangeKind
    item: Item | None
    number: int
    bare: bool = False


class Step(NamedTuple):
    """What one tap does: add a card, remove or flip it, or move a nigiri onto a wasabi or off it.

    Attributes:
        place: which card: those that lay there are 0, 1, … in the order of entry, those that steps
            add count on; a place stays with its card when others go.
        card: how it lies after the step (for ``remove``: how it lay).
    """

    kind: StepKind
    place: int
    card: LaidCard


class Undone(NamedTuple):
    """A change of which nothing can be done.

    Attributes:
        why: ``not-there`` (not so many of it lie there), ``which`` (several kinds of special orders
            or face-down cards could be meant), or ``too-many`` (more cards than a table holds).
        lying: how many of what was said lie there.
    """

    change: Change
    why: Literal["not-there", "which", "too-many"]
    lying: int


class ChangedTableau:
    """A tableau, its cards by their place, and the steps that changed it."""

    def __init__(
        self,
        cards: Sequence[LaidCard],
        *,
        flipped_nigiri_frees_wasabi: bool = True,
        max_cards: int = MAX_REPEAT,
    ) -> None:
        self.cards = dict(enumerate(cards))
        self.steps: list[Step] = []
        self._next_place = len(cards)
        self._frees = flipped_nigiri_frees_wasabi
        self._max_cards = max_cards

    @property
    def tableau(self) -> Tableau:
        return tableau_of(list(self.cards.values()), flipped_nigiri_frees_wasabi=self._frees)

    def do(self, change: Change) -> Undone | None:
        """Does a change wholly, or says why not.

        A nigiri lands on a free wasabi unless it was said to lie beside it. Of several alike cards
        the last one is taken or flipped, a bare nigiri before one on a wasabi, a free wasabi before
        a covered one. A nigiri whose wasabi goes lies bare. "Flip two" alone lays down two cards
        whose front is not known.
        """
        if change.kind == "add" or change.item is None:
            return self._add(change)
        found, kinds = self._found(change.item)
        if kinds > 1:
            return Undone(change, "which", len(found))
        if len(found) < change.number:
            return Undone(change, "not-there", len(found))
        for place in (place for places in found[: change.number] for place in places):
            card = self.cards[place]
            if change.kind == "remove" or card.face:
                nigiri = self._pairs().get(place)
                if nigiri is not None:
                    self._step("move", nigiri, self.cards[nigiri]._replace(on_wasabi=False))
            if change.kind == "remove":
                self.steps.append(Step("remove", place, self.cards.pop(place)))
            elif card.face:
                self._step("flip", place, card._replace(flipped=not card.flipped))
        return None

    def _add(self, change: Change) -> Undone | None:
        new = change.item.cards if change.item else (Card(None, flipped=True),)
        if len(self.cards) + len(new) * change.number > self._max_cards:
            return Undone(change, "too-many", len(self.cards))
        for card in new * change.number:
            place, self._next_place = self._next_place, self._next_place + 1
            laid = _laid(card)
            lands = laid.is_nigiri and has_free_wasabi(
                list(self.cards.values()), flipped_nigiri_frees_wasabi=self._frees
            )
            self._step("add", place, laid._replace(flipped=not laid.face, on_wasabi=lands))
            stays = len(new) == 2 or not (change.bare or laid.flipped)
            if lands and not stays:
                self._step("move", place, self.cards[place]._replace(on_wasabi=False))
            if laid.flipped and laid.face:
                self._step("flip", place, laid)
        return None

    def _step(self, kind: StepKind, place: int, card: LaidCard) -> None:
        self.cards[place] = card
        self.steps.append(Step(kind, place, card))

    def _pairs(self) -> dict[int, int]:
        """The place of the nigiri by that of the wasabi under it."""
        places = list(self.cards)
        laid = lay_out(list(self.cards.values()), flipped_nigiri_frees_wasabi=self._frees)
        return {places[one.cards[0]]: places[one.cards[1]] for one in laid if len(one.cards) == 2}

    def _found(self, item: Item) -> tuple[list[tuple[int, ...]], int]:
        """The cards that make such an item, the ones to take first first, and how many kinds may be
        meant."""
        pairs = self._pairs()
        wanted = _laid(item.card)
        if item.base is not None:
            base = _laid(item.base)
            return [
                (over, under)
                for under, over in reversed(pairs.items())
                if _alike(self.cards[under], base) and _alike(self.cards[over], wanted)
            ], 1
        covered = {*pairs, *pairs.values()}
        found = [place for place, card in self.cards.items() if _alike(card, wanted)]
        found.sort(key=lambda place: (place in covered, -place))
        if not found:
            # "A special order", whatever it copies, or "a face-down card", whatever its front.
            found = [
                place
                for place, card in reversed(self.cards.items())
                if (not wanted.face and card.flipped)
                or (wanted == LaidCard("special-order") and card.copy and not card.flipped)
            ]
        kinds = {(self.cards[place].face, self.cards[place].copy) for place in found}
        return [(place,) for place in found], len(kinds)


def _laid(card: Card) -> LaidCard:
    return LaidCard(card.face.slug if card.face else "", card.copy, card.flipped)


def _alike(one: LaidCard, other: LaidCard) -> bool:
    """Whether two cards lie alike; what a special order copied is not told apart face down."""
    if all(card.flipped and (card.copy or card.face == "special-order") for card in (one, other)):
        return True
    return one._replace(on_wasabi=False) == other._replace(on_wasabi=False)
