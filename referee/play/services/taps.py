"""Taps of a phone, stored in one transaction under the lock of their game.

The phone makes each tap's id, so that sending it twice is one tap. A tap that arrives after its
round was confirmed is kept aside until the host decides; see ``late``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple
from uuid import UUID

from ...access.games import Sender
from ...hosting.metrics import TAPS
from ...models import Entry, Game, LateTap, Round, Tableau, Tap
from .game_state import GameState, laid_tableau, remember
from .locking import locked, next_version
from .refusals import Refused
from .tableau_draft import TableauDraft, check_tap_id
from .tap_actions import parse_action

MAX_TAPS = 200
"""Taps in one batch; a phone sends fewer at a time."""
MAX_LATE_TAPS = 500
"""Taps that may wait for the host in one round. Eight players with ten cards each send 80."""

_TAKEN, _LATE, _REFUSED = map(TAPS.labels, ("taken", "late", "refused"))
_ON_A_TABLEAU = (Tap.Kind.ADD, Tap.Kind.TAKE_AWAY, Tap.Kind.FLIP, Tap.Kind.MOVE, Tap.Kind.READY)
"""Kinds of taps that change no more than their tableau."""


class SentTap(NamedTuple):
    """A tap as a phone sends it, with an id that the phone has made for it.

    ``round`` is 1 to 3, ``seat`` the place of the seat, ``do`` a text of ``tap_actions``.
    """

    id: UUID
    round: int
    seat: int
    do: str


@dataclass(slots=True)
class Receipt:
    """What became of the taps of a batch, by their ids; ``version`` is the game's event number,
    ``before`` the one that the batch found."""

    version: int = 0
    before: int = 0
    taken: list[UUID] = field(default_factory=list)
    late: list[UUID] = field(default_factory=list)
    refused: dict[UUID, Refused] = field(default_factory=dict)


def take_taps(
    game_id: UUID, sender: Sender, taps: Sequence[SentTap], table: GameState | None = None
) -> Receipt:
    """Store at most 200 taps in their order; each is taken, kept aside as late, or refused.

    A tap that is known already does nothing and counts as what it was then.

    Args:
        table: the game as it is known, which spares reading it where it has not changed since.

    Raises:
        Refused: ``too-many-taps``.
        Game.DoesNotExist: for an id that is no game.
    """
    if len(taps) > MAX_TAPS:
        raise Refused("too-many-taps", taps=MAX_TAPS)
    receipt = Receipt()
    with locked(game_id) as game:
        receipt.before = game.version
        is_known = table is not None and table.game.version == game.version
        batch = _Batch(game, sender, taps, table if is_known else None)
        for tap in taps:
            try:
                batch.take(tap, receipt)
            except Refused as refused:
                receipt.refused[tap.id] = refused
        receipt.version = batch.save()
    batch.remember()  # once it is committed
    for became, some in (
        (_TAKEN, receipt.taken),
        (_LATE, receipt.late),
        (_REFUSED, receipt.refused),
    ):
        became.inc(len(some))
    return receipt


class _Batch:
    """The taps of one request, the drafts of their tableaus, and the numbers they get."""

    def __init__(
        self, game: Game, sender: Sender, taps: Sequence[SentTap], table: GameState | None
    ) -> None:
        self.game = game
        self.table = table
        self.sender = sender
        stored = Tap.objects.filter(pk__in=[tap.id for tap in taps]).order_by()
        self.known: dict[UUID, Tap | LateTap] = {tap.pk: tap for tap in stored}
        self.drafts: dict[tuple[int, int], TableauDraft] = {}
        self.numbered = 0
        self.late: list[LateTap] = []
        self.is_on_tableaus = True
        """Whether the taps have changed no more than the cards of tableaus."""

    def take(self, tap: SentTap, receipt: Receipt) -> None:
        known = self.known.get(tap.id)
        # Who sent a tap while they might is told that it counts, also when they no longer may.
        if not self.sender.may_enter(tap.seat) and not (
            isinstance(known, Tap) and known.phone == self.sender.phone
        ):
            raise Refused("not-yours")
        kind, action = parse_action(tap.do)
        check_tap_id(tap.id)
        draft = self._draft(tap.round, tap.seat)
        if known := known or self._known_late(tap, draft):
            # Taps of an older SushiScore have no text.
            if known.tableau_id != draft.row.pk or known.do not in ("", tap.do):
                raise Refused("id-used")
            (receipt.taken if isinstance(known, Tap) else receipt.late).append(tap.id)
            return
        fields = {
            "pk": tap.id,
            "tableau": draft.row,
            "do": tap.do,
            "number": self.game.version + self.numbered + 1,
            "phone": self.sender.phone,
            "by_id": self.sender.seat_id,
        }
        row: Tap | LateTap
        if kind == Tap.Kind.SWAP:  # also of one that comes too late
            draft.beside(int(tap.do.split(":")[1]))
        # A word that comes too late says nothing, and is refused.
        if draft.row.round.state == Round.State.OPEN or kind == Tap.Kind.READY:
            row = Tap(kind=kind, **fields)
            if kind in (Tap.Kind.UNDO, Tap.Kind.SWAP, Tap.Kind.TAKE_BACK):
                self._write()  # for they ask what lies on which tableau
            was_ready = draft.is_ready
            draft.make(row, action)
            # Who corrects another's cards does not wait for them to say "complete" once more.
            if draft.row.round.version and self.sender.seat_id != draft.row.seat_id:
                draft.is_ready = draft.is_ready or (was_ready and kind != Tap.Kind.READY)
            if kind == Tap.Kind.ORDER:  # which other seats have heard, too
                self._write()
                self.drafts, self.table = {}, None
            receipt.taken.append(tap.id)
        else:
            if self._waiting(draft.row.round_id) >= MAX_LATE_TAPS:
                raise Refused("too-many-late", taps=MAX_LATE_TAPS)
            row = LateTap(**fields)
            self.late.append(row)
            receipt.late.append(tap.id)
        self.numbered += 1
        self.known[tap.id] = row

    def save(self) -> int:
        """Write everything; returns the game's version."""
        self._write()
        LateTap.objects.bulk_create(self.late)
        if self.numbered:
            made = [tap for tap in self.known.values() if tap.number > self.game.version]
            # Late taps and claims concern every page; and an undo may take a claim back.
            self.is_on_tableaus = all(
                isinstance(tap, Tap) and tap.kind in _ON_A_TABLEAU for tap in made
            )
            tableaus = frozenset(f"{number}-{seat}" for number, seat in self.drafts)
            touched = tableaus if self.is_on_tableaus else None
            next_version(self.game, changes=self.numbered, tableaus=touched)
        return self.game.version

    def _write(self) -> None:
        for draft in self.drafts.values():
            draft.save()

    def remember(self) -> None:
        """Keep in mind how the known game lies now, where no more than tableaus have changed."""
        if self.table is None or not self.is_on_tableaus:
            return
        setting, version = self.table.setting, self.game.version
        changed = (
            laid_tableau(draft.row, draft.entries, setting, version, draft.gone)
            for draft in self.drafts.values()
        )
        remember(replace(self.table.with_tableaus(changed), game=self.game))

    def _draft(self, round_number: int, place: int) -> TableauDraft:
        if draft := self.drafts.get((round_number, place)):
            return draft
        if self.table and (seat := self.table.seat(round_number, place)):
            draft = TableauDraft.copy_of(seat.laid, self.table, self.sender.phone)
        else:
            draft = self._read_draft(round_number, place)
        draft.beside = partial(self._beside, round_number, place)
        self.drafts[round_number, place] = draft
        return draft

    def _beside(self, round_number: int, here: int, place: int) -> TableauDraft:
        """The draft of another seat's tableau, which a tap on this seat's changes, too."""
        if place == here:
            raise Refused("no-such-tableau")
        if not self.sender.may_enter(place):
            raise Refused("not-yours")
        return self._draft(round_number, place)

    def _read_draft(self, round_number: int, place: int) -> TableauDraft:
        tableaus = Tableau.objects.select_related("round", "seat").filter(
            round__game_id=self.game.pk, round__number=round_number, seat__place=place
        )
        row = next(iter(tableaus.order_by()), None)
        if row is None:
            raise Refused("no-such-tableau")
        lying = Entry.objects.filter(tableau_id=row.pk, withdrawn_by=None).order_by()
        return TableauDraft(row, self.game, self.sender.phone, lying)

    def _waiting(self, round_id: int) -> int:
        """How many taps of a round wait for the host, with those of this request."""
        waiting = LateTap.objects.filter(
            tableau__round_id=round_id, decision=LateTap.Decision.WAITING
        )
        return waiting.count() + sum(late.tableau.round_id == round_id for late in self.late)

    def _known_late(self, tap: SentTap, draft: TableauDraft) -> LateTap | None:
        """The tap as it was kept aside, or None. One that the host has added is in Tap instead."""
        if not draft.row.round.version:  # never confirmed, so nothing was late
            return None
        kept = LateTap.objects.exclude(decision=LateTap.Decision.ADDED)
        return kept.filter(pk=tap.id).first()
