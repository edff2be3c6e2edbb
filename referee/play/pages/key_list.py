"""The list of shortcut keys that the entry page opens."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from .grid import TypeTile
from .keys import LIST, NEXT, SCORE, UNDO, WORDS


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
