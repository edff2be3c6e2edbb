"""Says what the pieces of a phrase come to: parts, each a change or something not understood."""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple

from ..cards import DISCARDED_WHEN_PLAYED, FACES
from ..tableau import Card, Item, item
from .changes import Change
from .kinds import NAMES, ROLLS, Kind, Sense
from .lexer import END, SENTENCE_ENDS, Lexeme, lexemes
from .meaning import COUNTING
from .path import MAX_NEAREST, SIGNS, Path, Piece, Unclear
from .talk import Passed, without_talk
from .told import (
    Again,
    Changed,
    Clause,
    Compared,
    Count,
    Denied,
    Detail,
    Fixed,
    Icons,
    InAll,
    InOrder,
    MoreIcons,
    NoneOf,
    Nth,
    Points,
    Rest,
    Said,
    Sign,
    SomeDown,
    SomeOn,
    Sum,
    SumUp,
    Swapped,
    change_of,
    swap,
)
from .vocabulary import Vocabulary
from .worth import worth

MAX_PARTS = 60
MIN_CLAIM = 10
"""So many icons make an uramaki claim."""
_BETWEEN = frozenset([
    Kind.BREAK, Kind.AND, Kind.COMMAND, Kind.HAVE, Kind.SUM, Kind.SOFT, Kind.ALONE,
])  # fmt: skip
_BEFORE_COMMAND = frozenset([Kind.BREAK, Kind.AND, Kind.COMMAND, Kind.NOT, Kind.CORRECT])
_DOUBTS = frozenset([
    Kind.QUANTITY, Kind.CORRECT, Kind.NOT, Kind.DENIED, Kind.WAS, Kind.INSTEAD, Kind.GONE,
    Kind.ON_IT, Kind.NTH, Kind.ALONE,
])  # fmt: skip
"""Words that, where they are not understood, may say something of other cards, too."""
_JOINS = (Kind.ON, Kind.WITH, Kind.OF, Kind.UNDER, Kind.BESIDE, Kind.WITHOUT, Kind.ON_IT)
_TAKING = (Kind.REMOVE, Kind.TAKE, Kind.WITHOUT)
_SUMMED = ("nigiri", "onigiri", "fruit", *ROLLS)
"""Types of which a number may be told first, and then which ones they are."""


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


def missing(change: Change, game: Collection[str]) -> str | None:
    """What of a change is not in a game with these faces (and ``flipped``), None for nothing."""
    cards = [card for one in (change.item, change.new) if one for card in one.cards]
    shown = [slug for card in cards for slug in (card.physical_face, card.face and card.face.slug)]
    if change.kind == "flip" or any(card.flipped for card in cards):
        shown.append("flipped")
    return next((slug for slug in shown if slug and slug not in game), None)


