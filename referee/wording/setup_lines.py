"""The lines of the setup card, whatever they tell to do."""

from collections.abc import Callable
from typing import NamedTuple

from referee.rules.table_setup import Belts, DessertPile, SetupCard


class SetupLine(NamedTuple):
    """One thing to do.

    Attributes:
        text: the whole of it, its numbers included.
        figure: the number or the arrow to see from afar; "" for none. It is in the text too.
    """

    text: str
    figure: str = ""


def of_the_game(
    card: SetupCard,
    roll: Callable[[SetupCard, Belts], list[SetupLine]],
    party: Callable[[SetupCard, DessertPile], list[SetupLine]],
    sushi_go: Callable[[SetupCard], list[SetupLine]],
) -> tuple[SetupLine, ...]:
    """The lines of the game that the card is for."""
    if card.belts:
        return tuple(roll(card, card.belts))
    return tuple(party(card, card.desserts) if card.desserts else sushi_go(card))


def with_figure(text: str, number: int) -> SetupLine:
    """A line with its number in the text, as ``%(n)d``, and beside it."""
    return SetupLine(text % {"n": number}, str(number))
