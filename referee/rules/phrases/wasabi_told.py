"""What is told of the nigiri and wasabi that a phrase's parts are of."""

from typing import Literal

from ..cards import FACES
from ..tableau import Card, item
from .changes import Change
from .kinds import NAMES, Kind
from .so_far import adds_bare_nigiri, adds_free_nigiri, is_free_nigiri, is_wasabi, shown_faces
from .sums import Sums
from .told import (
    Detail,
    SomeDown,
    SomeOn,
)


class WasabiTold(Sums):
    """Tells how the nigiri and wasabi lie that were said, and what lies face down."""

    # ------------------------------------------------------------------ nigiri and wasabi

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
        while begun and adds_free_nigiri(self._parts[begun - 1].change):
            begun -= 1
        told = [part.change for part in self._parts[begun:] if part.change and part.change.item]
        many = sum(change.number for change in told)
        if not told or said.number not in (0, many):
            return False
        under = [part for part in self._parts[:begun] if part.change and is_wasabi(part.change)]
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
        self._add(start, end, change, shown_faces(last))

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
        if last and is_free_nigiri(last) and 0 < number < last.number:
            bare = last._replace(number=number, lies="bare")
            self._parts[-1] = self._parts[-1]._replace(change=bare)
            self._add(start, end, last._replace(number=last.number - number))
            return
        told = self._parts[:]
        while told and not adds_bare_nigiri(told[0].change):
            del told[0]
        changes = [part.change for part in told if part.change and adds_bare_nigiri(part.change)]
        many = sum(change.number for change in changes)
        if not many or len(changes) < len(told) or number not in (0, many):
            self._add(start, end, None)
            return
        for n, change in enumerate(changes, len(self._parts) - len(told)):
            self._parts[n] = self._parts[n]._replace(change=change._replace(lies="bare"))
        self._stretch(end)
