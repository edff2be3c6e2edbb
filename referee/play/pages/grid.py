"""The grid of the entry page: a tile for each card type, a button for each face, and their keys.

Keys come from the names in the language in use, so that they are easy to remember, and from the
cards of the game alone, so that they stay the same while it is played. A tile of one card and every
nigiri have a letter; maki and uramaki the digit of their icons, for one of them is in every game
and never both; of any other tile with several cards the letter comes first and then a digit: the
number of icons where there is one, else the card's place on the tile.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Any
from unicodedata import combining, normalize

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ...rules import FACES
from ...rules.cards import DESSERTS, DISCARDED_WHEN_PLAYED, UNCOPYABLE
from ...rules.next_card import NextCard, next_cards
from ...rules.rulesets import faces_in
from ...wording.names import face_name, type_name
from ...wording.short import short_face_name
from ..services.game_state import GameTable, LaidTableau, laid_card

UNDO, NEXT, SCORE, WORDS, LIST = "u", "n", "s", "/", "?"
"""What is no card: undo, go on, read the score, the text field, the list of keys."""
TAKEN = frozenset((UNDO, NEXT, SCORE))
_BY_DIGIT = ("maki", "uramaki")


@dataclass(frozen=True, slots=True)
class TileKeys:
    """The keys of a tile: a letter of its own, "" for none, and a key for each of its faces, which
    comes after the letter unless it is the letter."""

    letter: str
    faces: Mapping[str, str]


def keys_of(types: Mapping[str, Sequence[str]], names: Mapping[str, str]) -> dict[str, TileKeys]:
    """The keys of every tile of a game, by card type.

    Args:
        types: the faces of each tile, in catalogue order; none where a tile has a list of its own.
        names: what each tile is called.
    """
    wanted: dict[tuple[str, str], str] = {}
    for type_, faces in types.items():
        if type_ == "nigiri":
            wanted.update({(type_, face): short_face_name(face) for face in faces})
        elif type_ not in _BY_DIGIT:
            wanted[type_, ""] = names[type_]
    letters = letters_for(list(wanted.values()))
    given = dict(zip(wanted, letters, strict=True))
    return {
        type_: TileKeys(given.get((type_, ""), ""), _faces(type_, faces, given))
        for type_, faces in types.items()
    }


def _faces(
    type_: str, faces: Sequence[str], given: Mapping[tuple[str, str], str]
) -> dict[str, str]:
    if type_ == "nigiri":
        return {face: given[type_, face] for face in faces}
    if len(faces) == 1:
        return {faces[0]: given[type_, ""]}
    has_icons = all(not FACES[face].parts[0][0] for face in faces)
    return {
        face: str(FACES[face].icons if has_icons else place)
        for place, face in enumerate(faces, start=1)
    }


def letters_for(names: Sequence[str]) -> list[str]:
    """A letter for each name, all different: its first one where no name before it begins so; for
    the others the first letter of another of their words, one from their middle, or one that is
    free, whichever comes first.

    Raises:
        ValueError: for more names than there are letters.
    """
    found: dict[int, str] = {}
    taken = set(TAKEN)
    for is_first in (True, False):
        for place, name in enumerate(names):
            words = _plain(name).split()
            all_of_it = [*(word[0] for word in words), *"".join(words), *ascii_lowercase]
            candidates = [c for c in all_of_it[: 1 if is_first else None] if c not in taken]
            if place not in found and candidates:
                found[place] = candidates[0]
                taken.add(candidates[0])
    if len(found) < len(names):
        raise ValueError("There are more names than letters.")
    return [found[place] for place in range(len(names))]


def _plain(name: str) -> str:
    """A name in small letters without accents; what is no letter parts words."""
    bare = "".join(c for c in normalize("NFD", name.lower()) if not combining(c))
    return "".join(c if c in ascii_lowercase else " " for c in bare)


_SCORES_NOTHING_YET = DESSERTS | {"chopsticks", "spoon", "menu", "wasabi"}
"""Cards that bring no points in the round in which they lie, or none by themselves."""


@dataclass(frozen=True, slots=True)
class FaceButton:
    """A button that adds one card.

    Attributes:
        do: what it sends.
        icon: the name of its picture.
        label: what it says.
        name: the card's full name.
        count: how many of it lie there.
        brings: what the next one would bring, such as "+5" or "2 of 3"; "" for nothing to say.
        numbered: whether the label is a number of icons, which stands beside the picture.
        key: its shortcut key, "" for none of its own; ``digit``: the one after its tile's key.
    """

    do: str
    id: str
    icon: str
    label: str
    name: str
    count: int
    brings: str = ""
    numbered: bool = False
    key: str = ""
    digit: str = ""


@dataclass(frozen=True, slots=True)
class TypeTile:
    """A card type of this game with its buttons.

    Attributes:
        copies: the buttons of the special order, which has no others.
        width: how much of a row it takes on a phone: ``third``, ``half``, ``two-thirds`` or
            ``whole``.
        key: the shortcut key that opens it, or comes before a digit; "" where the buttons have
            keys of their own.
    """

    type: str
    name: str
    count: int
    buttons: Sequence[FaceButton]
    copies: Sequence[FaceButton] = ()
    width: str = "half"
    key: str = ""


def tiles(table: GameTable, round_number: int, seat: int) -> list[TypeTile]:
    """The tiles of a seat's tableau, row by row as a phone shows them."""
    laid = table.tableaus[round_number - 1][seat]
    brings = _next_cards(table, round_number, seat)
    by_type: dict[str, list[str]] = {}
    for face in faces_in(table.setting):
        by_type.setdefault(FACES[face].type, []).append(face)
    is_card_game = not table.setting.rules.dice
    shown = []
    for type_, faces in by_type.items():
        if type_ == "special-order":
            shown.append(_special_order_tile(table, laid))
        elif type_ == "takeout-box":
            shown.append(_flipped_tile(laid))
        elif not (is_card_game and type_ in DISCARDED_WHEN_PLAYED):
            buttons = [_button(face, len(faces) > 1, laid, brings[face]) for face in faces]
            count = sum(button.count for button in buttons)
            shown.append(TypeTile(type_, type_name(type_), count, buttons))
    return _in_rows(_with_keys(shown))


