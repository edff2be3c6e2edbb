"""Which nigiri lie on a wasabi: what a sheet, or entered cards, leave open."""

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


class WasabiQuestion(NamedTuple):
    """What nobody has said yet of a wasabi, in indexes of the entered cards.

    Attributes:
        wasabi: which one it is.
        assumed: the nigiri that is taken to lie on it until somebody says so, None for nothing.
        may_lie: one nigiri of each sort that may lie there, the assumed one among them.
    """

    wasabi: int
    assumed: int | None
    may_lie: tuple[int, ...]


def wasabi_questions(
    cards: Sequence[LaidCard], *, flipped_nigiri_frees_wasabi: bool
) -> list[WasabiQuestion]:
    """The questions about entered cards: one for each wasabi of which nobody has said what lies
    on it, where a nigiri may.

    Cards are tapped in any order: which nigiri was played after the wasabi only a person knows.
    """
    on = nigiri_on_wasabi(cards, flipped_nigiri_frees_wasabi)
    is_known = [
        card.is_wasabi and card.is_known and (card.nigiri is None or at in on)
        for at, card in enumerate(cards)
    ]
    open_wasabi = [at for at, card in enumerate(cards) if card.is_wasabi and not is_known[at]]
    if not open_wasabi:
        return []
    # As far as it is known, the nigiri on the other wasabi may lie on these.
    known = [card if is_known[at] else card._replace(nigiri=None) for at, card in enumerate(cards)]
    lying = tableau_of(known, flipped_nigiri_frees_wasabi=flipped_nigiri_frees_wasabi)
    may_lie = {it.card for it in bare_nigiri(lying)}
    placed = {nigiri for wasabi, nigiri in on.items() if is_known[wasabi]}
    assumed = {nigiri: wasabi for wasabi, nigiri in on.items() if not is_known[wasabi]}
    free = [
        at
        for at, card in enumerate(cards)
        if card.is_nigiri and at not in placed and card.card in may_lie
    ]
    free.sort(key=assumed.__contains__, reverse=True)  # of two alike, one that lies on none
    questions = []
    for wasabi in open_wasabi:
        here = on.get(wasabi)
        sorts = {cards[at].card: at for at in [*free, *([] if here is None else [here])]}
        if any(not cards[at].flipped for at in sorts.values()):
            questions.append(WasabiQuestion(wasabi, here, tuple(sorts.values())))
    return questions
