"""The grid of the entry page: a tile for each card type, a button for each face, and their keys.

Keys come from the names in the language in use, so that they are easy to remember, and from the
cards of the game alone, so that they stay the same while it is played. A tile of one card and every
nigiri have a letter; maki and uramaki the digit of their icons, for one of them is in every game
and never both; of any other tile with several cards the letter comes first and then a digit: the
number of icons where there is one, else the card's place on the tile.
"""

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any
from uuid import UUID

from django.utils.text import capfirst

from ...models import Entry
from ...rules import FACES
from ...rules.cards import DISCARDED_WHEN_PLAYED, UNCOPYABLE
from ...rules.names import without_accents
from ...rules.next_card import NextCard, next_cards
from ...rules.rulesets import faces_in
from ...rules.scoring.sets import SETS
from ...rules.tableau import Card
from ...wording.catalogue import gettext as _
from ...wording.catalogue import ngettext, pgettext, remembered
from ...wording.items import card_name
from ...wording.names import face_name, short_face_name, type_name
from ..services.game_state import LaidTableau, SeatState

AGAIN, UNDO, NEXT, SCORE, QUESTION, WORDS, LIST = ",", "u", "n", "s", ".", "/", "?"
"""What is no tile: the last card once more, undo, go on, read the score, the question, the text
field, the list of keys."""
TAKEN = frozenset((UNDO, NEXT, SCORE))
_BY_DIGIT = ("maki", "uramaki")
_SCORES_NOTHING_YET = {"pudding", "chopsticks", "spoon", "menu", "wasabi"}
"""Cards that bring no points by themselves, or none that can be told before the game's end."""


def following_cards(seat: SeatState) -> dict[str, NextCard]:
    """What one more card of each face would change for a seat."""
    setting, (*earlier, round_) = seat.round.setting, seat.round.sheet.rounds
    return next_cards(
        setting,
        round_.tableaus,
        round_.claims,
        seat.index,
        seat.laid.cards,
        faces_in(setting),
        [played.tableaus[seat.index] for played in earlier],
    )


def tiles(seat: SeatState, brings: Mapping[str, NextCard]) -> list[dict[str, Any]]:
    """The tiles of a seat's tableau, row by row as a phone shows them, with what each face brings.

    A tile has a ``width`` (how much of a row it takes on a phone) and the shortcut ``key`` that
    opens it or comes before a digit, "" where its buttons have keys of their own. ``copies`` are
    the buttons of the special order, which has no others. A button has what it sends (``do``), the
    ``cards`` that it counts, newest last, what the next such card ``brings`` ("+5", "2 of 3"), the
    same where there is more room (``next``) and for the ear (``told``), how many ``sets`` are full
    and what one of them brings (``prize``, "" where no sets score), and its ``key``, or the
    ``digit`` that comes after its tile's key.
    """
    setting, known = seat.round.setting, faces_in(seat.round.setting)
    by_type: dict[str, list[str]] = {}
    for face in known:
        by_type.setdefault(FACES[face].type, []).append(face)
    discarded = () if setting.rules.dice else DISCARDED_WHEN_PLAYED
    up = [entry for entry in seat.entries if not entry.flipped]
    shown = []
    for type_, faces in by_type.items():
        copies: list[dict[str, Any]] = []
        if type_ == "special-order":
            buttons, count = [], sum(entry.copy for entry in up)
            # Chopsticks and spoons may have gone back to a hand after they were copied.
            copied = {"chopsticks", "spoon", *(entry.face for entry in seat.entries)}
            copies = [
                _button(
                    f"copy:{face}",
                    face,
                    # The card's own button is called by the card alone.
                    card_name(Card(FACES[face], copy=True)),
                    _cards(up, face, copy=True),
                    label=face_name(face),
                )
                for face in known
                if face in copied and FACES[face].type not in UNCOPYABLE
            ]
        elif type_ == "takeout-box":
            down = [entry.card for entry in seat.entries if entry.flipped]
            count = len(down)
            two = NextCard(2, None)
            buttons = [_button("add:flipped", "face-down", _("Face-down card"), down, brings=two)]
        elif type_ in discarded:
            continue
        else:
            buttons = [
                _button(
                    f"add:{face}",
                    face,
                    face_name(face),
                    _cards(up, face, copy=False),
                    label=short_face_name(face) if len(faces) > 1 else "",
                    brings=None if type_ in _SCORES_NOTHING_YET else brings[face],
                    is_die=bool(setting.rules.dice),
                )
                for face in faces
            ]
            count = sum(len(button["cards"]) for button in buttons)
        tile = {"type": type_, "name": type_name(type_), "count": count, "width": "half"}
        shown.append(tile | {"buttons": buttons, "copies": copies, "key": ""})
    give_keys(shown)
    return _in_rows(shown)


def tile_of_last(laid: LaidTableau, phone: str) -> str:
    """The id of the button that a phone has pressed last of those whose cards lie, "" for none."""
    own = [entry for entry in laid.entries if entry.added_by.phone == phone]
    return f"{'copy' if own[-1].copy else 'add'}-{own[-1].face or 'flipped'}" if own else ""


def _cards(up: Sequence[Entry], face: str, *, copy: bool) -> list[UUID]:
    return [entry.card for entry in up if entry.face == face and entry.copy == copy]


