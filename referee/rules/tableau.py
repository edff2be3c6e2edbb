"""A tableau: what lies in front of one player, as a frozen value.

It is a bag of *items*: a card, or a nigiri and the wasabi under it. Items and cards are interned:
one object for each spelling, which is compared by identity and carries what scoring asks of it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from .cards import CARD_TYPES, DESSERTS, FACES, FRUITS, NIGIRI_VALUES, ONIGIRI_SHAPES, Face

NIGIRI_KINDS = (*NIGIRI_VALUES, *(f"wasabi+{face}" for face in NIGIRI_VALUES))
KINDS: dict[str, tuple[str, ...]] = {
    "nigiri": NIGIRI_KINDS,
    "onigiri": ONIGIRI_SHAPES,
    "fruit": FRUITS,
}
"""The kinds that are counted apart, for the types that have more than one."""
TYPES_OF_KINDS = {kind: type_ for type_, kinds in KINDS.items() for kind in kinds}


def kinds_of(type_: str) -> tuple[str, ...]:
    """Return what is counted of a card type: its kinds, else the type itself."""
    return KINDS.get(type_, (type_,))


DESSERT_KINDS = [kind for type_ in CARD_TYPES if type_ in DESSERTS for kind in kinds_of(type_)]
"""What is kept until the end of a game: puddings, ice creams, the icons of each fruit."""


class Card(NamedTuple):
    """One physical card, and how it lies. ``face`` is what it counts as (a special order: what it
    copies); None only face down, where the front is not known."""

    face: Face | None
    copy: bool = False
    flipped: bool = False

    @property
    def physical_type(self) -> str | None:
        """The card type printed on this card, None where its front is not known."""
        if self.copy:
            return "special-order"
        return self.face.type if self.face else None

    @property
    def physical_face(self) -> str | None:
        """The face printed on this card, None where its front is not known."""
        if self.copy:
            return "special-order"
        return self.face.slug if self.face else None


class Item:
    """One entry of a tableau, made by :func:`item` alone.

    Attributes:
        text: its canonical spelling in the notation of the score sheet.
        card: the card; of two, the nigiri on top; ``base``: the wasabi under it (or a copy), else
            None.
        cards: the physical cards of the item, one or two; ``faces``: what is printed on them, where
            that is known.
        type: the type of the score line that it counts for; ``parts``: what it adds to a tally.
    """

    __slots__ = ("base", "card", "cards", "faces", "order", "parts", "text", "type")

    def __init__(self, card: Card, base: Card | None) -> None:
        self.card = card
        self.base = base
        self.cards = (card,) if base is None else (base, card)
        self.faces = tuple(card.physical_face for card in self.cards if card.physical_face)
        self.text = _spell(card) if base is None else f"{_spell(base)}+{_spell(card)}"
        self.type, self.parts = _counts_for(card, base)
        self.order = _order(card, base)

    def __repr__(self) -> str:
        return f"<Item {self.text}>"

    def __reduce__(self) -> tuple[object, tuple[Card, ...]]:
        # As everywhere else: ``item(card)``, not ``item(card, None)``, which is interned apart.
        return (item, (self.card,) if self.base is None else (self.card, self.base))


def _spell(card: Card) -> str:
    if card.face is None:
        return "flipped"
    text = f"special-order:{card.face.slug}" if card.copy else card.face.slug
    return f"flipped:{text}" if card.flipped else text


def _counts_for(card: Card, base: Card | None) -> tuple[str, Sequence[tuple[str, int]]]:
    if card.flipped:
        return "takeout-box", [("takeout-box", 1)]
    if card.face is None:
        raise ValueError("only a flipped card may have no known face")
    if card.face.type == "takeout-box":
        return "takeout-box", [("takeout-box", 0)]  # an unplayed box is no flipped card
    if base is not None:
        return "nigiri", [(f"wasabi+{card.face.slug}", 1)]
    return card.face.type, card.face.parts


_FACE_ORDER = {slug: place for place, slug in enumerate(FACES)}


def _order(card: Card, base: Card | None) -> tuple[int, ...]:
    """Sort key of the canonical order: by face, plain cards first, flipped cards last."""
    face = len(_FACE_ORDER) if card.face is None else _FACE_ORDER[card.face.slug]
    return (card.flipped, face, base is not None, base is not None and base.copy, card.copy)


@cache
def item(card: Card, base: Card | None = None) -> Item:
    """The item made of a card, or of a nigiri on a wasabi.

    Raises ValueError for another pair, and for a face-up card without a face.
    """
    if card.flipped and card.copy:
        # Face down it is no copy any more, so what it copied is not kept.
        return item(Card(FACES["special-order"], flipped=True))
    if base is not None:
        on_wasabi = base.face is FACES["wasabi"] and not base.flipped
        is_nigiri = card.face is not None and card.face.type == "nigiri" and not card.flipped
        if not (on_wasabi and is_nigiri):
            raise ValueError("only a nigiri lies on a wasabi")
    return Item(card, base)


class Tableau:
    """What lies in front of one player at the end of a round: an unordered bag of items, frozen."""

    __slots__ = ("_counts", "_printed", "_tally")

    def __init__(self, items: Iterable[Item] | Mapping[Item, int] = ()) -> None:
        # What is counted already is not counted again, which takes longer.
        self._counts: dict[Item, int] = dict(items) if isinstance(items, dict) else Counter(items)
        # Worked out when they are first asked for.
        self._printed: dict[str, int] | None = None
        self._tally: dict[str, int] | None = None

    @property
    def counts(self) -> Mapping[Item, int]:
        """How many of each item lie there; read-only."""
        return MappingProxyType(self._counts)

    def items(self) -> list[tuple[Item, int]]:
        """The items with their numbers, in canonical order."""
        return sorted(self._counts.items(), key=lambda pair: pair[0].order)

    def cards(self) -> Iterator[tuple[Card, int]]:
        """Every physical card with its number; the two cards of a wasabi pair come apart."""
        for entry, number in self._counts.items():
            for card in entry.cards:
                yield card, number

    def __len__(self) -> int:
        """The number of physical cards (or dice)."""
        return sum([len(entry.cards) * number for entry, number in self._counts.items()])

    def tally(self) -> Mapping[str, int]:
        """How many there are of each kind that scores; see :func:`kinds_of`."""
        if self._tally is None:
            totals: dict[str, int] = {}
            for entry, number in self._counts.items():
                for kind, many in entry.parts:
                    totals[kind] = totals.get(kind, 0) + number * many
            self._tally = totals
        return self._tally

    def printed(self) -> Mapping[str, int]:
        """How many cards have each face printed on them, face down too; not those of unknown
        front."""
        if self._printed is None:
            faces: dict[str, int] = {}
            for entry, number in self._counts.items():
                for face in entry.faces:
                    faces[face] = faces.get(face, 0) + number
            self._printed = faces
        return self._printed

    def has_flipped(self) -> bool:
        """Whether a card lies face down."""
        return self.tally().get("takeout-box", 0) > 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tableau) and self._counts == other._counts

    def __hash__(self) -> int:
        return hash(frozenset(self._counts.items()))

    def __repr__(self) -> str:
        spelled = " ".join(f"{entry.text}*{number}" for entry, number in self.items())
        return f"<Tableau {spelled}>"


EMPTY = Tableau()


def colour_groups(
    tableau: Tableau, *, desserts: bool, flipped: bool, by: str = "colours"
) -> dict[str, int]:
    """How many cards of each background colour lie face up in front of a player.

    A special order has the colour of what it copies; all flipped cards together are one of their
    own (Sushi Go Party! rulebook, Card Guide: Tea; Soy Sauce). ``desserts`` and ``flipped``:
    whether these count (switches ``desserts-count-as-colours``, ``flipped-cards-share-a-colour``).
    Who misreads the rule groups ``by`` ``types`` or ``faces``.
    """
    groups: dict[str, int] = {}
    for card, number in tableau.cards():
        if card.flipped:
            colour = "flipped" if flipped else ""
        elif card.face is None:
            colour = ""
        else:
            type_ = CARD_TYPES[card.face.type]
            name = type_.colour if by == "colours" else type_.slug
            name = card.face.slug if by == "faces" else name
            colour = "" if type_.category == "dessert" and not desserts else name
        if colour:
            groups[colour] = groups.get(colour, 0) + number
    return groups
