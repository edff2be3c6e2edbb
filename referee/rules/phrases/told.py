"""What pieces of a phrase say, as the rules of the grammar mean it."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ..cards import FACES
from ..notation import MAX_REPEAT
from ..tableau import Card, Item, item
from .changes import Change, ChangeKind, Lies
from .kinds import ROLLS, Kind
from .lexer import Lexeme

_VERBS: dict[str, ChangeKind] = {
    Kind.ADD: "add", Kind.MINUS: "remove", Kind.WITHOUT: "remove", Kind.REMOVE: "remove",
    Kind.TAKE: "remove", Kind.FLIP: "flip",
}  # fmt: skip


class Count(NamedTuple):
    """A number of cards. ``group``: "a pair"; ``more``: of others, "another"; ``article``: told by
    an article alone."""

    number: int
    group: bool = False
    more: bool = False
    article: bool = False
    definite: bool = False


class Name(NamedTuple):
    """The faces that are named: one, if that is ``clear``. ``counted``: the number is in the name.
    ``loose``: a number that may count what comes next is read as its icons."""

    faces: tuple[str, ...]
    clear: bool
    plural: bool = False
    definite: bool = False
    counted: int = 0
    copy: bool = False
    there: bool = False
    loose: bool = False

    @property
    def card(self) -> Card | None:
        """The card, None where it is not clear."""
        return Card(FACES[self.faces[0]], self.copy) if self.clear else None

    @property
    def is_nigiri(self) -> bool:
        """Whether some nigiri is named."""
        return {FACES[face].type for face in self.faces if face in FACES} == {"nigiri"}


class Icons(NamedTuple):
    """Icons of a card; a ``loose`` number may count what comes next, a ``joined`` one stands before
    its card."""

    number: int
    loose: bool = False
    joined: bool = False


class Cards(NamedTuple):
    """Some cards: ``all_`` of them, ``bare``, so many ``less``; ``after`` is the place behind."""

    name: Name
    counted: Count | None
    all_: bool = False
    bare: bool = False
    less: bool = False
    plural: bool = False
    after: int = 0

    @property
    def number(self) -> int | None:
        """How many, None where that is not said."""
        if self.name.counted:
            return None
        return self.counted.number if self.counted else None

    @property
    def definite(self) -> bool:
        """Whether an article such as "the" stands before them."""
        return self.name.definite or bool(self.counted and self.counted.definite)


class Clause(NamedTuple):
    """What was said of some cards.

    Attributes:
        begun, after: where it stands.
        item: None where no card was named, as in "flip two", or none is understood.
        number: None where no number was said.
        nearest: what may have been meant, where it is not understood.
        lies: as for :class:`Change`; ``which`` too.
        less: it was said to be gone ("one pudding less"); ``more`` to come to others.
        all_, definite, plural: said of all, with an article, in the plural; ``numbered``: with a
            number before them, or a ``group``; ``apart``: with one behind a comma.
        points: what they were said to score.
    """

    begun: int
    after: int
    item: Item | None = None
    number: int | None = None
    nearest: tuple[str, ...] = ()
    understood: bool = True
    lies: Lies = ""
    which: Literal["", "all", "the", "total", "maybe", "still", "sum", "was"] = ""
    less: bool = False
    more: bool = False
    all_: bool = False
    definite: bool = False
    plural: bool = False
    numbered: bool = False
    group: bool = False
    apart: bool = False
    points: int = 0

    def lost(self, after: int = 0, more: Sequence[str] = ()) -> "Clause":
        """The same, not understood."""
        return self._replace(
            after=after or self.after, understood=False, nearest=(*self.nearest, *more)
        )


class Said(NamedTuple):
    """Clauses with a verb; the first begins with that. ``off``: taken off their wasabi; ``gone``:
    they were so before."""

    verb: str
    clauses: tuple[Clause, ...]
    off: bool = False
    gone: bool = False


class NoneOf(NamedTuple):
    """None of these lies there; ``of_said``: it takes back what was said of them."""

    faces: tuple[str, ...]
    of_said: bool = False


class Nth(NamedTuple):
    """One more card, of which there are so many then; ``free``: a wasabi with nothing on it."""

    name: Name
    number: int
    free: bool = False


class Points(NamedTuple):
    """So many points or the like: a number that counts no cards; ``bare``: by itself."""

    number: int
    bare: bool = False


class Sum(NamedTuple):
    """So many cards, or icons, of all that is told before or behind it; ``or_icons``: "five maki
    rolls" may be either; ``icons``: so many on all of the cards."""

    number: int
    type: str = ""
    is_behind: bool = False
    or_icons: bool = False
    icons: int = 0

    def of(self, change: Change) -> int:
        """How much of it a change makes: cards, icons, or items of the type."""
        if self.type != "icons":
            return change.number * (len(change.item.cards) if change.item and not self.type else 1)
        face = change.item.card.face if change.item else None
        return face.icons * change.number if face and face.type in ROLLS else 0