class Parts:
    """The parts of one text; one after the other, as each may be about the one before."""

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

    def read(self) -> list[Part]:
        """All parts, in the order of the text; a few more than are wanted at most."""
        path = Path(self._row, self.known, self.game)
        for piece in path.pieces():
            if len(self._parts) > MAX_PARTS:
                break
            if piece.told is not None:
                self._tell(piece)
            elif self._row[piece.start].kind not in SIGNS:
                self._add(piece.start, piece.end, None, path.near(piece.start, piece.end))
        changing = [part for part in self._parts if part.change]
        for at, part in enumerate(self._parts if changing else ()):
            if part.command and part.command.kind == "undo":
                self._parts[at] = part._replace(command=None, asks="undo-alone")
        if self._lead is not None:
            self._add(self._lead, len(self._row), None)
        self._end_sum(len(self._parts))
        for part, said in self._compared:
            if part in self._parts and (change := self._of_compared(said)):
                self._parts[self._parts.index(part)] = part._replace(change=change, nearest=())
        self._lose_flipped_sum()
        self._lose_what_is_doubtful()
        # "Ready: three puddings": who goes on with cards is not done.
        last = max((at for at, part in enumerate(self._parts) if part.change), default=-1)
        begun = [
            part for part in self._parts[: last + 1] if part.command and part.command.kind == "done"
        ]
        self._parts = [part for part in self._parts if part not in begun]
        self._passed = sorted([*self._passed, *(Passed(one.start, one.end) for one in begun)])
        return self._with_corrections()

    def _lose_flipped_sum(self) -> None:
        """Asks about "three flipped cards, two tofu and an eel": are these the ones?"""
        changes = [one.change for one in self._parts if one.change]
        down = next(iter(changes), None)
        if not down or down.kind != "add" or not down.item or down.item.text != "flipped":
            return
        behind = changes[1:]
        if len(behind) > 1 and down.number == sum(one.number for one in behind):
            self._parts = [self._lost(one) for one in self._parts]

    def _lose_what_is_doubtful(self) -> None:
        """Asks about cards, too, of which a part that is not understood says something else."""
        rows = [
            [one for one in self._row if part.start <= one.start and one.end <= part.end]
            for part in self._parts
        ]
        for n, part in enumerate(self._parts if "?" in self.text else ()):
            sentence = [one for one in self._row if one.start < part.start]
            begins = len(sentence)
            while begins and not _is_end(sentence[begins - 1]):
                begins -= 1
            is_asked = self._ends(part).form == "?" and self._row[begins].kind == Kind.HAVE
            if is_asked and part.change:
                self._parts[n] = self._lost(part)  # "is there a tofu?"
        for at, (lost, row) in enumerate(zip(self._parts[:], rows, strict=True)):
            if lost.change or lost.command or lost.asks:
                continue
            kinds = {one.kind for one in row}
            is_doubt = any(map(self._is_doubt, row)) or _counts_nothing(row)
            is_doubt |= self._ends(lost).form == "?"
            for n, (part, said) in enumerate(zip(self._parts, rows, strict=True)):
                if not part.change or part.change.kind != "add":
                    continue
                is_next = n == at + 1
                if (
                    # "Three tofu, maybe four", "an eel and a tofu, but not the eel".
                    (is_doubt and self._ends(part) == self._ends(lost))
                    # "Two eggs and a squid, this one on wasabi".
                    or (_tells_of_wasabi(row) and _is_open(part.change))
                    # "A single maki card with two rolls".
                    or (n == at - 1 and self._joins(lost))
                    # "A squid, but I had the squid before the wasabi".
                    or (kinds & {Kind.BEFORE, Kind.AFTER} and _is_open(part.change))
                    # "Not mine, the sashimi".
                    or (is_next and _denies(row) and any(one.definite for one in said[:1]))
                    # "The second card is wrong, it is a sashimi".
                    or (is_next and Kind.NTH in kinds and self._is_told_to_be(part))
                    # "Squid nine and tempura five" may be points.
                    or (_is_counted_behind(row) and _is_counted_behind(said))
                ):
                    self._parts[n] = self._lost(part)

    def _is_doubt(self, one: Lexeme) -> bool:
        """Whether a word of what is not understood may say something of the cards beside it."""
        return one.kind in _DOUBTS and one.form not in self.known.lists.vague

    def _joins(self, part: Part) -> bool:
        """Whether a part begins with "with" or the like."""
        place = self._place_of(part)
        return {self._row[place].kind, self._before(place)} & {*_JOINS} != set()

    def _ends(self, part: Part) -> Lexeme:
        """What ends the sentence that a part stands in."""
        ends = (one for one in self._row if _is_end(one) and one.start >= part.end)
        return next(ends, END)

    def _is_told_to_be(self, part: Part) -> bool:
        """Whether "it is" stands before a part."""
        place = self._place_of(part)
        return Kind.HAVE in (self._before(place), self._row[place].kind)

    def _tell(self, piece: Piece) -> None:
        tell = getattr(self, f"_tell_{type(piece.told).__name__.lower()}")
        tell(piece.start, piece.end, piece.told)

    # ------------------------------------------------------------------ cards

    def _tell_unclear(self, start: int, end: int, told: Unclear) -> None:
        self._add(start, end, None, told.nearest)

    def _tell_changed(self, start: int, end: int, told: Changed) -> None:
        command = Command(told.command) if told.command else None
        self._add(start, end, told.change, told.nearest, command=command)

    def _tell_said(self, start: int, end: int, said: Said) -> None:
        if said.verb != Kind.ADD or self._row[start].kind in (Kind.ADD, Kind.PLUS):
            self._which = ""  # "I have …, plus two"
        is_linked = self._row[start].kind == Kind.ADD
        is_linked &= self._before(start) in (Kind.AND, Kind.BREAK)
        if is_linked and self._parts and self._parts[-1].asks == "discarded":
            # "I played a menu and drew tempura" says what came of it.
            self._lead = self._place_of(self._parts.pop())
        for clause in said.clauses:
            self._tell_clause(said, self._of_sum(clause))

    def _tell_clause(self, said: Said, clause: Clause) -> None:
        change = change_of(clause, said.verb) if clause.understood else None
        if change and clause.definite and self._say_on(clause, change):
            return
        if change and clause.number is None and self._is_down_already(change):
            self._stretch(clause.after)  # "I flipped the tofu, so it lies face down"
            return
        if change and self._say_again_bare(clause, change):
            return
        run = self._row[clause.begun : clause.after]
        change = change and self._meant(clause, change)
        if change and clause.number is None and (said.verb in _TAKING or said.gone):
            change = _taken(change, is_gone=said.gone)
        if change and said.off:
            change = change._replace(kind="off", lies="", which="the")
        elif change and change.kind == "add" and not clause.more and not clause.which:
            change = change._replace(which=self._which)
        elif change and change.which == "the" and self._which == "still":
            change = change._replace(which="still")
        is_later = self._is_in_order or self._is_later(clause.begun)
        if change and _is_wasabi(change) and is_later:
            change = change._replace(lies=change.lies or "after")
        is_again = bool(change) and change == self._fixed == self._last(clause.begun)
        is_plain = run[0].kind not in (Kind.PLUS, Kind.ADD)
        if is_again and is_plain and self._before(clause.begun) == Kind.BREAK:
            self._stretch(clause.after)  # "two tofu, no, three, three tofu"
            self._fixed = None
            return
        if change and self._is_sum_of_alike(clause, change):
            clause, change = clause._replace(apart=False), change._replace(number=1)
        is_sum = change and change.kind == "add" and self._is_told_already(clause, change)
        is_sum = is_sum or (change and self._is_denied(change))
        is_sum = is_sum or (is_again and run[0].kind != Kind.PLUS)
        is_summed = change and not self._is_retold and self._is_summed_up(clause.begun, change)
        is_sum = is_sum or is_summed
        is_sum = is_sum or (change and self._is_one_of_several(change))
        if change and (self._is_retold or clause.which == "maybe"):
            change = self._told_anew(clause, change)
        self._note_rolls(clause.nearest)
        self._add(clause.begun, clause.after, None if is_sum else change, clause.nearest)
        self._note(clause, change)

    def _meant(self, clause: Clause, change: Change) -> Change | None:
        """A change, its number no points; None for what is used and lies there no longer."""
        run = self._row[clause.begun : clause.after]
        is_spent = any(one.form in self.known.lists.spent for one in (run[0], run[-1]))
        if is_spent and clause.item and clause.item.type not in ("chopsticks", "spoon"):
            return None
        is_behind = run[-1].kind == Kind.NUMBER and clause.definite and not clause.plural
        if self._scored and is_behind and self._worth(change._replace(number=1)) == clause.number:
            return change._replace(number=1)  # "wasabi squid nine points and the salmon two"
        return change

    def _say_on(self, clause: Clause, change: Change) -> bool:
        """ "A squid, a salmon and an egg, only the squid on wasabi": of the one that was said."""
        if (
            change.kind != "add"
            or not change.item
            or not change.item.base
            or change.lies == "there"
        ):
            return False
        nigiri = item(change.item.card)
        said = [
            n for n, part in enumerate(self._parts) if part.change and part.change.item == nigiri
        ]
        told = self._parts[said[0]].change if len(said) == 1 else None
        is_free = any(_is_wasabi(one) for one in self._added())
        if not told or told.kind != "add" or told.lies or is_free:
            return False
        if told.number != 1 or change.number != 1:
            return False
        self._parts[said[0]] = self._parts[said[0]]._replace(
            change=told._replace(item=change.item, lies="either")
        )
        for n, part in enumerate(self._parts):
            if _is_free(part.change) and part.change:
                self._parts[n] = part._replace(change=part.change._replace(lies="bare"))
        self._stretch(clause.after)
        return True

    def _told_anew(self, clause: Clause, change: Change) -> Change | None:
        """ "Two tofu, an eel, sorry, three tofu and two eels", "…, makes two tofu and two eels":
        None where it is not as many as before."""
        told = [one.number for one in self._added() if one.item == change.item]
        if not told:
            return change
        is_sum = clause.number and sum(told) == change.number
        return change._replace(which="sum") if is_sum else None

    def _is_sum_of_alike(self, clause: Clause, change: Change) -> bool:
        """ "Egg, egg, two": whether that is how many were named one by one."""
        alike = [part.change.number for part in self._last_alike() if part.change]
        is_named = bool(alike) and self._parts[-1].change in (change, change._replace(number=1))
        return clause.apart and is_named and change.number == len(alike) + 1 == sum(alike) + 1

    def _is_down_already(self, change: Change) -> bool:
        """Whether a card face down is told of which was just said that it was flipped."""
        last = self._parts[-1].change if self._parts else None
        is_down = change.kind == "add" and change.item is not None and change.item.text == "flipped"
        return bool(is_down and last and last.kind == "flip")

    def _is_one_of_several(self, change: Change) -> bool:
        """ "Two squid, an egg, the squid is on wasabi": which of them?"""
        if change.which != "the" or not change.item or not change.item.base:
            return False
        nigiri = item(change.item.card)
        return any(one.number > 1 for one in self._added() if one.item == nigiri)

    def _say_again_bare(self, clause: Clause, change: Change) -> bool:
        """ "A wasabi and a squid, the squid is plain": of the one that was said."""
        run = self._row[clause.begun : clause.after]
        is_other = clause.more or any(one.other for one in run)
        is_bare = change.lies in ("bare", "beside", "after")
        if not is_bare or clause.number or not clause.definite or is_other:
            return False
        said = [n for n, part in enumerate(self._parts) if _is_same(part.change, clause)]
        told = self._parts[said[0]].change if len(said) == 1 else None
        if not told or told.number != 1 or told.lies not in ("", "bare", "after"):
            return False
        self._parts[said[0]] = self._parts[said[0]]._replace(
            change=told._replace(lies=change.lies if not told.lies else told.lies)
        )
        self._stretch(clause.after)
        return True

    def _say_free(self, start: int, end: int) -> None:
        """ "A wasabi, nothing ever landed on it"; or of the one that lies there."""
        told = self._parts[self._wasabi] if self._wasabi is not None else None
        if told and told.change and told.change.number == 1:
            free = told.change._replace(lies="bare")
            self._parts[self._wasabi or 0] = told._replace(change=free)
            self._stretch(end)
            return
        wasabi = item(Card(FACES["wasabi"]))
        there = None if self._parts else Change("add", wasabi, 1, "bare", "still")
        self._add(start, end, there, ("wasabi",))

    def _note_rolls(self, faces: Iterable[str]) -> None:
        types = {FACES[face].type for face in faces if face in FACES}
        self._rolls = types.pop() if len(types) == 1 and types <= {*ROLLS} else ""

    def _note(self, clause: Clause, change: Change | None) -> None:
        """Notes what later words may be about: a sum, wasabi that may lie under something."""
        self._scored += [clause.points] * bool(change and clause.points)
        run = self._row[clause.begun : clause.after]
        is_pair = bool(change and change.item and change.item.base)
        self._is_counted = is_pair or any(one.kind in COUNTING for one in run)
        last = len(self._parts) - 1
        if change and change.kind == "add" and _is_wasabi(change):
            self._wasabi = last
        elif change and change.item and change.item.base is None:
            self._wasabi = None
        types = {FACES[face].type for face in clause.nearest if face in FACES}
        types |= {one.sense.name for one in run if one.sense.name == "wasabi"}
        if change or len(types) != 1 or not types <= {*_SUMMED}:
            is_more = self._row[clause.begun].kind in (Kind.ADD, Kind.PLUS) or clause.more
            if self._summed and change and not is_more and _is_of(change, self._summed[1].type):
                # "Two nigiri, a squid, an egg and a salmon" are three.
                self._sum, self._made = self._summed, 1
                self._end_sum(len(self._parts))
                return
            self._make_sum(change)
            return
        sums = Sum((clause.number or 1) if clause.numbered else 0, types.pop())
        added = [one for one in self._added() if _is_of(one, sums.type) and not clause.more]
        if added and sums.number and sum(one.number for one in added) == sums.number:
            self._parts.pop()
            self._stretch(clause.after)
        elif not added and (clause.numbered or (clause.item is None and self._heads(clause))):
            is_icons = self._before(clause.begun) == Kind.TOTAL or any(
                one.kind == Kind.EITHER or (one.kind == Kind.ROLL and " " in one.form)
                for one in run
            )
            self._begin_sum(last, sums._replace(or_icons=is_icons))

    def _heads(self, clause: Clause) -> bool:
        """Whether a type without a number heads which ones they are: "maki: a two and a three"."""
        behind = self._row[clause.after : clause.after + 6]
        is_apart = any(one.apart for one in behind[:1])
        is_joined = bool(behind) and behind[0].kind != Kind.BREAK
        while behind and behind[0].kind == Kind.BREAK:
            del behind[0]
        end = next((n for n, one in enumerate(behind) if one.kind == Kind.BREAK), len(behind))
        counts = bool(behind) and behind[0].kind in (Kind.NUMBER, Kind.ARTICLE)
        is_named = any(one.kind in f"{NAMES}{Kind.CARD}" for one in behind[:end])
        is_roll = any(one.kind in (Kind.ROLL, Kind.EITHER) for one in self._row[clause.begun :][:1])
        heads = counts and (not is_named or (is_joined and not is_roll))
        return clause.plural or is_apart or heads

    def _is_later(self, begun: int) -> bool:
        """Whether it is said to come after a nigiri: "squid, then wasabi"."""
        place = begun - 1
        while place > 0 and self._row[place].kind == Kind.BREAK:
            if self._row[place].form in self.known.lists.later:
                return any(one.item and one.item.type == "nigiri" for one in self._added())
            place -= 1
        return False

    def _tell_again(self, start: int, end: int, said: Again) -> None:
        if self._rolls and f"{self._rolls}-{said.number}" in FACES and said.number > 1:
            self._tell_moreicons(start, end, MoreIcons(1, said.number))  # "another three"
            return
        last = self._last(start)
        if said.type_ and not (last and last.item and last.item.type == said.type_):
            self._add(start, end, None, (f"{said.type_}-{n}" for n in ROLLS[said.type_]))
            return
        again = Change("add", None, said.number)
        if last and last.kind == "add":
            again = last._replace(number=said.number, which="")
        if again.item and again.item.card.face and self._row[end - 1].held == "up":
            # "A tofu face down, another one face up".
            again = again._replace(item=item(again.item.card._replace(flipped=False)))
        self._add(start, end, again)

    def _tell_moreicons(self, start: int, end: int, said: MoreIcons) -> None:
        type_ = said.type_ or self._rolls
        face = FACES.get(f"{type_}-{said.icons}")
        if said.of_sum and not self._sum:
            self._add(start, end, None)  # "one with five, the second is of three"
            return
        if not (said.number or self._sum or said.type_):
            self._say_each(start, end, said.icons)  # "tofu, tea and an eel, two each"
            return
        number = said.number or (self._sum[1].number if self._sum else 0)
        change = Change("add", item(Card(face)), number, which=self._which) if face else None
        self._add(start, end, change if number else None)
        self._rolls = type_
        self._make_sum(change)

    def _tell_rest(self, start: int, end: int, said: Rest) -> None:
        """ "Four nigiri, one is a squid and the others are egg"."""
        left = self._sum[1].number - self._made if self._sum and self._sum[1].number else 0
        clause = said.clause
        number = clause.number or left
        if not number or (self._sum and number != left):
            self._add(start, end, None, clause.nearest)
            return
        told = clause._replace(begun=start, number=number, numbered=True, which="", definite=False)
        self._tell_said(start, end, Said(Kind.ADD, (told,)))

    def _tell_compared(self, start: int, end: int, said: Compared) -> None:
        """ "Twice as many dumplings as tempura": of those that are told before or behind it."""
        change = self._of_compared(said)
        self._add(start, end, change, said.name.faces)
        if change is None and said.other:
            self._compared.append((self._parts[-1], said))

    def _of_compared(self, said: Compared) -> Change | None:
        added = self._added()
        if said.other:
            others = [one.number for one in added if one.item == item(said.other.card)]
            if any(one.which == "sum" for one in added):
                return None
        else:
            others = [one.number for one in added[-1:]]
        number = sum(others) * said.times + said.more
        return Change("add", item(said.name.card), number) if others and number > 0 else None

    def _tell_noneof(self, start: int, end: int, told: NoneOf) -> None:
        """ "No tofu": of a type, whatever its icons; of the nigiri, one of them."""
        types = {FACES[face].type for face in told.faces if face in FACES}
        is_one = len(types) == 1 and (types != {"nigiri"} or len(told.faces) == 1)
        none = Change("remove", item(Card(FACES[told.faces[0]])), 0) if is_one else None
        said = [n for n, part in enumerate(self._parts) if _adds(part.change, told.faces)]
        one = self._parts[said[0]].change if len(said) == 1 else None
        if none and one and one.item and not one.item.base and one.number == 1:
            # "Two tofu and an eel, not the eel".
            self._parts[said[0]] = self._parts[said[0]]._replace(change=none)
            self._stretch(end)
            return
        for n in said:
            self._parts[n] = self._lost(self._parts[n])
        self._add(start, end, None if said or told.of_said else none, told.faces)

    def _tell_nth(self, start: int, end: int, told: Nth) -> None:
        card = told.name.card
        lies: Literal["", "bare"] = "bare" if told.free else ""
        change = Change("add", item(card), told.number, lies, "nth") if card else None
        self._add(start, end, change, told.name.faces)

    # ------------------------------------------------------------------ nigiri and wasabi

    def _tell_inorder(self, start: int, end: int, said: InOrder) -> None:
        middle = min(said.first.after, said.second.after)
        # "A squid before the wasabi": if one lies there, that one.
        is_there = said.second.definite and (said.second.number or 1) == 1
        told = [part for part in self._parts if _is_same(part.change, said.first)]
        if said.first.definite and told:
            # "A salmon, the salmon came before the wasabi": the same one?
            self._parts = [self._lost(one) if one in told else one for one in self._parts]
            self._add(start, end, None, (*said.first.nearest, *said.second.nearest))
            return
        under = [part for part in self._parts if _is_same(part.change, said.second)]
        if said.second.definite and len(under) == 1 and said.first.understood:
            # "A wasabi, and a squid that I had before the wasabi": the one that was said.
            late = under[0].change and under[0].change._replace(lies="after")
            self._parts[self._parts.index(under[0])] = under[0]._replace(change=late)
            self._tell_said(start, end, Said(Kind.ADD, (said.first._replace(lies="bare"),)))
            return
        for clause, begun, after in ((said.first, start, middle), (said.second, middle, end)):
            change = change_of(clause._replace(which=""), Kind.ADD) if clause.understood else None
            if clause is said.second and change and _is_wasabi(change):
                change = change._replace(lies="after", which="still" if is_there else "")
            elif clause is said.first and change and is_there and _is_free_nigiri(change):
                change = change._replace(lies="bare")
            self._add(begun, after, change, clause.nearest)

    def _tell_someon(self, start: int, end: int, said: SomeOn) -> None:
        """ "Three salmon, one of them on wasabi"."""
        last = self._last(start)
        is_more = last is not None and (not said.number or said.number > last.number)
        if is_more and self._say_all_on(said):
            self._stretch(end)
            return
        if (
            last is None or last.kind != "add" or last.item is None or last.item.base
            or last.item.type != "nigiri" or last.lies or said.number > last.number
        ):  # fmt: skip
            self._add(start, end, None, ("wasabi",))
            return
        pair = item(last.item.card, said.wasabi.name.card)
        lies: Literal["there", "either"] = "there" if said.wasabi.name.definite else "either"
        change = last._replace(item=pair, number=said.number, lies=lies)
        if said.number == last.number:
            start = self._place_of(self._parts.pop())
        else:
            rest = last._replace(number=last.number - said.number, lies="bare")
            self._parts[-1] = self._parts[-1]._replace(change=rest)
        self._add(start, end, change)

    def _say_all_on(self, said: SomeOn) -> bool:
        """ "An egg and a squid, both on wasabi", "two squid, each on a wasabi"."""
        begun = len(self._parts)
        while begun and _is_free(self._parts[begun - 1].change):
            begun -= 1
        told = [part.change for part in self._parts[begun:] if part.change and part.change.item]
        many = sum(change.number for change in told)
        if not told or said.number not in (0, many):
            return False
        under = [part for part in self._parts[:begun] if part.change and _is_wasabi(part.change)]
        if under and sum(part.change.number for part in under if part.change) != many:
            return False
        if said.wasabi.name.definite and not under:
            return False
        for n, change in enumerate(told, begun):
            pair = change.item and item(change.item.card, said.wasabi.name.card)
            self._parts[n] = self._parts[n]._replace(
                change=change._replace(item=pair, lies="" if under else "either")
            )
        if under and self._parts[begun - len(under) : begun] == under:
            first, start = self._parts[begun], under[0].start
            words = self.text[start : first.end]
            self._parts[begun] = first._replace(said=words, start=start)
        self._parts = [part for part in self._parts if part not in under]
        return True

    def _tell_somedown(self, start: int, end: int, said: SomeDown) -> None:
        """ "Three tofu, two of them flipped", "a tofu face up and another one face down"."""
        last = self._last(start)
        if (
            not last
            or last.kind != "add"
            or not last.item
            or last.item.base
            or not last.item.card.face
        ):
            self._add(start, end, None, ("flipped",))
            return
        turned = item(last.item.card._replace(flipped=True))
        is_more = any(one.sense.name == "another" for one in self._row[start:end])
        left = last.number if is_more else last.number - said.number
        if left > 0:
            rest = last._replace(number=left)
            self._parts[-1] = self._parts[-1]._replace(change=rest)
        else:
            start = self._place_of(self._parts.pop())
        change = last._replace(item=turned, number=said.number) if left >= 0 else None
        self._add(start, end, change, _faces(last))

    def _tell_detail(self, start: int, end: int, said: Detail) -> None:
        """ "Two wasabis, one with a squid, the other one empty"."""
        lying = said.nigiri and said.nigiri.name.card
        if lying and said.all_ > 1 and not said.number and not self._parts:
            on = item(lying, Card(FACES["wasabi"]))  # "both with a squid", of those that lie there
            self._add(start, end, Change("add", on, said.all_, "there"))
            return
        if self._wasabi is None and not lying and said.number:
            if self._is_of_wasabi():  # "a wasabi with a squid, and another one empty"
                free = Change("add", item(Card(FACES["wasabi"])), said.number, "bare")
                self._add(start, end, free)
            elif self._row[end - 1].kind == Kind.EMPTY:
                self._add(start, end, None, ("wasabi",))
            else:
                self._say_bare(start, end, said.number)  # "three eggs, two plain"
            return
        part = self._parts[self._wasabi] if self._wasabi is not None else None
        change = part and part.change
        card = said.nigiri and said.nigiri.name.card
        last = self._parts[-1].change if self._parts else None
        if card and not part and said.number and last and last.item and last.item.base:
            # "A wasabi with a squid, and another one with an egg".
            pair = last._replace(item=item(card, last.item.base), number=said.number)
            self._add(start, end, pair)
            return
        if card and not part and not self._parts:
            # "One of them has a squid", of the wasabi that lie there.
            on = item(card, Card(FACES["wasabi"]))
            self._add(start, end, Change("add", on, max(said.number, 1), "it"))
            return
        number = said.number or (change.number if change else 0)
        if not part or not change or number > change.number or (said.nigiri and not card):
            self._add(
                start, end, None, ("wasabi", *(said.nigiri.name.faces if said.nigiri else ()))
            )
        elif not card and number < change.number:
            rest = change._replace(number=change.number - number)
            self._parts[self._wasabi or 0] = part._replace(change=rest)
            self._add(start, end, change._replace(number=number, lies="bare"))
        elif not card:
            bare = change._replace(lies="bare")
            self._parts[self._wasabi or 0] = part._replace(change=bare)
            self._stretch(end)
        else:
            pair = Change("add", item(card, Card(FACES["wasabi"])), number)
            if number < change.number:
                rest = change._replace(number=change.number - number)
                self._parts[self._wasabi or 0] = part._replace(change=rest)
            else:
                self._parts.remove(part)
                start, self._wasabi = self._place_of(part), None
            self._add(start, end, pair)

    def _is_of_wasabi(self) -> bool:
        """Whether the last part tells of a wasabi, and then what lies on it."""
        last = self._parts[-1] if self._parts else None
        if last is None or not (last.change and last.change.item and last.change.item.base):
            return False
        run = [one for one in self._row if last.start <= one.start < last.end]
        said = [one.sense.name for one in run if one.kind in NAMES]
        return len(said) > 1 and said[0] == "wasabi"

    # ------------------------------------------------------------------ sums and points

    def _tell_points(self, start: int, end: int, said: Points) -> None:
        """ "Two tofu for six points": where it is said how many there are, or these are the points
        of just those cards, points count none."""
        last = self._last(start)
        points = self._worth(last)
        # "An eel, minus three", "an eel that costs me three".
        is_worth = points is not None and points in (said.number, -abs(said.number))
        is_worth &= self._row[start].kind != Kind.HAVE
        is_sum = bool(self._scored) and (is_worth or said.number == sum(self._scored))
        if said.bare and (is_sum or self._makes(said.number)):
            self._stretch(end)
            return
        is_clear = (self._is_counted or is_worth) and not said.bare
        is_clear &= bool(self._parts) and self._ends(self._parts[-1]).form != "?"
        if last and last.kind == "add" and is_clear:
            self._scored.append(said.number)
            self._stretch(end)
            return
        if last and last.kind == "add":
            self._lose_last()
        self._add(start, end, None)

    def _worth(self, change: Change | None) -> int | None:
        """What just these cards score."""
        if not change or not change.item:
            return None
        return worth(change.item, change.number, self.game)

    def _tell_sum(self, start: int, end: int, said: Sum) -> None:
        """ "Five cards", before the cards or behind them."""
        every = [part for part in self._parts if part.change]
        added = [one for one in self._added() if _is_of(one, said.type)]
        made = {sum(map(said.of, added))}
        made |= {sum(one.number for one in added if _is_roll(one))} if said.or_icons else set()
        if added and len(added) == len(every) and said.number in made:
            self._stretch(end)
            return
        if said.is_behind and not said.type and len(added) > 1:
            self._parts = [self._lost(part) for part in self._parts]  # "…, so five cards"
        self._add(start, end, None)
        if not (self._added() if said.is_behind else added):
            self._begin_sum(len(self._parts) - 1, said)
        rolls = {FACES[face].type for face in self.game if face in FACES} & {*ROLLS}
        if said.type == "icons" and len(rolls) == 1:
            self._rolls = rolls.pop()
        elif said.type in ROLLS:
            self._rolls = said.type

    def _tell_sumup(self, start: int, end: int, said: SumUp) -> None:
        """ "So three tofu": what was said, or all that there are now."""
        if said.clause is None:
            self._tell_so_many(start, end, said)
            return
        added = self._added()
        heads = bool(self._sum) and not self._made  # "three nigiri, that is two salmon and an egg"
        is_new = not any(_is_same(one, said.clause) for one in added)
        is_told = said.clause.definite and said.clause.lies in ("bare", "after")
        is_first = said.clause.number is None and not added  # "right, so an eel"
        if heads or is_first or (said.clause.lies and is_new) or is_told:  # "so the squid is plain"
            clause = said.clause if is_first else said.clause._replace(begun=start)
            self._tell_said(start, end, Said(Kind.ADD, (clause,)))
            return
        change = change_of(said.clause._replace(which="", lies=""), Kind.ADD)
        self._is_retold |= bool(added)  # "…, in other words a tofu and two eels"
        is_total = any(one.kind == Kind.TOTAL for one in self._row[start:end])
        which: Literal["sum", "total", "maybe"] = (
            "sum" if added else "total" if is_total else "maybe"
        )
        self._add(start, end, change and change._replace(which=which), said.clause.nearest)

    def _tell_so_many(self, start: int, end: int, said: SumUp) -> None:
        """ "That makes three": of what was told last, of all so far, or of what follows."""
        added, last, number = self._added(), self._last(start), said.number
        is_single = not self._is_counted and len(self._last_alike()) == 1
        if said.of_them and self._sum and not (self._made or self._sum[1].number):
            # "Nigiri, two of them, a salmon and an egg".
            self._sum = self._sum[0], self._sum[1]._replace(number=number)
            self._stretch(end)
        elif not added and self._names_behind(end):
            self._tell_sum(start, end, Sum(number))  # "I have seven, three are tofu, …"
        elif not added and (removed := self._removed()):
            left = removed._replace(kind="add", number=number, which="total")
            self._add(start, end, left)  # "a tofu is gone, so I have one"
        elif said.of_them and last and is_single and self._begins(self._parts[-1]):
            # "An egg. Salmon, two of those".
            self._parts[-1] = self._parts[-1]._replace(change=last._replace(number=number))
            self._stretch(end)
        elif self._makes(number) or (number == self._worth(last) and _is_worth_more(last, number)):
            self._stretch(end)  # also "three dumplings, that's six"
        elif said.of_them and last and _adds(last, _faces(last)) and is_single:
            # "The sashimi, two of those".
            self._parts[-1] = self._parts[-1]._replace(change=last._replace(number=number))
            self._stretch(end)
        else:
            is_one_kind = len({one.item for one in added}) == 1 and not said.of_them
            counted = added[-1] if is_one_kind else None
            self._add(start, end, counted and counted._replace(number=number, which="sum", lies=""))

    def _begins(self, part: Part) -> bool:
        """Whether a part begins a sentence."""
        place = self._place_of(part)
        return not place or _is_end(self._row[place - 1])

    def _names_behind(self, place: int) -> bool:
        return any(one.kind in NAMES for one in self._row[place:])

    def _makes(self, number: int) -> bool:
        """Whether so many cards were said, or so many or so many icons of the last ones."""
        every = [part.change for part in self._parts]
        if not every or any(one is None or one.kind != "add" for one in every):
            return False
        alike = [part.change for part in self._last_alike() if part.change]
        sums = (Sum(number).of, Sum(number, "icons").of)
        made = {sum(of(one) for one in some if one) for of in sums for some in (alike, every)}
        return number in made

    def _is_denied(self, change: Change) -> bool:
        """ "No tofu tofu": whether it was said that there is none of these; that is asked about."""
        denied = [part.change == Change("remove", change.item, 0) for part in self._parts]
        for n, is_none in enumerate(denied):
            if is_none:
                self._parts[n] = self._lost(self._parts[n])
        return any(denied)

    def _is_told_already(self, clause: Clause, change: Change) -> bool:
        """Whether so many of these were said already: is that their sum, or are they more?"""
        told = [one.number for one in self._added() if one.item == change.item]
        least = 1 if self._before(clause.begun) == Kind.HAVE else 2
        return bool(told and clause.apart) or (len(told) >= least and sum(told) == change.number)

    def _is_summed_up(self, begun: int, change: Change) -> bool:
        """ "The squid before the wasabi, so they are apart, a squid and a wasabi"."""
        told = [part for part in self._parts if part.change and part.change.item == change.item]
        said = self._row[self._place_of(told[-1]) : begun] if told else []
        return change.kind == "add" and any(one.kind == Kind.SUM for one in said)

    def _of_sum(self, clause: Clause) -> Clause:
        """ "Three fruits, all of them …"."""
        if self._sum and clause.which == "all" and not self._made:
            return clause._replace(which="", number=self._sum[1].number)
        return clause

    def _make_sum(self, change: Change | None) -> None:
        """Counts what is added; a sum that it makes is no part of its own any more."""
        self._summed = None
        if not self._sum:
            return
        at, sums = self._sum
        if not change or change.kind != "add" or not _is_of(change, sums.type):
            self._end_sum(len(self._parts) - 1)
            return
        self._made += sums.of(change)
        self._made_icons += sums._replace(type="icons").of(change)
        if sums.icons and self._made == sums.number and self._made_icons != sums.icons:
            self._end_sum(len(self._parts))
        elif (
            self._made >= sums.number == 0
            or self._made == sums.number
            or (sums.or_icons and self._made_icons == sums.number)
        ):
            heading, first = self._parts[at], self._parts[at + 1]
            said = self.text[heading.start : first.end]
            self._parts[at : at + 2] = [first._replace(said=said, start=heading.start)]
            self._summed = None if sums.or_icons or not sums.number else self._sum
            self._sum = None
            self._wasabi = None if self._wasabi is None else self._wasabi - 1

    def _begin_sum(self, at: int, said: Sum) -> None:
        self._sum, self._made, self._made_icons = (at, said), 0, 0

    def _end_sum(self, after: int) -> None:
        """Where what is told behind a sum does not make it, all of that is asked about."""
        told = self._parts[self._sum[0] : after] if self._sum else []
        if told[1:] and self._sum and (self._made or self._sum[1].type == "icons"):
            self._summed = None
            faces = [face for one in told[1:] if one.change for face in _faces(one.change)]
            start, end = told[0].start, told[-1].end
            near = tuple(dict.fromkeys(faces))[:MAX_NEAREST]
            lost = Part(self.text[start:end], start, end, None, near)
            self._parts[after - len(told) : after] = [lost]
            self._wasabi = None
        self._sum = None

    def _stretch(self, end: int) -> None:
        """Makes words say nothing more than the part before them."""
        last, stop = self._parts[-1], self._row[end - 1].end
        self._parts[-1] = last._replace(said=self.text[last.start : stop], end=stop)
        self._after = end

    # ------------------------------------------------------------------ what is put right

    def _tell_swapped(self, start: int, end: int, said: Swapped) -> None:
        both = said.old.understood and said.new.understood
        change = swap(said.old, said.new) if both else None
        self._add(start, end, change, (*said.old.nearest, *said.new.nearest))

    def _tell_denied(self, start: int, end: int, said: Denied) -> None:
        """ "It wasn't a pudding, it was a sashimi", "not two tofu but three", "not tofu, tea"."""
        old, new = said.old, said.new
        is_one = bool(old.item and new.item and not (new.item.base or old.plural or new.plural))
        if is_one and not (said.lies or self._parts) and end == len(self._row):
            # "It's not a salmon, it's a squid": a salmon that lies there, if one does.
            swapped = swap(old, new)
            self._add(start, end, swapped and swapped._replace(which="gone"), old.nearest)
            return
        if not said.lies:
            self._tell_noneof(start, old.after, NoneOf(old.nearest))
            self._tell_said(old.after, end, Said(Kind.ADD, (new,)))
            return
        change = None
        if old.understood and new.understood and old.item == new.item:
            change = change_of(new._replace(which="total"), Kind.ADD)
        elif old.understood and new.understood:
            change = swap(old, new)
            if change and not (old.definite or change.which):
                change = change._replace(which="gone")  # it may not be entered
        self._add(start, end, change, (*old.nearest, *new.nearest))

    def _tell_inall(self, start: int, end: int, said: InAll) -> None:
        """ "It was three tempura", "make it four"."""
        if isinstance(said.what, Count):
            number, added = said.what.number, self._added()
            if said.which == "total" and not added and self._names_behind(end):
                self._tell_sum(start, end, Sum(number))  # "in total seven, three are tofu, …"
            elif len({one.item for one in added}) > 1 and said.which == "total":
                # "Two tofu and two eels, now it's four".
                if self._makes(number):
                    self._stretch(end)
                else:
                    self._add(start, end, None)
            else:
                self._add(start, end, Change("add", None, number, which="total"))
            return
        change = change_of(said.what, Kind.ADD) if said.what.understood else None
        if said.which == "was" and change and change.number == 1 and self._removed():
            self._put_for_removed(start, end, change)
            return
        self._add(start, end, change and change._replace(which=said.which), said.what.nearest)
        if not said.what.understood:
            self._note_rolls(said.what.nearest)
            self._note(said.what, None)  # "I make it twelve uramaki: a five, a four and a three"

    def _removed(self) -> Change | None:
        """What was taken away, where nothing was said of other cards since."""
        last = next((part.change for part in reversed(self._parts) if part.change), None)
        return last if last and last.kind == "remove" and last.item and last.number else None

    def _put_for_removed(self, start: int, end: int, new: Change) -> None:
        """ "Take the pudding away, it was a dumpling": the pudding was, not the newest card."""
        old, swapped = self._last(start if self._lead is None else self._lead), None
        if old and old == self._removed():
            start = self._place_of(self._parts.pop())
            is_clear = old.number == 1 and old.item != new.item and old.which in ("", "the")
            swapped = old._replace(kind="swap", new=new.item) if is_clear else None
            near = (*_faces(old), *_faces(new))
        else:
            near = _faces(new)
        self._add(start, end, swapped, near)

    def _tell_fixed(self, start: int, end: int, said: Fixed) -> None:
        """What was meant instead of what was said last: "tempura, no wait, sashimi"."""
        what, last = said.what, self._last(start)
        last = last if last and last.kind == "add" and last.item else None
        if isinstance(what, Icons):
            face = last and last.item and FACES.get(f"{last.item.type}-{what.number}")
            begun = self._place_of(self._parts.pop()) if face else start
            fixed = last._replace(item=item(Card(face))) if face and last else None
            self._add(begun, end, fixed, _faces(last) if last else ())
            return
        if isinstance(what, Count):
            alike = self._last_alike()
            if len(alike) > 1:
                # "Dumpling, dumpling, dumpling, no, two": of all of them, where they were named one
                # by one.
                begun = self._place_of(alike[0])
                del self._parts[-len(alike) :]
                is_clear = all(one.change and one.change.number == 1 for one in alike)
                change = last and last._replace(number=what.number)
                self._add(begun, end, change if is_clear else None, _faces(last) if last else ())
            elif not self._parts:
                # "No, four": of what lies there.
                self._add(start, end, Change("add", None, what.number, which="total"))
            elif said.plain or not last:
                self._add(start, end, None)
            elif _is_roll(last):
                # "Maki two, sorry, three": its icons.
                begun = self._place_of(self._parts.pop())
                face = last.item and FACES.get(f"{last.item.type}-{what.number}")
                face = face if last.number == 1 else None  # or are there so many?
                fixed = last._replace(item=item(Card(face))) if face else None
                self._add(begun, end, fixed, _faces(last))
            else:
                begun = self._place_of(self._parts.pop())
                self._fixed = last._replace(number=what.number)
                self._add(begun, end, self._fixed)
            return
        if said.soft and not (last and what.item == last.item and what.number):
            self._tell_said(start, end, Said(Kind.ADD, (what._replace(begun=start),)))
        elif said.plain and not last:
            self._add(start, end, None, what.nearest)
        else:
            self._fix(start, end, what, last)

    def _fix(self, start: int, end: int, clause: Clause, last: Change | None) -> None:
        change = change_of(clause, Kind.ADD) if clause.understood else None
        if not last and (removed := self._removed()):
            # "Take the pudding away, sorry, a dumpling": is that to go, or to come for it?
            if removed == self._last(start):
                start = self._place_of(self._parts.pop())
            change, clause = None, clause._replace(nearest=(*_faces(removed), *clause.nearest))
        elif not last or not last.item:
            change = change and change._replace(which="was")
        elif last.which == "the" or (change and change.item in self._before_last(last)):
            # "The tofu, sorry, an eel": is the one that lies there an eel?
            change = None
        elif (
            change
            and change.item != last.item
            and change.item in [one.item for one in self._added()[:-1]]
        ):
            # "Two tofu, two eels, sorry, one tofu": of those said before, or instead of the last?
            change = change._replace(which="total") if clause.number else None
            self._is_retold = True
        else:
            start = self._place_of(self._parts.pop())
            is_alone = change and change.item == last.item and clause.definite
            change = change and _like(change, last)
            if is_alone:
                change = None  # "an eel and a tofu, no, just the tofu"
            if change and change.number == 1 != last.number and clause.number is None:
                change = None  # "two tofu, no, eel": how many?
            clause = clause._replace(nearest=(*clause.nearest, *_faces(last)))
        self._add(start, end, change, clause.nearest)

    # ------------------------------------------------------------------ commands and signs

    def _tell_sign(self, start: int, end: int, sign: Sign) -> None:
        if sign.kind in ("lead", "lead-have", "aside") and self._lead is None:
            self._lead = start
        if sign.kind in ("have", "lead-have"):
            self._which = "still" if self._row[start].held == "still" else "maybe"
        if sign.kind == "sorry" and self._parts:
            self._stretch(end)
        if sign.kind == "maybe":
            self._say_maybe(start, end)
        if sign.kind == "free":
            self._say_free(start, end)
        if sign.kind == "restart":
            self._start_over(start, end)
        if sign.kind == "once":
            self._say_once(start, end)
        if sign.kind == "order":
            self._in_order_of_play(end)
        if sign.kind == "next":
            self._add(start, end, None, command=Command("next"))
        if sign.kind == "bare":
            self._say_bare(start, end, sign.lexeme.sense.number if sign.lexeme else 1)
        elif sign.lexeme:
            self._tell_word(start, end, sign.kind, sign.lexeme.sense)

    def _tell_word(self, start: int, end: int, kind: str, sense: Sense) -> None:
        """A sign that is one word, such as a number."""
        if kind == "no-more":
            self._say_no_more(start, end, sense.number)
        if kind == "each":
            self._say_each(start, end, sense.number)
        if kind == "command":
            self._command(start, end, sense.name)
        if kind == "claim":
            self._claim(start, end, sense.name, sense.number)

    def _say_maybe(self, start: int, end: int) -> None:
        """ "Three tofu, not two": where some lie there, it may be three in all."""
        last = self._last(start)
        if last and last.kind == "add":
            which = last.which or "maybe"
            self._parts[-1] = self._parts[-1]._replace(change=last._replace(which=which))
            self._stretch(end)
        else:
            self._add(start, end, None)

    def _start_over(self, start: int, end: int) -> None:
        """ "An eel, let me start over: a tofu": passes over what was said before."""
        changes = [part.change for part in self._parts if part.change]
        if any(part.command for part in self._parts) or any(one.kind != "add" for one in changes):
            self._add(start, end, None)
            return
        self._lead = None
        if self._parts:
            self._passed.append(Passed(self._parts[0].start, self._row[end - 1].end))
        self._parts = []
        self._which, self._rolls, self._wasabi, self._sum = "", "", None, None
        self._after = end

    def _say_no_more(self, start: int, end: int, nth: int) -> None:
        """ "One tofu, no second one"."""
        last = self._last(start)
        if last and last.kind == "add" and last.number == nth - 1:
            self._stretch(end)
        else:
            self._add(start, end, None)

    def _say_bare(self, start: int, end: int, number: int) -> None:
        """ "A salmon and an egg, both without wasabi"; "two eggs, one on wasabi, one without"."""
        last = self._parts[-1].change if self._parts else None
        before = self._parts[-2].change if len(self._parts) > 1 else None
        if last and last.item and last.item.base and last.item.type == "nigiri":
            nigiri = item(last.item.card)
            if before and (before.item, before.number, before.lies) == (nigiri, number, "bare"):
                self._stretch(end)
                return
            if number >= last.number:  # "an egg on wasabi and two plain"
                self._add(start, end, Change("add", nigiri, number, "bare"))
                return
        if last and _is_free_nigiri(last) and 0 < number < last.number:
            bare = last._replace(number=number, lies="bare")
            self._parts[-1] = self._parts[-1]._replace(change=bare)
            self._add(start, end, last._replace(number=last.number - number))
            return
        told = self._parts[:]
        while told and not _is_bare_nigiri(told[0].change):
            del told[0]
        changes = [part.change for part in told if part.change and _is_bare_nigiri(part.change)]
        many = sum(change.number for change in changes)
        if not many or len(changes) < len(told) or number not in (0, many):
            self._add(start, end, None)
            return
        for n, change in enumerate(changes, len(self._parts) - len(told)):
            self._parts[n] = self._parts[n]._replace(change=change._replace(lies="bare"))
        self._stretch(end)

    def _say_once(self, start: int, end: int) -> None:
        """ "Tofu, tea and an eel, one of each"."""
        added = self._added()
        kinds = {change.item for change in added}
        if 1 < len(added) == len(kinds) == len(self._parts) and {one.number for one in added} == {
            1
        }:
            self._stretch(end)
        else:
            self._add(start, end, None)

    def _say_each(self, start: int, end: int, number: int) -> None:
        """ "Tofu, tea and an eel, two of each"."""
        told = [part.change for part in self._parts]
        if len(told) < 2 or any(not one or one.kind != "add" or one.number != 1 for one in told):
            self._parts = [self._lost(part) for part in self._parts]
            self._add(start, end, None)
            return
        self._parts = [
            part._replace(change=part.change and part.change._replace(number=number))
            for part in self._parts
        ]
        self._stretch(end)

    def _in_order_of_play(self, end: int) -> None:
        """ "Squid, wasabi, salmon, in that order"."""
        for n, part in enumerate(self._parts):
            if part.change and _is_wasabi(part.change):
                self._parts[n] = part._replace(change=part.change._replace(lies="after"))
        if self._parts:
            self._stretch(end)
        else:
            self._is_in_order = True

    def _command(self, start: int, end: int, kind: str) -> None:
        is_known = bool(self._parts) and bool(self._parts[-1].change or self._parts[-1].command)
        begins = start == 0 or self._before(start) in _BEFORE_COMMAND
        if not begins and not (self._after == start and is_known):
            self._add(start, end, None)
            return
        if kind == "done":
            self._which = "maybe"  # "ready, two tofu" may be all that lie there
        if kind in ("done", "clear") and self._parts and self._parts[-1].command == Command(kind):
            self._stretch(end)  # "ready, that's all"
            return
        change = Change("remove", None, 1, which="all") if kind == "clear" else None
        self._add(start, end, change, command=Command(kind))

    def _claim(self, start: int, end: int, name: str, icons: int) -> None:
        if not any(face.startswith("uramaki") for face in self.game):
            self._add(start, end, None, ["uramaki-3", "uramaki-4", "uramaki-5"])
        elif icons < MIN_CLAIM:
            self._add(start, end, None, asks="icons")
        else:
            self._add(start, end, None, command=Command("claim", name, icons))

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
        near = _faces(part.change) if part.change else ()
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

    def _with_corrections(self) -> list[Part]:
        """The parts with the misspellings in them, and those of fillers before them."""
        left = self._corrections
        if left and not self._parts:  # only fillers, and misspelt ones
            start, end = left[0].start, left[-1].start + len(left[-1].typed)
            return [Part(self.text[start:end], start, end, None)]
        ends = [*(part.end for part in self._parts[:-1]), len(self.text)]
        return [
            part._replace(
                corrected=tuple((one.typed, one.read) for one in left if begun <= one.start < end),
                passed_over=tuple(
                    self.text[one.start : one.end]
                    for one in self._passed
                    if begun <= one.start < end
                ),
            )
            for part, begun, end in zip(self._parts, [0, *ends], ends, strict=False)
        ]