def _with_keys(shown: Sequence[TypeTile]) -> list[TypeTile]:
    """The tiles with their shortcut keys."""
    faces = {tile.type: [button.icon for button in tile.buttons] for tile in shown}
    names = {
        tile.type: tile.buttons[0].name if len(tile.buttons) == 1 else tile.name for tile in shown
    }
    keys = keys_of(faces, names)
    return [
        replace(
            tile,
            key=keys[tile.type].letter if len(tile.buttons) != 1 else "",
            buttons=[_with_key(button, keys[tile.type]) for button in tile.buttons],
        )
        for tile in shown
    ]


def _with_key(button: FaceButton, keys: TileKeys) -> FaceButton:
    key = keys.faces[button.icon]
    after_letter = keys.letter not in ("", key)
    return replace(button, digit=key) if after_letter else replace(button, key=key)


def _in_rows(shown: Sequence[TypeTile]) -> list[TypeTile]:
    """An order and widths of which every row is full, so that the longest menu fits on a phone.

    Two or three buttons need half a row, four of them two thirds, six all of it. A lone one goes
    anywhere: beside nigiri when no other tile of several is left for it, beside four buttons, and
    the others two to a row, with three in the last where their number is odd. Otherwise in
    catalogue order.
    """
    lone = [tile for tile in shown if len(tile.buttons) < 2]
    several = [tile for tile in shown if 2 <= len(tile.buttons) <= 3]
    four = [replace(tile, width="two-thirds") for tile in shown if len(tile.buttons) == 4]
    six = [replace(tile, width="whole") for tile in shown if len(tile.buttons) > 4]
    if len(several) % 2:
        several[1:1] = lone[:1]
        lone = lone[1:]
    if four:
        four += [replace(tile, width="third") for tile in lone[-1:]]
        lone = lone[:-1]
    if len(lone) % 2:
        width = "third" if len(lone) > 1 else "whole"
        lone[-3:] = [replace(tile, width=width) for tile in lone[-3:]]
    return [*several[:2], *lone, *several[2:], *four, *six]


