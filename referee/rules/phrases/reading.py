"""Reads what one would say: a text as parts, each a change or something not understood."""

import re
from collections.abc import Collection
from typing import NamedTuple

from ..cards import FACES
from ..notation import NotationError, parse_tableau
from .changes import Change
from .lexer import beginning
from .parts import MAX_PARTS, Parts
from .so_far import Part, missing
from .vocabulary import vocabulary
from .words import known_language

MAX_CHARACTERS = 1000
"""Of a longer text, or one with more parts, the rest is one part that is not understood."""
_NOTATION = re.compile(r"\w[-:*+]\w")
"""What tells the score sheet's notation from words without commas."""


class Reading(NamedTuple):
    """All parts of a text, in its order, the language that it was read in, and whether some words
    of it are only another one's."""

    parts: tuple[Part, ...]
    language: str
    is_mixed: bool = False

    @property
    def is_understood(self) -> bool:
        """Whether something was said and every part of it was understood."""
        return bool(self.parts) and all(part.change or part.command for part in self.parts)

    @property
    def changes(self) -> tuple[Change, ...]:
        """What was understood."""
        return tuple(part.change for part in self.parts if part.change)


def read_words(words: str, language: str, faces: Collection[str] = tuple(FACES)) -> Reading:
    """Reads a text that says what lies in front of a player, or what is to change there. Never
    raises.

    Every word is part of what was understood, a filler ("and", "please"), or in a part that was
    not. A verb holds for the cards that "and" links to it, and ends at a comma: "minus one pudding
    and two tofu, tempura" removes three cards and adds one. The score sheet's notation is read too.

    Args:
        language: a code such as ``es`` or ``es-MX``; one without a vocabulary is read as English.
        faces: those of this game; cards may lie face down where there is a takeout box.
    """
    text = words[:MAX_CHARACTERS]
    game = frozenset(faces) | ({"flipped"} if "takeout-box" in faces else frozenset())
    parts = _notated(text, game)
    is_mixed = False
    if not parts:
        text = beginning(text)
        reader = Parts(text, vocabulary(language), game)
        parts, is_mixed = reader.read(), reader.is_mixed
    begun = len(text)
    if len(parts) > MAX_PARTS:
        begun = parts[MAX_PARTS - 1].start
        parts = parts[: MAX_PARTS - 1]
    if rest := words[begun:].strip():
        start = words.index(rest, begun)
        parts.append(Part(rest, start, start + len(rest), None))
    return Reading(tuple(parts), known_language(language), is_mixed)


def _notated(text: str, game: Collection[str]) -> list[Part]:
    """The parts of a text that is wholly in the score sheet's notation, nothing for any other. A
    nigiri lies on a wasabi only where that is written."""
    parts: list[Part] = []
    for said in re.finditer(r"[^\s,]+", text) if _NOTATION.search(text) else ():
        try:
            [(lying, number)] = parse_tableau(said[0]).items()
        except NotationError:
            return []
        is_bare = lying.base is None and lying.type in ("nigiri", "wasabi")
        change = Change("add", lying, number, "bare" if is_bare else "")
        not_here = missing(change, game)
        known = None if not_here else change
        parts.append(Part(said[0], *said.span(), known, not_here=not_here))
    return parts
