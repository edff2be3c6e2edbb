"""Cuts a row of tokens into pieces: the cheapest way to do so, and what may as well be meant."""

from collections.abc import Collection, Iterator, Sequence
from importlib.resources import files
from math import inf
from typing import Any, NamedTuple

from ..cards import FACES
from .grammar import Chart, Grammar
from .kinds import DICE, ROLLS, Kind
from .lexer import Lexeme
from .meaning import Meaning
from .naming import MORE_CLASSES
from .told import Changed, Clause, Fixed, Said, Swapped
from .vocabulary import Vocabulary

GRAMMAR = Grammar(
    (files(__package__) / "grammar.txt").read_text(encoding="utf-8"),
    [*(kind.name for kind in Kind), *MORE_CLASSES],
    Meaning,
)
UNREAD = 10
"""What a token costs that is in no piece."""
MARGIN = 0.45
"""Readings that cost so little more are as likely."""
MAX_NEAREST = 4
SIGNS = frozenset([Kind.BREAK, Kind.AND, Kind.WITH, Kind.ADD, Kind.PLUS, Kind.SUM, Kind.SOFT])
"""Tokens that may stand by themselves between pieces, and say nothing there."""


class Piece(NamedTuple):
    """What is said from ``start`` to ``end`` of the row; ``told`` is None for a token that is no
    part of anything."""

    start: int
    end: int
    cost: float
    told: Any


class Unclear(NamedTuple):
    """What is not understood, or may be read in several ways; the faces that it may name."""

    nearest: tuple[str, ...]


class Path:
    """The pieces of one row."""

    def __init__(self, row: Sequence[Lexeme], known: Vocabulary, game: Collection[str]) -> None:
        self.row, self.known = row, known
        meaning = Meaning(row, game, known)
        masks = [
            sum(GRAMMAR.bits[name] for name in meaning.classes(place)) for place in range(len(row))
        ]
        self._chart = Chart(GRAMMAR, row, masks, meaning)

    def pieces(self) -> list[Piece]:
        """The cheapest pieces. Where others are as likely, and beside words that say nothing, one
        that is not understood stands for them: what commas and "and" part stands by itself."""
        return [piece for section in self._sections() for piece in self._with_unread(section)]

    def near(self, start: int, end: int) -> list[str]:
        """The faces that unknown words may be meant for."""
        run = self.row[start:end]
        unknown = [one.form for one in run if one.kind == Kind.UNKNOWN or " " in one.form]
        forms = [form.replace(" ", "") for form in unknown[:MAX_NEAREST]]
        return [face for form in forms for face in self.known.nearest(form)]

    # ------------------------------------------------------------------ the cheapest way

    def _cheapest(self) -> list[Piece]:
        ways = [self._from(place) for place in range(len(self.row))]
        behind = [inf] * len(self.row) + [0.0]
        for place in range(len(self.row) - 1, -1, -1):
            behind[place] = min(piece.cost + behind[piece.end] for piece in ways[place])
        before = [0.0] + [inf] * len(self.row)
        for piece in (piece for way in ways for piece in way):
            before[piece.end] = min(before[piece.end], before[piece.start] + piece.cost)
        best: list[Piece] = []
        place = 0
        while place < len(self.row):
            best.append(min(ways[place], key=lambda piece: piece.cost + behind[piece.end]))
            place = best[-1].end
        for rival in (piece for way in ways for piece in way if piece.told is not None):
            cost = before[rival.start] + rival.cost + behind[rival.end]
            if cost <= behind[0] + MARGIN and rival not in best:
                best = _with_rival(best, rival)
        return best

    def _from(self, place: int) -> list[Piece]:
        """The pieces from a place on, and the token there by itself."""
        one, is_sign = self.row[place], self._is_sign(place)
        is_verb = one.kind in (Kind.ADD, Kind.PLUS)
        cost = UNREAD if not is_sign else 1 if is_verb else 0
        found = [Piece(place, *found) for found in self._chart.read("piece", place)]
        return [*found, Piece(place, place + 1, cost, None)]

    # ------------------------------------------------------------------ what stands beside it

    def _sections(self) -> Iterator[list[Piece]]:
        """What commas and "and" part, with these; behind words that say nothing, commas alone."""
        section: list[Piece] = []
        for piece in self._cheapest():
            kind = self.row[piece.start].kind if piece.told is None else ""
            is_lost = any(map(self._is_unread, section))
            if kind == Kind.BREAK or (kind == Kind.AND and not is_lost):
                yield section
                yield [piece]
                section = []
            else:
                section.append(piece)
        yield section

    def _is_unread(self, piece: Piece) -> bool:
        return piece.told is None and not self._is_sign(piece.start)

    def _is_sign(self, place: int) -> bool:
        """Whether a token may stand by itself; not "next" at the end, nor "with" before nothing."""
        one = self.row[place]
        after = self.row[place + 1].kind if place + 1 < len(self.row) else Kind.BREAK
        if one.kind == Kind.WITH and after in (Kind.BREAK, Kind.AND):
            return False  # "a squid with, a squid without wasabi"
        is_closing = place == len(self.row) - 1 and one.form in self.known.lists.closing
        return one.kind in SIGNS and not is_closing

    def _with_unread(self, section: list[Piece]) -> list[Piece]:
        if not any(map(self._is_unread, section)) and not self._is_crossed(section):
            return section
        first = next(one for one in section if one.told is not None or self._is_unread(one))
        nearest: list[str] = []
        for piece in section:
            unread = piece.told is None
            nearest += self.near(piece.start, piece.end) if unread else named(piece.told)
        return [Piece(first.start, section[-1].end, UNREAD, Unclear(tuple(nearest)))]

    def _is_crossed(self, section: Sequence[Piece]) -> bool:
        """Whether names and numbers take turns, "squid 2 dumpling 2 maki 3", and some numbers were
        read with the name behind them."""
        said = [piece for piece in section if isinstance(piece.told, Said)]
        if len(said) < 2 or self.row[section[-1].end - 1].kind != Kind.NUMBER:
            return False
        run = self.row[said[0].start : section[-1].end]
        numbers = sum(one.kind == Kind.NUMBER for one in run)
        counted = [self.row[piece.start].kind == Kind.NUMBER for piece in said]
        return numbers == len(said) and any(counted) and not counted[0]


