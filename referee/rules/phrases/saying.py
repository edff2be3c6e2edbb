"""Says a tableau in words that read back as the same tableau."""

from functools import cache

from ..cards import FACES
from ..notation import MAX_REPEAT
from ..tableau import Card, Item, Tableau
from .vocabulary import vocabulary
from .words import Sayings


def tableau_words(tableau: Tableau, language: str) -> str:
    """A tableau said in words; "" for an empty one. Free wasabi come last, because a nigiri that is
    said after one lies on it, and are said to be empty where a nigiri may lie on them; of more than
    99 of an item, 99 are said at a time."""
    sayings = vocabulary(language).sayings
    has_bare = any(lying.type == "nigiri" and lying.base is None for lying, _ in tableau.items())
    empty = f" {sayings.empty}" if has_bare else ""
    ordered = sorted(tableau.items(), key=lambda pair: (pair[0].type == "wasabi", pair[0].order))
    return ", ".join(
        _counted(sayings, lying, min(total - said, MAX_REPEAT))
        + (empty if lying.card == Card(FACES["wasabi"]) else "")
        for lying, total in ordered
        for said in range(0, total, MAX_REPEAT)
    )


def _counted(sayings: Sayings, lying: Item, number: int) -> str:
    """ "two tempura", "squid nigiri on wasabi"."""
    one, many, feminine = _card(sayings, lying.card)
    said = one if number == 1 else f"{sayings.numbers.words(number, feminine=feminine)} {many}"
    if lying.base is not None:
        said = f"{said} {sayings.on} {_card(sayings, lying.base)[0]}"
    return f"{said} {sayings.down}" if lying.card.face and lying.card.flipped else said


def _card(sayings: Sayings, card: Card) -> tuple[str, str, bool]:
    """A card in the singular and plural, without how it lies, and whether it is feminine."""
    if card.face is None:
        return _forms(sayings.flipped)
    slug, icons = card.face.slug, ""
    if slug not in sayings.faces:
        type_, _, number = slug.rpartition("-")
        slug = f"{type_}-*" if f"{type_}-*" in sayings.faces else type_
        icons = f" {sayings.icons[int(number) - 1]}"
    one, many, feminine = _forms(sayings.faces[slug])
    if not card.copy:
        return f"{one}{icons}", f"{many}{icons}", feminine
    order, orders, feminine = _forms(sayings.copying)
    return f"{order} {one}{icons}", f"{orders} {one}{icons}", feminine


@cache
def _forms(said: str) -> tuple[str, str, bool]:
    one, _, many = said.removesuffix("+f").partition("/")
    return one, many or one, said.endswith("+f")
