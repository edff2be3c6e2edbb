"""Reads what one would say: a text as parts, each a change or something not understood."""

import re
from collections.abc import Callable, Collection, Sequence
from typing import Literal, NamedTuple

from ..cards import DISCARDED_WHEN_PLAYED, FACES, NIGIRI_VALUES
from ..notation import MAX_REPEAT, NotationError, parse_tableau
from ..tableau import Card, Item, item
from .cards import COUNT, name_cards
from .changes import Change, ChangeKind
from .clauses import (
    ENDS,
    WASABI_TIMES,
    Clause,
    Clauses,
    with_counts_first,
    with_each_named,
    with_order,
)
from .lexemes import END, Lexeme, beginning, lexemes
from .table import ROLLS, Sense, Table, known_language, table
from .vocabulary import Kind

MAX_CHARACTERS = 1000
"""Of a longer text, or one with more parts, the rest is one part that is not understood."""
MAX_PARTS = 60
MAX_NEAREST = 4

_VERBS: dict[str, ChangeKind] = {
    Kind.ADD: "add", Kind.PLUS: "add", Kind.MINUS: "remove", Kind.WITHOUT: "remove",
    Kind.REMOVE: "remove", Kind.TAKE: "remove", Kind.FLIP: "flip",
}  # fmt: skip
_BEGINS = "".join([*_VERBS, *"XJL%HMIK"])
"""What begins something else than a list of cards."""
_SENTENCE_ENDS = (".", ";", "!", "?", "…", "\n", "full stop", "period", "punto", "new line")
_WEIGHTY = "#gqmxVlB-srTvbuoyYzi02jGIMXKk%L"
"""What changes the meaning of a card behind it: where it is not understood, neither is the card."""
_NOTATION = re.compile(r"\w[-:*+]\w")
"""What tells the score sheet's notation from words without commas."""
_AGAIN = re.compile(r"(?:a#?|#)(?:[eA]|(?=[,&L]|$))(?=[,&L]|$)")
""" "Another one", "one more"."""
_SOME_ON = re.compile(f"{COUNT}[wo](?:a|#)?W(?={ENDS})")
_OFF_WASABI = re.compile("[bd]a?W")
MOST_TIMES = 4
"""More than so many times are rather points: "por siete"."""
MIN_CLAIM = 10
"""So many icons make an uramaki claim."""


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
    not_here: str | None = None
    command: Command | None = None
    asks: Literal["", "copies", "discarded", "icons", "undo-alone"] = ""


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
    known = table(known_language(language))
    game = frozenset(faces) | ({"flipped"} if "takeout-box" in faces else frozenset())
    parts = _notated(text, game)
    is_mixed = False
    if not parts:
        text = beginning(text)
        reader = _Reader(text, known, game)
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
        not_here = _missing(change, game)
        known = None if not_here else change
        parts.append(Part(said[0], *said.span(), known, not_here=not_here))
    return parts


def _missing(change: Change, game: Collection[str]) -> str | None:
    """What of a change is not in a game with these faces (and ``flipped``), None for nothing."""
    cards = [card for one in (change.item, change.new) if one for card in one.cards]
    shown = [slug for card in cards for slug in (card.physical_face, card.face and card.face.slug)]
    if change.kind == "flip" or any(card.flipped for card in cards):
        shown.append("flipped")
    return next((slug for slug in shown if slug and slug not in game), None)


