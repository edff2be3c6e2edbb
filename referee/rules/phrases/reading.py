"""Reads what one would say: a text as parts, each a change or something not understood."""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ..cards import FACES
from ..notation import MAX_REPEAT, NotationError, parse_tableau
from ..tableau import Card, Item, item
from .cards import COUNT, SAYS_CARD, Count, Row, name_cards
from .changes import Change, ChangeKind
from .lexemes import Lexeme, lexemes
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
_STARTS = "[WQCUVmcB]|#id"
"""What a card may begin with, besides its number."""
_ENDS = r"[,&pA\-rvTzs]|$"
"""Before these, a number behind a card can only be how many of it there are."""
_WEIGHTY = "#gqmxVlB-srTvbuoyYzi"
"""What changes the meaning of a card behind it: where it is not understood, neither is the card."""
_NOTATION = re.compile(r"\w[-:*+]\w")
"""What tells the score sheet's notation from words without commas."""
_BESIDE = f"[lB]|[bs]{COUNT}?W"
_ON = f"(?P<link>[ow])(?P<second>{COUNT})?(?P<other>W){SAYS_CARD}?"
_UNDER = f"(?P<link>[wu](?P<second>{COUNT})?|p)?(?P<other>[QU]){SAYS_CARD}?t?{SAYS_CARD}?"
_PAIR = {
    "Q": re.compile(f"(?P<beside>{_BESIDE})|{_ON}"),
    # "wasabi squid on wasabi": which wasabi does it lie on?
    "W": re.compile(f"{_UNDER}(?P<which>{_BESIDE}|o{COUNT}?W|(?=[obs]))?"),
}
"""What is said behind a nigiri, and behind a wasabi."""
_FACE_DOWN = item(Card(None, flipped=True))


class Part(NamedTuple):
    """A piece of the text: one change, or something that was not understood.

    Attributes:
        said: the piece as it was typed, from ``start`` to ``end`` of the text.
        change: what it means; None for what was not understood.
        nearest: up to four faces of this game (or ``flipped``) that it may have meant, likeliest
            first.
        corrected: misspellings that were read as other words, as (typed, read as).
        not_here: what was clearly said but is not in this game: a face, or ``flipped``.
    """

    said: str
    start: int
    end: int
    change: Change | None
    nearest: tuple[str, ...] = ()
    corrected: tuple[tuple[str, str], ...] = ()
    not_here: str | None = None


class Reading(NamedTuple):
    """All parts of a text, in its order, and the language that it was read in."""

    parts: tuple[Part, ...]
    language: str

    @property
    def is_understood(self) -> bool:
        """Whether something was said and every part of it was understood."""
        return bool(self.parts) and all(part.change for part in self.parts)

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
        change = Change("add", lying, number, bare=lying.type == "nigiri" and lying.base is None)
        not_here = _missing(change, game)
        known = None if not_here else change
        parts.append(Part(said[0], *said.span(), known, not_here=not_here))
    return parts


def _missing(change: Change, game: Collection[str]) -> str | None:
    """What of a change is not in a game with these faces (and ``flipped``), None for nothing."""
    cards = change.item.cards if change.item else ()
    shown = [slug for card in cards for slug in (card.physical_face, card.face and card.face.slug)]
    if change.kind == "flip" or any(card.flipped for card in cards):
        shown.append("flipped")
    return next((slug for slug in shown if slug and slug not in game), None)


class _Clause(NamedTuple):
    """What was said of some cards: what stands between two commas.

    Attributes:
        item: None where no card was named, as in "flip two", or none is understood.
        number: None where no number was said.
        nearest: what may have been meant, where it is not understood.
        bare: the nigiri was said to lie on no wasabi.
        less: it was said to be gone ("one pudding less").
    """

    after: int
    item: Item | None = None
    number: int | None = None
    nearest: tuple[str, ...] = ()
    understood: bool = True
    bare: bool = False
    less: bool = False

    def lost(self, after: int = 0, more: Sequence[str] = ()) -> "_Clause":
        """The same, not understood."""
        nearest = (*self.nearest, *more)
        return self._replace(after=after or self.after, understood=False, nearest=nearest)


