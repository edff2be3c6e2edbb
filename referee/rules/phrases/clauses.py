"""Reads what was said of some cards: how many of which, on what, face down."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from ..cards import FACES, NIGIRI_VALUES
from ..tableau import Card, Item, item
from .cards import COUNT, SAYS_CARD, Count, Row
from .changes import Lies
from .lexemes import END, Lexeme
from .table import ROLLS
from .vocabulary import Kind

STARTS = "[WQCUVmcB]|#id"
"""What a card may begin with, besides its number."""
ENDS = r"[,&pA\-rvTzsHIJKLMX0%kZ$=~56]|$"
"""Before these, a number behind a card can only be how many of it there are."""
_BESIDE = f"[lB]|[bs]{COUNT}?W|9o{COUNT}?W"
_ON = f"(?P<link>[ow])(?P<second>{COUNT})?(?P<other>W){SAYS_CARD}?"
_UNDER = (
    f"(?P<link>(?:,?g)?[wu](?P<second>{COUNT})?|&(?=(?:{COUNT})?[QU]t)(?:{COUNT})?|p)?"
    f"(?P<other>[QU]){SAYS_CARD}?t?{SAYS_CARD}?"
)
_PAIR = {
    Kind.NIGIRI_CARD: re.compile(f"(?P<beside>{_BESIDE})|(?P<it>t)|{_ON}"),
    # "wasabi squid on wasabi": which wasabi does it lie on?
    Kind.WASABI: re.compile(f"{_UNDER}(?P<which>{_BESIDE}|o{COUNT}?W|(?=[obs]))?"),
}
"""What is said behind a nigiri, and behind a wasabi."""
WASABI_TIMES = 3
_FACE_DOWN = item(Card(None, flipped=True))


class Clause(NamedTuple):
    """What was said of some cards: what stands between two commas.

    Attributes:
        item: None where no card was named, as in "flip two", or none is understood.
        number: None where no number was said.
        nearest: what may have been meant, where it is not understood.
        lies: as for :class:`Change`; ``which`` too.
        less: it was said to be gone ("one pudding less"); ``more`` to come to others.
    """

    after: int
    item: Item | None = None
    number: int | None = None
    nearest: tuple[str, ...] = ()
    understood: bool = True
    lies: Lies = ""
    which: Literal["", "all", "the", "total", "maybe"] = ""
    less: bool = False
    more: bool = False

    def lost(self, after: int = 0, more: Sequence[str] = ()) -> "Clause":
        """The same, not understood."""
        nearest = (*self.nearest, *more)
        return self._replace(after=after or self.after, understood=False, nearest=nearest)


_BEHIND = rf"[WQCU]{SAYS_CARD}?q?x?[#Za]"
_COUNTED_BEHIND = re.compile(
    rf"(?:(?<=[,&pAHJX=~])|^)(?:(?:{_BEHIND}){{2,}}|(?:{_BEHIND})+(?P<last>C))(?={ENDS})"
)


def with_counts_first(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """The row with numbers that stand behind each of several cards, "tempura 2 sashimi 3", before
    them. In "tempura 2 maki 3" none can be told from icons."""
    codes = "".join(one.kind for one in lexemes)
    row: list[Lexeme] = []
    place = 0
    for found in _COUNTED_BEHIND.finditer(codes):
        last = lexemes[found.start("last")].card if found["last"] else None
        said = lexemes[found.start() : found.end()]
        signs = [one for one in said if one.kind == Kind.QUANTITY]
        signs += [one for one in said if one.kind == Kind.ARTICLE and one.form != "una"]
        if (
            "#" not in found[0]
            or any(sign.form not in "-–" for sign in signs)
            or (found["last"] and not _is_roll(last))
        ):
            continue
        row += lexemes[place : found.start()]
        for pair in re.finditer(_BEHIND, found[0]):
            card, *_, number = lexemes[found.start() + pair.start() : found.start() + pair.end()]
            kind = Kind.QUANTITY if last else number.kind
            row.append(number._replace(kind=kind, start=card.start, end=card.start, glued=False))
            row.append(card._replace(end=number.end, glued=False))
            row.append(END._replace(kind=Kind.AND, start=number.end, end=number.end))
        place = found.end() - bool(last)
    return row + list(lexemes[place:])


def _is_worth(lying: Item | None, number: int) -> bool:
    """Whether "squid 9" may be its points on a wasabi."""
    value = NIGIRI_VALUES.get(lying.card.face.slug, 0) if lying and lying.card.face else 0
    return value > 1 and number == WASABI_TIMES * value


def _is_roll(card: Card | None) -> bool:
    return bool(card and card.face and card.face.type in ROLLS)


_DETAILED = re.compile(rf"(?:#|ag)d?W(?:[,&]*[#a]e?(?:[wu]a?Qt?|[GBl]))+(?={ENDS})")


def with_each_named(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """The row with "two wasabi, one with squid and one empty" as one wasabi and another one."""
    codes = "".join(one.kind for one in lexemes)
    row: list[Lexeme] = []
    place = 0
    for found in _DETAILED.finditer(codes):
        behind = codes.index("W", found.start()) + 1
        *_, head, wasabi = [one for one in lexemes[found.start() : behind] if one.kind != "d"]
        each = [
            lexemes[one.start() : one.end()]
            for one in re.compile(r"[#a]e?(?:[wu]a?Qt?|[GBl])").finditer(codes, behind, found.end())
        ]
        if sum(one[0].sense.number for one in each) != head.sense.number:
            continue
        row += lexemes[place : found.start()]
        start = lexemes[found.start()].start
        for number, *rest in each:
            end = number.end
            row.append(number._replace(start=start, part=False))
            row.append(wasabi._replace(start=end, end=end, plural=False, definite=False))
            row += [one._replace(kind=Kind.EMPTY if one.kind in "Bl" else one.kind) for one in rest]
            start = row[-1].end
            row.append(END._replace(start=start, end=start))
        row.pop()
        place = found.end()
    return row + list(lexemes[place:])


_ORDERS = (
    (re.compile(r"Q(?P<word>3)(?=a?W)"), "l,"),  # a squid before the wasabi
    (re.compile(r"W(?P<word>4)(?=[#a]?Q)"), ",="),  # the wasabi after the squid
    (re.compile(r"Q(?P<word>4)(?=a?W)"), "o"),  # a squid after the wasabi
    (re.compile(r"(?:^|(?<=[,&]))(?P<word>4)a?W(?=,?[#a]?Q)"), ""),  # after the wasabi a squid
)


def with_order(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """The row with the order in which a wasabi and a nigiri were played as what lies on what."""
    row = list(lexemes)
    for pattern, told in _ORDERS:
        codes = "".join(one.kind for one in row)
        for found in reversed(list(pattern.finditer(codes))):
            at = found.start("word")
            word = row[at]
            here = END._replace(start=word.end, end=word.end)
            if told == ",=":
                nigiri = next(n for n in range(at, len(row)) if row[n].kind == Kind.NIGIRI_CARD)
                end = row[nigiri].end
                row.insert(nigiri + 1, END._replace(kind=Kind.ALONE, start=end, end=end))
                row[at] = word._replace(kind=Kind.BREAK)
            elif told:
                row[at : at + 1] = [
                    word._replace(kind=Kind(told[0])),
                    *([here] if told[1:] else []),
                ]
                row[at + len(told)] = row[at + len(told)]._replace(definite=False)
            else:
                wasabi = next(n for n in range(at, len(row)) if row[n].kind == Kind.WASABI)
                end = row[wasabi].end
                row.insert(wasabi + 1, END._replace(start=end, end=end))
                row[wasabi] = row[wasabi]._replace(definite=False)
                row[at + 1] = row[at + 1]._replace(start=word.start)
                del row[at]
    return row


class Clauses(Row):
    """Reads clauses from a row whose cards are named."""

    def card(self, place: int) -> Lexeme | None:
        return self.at(place) if self.kind(place) in "WQCU" else None

    def starts_card(self, place: int) -> bool:
        """Whether a card without a number before it begins here."""
        return bool(self.behind(STARTS, place))

    def clause(self, place: int, *, flips: bool = False) -> Clause | None:
        """The clause from a place on, None where no card is said; ``flips`` after "flip"."""
        if self.kind(place) == Kind.NONE:
            return self.none_of(self.count(place + 1).after)
        begun, is_all = place, self.kind(place) == Kind.ALL
        count = self.count(place + is_all)
        place, less = count.after, False
        if count.number and self.behind(f"-(?:{STARTS})", place):
            place, less = place + 1, True
        if self.behind("cV", place):
            clause: Clause | None = Clause(place + 2, _FACE_DOWN, count.number)
        elif self.kind(place) == Kind.CARD:
            clause = self._named(self.behind("cd?", place), count)
            if clause is None and flips and not self.behind("cd", place):
                clause = Clause(place + 1, None, count.number)
        elif self.kind(place) == Kind.DOWN:
            clause = self._down(place, count.number)
        else:
            clause = self._named(place, count)
        if clause is None:
            alone = flips and count.number is not None and self.behind(f"V|{ENDS}", place)
            return Clause(place, None, count.number) if alone else None
        clause = self._which(clause, self.lexemes[begun:place], self.lexemes[place : clause.after])
        is_more = clause.more or bool(self.behind("A(?=[,&L]|$)", clause.after))
        if is_more and (clause.less or less):
            return clause.lost()  # "another wasabi to spare"
        return clause._replace(less=clause.less or less, more=is_more)

    def _which(self, clause: Clause, counted: Sequence[Lexeme], said: Sequence[Lexeme]) -> Clause:
        """Which cards are meant, by the words before them: "the eels", "all eels", "another"."""
        is_counted = any(one.kind in "#ag2" for one in counted)
        is_definite = any(one.definite for one in (*counted, *said[:1]))
        is_plural = any(one.plural and one.kind in "WQCUcV" for one in said)
        if not is_counted and clause.number is None and counted and counted[0].kind == Kind.ALL:
            clause = clause._replace(which="all")
        elif clause.number is None and is_plural:
            # "The eels": all of them where they lie; "eels": how many?
            clause = clause._replace(which="all") if is_definite else clause.lost()
        elif is_definite and not is_counted and not (clause.item and clause.item.base):
            clause = clause._replace(which="the" if clause.number is None else "maybe")
        if total := self.behind(Kind.TOTAL, clause.after):
            clause = clause._replace(after=total, which="total")
        is_more = any(one.kind == Kind.MORE or one.sense.name == "another" for one in counted)
        return clause._replace(more=is_more)

    def _count_behind(self, place: int) -> Count:
        """A number behind a card that counts it: "x2", "2x", "2" at the end; 0 where it cannot be
        told from icons, None where it belongs to what comes next, or there is none."""
        if after := self.behind("x#", place):
            return Count(after, self.at(after - 1).sense.number)
        if after := self.behind("2", place):
            return Count(after, self.at(place).sense.number)
        if after := self.behind(f"#x?(?={ENDS})", place):
            told = after > place + 1 or self.at(place - 1).sense.kind != Kind.NUMBER
            return Count(after, self.at(place).sense.number if told else 0)
        return Count(place)

    def none_of(self, place: int) -> Clause | None:
        """A clause that says that there are none of the cards that are named at a place."""
        named = self._named(self.behind("d", place) or place, Count(place))
        return named and self._none(named)

    def _none(self, said: Clause) -> Clause:
        """None of these cards; of those with icons or shapes whatever they are."""
        types = {FACES[face].type for face in said.nearest if face in FACES}
        if said.item is None and len(types) == 1:
            said = said._replace(item=item(Card(FACES[said.nearest[0]])), understood=True)
        return said._replace(number=0)

    # ------------------------------------------------------------------ face down

    def _down(self, place: int, number: int | None) -> Clause:
        """ "face down tofu", "face-down card", "flipped"."""
        after = self.behind("Vc?", place)
        is_card = after > place + 1
        count = self.count(after)
        if not is_card and (card := self.card(after)):
            after = self.behind_card(after + 1)
            behind = self._count_behind(after)
            twice = behind.number is not None and number is not None
            if card.card is None or card.card.flipped or twice:
                return Clause(behind.after if twice else after, nearest=card.nearest).lost()
            turned = item(card.card._replace(flipped=True))
            return Clause(behind.after, turned, behind.number or number)
        if not is_card and number is None and count.number and (card := self.card(count.after)):
            # "flipped two tofu": two flipped, or one flipped and two tofu.
            return Clause(count.after + 1, nearest=("flipped", *card.nearest)).lost()
        behind = self._count_behind(after) if number is None else Count(after)
        said = Clause(behind.after, _FACE_DOWN, behind.number or number, ("flipped",))
        # "tofu, face down": the tofu, or another card?
        follows = place > 0 and self.kind(place - 1) == Kind.BREAK
        return said.lost() if follows and said.number is None and not is_card else said

    # ------------------------------------------------------------------ cards, pairs

    def _named(self, place: int, count: Count) -> Clause | None:
        """A card with what is said of it behind."""
        bare = self.kind(place) in f"{Kind.BARE}{Kind.EMPTY}"
        named = self.card(place + bare)
        if named is None:
            return None
        card, number = named.card, None if named.counted else count.number
        after = self.behind_card(place + bare + 1)
        is_free = named.kind == Kind.WASABI and self.behind(rf"G|l(?={ENDS})", after)
        after = is_free or after
        lies: Literal["", "bare", "there"] = "bare" if bare or is_free else ""
        lies = "there" if named.there else lies
        said = Clause(after, card and item(card), number, named.nearest, lies=lies)
        is_pair_of_sticks = count.group and named.nearest == ("chopsticks",)  # one card shows two
        types = {FACES[face].type for face in named.nearest if face in FACES}
        if card is None and types == {"nigiri"}:
            on = re.compile(_ON).match(self.codes, after)
            said = said._replace(after=on.end() if on else after)  # "nigiri on wasabi"
        if card is None or (bare and named.kind not in _PAIR) or is_pair_of_sticks:
            said = said.lost()
        elif named.kind in _PAIR and not (named.kind == Kind.WASABI and lies):
            said = self._paired(said, named)
        if after := self.behind(Kind.GONE, said.after):
            return said._replace(after=after, less=True)
        if after := self.behind(f"q?Z(?={ENDS})", said.after):
            return self._none(said._replace(after=after))
        if said.understood:
            return self._behind(said)
        return said._replace(after=self._count_behind(said.after).after, item=None)

    def _paired(self, said: Clause, named: Lexeme) -> Clause:
        """A nigiri on the wasabi that is said with it, or beside it."""
        found = _PAIR[named.kind].match(self.codes, said.after)
        if found is None:
            return said
        groups = found.groupdict()
        if groups.get("beside"):
            is_beside = found[0][0] == "b" and self.at(found.end() - 1).definite
            return said._replace(after=found.end(), lies="beside" if is_beside else "bare")
        if groups.get("it") and named.card:
            on_it = item(named.card, Card(FACES["wasabi"]))
            return said._replace(after=found.end(), item=on_it, lies="it")
        other = self.at(found.start("other"))
        if other.kind == Kind.UNCLEAR_CARD:
            maybe = all(FACES[face].type == "nigiri" for face in other.nearest)
            lost = said._replace(after=found.start("other") + 1, nearest=other.nearest).lost()
            return lost if maybe else said
        if other.apart and (said.number or 1) > 1:
            return said  # "two wasabi: squid, egg"
        nigiri, wasabi = (named, other) if named.kind == Kind.NIGIRI_CARD else (other, named)
        second, number = groups["second"], said.number or 1
        as_many = second in (None, "a") or self.count(found.start("second")).number == number
        after = found.end()
        before = self.at(found.start("other") - 1)
        lies: Literal["", "there", "either"] = "there" if wasabi.definite else ""
        if named is nigiri and not lies and groups["link"] != "p":
            is_another = before.sense.name == "another" or before.kind == Kind.MORE
            lies = "" if is_another else "either"
        paired = said._replace(
            after=after,
            item=nigiri.card and item(nigiri.card, wasabi.card),
            nearest=(*said.nearest, *other.nearest),
            lies=lies,
            which="the" if nigiri.definite else "",
            understood=as_many and not said.lies and groups.get("which") is None,
        )
        is_shared = groups["link"] and second is None and number > 1
        if is_shared and self.behind("&Q", after):
            # "two wasabi with squid and egg": one of each, or two squid?
            return paired.lost(after + 2, self.at(after + 1).nearest)
        return paired

    def _behind(self, said: Clause) -> Clause:
        """A number, "face down" or "less" behind the cards."""
        behind = self._count_behind(said.after)
        if behind.number is not None:
            twice = said.number is not None
            if _is_worth(said.item, behind.number) and not twice:
                return said.lost(behind.after)
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

    def _face_down(self, said: Clause) -> Clause:
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
