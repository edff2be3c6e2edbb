"""What a phrase says of some cards: how many, and how they lie."""

from typing import Any, Literal

from ..cards import FACES
from ..tableau import Card, item
from .grammar import Dear
from .kinds import DICE, NAMES, ROLLS, Kind, faces_of
from .lexer import Lexeme
from .naming import COUNTING, NOUNS, Naming
from .told import (
    Cards,
    Clause,
    Count,
    Name,
    Said,
)

LOST = 5
"""What it costs to know that cards are said, and not which or how many."""

_FACE_DOWN = item(Card(None, flipped=True))

_WASABI = FACES["wasabi"]


class Clauses(Naming):
    """The actions that say what is told of some cards."""

    # ------------------------------------------------------------------ some cards

    def cards(
        self, at: int, end: int, all: Lexeme | None, count: Count | None, name: Name,
        bare: Lexeme | None = None, card: Lexeme | None = None,
    ) -> Cards | Dear | None:  # fmt: skip
        if name.counted and count:
            return None
        kinds = [one.kind for one in self.row[at:end]]
        if card and count and count.number > 1 and Kind.OF not in kinds:
            return None  # "five cards squid": of one kind?
        if card and any(one.apart for one in self.row[at + 1 : end]):
            return None  # "five cards: tofu, …"
        plural = name.plural or bool(card and card.plural)
        said = Cards(name, count, bool(all), bool(bare), False, plural, end)
        if name.loose and count:
            # "Three maki two tempura": do the two belong to the maki?
            if FACES[name.faces[0]].type not in ROLLS:
                return None
            return Dear(said, LOST) if count.number > 1 else said
        return said

    def cards_less(self, at: int, end: int, count: Count, name: Name) -> Cards | None:
        return Cards(name, count, False, False, True, name.plural, end)

    def grouped(self, at: int, end: int, name: Name, group: Lexeme) -> Cards | None:
        if name.counted or name.plural or self._is_definite(group):
            return None
        return Cards(name, Count(group.sense.number, group=True), after=end)

    def by_itself(self, at: int, end: int, cards: Cards) -> Clause | Dear | None:
        """ "A tofu by itself"; a nigiri lies on no wasabi then."""
        if cards.name.is_nigiri or cards.name.faces == ("wasabi",) or cards.name.counted:
            return None
        last = self.row[end - 1]
        if last.kind == Kind.BARE and last.form not in self.known.lists.normal:
            return None
        return self.alone(at, end, cards)

    def one_of_each(
        self, at: int, end: int, noun: Lexeme, each: Lexeme | None = None,
        number: Lexeme | None = None,
    ) -> Said | None:  # fmt: skip
        faces = [face for face in faces_of(noun.sense._replace(plural=False)) if face in self.game]
        if len(faces) < 2 or (number and number.sense.number != len(faces)):
            return None
        is_all = self.row[at].kind == Kind.ALL or self.row[at].definite
        if number and not is_all and not each:
            return None  # "four onigiri": which ones?
        clauses = [Clause(at, end, item(Card(FACES[face])), 1, (face,)) for face in faces]
        which: Literal["", "maybe"] = "maybe" if number else ""
        return Said(
            Kind.ADD, tuple(clause._replace(which=which, lies="open") for clause in clauses)
        )

    def wasabi(self, at: int, end: int, cards: Cards) -> Cards | None:
        return cards if cards.name.card and cards.name.faces == ("wasabi",) else None

    def nigiri(self, at: int, end: int, cards: Cards) -> Cards | None:
        return cards if cards.name.is_nigiri else None

    def _clause(self, at: int, end: int, said: Cards, **more: Any) -> Clause:
        count = said.counted
        card = said.name.card
        clause = Clause(
            at, end, card and item(card), said.number, said.name.faces, card is not None,
            all_=said.all_, definite=said.definite, plural=said.plural, less=said.less,
            more=bool(count and count.more), group=bool(count and count.group),
            numbered=said.number is not None,
        )  # fmt: skip
        if clause.group and said.name.faces == ("chopsticks",):
            # One card shows two: "a pair of chopsticks", but "a couple of chopsticks"?
            pair = next(one for one in self.row[at:end] if one.kind == Kind.GROUP)
            is_pair = pair.form in self.known.lists.pair
            number = (clause.number or pair.sense.number) // pair.sense.number
            clause = clause._replace(number=number) if is_pair else clause.lost()
        return clause._replace(**more)

    def alone(self, at: int, end: int, cards: Cards) -> Clause | Dear | None:
        clause = self._clause(at, end, cards)
        if cards.name.there:
            clause = clause._replace(lies="there")
        if cards.bare:
            is_laid = cards.name.is_nigiri or cards.name.faces == ("wasabi",)
            clause = clause._replace(lies="bare") if is_laid else clause  # "a plain tofu"
        return clause if clause.understood else Dear(clause, LOST)

    def free(self, at: int, end: int, under: Cards) -> Clause | None:
        return self._clause(at, end, under, lies="bare")

    def unused(self, at: int, end: int, cards: Cards) -> Clause | None:
        if cards.name.faces[0] not in ("chopsticks", "spoon"):
            return None
        return self._clause(at, end, cards)

    def beside(self, at: int, end: int, over: Cards) -> Clause | Dear | None:
        before = self.at(at - 1)
        is_apart = self.row[over.after].kind == Kind.BREAK
        is_joined = before and before.kind == Kind.AND and at > 1
        if is_apart and is_joined and self.row[at - 2].kind != Kind.BREAK:
            return None  # "an egg and a squid, no wasabi": both?
        place = over.after + is_apart
        first = self.row[place + (self.row[place].kind == Kind.HAVE)]
        is_there = not is_apart or first.form.split()[-1] in self.known.lists.definite
        is_beside = first.kind == Kind.BESIDE and (is_there or self.row[end - 1].definite)
        clause = self._clause(at, end, over, lies="beside" if is_beside else "bare")
        return clause if clause.understood else Dear(clause, LOST)

    def not_so(self, at: int, end: int, over: Cards) -> Clause | Dear | None:
        """ "A squid on wasabi, and an egg that isn't"."""
        is_told = any(one.sense.name == "wasabi" for one in self.row[:at])
        return self.bare_above(at, end, over) if is_told else None

    def bare_above(self, at: int, end: int, over: Cards) -> Clause | Dear | None:
        clause = self._clause(at, end, over, lies="bare")
        return clause if clause.understood else Dear(clause, LOST)

    def on_it(self, at: int, end: int, over: Cards) -> Clause | None:
        if over.name.card is None or self._is_one_of_some(at, over):
            return None
        pair = item(over.name.card, Card(_WASABI))
        return self._clause(at, end, over, item=pair, lies="it")

    def _pair(
        self, at: int, end: int, over: Cards, under: Cards, first: Cards, link: str
    ) -> Clause | Dear | None:
        second = under if first is over else over
        nearest = (*first.name.faces, *second.name.faces)
        clause = self._clause(at, end, first, nearest=nearest, plural=first.plural or second.plural)
        if not (over.name.card and under.name.card):
            return Dear(clause._replace(nearest=over.name.faces, item=None).lost(), LOST)
        if first.less or second.less or second.all_ or second.bare:
            return None
        lies: Literal["", "there", "either"] = "there" if under.name.definite else ""
        if lies and any(one.other for one in self.row[at:end]):
            lies = "either"  # "the other wasabi has a squid on it"
        if first is over and not lies and link != "p":
            lies = "" if under.counted and under.counted.more else "either"
        number = first.number or 1
        as_many = (
            second.counted is None or second.counted.article or second.counted.number == number
        )
        clause = clause._replace(
            item=item(over.name.card, under.name.card), lies=lies,
            which="the" if over.name.definite else "",
        )  # fmt: skip
        if not as_many or first.bare:
            return clause._replace(item=None).lost()
        return clause

    def on_wasabi(self, at: int, end: int, over: Cards, under: Cards) -> Clause | Dear | None:
        if self._is_one_of_some(at, over):
            return None
        return self._pair(at, end, over, under, over, "o")

    def _is_one_of_some(self, at: int, over: Cards) -> bool:
        """ "An egg and a squid, on wasabi": both?"""
        before = [one for one in self.row[:at] if one.kind != Kind.BREAK][-1:]
        after = self.at(over.after)
        is_apart = after is not None and after.kind in (Kind.BREAK, Kind.SUM)
        joins = (Kind.AND, Kind.NIGIRI, Kind.NIGIRI_TYPE)
        return is_apart and any(one.kind in joins for one in before)

    def gets_wasabi(self, at: int, end: int, over: Cards, under: Cards) -> Clause | Dear | None:
        """ "The squid got the wasabi"; "a squid, got a wasabi" are two cards."""
        return self._pair(at, end, over, under, over, "o") if over.definite else None

    def stand_below(self, at: int, end: int, over: Cards, under: Cards) -> Clause | Dear | None:
        return None if self._is_behind_card(at) else self._pair(at, end, over, under, under, "o")

    def stand_above(self, at: int, end: int, over: Cards, under: Cards) -> Clause | Dear | None:
        return None if self._is_behind_card(at) else self._pair(at, end, over, under, over, "o")

    def on_that(self, at: int, end: int, over: Cards, under: Cards) -> Clause | Dear | None:
        """ "En el wasabi un huevo", "el huevo del wasabi"."""
        is_first = over.after < end
        before = self.at(at - 1)
        if is_first and before and before.kind in (Kind.REMOVE, Kind.TAKE):
            return None  # "saca el calamar del wasabi"
        if not under.definite or (is_first and not over.definite):
            return None
        return (
            self.stand_above(at, end, over, under)
            if not is_first
            else self._pair(at, end, over, under, over, "o")
        )

    def that_on(
        self, at: int, end: int, over: Cards, under: Cards, one: Lexeme
    ) -> Clause | Dear | None:
        """ "A squid, and that one is on the wasabi"."""
        is_one = one.definite and (over.number or 1) == 1 and not over.plural
        return self._pair(at, end, over, under, over, "o") if is_one else None

    def told_bare(self, at: int, end: int, over: Cards) -> Clause | Dear | None:
        """ "A squid, that one's plain"; but "a squid and an egg, plain": both?"""
        is_one = (over.number or 1) == 1 and not self._is_one_of_some(at, over)
        run = self.row[over.after : end]
        said = [one for one in run if one.kind in (Kind.NUMBER, Kind.AND, Kind.HAVE)]
        counted = [one for one in run if one.kind == Kind.NUMBER]
        is_that = all(one.definite and one.sense.number == 1 for one in counted)
        return self.bare_above(at, end, over) if is_one and is_that and said else None

    def _is_behind_card(self, at: int) -> bool:
        before = self.at(at - 1)
        return before is not None and before.kind in (*NOUNS, *COUNTING, Kind.ARTICLE)

    def came_after(self, at: int, end: int, cards: Cards) -> Clause | Dear | None:
        if cards.name.faces == ("wasabi",):
            return self._clause(at, end, cards, lies="after")
        return self.alone(at, end, cards)

    def under_nigiri(
        self, at: int, end: int, under: Cards, over: Cards, link: Lexeme | None = None
    ) -> Clause | Dear | None:
        if link and link.kind in (Kind.HAVE, Kind.ADD) and not under.definite:
            is_behind = self.row[end - 1].kind == Kind.ON_IT
            if not is_behind:
                return None  # "a wasabi, got a squid"
        if link is None and over.counted:
            return None
        if link and link.kind == Kind.PLUS and over.counted:
            return None
        if not over.name.card:
            return Dear(self._clause(at, end, under, nearest=over.name.faces).lost(), LOST)
        return self._pair(at, end, over, under, under, link.kind if link else "")

    def with_nigiri(self, at: int, end: int, under: Cards, over: Cards) -> Clause | Dear | None:
        return self._pair(at, end, over, under, under, "o")

    def shared(
        self, at: int, end: int, under: Cards, over: Cards, more: Cards, link: Lexeme
    ) -> Clause | None:
        if (under.number or 1) < 2 or over.counted or more.counted:
            return None
        faces = (*under.name.faces, *over.name.faces, *more.name.faces)
        return self._clause(at, end, under, item=None, nearest=faces).lost()

    def which_wasabi(self, at: int, end: int, under: Cards, over: Cards) -> Clause | None:
        if over.counted:
            return None
        faces = (*under.name.faces, *over.name.faces)
        return self._clause(at, end, under, item=None, nearest=faces).lost()

    # ------------------------------------------------------------------ clauses

    def plural_told(self, at: int, end: int, core: Clause) -> Clause | Dear | None:
        """Says how many, where no number is said: all, the one, or one more."""
        if core.number is None and core.all_:
            return core._replace(which="all")
        if core.number is None and core.plural:
            if core.definite:
                return core._replace(which="all")
            return Dear(core.lost(), LOST) if core.understood else core
        if core.definite and not core.numbered and not (core.item and core.item.base):
            return core._replace(which="the" if core.number is None else "maybe")
        return core

    def counted_behind(
        self, at: int, end: int, core: Clause, behind: Lexeme
    ) -> Clause | Dear | None:
        if core.number is not None or not core.understood:
            if not core.understood and core.number is None:
                return core._replace(after=end)
            return Dear(core._replace(item=None).lost(end), 8)
        if self.row[end - 1].kind == Kind.NUMBER and self.row[end - 2].kind != Kind.TIMES:
            noun = core.item.card.face if core.item and core.item.card.face else None
            if noun and noun.type in DICE and f"{noun.type}-2" in self.game and noun.icons < 2:
                return None  # "pudding 2" is a die
        is_bare = core.after == end - 1 and self.row[end - 1].kind == Kind.NUMBER
        if is_bare and self._is_named_before(at):
            return core._replace(item=None).lost(end)  # "tofu tofu two"
        if is_bare and self.row[end - 2].sense.kind == Kind.NUMBER:
            return Dear(core._replace(item=None).lost(end), 1)
        number = behind.sense.number
        is_nigiri = core.item is not None and core.item.type in ("nigiri", "wasabi")
        word = self.row[end - 2].form
        if (
            number > (3 if is_nigiri else 6)
            and behind.kind == Kind.NUMBER
            and (is_nigiri or (word in self.known.lists.swaps and word.isalpha() and len(word) > 1))
        ):
            return core._replace(item=None).lost(end)  # points, perhaps
        counted = core._replace(after=end, number=number)
        if counted.definite and not (counted.item and counted.item.base):
            counted = counted._replace(which="maybe")
        return counted

    def has_counted(self, at: int, end: int, core: Clause, behind: Lexeme) -> Clause | None:
        tells = self.row[core.after].kind == Kind.BREAK and any(
            one.form in self.known.lists.prices for one in self.row[core.after : end]
        )
        if tells and not core.plural:
            return None  # "tempura, sashimi, that's two"
        said = self.counted_behind(at, end, core, behind)
        if isinstance(said, Clause) and not said.understood and not core.understood:
            # "Maki I have four, two with one, …"
            return said._replace(number=behind.sense.number, numbered=True)
        which: Literal["total", "maybe"] = "total" if behind.held == "now" else "maybe"
        return said._replace(which=which) if isinstance(said, Clause) else None

    def total_counted(self, at: int, end: int, core: Clause, behind: Lexeme) -> Clause | None:
        said = self.counted_behind(at, end, core, behind)
        return said._replace(which="total") if isinstance(said, Clause) else None

    def _is_named_before(self, at: int) -> bool:
        """Whether the name at a place stands right before it, too."""
        before, one = self.at(at - 1), self.row[at]
        return before is not None and before.kind in NOUNS and before.sense.name == one.sense.name

    def face_down(
        self, at: int, end: int, core: Clause, behind: Lexeme | None = None
    ) -> Clause | Dear | None:
        following, before = self.at(end), self.row[core.after - 1]
        if following and following.glued and following.kind not in (Kind.BREAK, Kind.AND):
            return None  # in "tofu flipped:eel" it belongs to the eel
        if core.lies == "bare" and not core.item:
            return None
        if behind is not None:
            if core.number is not None:
                return None
            core = core._replace(number=behind.sense.number)
        cost = 0.0
        if before.kind == Kind.CARD and not (before.plural and (core.number or 1) > 1):
            cost = 1
        if not core.understood:
            return core._replace(after=end)
        if core.item is None or core.item.base is not None:
            return core._replace(item=None).lost(end)
        turned = item(core.item.card._replace(flipped=True))
        clause = core._replace(after=end, item=turned)
        told = self.plural_told(at, end, clause)
        return Dear(told, cost) if cost and not isinstance(told, Dear) else told

    def less(self, at: int, end: int, core: Clause) -> Clause | None:
        return None if core.number is None else core._replace(less=True, after=end)

    def any_down(
        self, at: int, end: int, down: Lexeme, count: Count | None = None,
        behind: Lexeme | None = None,
    ) -> Clause | Dear | None:  # fmt: skip
        number = count.number if count else behind.sense.number if behind else None
        is_card = any(one.kind == Kind.CARD for one in self.row[at:end])
        definite = any(one.definite for one in self.row[at:end])
        plural = any(one.plural and one.kind in (Kind.CARD, Kind.DOWN) for one in self.row[at:end])
        clause = Clause(
            at, end, _FACE_DOWN, number, ("flipped",), definite=definite, plural=plural,
            more=bool(count and count.more), numbered=number is not None,
        )  # fmt: skip
        before = self.at(at - 1)
        if (count and count.more and not is_card) or any(one.part for one in self.row[at:end]):
            return None
        is_behind = before is not None and before.kind in (Kind.BREAK, Kind.ICON, *NAMES)
        if is_behind and number is None and not is_card:
            return Dear(clause.lost(), LOST)
        return self.plural_told(at, end, clause)

    def down_named(
        self, at: int, end: int, name: Name, count: Count | None = None,
        all: Lexeme | None = None, behind: Lexeme | None = None,
    ) -> Clause | Dear | None:  # fmt: skip
        card = name.card
        if behind:
            count = Count(behind.sense.number)
        said = Cards(name, count, bool(all), plural=name.plural)
        clause = self._clause(at, end, said, definite=any(one.definite for one in self.row[at:end]))
        if card is None or card.flipped:
            return Dear(clause._replace(item=None).lost(), LOST)
        return self.plural_told(at, end, clause._replace(item=item(card._replace(flipped=True))))

    def down_which(self, at: int, end: int, count: Count, name: Name) -> Clause | None:
        """ "Flipped two tofu": two flipped, or one flipped and two tofu."""
        before = self.at(at - 1)
        if before and before.kind in (Kind.NUMBER, Kind.ARTICLE):
            return None
        return Clause(at, end, None, None, ("flipped", *name.faces), understood=False)

    def in_total(self, at: int, end: int, cards: Clause) -> Clause | None:
        return cards._replace(which="total", after=end)

    def added_more(self, at: int, end: int, cards: Clause) -> Clause | None:
        return cards._replace(more=True, after=end)
