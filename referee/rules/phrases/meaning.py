"""What the rules of the grammar mean: the classes of its tokens, and its actions."""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any, Literal

from ..cards import FACES
from ..tableau import Card, item
from .changes import Change
from .grammar import Dear
from .kinds import DICE, NAMES, ROLLS, Kind, Sense, faces_of
from .lexer import SENTENCE_ENDS, Lexeme
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
from .vocabulary import Vocabulary
from .worth import worth

MORE_CLASSES = (
    "ANOTHER", "DIE", "BUT", "ONE", "ONE_OF_EACH", "CLOSING", "LATER", "FOR_WORD", "BOX",
    "MENU_CARD", "UP_TO", "VAGUE", "ARE", "GETS", "EARLIER",
    "IT", "NOTHING", "LAST_ONE", "EACH_ONE",
    "JUST", "SAME", "ALIKE", "THAN", "ASIDE", "NOT_SO", "REST",
    "BRINGS",
    "REALLY", "RESTART", "DENIES", "ITS", "SORRY",
    "FOR_IT",
)  # fmt: skip
COUNTING = (Kind.NUMBER, Kind.GROUP, Kind.OFTEN)
_TYPES = (
    Kind.ROLL, Kind.ON_DICE, Kind.NIGIRI_TYPE, Kind.ONIGIRI, Kind.FRUIT_TYPE, Kind.SPECIAL_ORDER,
    Kind.NOUN,
)  # fmt: skip
_NOUNS = frozenset([*_TYPES, Kind.NIGIRI, Kind.CARD])
_STARTING = _NOUNS | {
    Kind.FRUIT, Kind.SHAPE, Kind.EITHER, Kind.DOWN, Kind.MULTIPLE, Kind.COPY_OF, Kind.BARE,
}  # fmt: skip
_NO_COPY = frozenset(
    [Kind.SPECIAL_ORDER, Kind.DOWN, Kind.BARE, Kind.COPY_OF, Kind.ARTICLE, Kind.NUMBER]
)
"""What no copy begins with that is said right behind its special order."""
_AWAY = (Kind.AWAY, Kind.ON, Kind.BESIDE)
_LISTED = {
    "BUT": "but", "ONE_OF_EACH": "each", "CLOSING": "closing", "UP_TO": "up_to", "LATER": "later",
    "FOR_WORD": "prices", "VAGUE": "vague", "ARE": "are", "GETS": "gets", "EARLIER": "earlier",
    "IT": "it", "NOTHING": "nothing", "LAST_ONE": "last", "EACH_ONE": "on_each",
    "JUST": "just", "SAME": "same", "ALIKE": "alike", "THAN": "than",
    "ASIDE": "aside", "NOT_SO": "not_so", "REST": "rest",
    "BRINGS": "bring",
    "REALLY": "really", "RESTART": "restarts", "DENIES": "denies", "ITS": "its", "SORRY": "sorry",
    "FOR_IT": "for_it",
}  # fmt: skip
"""Classes of tokens whose words are a list of the vocabulary."""
_TOOLS = {"takeout-box": "BOX", "menu": "MENU_CARD"}
"""Cards of which may be said what was done with them."""
LOST = 5
"""What it costs to know that cards are said, and not which or how many."""
MAX_FRUITS = 2
_Fruits = tuple[int, str, bool]
"""How many of a fruit, and whether that was said with a number."""
_FACE_DOWN = item(Card(None, flipped=True))
_WASABI = FACES["wasabi"]


