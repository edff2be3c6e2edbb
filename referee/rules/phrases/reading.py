"""Reads what one would say: a text as parts, each a change or something not understood."""

import re
from collections.abc import Callable, Collection, Sequence
from typing import Literal, NamedTuple

from ..cards import DISCARDED_WHEN_PLAYED, FACES
from ..notation import MAX_REPEAT, NotationError, parse_tableau
from ..tableau import item
from .cards import COUNT, name_cards
from .changes import Change, ChangeKind
from .clauses import ENDS, Clause, Clauses
from .lexemes import lexemes
from .table import Table, known_language, table
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
_WEIGHTY = "#gqmxVlB-srTvbuoyYzi02jGIMXKk%L"
"""What changes the meaning of a card behind it: where it is not understood, neither is the card."""
_NOTATION = re.compile(r"\w[-:*+]\w")
"""What tells the score sheet's notation from words without commas."""
_AGAIN = re.compile(r"(?:a#?|#)(?:[eA]|(?=[,&L]|$))(?=[,&L]|$)")
""" "Another one", "one more"."""
_SOME_ON = re.compile(f"{COUNT}[wo](?:a|#)?W(?={ENDS})")
_OFF_WASABI = re.compile("[bd]a?W")
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
    """All parts of a text, in its order, and the language that it was read in."""

    parts: tuple[Part, ...]
    language: str

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
    game = frozenset(faces) | ({"flipped"} if "takeout-box" in faces else frozenset())
    parts = _notated(text, game) or _Reader(text, table(known_language(language)), game).read()
    begun = len(text)
    if len(parts) > MAX_PARTS:
        begun = parts[MAX_PARTS - 1].start
        parts = parts[: MAX_PARTS - 1]
    if rest := words[begun:].strip():
        start = words.index(rest, begun)
        parts.append(Part(rest, start, start + len(rest), None))
    return Reading(tuple(parts), known_language(language))


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
        row, self.corrections = lexemes(text, known, game)
        super().__init__(name_cards(row, game))
        self.text, self.known, self.game = text, known, game
        self.parts: list[Part] = []
        self.parts_after = 0
        """The place behind the last part."""
        self.lead: int | None = None
        """Where words begin that belong to the next part, such as "no,"."""
        self.which: Literal["", "maybe"] = ""
        """"I have": what follows may be all that lies there."""

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
        }
        if kind in read:
            return read[kind](place)
        if kind == Kind.HAVE:
            self.which = "maybe"
            return place + 1
        if self.behind("l[#a]", place):  # "solo dos púdines"
            self.which, self.lead = "maybe", place
            return place + 1
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

    def _denied(self, begun: int) -> int:
        """ "It wasn't a pudding, it was a sashimi", "not two tofu but three"."""
        old = self.clause(begun + 1)
        if old is None:
            return 0
        after = self.behind(",*[HM]*", old.after) or old.after
        is_but = self.at(after).form in self.known.but
        is_told = is_but or self.kind(after - 1) in "HM"  # "not the tofu, the eel": both lie there?
        after += is_but
        new = self.clause(after) if after > old.after else None
        count = self.count(after)
        if new is None and is_but and count.number and self.behind(ENDS, count.after):
            new = old._replace(after=count.after, number=count.number)
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

    def _is_last(self, place: int) -> bool:
        """Whether only commas and "and" stand between the last part and a place."""
        return set(self.codes[self.parts_after : place]) <= set(",&H")

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
        after = self.behind(f"[{Kind.BREAK}{Kind.CORRECT}{Kind.HAVE}{Kind.NOT}]*", after)
        last = self.parts[-1].change if self.parts and self._is_last(place) else None
        is_said = last is not None and last.kind == "add" and last.item is not None
        if kind == Kind.NOT and after == place + 1:
            # "no, dumpling" corrects; "no dumpling" says that there is none.
            numbered = is_said and self.count(after).number and self.clause(after)
            if self.kind(after) in "MI":
                self.lead = place
                return after
            if not numbered:
                if is_said and self.parts_after == place:
                    self._lose_last()
                return 0
        if after < len(self.codes) and self.kind(after) in "MIXKLrT-vA%":
            self.lead = place
            return after
        clause, count = self.clause(after), self.count(after)
        if clause is None:
            number_only = count.number and self.behind(ENDS, count.after)
            if not (is_said and last and number_only):
                return 0
            begun = self._place_of(self.parts.pop())
            self._add(begun, count.after, last._replace(number=count.number or 1), ())
            return count.after
        change = _change(clause, Kind.ADD) if clause.understood else None
        if not (is_said and last and last.item):
            change = change and change._replace(which="was")
            self._add(place, clause.after, change, clause.nearest)
            return clause.after
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
        # "squid, without wasabi", "without wasabi squid": is one taken away?
        understood = understood and not (verb == "s" and clause.nearest[:1] == ("wasabi",))
        change = _change(clause, verb) if understood else None
        if change and clause.number is None and verb in "rTs" and not clause.which:
            change = change._replace(which="the")  # of several, how many?
        if change and is_off:
            change = change._replace(kind="off", lies="", which="the")
        elif change and change.kind == "add" and not clause.more and not clause.which:
            change = change._replace(which=self.which)
        self._add(begun, after, change, clause.nearest)
        return after

    def _unknown(self, begun: int) -> int:
        """A run of words that say nothing; with what they would have said something of."""
        place, weighty = begun, False
        is_number = self.kind(begun) == Kind.NUMBER and self.behind(f"#(?={ENDS})", begun)
        is_next = self._is_last(begun) if is_number else self.parts_after == begun
        if self.parts and is_next and self.kind(begun) in "#q09-":
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
        if weighty and self.starts_card(place):
            clause = self.clause(place) or Clause(place + 1)
            place = clause.after
            nearest += clause.nearest
        self._add(begun, place, None, nearest)
        return place

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


def _change(clause: Clause, verb: str) -> Change | None:
    number, kind, lying = clause.number or 1, _VERBS[verb], clause.item
    if not 1 <= number <= MAX_REPEAT or (clause.less and kind != "add"):
        return None
    if clause.less:
        return Change("remove", lying, number)
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
