"""A text in the score sheet's notation: ``wasabi+squid-nigiri tempura*3``."""

import re
from collections.abc import Collection

from ..notation import NotationError, parse_tableau
from .readings import Change, Part

_MARK = re.compile(r"\w[-:*+]\w")
"""What tells the notation from words without commas."""


def notated(text: str, game: Collection[str]) -> list[Part]:
    """The parts of a text that is wholly in the notation, and shows it by a hyphen, a colon, a
    plus or an asterisk within an item; nothing for any other. A nigiri lies on a wasabi only where
    that is written."""
    if not _MARK.search(text):
        return []
    parts: list[Part] = []
    for said in re.finditer(r"[^\s,]+", text):
        try:
            [(lying, number)] = parse_tableau(said[0]).items()
        except NotationError:
            return []
        change = Change("add", lying, number, bare=lying.type == "nigiri" and lying.base is None)
        not_here = missing(change, game)
        known = None if not_here else change
        parts.append(Part(said[0], said.start(), said.end(), known, not_here=not_here))
    return parts


def missing(change: Change, game: Collection[str]) -> str | None:
    """What of a change is not in a game with these faces (and ``flipped``), None for nothing."""
    cards = change.item.cards if change.item else ()
    for card in cards:
        for face in (card.physical_face, card.face and card.face.slug):
            if face and face not in game:
                return face
    turned = change.kind == "flip" or any(card.flipped for card in cards)
    return "flipped" if turned and "flipped" not in game else None
