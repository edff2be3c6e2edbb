"""Which face is named: icons, shapes and fruits said before or after its type."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ..cards import FACES, Face
from .lexicon import CARD_KINDS, Sense, faces_of
from .lexing import Lexeme
from .vocabulary import Kind

ICONS = {"maki": (1, 2, 3), "uramaki": (3, 4, 5)}
"""How many icons there may be where there are always some, and a number must be said."""
DICE = frozenset(face.type for face in FACES.values() if face.die_only)
"""Types with icons on dice; a number need not be said."""
FRUITS_ON_A_CARD = 2

STARTS = CARD_KINDS | {Kind.DOWN, Kind.MULTIPLE, Kind.CARD, Kind.COPY_OF, Kind.BARE}
"""What a card may begin with, besides its number."""


class Named(NamedTuple):
    """What was named.

    Attributes:
        faces: the face, or those that may be meant.
        clear: there is no doubt about the one.
        after: the place of the lexeme behind it.
        counted: the number before it was part of the name ("two oranges fruit").
    """

    faces: tuple[str, ...]
    clear: bool
    after: int
    counted: bool = False


_END = Lexeme(Kind.BREAK, "", 0, 0, 0)


class Namer:
    """Reads the name of a face from a row of lexemes, in a game with certain faces."""

    def __init__(self, row: Sequence[Lexeme], game: Collection[str]) -> None:
        self.row = row
        self.game = game

    def at(self, place: int) -> Lexeme:
        """The lexeme of a place; a break before the first and behind the last."""
        return self.row[place] if 0 <= place < len(self.row) else _END

    def kind(self, place: int) -> Kind:
        """What the lexeme of a place does."""
        return self.at(place).kind

    def says_card(self, place: int) -> bool:
        """Whether "card" stands here behind its name, and not before the next: "card of tofu"."""
        return self.kind(place) is Kind.CARD and self.kind(place + 1) is not Kind.OF

    def starts_card(self, place: int) -> bool:
        """Whether a card without a number before it begins here."""
        return self.kind(place) in STARTS or self.icons_before(place)

    def icons_before(self, place: int) -> bool:
        """Whether a number here says the icons of the card behind it: "3-icon maki", "3-maki"."""
        if self.kind(place) is not Kind.NUMBER:
            return False
        after = self.at(place + 1)
        if after.kind is Kind.ICON:
            return self.at(place + 2).name in (*ICONS, *DICE) or self.kind(place + 2) is Kind.OF
        type_, number = after.name, self.at(place).number
        has_icons = after.kind is Kind.NOUN and (type_ in ICONS or f"{type_}-{number}" in self.game)
        return has_icons and (after.hyphen or self.kind(place - 1) is Kind.ARTICLE)

    # ------------------------------------------------------------------ by type

    def face(self, place: int, number: int | None) -> Named | None:
        """The face that is named from a place on, None where there is none.

        Args:
            place: of the first lexeme behind the number of cards.
            number: the number of cards that was said before it, None for none.
        """
        icons = None
        if self.icons_before(place):
            icons = self.at(place).number
            place += 1 + (self.kind(place + 1) is Kind.ICON)
            place += self.kind(place) is Kind.OF
        elif self.kind(place) is Kind.MULTIPLE:
            icons = self.at(place).number
            place += 1 + (self.kind(place + 1) is Kind.ICON)
        lexeme = self.at(place)
        if lexeme.kind not in CARD_KINDS:
            return None
        if lexeme.kind is Kind.FRUIT:
            return self._fruits(place, number, icons)
        type_ = self._roll(lexeme) or lexeme.name
        if type_ in ICONS or type_ in DICE:
            return self._with_icons(type_, place + 1, number, icons)
        named = self._plain(place)
        return named if icons is None else named._replace(clear=False)

    def _roll(self, lexeme: Lexeme) -> str:
        """The type with icons that "rolls" are in this game, "" where that is not clear."""
        if lexeme.kind is not Kind.EITHER:
            return ""
        here = [type_ for type_ in lexeme.name.split() if f"{type_}-3" in self.game]
        return here[0] if "maki" in lexeme.name.split() and len(here) == 1 else ""

    def _plain(self, place: int) -> Named:
        """A name in which no number has a part."""
        lexeme = self.at(place)
        meant = faces_of(Sense(lexeme.kind, lexeme.name))
        if lexeme.kind is Kind.NIGIRI:
            return Named(meant, True, place + 1 + (self.at(place + 1).name == "nigiri"))
        if lexeme.kind is Kind.SHAPE:
            known = self.at(place + 1).name == "onigiri"
            return Named(meant, known, place + 1 + known)
        if lexeme.kind is Kind.EITHER:
            here = tuple(face for face in meant if face in self.game)
            return Named(here or meant, len(here) == 1 and " " in lexeme.name, place + 1)
        if lexeme.name == "nigiri":
            return self._told_by(place, Kind.NIGIRI, meant)
        if lexeme.name == "onigiri":
            return self._told_by(place, Kind.SHAPE, meant)
        if lexeme.name == "fruit":
            return self._fruits_after(place)
        return Named(meant, len(meant) == 1, place + 1)

    def _told_by(self, place: int, kind: Kind, meant: tuple[str, ...]) -> Named:
        """ "nigiri de calamar", "onigiri with a square"."""
        behind = place + 1
        linked = self.kind(behind) in (Kind.OF, Kind.WITH)
        behind += linked
        behind += self.kind(behind) is Kind.ARTICLE
        teller = self.at(behind)
        if teller.kind is not kind or (not linked and self._tells_next(behind)):
            return Named(meant, False, place + 1)
        return Named(faces_of(Sense(kind, teller.name)), True, behind + 1)

    def _tells_next(self, place: int) -> bool:
        """Whether a word belongs to the noun behind it: the last "square" of "onigiri, a square
        onigiri", but not the first of "nigiri squid nigiri egg"."""
        noun, told = self.at(place + 1), self.at(place).kind
        is_noun = noun.kind is Kind.NOUN and noun.name in ("nigiri", "onigiri")
        linked = self.kind(place + 2) in (Kind.OF, Kind.WITH)
        return is_noun and self.kind(place + 2 + linked) is not told

    # ------------------------------------------------------------------ icons

    def _with_icons(self, type_: str, after: int, number: int | None, icons: int | None) -> Named:
        after += self.says_card(after)
        if icons is not None:
            return self._so_many(type_, icons, after)
        behind = self._joined_icons(type_, after)
        if behind is None and self.kind(after) is Kind.MULTIPLE:
            if self.at(after + 1).name in (*ICONS, *DICE):
                return self._doubtful(type_, after + 1)
            behind = self.at(after).number, after + 1
        if behind is not None:
            return self._so_many(type_, *behind)
        if self.kind(after) is Kind.NUMBER:
            return self._loose_icons(type_, after, number)
        return self._unsaid(type_, after)

    def _joined_icons(self, type_: str, place: int) -> tuple[int, int] | None:
        """Icons that are said as such: "with 2", "2 icons", "-2"; and the place behind them."""
        linked = self.kind(place) in (Kind.WITH, Kind.OF)
        at = place + linked
        said = self.at(at)
        if said.kind not in (Kind.NUMBER, Kind.ARTICLE):
            return None
        if self._is_icon(at + 1, type_):
            icons = self.at(at + 1)
            before_next = not linked and said.number > 1 and not icons.form.endswith("s")
            if before_next and self.icons_before(at):
                return None  # "tempura, 2-icon sashimi" without its comma
            return said.number, at + 2
        if said.kind is Kind.ARTICLE:
            return None
        is_slug = said.hyphen or (said.glued and (type_ in ICONS or self._dice_of(type_)))
        if is_slug and not linked:
            return said.number, at + 1
        if linked and (type_ in ICONS or not self.starts_card(at + 1)):
            counts_next = self.kind(at + 1) is Kind.TIMES and self.starts_card(at + 2)
            return None if counts_next else (said.number, at + 1)
        return None

    def _is_icon(self, place: int, type_: str) -> bool:
        """ "icons", or "rolls" behind maki."""
        lexeme = self.at(place)
        is_roll = lexeme.kind is Kind.EITHER and type_ in lexeme.name.split()
        return lexeme.kind is Kind.ICON or (is_roll and type_ in ICONS)

    def _loose_icons(self, type_: str, place: int, number: int | None) -> Named:
        """A number behind the type, by itself: icons, or the number of what comes next."""
        said = self.at(place).number
        counts_next = self.kind(place + 1) is Kind.TIMES and self.starts_card(place + 2)
        if counts_next or self.icons_before(place):
            return self._unsaid(type_, place)
        fits = said in ICONS.get(type_, (1, 2, 3))
        followed = self.starts_card(place + 1)
        if type_ in ICONS:
            if not followed:
                return self._so_many(type_, said, place + 1)
            if not fits:
                return self._unsaid(type_, place)
            if number is not None and number > 1:
                return self._doubtful(type_, place + 1)
            return self._so_many(type_, said, place + 1)
        counts_next = followed and (number is not None or not fits)
        if counts_next or not self._dice_of(type_):
            return self._unsaid(type_, place)
        if followed and said > 1:
            return self._doubtful(type_, place + 1)
        return self._unsaid(type_, place) if followed else self._so_many(type_, said, place + 1)

    def _dice_of(self, type_: str) -> bool:
        """Whether this game has dice with icons of a type."""
        return any(f"{type_}-{icons}" in self.game for icons in (2, 3))

    def _so_many(self, type_: str, icons: int, after: int) -> Named:
        slug = type_ if icons == 1 and type_ in DICE else f"{type_}-{icons}"
        if slug not in FACES:
            return Named(faces_of(Sense(Kind.NOUN, type_)), False, after)
        return Named((slug,), True, after)

    def _unsaid(self, type_: str, after: int) -> Named:
        """No icons are said: clear for a die, which has one then."""
        if type_ in DICE:
            return Named((type_,), True, after)
        return Named(faces_of(Sense(Kind.NOUN, type_)), False, after)

    def _doubtful(self, type_: str, place: int) -> Named:
        """A number that belongs to this card or to the next one: neither is understood."""
        meant = faces_of(Sense(Kind.NOUN, type_))
        following = self.face(place, 1)
        if following is None:
            return Named(meant, False, place)
        return Named((*meant[:3], *following.faces), False, following.after)

    # ------------------------------------------------------------------ fruits

    def _fruits(self, place: int, number: int | None, icons: int | None) -> Named:
        """ "watermelon and orange (fruit)", "double orange fruit", "two oranges fruit"."""
        fruits, after = self._list(place, [])
        if icons is not None:
            fruits = fruits[:1] * icons + fruits[1:]
        noun = self.at(after)
        has_noun = noun.name == "fruit" and self.kind(after + 1) not in (Kind.WITH, Kind.OF)
        after += has_noun
        is_double = has_noun and number == FRUITS_ON_A_CARD and len(fruits) == 1
        if is_double and not noun.form.endswith("s"):
            return Named(_fruit_card(fruits * 2), True, after, counted=True)
        meant = _fruit_card(fruits)
        alone = number is None or number == 1 or has_noun
        return Named(meant, alone and len(fruits) == FRUITS_ON_A_CARD, after)

    def _fruits_after(self, place: int) -> Named:
        """ "fruit with two oranges", "fruta de sandía y piña"."""
        behind = place + 1
        behind += self.says_card(behind)
        linked = self.kind(behind) in (Kind.WITH, Kind.OF)
        fruits, after = self._list(behind + linked, [])
        if not fruits:
            return Named(faces_of(Sense(Kind.NOUN, "fruit")), False, place + 1)
        return Named(_fruit_card(fruits), len(fruits) == FRUITS_ON_A_CARD, after)

    def _list(self, place: int, fruits: list[str]) -> tuple[list[str], int]:
        """Fruits one after the other, and the place behind them."""
        at = place + (bool(fruits) and self.kind(place) in (Kind.AND, Kind.PLUS, Kind.WITH))
        times = 1
        if self.kind(at) in (Kind.NUMBER, Kind.ARTICLE, Kind.MULTIPLE):
            times, at = self.at(at).number, at + 1
        if self.kind(at) is not Kind.FRUIT or times > FRUITS_ON_A_CARD:
            return fruits, place
        return self._list(at + 1, fruits + [self.at(at).name] * times)


def _fruit_card(fruits: Sequence[str]) -> tuple[str, ...]:
    """The faces with just these fruits, or those with any of them."""
    if len(fruits) == FRUITS_ON_A_CARD:
        for pair in (fruits, fruits[::-1]):
            if (slug := "fruit-" + "-".join(pair)) in FACES:
                return (slug,)
    with_any = dict.fromkeys(f for name in fruits for f in faces_of(Sense(Kind.FRUIT, name)))
    return tuple(with_any)


def face_of(named: Named) -> Face:
    """The face of a clear name."""
    return FACES[named.faces[0]]
