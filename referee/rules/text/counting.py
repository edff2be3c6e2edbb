"""How many cards are said: numbers before and behind them."""

from typing import NamedTuple

from .naming import Namer
from .vocabulary import Kind

ENDS = frozenset(
    {Kind.BREAK, Kind.AND, Kind.PLUS, Kind.ADD, Kind.MINUS, Kind.REMOVE, Kind.FLIP, Kind.DOWN,
     Kind.TAKE, Kind.AWAY, Kind.WITHOUT}
)  # fmt: skip
"""Before these, a number behind a card can only be how many of it there are."""


class Count(NamedTuple):
    """A number of cards.

    Attributes:
        after: the place of the lexeme behind it.
        number: how many; None where no number is said.
        group: it was said as "a pair".
    """

    after: int
    number: int | None = None
    group: bool = False


class Counts(Namer):
    """Reads numbers of cards from a row of lexemes."""

    def count(self, place: int) -> Count:
        """A number before cards: "two", "a pair of", "2 x", "x2", "a"."""
        lead = self.kind(place)
        if lead is Kind.TIMES and self.kind(place + 1) is Kind.NUMBER:
            return Count(place + 2, self.at(place + 1).number)
        if lead is Kind.ARTICLE:
            inner = self.count(place + 1) if self.kind(place + 1) is Kind.GROUP else None
            after = place + 1
            after += self.kind(after) in (Kind.MORE, Kind.OF)
            return inner or Count(after, 1)
        if lead not in (Kind.NUMBER, Kind.GROUP) or self.icons_before(place):
            return Count(place)
        number, after = self.at(place).number, place + 1
        if lead is Kind.NUMBER and self.kind(after) is Kind.GROUP:
            number, after = number * self.at(after).number, after + 1
        group = self.kind(after - 1) is Kind.GROUP
        after += self.kind(after) is Kind.MORE
        after += self.kind(after) is Kind.TIMES
        after += self.kind(after) is Kind.OF
        return Count(after, number, group)

    def count_behind(self, place: int) -> Count:
        """A number behind a card that counts it: "x2", "2x", "2" at the end; 0 where it cannot be
        told from icons. None where it belongs to what comes next, or there is none."""
        kind, then = self.kind(place), self.kind(place + 1)
        if kind is Kind.TIMES and then is Kind.NUMBER:
            return Count(place + 2, self.at(place + 1).number)
        if kind is not Kind.NUMBER:
            return Count(place)
        after = place + 1 + (then is Kind.TIMES)
        if self.kind(after) not in ENDS or self.kind(after) is Kind.DOWN:
            return Count(place)
        told = then is Kind.TIMES or self.kind(place - 1) is not Kind.NUMBER
        return Count(after, self.at(place).number if told else 0)
