"""The list of shortcut keys that the entry page opens."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from .grid import TypeTile
from .keys import LIST, NEXT, SCORE, UNDO, WORDS


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key and what it does. ``first`` is the key that is pressed before it, "" for none."""

    key: str
    does: str
    first: str = ""


def key_rows(tiles: Sequence[TypeTile]) -> list[KeyRow]:
    """Every key of the page: those of the cards as they lie in the grid, then the others."""
    return [
        *(row for tile in tiles for row in _of_tile(tile)),
        KeyRow(UNDO, _("Undo")),
        KeyRow(NEXT, _("Go on: the next player, the round’s result, or “That’s mine”")),
        KeyRow(SCORE, _("Read the score")),
        KeyRow(WORDS, _("To the text field")),
        KeyRow(LIST, _("This list")),
    ]


def _of_tile(tile: TypeTile) -> Iterator[KeyRow]:
    if not tile.buttons:
        yield KeyRow(tile.key, capfirst(tile.name))
    for button in tile.buttons:
        name = capfirst(button.name)
        yield KeyRow(button.key, name) if button.key else KeyRow(button.digit, name, tile.key)
