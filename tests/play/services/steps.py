"""Taps on the tableaus of a first round, written in a row, so that tests can be tables."""

from dataclasses import replace
from uuid import UUID, uuid4

from referee.models import Claim, Game
from referee.rules import tableau_text
from tests import taps
from tests.factories import OTHER_PHONE, table_of, where
from tests.taps import Where

_OF_CARDS = ("take", "flip", "on", "bare")
_OTHERS = ("turn", "swap", "clear", "undo", "claim", "claimed", "unclaim")


def play(game: Game, steps: str) -> None:
    """Makes taps, a word each.

    A word is a card that is added (``copy:`` and ``:bare`` as in a tap's text), or what is done:
    as in a tap's text, but that cards go by their numbers in the order in which they were added,
    from 1. It is done to the card as the phone first saw it; ``turn`` flips it as it lies now.
    ``unclaim`` is of the seat's first claim. ``2/`` stands before what is done on the second
    seat's tableau, ``~`` before what another phone does.
    """
    cards: list[UUID] = []
    for step in steps.split():
        *seat, do = step.removeprefix("~").split("/")
        at = where(game, 1, int(seat[0]) if seat else 1)
        at = replace(at, phone=OTHER_PHONE) if step[0] == "~" else at
        tap = uuid4()
        verb = do.split(":")[0]
        if verb in (*_OF_CARDS, *_OTHERS):
            do = _spelled(at, verb, do, cards)
        else:
            cards.append(tap)
            do = do if verb == "copy" else f"add:{do}"
        taps.tap(at, tap, do)


def _spelled(at: Where, verb: str, do: str, cards: list[UUID]) -> str:
    """The text of a tap."""

    def card(number: str) -> UUID:
        return cards[int(number) - 1] if int(number) <= len(cards) else uuid4()

    numbers = do.split(":")[1:]
    if verb in _OF_CARDS:
        return ":".join([verb, *(str(card(number)) for number in numbers)])
    if verb == "turn":
        seat = table_of(Game(pk=at.game)).rounds[0].seats[at.seat - 1]
        return next(f"flip:{one.pk}" for one in seat.entries if one.card == card(numbers[0]))
    if verb == "swap":
        return ":".join(["swap", numbers[0], *(str(card(number)) for number in numbers[1:])])
    if verb == "unclaim":
        standing = Claim.objects.filter(round__game=at.game, withdrawn_by=None)
        return f"unclaim:{standing.filter(seat__place=at.seat)[0].pk}"
    return do if numbers else f"{do}:"


def lying(game: Game) -> str:
    """What lies on the tableaus of the first round, by seat."""
    return "|".join(tableau_text(seat.tableau) for seat in table_of(game).rounds[0].seats)


def race(game: Game) -> list[tuple[tuple[int, int], ...]]:
    """The claims of the first round by turn: (seat from 0, icons)."""
    return list(table_of(game).sheet.rounds[0].claims)
