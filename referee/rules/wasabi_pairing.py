"""Which nigiri lies on which wasabi: from cards entered one by one to a tableau."""

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from .cards import FACES
from .tableau import Card, Item, Tableau, item


class LaidCard(NamedTuple):
    """One physical card as somebody entered it.

    Attributes:
        face: what it counts as (a special order: what it copies); "" for an unknown front.
        copy: it is a special order.
        flipped: it lies face down (takeout box).
        id: names the card among those of its tableau.
        nigiri: of a wasabi: the id of the nigiri on it, None for nothing.
        is_known: of a wasabi: somebody has said what lies on it. Else ``nigiri`` is assumed.
    """

    face: str
    copy: bool = False
    flipped: bool = False
    id: Hashable = None
    nigiri: Hashable = None
    is_known: bool = False

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

    @property
    def is_known_bare(self) -> bool:
        """Whether somebody has said that nothing lies on this wasabi."""
        return self.is_wasabi and self.is_known and self.nigiri is None


class Laid(NamedTuple):
    """An item of the tableau, and the entered cards (by index) that make it, a wasabi first."""

    item: Item
    cards: tuple[int, ...]


def lay_out(cards: Sequence[LaidCard], *, flipped_nigiri_frees_wasabi: bool = True) -> list[Laid]:
    """Lay entered cards out, in the order in which they were entered, a pair where its nigiri came.
    ``flipped_nigiri_frees_wasabi`` is the house rule; the rulebook is silent."""
    on = nigiri_on_wasabi(cards, flipped_nigiri_frees_wasabi)
    under = {nigiri: wasabi for wasabi, nigiri in on.items() if not cards[nigiri].flipped}
    covered = set(under.values())
    laid = []
    for index, entered in enumerate(cards):
        if index in under:
            base = under[index]
            laid.append(Laid(item(entered.card, cards[base].card), (base, index)))
        elif index not in covered:
            laid.append(Laid(item(entered.card), (index,)))
    return laid


def nigiri_on_wasabi(cards: Sequence[LaidCard], flipped_frees: bool) -> dict[int, int]:
    """The index of the nigiri on each wasabi that has one. One that lies face down keeps its
    wasabi where flipping does not free it. A nigiri that is gone lies on none."""
    nigiri = {
        entered.id: index
        for index, entered in enumerate(cards)
        if entered.is_nigiri and not (entered.flipped and flipped_frees)
    }
    return {
        index: nigiri.pop(entered.nigiri)
        for index, entered in enumerate(cards)
        if entered.is_wasabi and entered.nigiri in nigiri
    }


def free_wasabi(
    cards: Sequence[LaidCard], *, flipped_nigiri_frees_wasabi: bool = True
) -> list[int]:
    """The indexes of the wasabi on which nothing lies."""
    on = nigiri_on_wasabi(cards, flipped_nigiri_frees_wasabi)
    return [index for index, card in enumerate(cards) if card.is_wasabi and index not in on]


def landing(
    cards: Sequence[LaidCard],
    new: LaidCard,
    *,
    in_order: bool = False,
    flipped_nigiri_frees_wasabi: bool = True,
) -> dict[int, LaidCard]:
    """The wasabi that is another once this card has come, by its index.

    The next nigiri must go on a free wasabi (Sushi Go! rulebook, Nigiri and Wasabi); a special
    order that copies one may (Sushi Go Party! rulebook, Card Guide: Special Order).

    Args:
        in_order: cards come in the order of play, so that a nigiri lies there. Else it is assumed,
            and not of a wasabi that is known to be bare.
    """
    free = free_wasabi(cards, flipped_nigiri_frees_wasabi=flipped_nigiri_frees_wasabi)
    free = [index for index in free if in_order or not cards[index].is_known_bare]
    if not free or not new.is_nigiri or new.flipped or new.copy:
        return {}
    return {free[0]: cards[free[0]]._replace(nigiri=new.id, is_known=in_order)}


def put_on(
    cards: Sequence[LaidCard],
    wasabi: int,
    nigiri: int,
    *,
    flipped_nigiri_frees_wasabi: bool = True,
) -> dict[int, LaidCard]:
    """The wasabi that are others once somebody has said that this nigiri lies on this one.

    It may be taken to lie on another wasabi: that one gets what is taken to lie on this one. Of two
    alike, of which one is known to lie elsewhere, the other one is meant.
    """
    on = nigiri_on_wasabi(cards, flipped_nigiri_frees_wasabi)
    known = {there for base, there in on.items() if cards[base].is_known and base != wasabi}
    if nigiri in known:
        sort = cards[nigiri].card
        alike = (at for at, card in enumerate(cards) if card.card == sort and at not in known)
        nigiri = next(alike, nigiri)
    changed = {wasabi: cards[wasabi]._replace(nigiri=cards[nigiri].id, is_known=True)}
    for base, there in on.items():
        if there == nigiri and base != wasabi:
            was = cards[on[wasabi]] if wasabi in on else None
            here = None if was is None or was.copy else was.id  # no copy is assumed to lie anywhere
            changed[base] = cards[base]._replace(nigiri=here, is_known=False)
    return changed


def laid_cards(tableau: Tableau) -> Iterator[LaidCard]:
    """Yield the cards of a tableau as somebody may have entered them, who has said what lies on
    each wasabi. Their ids are their places, from 0; a nigiri follows its wasabi."""
    place = 0
    for entry, number in tableau.items():
        for _nth in range(number):
            for card in entry.cards:
                face = card.face.slug if card.face else ""
                is_wasabi = face == "wasabi" and not card.flipped
                nigiri = place + 1 if is_wasabi and entry.base else None
                yield LaidCard(face, card.copy, card.flipped, place, nigiri, is_wasabi)
                place += 1


def tableau_of(cards: Sequence[LaidCard], *, flipped_nigiri_frees_wasabi: bool = True) -> Tableau:
    """The tableau of the entered cards; see :func:`lay_out`."""
    laid = lay_out(cards, flipped_nigiri_frees_wasabi=flipped_nigiri_frees_wasabi)
    return Tableau(entry.item for entry in laid)
