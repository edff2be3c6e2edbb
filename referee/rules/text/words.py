"""Reads what one would say: a text as parts, each a change or something not understood."""

from collections.abc import Collection

from ..cards import FACES
from ..notation import MAX_REPEAT
from ..tableau import Item, item
from .clauses import Clause, Clauses
from .lexicon import Lexicon, known_language, lexicon
from .lexing import Lexeme, lexemes
from .notated import missing, notated
from .readings import Change, ChangeKind, Part, Reading
from .vocabulary import Kind

MOST_CHARACTERS = 1000
"""Of a longer text the rest is not read; it is one part that is not understood."""
MOST_PARTS = 60
"""The same for a text with more parts."""
MOST_NEAREST = 4

_VERBS: dict[Kind, ChangeKind] = {
    Kind.ADD: "add",
    Kind.PLUS: "add",
    Kind.MINUS: "remove",
    Kind.WITHOUT: "remove",
    Kind.REMOVE: "remove",
    Kind.TAKE: "remove",
    Kind.FLIP: "flip",
}
_WEIGHTY = frozenset(
    {Kind.NUMBER, Kind.GROUP, Kind.QUANTITY, Kind.MULTIPLE, Kind.TIMES, Kind.DOWN, Kind.ALONE}
    | {Kind.BARE}
    | {Kind.MINUS, Kind.WITHOUT, Kind.REMOVE, Kind.TAKE, Kind.FLIP, Kind.BESIDE, Kind.UNDER}
    | {Kind.ON, Kind.COPYING, Kind.COPY_OF, Kind.AWAY, Kind.ICON}
)
"""What changes the meaning of a card behind it: where it is not understood, neither is the card."""


def read_words(words: str, language: str, faces: Collection[str] = tuple(FACES)) -> Reading:
    """Reads a text that says what lies in front of a player, or what is to change there.

    Every word is part of what was understood, a filler ("and", "please"), or in a part that was
    not understood. A card of another game is not understood, and named (``Part.not_here``).
    A verb holds for the cards that "and" links to it, and ends at a comma: "minus one pudding and
    two tofu, tempura" removes three cards and adds one. A text in the score sheet's notation reads
    as that. Never raises.

    Args:
        words: what was typed or dictated. Of more than 1,000 characters, and of more than 60
            parts, the rest is one part that was not understood.
        language: a code such as ``es`` or ``es-MX``; one without a vocabulary is read as English.
        faces: those of this game (:func:`~referee.rules.faces_in`); cards may lie face down
            where there is a takeout box.
    """
    known = lexicon(known_language(language))
    text = words[:MOST_CHARACTERS]
    game = frozenset(faces) | ({"flipped"} if "takeout-box" in faces else frozenset())
    parts = notated(text, game) or _Reader(text, known, game).parts()
    return Reading(tuple(_with_rest(words, parts)), known.vocabulary.code)


def _with_rest(words: str, parts: list[Part]) -> list[Part]:
    """The parts with one for everything that is too much to be read."""
    begun = MOST_CHARACTERS
    if len(parts) > MOST_PARTS:
        begun = parts[MOST_PARTS - 1].start
        parts = parts[: MOST_PARTS - 1]
    elif len(words) <= begun:
        return parts
    rest = words[begun:]
    said = rest.strip()
    start = begun + rest.find(said)
    return [*parts, Part(said, start, start + len(said), None)] if said else parts


