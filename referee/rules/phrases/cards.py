"""Which cards are named: icons, shapes and fruits before or after a type, and special orders."""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ..cards import FACES
from ..tableau import Card
from .lexemes import END, Lexeme
from .table import DICE, NAMES, ROLLS, Sense, faces_of
from .vocabulary import Kind

MAX_FRUITS = 2
"""So many fruits are on a card."""
COUNT = "(?:x#|(?:#(?!id)g?|a?g)e?x?d?|2d?|a[ed]?)"
"""A number of cards before them."""
SAYS_CARD = "(?:c(?!d))"
"""The word "card" behind a name, and not before the next: "card of tofu"."""


class Count(NamedTuple):
    """A number of cards, None for none; the place behind it; and whether it is "a pair"."""

    after: int
    number: int | None = None
    group: bool = False


class Row:
    """A row of lexemes, and what they do as a string of letters that patterns read."""

    def __init__(self, lexemes: Sequence[Lexeme]) -> None:
        self.lexemes = lexemes
        self.codes = "".join(lexeme.kind for lexeme in lexemes)

    def at(self, place: int) -> Lexeme:
        """The lexeme of a place; a break before the first and behind the last."""
        return self.lexemes[place] if 0 <= place < len(self.lexemes) else END

    def kind(self, place: int) -> str:
        return self.at(place).kind

    def behind(self, pattern: str, place: int) -> int:
        """The place behind what a pattern finds at a place; 0 where it finds nothing."""
        found = re.compile(pattern).match(self.codes, place)
        return found.end() if found else 0

    def behind_card(self, place: int) -> int:
        return self.behind(SAYS_CARD, place) or place

    def count(self, place: int) -> Count:
        """A number before cards: "two", "a pair of", "2 x", "x2", "a"."""
        after = self.behind(COUNT, place)
        said = [lexeme for lexeme in self.lexemes[place:after] if lexeme.kind in "#g2"]
        number = 1 if after else None
        for lexeme in said:
            number = (number or 1) * lexeme.sense.number
        return Count(after or place, number, bool(said) and said[-1].kind == Kind.GROUP)


class _Name(NamedTuple):
    """The face that is named, or those that may be meant; see :class:`Lexeme` for the rest."""

    faces: tuple[str, ...]
    clear: bool
    after: int
    counted: bool = False
    copy: bool = False
    there: bool = False


def name_cards(lexemes: Sequence[Lexeme], game: Collection[str]) -> list[Lexeme]:
    """The row with all lexemes that name a card made one, in a game with certain faces."""
    said = _with_lists(_with_rolls(_without_each(lexemes), game))
    row = _Names(_with_said_before(said), game)
    named: list[Lexeme] = []
    place, number = 0, None
    while place < len(row.lexemes):
        if name := row.card(place, number):
            named.append(_card(row.lexemes[place : name.after], name))
            number = None
            place = row.behind("x#", name.after) or name.after  # "tofu x2" counts the tofu
            named += row.lexemes[name.after : place]
            continue
        if any(row.dice) and row.behind("[#a][wd](?:[#a]|a?m)D", place):
            number = row.at(place).sense.number  # "and one with two dumplings"
            named.append(row.at(place))
            place += 1
            continue
        after, count, _ = row.count(place)
        if count is not None or row.kind(place) not in "cdBV-":
            number = count
        after = max(after, place + 1)
        named += row.lexemes[place:after]
        place = after
    return named


def _with_rolls(lexemes: Sequence[Lexeme], game: Collection[str]) -> list[Lexeme]:
    """ "Rolls" as the icons of "maki with three rolls", or as the only rolls of this game."""
    row = list(lexemes)
    for place, lexeme in enumerate(row):
        types = lexeme.sense.name.split()
        if lexeme.kind != Kind.EITHER or "maki" not in types:
            continue
        before = "".join(one.kind for one in row[max(0, place - 8) : place])
        after = row[place + 1].kind if place + 1 < len(row) else ""
        here = [type_ for type_ in types if f"{type_}-3" in game]
        if re.search("R[wd]?(?:#[,&]*){0,3}[#a]m?$|[#a][wd]a?[#m]$", before) or (
            before.endswith("#") and after == "R"
        ):
            row[place] = lexeme._replace(kind=Kind.ICON)
        elif len(here) == 1:
            row[place] = lexeme._replace(
                kind=Kind.ROLL, sense=Sense(Kind.ROLL, here[0]), plural=False
            )
    return row


