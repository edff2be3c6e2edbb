"""What changes that were said do to the cards that lie there: steps that taps can take."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ..cards import FACES
from ..notation import MAX_REPEAT
from ..tableau import Card, Item
from ..wasabi_pairing import LaidCard
from .readings import Change


class Step(NamedTuple):
    """One step, to be taken in order; each is what one or two taps do.

    Attributes:
        kind: ``add`` a card, ``remove`` it, ``flip`` it (face down, or up again), or ``move`` a
            nigiri onto a wasabi or off it.
        place: which card: the cards that lay there are 0, 1, … in the order of entry, those that
            steps add count on from there; a place stays with its card when others go.
        card: how it lies after the step (for ``remove``: how it lay).
    """

    kind: Literal["add", "remove", "flip", "move"]
    place: int
    card: LaidCard


class Undone(NamedTuple):
    """A change that cannot be done; nothing of it was.

    Attributes:
        change: what was said.
        why: ``not-there`` (not so many of it lie there), ``which`` (several kinds of special
            orders or face-down cards could be meant), or ``too-many`` (more cards than a table
            holds).
        lying: how many of what was said lie there.
    """

    change: Change
    why: Literal["not-there", "which", "too-many"]
    lying: int


class Outcome(NamedTuple):
    """What changes come to.

    Attributes:
        steps: in order.
        undone: the changes that cannot be done.
        cards: all cards afterwards, in the order of entry; ``places`` are theirs.
    """

    steps: tuple[Step, ...]
    undone: tuple[Undone, ...]
    cards: tuple[LaidCard, ...]
    places: tuple[int, ...]


def apply_changes(
    cards: Sequence[LaidCard],
    changes: Sequence[Change],
    *,
    flipped_nigiri_frees_wasabi: bool = True,
    most: int = MAX_REPEAT,
) -> Outcome:
    """Does what was said, one change after the other, each wholly or not at all.

    A nigiri lands on a free wasabi unless it was said to lie beside it. Of several alike cards the
    last one is taken or flipped, a bare nigiri before one on a wasabi, a free wasabi before one
    that is covered. A nigiri whose wasabi goes lies bare. "Flip two", which does not say what,
    lays down two cards whose front is not known, as the tile of that name does.

    Args:
        cards: what lies there, in the order of entry.
        changes: what was said, in its order.
        flipped_nigiri_frees_wasabi: the house rule of that name.
        most: the most cards that may lie there in the end.
    """
    table = _Table(cards, frees=flipped_nigiri_frees_wasabi, most=most)
    undone = [missed for change in changes if (missed := table.do(change))]
    lying = table.cards.items()
    return Outcome(
        tuple(table.steps),
        tuple(undone),
        tuple(card for _, card in lying),
        tuple(place for place, _ in lying),
    )


class _Table:
    """The cards by their index, in the order of entry, and the steps so far."""

    def __init__(self, cards: Sequence[LaidCard], *, frees: bool, most: int) -> None:
        self.cards = dict(enumerate(cards))
        self.next_place = len(cards)
        self.frees = frees
        self.most = most
        self.steps: list[Step] = []

    def do(self, change: Change) -> Undone | None:
        if change.kind == "add" or change.item is None:
            return self._add(change)
        return self._take(change, change.item)

    # -------------------------------------------------------------- adding

    def _add(self, change: Change) -> Undone | None:
        new = (Card(None, flipped=True),) if change.item is None else change.item.cards
        if len(self.cards) + len(new) * change.number > self.most:
            return Undone(change, "too-many", len(self.cards))
        free = self._free_wasabi()
        for _ in range(change.number):
            for card in new:
                on_wasabi = len(new) == 2 and card is new[1]
                laid = _laid(card)
                if laid.is_nigiri and not laid.flipped and len(new) == 1 and not change.bare:
                    on_wasabi = free > 0
                    free -= on_wasabi
                self._step("add", self.next_place, laid._replace(on_wasabi=on_wasabi))
                self.next_place += 1
        return None

    def _free_wasabi(self) -> int:
        """How many wasabi carry no nigiri."""
        return sum(card.is_wasabi for card in self.cards.values()) - len(self._pairs())

    def _pairs(self) -> dict[int, int]:
        """The place of the nigiri by that of the wasabi under it, as
        :func:`~referee.rules.wasabi_pairing.lay_out` lays them."""
        bases = [place for place, card in self.cards.items() if card.is_wasabi]
        wanting = (
            place
            for place, card in self.cards.items()
            if card.is_nigiri and card.on_wasabi and not (card.flipped and self.frees)
        )
        return dict(zip(bases, wanting, strict=False))

    # -------------------------------------------------------------- removing and flipping

    def _take(self, change: Change, item: Item) -> Undone | None:
        found = self._matching(item)
        lying = len(found)
        if not found:
            found, kinds = self._matching_loosely(item)
            lying = len(found)
            if kinds > 1:
                return Undone(change, "which", lying)
        if lying < change.number:
            return Undone(change, "not-there", lying)
        for cards in found[: change.number]:
            for place in cards:
                if change.kind == "remove":
                    self._remove(place)
                else:
                    self._flip(place)
        return None

    def _matching(self, item: Item) -> list[tuple[int, ...]]:
        """The cards that make such an item, the ones to take first first."""
        pairs = self._pairs()
        if item.base is not None:
            base, nigiri = _laid(item.base), _laid(item.card)
            return [
                (over, under)
                for under, over in reversed(pairs.items())
                if _alike(self.cards[under], base) and _alike(self.cards[over], nigiri)
            ]
        wanted = _laid(item.card)
        covered = {*pairs, *pairs.values()}
        alike = [place for place, card in self.cards.items() if _alike(card, wanted)]
        alike.sort(key=lambda place: (place in covered, -place))
        return [(place,) for place in alike]

    def _matching_loosely(self, item: Item) -> tuple[list[tuple[int, ...]], int]:
        """Where no such card lies, what else may be meant by "a special order", whatever it
        copies, or "a face-down card", whatever its front; and how many kinds of these lie there."""
        wanted = item.card
        if wanted.face is None:
            meant = [place for place, card in self.cards.items() if card.flipped]
        elif wanted.face is FACES["special-order"] and not wanted.flipped and not wanted.copy:
            meant = [p for p, card in self.cards.items() if card.copy and not card.flipped]
        else:
            meant = []
        kinds = {(self.cards[place].face, self.cards[place].copy) for place in meant}
        return [(place,) for place in reversed(meant)], len(kinds)

    def _remove(self, place: int) -> None:
        self._uncover(place)
        self._step("remove", place, self.cards[place])

    def _flip(self, place: int) -> None:
        card = self.cards[place]
        if card.face:
            self._uncover(place)
            self._step("flip", place, card._replace(flipped=not card.flipped))

    def _uncover(self, wasabi: int) -> None:
        """Takes the nigiri off a wasabi that goes."""
        nigiri = self._pairs().get(wasabi)
        if nigiri is not None:
            self._step("move", nigiri, self.cards[nigiri]._replace(on_wasabi=False))

    def _step(
        self, kind: Literal["add", "remove", "flip", "move"], place: int, card: LaidCard
    ) -> None:
        self.steps.append(Step(kind, place, card))
        if kind == "remove":
            del self.cards[place]
        else:
            self.cards[place] = card


def _laid(card: Card) -> LaidCard:
    return LaidCard(card.face.slug if card.face else "", card.copy, card.flipped)


def _alike(one: LaidCard, other: LaidCard) -> bool:
    """Whether two cards lie alike; what a special order copied is not told apart face down."""
    return _printed(one) == _printed(other)


def _printed(card: LaidCard) -> tuple[str, bool, bool]:
    if card.flipped and card.copy:
        return "special-order", False, True
    return card.face, card.copy, card.flipped