def _without_chat(row: Sequence[Lexeme]) -> list[Lexeme]:
    """The row with each sentence that is not of cards that lie there as one unknown token."""
    kept: list[Lexeme] = []
    sentence: list[Lexeme] = []
    for lexeme in (*row, END):
        is_end = lexeme is END or (lexeme.kind == Kind.BREAK and lexeme.form in SENTENCE_ENDS)
        if not is_end:
            sentence.append(lexeme)
            continue
        if any(one.kind == Kind.CHAT for one in sentence):
            begun, end = sentence[0].start, sentence[-1].end
            sentence = [END._replace(kind=Kind.UNKNOWN, start=begun, end=end)]
        kept += sentence if lexeme is END else [*sentence, lexeme]
        sentence = []
    return kept


def _adds(change: Change | None, faces: Collection[str]) -> bool:
    """Whether a change adds cards with one of these faces."""
    if change is None or change.kind != "add":
        return False
    return any(face in faces for face in _faces(change))


def _is_same(change: Change | None, clause: Clause) -> bool:
    return change is not None and change.kind == "add" and change.item == clause.item


def _is_wasabi(change: Change) -> bool:
    return change.item is not None and change.item.text == "wasabi"


def _taken(change: Change, *, is_gone: bool) -> Change:
    """What is taken away without a number: of several it is asked how many."""
    if change.which not in ("", "the"):
        return change
    return change._replace(which="gone" if is_gone else "the")


