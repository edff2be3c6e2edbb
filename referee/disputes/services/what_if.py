"""Trying: changes made in a copy of a round. Nothing of it is stored; see ``correcting``."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from uuid import UUID

from ...models import Tap
from ...play.services.batches import Asked
from ...play.services.game_state import GameTable, LaidTableau, laid_tableau
from ...play.services.refusals import Refused
from ...play.services.tapping import Hand, Wish, check_tap_id
from ...play.services.wishes import read_wish

MOST_WISHES = 60
"""Changes in one try; its address then has some five thousand characters."""

_TRIABLE = frozenset({"add", "copy", "take", "flip", "on", "off"})
"""What can be tried: cards. Claims keep their order in the race, and stay as they are."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A change that was tried.

    Attributes:
        asked: the change.
        refused: why it changes nothing, None where it does.
    """

    asked: Asked
    refused: Refused | None = None

    @property
    def is_done(self) -> bool:
        """Whether it was made for good before, so that there is nothing left to try."""
        return self.refused is not None and self.refused.code == "done-already"


@dataclass(frozen=True, slots=True)
class Trial:
    """A game as it would stand, and what became of every change, in order."""

    table: GameTable
    tried: Sequence[Tried]


def written(asked: Asked) -> str:
    """A change as it stands in the address of a try: ``<id>.<place>.<do>``."""
    return f"{asked.id}.{asked.seat}.{asked.do}"


def read_written(text: str, round_number: int) -> Asked:
    """The change of a round (from 1) that stands so in an address; see :func:`written`.

    Raises:
        Refused: ``not-understood``, or ``not-in-game`` for a face that is none.
    """
    id_, _dot, rest = text.partition(".")
    place, _dot, do = rest.partition(".")
    if len(place) != 1 or place not in "123456789":
        raise Refused("not-understood")
    try:
        asked = Asked(UUID(id_), round_number, int(place), do)
    except ValueError:
        raise Refused("not-understood") from None
    read_trial(asked)
    return asked


def read_trial(asked: Asked) -> Wish:
    """A change that can be tried, as it was asked for.

    Raises:
        Refused: ``not-understood`` for another text, or for what is tried with no card;
            ``not-in-game`` for a face that is none.
    """
    if asked.do.partition(":")[0] not in _TRIABLE:
        raise Refused("not-understood")
    return read_wish(asked.id, asked.round, asked.seat, asked.do)


def what_if(table: GameTable, round_number: int, asked: Sequence[Asked]) -> Trial:
    """A copy of a game in which changes of one round are made, in their order.

    One that no longer fits, because the table has moved on, changes nothing and says why; the
    others are made. The cards of the copy have the ids that they would have on the table.

    Args:
        table: as it stands; it stays so.
        round_number: 1 to 3; of the changes it is the round, too.
        asked: at most 60.

    Raises:
        Refused: ``too-many-wishes``.
    """
    if len(asked) > MOST_WISHES:
        raise Refused("too-many-wishes", changes=MOST_WISHES)
    made = {tap.pk: tap for tap in Tap.objects.filter(pk__in=[one.id for one in asked])}
    copied = _Copy(table, round_number, made)
    tried = [copied.take(one) for one in asked]
    return Trial(copied.table(), tried)


class _Copy:
    """The tableaus of a round, of which those that are changed are copied."""

    def __init__(self, table: GameTable, round_number: int, made: Mapping[UUID, Tap]) -> None:
        self._table = table
        self._round = round_number
        self._made = made
        self._laid = table.tableaus[round_number - 1]
        self._seats = {seat.place: index for index, seat in enumerate(table.seats)}
        self._hands: dict[int, Hand] = {}
        self._taken: dict[UUID, Asked] = {}

    def take(self, asked: Asked) -> Tried:
        """Makes a change in the copy."""
        try:
            self._change(asked)
        except Refused as refused:
            return Tried(asked, refused)
        return Tried(asked)

    def table(self) -> GameTable:
        """The game with the copied tableaus in the place of its own."""
        table, index = self._table, self._round - 1
        laid = [self._laid_copy(seat) for seat in range(len(self._laid))]
        rounds, tableaus = list(table.sheet.rounds), list(table.tableaus)
        rounds[index] = replace(rounds[index], tableaus=tuple(one.value for one in laid))
        tableaus[index] = laid
        return replace(table, tableaus=tableaus, sheet=replace(table.sheet, rounds=tuple(rounds)))

    def _laid_copy(self, seat: int) -> LaidTableau:
        if hand := self._hands.get(seat):
            return laid_tableau(hand.row, hand.entries, self._table.setting)
        return self._laid[seat]

    def _change(self, asked: Asked) -> None:
        wish = read_trial(asked)
        if asked.round != self._round or asked.seat not in self._seats:
            raise Refused("no-such-tableau")
        hand = self._hand(self._seats[asked.seat])
        self._check_id(asked, hand)
        self._taken[asked.id] = asked
        number = self._table.game.version + len(self._taken)
        before = list(hand.entries)
        hand.do(Tap(pk=asked.id, kind=wish.kind, do=wish.do, number=number), wish.change)
        if hand.entries == before:
            raise Refused("no-longer-fits")

    def _check_id(self, asked: Asked, hand: Hand) -> None:
        """A change that was made before is made no second time, as with real taps."""
        check_tap_id(asked.id)
        if twin := self._taken.get(asked.id):
            raise Refused("done-already" if twin == asked else "id-used")
        if tap := self._made.get(asked.id):
            is_same = tap.tableau_id == hand.row.pk and tap.do == asked.do
            raise Refused("done-already" if is_same else "id-used")

    def _hand(self, seat: int) -> Hand:
        if seat not in self._hands:
            laid = self._laid[seat]
            entries = [copy(entry) for entry in laid.entries]
            hand = Hand(laid.row, self._table.game, "", entries)
            hand.setting = self._table.setting
            self._hands[seat] = hand
        return self._hands[seat]
