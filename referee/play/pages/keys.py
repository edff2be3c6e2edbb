"""Shortcut keys of the entry page: which key enters which card of a game.

Keys come from the names in the language in use, so that they are easy to remember, and from the
cards of the game alone, so that they stay the same while it is played. A tile of one card and every
nigiri have a letter; maki and uramaki the digit of their icons, for one of them is in every game
and never both; of any other tile with several cards the letter comes first and then a digit: the
number of icons where there is one, else the card's place on the tile.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from unicodedata import combining, normalize

from ...rules import FACES
from ...wording.short import short_face_name

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
