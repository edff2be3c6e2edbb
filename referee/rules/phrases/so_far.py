"""The parts of a phrase so far, and what is known of them."""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple

from ..cards import DISCARDED_WHEN_PLAYED, FACES
from ..tableau import Item
from .changes import Change
from .kinds import ROLLS, Kind
from .lexer import END, SENTENCE_ENDS, Lexeme, lexemes, sentences
from .path import MAX_NEAREST
from .talk import without_talk
from .told import (
    Compared,
    Sum,
)
from .vocabulary import Vocabulary

_BETWEEN = frozenset([
    Kind.BREAK, Kind.AND, Kind.COMMAND, Kind.HAVE, Kind.SUM, Kind.SOFT, Kind.ALONE,
])  # fmt: skip

JOINS = (Kind.ON, Kind.WITH, Kind.OF, Kind.UNDER, Kind.BESIDE, Kind.WITHOUT, Kind.ON_IT)


class Command(NamedTuple):
    """Something to do that changes no single card: ``undo``, ``next`` (player), ``done``, ``clear``
    (all cards), or ``claim``, an uramaki claim of so many icons of ``name``, "" for the speaker."""

    kind: str
    name: str = ""
    icons: int = 0

    @property
    def text(self) -> str:
        return f"claim:{self.name}:{self.icons}" if self.kind == "claim" else self.kind


class Part(NamedTuple):
    """A piece of the text: one change, a command, or something that was not understood.

    Attributes:
        said: the piece as it was typed, from ``start`` to ``end`` of the text.
        change: what it means; None for what was not understood.
        nearest: up to four faces of this game (or ``flipped``) that it may have meant, likeliest
            first.
        corrected: misspellings that were read as other words, as (typed, read as).
        passed_over: words beside it that say nothing, as they were typed.
        not_here: what was clearly said but is not in this game: a face, or ``flipped``.
        command: what is to be done besides; clearing is a change as well.
        asks: what must be asked, where it is not ``nearest``: ``copies`` (what a special order
            copies), ``discarded`` (a menu or takeout box that was played lies there no longer),
            ``icons`` (of a claim), or ``undo-alone``.
    """

    said: str
    start: int
    end: int
    change: Change | None
    nearest: tuple[str, ...] = ()
    corrected: tuple[tuple[str, str], ...] = ()
    passed_over: tuple[str, ...] = ()
    not_here: str | None = None
    command: Command | None = None
    asks: Literal["", "copies", "discarded", "icons", "undo-alone"] = ""