class Meaning:
    """The actions, for one row of tokens in a game with certain faces."""

    def __init__(self, row: Sequence[Lexeme], game: Collection[str], known: Vocabulary) -> None:
        self.row, self.game, self.known = row, game, known
        shapes = sum(one.kind == Kind.SHAPE for one in row)
        self.has_shapes = shapes > 1 or any(one.kind == Kind.ONIGIRI for one in row)
        self.has_dice = any(one.kind == Kind.CARD and one.sense.name for one in row)

    def classes(self, place: int) -> list[str]:
        """The classes of a token."""
        one = self.row[place]
        found = [one.kind.name]
        if one.sense.name == "another" and one.kind == Kind.ARTICLE:
            found.append("ANOTHER")
        if one.kind == Kind.CARD and one.sense.name:
            found.append("DIE")
        if one.kind in _NOUNS and one.sense.name in _TOOLS:
            found.append(_TOOLS[one.sense.name])
        if one.form in ("one", "ones"):
            found.append("ONE")
        lists = self.known.lists
        found += [name for name, words in _LISTED.items() if one.form in getattr(lists, words)]
        if one.kind == Kind.EITHER and "maki" in one.sense.name:
            found.append("ICON")
            if self._only_roll(one):
                found[0] = "ROLL"
        return found

    def _only_roll(self, one: Lexeme) -> str:
        here = [type_ for type_ in one.sense.name.split() if f"{type_}-3" in self.game]
        return here[0] if len(here) == 1 else ""

    def at(self, place: int) -> Lexeme | None:
        return self.row[place] if 0 <= place < len(self.row) else None

    def is_plural(self, at: int, end: int) -> bool:
        return any(one.plural and one.kind in _NOUNS for one in self.row[at:end])

    # ------------------------------------------------------------------ how many

    def count(
        self, at: int, end: int, number: Lexeme | None = None, group: Lexeme | None = None,
        article: Lexeme | None = None, more: Lexeme | None = None, times: Lexeme | None = None,
    ) -> Count | None:  # fmt: skip
        following = self.at(end)
        if times and times.form.isalpha() and following and following.definite:
            return None  # "5 por las tempuras" tells points
        if number and number is self.row[at] and self._heads_list(at):
            return None
        before = self.at(at - 1)
        is_first = bool(times and times is self.row[at] and before and before.kind != Kind.BREAK)
        if times and is_first and len(times.form) > 1:
            return None  # "palillos por dos tempuras" may be a swap
        many = (number.sense.number if number else 1) * (group.sense.number if group else 1)
        another = bool(article and article.sense.name == "another")
        last = [one for one in self.row[at:end] if one.kind in COUNTING]
        return Count(
            many, bool(last) and last[-1].kind == Kind.GROUP, bool(more) or another,
            not (number or group), any(map(self._is_definite, self.row[at:end])),
        )  # fmt: skip

    def multiple(self, at: int, end: int, number: Lexeme) -> Count | None:
        """ "Double tempura", where no die shows two."""
        is_die = f"{self.row[end].sense.name}-2" in self.game
        is_many = number.form.endswith("s")  # "the ones"
        return None if is_die or is_many else Count(number.sense.number)

    def _is_definite(self, one: Lexeme) -> bool:
        first, _, more = one.form.partition(" ")
        return one.definite or (
            first in self.known.lists.definite and bool(more or one.kind == Kind.GROUP)
        )

    # ------------------------------------------------------------------ which card

    def _name(self, at: int, end: int, faces: tuple[str, ...], clear: bool, **more: Any) -> Name:
        return Name(faces, clear, self.is_plural(at, end), self._is_definite(self.row[at]), **more)

    def plain(self, at: int, end: int, noun: Lexeme, kind: Lexeme | None = None) -> Name | None:
        meant = faces_of(noun.sense._replace(plural=False))
        if kind is None and noun.kind == Kind.SHAPE:
            return self._name(at, end, meant, self.has_shapes)
        before = self.at(at - 1)
        is_many = before is not None and before.sense.number > 1
        if kind and is_many and any(one.apart for one in self.row[at + 1 : end]):
            return None  # "two onigiri: round, square"
        if noun.kind == Kind.EITHER:
            here = tuple(face for face in meant if face in self.game)
            return self._name(at, end, here or meant, " " in noun.sense.name and len(here) == 1)
        return self._name(at, end, meant, len(meant) == 1)

    def said_twice(self, at: int, end: int, noun: Lexeme, again: Lexeme) -> Name | Dear | None:
        if noun.sense.name not in again.sense.name.split():
            return None
        if noun.form == again.form:
            return None
        if noun.kind in (Kind.ROLL, Kind.ON_DICE):
            return self.icons(at, end, noun)
        return self.plain(at, end, noun)

    def said_icons(self, at: int, end: int, icons: Lexeme) -> Icons | None:
        before, first = self.at(at - 1), self.row[at]
        if before and before.kind == Kind.NUMBER and first.kind == Kind.OF and first.definite:
            return None  # "makis, dos: el de tres y …"
        noun = self.at(end) if first.kind == Kind.MULTIPLE else None
        if noun and noun.kind == Kind.ON_DICE and f"{noun.sense.name}-2" not in self.game:
            return None  # "double tempura" are two
        return Icons(icons.sense.number)

    def icons_named(self, at: int, end: int, icons: Lexeme, word: Lexeme) -> Icons | Dear:
        """ "Tempura 2-icon sashimi": before their card they are in the singular."""
        said = Icons(icons.sense.number)
        return Dear(said, 1) if icons.sense.number > 1 and word.form.endswith("s") else said

    def joined_icons(self, at: int, end: int, icons: Lexeme) -> Icons | None:
        noun, before = self.at(end), self.at(at - 1)
        is_counted = before is not None and before.kind == Kind.NUMBER
        if is_counted and before and before.form.isdecimal() != icons.form.isdecimal():
            return Icons(icons.sense.number, joined=True)  # "1 three maki"
        if noun is None or not (noun.hyphen or (before and before.kind == Kind.ARTICLE)):
            return None
        return Icons(icons.sense.number, joined=True)

    def apart_icons(self, at: int, end: int, icons: Lexeme) -> Icons | None:
        before = self.row[at - 1]
        is_clear = before.kind == Kind.ROLL and icons.definite
        return Icons(icons.sense.number) if is_clear else None

    def loose_icons(self, at: int, end: int, icons: Lexeme) -> Icons | None:
        return Icons(icons.sense.number, loose=True)

    def icons(
        self, at: int, end: int, noun: Lexeme, icons: Icons | None = None
    ) -> Name | Dear | None:
        type_ = noun.sense.name
        if noun.kind == Kind.EITHER:
            type_ = self._only_roll(noun)
        meant = faces_of(Sense(Kind.NOUN, type_))
        here = type_ in ROLLS or any(f"{type_}-{n}" in self.game for n in (2, 3))
        if icons and icons.joined and type_ in DICE and f"{type_}-{icons.number}" not in self.game:
            return None
        loose = False
        if icons and icons.loose:
            said = self.row[end - 1]
            if not said.hyphen and not (said.glued and here):
                if not here:
                    return None
                if self._starts(end):
                    if icons.number not in ROLLS.get(type_, (2, 3)):
                        return None
                    loose = True
        number = icons.number if icons else None
        slug = type_ if type_ in DICE and number in (None, 1) else f"{type_}-{number}"
        if slug in FACES:
            return self._name(at, end, (slug,), True, loose=loose)
        return self._name(at, end, meant, False)

    def _starts(self, place: int) -> bool:
        """Whether a card without a number before it may begin here."""
        one = self.at(place)
        return one is not None and one.kind in _STARTING

    def die(
        self, at: int, end: int, icons: Lexeme, noun: Lexeme, type: Lexeme | None = None
    ) -> Name | None:
        if type and type.sense.name != noun.sense.name:
            return None
        type_, shown = noun.sense.name, icons.sense.number
        face = type_ if shown == 1 and type_ in DICE else f"{type_}-{shown}"
        name = self._name(at, end, (face,) if face in FACES else (type_,), face in FACES)
        return name._replace(plural=self.row[at].plural)

    def on_one_die(
        self, at: int, end: int, icons: Lexeme, noun: Lexeme, one: Lexeme
    ) -> Name | None:
        if one.sense.number != 1:
            return None
        face = f"{noun.sense.name}-{icons.sense.number}"
        known = face in FACES
        return self._name(at, end, (face if known else noun.sense.name,), known, counted=1)

    def some_fruit(self, at: int, end: int, number: Lexeme | None, kind: Lexeme) -> _Fruits | None:
        times = number.sense.number if number else 1
        is_number = bool(number and number.kind == Kind.NUMBER)
        return (times, kind.sense.name, is_number) if times <= MAX_FRUITS else None

    def fruit(
        self, at: int, end: int, one: _Fruits, two: _Fruits | None = None,
        three: _Fruits | None = None, noun: Lexeme | None = None,
    ) -> Name | None:  # fmt: skip
        said = [some for some in (one, two, three) if some]
        fruits = [name for times, name, _ in said for _ in range(times)]
        if self.row[at].kind == Kind.ARTICLE:
            return None  # it counts the cards
        if any(one.kind == Kind.OF and one.definite for one in self.row[at:end]):
            return None  # "tres frutas: la de sandía con piña"
        if self.row[at].plural and any(one.apart for one in self.row[at + 1 : end]):
            return None  # "frutas: piña piña"
        counted = one[2] and self.row[at] is not noun
        # "Two oranges fruit" is one card, "two orange fruits" are two.
        if counted and (two or noun is None or noun.form.endswith("s")):
            return None
        clear = len(fruits) == MAX_FRUITS
        return self._name(at, end, _fruit_card(fruits), clear, counted=int(counted))

    def on_fruit(self, at: int, end: int, one: _Fruits, two: _Fruits | None = None) -> Name | None:
        """What lies on a fruit card: "two oranges", "an orange and a pineapple"."""
        said = [some for some in (one, two) if some]
        fruits = [name for times, name, _ in said for _ in range(times)]
        if len(fruits) != MAX_FRUITS:
            return None
        return self._name(at, end, _fruit_card(fruits), True)

    def any_fruit(self, at: int, end: int, noun: Lexeme) -> Name | None:
        return self._name(
            at, end, faces_of(noun.sense._replace(plural=False)), noun.sense.name in FACES
        )

    # ------------------------------------------------------------------ special orders

    def copied(self, at: int, end: int, name: Name) -> Name | None:
        return None if name.copy else name._replace(copy=True, counted=0)

    def copied_many(self, at: int, end: int, count: Count, name: Name) -> Name | Dear | None:
        if count.article:
            return None
        return name._replace(faces=("special-order", *name.faces), clear=False, copy=True)

    def order(
        self, at: int, end: int, noun: Lexeme | None = None, copy: Name | None = None,
        there: Lexeme | None = None,
    ) -> Name | None:  # fmt: skip
        definite, plural = self.row[at].definite, self.row[at].plural
        if copy is None:
            return Name(("special-order",), True, plural, definite)
        clear = copy.clear and not (there and "wasabi" in copy.faces)
        return copy._replace(
            clear=clear, plural=plural or copy.plural, definite=definite, there=bool(there)
        )

    def order_joined(self, at: int, end: int, noun: Lexeme, copy: Name) -> Name | None:
        following = self.at(at + 1)
        if noun.hyphenated and following and not following.glued:
            return None
        if following and following.kind in _NO_COPY:
            return None
        return self.order(at, end, noun, copy)

    def order_of_nothing(self, at: int, end: int, noun: Lexeme) -> Name | None:
        return self._name(at, end, ("special-order",), False)

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
        return before is not None and before.kind in (*_NOUNS, *COUNTING, Kind.ARTICLE)

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
        return before is not None and before.kind in _NOUNS and before.sense.name == one.sense.name

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
        if self.row[at + 1].apart and before and before.kind in _NOUNS:
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
        if (following and following.form == "?") or (before and before.kind in _NOUNS):
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

    def _heads_list(self, at: int) -> bool:
        """Whether a number is one of "three of them: tofu, tofu, eel"; not of "three: tofu"."""
        number, end = self.row[at], at + 1
        if end == len(self.row) or not (number.part or self.row[end].apart):
            return False
        if any(one.kind not in (Kind.HAVE, Kind.BREAK, Kind.SUM) for one in self.row[:at]):
            return False
        cards, names, is_counted = self._listed(end)
        is_told = len(names) > 1 and not is_counted and not self.row[end].plural
        is_told &= number.part or names[:1] == names[1:2]
        return len(names) > 1 and (is_told or cards == number.sense.number)

    def _listed(self, place: int) -> tuple[int, list[str], bool]:
        """How many cards are named from a place on to the end, which ones, and whether there are
        numbers; nothing where more is said."""
        cards, names, is_counted, number = 0, list[str](), False, 1
        for before, one in pairwise(self.row[place - 1 :]):
            if one.kind == Kind.NUMBER and before.kind in (Kind.ROLL, Kind.ON_DICE, Kind.WITH):
                continue
            if one.kind == Kind.NUMBER:
                number, is_counted = one.sense.number, True
            elif one.kind in _TYPES or one.kind == Kind.NIGIRI:
                if {before.kind, one.kind} <= {Kind.NIGIRI, Kind.NIGIRI_TYPE}:
                    continue  # "egg nigiri"
                cards, number = cards + number, 1
                names.append(one.sense.name)
            elif one.kind not in (Kind.BREAK, Kind.AND, Kind.ARTICLE, Kind.WITH, Kind.ICON):
                return 0, [], False
        return cards, names, is_counted

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
        is_behind = not is_sum and before is not None and before.kind in _NOUNS
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
        if before and before.kind in _NOUNS and end == len(self.row) and "ARE" in self.classes(at):
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


def _fruit_card(fruits: Sequence[str]) -> tuple[str, ...]:
    """The faces with just these fruits, or those with any of them."""
    if len(fruits) == MAX_FRUITS:
        for pair in (fruits, fruits[::-1]):
            if (slug := "fruit-" + "-".join(pair)) in FACES:
                return (slug,)
    return tuple(
        dict.fromkeys(face for name in fruits for face in faces_of(Sense(Kind.FRUIT, name)))
    )