class SumUp(NamedTuple):
    """So many of these in all, as was just told; None: of what was told last."""

    clause: Clause | None
    number: int
    of_them: bool = False


class Detail(NamedTuple):
    """How so many of the wasabi lie that were told before, or for ``all_`` lie there: under a
    nigiri, or for None free. ``number`` 0: all of them."""

    number: int
    nigiri: Cards | None
    all_: int = 0


class InOrder(NamedTuple):
    """What came first, and what came then."""

    first: Clause
    second: Clause


class Swapped(NamedTuple):
    """Cards, and what comes for them."""

    old: Clause
    new: Clause


class Denied(NamedTuple):
    """What it was not, and what it is; ``lies``: the first was entered."""

    old: Clause
    new: Clause
    lies: bool = True


class InAll(NamedTuple):
    """What it was, or so many in all."""

    which: Literal["was", "total"]
    what: Clause | Count


class Fixed(NamedTuple):
    """What was meant instead of what was said last. ``plain``: with a mere "no" before it;
    ``soft``: with a word that may only lead on."""

    what: Clause | Count | Icons
    plain: bool
    soft: bool = False


class Changed(NamedTuple):
    """A change that is said wholly, or, for None, one that is not understood."""

    change: Change | None
    nearest: tuple[str, ...] = ()
    command: str = ""


class Again(NamedTuple):
    """So many more of what was said last; ``type_`` where it is said."""

    number: int
    type_: str = ""


class Compared(NamedTuple):
    """So many ``times`` as many cards as of others and so many ``more``; None: as was said last."""

    name: Name
    other: Name | None
    times: int = 1
    more: int = 0


class SomeOn(NamedTuple):
    """So many of the nigiri that were said last lie on a wasabi."""

    number: int
    wasabi: Cards


class SomeDown(NamedTuple):
    """So many of the cards that were said last, or one like them, lie face down."""

    number: int


class MoreIcons(NamedTuple):
    """So many cards more with icons, for 0 all of a sum; ``type_`` where it is said; ``of_sum``:
    one of those that were counted."""

    number: int
    icons: int
    type_: str = ""
    of_sum: bool = False


class Rest(NamedTuple):
    """The others of those that were counted."""

    clause: Clause


class Sign(NamedTuple):
    """Words that change what comes next: ``have``, ``lead``; what came before: ``maybe``, ``bare``;
    ``command``, ``claim``, ``next``."""

    kind: str
    lexeme: Lexeme | None = None


def change_of(clause: Clause, verb: str) -> Change | None:
    """What a verb does to the cards of a clause; None where that is not said clearly."""
    number, kind, lying = clause.number or 1, _VERBS[verb], clause.item
    if not 1 <= number <= MAX_REPEAT or (clause.less and kind != "add"):
        return None
    if clause.less:
        return Change("remove", lying, number)
    if kind == "add" and clause.which == "all":
        return None
    if kind != "add" and (clause.lies == "there" or clause.which in ("total", "maybe", "still")):
        return None
    if kind == "flip" and lying:
        # What is flipped lies face up; "flip two tofu face down" only says so twice.
        up = lying.card._replace(flipped=False)
        lying = item(up, lying.base) if up.face else None
    return Change(kind, lying, number, clause.lies if kind == "add" else "", clause.which)


def swap(old: Clause, new: Clause) -> Change | None:
    """The change of some cards for others."""
    out, come = change_of(old, Kind.REMOVE), change_of(new._replace(which=""), Kind.ADD)
    if out is None or come is None or come.kind != "add":
        return None
    if new.number is None and out.number > 1:
        return None  # "both tempura for sashimi": how many?
    which = out.which or ("the" if old.number is None else "")
    return Change("swap", out.item, out.number, come.lies, which, come.item, come.number)