def _like(change: Change, last: Change) -> Change | None:
    """A change that is meant instead of the last one, lying as that does; None where that is not
    clear."""
    if change.item is None or last.item is None:
        return None
    is_pair, was_pair = bool(change.item.base), bool(last.item.base)
    if is_pair and not was_pair and last.item.type == "nigiri":
        return change  # "a salmon, I mean squid on the wasabi"
    if (
        was_pair
        and not is_pair
        and change.item.type == "nigiri"
        and change.item.card != last.item.card
    ):
        if change.number != last.number:
            return None  # "two squid on wasabi, sorry, an egg": how many?
        return last._replace(item=item(change.item.card, last.item.base))
    return change._replace(which=last.which) if is_pair == was_pair else None


def _is_bare_nigiri(change: Change | None) -> bool:
    """Whether a nigiri is added that is not said to lie on a wasabi."""
    lying = change.item if change and change.kind == "add" else None
    return bool(lying and lying.base is None and lying.type == "nigiri")


def _is_end(one: Lexeme) -> bool:
    return one.kind == Kind.BREAK and one.form in SENTENCE_ENDS


def _is_open(change: Change) -> bool:
    """Whether it is a nigiri or a wasabi of which may still be said what lies on what."""
    return _is_free_nigiri(change) or (_is_wasabi(change) and not change.lies)