def _button(
    do: str,
    icon: str,
    name: str,
    cards: Sequence[UUID],
    *,
    label: str = "",
    brings: NextCard | None = None,
    is_die: bool = False,
) -> dict[str, Any]:
    # Where there is ever something it never goes away: the name above it would jump.
    short, is_full, sets, prize = "", False, 0, ""
    if brings and brings.set_place:
        size, points = SETS[FACES[icon].type]
        sets, prize = brings.held // size, f"+{points}"
    if brings and not brings.points and brings.set_place:
        place, size = brings.set_place
        is_full = place == 1 and brings.held > 0
        short = (
            _("set ✓") if is_full else _("%(place)s of %(size)s") % {"place": place, "size": size}
        )
    elif brings:
        short = f"{brings.points:+}".replace("-", "−")
    following = pgettext("a die", "next: %(what)s") if is_die else _("next: %(what)s")
    then = following % {"what": short} if short and not is_full else short
    return {
        "do": do,
        "id": do.replace(":", "-"),
        "icon": icon,
        "label": label or name,
        "name": name,
        "cards": cards,
        "sets": sets,
        "prize": prize,
        "brings": short,
        "next": then,
        "told": _spoken_label(
            _with_label(name, label), len(cards), _("the set is full") if is_full else then
        ),
        "numbered": (label or name).isdecimal(),  # of icons, which stand beside the picture
        "key": "",
        "digit": "",
    }


def _with_label(name: str, label: str) -> str:
    """A name in which what is seen on the button can be said to press it: "sashimi with 1 icon"."""
    if label.casefold() in name.casefold():
        return name
    return _("%(card)s with 1 icon") % {"card": name} if label == "1" else label


@remembered
def _spoken_label(name: str, count: int, then: str) -> str:
    """What the button says to the ear, in the words that are seen: "Tempura: 1 lies here, next:
    +5"."""
    lying = ngettext("%(n)d lies here", "%(n)d lie here", count) % {"n": count}
    remarks = [*([lying] if count else []), *([then] if then else [])]
    return f"{capfirst(name)}: {', '.join(remarks)}" if remarks else capfirst(name)


def give_keys(shown: Sequence[dict[str, Any]]) -> None:
    """Gives tiles, in catalogue order, and their buttons the keys that the module's text tells."""
    lettered: list[dict[str, Any]] = []
    for tile in shown:
        if tile["type"] == "nigiri" or len(tile["buttons"]) == 1:
            lettered += tile["buttons"]
        elif tile["type"] not in _BY_DIGIT:
            lettered.append(tile)
    names = [target.get("label", target["name"]) for target in lettered]
    for target, letter in zip(lettered, letters_for(names), strict=True):
        target["key"] = letter
    for tile in shown:
        faces = [button["icon"] for button in tile["buttons"]]
        if tile["type"] == "nigiri" or len(faces) < 2:
            continue
        has_icons = all(FACES[face].parts[0][0] == tile["type"] for face in faces)
        for place, button in enumerate(tile["buttons"], start=1):
            digit = str(FACES[button["icon"]].icons if has_icons else place)
            button["digit" if tile["key"] else "key"] = digit


def letters_for(names: Sequence[str]) -> Sequence[str]:
    """A letter for each name, all different: its first one where no name before it begins so; for
    the others the first letter of another of their words, one from their middle, or one that is
    free, whichever comes first.

    Raises:
        ValueError: for more names than there are letters.
    """
    chosen: dict[int, str] = {}
    for is_first in (True, False):
        for place, name in enumerate(names):
            words = _plain(name).split()
            letters = [*(word[0] for word in words), *"".join(words), *ascii_lowercase]
            taken = TAKEN.union(chosen.values())
            free = [letter for letter in letters[: 1 if is_first else None] if letter not in taken]
            if place not in chosen and free:
                chosen[place] = free[0]
    if len(chosen) < len(names):
        raise ValueError("There are more names than letters.")
    return [chosen[place] for place in range(len(names))]


def _plain(name: str) -> str:
    """A name in small letters without accents; what is no letter parts words."""
    return "".join(c if c in ascii_lowercase else " " for c in without_accents(name))


def _in_rows(shown: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """An order and widths of which every row is full, so that the longest menu fits on a phone.

    Two or three buttons need half a row, four of them two thirds, six all of it. A lone one goes
    anywhere: beside nigiri when no other tile of several is left for it, beside four buttons, and
    the others two to a row, with three in the last where their number is odd. Otherwise in
    catalogue order.
    """
    lone = [tile for tile in shown if len(tile["buttons"]) < 2]
    several = [tile for tile in shown if 2 <= len(tile["buttons"]) <= 3]
    four = [tile | {"width": "two-thirds"} for tile in shown if len(tile["buttons"]) == 4]
    six = [tile | {"width": "whole"} for tile in shown if len(tile["buttons"]) > 4]
    if len(several) % 2:
        several[1:1] = lone[:1]
        lone = lone[1:]
    if four:
        four += [tile | {"width": "third"} for tile in lone[-1:]]
        lone = lone[:-1]
    if len(lone) % 2:
        width = "third" if len(lone) > 1 else "whole"
        lone[-3:] = [tile | {"width": width} for tile in lone[-3:]]
    return [*several[:2], *lone, *several[2:], *four, *six]


def key_rows(tiles: Sequence[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """Every key of the page, those of the cards first: the one before it or "", itself, and what
    it does."""
    rows = []
    for tile in tiles:
        if not tile["buttons"]:
            rows.append(("", tile["key"], capfirst(tile["name"])))
        for button in tile["buttons"]:
            first = "" if button["key"] else tile["key"]
            rows.append((first, button["key"] or button["digit"], capfirst(button["name"])))
    return [
        *rows,
        ("", AGAIN, _("Once more what you entered last")),
        ("", UNDO, _("Undo")),
        ("", NEXT, _("Go on: the next player, the round’s result, or “complete”")),
        ("", SCORE, _("Read the score")),
        ("", QUESTION, _("To the open question")),
        ("", WORDS, _("To the text field")),
        ("", LIST, _("This list")),
    ]