def _with_rival(pieces: Sequence[Piece], rival: Piece) -> list[Piece]:
    """The pieces, those that another one is as likely as made one that is not understood."""
    start = max(piece.start for piece in pieces if piece.start <= rival.start)
    end = min(piece.end for piece in pieces if piece.end >= rival.end)
    inside = [piece for piece in pieces if start <= piece.start < end]
    if [piece.told for piece in inside if piece.told is not None] == [rival.told]:
        return list(pieces)
    faces: list[str] = []
    for face in [*(face for piece in inside for face in named(piece.told)), *named(rival.told)]:
        type_ = FACES[face].type if face in FACES else ""
        alike = [slug for slug in FACES if FACES[slug].type == type_]
        faces += alike if type_ in (*ROLLS, *DICE) and _has_icons(inside, rival, type_) else [face]
    joined = Piece(start, end, rival.cost, Unclear(tuple(dict.fromkeys(faces))))
    return sorted(
        [*(piece for piece in pieces if piece not in inside), joined],
        key=lambda piece: piece.start,
    )


def _has_icons(inside: Sequence[Piece], rival: Piece, type_: str) -> bool:
    """Whether several faces of a type may be meant."""
    told = [*(piece.told for piece in inside), rival.told]
    return len({f for one in told for f in named(one) if f in FACES and FACES[f].type == type_}) > 1


def named(told: object) -> tuple[str, ...]:
    """The faces that a piece names."""
    if isinstance(told, Unclear | Changed):
        return told.nearest
    if isinstance(told, Said):
        return tuple(face for clause in told.clauses for face in clause.nearest)
    if isinstance(told, Fixed):
        return told.what.nearest if isinstance(told.what, Clause) else ()
    return (*told.old.nearest, *told.new.nearest) if isinstance(told, Swapped) else ()