class _Clauses(Row):
    """Reads clauses from a row whose cards are named."""

    def card(self, place: int) -> Lexeme | None:
        return self.at(place) if self.kind(place) in "WQCU" else None

    def starts_card(self, place: int) -> bool:
        """Whether a card without a number before it begins here."""
        return bool(self.behind(_STARTS, place))

    def clause(self, place: int, *, flips: bool = False) -> _Clause | None:
        """The clause from a place on, None where no card is said; ``flips`` after "flip"."""
        count = self.count(place)
        place, less = count.after, False
        if count.number and self.behind(f"-(?:{_STARTS})", place):
            place, less = place + 1, True
        if self.behind("cV", place):
            clause: _Clause | None = _Clause(place + 2, _FACE_DOWN, count.number)
        elif self.kind(place) == Kind.CARD:
            clause = self._named(self.behind("cd?", place), count)
            if clause is None and flips and not self.behind("cd", place):
                clause = _Clause(place + 1, None, count.number)
        elif self.kind(place) == Kind.DOWN:
            clause = self._down(place, count.number)
        else:
            clause = self._named(place, count)
        if clause is None:
            alone = flips and count.number is not None and self.behind(f"V|{_ENDS}", place)
            return _Clause(place, None, count.number) if alone else None
        said = self.lexemes[place : clause.after]
        if clause.number is None and any(one.plural and one.kind in "WQCUcV" for one in said):
            clause = clause._replace(item=None, understood=False)  # "the eels", but how many?
        return clause._replace(less=clause.less or less)

    def _count_behind(self, place: int) -> Count:
        """A number behind a card that counts it: "x2", "2x", "2" at the end; 0 where it cannot be
        told from icons, None where it belongs to what comes next, or there is none."""
        if after := self.behind("x#", place):
            return Count(after, self.at(after - 1).sense.number)
        if after := self.behind(f"#x?(?={_ENDS})", place):
            told = after > place + 1 or self.at(place - 1).sense.kind != Kind.NUMBER
            return Count(after, self.at(place).sense.number if told else 0)
        return Count(place)

    # ------------------------------------------------------------------ face down

    def _down(self, place: int, number: int | None) -> _Clause:
        """ "face down tofu", "face-down card", "flipped"."""
        after = self.behind("Vc?", place)
        is_card = after > place + 1
        count = self.count(after)
        if not is_card and (card := self.card(after)):
            after = self.behind_card(after + 1)
            behind = self._count_behind(after)
            twice = behind.number is not None and number is not None
            if card.card is None or card.card.flipped or twice:
                return _Clause(behind.after if twice else after, nearest=card.nearest).lost()
            turned = item(card.card._replace(flipped=True))
            return _Clause(behind.after, turned, behind.number or number)
        if not is_card and number is None and count.number and (card := self.card(count.after)):
            # "flipped two tofu": two flipped, or one flipped and two tofu.
            return _Clause(count.after + 1, nearest=("flipped", *card.nearest)).lost()
        behind = self._count_behind(after) if number is None else Count(after)
        said = _Clause(behind.after, _FACE_DOWN, behind.number or number, ("flipped",))
        # "tofu, face down": the tofu, or another card?
        follows = place > 0 and self.kind(place - 1) == Kind.BREAK
        return said.lost() if follows and said.number is None and not is_card else said

    # ------------------------------------------------------------------ cards, pairs

    def _named(self, place: int, count: Count) -> _Clause | None:
        """A card with what is said of it behind."""
        bare = self.kind(place) == Kind.BARE
        named = self.card(place + bare)
        if named is None:
            return None
        card, number = named.card, None if named.counted else count.number
        after = self.behind_card(place + bare + 1)
        said = _Clause(after, card and item(card), number, named.nearest, bare=bare)
        is_nigiri = named.kind == "Q"
        is_pair_of_sticks = count.group and named.nearest == ("chopsticks",)  # one card shows two
        if card is None or (bare and not is_nigiri) or is_pair_of_sticks:
            said = said.lost()
        elif named.kind in _PAIR:
            said = self._paired(said, named)
        if said.understood:
            return self._behind(said)
        return said._replace(after=self._count_behind(said.after).after, item=None)

    def _paired(self, said: _Clause, named: Lexeme) -> _Clause:
        """A nigiri on the wasabi that is said with it, or beside it."""
        found = _PAIR[named.kind].match(self.codes, said.after)
        if found is None:
            return said
        groups = found.groupdict()
        if groups.get("beside"):
            return said._replace(after=found.end(), bare=True)
        other = self.at(found.start("other"))
        if other.kind == "U":
            maybe = all(FACES[face].type == "nigiri" for face in other.nearest)
            lost = said._replace(after=found.start("other") + 1, nearest=other.nearest).lost()
            return lost if maybe else said
        nigiri, wasabi = (named, other) if named.kind == "Q" else (other, named)
        second, number = groups["second"], said.number or 1
        as_many = second in (None, "a") or self.count(found.start("second")).number == number
        after = found.end()
        paired = said._replace(
            after=after,
            item=nigiri.card and item(nigiri.card, wasabi.card),
            nearest=(*said.nearest, *other.nearest),
            understood=as_many and not said.bare and groups.get("which") is None,
        )
        is_shared = groups["link"] and second is None and number > 1
        if is_shared and self.behind("&Q", after):
            # "two wasabi with squid and egg": one of each, or two squid?
            return paired.lost(after + 2, self.at(after + 1).nearest)
        return paired

    def _behind(self, said: _Clause) -> _Clause:
        """A number, "face down" or "less" behind the cards."""
        behind = self._count_behind(said.after)
        if behind.number is not None:
            twice = said.number is not None
            if twice and self.starts_card(behind.after):
                return said
            if twice or not behind.number:
                return said.lost(behind.after)
            said = said._replace(after=behind.after, number=behind.number)
        # In "tofu flipped:eel" it belongs to the eel.
        if self.kind(said.after) == Kind.DOWN and not self.at(said.after + 1).glued:
            return self._face_down(said)
        if said.number is not None and self.behind("-(?=,|$)", said.after):
            return said._replace(after=said.after + 1, less=True)
        return said

    def _face_down(self, said: _Clause) -> _Clause:
        after, before = said.after + 1, self.at(said.after - 1)
        if self.starts_card(after):
            # "tofu flipped eel", "tofu flipped card": which of the two?
            following = self.card(after)
            return said.lost(after + 1, following.nearest if following else ("flipped",))
        if before.kind == Kind.CARD and not (before.plural and (said.number or 1) > 1):
            # "two tofu cards face down", but not "two tofu, card face down" without its comma.
            return said.lost(after, ("flipped",))
        if said.item is None or said.item.base is not None:
            return said.lost(after)
        behind = self._count_behind(after) if said.number is None else Count(after)
        turned = item(said.item.card._replace(flipped=True))
        return said._replace(after=behind.after, item=turned, number=behind.number or said.number)


