"""Pair nigiri with wasabi: from cards entered one by one to a tableau."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .cards import FACES
from .tableau import Card, Item, Tableau, item


class LaidCard(NamedTuple):
    """One physical card as somebody entered it.

    Attributes:
        face: what it counts as (a special order: what it copies); "" for an unknown front.
        copy: it is a special order.
        flipped: it lies face down (takeout box).
        on_wasabi: a nigiri that was put on a wasabi.
        sure: somebody has said whether this nigiri lies on a wasabi. One that landed there by
            itself, or was entered before the wasabi, may lie otherwise.
    """

    face: str
    copy: bool = False
    flipped: bool = False
    on_wasabi: bool = False
    sure: bool = False

    @property
    def card(self) -> Card:
        return Card(FACES[self.face] if self.face else None, self.copy, self.flipped)

    @property
    def is_nigiri(self) -> bool:
        """Whether it shows a nigiri, also when it lies face down."""
        return bool(self.face) and FACES[self.face].type == "nigiri"

    @property
    def is_wasabi(self) -> bool:
        return self.face == "wasabi" and not self.flipped


class Laid(NamedTuple):
    """An item of the tableau, and the entered cards (by index) that make it, a wasabi first."""

    item: Item
    cards: tuple[int, ...]


def lay_out(cards: Sequence[LaidCard], *, flipped_nigiri_frees_wasabi: bool = True) -> list[Laid]:
    """Lay entered cards out, in the order in which they were entered.

    Each nigiri that was put on a wasabi takes the first free one. Where there are too few, the last
    nigiri lie bare. ``flipped_nigiri_frees_wasabi`` is the house rule; the rulebook is silent.
    """
    under = nigiri_on_wasabi(cards, flipped_nigiri_frees_wasabi)
    covered = {base for nigiri, base in under.items() if not cards[nigiri].flipped}
    laid = []
    for index, entered in enumerate(cards):
        if index in covered:
            continue
        base = under.get(index)
        if base is None or entered.flipped:
            laid.append(Laid(item(entered.card), (index,)))
        else:
            laid.append(Laid(item(entered.card, cards[base].card), (base, index)))
    return laid


def nigiri_on_wasabi(cards: Sequence[LaidCard], flipped_frees: bool) -> dict[int, int]:
    """The index of the wasabi under each nigiri that has one. One that lies face down keeps its
    wasabi where flipping does not free it."""
    free = [index for index, entered in enumerate(cards) if entered.is_wasabi]
    wanting = (
        index
        for index, entered in enumerate(cards)
        if entered.on_wasabi and entered.is_nigiri and not (entered.flipped and flipped_frees)
    )
    return dict(zip(wanting, free, strict=False))


def has_free_wasabi(cards: Sequence[LaidCard], *, flipped_nigiri_frees_wasabi: bool = True) -> bool:
    """Whether the next nigiri has a wasabi to lie on."""
    wasabi = sum(entered.is_wasabi for entered in cards)
    return wasabi > len(nigiri_on_wasabi(cards, flipped_nigiri_frees_wasabi))


def laid_cards(tableau: Tableau) -> Iterator[LaidCard]:
    """Yield the cards of a tableau as somebody may have entered them.

    A nigiri on a wasabi follows right after it; free wasabi come after those.
    """
    for entry, number in tableau.items():
        for card in entry.cards * number:
            on_wasabi = card is entry.card and entry.base is not None
            face = card.face.slug if card.face else ""
            yield LaidCard(face, card.copy, card.flipped, on_wasabi)


def tableau_of(cards: Sequence[LaidCard], *, flipped_nigiri_frees_wasabi: bool = True) -> Tableau:
    """The tableau of the entered cards; see :func:`lay_out`."""
    laid = lay_out(cards, flipped_nigiri_frees_wasabi=flipped_nigiri_frees_wasabi)
    return Tableau(entry.item for entry in laid)
