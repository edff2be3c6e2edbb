"""Says what the pieces of a phrase come to: parts, each a change or something not understood."""

from collections.abc import Sequence
from typing import Literal

from ..cards import FACES
from ..tableau import Card, item
from .changes import Change
from .kinds import NAMES, ROLLS, Kind, Sense
from .lexer import END, Lexeme
from .naming import COUNTING
from .path import SIGNS, Path, Piece, Unclear
from .so_far import (
    JOINS,
    Command,
    Part,
    adds_face,
    adds_free_nigiri,
    ends_sentence,
    is_free_nigiri,
    is_of_type,
    is_roll,
    is_wasabi,
    shown_faces,
)
from .talk import Passed
from .told import (
    Again,
    Changed,
    Clause,
    Compared,
    Count,
    Denied,
    Fixed,
    Icons,
    InAll,
    InOrder,
    MoreIcons,
    NoneOf,
    Nth,
    Rest,
    Said,
    Sign,
    Sum,
    SumUp,
    Swapped,
    change_of,
    swap,
)
from .wasabi_told import WasabiTold

MAX_PARTS = 60

MIN_CLAIM = 10
"""So many icons make an uramaki claim."""

_BEFORE_COMMAND = frozenset([Kind.BREAK, Kind.AND, Kind.COMMAND, Kind.NOT, Kind.CORRECT])

_DOUBTS = frozenset([
    Kind.QUANTITY, Kind.CORRECT, Kind.NOT, Kind.DENIED, Kind.WAS, Kind.INSTEAD, Kind.GONE,
    Kind.ON_IT, Kind.NTH, Kind.ALONE,
])  # fmt: skip
"""Words that, where they are not understood, may say something of other cards, too."""

_TAKING = (Kind.REMOVE, Kind.TAKE, Kind.WITHOUT)

_SUMMED = ("nigiri", "onigiri", "fruit", *ROLLS)
"""Types of which a number may be told first, and then which ones they are."""


class Parts(WasabiTold):
    """The parts of one text; one after the other, as each may be about the one before."""

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
            while begins and not ends_sentence(sentence[begins - 1]):
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

    def _tell(self, piece: Piece) -> None:
        tell = getattr(self, f"_tell_{type(piece.told).__name__.lower()}")
        tell(piece.start, piece.end, piece.told)

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
        if change and is_wasabi(change) and is_later:
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
        is_free = any(is_wasabi(one) for one in self._added())
        if not told or told.kind != "add" or told.lies or is_free:
            return False
        if told.number != 1 or change.number != 1:
            return False
        self._parts[said[0]] = self._parts[said[0]]._replace(
            change=told._replace(item=change.item, lies="either")
        )
        for n, part in enumerate(self._parts):
            if adds_free_nigiri(part.change) and part.change:
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

    def _note(self, clause: Clause, change: Change | None) -> None:
        """Notes what later words may be about: a sum, wasabi that may lie under something."""
        self._scored += [clause.points] * bool(change and clause.points)
        run = self._row[clause.begun : clause.after]
        is_pair = bool(change and change.item and change.item.base)
        self._is_counted = is_pair or any(one.kind in COUNTING for one in run)
        last = len(self._parts) - 1
        if change and change.kind == "add" and is_wasabi(change):
            self._wasabi = last
        elif change and change.item and change.item.base is None:
            self._wasabi = None
        types = {FACES[face].type for face in clause.nearest if face in FACES}
        types |= {one.sense.name for one in run if one.sense.name == "wasabi"}
        if change or len(types) != 1 or not types <= {*_SUMMED}:
            is_more = self._row[clause.begun].kind in (Kind.ADD, Kind.PLUS) or clause.more
            if self._summed and change and not is_more and is_of_type(change, self._summed[1].type):
                # "Two nigiri, a squid, an egg and a salmon" are three.
                self._sum, self._made = self._summed, 1
                self._end_sum(len(self._parts))
                return
            self._make_sum(change)
            return
        sums = Sum((clause.number or 1) if clause.numbered else 0, types.pop())
        added = [one for one in self._added() if is_of_type(one, sums.type) and not clause.more]
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
        said = [n for n, part in enumerate(self._parts) if adds_face(part.change, told.faces)]
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
            if clause is said.second and change and is_wasabi(change):
                change = change._replace(lies="after", which="still" if is_there else "")
            elif clause is said.first and change and is_there and is_free_nigiri(change):
                change = change._replace(lies="bare")
            self._add(begun, after, change, clause.nearest)

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

    def _put_for_removed(self, start: int, end: int, new: Change) -> None:
        """ "Take the pudding away, it was a dumpling": the pudding was, not the newest card."""
        old, swapped = self._last(start if self._lead is None else self._lead), None
        if old and old == self._removed():
            start = self._place_of(self._parts.pop())
            is_clear = old.number == 1 and old.item != new.item and old.which in ("", "the")
            swapped = old._replace(kind="swap", new=new.item) if is_clear else None
            near = (*shown_faces(old), *shown_faces(new))
        else:
            near = shown_faces(new)
        self._add(start, end, swapped, near)

    def _tell_fixed(self, start: int, end: int, said: Fixed) -> None:
        """What was meant instead of what was said last: "tempura, no wait, sashimi"."""
        what, last = said.what, self._last(start)
        last = last if last and last.kind == "add" and last.item else None
        if isinstance(what, Icons):
            face = last and last.item and FACES.get(f"{last.item.type}-{what.number}")
            begun = self._place_of(self._parts.pop()) if face else start
            fixed = last._replace(item=item(Card(face))) if face and last else None
            self._add(begun, end, fixed, shown_faces(last) if last else ())
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
                faces = shown_faces(last) if last else ()
                self._add(begun, end, change if is_clear else None, faces)
            elif not self._parts:
                # "No, four": of what lies there.
                self._add(start, end, Change("add", None, what.number, which="total"))
            elif said.plain or not last:
                self._add(start, end, None)
            elif is_roll(last):
                # "Maki two, sorry, three": its icons.
                begun = self._place_of(self._parts.pop())
                face = last.item and FACES.get(f"{last.item.type}-{what.number}")
                face = face if last.number == 1 else None  # or are there so many?
                fixed = last._replace(item=item(Card(face))) if face else None
                self._add(begun, end, fixed, shown_faces(last))
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
            change, clause = None, clause._replace(nearest=(*shown_faces(removed), *clause.nearest))
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
            clause = clause._replace(nearest=(*clause.nearest, *shown_faces(last)))
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
            if part.change and is_wasabi(part.change):
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


def _is_same(change: Change | None, clause: Clause) -> bool:
    return change is not None and change.kind == "add" and change.item == clause.item


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


def _is_open(change: Change) -> bool:
    """Whether it is a nigiri or a wasabi of which may still be said what lies on what."""
    return is_free_nigiri(change) or (is_wasabi(change) and not change.lies)


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
    return not is_other and any(one.kind in JOINS for one in row)


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