class _Reader(_Clauses):
    def __init__(self, text: str, known: Table, game: Collection[str]) -> None:
        row, self.corrections = lexemes(text, known)
        super().__init__(name_cards(row, game))
        self.text, self.known, self.game = text, known, game
        self.parts: list[Part] = []

    def read(self) -> list[Part]:
        """All parts, in the order of the text; a few more than are wanted at most."""
        place, verb, linked = 0, str(Kind.ADD), False
        while place < len(self.codes) and len(self.parts) <= MAX_PARTS:
            kind = self.codes[place]
            if kind == Kind.AND:
                place, linked = place + 1, True
            elif kind in f"{Kind.BREAK}{Kind.WITH}":
                place, verb, linked = place + 1, Kind.ADD, False
            elif kind in _VERBS:
                place, linked = self._said(place, place + 1, kind), False
                verb = Kind.ADD if kind == Kind.TAKE else kind  # "away" ends it
            else:
                verb = verb if linked else Kind.ADD
                place, linked = self._said(place, place, verb), False
        return self._with_corrections()

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
        clause = self.clause(place, flips=verb == Kind.FLIP)
        if clause is None:
            return place if begun < place and _VERBS[verb] == "add" else self._unknown(begun)
        after, understood = clause.after, clause.understood
        if verb == Kind.TAKE:
            away = self.behind("[zb]", after)
            after, understood = away or after, understood and bool(away)
        elif verb in f"{Kind.REMOVE}{Kind.FLIP}":
            after = self.behind("[zo]", after) or after
        # "squid, without wasabi", "without wasabi squid": is one taken away?
        understood = understood and not (verb == "s" and clause.nearest[:1] == ("wasabi",))
        change = _change(clause, verb) if understood else None
        self._add(begun, after, change, clause.nearest)
        return after

    def _unknown(self, begun: int) -> int:
        """A run of words that say nothing; with what they would have said something of."""
        place, weighty = begun, False
        while place < len(self.codes):
            kind = self.codes[place]
            ends = kind == Kind.BREAK or (kind in _VERBS and not weighty)
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
            clause = self.clause(place) or _Clause(place + 1)
            place = clause.after
            nearest += clause.nearest
        self._add(begun, place, None, nearest)
        return place

    def _add(self, begun: int, after: int, change: Change | None, near: Sequence[str]) -> None:
        said = self.lexemes[begun:after]
        start, end = said[0].start, said[-1].end
        not_here = change and _missing(change, self.game)
        nearest: tuple[str, ...] = ()
        if change is None:
            meant = tuple(dict.fromkeys(near))
            nearest = tuple(face for face in meant if face in self.game)[:MAX_NEAREST]
            types = {FACES[face].type for face in meant if face in FACES}
            if not nearest and all(one.kind != Kind.UNKNOWN for one in said):
                not_here = meant[0] if len(meant) == 1 else types.pop() if len(types) == 1 else None
        known = None if not_here else change
        self.parts.append(Part(self.text[start:end], start, end, known, nearest, (), not_here))


def _change(clause: _Clause, verb: str) -> Change | None:
    number, kind, lying = clause.number or 1, _VERBS[verb], clause.item
    if not 1 <= number <= MAX_REPEAT or (clause.less and kind != "add"):
        return None
    if clause.less:
        return Change("remove", lying, number)
    if kind == "flip" and lying:
        # What is flipped lies face up; "flip two tofu face down" only says so twice.
        up = lying.card._replace(flipped=False)
        lying = item(up, lying.base) if up.face else None
    return Change(kind, lying, number, bare=clause.bare and kind == "add")
