"""Tries changes in a copy of a round. Stores nothing; see ``correcting``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from ...models import Tap
from ...play.services.game_state import GameState, LaidTableau, laid_tableau
from ...play.services.refusals import Refused
from ...play.services.tableau_draft import TableauDraft, check_tap_id
from ...play.services.tap_actions import Action, parse_action
from ...play.services.taps import SentTap

MAX_CHANGES = 60
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

    asked: SentTap
    refused: Refused | None = None

    @property
    def is_done(self) -> bool:
        """Return whether the change was made for good before."""
        return self.refused is not None and self.refused.code == "done-already"


@dataclass(frozen=True, slots=True)
class Trial:
    """The game after a trial, and the outcome of every change, in order."""

    table: GameState
    tried: Sequence[Tried]


def written(asked: SentTap) -> str:
    """Write a change for the address of a trial: ``<id>.<place>.<do>``."""
    return f"{asked.id}.{asked.seat}.{asked.do}"


def read_written(text: str, round_number: int) -> SentTap:
    """Read a change of a round (from 1) from an address; see :func:`written`.

    Raises:
        Refused: ``not-understood``, or ``not-in-game`` for a face that is none.
    """
    id_, _dot, rest = text.partition(".")
    place, _dot, do = rest.partition(".")
    if len(place) != 1 or place not in "123456789":
        raise Refused("not-understood")
    try:
        asked = SentTap(UUID(id_), round_number, int(place), do)
    except ValueError:
        raise Refused("not-understood") from None
    parse_trial(asked.do)
    return asked


def parse_trial(do: str) -> tuple[Tap.Kind, Action]:
    """Return a change that can be tried, as ``parse_action`` does.

    Raises:
        Refused: ``not-understood``, also for an action that is not about a card;
            ``not-in-game`` for a face that does not exist.
    """
    if do.partition(":")[0] not in _TRIABLE:
        raise Refused("not-understood")
    return parse_action(do)


def what_if(table: GameState, round_number: int, asked: Sequence[SentTap]) -> Trial:
    """Return a copy of a game with changes made in one round, in order.

    One that no longer fits, because the table has moved on, changes nothing and says why; the
    others are made. The cards of the copy have the ids that they would have on the table.

    Args:
        table: as it stands; it stays so.
        round_number: 1 to 3; of the changes it is the round, too.
        asked: at most 60.

    Raises:
        Refused: ``too-many-changes``.
    """
    if len(asked) > MAX_CHANGES:
        raise Refused("too-many-changes", changes=MAX_CHANGES)
    made = {tap.pk: tap for tap in Tap.objects.filter(pk__in=[one.id for one in asked])}
    copied = _Copy(table, round_number, made)
    tried = [copied.take(one) for one in asked]
    return Trial(copied.table(), tried)


class _Copy:
    """The tableaus of a round; those that change are copied."""

    def __init__(self, table: GameState, round_number: int, made: Mapping[UUID, Tap]) -> None:
        self._table = table
        self._round = round_number
        self._made = made
        self._laid = table.tableaus[round_number - 1]
        self._seats = {seat.place: index for index, seat in enumerate(table.seats)}
        self._drafts: dict[int, TableauDraft] = {}
        self._taken: dict[UUID, SentTap] = {}

    def take(self, asked: SentTap) -> Tried:
        """Make a change in the copy."""
        try:
            self._change(asked)
        except Refused as refused:
            return Tried(asked, refused)
        return Tried(asked)

    def table(self) -> GameState:
        """Return the game with the copied tableaus."""
        table, index = self._table, self._round - 1
        laid = [self._laid_copy(seat) for seat in range(len(self._laid))]
        rounds, tableaus = list(table.sheet.rounds), list(table.tableaus)
        rounds[index] = replace(rounds[index], tableaus=tuple(one.value for one in laid))
        tableaus[index] = laid
        return replace(table, tableaus=tableaus, sheet=replace(table.sheet, rounds=tuple(rounds)))

    def _laid_copy(self, seat: int) -> LaidTableau:
        if draft := self._drafts.get(seat):
            return laid_tableau(draft.row, draft.entries, self._table.setting)
        return self._laid[seat]

    def _change(self, asked: SentTap) -> None:
        kind, action = parse_trial(asked.do)
        if asked.round != self._round or asked.seat not in self._seats:
            raise Refused("no-such-tableau")
        seat = self._seats[asked.seat]
        if seat not in self._drafts:
            self._drafts[seat] = TableauDraft.copy_of(self._table, self._laid[seat])
        draft = self._drafts[seat]
        self._check_id(asked, draft)
        self._taken[asked.id] = asked
        number = self._table.game.version + len(self._taken)
        before = list(draft.entries)
        draft.make(Tap(pk=asked.id, kind=kind, do=asked.do, number=number), action)
        if draft.entries == before:
            raise Refused("no-longer-fits")

    def _check_id(self, asked: SentTap, draft: TableauDraft) -> None:
        """Refuse an id that was used before, as for taps."""
        check_tap_id(asked.id)
        if twin := self._taken.get(asked.id):
            raise Refused("done-already" if twin == asked else "id-used")
        if tap := self._made.get(asked.id):
            is_same = tap.tableau_id == draft.row.pk and tap.do == asked.do
            raise Refused("done-already" if is_same else "id-used")
