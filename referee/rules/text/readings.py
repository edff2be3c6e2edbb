"""What was read out of words: changes to a tableau, and what was not understood."""

from typing import Literal, NamedTuple

from ..tableau import Item

ChangeKind = Literal["add", "remove", "flip"]


class Change(NamedTuple):
    """One thing that was said to happen to a tableau.

    Attributes:
        kind: ``add``, ``remove``, or ``flip`` (turn over cards that lie there).
        item: what is added, removed or flipped; for a pair the nigiri on its wasabi. Cards that
            are added face down are ``flipped:…`` items, or ``flipped`` where the front was not
            said. None for ``flip`` alone: cards are turned over, and it was not said which.
        number: how many, 1 to 99.
        bare: for an added nigiri: it was said to lie beside any wasabi. Otherwise it lands on a
            free wasabi, as with a tap.
    """

    kind: ChangeKind
    item: Item | None
    number: int
    bare: bool = False


class Part(NamedTuple):
    """A piece of the text: one change, or something that was not understood.

    Attributes:
        said: the piece as it was typed.
        start: where it begins in the text; ``end`` is where it ends.
        change: what it means; None for what was not understood.
        nearest: for what was not understood, up to four things that it may have meant, likeliest
            first: faces of this game, ``flipped`` among them. Empty where nothing is near.
        corrected: misspellings that were read as other words, as (typed, read as).
        not_here: what was clearly said but is not in this game: a face, or ``flipped``. ``change``
            is None then. None otherwise.
    """

    said: str
    start: int
    end: int
    change: Change | None
    nearest: tuple[str, ...] = ()
    corrected: tuple[tuple[str, str], ...] = ()
    not_here: str | None = None


class Reading(NamedTuple):
    """All parts of a text, in its order, and the language that it was read in."""

    parts: tuple[Part, ...]
    language: str

    @property
    def is_understood(self) -> bool:
        """Whether something was said and every part of it was understood."""
        return bool(self.parts) and all(part.change for part in self.parts)

    @property
    def changes(self) -> tuple[Change, ...]:
        """What was understood."""
        return tuple(part.change for part in self.parts if part.change)