class _Reader:
    """Reads one text."""

    def __init__(self, text: str, known: Lexicon, game: Collection[str]) -> None:
        self.text = text
        self.known = known
        self.game = game
        self.row, fillers = lexemes(text, known)
        corrected = [lexeme for lexeme in (*self.row, *fillers) if lexeme.corrected]
        self.corrected = sorted(corrected, key=lambda lexeme: lexeme.start)
        self.clauses = Clauses(self.row, self.game)
        self.done: list[Part] = []

    def parts(self) -> list[Part]:
        """All parts, in the order of the text; a few more than are wanted at most."""
        place, verb, linked = 0, Kind.ADD, False
        while place < len(self.row) and len(self.done) <= MOST_PARTS:
            kind = self.row[place].kind
            if kind is Kind.AND:
                place, linked = place + 1, True
            elif kind in (Kind.BREAK, Kind.WITH):
                place, verb, linked = place + 1, Kind.ADD, False
            elif kind in _VERBS:
                place, linked = self._said(place, place + 1, kind), False
                verb = Kind.ADD if kind is Kind.TAKE else kind  # "away" ends it
            else:
                place = self._said(place, place, verb if linked else Kind.ADD)
                verb, linked = verb if linked else Kind.ADD, False
        return self._with_corrections()

    def _with_corrections(self) -> list[Part]:
        """The parts with the misspellings in them, and those of fillers before them."""
        parts: list[Part] = []
        left = self.corrected
        for place, part in enumerate(self.done):
            is_last = place == len(self.done) - 1
            until = len(self.text) if is_last else part.end
            pairs = tuple(p for one in left if one.start < until for p in one.corrected)
            parts.append(part._replace(corrected=pairs) if pairs else part)
            left = [one for one in left if one.start >= until]
        if left:  # only fillers, and misspelt ones
            start, end = left[0].start, left[-1].end
            parts.append(Part(self.text[start:end], start, end, None))
        return parts

    def _said(self, begun: int, place: int, verb: Kind) -> int:
        """Reads what a verb is said of, or what is said without one; returns the place behind."""
        clause = self.clauses.clause(place, flips=verb is Kind.FLIP)
        if clause is None:
            if begun < place and _VERBS[verb] == "add":
                return place
            return self._unknown(begun)
        after = clause.after
        if verb is Kind.TAKE:
            away = self.clauses.kind(after) in (Kind.AWAY, Kind.BESIDE)
            after += away
            clause = clause._replace(understood=clause.understood and away)
        elif verb in (Kind.REMOVE, Kind.FLIP):
            after += self.clauses.kind(after) in (Kind.AWAY, Kind.ON)
        if verb is Kind.WITHOUT and clause.nearest[:1] == ("wasabi",):
            # "squid, without wasabi", "without wasabi squid": is one taken away?
            clause = clause._replace(understood=False)
        self._add(begun, after, self._change(clause, verb), clause)
        return after

    def _change(self, clause: Clause, verb: Kind) -> Change | None:
        number = clause.number or 1
        kind = _VERBS[verb]
        if not clause.understood or not 1 <= number <= MAX_REPEAT:
            return None
        if clause.less:
            return Change("remove", clause.item, number) if kind == "add" else None
        if kind == "flip":
            return Change(kind, _face_up(clause.item), number)
        return Change(kind, clause.item, number, bare=clause.bare and kind == "add")

    # ------------------------------------------------------------------ what is not understood

    def _unknown(self, begun: int) -> int:
        """A run of words that say nothing; with what they would have said something of."""
        place, weighty = begun, False
        while place < len(self.row):
            kind = self.row[place].kind
            ends = kind is Kind.BREAK or (kind in _VERBS and not weighty)
            ends = ends or (kind is Kind.AND and not self._is_number(place))
            if place > begun and (ends or self.clauses.starts_card(place)):
                break
            weighty = weighty or kind in _WEIGHTY
            place += 1
        # "take out" may be "takeout" or a verb.
        unknown = [
            one.form.replace(" ", "")
            for one in self.row[begun:place]
            if one.kind is Kind.UNKNOWN or " " in one.form
        ]
        nearest = [near for form in unknown[:MOST_NEAREST] for near in self.known.nearest(form)]
        if weighty and self.clauses.starts_card(place):
            clause = self.clauses.clause(place) or Clause(place + 1)
            place = clause.after
            nearest += clause.nearest
        lost = Clause(place, nearest=tuple(nearest), understood=False)
        self._add(begun, place, None, lost)
        return place

    def _is_number(self, place: int) -> bool:
        """Whether "and" stands between two numbers: "twenty and one"."""
        before, after = self.clauses.kind(place - 1), self.clauses.kind(place + 1)
        return before is Kind.NUMBER and after in (Kind.NUMBER, Kind.ARTICLE)

    # ------------------------------------------------------------------ parts

    def _add(self, begun: int, after: int, change: Change | None, clause: Clause) -> None:
        said = self.row[begun:after]
        start, end = said[0].start, said[-1].end
        not_here = None
        nearest: tuple[str, ...] = ()
        if change is not None:
            not_here = missing(change, self.game)
        else:
            meant = tuple(dict.fromkeys(clause.nearest))
            nearest = tuple(face for face in meant if face in self.game)[:MOST_NEAREST]
            if clause.item is None and meant and not nearest and not self._has_unknown(said):
                not_here = _common(meant)
        self.done.append(
            Part(
                self.text[start:end],
                start,
                end,
                None if not_here else change,
                nearest,
                not_here=not_here,
            )
        )

    def _has_unknown(self, said: list[Lexeme]) -> bool:
        return any(lexeme.kind is Kind.UNKNOWN for lexeme in said)


def _face_up(lying: Item | None) -> Item | None:
    """What is flipped lies face up; "flip two tofu face down" only says so twice."""
    if lying is None or lying.card.face is None:
        return None
    return item(lying.card._replace(flipped=False), lying.base)


def _common(faces: tuple[str, ...]) -> str | None:
    """The face, or the type of several; None where they have several types."""
    types = {FACES[face].type for face in faces if face in FACES}
    if len(faces) == 1:
        return faces[0]
    return types.pop() if len(types) == 1 else None
