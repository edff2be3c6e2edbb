"""What sums and points beside cards say of a phrase's parts."""

from ..cards import FACES
from .changes import Change
from .kinds import NAMES, ROLLS, Kind
from .path import MAX_NEAREST
from .so_far import Part, SoFar, adds_face, ends_sentence, is_of_type, is_roll, shown_faces
from .told import (
    Clause,
    Points,
    Sum,
    SumUp,
)
from .worth import worth


class Sums(SoFar):
    """Tells what a sum, or points, say of the cards before or behind them."""

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
        added = [one for one in self._added() if is_of_type(one, said.type)]
        made = {sum(map(said.of, added))}
        made |= {sum(one.number for one in added if is_roll(one))} if said.or_icons else set()
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
        elif said.of_them and last and adds_face(last, shown_faces(last)) and is_single:
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
        return not place or ends_sentence(self._row[place - 1])

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
        if not change or change.kind != "add" or not is_of_type(change, sums.type):
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
            faces = [face for one in told[1:] if one.change for face in shown_faces(one.change)]
            start, end = told[0].start, told[-1].end
            near = tuple(dict.fromkeys(faces))[:MAX_NEAREST]
            lost = Part(self.text[start:end], start, end, None, near)
            self._parts[after - len(told) : after] = [lost]
            self._wasabi = None
        self._sum = None


def _is_worth_more(change: Change | None, points: int) -> bool:
    """Whether points cannot be how many there are: of several cards, or of a fish on wasabi."""
    is_pair = bool(change and change.item and change.item.base) and points > 3
    return is_pair or bool(change and change.number > 1)