def _is_free(change: Change | None) -> bool:
    return change is not None and _is_free_nigiri(change)


def _is_free_nigiri(change: Change) -> bool:
    """Whether it is a nigiri that may land on a wasabi."""
    return _is_bare_nigiri(change) and not change.lies


def _denies(row: Sequence[Lexeme]) -> bool:
    """ "Not mine": of what is named only then."""
    is_denied = any(one.kind in (Kind.NOT, Kind.DENIED) for one in row[:1])
    return is_denied and not any(one.kind in NAMES for one in row)


def _tells_of_wasabi(row: Sequence[Lexeme]) -> bool:
    """ "This one on wasabi", "the others with egg": of what is named elsewhere."""
    names = [one for one in row if one.kind in NAMES]
    is_other = any(
        one.sense.name != "wasabi" and one.kind not in (Kind.NIGIRI, Kind.NIGIRI_TYPE)
        for one in names
    )
    return not is_other and any(one.kind in _JOINS for one in row)


def _counts_nothing(row: Sequence[Lexeme]) -> bool:
    """ "Then I'd have four": a number of what is named elsewhere."""
    kinds = {one.kind for one in row}
    named = {*NAMES, Kind.CARD, Kind.WITH}
    # But "two of each", "two are of Ana".
    if row[-1].kind not in (Kind.ICON, Kind.ALL, Kind.UNKNOWN):
        named |= {Kind.ICON, Kind.OF}
    return Kind.NUMBER in kinds and not kinds & named


def _is_counted_behind(row: Sequence[Lexeme]) -> bool:
    """ "Squid nine": whether a number that may be points stands behind a name."""
    name, number = row[-2:] if len(row) > 1 else (END, END)
    return name.kind in NAMES and number.kind == Kind.NUMBER and number.sense.number > 2


def _is_worth_more(change: Change | None, points: int) -> bool:
    """Whether points cannot be how many there are: of several cards, or of a fish on wasabi."""
    is_pair = bool(change and change.item and change.item.base) and points > 3
    return is_pair or bool(change and change.number > 1)


def _is_roll(change: Change) -> bool:
    return change.item is not None and change.item.type in ROLLS


def _is_of(change: Change, type_: str) -> bool:
    """Whether it is of a type; "" and "icons" are of any."""
    return change.item is not None and type_ in ("", "icons", change.item.type)


def _faces(change: Change) -> tuple[str, ...]:
    return tuple(card.face.slug for card in (change.item.cards if change.item else ()) if card.face)
