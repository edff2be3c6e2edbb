"""Which nigiri lie on a wasabi: what a sheet, or the order of the taps, leaves open."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..cards import Face
from ..notation import tableau_text
from ..sheet import Sheet
from ..tableau import Card, Item, Tableau
from ..wasabi_pairing import LaidCard, nigiri_on_wasabi, tableau_of
from .problem import Problem, warning


def bare_wasabi(sheet: Sheet) -> Iterator[Problem]:
    """A free wasabi beside a nigiri that lies bare: does it lie on the wasabi?

    The next nigiri must go on a free wasabi, an earlier one stays bare (Sushi Go! rulebook, Nigiri
    and Wasabi); which came first, no tableau tells.
    """
    frees = sheet.setting.house_rules.flipped_nigiri_frees_wasabi
    for number, name, tableau in sheet.tableaus():
        free = _free_wasabi(tableau, flipped_nigiri_frees=frees)
        if free > 0 and (bare := bare_nigiri(tableau)):
            nigiri = tableau_text(Tableau(bare))
            yield warning("bare-wasabi", "beside", number, name, wasabi=free, nigiri=nigiri)


def _free_wasabi(tableau: Tableau, *, flipped_nigiri_frees: bool) -> int:
    """Wasabi with nothing on it. Where a flipped nigiri does not free its wasabi, every flipped one
    may still lie on one."""
    free = tableau.tally().get("wasabi", 0)
    if flipped_nigiri_frees:
        return free
    return free - sum(
        number
        for card, number in tableau.cards()
        if card.flipped and card.face and card.face.type == "nigiri"
    )


def bare_nigiri(tableau: Tableau) -> dict[Item, int]:
    """Nigiri that lie on no wasabi, and could. A special order that copies a nigiri on a wasabi
    never does (Sushi Go Party! rulebook, Card Guide: Special Order)."""
    lying = tableau.counts
    dipped = {it.card.face for it in lying if it.base and not it.card.copy}
    return {
        it: number
        for it, number in lying.items()
        if it.type == "nigiri"
        and it.base is None
        and not (it.card.copy and it.card.face in dipped and not _lies_bare(it.card.face, lying))
    }


def _lies_bare(face: Face | None, lying: Iterable[Item]) -> bool:
    """Whether a card of this face, no copy, lies on nothing, or may have before it was flipped."""
    return face is not None and any(it.base is None and may_be(it.card, face.slug) for it in lying)


def may_be(card: Card, face: str) -> bool:
    """Whether this card shows, or may hide, the face that is copied."""
    if card.flipped and (card.face is None or card.copy):
        return card.face is None
    return not card.copy and card.physical_face == face


class Doubt(NamedTuple):
    """What nobody has said yet of a tableau's nigiri and wasabi, as indexes of its cards.

    Cards are tapped in any order, so that the order of the taps proves nothing.

    Attributes:
        beside: nigiri that lie on no wasabi, and may.
        landed: nigiri that landed on a wasabi by themselves; ``under`` are those wasabi.
        free: wasabi with nothing on them.
    """

    beside: tuple[int, ...]
    landed: tuple[int, ...]
    under: tuple[int, ...]
    free: tuple[int, ...]

    @property
    def is_open(self) -> bool:
        """Whether the taps themselves leave it open: there is a free wasabi beside a nigiri, or a
        nigiri that was there first lies beside a wasabi on which a later one has landed."""
        return bool(self.beside) and (bool(self.free) or self.beside[0] < max(self.under))


def doubt(cards: Sequence[LaidCard], *, flipped_nigiri_frees_wasabi: bool) -> Doubt | None:
    """What is to be asked about entered cards, in the order of entry; None for nothing."""
    under = nigiri_on_wasabi(cards, flipped_nigiri_frees_wasabi)
    covered = under.values()
    free = tuple(at for at, one in enumerate(cards) if one.is_wasabi and at not in covered)
    if not (under or free):
        return None
    lying = tableau_of(cards, flipped_nigiri_frees_wasabi=flipped_nigiri_frees_wasabi)
    may_lie = {it.card for it in bare_nigiri(lying)}
    landed = tuple(at for at in under if not cards[at].sure)
    beside = tuple(
        at
        for at, one in enumerate(cards)
        if at not in under and not one.sure and one.is_nigiri and one.card in may_lie
    )
    asked = beside if free or landed else ()
    if not asked and all(cards[at].flipped for at in landed):
        return None
    return Doubt(asked, landed, tuple(under[at] for at in landed), free)
