"""Tries changes in a copy of a round. Stores nothing; see ``correcting``."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from ...models import Tap
from ...play.services.game_state import GameState, laid_tableau
from ...play.services.refusals import Refused
from ...play.services.tableau_draft import TableauDraft, check_tap_id
from ...play.services.tap_actions import Action, parse_action
from ...play.services.taps import SentTap

MAX_CHANGES = 60
"""Changes in one try; its address then has some five thousand characters."""

_TRIABLE = frozenset({"add", "copy", "take", "flip", "on", "bare"})
"""What can be tried: cards. Claims keep their order in the race, and stay as they are."""


class Tried(NamedTuple):
    """A change that was tried, and why it changes nothing, None where it does."""

    tap: SentTap
    refused: Refused | None = None

    @property
    def is_done(self) -> bool:
        """Whether the change was made for good before."""
        return self.refused is not None and self.refused.code == "done-already"


class Trial(NamedTuple):
    """The game after a trial, and the outcome of every change, in order."""

    table: GameState
    tried: Sequence[Tried]


def written(tap: SentTap) -> str:
    """Write a change for the address of a trial: ``<id>.<place>.<do>``."""
    return f"{tap.id}.{tap.seat}.{tap.do}"


def read_written(text: str, round_number: int) -> SentTap:
    """Read a change of a round from an address; see :func:`written`.

    Raises:
        Refused: ``not-understood``, or ``no-such-card`` for a face that is none.
    """
    id_, _dot, rest = text.partition(".")
    place, _dot, do = rest.partition(".")
    if len(place) != 1 or place not in "123456789":
        raise Refused("not-understood")
    try:
        tap = SentTap(UUID(id_), round_number, int(place), do)
    except ValueError:
        raise Refused("not-understood") from None
    parse_trial(tap.do)
    return tap


def parse_trial(do: str) -> tuple[Tap.Kind, Action]:
    """Return a change that can be tried, as ``parse_action`` does.

    Raises:
        Refused: ``not-understood``, also for an action that is not about a card;
            ``no-such-card`` for a face that does not exist.
    """
    if do.partition(":")[0] not in _TRIABLE:
        raise Refused("not-understood")
    return parse_action(do)


def what_if(table: GameState, round_number: int, taps: Sequence[SentTap]) -> Trial:
    """Return a copy of a game with changes made in one round, in order.

    One that no longer fits, because the table has moved on, changes nothing and says why; the
    others are made. The cards of the copy have the ids that they would have on the table.

    Args:
        table: as it stands, or stood in the version of its game's row; it stays so.
        round_number: of the changes it is the round, too.
        taps: the changes, in order, at most 60.

    Raises:
        Refused: ``too-many-changes``.
    """
    if len(taps) > MAX_CHANGES:
        raise Refused("too-many-changes", changes=MAX_CHANGES)
    known = Tap.objects.filter(pk__in=[tap.id for tap in taps], number__lte=table.game.version)
    made = {tap.pk: tap for tap in known}
    drafts: dict[int, TableauDraft] = {}
    taken: dict[UUID, SentTap] = {}

    def change(tap: SentTap) -> None:
        kind, action = parse_trial(tap.do)
        seat = table.seat(tap.round, tap.seat)
        if tap.round != round_number or seat is None:
            raise Refused("no-such-tableau")
        draft = drafts.setdefault(seat.place, TableauDraft.copy_of(seat.laid, table))
        check_tap_id(tap.id)
        if twin := taken.get(tap.id):
            raise Refused("done-already" if twin == tap else "id-used")
        if earlier := made.get(tap.id):
            is_same = earlier.tableau_id == draft.row.pk and earlier.do == tap.do
            raise Refused("done-already" if is_same else "id-used")
        taken[tap.id] = tap
        before = list(draft.entries)
        number = table.game.version + len(taken)
        draft.make(Tap(pk=tap.id, kind=kind, do=tap.do, number=number), action)
        if draft.entries == before:
            raise Refused("no-longer-fits")

    tried = []
    for tap in taps:
        try:
            change(tap)
        except Refused as refused:
            tried.append(Tried(tap, refused))
        else:
            tried.append(Tried(tap))
    setting, version = table.setting, table.game.version
    changed = (
        laid_tableau(draft.row, draft.entries, setting, version) for draft in drafts.values()
    )
    return Trial(table.with_tableaus(changed), tried)