def _next_cards(table: GameTable, round_number: int, seat: int) -> dict[str, NextCard]:
    round_ = table.sheet.rounds[round_number - 1]
    cards = [laid_card(entry) for entry in table.tableaus[round_number - 1][seat].entries]
    earlier = [r.tableaus[seat] for r in table.sheet.rounds[: round_number - 1]]
    faces = faces_in(table.setting)
    return next_cards(table.setting, round_.tableaus, round_.claims, seat, cards, faces, earlier)


def _button(face: str, several: bool, laid: LaidTableau, brings: NextCard) -> FaceButton:
    count = sum(1 for e in laid.entries if e.face == face and not e.copy and not e.flipped)
    label = short_face_name(face) if several else face_name(face)
    return FaceButton(
        do=f"add:{face}",
        id=f"add-{face}",
        icon=face,
        label=label,
        name=face_name(face),
        count=count,
        brings=_brings(brings, FACES[face].type),
        numbered=label.isdecimal(),
    )


def _brings(brings: NextCard, type_: str) -> str:
    """What stands on the button. Where there is ever something it never goes away: the name above
    it would jump."""
    if brings.points:
        return f"{brings.points:+}".replace("-", "−")
    if brings.set_place:
        place, size = brings.set_place
        return _("%(place)s of %(size)s") % {"place": place, "size": size}
    return "" if type_ in _SCORES_NOTHING_YET else "+0"


def _special_order_tile(table: GameTable, laid: LaidTableau) -> TypeTile:
    """Which card does it copy? One button for each that lies there or may have left again."""
    known = [face for face in faces_in(table.setting) if FACES[face].type not in UNCOPYABLE]
    lying = {entry.face for entry in laid.entries}
    # Chopsticks and spoons may have gone back to a hand after they were copied.
    gone = {"chopsticks", "spoon"}
    copies = [_copy_button(face, laid) for face in known if face in lying or face in gone]
    count = sum(1 for entry in laid.entries if entry.copy and not entry.flipped)
    return TypeTile("special-order", type_name("special-order"), count, (), copies)


def _copy_button(face: str, laid: LaidTableau) -> FaceButton:
    count = sum(1 for e in laid.entries if e.copy and e.face == face and not e.flipped)
    name = face_name(face)
    return FaceButton(f"copy:{face}", f"copy-{face}", face, name, name, count)


def _flipped_tile(laid: LaidTableau) -> TypeTile:
    count = sum(1 for entry in laid.entries if entry.flipped)
    name = _("Face-down card")
    button = FaceButton("add:flipped", "add-flipped", "face-down", name, name, count, "+2")
    return TypeTile("takeout-box", type_name("takeout-box"), count, [button])


def key_rows(tiles: Sequence[TypeTile]) -> list[dict[str, Any]]:
    """Every key of the page: those of the cards as they lie in the grid, then the others."""
    return [
        *(row for tile in tiles for row in _of_tile(tile)),
        {
            "key": UNDO,
            "does": _("Undo"),
            "first": "",
        },
        {
            "key": NEXT,
            "does": _("Go on: the next player, the round’s result, or “That’s mine”"),
            "first": "",
        },
        {
            "key": SCORE,
            "does": _("Read the score"),
            "first": "",
        },
        {
            "key": WORDS,
            "does": _("To the text field"),
            "first": "",
        },
        {
            "key": LIST,
            "does": _("This list"),
            "first": "",
        },
    ]


def _of_tile(tile: TypeTile) -> Iterator[dict[str, Any]]:
    if not tile.buttons:
        yield {
            "key": tile.key,
            "does": capfirst(tile.name),
            "first": "",
        }
    for button in tile.buttons:
        name = capfirst(button.name)
        yield (
            {
                "key": button.key,
                "does": name,
                "first": "",
            }
            if button.key
            else {
                "key": button.digit,
                "does": name,
                "first": tile.key,
            }
        )
