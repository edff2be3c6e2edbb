"""What the rules of the grammar mean: the classes of its tokens, and its actions."""

from itertools import pairwise
from typing import Any, Literal

from ..cards import FACES
from ..tableau import Card, item
from .changes import Change
from .clauses import LOST, Clauses
from .grammar import Dear
from .kinds import NAMES, ROLLS, Kind, Sense, faces_of
from .lexer import SENTENCE_ENDS, Lexeme
from .naming import NOUNS
from .told import (
    Again,
    Cards,
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
    Name,
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
from .worth import worth

_AWAY = (Kind.AWAY, Kind.ON, Kind.BESIDE)


class Meaning(Clauses):
    """The actions, for one row of tokens in a game with certain faces."""

    # ------------------------------------------------------------------ pieces

    def adds(self, at: int, end: int, cards: Clause, more: tuple[Clause, ...] = ()) -> Said | None:
        first, *others = (self._held(clause) for clause in (cards, *more))
        return Said(Kind.ADD, (first._replace(begun=at), *others))

    def adds_next(self, at: int, end: int, cards: Clause) -> Said | None:
        """ "The first card is a tofu, the second is an eel"."""
        is_next = any(one.kind in NAMES for one in self.row[:at]) and (cards.number or 1) == 1
        return self.adds(at, end, cards) if is_next and not cards.definite else None

    def sorry(self, at: int, end: int) -> Sign | None:
        return Sign("sorry") if at else None

    def _held(self, clause: Clause) -> Clause:
        """ "Three tofu now" may be all of them, "the spoon still there" is one that lay there."""
        held = {one.held for one in self.row[clause.begun : clause.after]}
        if "still" in held and clause.which in ("", "the", "maybe") and not clause.more:
            return clause._replace(which="still")
        if "now" in held and (clause.number or 1) > 1 and not (clause.which or clause.more):
            return clause._replace(which="maybe")
        last = self.row[clause.after - 1]
        if last.held == "now" and clause.item and clause.item.type in ROLLS and not clause.which:
            return clause._replace(which="maybe")  # "maki now three"
        if clause.definite and clause.number and not (clause.which or clause.more):
            return clause._replace(which="maybe")  # "the two tofu", "both tofu"
        return clause

    def has_them(self, at: int, end: int, cards: Clause) -> Clause | None:
        if cards.which or cards.more or "ARE" in self.classes(end - 1):
            return None  # "my squid is" says something of it
        return cards._replace(which="maybe", after=end)

    def removes(
        self, at: int, end: int, verb: Lexeme, cards: Clause, more: tuple[Clause, ...] = ()
    ) -> Said | Dear | None:
        kind = verb.kind
        if kind == Kind.WITHOUT and cards.nearest[:1] == ("wasabi",):
            cards = cards.lost()  # "squid, without wasabi": is one taken away?
        last = more[-1] if more else cards
        if not more and kind in (Kind.REMOVE, Kind.TAKE) and self.row[end - 1].kind in _AWAY:
            cards = cards._replace(after=end)
        is_gone = verb.form in self.known.lists.told | self.known.lists.spent
        said = Said(kind, (cards._replace(begun=at), *more), gone=is_gone)
        return Dear(said, 1) if last.lies in ("bare", "beside") else said

    def takes(self, at: int, end: int, verb: Lexeme, cards: Clause) -> Said | Dear | None:
        return Dear(Said(verb.kind, (cards._replace(begun=at).lost(),)), LOST)

    def takes_off(self, at: int, end: int, cards: Cards) -> Said | None:
        clause = self._clause(at, end, cards)
        return Said(Kind.REMOVE, (clause,), off=True) if clause.understood else None

    def flips(self, at: int, end: int, cards: Clause, more: tuple[Clause, ...] = ()) -> Said | None:
        cards = cards._replace(begun=at) if more else cards._replace(begun=at, after=end)
        is_told = self.row[at].form in self.known.lists.turned
        return Said(Kind.FLIP, (cards, *more), gone=is_told)

    def flips_behind(self, at: int, end: int, cards: Clause, verb: Lexeme) -> Said | None:
        """ "The tofu I turned over"."""
        if verb.form not in self.known.lists.turned:
            return None
        clause = self.face_down(at, end, cards)
        return Said(Kind.ADD, (clause,)) if isinstance(clause, Clause) else None

    def flips_told(self, at: int, end: int, cards: Clause) -> Said | None:
        """ "Flipped both tofu"; but "flipped tofu" lie so."""
        is_told = at == 0 and (cards.group or cards.all_) and cards.understood
        return Said(Kind.FLIP, (cards._replace(begun=at),)) if is_told else None

    def lie_down(self, at: int, end: int, cards: Clause, more: tuple[Clause, ...]) -> Said | None:
        """ "Face down I have a tofu and an eel"; behind a comma others may lie so, too."""
        before, after = self.at(at - 1), self.at(end)
        if before and before.kind != Kind.BREAK:
            return None
        behind = [one.held for one in self.row[end : end + 3]]
        if after and after.form not in SENTENCE_ENDS and "up" not in behind:
            return None
        has = any(one.kind == Kind.HAVE for one in self.row[at : at + 2])
        if not has and (cards.number is None or not any(one.held == "up" for one in self.row)):
            return None  # "flipped two tofu"
        turned = [self.face_down(one.begun, one.after, one) for one in (cards, *more)]
        told = tuple(one for one in turned if isinstance(one, Clause) and one.understood)
        return Said(Kind.ADD, told) if len(told) == len(turned) else None

    def some_down(self, at: int, end: int, number: Lexeme) -> SomeDown | None:
        is_another = number.sense.name == "another"
        return SomeDown(number.sense.number) if number.part or is_another else None

    def each_icons(self, at: int, end: int, icons: Lexeme) -> MoreIcons | None:
        return MoreIcons(0, icons.sense.number)

    def flips_some(self, at: int, end: int, verb: Lexeme, count: Count | None) -> Said | None:
        clause = Clause(at, end, None, count.number if count else None)
        is_told = verb.form in self.known.lists.turned
        return Said(Kind.FLIP, (clause._replace(which="the") if is_told else clause,))

    def clears(self, at: int, end: int) -> Changed | None:
        return Changed(Change("remove", None, 1, which="all"), command="clear")

    def swaps(self, at: int, end: int, old: Clause, new: Clause) -> Swapped | None:
        return Swapped(old, new)

    def raises(self, at: int, end: int, old: Clause, count: Count) -> InAll | None:
        if old.number is not None or (old.plural and not old.definite) or not old.nearest:
            return None
        return InAll(
            "total", old._replace(number=count.number, which="", understood=True, after=end)
        )

    def swaps_icons(
        self, at: int, end: int, old: Clause, number: Lexeme | None = None,
        icons: Icons | None = None, said: Lexeme | None = None,
    ) -> Swapped | None:  # fmt: skip
        shown = icons.number if icons else said.sense.number if said else 0
        face = FACES.get(f"{old.item.type}-{shown}") if old.item else None
        if face is None:
            return None
        return Swapped(
            old,
            Clause(end - 1, end, item(Card(face)), number and number.sense.number, (face.slug,)),
        )

    def had_icons(
        self, at: int, end: int, noun: Lexeme, icons: Lexeme, old: Lexeme
    ) -> Swapped | None:
        """ "The maki was of two, not of three"."""
        told = [FACES.get(f"{noun.sense.name}-{one.sense.number}") for one in (old, icons)]
        was, face = told
        if not (was and face and noun.definite) or noun.plural:
            return None
        return Swapped(
            Clause(at, end, item(Card(was)), None, (was.slug,), which="the"),
            Clause(at, end, item(Card(face)), None, (face.slug,)),
        )

    def lost_both(
        self, at: int, end: int, old: Clause, new: Clause | None = None
    ) -> Changed | NoneOf | Denied | None:
        if self.row[at].kind == Kind.DENIED and old.definite and old.number is None and new:
            return None  # "not the tofu, an eel"
        if self.row[at].kind == Kind.DENIED and not old.definite and (old.number or 1) == 1:
            if new is None:
                return NoneOf(old.nearest)
            if new.understood and not new.definite:
                return Denied(old, new, lies=False)
        return Changed(None, (*old.nearest, *(new.nearest if new else ())))

    def denies(
        self, at: int, end: int, old: Clause, new: Clause | None = None, count: Count | None = None
    ) -> Denied | None:
        if new is None and count:
            new = old._replace(begun=old.after, after=end, number=count.number)
        # "Not tofu but tea" says nothing of a tofu that was entered, "not a tofu" does.
        is_entered = bool(old.definite or old.number)
        is_entered |= any(one.kind == Kind.WAS for one in self.row[at:end])
        return Denied(old, new, is_entered) if new else None

    def in_all(
        self,
        at: int,
        end: int,
        how: Lexeme,
        cards: Clause | None = None,
        count: Count | None = None,
    ) -> InAll | None:
        what = cards or count
        if how.kind == Kind.WITH and not self.row[at + 1].definite:
            return None
        before = self.at(at - 1)
        if self.row[at + 1].apart and before and before.kind in NOUNS:
            return None  # "four nigiri in total: two salmon, …"
        pairs = pairwise(self.row[at:end])
        if any(one.kind == Kind.NUMBER and after.apart for one, after in pairs):
            return None  # "a total of seven: tofu, …"
        return InAll("was" if how.kind == Kind.WAS else "total", what) if what else None

    def heads_all(self, at: int, end: int, count: Count) -> InAll | None:
        following = self.at(end)
        return InAll("total", count) if following and following.apart else None

    def in_all_behind(
        self, at: int, end: int, cards: Cards, how: Lexeme, count: Count
    ) -> InAll | None:
        """ "The tofu were two"."""
        if cards.counted or cards.all_ or cards.bare or not cards.name.card or count.article:
            return None
        clause = self._clause(at, end, cards._replace(counted=count))
        return InAll("total", clause)

    def is_not(self, at: int, end: int, old: Clause, new: Clause) -> Changed | None:
        """ "It's an eel, not tofu", where nothing is said before: of what lies there, if any."""
        is_clear = old.understood and new.understood and not (new.item and new.item.base)
        change = swap(old, new) if at == 0 and is_clear else None
        return Changed(change._replace(which="gone"), old.nearest) if change else None

    def denies_said(self, at: int, end: int, old: Clause, new: Clause) -> Denied | None:
        """ "Tofu no, it was an eel": as was said before, or lies there."""
        return Denied(old, new) if old.understood and not old.more else None

    def no_more(self, at: int, end: int, nth: Lexeme) -> Sign | None:
        """ "One tofu, no second one"."""
        return Sign("no-more", nth)

    def counts_anew(self, at: int, end: int, count: Count) -> InAll | None:
        """ "They are two, not three", where nothing is said before: of what lies there."""
        return InAll("total", count) if at == 0 else None

    def in_all_lost(self, at: int, end: int, how: Lexeme, count: Count) -> Changed | None:
        return Changed(None)

    def was(self, at: int, end: int, old: Clause, new: Clause) -> Changed | None:
        number = old.number or 1
        if old.item and old.item.base and new.item and new.item.type == "nigiri":
            new = new._replace(item=item(new.item.card, old.item.base))
        change = change_of(new._replace(which=""), Kind.ADD) if new.understood else None
        is_clear = old.understood and not (old.more or old.less or old.which in ("all", "total"))
        is_clear &= bool(old.item and old.item.base) <= bool(new.item and new.item.base)
        if change is None or not is_clear or (new.number or number) != number:
            return Changed(None, (*old.nearest, *new.nearest))
        which: Literal["", "the"] = "" if old.number else "the"
        swapped = Change("swap", old.item, number, change.lies, which, change.item, number)
        return Changed(swapped, old.nearest)

    def is_really(self, at: int, end: int, old: Clause, new: Clause) -> Changed | None:
        if not old.understood or not new.understood or new.definite or old.more:
            return None
        if new.item and new.item.base and old.item and old.item.text == "wasabi":
            return None  # "the wasabi has a squid on it"
        if old.definite:
            return self.was(at, end, old, new)
        is_said = self.row[old.after].kind == Kind.HAVE and old.number is None
        return Changed(None, (*old.nearest, *new.nearest)) if is_said else None

    def fixes(
        self, at: int, end: int, first: Lexeme, rest: tuple[Lexeme, ...],
        cards: Clause | None = None, count: Count | None = None,
    ) -> Fixed | None:  # fmt: skip
        what = cards or count
        before, following = self.at(at - 1), self.at(end)
        if first.kind == Kind.SOFT and following and following.kind in (Kind.NOT, Kind.DENIED):
            return None  # "well, not the tofu"
        if first.kind == Kind.SOFT and count and not (before and before.kind == Kind.BREAK):
            return None
        plain = first.kind == Kind.NOT and not rest
        if plain and isinstance(what, Clause) and what.number is None:
            return None  # "no tofu": there is none
        return Fixed(what, plain, first.kind == Kind.SOFT) if what else None

    def fixes_icons(
        self, at: int, end: int, rest: tuple[Lexeme, ...], icons: Icons | None = None,
        number: Lexeme | None = None,
    ) -> Fixed | None:  # fmt: skip
        return Fixed(icons or Icons(number.sense.number if number else 0), plain=False)

    def half_said(self, at: int, end: int, cards: Clause) -> Changed | None:
        return Changed(None, cards.nearest)

    def recounts(self, at: int, end: int, cards: Clause) -> Said | None:
        if cards.number is None or not cards.understood:
            return None
        return Said(Kind.ADD, (cards._replace(begun=at),))

    def counts_up(
        self, at: int, end: int, first: Lexeme, rest: tuple[Lexeme, ...], cards: Clause
    ) -> Said | None:
        """ "One, two, three tofu", "tofu: one, two, three", "two, two tofu"."""
        told = [one.sense.number for one in (first, *rest)]
        if cards.begun == at:
            if cards.number is not None or len(told) < 3:
                return None
        else:
            before, last = self.at(at - 1), self.row[cards.begun]
            if last.kind != Kind.NUMBER or (before and before.kind in NAMES):
                return None
            told.append(last.sense.number)
        is_apart = self.row[cards.begun - 1].kind == Kind.BREAK
        is_again = is_apart and told == [told[-1]] * 2
        is_up = told == [*range(1, len(told) + 1)]
        is_roll = (
            cards.item is not None and f"{cards.item.type}-2" in self.game
        )  # "one two-icon maki"
        is_up &= len(told) > 2 or is_apart or (first.kind == Kind.NUMBER and not is_roll)
        if not cards.understood or not (is_again or is_up):
            return None
        # Who counts may count those that lie there.
        said = cards._replace(begun=at, after=end, number=told[-1], which="maybe")
        return Said(Kind.ADD, (said,))

    def goes(self, at: int, end: int, cards: Clause) -> Said | None:
        if self.row[at].form in self.known.lists.behind:
            return None
        is_gone = self.row[end - 1].form not in self.known.lists.not_mine
        return Said(Kind.REMOVE, (cards._replace(begun=at, after=end),), gone=is_gone)

    def goes_behind(self, at: int, end: int, cards: Clause) -> Said | None:
        """ "The tempura, take it away"; but "a tofu and an eel, gone": both?"""
        is_that = self.row[end - 1].form in self.known.lists.behind and cards.definite
        return self.goes(at, end, cards) if is_that else None

    def none(self, at: int, end: int, cards: Cards) -> NoneOf | None:
        if cards.counted or cards.all_ or cards.bare or cards.name.definite:
            return None
        return None if self._is_not_so(at, cards) else NoneOf(cards.name.faces)

    def _is_not_so(self, at: int, cards: Cards) -> bool:
        """ "El salmón encima del wasabi y el huevo no": says how a nigiri lies, not that it is
        none."""
        said = [one.sense.name for one in self.row[:at] if one.kind in NAMES]
        is_new = not {*cards.name.faces} & {*said}
        return cards.name.is_nigiri and "wasabi" in said[-2:] and is_new

    def unsaid(self, at: int, end: int, cards: Cards) -> NoneOf | None:
        """ "Two tofu and an eel, not the eel", "el tofu no"."""
        is_fixed = self.row[at].kind == Kind.CORRECT or cards.name.definite
        if not is_fixed or cards.counted or cards.all_ or cards.bare or self._is_not_so(at, cards):
            return None
        return NoneOf(cards.name.faces, of_said=True)

    def denies_number(self, at: int, end: int, number: Lexeme) -> Sign | None:
        return Sign("maybe")

    def in_order(
        self, at: int, end: int, first: Clause, second: Clause, nth: Lexeme | None = None
    ) -> InOrder | None:
        return InOrder(first, second) if nth is None or nth.sense.number == 2 else None

    def each_once(self, at: int, end: int) -> Sign | None:
        return Sign("once")

    def points(self, at: int, end: int, points: Lexeme) -> Points | None:
        if self.row[end - 1].form == "point" and points.sense.number > 1:
            return None  # "two point five"
        return Points(points.sense.number)

    def scores(self, at: int, end: int, core: Clause, points: Lexeme) -> Clause | None:
        """ "Two tempura five": their points; but "salmon two" are two of them."""
        if not core.item or not core.understood or core.less:
            return None
        if core.number is None and not core.item.base:
            return None
        if worth(core.item, core.number or 1, self.game) != points.sense.number:
            return None
        following, before = self.at(end), self.at(at - 1)
        if (following and following.form == "?") or (before and before.kind in NOUNS):
            return None  # "eel 1 tofu 2"
        told = self.plural_told(at, end, core._replace(after=end, points=points.sense.number))
        return told if isinstance(told, Clause) else None

    def scored(self, at: int, end: int, points: Lexeme, cards: Clause) -> Said | None:
        """ "Ten from three sashimi"."""
        if not cards.item or not cards.understood or cards.less:
            return None
        if worth(cards.item, cards.number or 1, self.game) != points.sense.number:
            return None
        return Said(Kind.ADD, (cards._replace(begun=at, points=points.sense.number),))

    def minus_points(self, at: int, end: int, minus: Lexeme, points: Lexeme) -> Points | None:
        """ "An eel, minus three"."""
        return Points(-points.sense.number)

    def bare_points(self, at: int, end: int, points: Lexeme) -> Points | None:
        """ "A squid for three, an egg for one, four"."""
        said = [one.kind for one in self.row[:at]]
        is_apart = said[-1:] == [Kind.BREAK]
        last = next((kind for kind in reversed(said) if kind != Kind.BREAK), None)
        if not is_apart or last in (Kind.SOFT, Kind.CORRECT, Kind.NOT, Kind.DENIED):
            return None  # "two tofu, oh, three"
        return Points(points.sense.number, bare=True)

    def sums(self, at: int, end: int, count: Count) -> Sum | None:
        is_behind = any(one.kind in (Kind.SUM, Kind.TOTAL) for one in self.row[at:end])
        return Sum(count.number, "", is_behind)

    def sums_listed(self, at: int, end: int, number: Lexeme) -> Sum | None:
        return Sum(number.sense.number) if self._heads_list(at) else None

    def sums_all(self, at: int, end: int, count: Count) -> SumUp | None:
        """ "Tempura, tempura, tempura, the three"."""
        return SumUp(None, count.number) if count.definite and not count.article else None

    def counts_them(self, at: int, end: int, number: Lexeme) -> SumUp | InAll | None:
        """ "Tempura, tempura, two of them", "another one, two now"."""
        before = self.at(at - 1)
        if before is None or before.kind != Kind.BREAK:
            return None
        if number.held == "now":
            return InAll("total", Count(number.sense.number))
        return SumUp(None, number.sense.number, of_them=True) if number.part else None

    def sums_icons(
        self, at: int, end: int, icons: Lexeme, noun: Lexeme | None = None
    ) -> Sum | None:
        if noun and f"{noun.sense.name}-{icons.sense.number}" in FACES:
            return None
        # "So four rolls" may be as many maki.
        is_either = any(one.kind == Kind.EITHER for one in self.row[at:end])
        return Sum(icons.sense.number, "icons", is_behind=True, or_icons=is_either)

    def sums_cards(
        self, at: int, end: int, icons: Lexeme, count: Count, noun: Lexeme | None = None
    ) -> Sum | None:
        """ "Six rolls on three maki cards"."""
        type_ = noun.sense.name if noun and noun.kind != Kind.EITHER else self._only_type()
        return Sum(count.number, type_, icons=icons.sense.number) if type_ else None

    def sums_rolls(self, at: int, end: int, count: Count, noun: Lexeme) -> Sum | None:
        type_ = noun.sense.name if noun.kind != Kind.EITHER else self._only_type()
        is_one = self.row[at].kind == Kind.OF and self.row[at].definite  # "el de dos rollos"
        return Sum(count.number, type_) if type_ and not is_one else None

    def sums_up(
        self, at: int, end: int, cards: Clause | None = None, count: Count | None = None
    ) -> SumUp | None:
        before = self.at(at - 1)
        is_sum = self.row[at].kind == Kind.SUM
        is_behind = not is_sum and before is not None and before.kind in NOUNS
        if cards is None and (is_behind or "JUST" in self.classes(at)):
            return None  # "maki I have two", "tofu two in all", "tofu, just two"
        if cards is None:
            is_one = bool(count and count.article and not count.more)
            return SumUp(None, count.number) if count and not is_one else None
        if not cards.understood:
            return None
        return SumUp(cards, cards.number or 1)

    def sums_up_kind(self, at: int, end: int, cards: Cards) -> Sum | None:
        types = {FACES[face].type for face in cards.name.faces if face in FACES}
        if cards.name.clear or not cards.counted or len(types) != 1:
            return None
        if any("ICON" in self.classes(place) for place in range(at, end)):
            return None  # "so four rolls" are icons
        return Sum(cards.counted.number, types.pop(), is_behind=True)

    def lists_icons(
        self, at: int, end: int, count: Count | None, noun: Lexeme, first: Lexeme,
        rest: tuple[Lexeme, ...],
    ) -> Said | Changed | None:  # fmt: skip
        type_ = self._only_roll(noun) if noun.kind == Kind.EITHER else noun.sense.name
        said = [first, *rest]
        if not rest or (count and count.number != len(said)):
            return None
        kinds = {one.kind for one in self.row[at:end]}
        if kinds & {Kind.WITH, Kind.OF} and not kinds & {Kind.BREAK, Kind.AND, Kind.PLUS, Kind.ADD}:
            return None  # "maki with three two" may be two of them
        faces = [f"{type_}-{one.sense.number}" for one in said]
        if any(face not in FACES for face in faces):
            return Changed(None, faces_of(Sense(Kind.NOUN, type_)))
        places = [n for n in range(at, end) if any(self.row[n] is one for one in said)]
        begun, clauses = at, []
        for place, face in zip(places, faces, strict=True):
            clauses.append(Clause(begun, place + 1, item(Card(FACES[face])), 1, (face,)))
            begun = place + 1
        return Said(Kind.ADD, tuple(clauses))

    def lists_multiples(
        self, at: int, end: int, noun: Lexeme, first: Lexeme, rest: tuple[Lexeme, ...]
    ) -> Said | Changed | None:
        is_head = noun.plural or (first.apart and rest)
        return self.lists_icons(at, end, None, noun, first, rest) if is_head else None

    def details(
        self, at: int, end: int, number: Lexeme, over: Cards | None = None
    ) -> Detail | None:
        if over and (over.number or 1) > 1:
            return None
        is_all = number.kind in (Kind.GROUP, Kind.ICON, Kind.ALL)
        some = 1 if number.kind == Kind.NTH else number.sense.number
        if is_all and over is None and not self._is_of_wasabi(at):
            return None  # "two eggs, both plain"
        return Detail(0 if is_all else some, over, some)

    def details_told(self, at: int, end: int, number: Lexeme, over: Cards) -> Detail | None:
        is_one = over.counted is not None and over.counted.article
        return self.details(at, end, number, over) if is_one else None

    def is_nth(self, at: int, end: int, nth: Lexeme, name: Name) -> Nth | Changed:
        is_missing = self.row[at].form in self.known.lists.missing
        is_free = self.row[end - 1].kind == Kind.EMPTY
        return Changed(None, name.faces) if is_missing else Nth(name, nth.sense.number, is_free)

    def more_fruit(self, at: int, end: int, number: Lexeme, fruit: Name) -> Said | None:
        """ "A fruit with two oranges, one with an orange and a pineapple"."""
        if not fruit.card or not any(one.kind == Kind.FRUIT_TYPE for one in self.row[:at]):
            return None
        if number.kind == Kind.OF and not number.definite:
            return None
        clause = Clause(at, end, item(fruit.card), number.sense.number or 1, fruit.faces)
        return Said(Kind.ADD, (clause,))

    def bare_nigiri(self, at: int, end: int, number: Lexeme) -> Sign | None:
        if self.row[end - 1].kind == Kind.BARE and self._is_of_wasabi(at):
            return None  # "two wasabi, both empty"
        return Sign("bare", number)

    def shares(self, at: int, end: int, over: Cards, more: Cards) -> Changed | None:
        return Changed(None, ("wasabi", *over.name.faces, *more.name.faces))

    def one_more_icons(
        self, at: int, end: int, number: Lexeme, icons: Lexeme, multiple: Lexeme | None
    ) -> MoreIcons | None:
        if multiple and "ONE" in self.classes(end - 1):
            return None  # "a double one"
        is_another = number.sense.name == "another"
        return None if is_another else MoreIcons(1, icons.sense.number)

    def heads_one(
        self, at: int, end: int, noun: Lexeme, number: Lexeme, icons: Lexeme
    ) -> MoreIcons | None:
        type_ = self._only_roll(noun) if noun.kind == Kind.EITHER else noun.sense.name
        is_head = noun.plural or noun.definite or self.row[at].kind == Kind.OF
        return MoreIcons(1, icons.sense.number, type_) if is_head else None

    def counted_behind_comma(
        self, at: int, end: int, core: Clause, behind: Lexeme
    ) -> Clause | None:
        if behind.held == "now":
            return None
        if behind.part and core.number is None and not core.understood:
            # "Nigiri, two of them, a salmon and an egg".
            return core._replace(after=end, number=behind.sense.number, numbered=True)
        is_again = behind.kind == Kind.OFTEN and behind.sense.number == core.number
        if core.number is not None and not is_again:
            return None
        if not core.item or not core.understood or behind.definite:
            return None
        if (core.item.type in ROLLS and behind.kind != Kind.OFTEN) or core.less or core.all_:
            return None
        return core._replace(after=end, number=behind.sense.number, apart=True)

    def leads(self, at: int, end: int) -> Sign | None:
        return Sign("lead")

    def has(self, at: int, end: int) -> Sign | None:
        before = self.at(at - 1)
        if before and before.kind in NOUNS and end == len(self.row) and "ARE" in self.classes(at):
            return None  # "my squid is" says something of it
        return Sign("lead-have" if self.row[at].kind == Kind.ALONE else "have")

    def has_only(self, at: int, end: int) -> Sign | None:
        first = self.row[end]
        # "Solo palillos y un sashimi"; but "solo calamar" may tell how that lies.
        is_all = at == 0 and "JUST" in self.classes(at) and first.kind != Kind.NIGIRI
        return self.has(at, end) if is_all or first.definite else None

    def command(self, at: int, end: int, command: Lexeme) -> Sign | None:
        return Sign("command", command)

    def command_before(self, at: int, end: int, command: Lexeme) -> Sign | None:
        before, after = self.at(at - 1), self.row[end]
        is_lead = before is None or before.kind in (Kind.BREAK, Kind.AND, Kind.SUM, Kind.SOFT)
        if command.sense.name != "done" or not is_lead:
            return None
        is_led = after.kind in f"{NAMES}{Kind.NUMBER}{Kind.ARTICLE}" and not after.definite
        is_led |= after.apart  # but "finished the tofu"
        return Sign("command", command) if is_led else None

    def starts_over(self, at: int, end: int, restart: Lexeme) -> Sign | None:
        is_between = any(one.kind in NAMES for one in self.row[:at])
        is_between &= any(one.kind in NAMES for one in self.row[end:])
        return Sign("restart") if is_between else None

    def next(self, at: int, end: int) -> Sign | None:
        return Sign("next")

    def order_of_play(self, at: int, end: int) -> Sign | None:
        return Sign("order")

    def claim(self, at: int, end: int, claim: Lexeme) -> Sign | None:
        return Sign("claim", claim)

    def again(
        self, at: int, end: int, more: Lexeme | None = None, number: Lexeme | None = None
    ) -> Again | None:
        if self.row[at].definite and self.row[at].kind == Kind.ARTICLE:
            return None  # "el otro"
        return Again(number.sense.number if number else 1)

    def bare_last(self, at: int, end: int) -> Sign | None:
        return Sign("bare")

    def stays_free(self, at: int, end: int) -> Sign | None:
        before = self.at(at - 1)
        return Sign("free") if before is None or before.kind in (Kind.BREAK, Kind.AND) else None

    def _is_of_wasabi_so_far(self, at: int) -> bool:
        """Whether several wasabi were named, and nothing but nigiri since."""
        kinds = (Kind.NIGIRI, Kind.NIGIRI_TYPE)
        said = [one for one in self.row[:at] if one.kind in NAMES and one.kind not in kinds]
        return bool(said) and said[-1].sense.name == "wasabi" and said[-1].plural

    def _is_of_wasabi(self, at: int) -> bool:
        """Whether a wasabi was named last."""
        said = [one.sense.name for one in self.row[:at] if one.kind in NAMES]
        return said[-1:] == ["wasabi"]

    def again_alike(self, at: int, end: int, noun: Lexeme | None) -> Again | None:
        return Again(1, noun.sense.name if noun else "")

    def compared(
        self, at: int, end: int, one: Any, two: Cards, times: Lexeme | None = None,
        number: Lexeme | None = None, more: Lexeme | None = None,
    ) -> Compared | None:  # fmt: skip
        name = one if isinstance(one, Name) else one.name
        if not (name.clear and two.name.clear) or two.counted:
            return None
        if isinstance(one, Cards) and one.counted and not one.counted.article:
            return None
        many = number.sense.number if number else 0
        is_less = more is not None and more.kind == Kind.MINUS
        return Compared(
            name, two.name, times.sense.number if times else 1, -many if is_less else many
        )

    def more_than_last(
        self, at: int, end: int, one: Any, number: Lexeme, more: Lexeme
    ) -> Compared | None:
        name = one if isinstance(one, Name) else one.name
        many = number.sense.number
        is_less = more.kind == Kind.MINUS
        return Compared(name, None, 1, -many if is_less else many) if name.clear else None

    def as_many(self, at: int, end: int, one: Cards) -> Compared | None:
        return Compared(one.name, None) if one.name.clear and not one.counted else None

    def aside(self, at: int, end: int) -> Sign | None:
        before = self.at(at - 1)
        return Sign("lead") if before is None or before.kind == Kind.BREAK else None

    def some_on(self, at: int, end: int, count: Count, under: Cards) -> SomeOn | None:
        return None if under.counted and not under.counted.article else SomeOn(count.number, under)

    def more_icons(self, at: int, end: int, number: Lexeme, icons: Icons) -> MoreIcons | None:
        if "DIE" in self.classes(at + 1):
            return None  # "a die with two tempura"
        is_all = number.kind in (Kind.ALL, Kind.GROUP, Kind.ICON)
        many = 0 if is_all else number.sense.number
        return MoreIcons(many, icons.number, self._type_of(at, end))

    def _only_type(self) -> str:
        """The only type of this game that always has icons."""
        rolls = [type_ for type_ in ROLLS if f"{type_}-3" in self.game]
        return rolls[0] if len(rolls) == 1 else ""

    def _type_of(self, at: int, end: int) -> str:
        """The type that has the icons of which some words tell: "the one with three rolls"."""
        is_said = any({"ROLL", "ICON"} <= {*self.classes(n)} for n in range(at, end))
        is_said |= any(self.row[n].kind == Kind.ROLL for n in range(at, end))
        return self._only_type() if is_said else ""

    def the_one_of(self, at: int, end: int, icons: Lexeme) -> MoreIcons | None:
        type_, is_bare = self._type_of(at, end), self.row[end - 1] is icons
        is_one = self.row[at].definite and bool(type_ or is_bare)
        return MoreIcons(1, icons.sense.number, type_) if is_one else None

    def last_icons(self, at: int, end: int, icons: Icons) -> MoreIcons | None:
        return MoreIcons(1, icons.number, of_sum=True)

    def first_icons(self, at: int, end: int, icons: Lexeme) -> MoreIcons | None:
        """ "The first is of three": that word says nothing, but its article does."""
        is_one = self.row[at].definite
        return MoreIcons(1, icons.sense.number, of_sum=True) if is_one else None

    def rest(self, at: int, end: int, cards: Cards) -> Rest | None:
        return Rest(self._clause(at, end, cards)) if cards.name.clear else None

    def on_first(self, at: int, end: int, over: Cards) -> Detail | None:
        """ "On the first a squid", of some wasabi."""
        ends = self.row[at].form.rpartition(" ")[2] in self.known.lists.definite
        is_told = ends and self._is_of_wasabi_so_far(at)
        return self.last_details(at, end, over) if is_told else None

    def more_multiple(self, at: int, end: int, number: Lexeme, icons: Lexeme) -> MoreIcons | None:
        return MoreIcons(number.sense.number, icons.sense.number)

    def first_details(self, at: int, end: int, over: Cards) -> Detail | None:
        """ "The first with a squid": that word says nothing, but its article does."""
        return self.last_details(at, end, over) if self.row[at].definite else None

    def last_details(self, at: int, end: int, over: Cards) -> Detail | None:
        return Detail(1, over, 1) if (over.number or 1) == 1 else None

    def the_one(self, at: int, end: int, one: Cards) -> Said | None:
        """ "Two salmon and the one of egg": of the nigiri that were told of."""
        if not self.row[at].definite or one.counted or not one.name.clear or one.plural:
            return None
        return Said(Kind.ADD, (self._clause(at, end, one)._replace(definite=False),))

    def so_many_each(self, at: int, end: int, number: Lexeme) -> Sign | None:
        return Sign("each", number)

    def all_on(self, at: int, end: int, under: Cards) -> SomeOn | None:
        return self.some_on(at, end, Count(0), under)

    def heads_icons(
        self, at: int, end: int, noun: Lexeme, number: Lexeme, icons: Icons
    ) -> MoreIcons | None:
        before = self.at(at - 1)
        if before and before.kind == Kind.NUMBER:
            return None  # "with three rolls, one with two"
        type_ = self._only_roll(noun) if noun.kind == Kind.EITHER else noun.sense.name
        is_head = noun.plural or noun.definite or self.row[at] is not noun
        return MoreIcons(number.sense.number, icons.number, type_) if is_head else None

    def more_dice(
        self, at: int, end: int, number: Lexeme, icons: Lexeme, noun: Lexeme
    ) -> Said | None:
        if not self.has_dice:
            return None
        name = self.die(at, end, icons, noun)
        if not name or not name.clear or not name.card:
            return None
        clause = Clause(at, end, item(name.card), number.sense.number, name.faces)
        return Said(Kind.ADD, (clause,))