class _Reader(Clauses):
    def __init__(self, text: str, known: Table, game: Collection[str]) -> None:
        row, self.corrections, self.is_mixed = lexemes(text, known, game)
        row = _with_prices(_without_chat(row), known)
        super().__init__(with_order(with_each_named(with_counts_first(name_cards(row, game)))))
        self.text, self.known, self.game = text, known, game
        self.parts: list[Part] = []
        self.parts_after = 0
        """The place behind the last part."""
        self.lead: int | None = None
        """Where words begin that belong to the next part, such as "no,"."""
        self.which: Literal["", "maybe"] = ""
        """"I have": what follows may be all that lies there."""
        self.heads: dict[int, tuple[int, frozenset[str]]] = {}
        """Sums of cards, "three nigiri", by where they begin: how many of which faces; of any if
        there are none."""

    def read(self) -> list[Part]:
        """All parts, in the order of the text; a few more than are wanted at most."""
        place, verb, linked = 0, str(Kind.ADD), False
        while place < len(self.codes) and len(self.parts) <= MAX_PARTS:
            kind = self.codes[place]
            if place == len(self.codes) - 1 and self.at(place).form in self.known.closing:
                self._add(place, place + 1, None, (), command=Command("next"))
                place += 1
            elif kind == Kind.AND:
                place, linked = place + 1, True
            elif kind in f"{Kind.BREAK}{Kind.WITH}":
                place, verb, linked = place + 1, Kind.ADD, False
            elif after := self._special(place, kind):
                place, verb, linked = after, Kind.ADD, False
            elif kind in _VERBS:
                self.which = ""  # "I have …, plus two"
                if (
                    linked
                    and kind == Kind.ADD
                    and self.parts
                    and self.parts[-1].asks == "discarded"
                ):
                    # "I played a menu and drew tempura" says what came of it.
                    self.lead = self._place_of(self.parts.pop())
                place, linked = self._said(place, place + 1, kind), False
                verb = Kind.ADD if kind == Kind.TAKE else kind  # "away" ends it
            else:
                verb = verb if linked else Kind.ADD
                place, linked = self._said(place, place, verb), False
        for start, (number, faces) in self.heads.items():
            self._settle(start, number, faces)
        changing = [part for part in self.parts if part.change]
        for n, part in enumerate(self.parts if changing else ()):
            if part.command and part.command.kind == "undo":
                self.parts[n] = part._replace(command=None, asks="undo-alone")
        if self.lead is not None:
            self._add(self.lead, len(self.codes), None, ())
        return self._with_corrections()

    def _special(self, place: int, kind: str) -> int:
        """What is no list of cards: a command, a correction, a swap; the place behind it, 0 where
        it is something else."""
        if kind == Kind.OF and (place == 0 or self.codes[place - 1] in ",&H=~"):
            return place + 1  # "de tempura dos"
        read: dict[str, Callable[[int], int]] = {
            Kind.COMMAND: self._command,
            Kind.CLAIM: self._claim,
            Kind.WAS: self._in_all,
            Kind.TOTAL: self._in_all,
            Kind.CORRECT: self._corrected,
            Kind.NOT: self._corrected,
            Kind.DENIED: self._denied,
            Kind.SWAP: lambda place: self._swapped(place, Kind.FOR),
            Kind.INSTEAD: self._instead,
            Kind.SOFT: self._softly_corrected,
            Kind.POINTS: self._worth,
            Kind.SUM: self._summed,
            Kind.ORDER: self._ordered,
        }
        if kind in read:
            return read[kind](place)
        if self.at(place).form in ("but", "pero") and self.parts:
            last = self.parts[-1].change
            is_none = self.kind(place + 1) in f"{Kind.NOT}{Kind.NONE}"
            return place + 1 if is_none or (last and last.number == 0) else 0
        if kind == Kind.HAVE:
            self.which = "maybe"
            return place + 1
        if self.behind("l[#a]", place):  # "solo dos púdines"
            self.which, self.lead = "maybe", place
            return place + 1
        if after := self._of_what_was_said(place):
            return after
        if (found := _SOME_ON.match(self.codes, place)) and (after := self._some_on(place, found)):
            return after
        found = _AGAIN.match(self.codes, place)
        if found and (self.codes[found.end() - 1] in "eA" or self.at(place).sense.name):
            number = max(self.at(n).sense.number for n in range(place, found.end()))
            last = self.parts[-1].change if self.parts else None
            again = Change("add", None, number)
            if last and last.kind == "add" and self._is_last(place):
                again = last._replace(number=number, which="")
            self._add(place, found.end(), again, ())
            return found.end()
        return 0

    def _of_what_was_said(self, place: int) -> int:
        """ "Dumplings, zero", "that's three altogether", "two of them flipped"."""
        if not self.parts or not self._is_last(place):
            return 0
        if self.at(place).part and (after := self.behind("[#a]V", place)):
            return self._some_down(place, after)
        last = self.parts[-1].change
        if last and last.kind == "add" and last.item and not last.item.card.flipped:
            # "Two tofu, one flipped": one of them, or another card?
            after = self.behind(f"#V(?={ENDS})", place)
            if after and self.at(place).sense.number <= last.number:
                self._add(place, after, None, ("flipped",))
                return after
        if self.at(place).sense.name == "another" and self.behind(f"aV(?={ENDS})", place):
            if last is None or last.kind != "add" or last.item is None or last.item.base:
                return 0  # "a tofu face up and another one face down"
            turned = item(last.item.card._replace(flipped=True))
            self._add(place, place + 2, last._replace(item=turned, number=1), ())
            return place + 2
        if self._added() and self.behind(f"H?#[ec]*I(?={ENDS})", place):
            after = self._summed(place, place)
            return after if after > place + 1 else 0
        near = self.parts[-1].nearest
        types = {FACES[face].type for face in near if face in FACES}
        if self.parts[-1].change or len(types) != 1 or not self.behind(f"[Z#](?={ENDS})", place):
            return 0
        begun, number = self._place_of(self.parts.pop()), self.at(place).sense.number
        change: Change | None = None
        if self.kind(place) == Kind.NONE:
            change = Change("remove", item(Card(FACES[near[0]])), 0)
        elif len(near) == 1:
            change = Change("add", item(Card(FACES[near[0]])), number, which="maybe")
        elif number > 1:
            self.heads[self.at(begun).start] = number, frozenset(near)
        self._add(begun, place + 1, change, near)
        return place + 1

    def _softly_corrected(self, place: int) -> int:
        """ "Two tempura, oh, three", "tempura, well, two tempura"; nothing where it says more."""
        after = self.behind("[,~H]*", place + 1)
        last = self.parts[-1].change if self.parts and self._is_last(place) else None
        clause, count = self.clause(after), self.count(after)
        is_number = clause is None and count.number and self.behind(ENDS, count.after)
        if last and last.kind == "add" and last.item and not last.which:
            is_alike = clause and clause.understood and clause.item == last.item
            number = count.number if is_number else clause.number if clause and is_alike else None
            if number:
                begun = self._place_of(self.parts.pop())
                end = clause.after if clause else count.after
                change = last._replace(number=number) if clause else _renumbered(last, number)
                self._add(begun, end, change, _faces(last))
                return end
        return place + 1

    def _ordered(self, place: int) -> int:
        """ "Squid, wasabi, salmon, in that order"."""
        for n, part in enumerate(self.parts):
            if part.change and part.change.item and part.change.item.text == "wasabi":
                self.parts[n] = part._replace(change=part.change._replace(lies="after"))
        if self.parts:
            self._absorb(place + 1)
        return place + 1

    def _added(self) -> list[Change]:
        """What was added by the parts so far."""
        known = [part.change for part in self.parts if part.change]
        return [change for change in known if change.kind == "add" and change.item]

    def _worth(self, place: int) -> int:
        """ "Two tempura for five points": it only says what cards are worth that were counted."""
        last = self.parts[-1].change if self.parts and self._is_last(place) else None
        if last and last.kind == "add" and last.item:
            said = self.lexemes[self._place_of(self.parts[-1]) : self.parts_after]
            is_counted = last.item.base or any(one.kind in "#a2" for one in said)
            if is_counted and _points(last) in (None, self.at(place).sense.number):
                self._absorb(place + 1)
                return place + 1
            self._lose_last()
        of = self.behind("d", place + 1)
        clause = self.clause(of) if of else None
        after = clause.after if clause else place + 1
        self._add(place, after, None, clause.nearest if clause else ())
        return after

    def _absorb(self, after: int) -> None:
        """Makes what stands behind the last part, up to a place, belong to it."""
        last, end = self.parts[-1], self.at(after - 1).end
        self.parts[-1] = last._replace(said=self.text[last.start : end], end=end)
        self.parts_after = after

    def _summed(self, begun: int, place: int | None = None) -> int:
        """ "So two dumplings", "that makes five cards": asked about where it is not what was said
        before it; a filler where nothing was."""
        added = self._added()
        after = self.behind("[=,HIM]*", begun + 1 if place is None else place) or begun + 1
        count, clause = self.count(after), self.clause(after)
        if not added or not count.number or (self.kind(after) == "a" and not count.group):
            return begun + 1
        end = self.behind("(?:(?:c|i)?[eI]*)", count.after) or count.after
        number, faces = count.number, frozenset[str]()
        last = added[-1]
        if clause and clause.item and clause.item not in [one.item for one in added]:
            return begun + 1
        if clause:
            end = self.behind("[eI]*", clause.after) or clause.after
            number, faces = clause.number or number, frozenset(clause.nearest)
            last = last._replace(item=clause.item) if clause.item else last
        elif not self.behind(ENDS, end):
            return begun + 1
        is_of_several = "c" in self.codes[after:end] or "i" in self.codes[after:end]
        if is_of_several or (clause and clause.item is None):
            cards = [one for one in added if one.item and _is_of(one.item, faces)]
            if number in (_cards_in(cards, faces), _icons_in(cards)):
                self._absorb(end)
            else:
                self._add(begun, end, None, ())
            return end
        alike = [one for one in added if one.item == last.item]
        sums = [sum(one.number for one in alike)]
        if not clause:
            sums += [_cards_in(added, faces), _points(last) or 0]
        if number in sums:
            self._absorb(end)
        else:
            self._add(begun, end, Change("add", last.item, number, which="sum"), ())
        return end

    def _settle(self, start: int, number: int, faces: frozenset[str]) -> None:
        """Leaves a sum out whose cards were said behind it, or before it; where they come to
        another sum, they are not understood."""
        at = next((n for n, part in enumerate(self.parts) if part.start == start), None)
        if at is None or self.parts[at].change or self.parts[at].command:
            return
        head = self.parts[at]
        for behind in (True, False):
            named: list[int] = []
            cards: list[Change] = []
            for n in range(at + 1, len(self.parts)) if behind else range(at - 1, -1, -1):
                change = self.parts[n].change
                is_added = change and change.kind == "add" and change.item
                if not (change and is_added and _is_of(is_added, faces)):
                    break
                named.append(n)
                cards.append(change)
            if cards and number in (_cards_in(cards, faces), _icons_in(cards)):
                near = self.parts[at + 1 if behind else at - 1]
                begun, end = min(near.start, head.start), max(near.end, head.end)
                whole = near._replace(said=self.text[begun:end], start=begun, end=end)
                self.parts[at + 1 if behind else at - 1] = whole
                del self.parts[at]
                return
            if named and behind and not faces.isdisjoint(self.game):
                for n in named:
                    self.parts[n] = self.parts[n]._replace(change=None)

    def _some_on(self, place: int, found: re.Match[str]) -> int:
        """ "Three salmon, one of them on wasabi"."""
        last = self.parts[-1].change if self.parts and self._is_last(place) else None
        number = self.count(place).number or 0
        if last is None or last.kind != "add" or last.item is None or last.item.base:
            return 0
        if last.item.type != "nigiri" or last.lies or number > last.number:
            return 0
        wasabi = self.at(found.end() - 1)
        pair = item(last.item.card, wasabi.card)
        lies: Literal["there", "either"] = "there" if wasabi.definite else "either"
        change = last._replace(item=pair, number=number, lies=lies)
        if number == last.number:
            begun = self._place_of(self.parts.pop())
            self._add(begun, found.end(), change, ())
            return found.end()
        rest = last._replace(number=last.number - number, lies="bare")
        self.parts[-1] = self.parts[-1]._replace(change=rest)
        self._add(place, found.end(), change, ())
        return found.end()

    def _some_down(self, place: int, after: int) -> int:
        """ "Three tofu, two of them flipped"."""
        last = self.parts[-1].change if self.parts and self._is_last(place) else None
        number = self.at(place).sense.number
        if last is None or last.kind != "add" or last.item is None or last.item.base:
            self._add(place, after, None, ("flipped",))
            return after
        turned = item(last.item.card._replace(flipped=True))
        change = last._replace(item=turned, number=number) if number < last.number else None
        left = last._replace(number=last.number - number) if change else None
        self.parts[-1] = self.parts[-1]._replace(change=left)
        self._add(place, after, change, ())
        return after

    def _denied(self, begun: int) -> int:
        """ "It wasn't a pudding, it was a sashimi", "not two tofu but three"."""
        old = self.clause(begun + 1)
        if old is None:
            return self._denied_number(begun)
        after = self.behind(",*[HM]*", old.after) or old.after
        is_but = self.at(after).form in self.known.but
        is_told = is_but or self.kind(after - 1) in "HM"  # "not the tofu, the eel": both lie there?
        after += is_but
        new = self.clause(after) if after > old.after else None
        count = self.count(after)
        if new is None and is_but and count.number and self.behind(ENDS, count.after):
            new = old._replace(after=count.after, number=count.number)
        is_loose = old.understood and old.item and old.number is None and old.which != "the"
        if is_loose and (new is None or not is_told):
            # "It's a squid, not salmon", "not tempura, sashimi": none of it may lie there.
            self._add(begun, old.after, Change("remove", old.item, 0), ())
            return old.after
        if new is None:
            self._add(begun, old.after, None, old.nearest)
            return old.after
        change = None
        if not is_told:
            pass
        elif old.understood and new.understood and old.item == new.item:
            change = _change(new._replace(which="total"), Kind.ADD)
        elif old.understood and new.understood:
            change = _swap(old, new)
        self._add(begun, new.after, change, (*old.nearest, *new.nearest))
        return new.after

    def _denied_number(self, place: int) -> int:
        """ "Two tempura, not three", "two puddings rather than three"."""
        count = self.count(place + 1)
        last = self.parts[-1].change if self.parts and self._is_last(place) else None
        is_number = count.number and self.behind(ENDS, count.after)
        if last is None or last.item is None or not is_number or last.number == count.number:
            return 0
        self._absorb(count.after)
        return count.after

    def _is_last(self, place: int) -> bool:
        """Whether only commas and "and" stand between the last part and a place."""
        return set(self.codes[self.parts_after : place]) <= set(",&H=~")

    def _command(self, place: int) -> int:
        kind = self.at(place).sense.name
        is_alone = self.behind(",|&|L|$", place + 1)
        is_understood = bool(self.parts) and bool(self.parts[-1].change or self.parts[-1].command)
        begins = place == 0 or self.codes[place - 1] in ",&L0J"
        begins = begins or (self.parts_after == place and is_understood)
        if not (is_alone and begins):
            return 0
        change = Change("remove", None, 1, which="all") if kind == "clear" else None
        self._add(place, place + 1, change, (), command=Command(kind))
        return place + 1

    def _claim(self, place: int) -> int:
        claim = self.at(place)
        if not any(face.startswith("uramaki") for face in self.game):
            self._add(place, place + 1, None, ["uramaki-3", "uramaki-4", "uramaki-5"])
        elif claim.sense.number < MIN_CLAIM:
            self._add(place, place + 1, None, (), asks="icons")
        else:
            command = Command("claim", claim.sense.name, claim.sense.number)
            self._add(place, place + 1, None, (), command=command)
        return place + 1

    def _in_all(self, begun: int) -> int:
        """ "It was three tempura", "make it four", "la tempura era un sashimi"."""
        if self.behind("I#c", begun):
            return self._unknown(begun)
        is_sum = self.at(begun).form in self.known.totals and self._added()
        if is_sum and (after := self._summed(begun)) > begun + 1:
            return after
        which: Literal["was", "total"] = "was" if self.kind(begun) == Kind.WAS else "total"
        place = begun + 1
        count = self.count(place)
        clause = self.clause(place)
        last = self.parts[-1].change if self.parts and self._is_last(begun) else None
        if clause is None and count.number:
            is_end = self.behind(ENDS, count.after)
            change = Change("add", None, count.number, which="total") if is_end else None
            self._add(begun, count.after, change, ())
            return count.after
        if clause is None:
            return 0
        change = _change(clause, Kind.ADD) if clause.understood else None
        is_old = self.parts_after == begun and last and last.kind == "add" and last.which == "the"
        if change and is_old and last and which == "was" and change.number == 1:
            old = self.parts.pop()
            change = Change("swap", last.item, 1, which="the", new=change.item)
            begun = self._place_of(old)
        elif change:
            change = change._replace(which=which)
        self._add(begun, clause.after, change, clause.nearest)
        return clause.after

    def _place_of(self, part: Part) -> int:
        return next(n for n, one in enumerate(self.lexemes) if one.start >= part.start)

    def _corrected(self, place: int) -> int:
        """What was meant instead of what was said last: "tempura, no wait, sashimi"."""
        kind = self.kind(place)
        after = place + 1
        skipped = f"[{Kind.BREAK}{Kind.CORRECT}{Kind.HAVE}{Kind.NOT}{Kind.SOFT}]*"
        after = self.behind(f"{skipped}(?:{Kind.ALONE}(?=[#a]))?", after)
        last = self.parts[-1].change if self.parts and self._is_last(place) else None
        is_said = last is not None and last.kind == "add" and last.item is not None
        if kind == Kind.NOT and after == place + 1:
            # "no, dumpling" corrects; "no dumpling" says that there is none.
            numbered = is_said and self.count(after).number and self.clause(after)
            if self.kind(after) in "MI":
                self.lead = place
                return after
            is_doubtful = (
                is_said and self._is_last(place) and "&" not in self.codes[self.parts_after : place]
            )
            none = None if is_doubtful or not self.starts_card(after) else self.none_of(after)
            if none and not none.lies:
                gone = _change(none, Kind.ADD) if none.understood else None
                self._add(place, none.after, gone, none.nearest)
                return none.after
            if not numbered:
                if is_said and self.parts_after == place:
                    self._lose_last()
                return 0
        if after < len(self.codes) and self.kind(after) in "MIXKLrT-vA%":
            self.lead = place
            return after
        clause, count = self.clause(after), self.count(after)
        if clause is None:
            is_icons = bool(self.behind("[wd]#", after))
            count = self.count(after + is_icons)
            number_only = count.number and self.behind(f"i?(?:{ENDS})", count.after)
            if not (is_said and last and number_only):
                return 0
            begun, end = (
                self._place_of(self.parts.pop()),
                self.behind("i?", count.after) or count.after,
            )
            change = _renumbered(last, count.number or 1, is_icons or end > count.after)
            self._add(begun, end, change, _faces(last))
            return end
        change = _change(clause, Kind.ADD) if clause.understood else None
        if not (is_said and last and last.item):
            change = change and change._replace(which="was")
            self._add(place, clause.after, change, clause.nearest)
            return clause.after
        if clause.item and clause.number is None and last.number > 1:
            # "Three dumplings, I mean tempuras": as many; "I mean tempura": how many?
            is_many = any(one.plural for one in self.lexemes[after : clause.after])
            number = last.number if is_many else 1
            change = _change(clause._replace(number=number), Kind.ADD) if is_many else None
        added = [one.change for one in self.parts if one.change and one.change.kind == "add"]
        is_earlier = change and change.item in [one.item for one in added[:-1]]
        if change and is_earlier and change.item != last.item:
            change = change._replace(which="total")
            self._add(place, clause.after, change, clause.nearest)
            return clause.after
        is_like = change and change.item and (change.item.base is None) == (last.item.base is None)
        begun = self._place_of(self.parts.pop())
        change = change._replace(which=last.which) if is_like and change else None
        self._add(begun, clause.after, change, (*clause.nearest, *_faces(last)))
        return clause.after

    def _lose_last(self) -> None:
        last = self.parts[-1]
        near = _faces(last.change) if last.change else ()
        here = tuple(face for face in near if face in self.game)
        self.parts[-1] = last._replace(change=None, nearest=here)

    def _swapped(self, begun: int, between: str) -> int:
        """ "Swap the tempura for a sashimi", "instead of tempura, sashimi"."""
        old = self.clause(begun + 1)
        if old is None:
            return 0
        is_apart = self.kind(old.after) == between
        following = old.after + is_apart
        # "Instead of the tempura it's a sashimi".
        following += between == Kind.BREAK and self.kind(following) in "HM"
        new = self.clause(following) if is_apart or between == Kind.BREAK else None
        if new is None:
            self._add(begun, old.after, None, old.nearest)
            return old.after
        change = _swap(old, new) if old.understood and new.understood else None
        self._add(begun, new.after, change, (*old.nearest, *new.nearest))
        return new.after

    def _instead(self, place: int) -> int:
        last = self.parts[-1].change if self.parts and self.parts_after == place else None
        if last is None or last.kind != "add" or last.item is None:
            return self._swapped(place, Kind.BREAK)
        old = self.clause(place + 1)
        if old is None:
            if after := self._denied_number(place):
                return after
            self._lose_last()
            return 0
        new = Clause(place, last.item, last.number, lies=last.lies)
        begun = self._place_of(self.parts.pop())
        change = _swap(old, new) if old.understood else None
        self._add(begun, old.after, change, (*_faces(last), *old.nearest))
        return old.after

    def _with_corrections(self) -> list[Part]:
        """The parts with the misspellings in them, and those of fillers before them."""
        left = self.corrections
        if left and not self.parts:  # only fillers, and misspelt ones
            start, end = left[0].start, left[-1].start + len(left[-1].typed)
            return [Part(self.text[start:end], start, end, None)]
        ends = [*(part.end for part in self.parts[:-1]), len(self.text)]
        return [
            part._replace(
                corrected=tuple((one.typed, one.read) for one in left if begun <= one.start < end)
            )
            for part, begun, end in zip(self.parts, [0, *ends], ends, strict=False)
        ]

    def _said(self, begun: int, place: int, verb: str) -> int:
        """Reads what a verb is said of, or what is said without one; returns the place behind."""
        if verb == Kind.REMOVE and self.behind(f"j(?={ENDS})", place):  # "remove all"
            everything = Change("remove", None, 1, which="all")
            self._add(begun, place + 1, everything, (), command=Command("clear"))
            return place + 1
        clause = self.clause(place, flips=verb == Kind.FLIP)
        if clause is None:
            return place if begun < place and _VERBS[verb] == "add" else self._unknown(begun)
        after, understood = clause.after, clause.understood
        is_off = False
        if verb in f"{Kind.TAKE}{Kind.REMOVE}" and clause.item and clause.item.type == "nigiri":
            # "Take the squid off the wasabi", "quita el calamar del wasabi".
            behind = _OFF_WASABI.match(self.codes, after)
            after = behind.end() if behind else after
            is_off = bool(re.search(f"(?:{_OFF_WASABI.pattern})$", self.codes[place:after]))
        if is_off:
            pass
        elif verb == Kind.TAKE:
            away = self.behind("[zb]", after)
            after, understood = away or after, understood and bool(away)
        elif verb in f"{Kind.REMOVE}{Kind.FLIP}":
            after = self.behind("[zo]", after) or after
        # Of what is used only chopsticks and spoons lie there no longer.
        is_spent = (
            self.at(begun).form in self.known.spent or self.at(after - 1).form in self.known.spent
        )
        understood = understood and not (is_spent and not _is_spent(clause.item))
        # "squid, without wasabi", "without wasabi squid": is one taken away?
        understood = understood and not (verb == "s" and clause.nearest[:1] == ("wasabi",))
        change = _change(clause, verb) if understood else None
        is_one = clause.number is None and verb in "rTs"
        is_one = is_one or (clause.item is None and self.at(begun).form in self.known.turned)
        if change and is_one and not clause.which:
            change = change._replace(which="the")  # of several, how many?
        if change and is_off:
            change = change._replace(kind="off", lies="", which="the")
        elif change and change.kind == "add" and not clause.more and not clause.which:
            change = change._replace(which=self.which)
        is_later = self.at(begun - 1).form in self.known.later
        if change and is_later and change.item and change.item.text == "wasabi" and not change.lies:
            change = change._replace(lies="after", which="")
        if self._is_sum(begun, clause, change):
            self._absorb(after)
            return after
        self._add(begun, after, change, clause.nearest)
        return after

    def _is_sum(self, begun: int, clause: Clause, change: Change | None) -> bool:
        """Whether this is the sum of cards that were said one by one: "tempura and another one, two
        tempura". Of a sum of several cards, "three nigiri", it is seen later."""
        types = {FACES[face].type for face in clause.nearest if face in FACES}
        if change is None and not clause.item and (clause.number or 0) > 1 and len(types) == 1:
            self.heads[self.at(begun).start] = clause.number or 0, frozenset(clause.nearest)
        if change is None or change.kind != "add" or change.which not in ("", "total"):
            return False
        alike = [one.number for one in self._added() if one.item == change.item]
        is_apart = "," in self.codes[self.parts_after : begun]
        is_sum = change.which == "total" or (is_apart and len(alike) > 1 and not clause.more)
        return is_sum and change.number == sum(alike)

    def _unknown(self, begun: int) -> int:
        """A run of words that say nothing; with what they would have said something of."""
        place, weighty = begun, False
        if cards := self.behind(f"[HI]*#cI?(?={ENDS})", begun):
            number = self.count(self.behind("[HI]*(?=#)", begun) or begun).number or 0
            self.heads[self.at(begun).start] = number, frozenset()
            self._add(begun, cards, None, ())
            return cards
        is_number = self.kind(begun) == Kind.NUMBER and self.behind(f"#(?={ENDS})", begun)
        is_next = self._is_last(begun) if is_number else self.parts_after == begun
        if self.parts and is_next and (self.kind(begun) in "#q09-" or self._is_strange(begun)):
            last = self.parts[-1].change  # "tempura or sashimi", "tempura 5 points"
            if last and last.kind == "add":
                self._lose_last()
        while place < len(self.codes):
            kind = self.codes[place]
            # "My sister took a pudding" is no card that lies here.
            is_order = self.at(place).form in self.known.adds
            is_of_another = place > begun and kind in "AH" and not is_order
            weighty = weighty or is_of_another
            ends = kind == Kind.BREAK or (kind in _BEGINS and not weighty)
            ends = ends or (kind == Kind.AND and not self.behind("(?<=#)&[#a]", place))
            if place > begun and (ends or self.starts_card(place)):
                break
            weighty = weighty or kind in _WEIGHTY
            place += 1
        # "take out" may be "takeout" or a verb.
        run = self.lexemes[begun:place]
        unknown = [one.form for one in run if one.kind == Kind.UNKNOWN or " " in one.form]
        nearest = [
            near
            for form in unknown[:MAX_NEAREST]
            for near in self.known.nearest(form.replace(" ", ""))
        ]
        # "I never got the egg", "Ben stole a pudding": nobody knows what is said of it.
        is_strange = any(map(self._is_strange, range(begun, place)))
        if (weighty or is_strange) and self.starts_card(place):
            clause = self.clause(place) or Clause(place + 1)
            place = clause.after
            nearest += clause.nearest
        self._add(begun, place, None, nearest)
        return place

    def _is_strange(self, place: int) -> bool:
        """Whether a word stands there that is not known."""
        one = self.at(place)
        return one.kind == Kind.UNKNOWN and len(one.form) > 1 and one.form.isalpha()

    def _add(
        self,
        begun: int,
        after: int,
        change: Change | None,
        near: Sequence[str],
        *,
        command: Command | None = None,
        asks: Literal["", "copies", "discarded", "icons", "undo-alone"] = "",
    ) -> None:
        self.parts_after = after
        begun = begun if self.lead is None else min(begun, self.lead)
        self.lead = None
        if change and not asks and (asks := self._asked_of(change)):
            change, near = None, ()
        said = self.lexemes[begun:after]
        start, end = said[0].start, said[-1].end
        not_here = change and _missing(change, self.game)
        nearest: tuple[str, ...] = ()
        if change is None and not command and not asks:
            meant = tuple(dict.fromkeys(near))
            nearest = tuple(face for face in meant if face in self.game)[:MAX_NEAREST]
            types = {FACES[face].type for face in meant if face in FACES}
            if not nearest and all(one.kind != Kind.UNKNOWN for one in said):
                not_here = meant[0] if len(meant) == 1 else types.pop() if len(types) == 1 else None
        known = None if not_here else change
        self.parts.append(
            Part(self.text[start:end], start, end, known, nearest, (), not_here, command, asks)
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


def _is_spent(lying: Item | None) -> bool:
    """Whether a card goes back to the hand, or on, when it is used."""
    return bool(lying and lying.type in ("chopsticks", "spoon"))


def _renumbered(last: Change, number: int, is_icons: bool = False) -> Change | None:
    """What was said with another number: of one card with icons these are meant, of several it is
    not clear which number is."""
    face = last.item.card.face if last.item else None
    if last.item is None or face is None or not (is_icons or face.slug[-1].isdigit()):
        return last._replace(number=number)
    slug = f"{face.type}-{number}"
    if slug not in FACES or not (is_icons or (last.number == 1 and face.type in ROLLS)):
        return None
    return last._replace(item=item(last.item.card._replace(face=FACES[slug]), last.item.base))


def _points(change: Change) -> int | None:
    """What nigiri are worth, None for other cards."""
    if change.item is None or change.item.card.face is None:
        return None
    value = NIGIRI_VALUES.get(change.item.card.face.slug)
    return value and value * change.number * (WASABI_TIMES if change.item.base else 1)


def _is_of(one: Item, faces: Collection[str]) -> bool:
    """Whether a card is one of these; any is, where there are none."""
    return not faces or bool(one.card.face and one.card.face.slug in faces)


def _cards_in(changes: Sequence[Change], faces: Collection[str]) -> int:
    """How many cards were said; of a nigiri on its wasabi only the nigiri among certain faces."""
    return sum(
        change.number * (1 if faces else len(change.item.cards))
        for change in changes
        if change.item
    )


def _icons_in(changes: Sequence[Change]) -> int:
    """How many icons were said."""
    faces = [(change.item.card.face, change.number) for change in changes if change.item]
    return sum(face.icons * number for face, number in faces if face and face.type in ROLLS)


def _without_chat(row: Sequence[Lexeme]) -> list[Lexeme]:
    """The row with each sentence that is not of cards that lie there as one unknown lexeme."""
    kept: list[Lexeme] = []
    sentence: list[Lexeme] = []
    for lexeme in (*row, END):
        is_end = lexeme is END or (lexeme.kind == Kind.BREAK and lexeme.form in _SENTENCE_ENDS)
        if not is_end:
            sentence.append(lexeme)
            continue
        if any(one.kind == Kind.CHAT for one in sentence):
            sentence = [
                END._replace(kind=Kind.UNKNOWN, start=sentence[0].start, end=sentence[-1].end)
            ]
        kept += sentence
        kept += [] if lexeme is END else [lexeme]
        sentence = []
    return kept


def _with_prices(row: Sequence[Lexeme], known: Table) -> list[Lexeme]:
    """The row with "for five points" as one lexeme."""
    kept: list[Lexeme] = []
    for place, lexeme in enumerate(row):
        before = kept[-1] if kept else END
        following = row[place + 1] if place + 1 < len(row) else END
        is_last, number = following.kind in ",&", lexeme.sense.number
        is_for = before.form == "for" or (before.form == "por" and number > MOST_TIMES)
        if lexeme.kind == Kind.POINTS and before.kind in "#Za":
            if lexeme.form == "point" and before.sense.number > 1:
                kept.append(lexeme._replace(kind=Kind.QUANTITY))  # "two point five"
                continue
            number = before.sense.number
            start = kept.pop().start
        elif lexeme.kind == Kind.NUMBER and is_last and is_for:
            start = kept.pop().start
        else:
            # "Five for the tempura": points, or cards?
            is_price = lexeme.kind == Kind.TIMES and following.definite
            kept.append(lexeme._replace(kind=Kind.QUANTITY) if is_price else lexeme)
            continue
        while kept and (kept[-1].form in known.prices or kept[-1].kind in "-H="):
            start = kept.pop().start
        sense = Sense(Kind.POINTS, number=number)
        kept.append(lexeme._replace(kind=Kind.POINTS, sense=sense, start=start))
    return kept


def _change(clause: Clause, verb: str) -> Change | None:
    number, kind, lying = clause.number, _VERBS[verb], clause.item
    if number == 0:
        return Change("remove", lying, 0) if kind == "add" and not clause.lies else None
    number = number or 1
    if not 1 <= number <= MAX_REPEAT or (clause.less and kind != "add"):
        return None
    if clause.less:
        which = clause.which if clause.which in ("the", "all") else ""
        return Change("remove", lying, number, which=which)
    if kind == "add" and clause.which == "all":
        return None
    if kind != "add" and (clause.lies == "there" or clause.which in ("total", "maybe")):
        return None
    if kind == "flip" and lying:
        # What is flipped lies face up; "flip two tofu face down" only says so twice.
        up = lying.card._replace(flipped=False)
        lying = item(up, lying.base) if up.face else None
    return Change(kind, lying, number, clause.lies if kind == "add" else "", clause.which)


def _swap(old: Clause, new: Clause) -> Change | None:
    out, come = _change(old, Kind.REMOVE), _change(new._replace(which=""), Kind.ADD)
    if out is None or come is None or come.kind != "add":
        return None
    if new.number is None and out.number > 1:
        return None  # "both tempura for sashimi": how many?
    which = out.which or ("the" if old.number is None else "")
    return Change("swap", out.item, out.number, come.lies, which, come.item, come.number)


def _faces(change: Change) -> tuple[str, ...]:
    return tuple(card.face.slug for card in (change.item.cards if change.item else ()) if card.face)