class SoFar:
    """The parts of one text so far; what comes next may be about them."""

    def __init__(self, text: str, known: Vocabulary, game: Collection[str]) -> None:
        self.text, self.known, self.game = text, known, game
        cut, corrections, self.is_mixed = lexemes(text, known, game)
        row, self._passed = without_talk(cut, text, known)
        self._corrections = [
            one
            for one in corrections
            if not any(it.start <= one.start < it.end for it in self._passed)
        ]
        self._row = _without_chat(row)
        self._parts: list[Part] = []
        self._after = 0
        """The place behind the last part."""
        self._lead: int | None = None
        """Where words begin that belong to the next part, such as "no,"."""
        self._which: Literal["", "maybe", "still"] = ""
        """"I have": what follows may be all that lies there."""
        self._rolls = ""
        """The type with icons that was said last; a number may be icons of one more."""
        self._is_retold = False
        """Whether cards that were said before the last ones are put right."""
        self._is_counted = False
        """Whether the last part says how many there are."""
        self._wasabi: int | None = None
        """The part of the wasabi that were said last, of which details may follow."""
        self._sum: tuple[int, Sum] | None = None
        """A sum that what follows is to make, and its part."""
        self._made = self._made_icons = 0
        """How many of that sum are said, and how many icons they have."""
        self._summed: tuple[int, Sum] | None = None
        """A sum that what was said last has made, and the first part of that."""
        self._is_in_order = False
        """Whether all cards are told in the order of play."""
        self._compared: list[tuple[Part, Compared]] = []
        """Parts that tell how many there are by others, which are not told yet."""
        self._scored: list[int] = []
        """The points that cards were said to score."""
        self._fixed: Change | None = None
        """The change whose number was put right last; it may be said once more."""

    # ------------------------------------------------------------------ the parts so far

    def _before(self, place: int) -> str:
        return self._row[place - 1].kind if place else ""

    def _last(self, place: int) -> Change | None:
        """What was said last, where only signs stand between that and a place."""
        kinds = {one.kind for one in self._row[self._after : place]}
        return self._parts[-1].change if self._parts and kinds <= _BETWEEN else None

    def _added(self) -> list[Change]:
        return [one.change for one in self._parts if one.change and one.change.kind == "add"]

    def _before_last(self, last: Change) -> list[Item | None]:
        """What was added before, where that is also what was added last."""
        before = [one.item for one in self._added()[:-1]]
        return before if last.item in before else []

    def _last_alike(self) -> list[Part]:
        """The parts at the end that add the same cards."""
        last = self._parts[-1].change if self._parts else None
        alike: list[Part] = []
        for part in reversed(self._parts):
            if not (
                last and part.change and part.change.kind == "add" and part.change.item == last.item
            ):
                break
            alike.insert(0, part)
        return alike

    def _place_of(self, part: Part) -> int:
        return next(n for n, one in enumerate(self._row) if one.start >= part.start)

    def _lose_last(self) -> None:
        self._parts[-1] = self._lost(self._parts[-1])

    def _lost(self, part: Part) -> Part:
        near = shown_faces(part.change) if part.change else ()
        here = tuple(face for face in near if face in self.game)
        return part._replace(change=None, nearest=here)

    def _add(
        self,
        begun: int,
        after: int,
        change: Change | None,
        near: Iterable[str] = (),
        *,
        command: Command | None = None,
        asks: Literal["", "copies", "discarded", "icons", "undo-alone"] = "",
    ) -> None:
        self._after = after
        begun = begun if self._lead is None else min(begun, self._lead)
        self._lead = None
        if change and not asks and (asks := self._asked_of(change)):
            change, near = None, ()
        said = self._row[begun:after]
        start, end = said[0].start, said[-1].end
        not_here = change and missing(change, self.game)
        nearest: tuple[str, ...] = ()
        if change is None and not command and not asks:
            meant = tuple(dict.fromkeys(near))
            nearest = tuple(face for face in meant if face in self.game)[:MAX_NEAREST]
            types = {FACES[face].type for face in meant if face in FACES}
            if not nearest and all(one.kind != Kind.UNKNOWN for one in said):
                not_here = meant[0] if len(meant) == 1 else types.pop() if len(types) == 1 else None
        known = None if not_here else change
        self._parts.append(
            Part(self.text[start:end], start, end, known, nearest, (), (), not_here, command, asks)
        )

    def _asked_of(self, change: Change) -> Literal["", "copies", "discarded"]:
        """What must be asked of cards that come to lie there, in a game of Sushi Go Party!"""
        lying = change.new or change.item
        if change.kind not in ("add", "swap") or lying is None or "menu-2" in self.game:
            return ""
        for card in lying.cards:
            if card.face and not card.flipped and card.face.slug in self.game:
                if card.face.type in DISCARDED_WHEN_PLAYED:
                    return "discarded"
                if card.face.type == "special-order":
                    return "copies"
        return ""

    def _ends(self, part: Part) -> Lexeme:
        """What ends the sentence that a part stands in."""
        ends = (one for one in self._row if ends_sentence(one) and one.start >= part.end)
        return next(ends, END)

    def _joins(self, part: Part) -> bool:
        """Whether a part begins with "with" or the like."""
        place = self._place_of(part)
        return {self._row[place].kind, self._before(place)} & {*JOINS} != set()

    def _is_told_to_be(self, part: Part) -> bool:
        """Whether "it is" stands before a part."""
        place = self._place_of(part)
        return Kind.HAVE in (self._before(place), self._row[place].kind)

    def _stretch(self, end: int) -> None:
        """Makes words say nothing more than the part before them."""
        last, stop = self._parts[-1], self._row[end - 1].end
        self._parts[-1] = last._replace(said=self.text[last.start : stop], end=stop)
        self._after = end

    def _removed(self) -> Change | None:
        """What was taken away, where nothing was said of other cards since."""
        last = next((part.change for part in reversed(self._parts) if part.change), None)
        return last if last and last.kind == "remove" and last.item and last.number else None

    def _note_rolls(self, faces: Iterable[str]) -> None:
        types = {FACES[face].type for face in faces if face in FACES}
        self._rolls = types.pop() if len(types) == 1 and types <= {*ROLLS} else ""


def missing(change: Change, game: Collection[str]) -> str | None:
    """What of a change is not in a game with these faces (and ``flipped``), None for nothing."""
    cards = [card for one in (change.item, change.new) if one for card in one.cards]
    shown = [slug for card in cards for slug in (card.physical_face, card.face and card.face.slug)]
    if change.kind == "flip" or any(card.flipped for card in cards):
        shown.append("flipped")
    return next((slug for slug in shown if slug and slug not in game), None)


def _without_chat(row: Sequence[Lexeme]) -> list[Lexeme]:
    """The row with each sentence that is not of cards that lie there as one unknown token."""
    kept: list[Lexeme] = []
    for sentence, sign in sentences(row):
        if any(one.kind == Kind.CHAT for one in sentence):
            begun, end = sentence[0].start, sentence[-1].end
            kept.append(END._replace(kind=Kind.UNKNOWN, start=begun, end=end))
        else:
            kept += sentence
        kept += [sign] if sign is not END else []
    return kept


def adds_face(change: Change | None, faces: Collection[str]) -> bool:
    """Whether a change adds cards with one of these faces."""
    if change is None or change.kind != "add":
        return False
    return any(face in faces for face in shown_faces(change))


def is_wasabi(change: Change) -> bool:
    return change.item is not None and change.item.text == "wasabi"


def adds_bare_nigiri(change: Change | None) -> bool:
    """Whether a nigiri is added that is not said to lie on a wasabi."""
    lying = change.item if change and change.kind == "add" else None
    return bool(lying and lying.base is None and lying.type == "nigiri")


def ends_sentence(one: Lexeme) -> bool:
    return one.kind == Kind.BREAK and one.form in SENTENCE_ENDS


def adds_free_nigiri(change: Change | None) -> bool:
    return change is not None and is_free_nigiri(change)


def is_free_nigiri(change: Change) -> bool:
    """Whether it is a nigiri that may land on a wasabi."""
    return adds_bare_nigiri(change) and not change.lies


def is_roll(change: Change) -> bool:
    return change.item is not None and change.item.type in ROLLS


def is_of_type(change: Change, type_: str) -> bool:
    """Whether it is of a type; "" and "icons" are of any."""
    return change.item is not None and type_ in ("", "icons", change.item.type)


def shown_faces(change: Change) -> tuple[str, ...]:
    return tuple(card.face.slug for card in (change.item.cards if change.item else ()) if card.face)