_EACH = re.compile(r"(?<=#[RF])(,[igj]d?)(?=[wd]?(?:[#am]|f))")


def _without_each(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """The row without ", each" in "two maki, each with three" and "three fruits, all of them …"."""
    codes = "".join(one.kind for one in lexemes)
    each = {n for found in _EACH.finditer(codes) for n in range(*found.span())}
    return [one for n, one in enumerate(lexemes) if n not in each]


_SHOWN = f"[wd]?a?#(?![wdgex2]|[iE][{NAMES}])[iE]?"
_LIST = re.compile(f"R(?P<icons>i?)c?,?H?{_SHOWN}(?:[,&pA]*{_SHOWN})+")


def _with_lists(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """The row with each roll of "maki: 2, 3 and 1" said with its icons. A number before them must
    be how many there are, or how many icons."""
    codes = "".join(one.kind for one in lexemes)
    row: list[Lexeme] = []
    place = 0
    for found in _LIST.finditer(codes):
        begun, roll = found.start(), lexemes[found.start()]
        said = [n for n in range(begun + 1, found.end()) if codes[n] == Kind.NUMBER]
        if re.compile(f"[{NAMES}cVYB]|[#a]").match(codes, found.end()):
            said.pop()  # "maki 2, 3 tempura": it counts what comes next
        icons = [lexemes[n].sense.number for n in said]
        cards = begun - 2 if codes[max(place, begun - 2) : begun] == "cd" else begun
        before = lexemes[cards - 1] if cards > place else END
        number = before.sense.number if before.kind == Kind.NUMBER else None
        is_sum = number in (None, sum(icons) if found["icons"] else len(icons))
        if len(icons) < 2 or not is_sum or before.kind in "dgex2":
            continue
        cards -= number is not None
        row += lexemes[place:cards]
        start = lexemes[cards].start
        place = said[-1] + 1
        place += place < len(codes) and codes[place] in "iE"
        if not {*icons} <= {*ROLLS[roll.sense.name]}:
            row.append(roll._replace(start=start, end=lexemes[place - 1].end, plural=False))
            continue
        for n in said:
            end = lexemes[n].end
            row.append(roll._replace(start=start, end=end, plural=False, definite=False))
            row.append(lexemes[n]._replace(kind=Kind.MULTIPLE, start=end))
            row.append(END._replace(kind=Kind.AND, start=end, end=end))
            start = end
        row.pop()
    return row + list(lexemes[place:])


_OF_ROLL = r"[#a](?:[wd](?:#|a?m)|m)"
_HEADING = re.compile(rf"R(?:[,&]*{_OF_ROLL})+")
_SAID_BEFORE = re.compile(
    r"(?<=[#a])(?<!x[#a])(?:[wd](?:#|a?m)[iE]?|m)(?=[,&LpA]|$|[#a][wd](?:#|a?m))"
)


def _with_said_before(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """The row with the rolls in it that are only said once: "maki with three and one with two",
    "makis: one with three and two with two"."""
    row, rolls = Row(lexemes), None
    said: list[Lexeme] = []
    place, heading = 0, -1
    while place < len(lexemes):
        one = lexemes[place]
        if one.kind == Kind.ROLL:
            rolls = one
            if one.plural and (each := _HEADING.match(row.codes, place)):
                numbers = [
                    lexemes[place + 1 + found.start()].sense.number
                    for found in re.finditer(_OF_ROLL, each[0][1:])
                ]
                if said and said[-1].kind == Kind.NUMBER and said[-1].sense.number == sum(numbers):
                    one = one._replace(start=said.pop().start)
                    rolls = one
                following = lexemes[place + 1]._replace(start=one.start)
                said, heading, place = [*said, following], place + 1, place + 2
                continue
        elif one.kind in NAMES.replace("E", "") or one.kind in "IXK":
            rolls = None
        is_of_roll = row.codes[place - 2 : place - 1] == "R" and heading != place - 1
        if rolls and not is_of_roll and (found := _SAID_BEFORE.match(row.codes, place)):
            said.append(rolls._replace(start=one.start, end=one.start, plural=False))
            said += lexemes[place : found.end()]
            if said[-1].kind == Kind.EITHER:  # "one with a single roll"
                said[-1] = said[-1]._replace(kind=Kind.ICON)
            place = found.end()
            continue
        before = said[-1] if said else END
        if one.kind in "RDPF" and before.sense == one.sense and before.form != one.form:
            said[-1] = before._replace(end=one.end)  # "temaki hand roll"
        else:
            said.append(one)
        place += 1
    return said


def _card(said: Sequence[Lexeme], name: _Name) -> Lexeme:
    face = FACES[name.faces[0]] if name.clear else None
    kind = Kind.OTHER_CARD if face else Kind.UNCLEAR_CARD
    if face and face.type in ("wasabi", "nigiri"):
        kind = Kind.WASABI if face.type == "wasabi" else Kind.NIGIRI_CARD
    return said[0]._replace(
        kind=kind,
        sense=said[-1].sense,
        end=said[-1].end,
        plural=said[0].plural
        if said[0].kind == Kind.CARD  # "a die with two dumplings"
        else any(one.plural and one.kind in "RDNOFSPnc" for one in said),
        card=Card(face, name.copy) if face else None,
        nearest=name.faces,
        counted=name.counted,
        there=name.there,
    )


class _Names(Row):
    """Reads the names of cards from a row."""

    def __init__(self, lexemes: Sequence[Lexeme], game: Collection[str]) -> None:
        super().__init__(lexemes)
        self.game = game
        self.has_shapes = "O" in self.codes
        self.dice = [one.kind == Kind.CARD and bool(one.sense.name) for one in lexemes]

    def _starts(self, place: int) -> bool:
        """Whether a card without a number before it begins here."""
        return self.kind(place) in f"{NAMES}VmcYB" or bool(self._behind_icons(place))

    def _behind_icons(self, place: int) -> int:
        """The place behind icons before their card: "3-icon maki", "3-maki"; 0 for none."""
        if after := self.behind("#i(?=[RD])|#id", place):
            return after
        noun = self.at(place + 1)
        is_joined = noun.hyphen or self.kind(place - 1) == Kind.ARTICLE
        if not is_joined or not self.behind("#[RD]", place):
            return 0
        die = f"{noun.sense.name}-{self.at(place).sense.number}"
        return place + 1 if noun.kind == Kind.ROLL or die in self.game else 0

    # ------------------------------------------------------------------ special orders

    def card(self, place: int, number: int | None) -> _Name | None:
        """The card that is named from a place on, behind its ``number``; None for none."""
        if self.kind(place) == Kind.COPY_OF:
            return self._copy(place + 1)
        if self.kind(place) == Kind.COPYING:  # "copy the tofu with a special order"
            name = self._copy(place + 1)
            after = self.behind("[wo]a?S", name.after)
            return name._replace(after=after) if after and name.clear else None
        if die := self._die(place, number):
            return die
        if self.kind(place) != Kind.SPECIAL_ORDER:
            return self._face(place, number)
        after = self.behind_card(place + 1)
        if copied := self.behind("[yd]", after):
            return self._copy(copied)
        if copied := self.behind("o", after):  # on wasabi it may lie there, copying another card
            copy = self._copy(copied)
            return copy._replace(clear=copy.clear and "wasabi" not in copy.faces, there=True)
        # On the score sheet, where hyphens stand, a colon stands between it and what it copies.
        is_apart = self.at(place).hyphenated and not self.at(after).glued
        if self._starts(after) and self.kind(after) not in "SVcBY" and not is_apart:
            return self._copy(after)
        return _Name(("special-order",), True, after)

    def _copy(self, place: int) -> _Name:
        """A special order with what it copies, which begins at a place."""
        copied = self.behind("a?cd?|a", place) or place
        if name := self._face(copied, None):
            return name._replace(copy=True, counted=False)
        count = self.count(copied)
        more = self._face(count.after, None) if count.number else None
        faces = more.faces if more else ()
        return _Name(("special-order", *faces), False, more.after if more else place)

    def _die(self, place: int, number: int | None) -> _Name | None:
        """ "a die with two dumplings", "three dumplings on one die", None for any other."""
        noun = self.at(place)
        on_one = self.behind("Do[a#]c", place)
        if on_one and self.dice[on_one - 1] and self.at(on_one - 2).sense.number == 1:
            face = f"{noun.sense.name}-{number}"
            known = face in FACES
            return _Name((face if known else noun.sense.name,), known, on_one, counted=True)
        # "a die with two tempura and one with a pudding", "a pudding die with two puddings"
        typed = self.behind("D(?=c)", place)
        begins = self.dice[typed or place] or (self.kind(place - 1) in "a#" and any(self.dice))
        after = self.behind("c?[wd](?:[#a]e?x?|a?m)(?=D)", typed or place) if begins else 0
        if not after or (typed and self.at(after).sense.name != noun.sense.name):
            return None
        said = [one.sense.number for one in self.lexemes[place:after] if one.kind in "#am"]
        type_, shown = self.at(after).sense.name, said[-1]
        face = type_ if shown == 1 else f"{type_}-{shown}"
        after = self.behind("Di?", after)
        return _Name((face,) if face in FACES else (type_,), face in FACES, after)

    # ------------------------------------------------------------------ by type

    def _face(self, place: int, number: int | None) -> _Name | None:
        icons = self.at(place).sense.number
        after = self._behind_icons(place) or self.behind("mi?", place)
        if name := self._with_icons(after or place, number, icons if after else None):
            return name
        if self.kind(after or place) == Kind.FRUIT:
            return self._fruits(after or place, number, icons if after else 1)
        name = self._plain(after or place)
        return name and name._replace(clear=name.clear and not after)

    def _plain(self, place: int) -> _Name | None:
        """A name in which no number has a part."""
        lexeme = self.at(place)
        meant = faces_of(lexeme.sense._replace(plural=False))
        if lexeme.kind == Kind.FRUIT_TYPE:
            return self._fruits_after(place)
        # In "onigiri square onigiri" the shape belongs to the second.
        for noun, told in (("N", "n"), ("O", "h")):
            linked = f"{noun}(?:[wd]a?{told}|a?{told}(?![NO](?![wd]?{told})))"
            after = self.behind(linked, place)
            if after and not self._is_sum(place, after):
                return _Name(faces_of(self.at(after - 1).sense._replace(plural=False)), True, after)
        if after := self.behind("nN|hO", place):
            return _Name(meant, True, after)
        if lexeme.kind == Kind.EITHER:
            here = tuple(face for face in meant if face in self.game)
            several = " " in lexeme.sense.name
            return _Name(here or meant, several and len(here) == 1, place + 1)
        if lexeme.kind not in "NOPSnh":
            return None
        if lexeme.kind == Kind.SHAPE and self.has_shapes:
            is_one = self.at(place + 1).form in ("one", "ones")
            return _Name(meant, True, place + 1 + is_one)
        clear = len(meant) == 1 and lexeme.kind != Kind.SHAPE
        return _Name(meant, clear, place + 1)

    def _is_sum(self, place: int, after: int) -> bool:
        """Whether "three nigiri: salmon, egg, squid" says of a number of cards what each is."""
        is_several = self.kind(place - 1) == Kind.NUMBER and self.at(place - 1).sense.number > 1
        return is_several and (self.at(after - 1).apart or bool(self.behind("[,&]?[nh]", after)))

    # ------------------------------------------------------------------ icons

    def _with_icons(self, place: int, number: int | None, icons: int | None) -> _Name | None:
        """A type with icons; ``icons`` were said before it."""
        if self.kind(place) not in "RD":
            return None
        type_, after = self.at(place).sense.name, place + 1
        meant = faces_of(Sense(Kind.NOUN, type_))
        if icons is None:
            icons, after = self._icons_behind(type_, place, number)
        if icons == 0:
            following = self._face(after, 1)
            faces = (*meant[:3], *following.faces) if following else meant
            return _Name(faces, False, following.after if following else after)
        slug = type_ if type_ in DICE and icons in (None, 1) else f"{type_}-{icons}"
        return _Name((slug,), True, after) if slug in FACES else _Name(meant, False, after)

    def _icons_behind(self, type_: str, place: int, number: int | None) -> tuple[int | None, int]:
        """The icons that are said behind a type, None for none; 0 where they may count what comes
        next, so that neither is understood. And the place behind them."""
        unsaid = None, place + 1
        after = self.behind_card(place + 1)
        said, then = self.at(after), self.at(after + 1)
        if behind := self.behind("[wd]a?m(?![RD])", after):
            return self.at(behind - 1).sense.number, self.behind("i", behind) or behind
        if behind := self.behind("[wd]?[#a]i", after):
            # "tempura 2-icon sashimi": before the next one they are in the singular.
            one = said.kind == Kind.NUMBER and said.sense.number > 1 and then.form[-1:] != "s"
            belongs_next = one and self._behind_icons(after)
            return unsaid if belongs_next else (self.at(behind - 2).sense.number, behind)
        if behind := self.behind("[wd]a(?=[,&]|$)", after):  # "gyoza de una"
            return then.sense.number, behind
        if behind := self.behind("[wd]#", after):
            counts_next = self.behind("x", behind) and self._starts(behind + 1)
            counts_next = counts_next or (type_ in DICE and self._starts(behind))
            return unsaid if counts_next else (then.sense.number, behind)
        if said.kind == Kind.MULTIPLE:
            return 0 if then.kind in "RD" else said.sense.number, after + 1
        return self._loose_icons(type_, after, number) or unsaid

    def _loose_icons(self, type_: str, place: int, number: int | None) -> tuple[int, int] | None:
        """A number by itself behind a type: icons, or how many there are of what comes next."""
        said, then = self.at(place), self.at(place + 1)
        icons, after = said.sense.number, place + 1
        here = type_ in ROLLS or any(f"{type_}-{n}" in self.game for n in (2, 3))
        if said.kind != Kind.NUMBER:
            return None
        if said.hyphen or (said.glued and here):
            return icons, after
        if (then.kind == Kind.TIMES and self._starts(after + 1)) or self._behind_icons(place):
            return None
        if not here or not self._starts(after):
            return (icons, after) if here else None
        if icons not in ROLLS.get(type_, (2, 3)) or (type_ in DICE and number is not None):
            return None
        clear = type_ in ROLLS and (number or 1) == 1
        return icons if clear else 0, after

    # ------------------------------------------------------------------ fruits

    def _fruits(self, place: int, number: int | None, icons: int) -> _Name:
        """ "watermelon and orange (fruit)", "double orange fruit", "two oranges fruit"."""
        fruits, after = self._list(place)
        fruits = fruits[:1] * icons + fruits[1:]
        noun = self.behind("F(?![wd])", after)
        is_one = noun and not self.at(after).form.endswith("s")
        if is_one and number == MAX_FRUITS and len(fruits) == 1:
            return _Name(_fruit_card(fruits * 2), True, noun, counted=True)
        clear = len(fruits) == MAX_FRUITS and (number in (None, 1) or bool(noun))
        return _Name(_fruit_card(fruits), clear, noun or after)

    def _fruits_after(self, place: int) -> _Name:
        """ "fruit with two oranges", "fruta de sandía y piña"."""
        after = self.behind_card(place + 1)
        fruits, end = self._list(self.behind("[wd]", after) or after)
        if not fruits:
            return _Name(faces_of(Sense(Kind.FRUIT_TYPE, "fruit")), False, place + 1)
        return _Name(_fruit_card(fruits), len(fruits) == MAX_FRUITS, end)

    def _list(self, place: int) -> tuple[list[str], int]:
        """Fruits one after the other, and the place behind them."""
        fruits: list[str] = []
        while after := self.behind("[&pw]?[#am]?f" if fruits else "[#am]?f", place):
            said = self.at(after - 2) if after - 2 >= place else END
            times = said.sense.number if said.kind in "#am" else 1
            if times > MAX_FRUITS:
                break
            fruits += [self.at(after - 1).sense.name] * times
            place = after
        return fruits, place


def _fruit_card(fruits: Sequence[str]) -> tuple[str, ...]:
    """The faces with just these fruits, or those with any of them."""
    if len(fruits) == MAX_FRUITS:
        for pair in (fruits, fruits[::-1]):
            if (slug := "fruit-" + "-".join(pair)) in FACES:
                return (slug,)
    return tuple(
        dict.fromkeys(face for name in fruits for face in faces_of(Sense(Kind.FRUIT, name)))
    )
