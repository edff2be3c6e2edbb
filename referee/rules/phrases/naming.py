"""The classes of a phrase's tokens, how many are told, and which card."""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

from ..cards import FACES
from .grammar import Dear
from .kinds import DICE, ROLLS, Kind, Sense, faces_of
from .lexer import Lexeme
from .told import (
    Count,
    Icons,
    Name,
)
from .vocabulary import Vocabulary

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

NOUNS = frozenset([*_TYPES, Kind.NIGIRI, Kind.CARD])

_STARTING = NOUNS | {
    Kind.FRUIT, Kind.SHAPE, Kind.EITHER, Kind.DOWN, Kind.MULTIPLE, Kind.COPY_OF, Kind.BARE,
}  # fmt: skip

_NO_COPY = frozenset(
    [Kind.SPECIAL_ORDER, Kind.DOWN, Kind.BARE, Kind.COPY_OF, Kind.ARTICLE, Kind.NUMBER]
)
"""What no copy begins with that is said right behind its special order."""

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

MAX_FRUITS = 2

_Fruits = tuple[int, str, bool]
"""How many of a fruit, and whether that was said with a number."""


class Naming:
    """The actions that say how many, and which card, for one row of tokens in a game with certain
    faces."""

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
        if one.kind in NOUNS and one.sense.name in _TOOLS:
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
        return any(one.plural and one.kind in NOUNS for one in self.row[at:end])

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


def _fruit_card(fruits: Sequence[str]) -> tuple[str, ...]:
    """The faces with just these fruits, or those with any of them."""
    if len(fruits) == MAX_FRUITS:
        for pair in (fruits, fruits[::-1]):
            if (slug := "fruit-" + "-".join(pair)) in FACES:
                return (slug,)
    return tuple(
        dict.fromkeys(face for name in fruits for face in faces_of(Sense(Kind.FRUIT, name)))
    )
