"""How a player is drawn: a colour and a mark that follow them through charts and tables."""

from typing import NamedTuple

from ..models import Player

COLOURS = 8
"""Each has dashes of its own; see ``.s0`` to ``.s7`` in the style sheet."""
MARKS = (
    "M-8,0a8,8 0 1,0 16,0a8,8 0 1,0 -16,0z",
    "M-8,-8h16v16h-16z",
    "M0,-10l10,18h-20z",
    "M0,-11l11,11l-11,11l-11,-11z",
    "M-3,-10h6v7h7v6h-7v7h-6v-7h-7v-6h7z",
    "M0,10l10,-18h-20z",
    "M-5,-9h10l6,9l-6,9h-10l-6,-9z",
    "M-10,-9l20,18v-18l-20,18z",
)
"""A shape for each, so that they are told apart without their colours."""


class Look(NamedTuple):
    """A player's classes in the style sheet, and the path of their mark around 0, 0."""

    style: str
    mark: str


def look_of(player: Player | None) -> Look:
    """Return how a player is drawn; None is a game's dummy.

    Of a club's players the first eight have a colour each, the next eight the same ones with hollow
    marks of other shapes.
    """
    if player is None:
        return Look("s6 hollow", MARKS[0])
    again, colour = divmod(player.look, COLOURS)
    hollow = " hollow" if again % 2 else ""
    return Look(f"s{colour}{hollow}", MARKS[(colour + again) % len(MARKS)])
