"""Taps: actions on tableaus, stored in one transaction under the lock of their game.

Every tap carries an id made by the phone, so that sending it twice is one tap. A tap that arrives
after its round was confirmed is kept aside until the host decides; see ``late``.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from uuid import UUID, uuid5

from ...models import Claim, Entry, Game, LateTap, Round, Tableau, Tap
from ...rules.rulesets import Setting
from ...rules.wasabi_pairing import Laid, has_free_wasabi, lay_out
from .game_state import laid_card, setting_of
from .locking import locked, next_version
from .refusals import Refused

MOST_LATE_TAPS = 500
"""Taps that may wait for the host in one round; a table that is full twice over makes fewer."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The phone that taps, and the row's id of the seat that it holds, None for none."""

    phone: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """One tap as a phone asks for it.

    Attributes:
        id: made by the phone, for this tap alone.
        round: 1 to 3.
        seat: the place of the seat whose tableau it is, from 1.
        kind: what sort of action.
        do: the action as text, to tell a tap that was sent twice from another with the same id.
        change: does it; raises Refused before it has changed anything.
    """

    id: UUID
    round: int
    seat: int
    kind: Tap.Kind
    do: str
    change: "Callable[[Hand], None]"


@dataclass(slots=True)
class Receipt:
    """What became of the taps of a batch, by their ids; ``version`` is the game's event number."""

    version: int = 0
    taken: list[UUID] = field(default_factory=list)
    late: list[UUID] = field(default_factory=list)
    refused: dict[UUID, Refused] = field(default_factory=dict)


_OWN_VERSION = 8
"""The version of the ids that are worked out here, in which no phone makes any (RFC 9562)."""


def lying_id(tap: UUID, card: UUID) -> UUID:
    """The id of the entry that a tap makes of a card that lies there already. It is the same
    wherever that tap is made: what was only tried is still called so when it is done."""
    bits = uuid5(tap, card.hex).int
    return UUID(int=bits & ~(0xF << 76) | _OWN_VERSION << 76)


def check_tap_id(tap: UUID) -> None:
    """Refuses the ids of taps that would be taken for those (``id-used``)."""
    if tap.version == _OWN_VERSION:
        raise Refused("id-used")


class Hand:
    """A tableau with its live entries, and what taps do to it.

    Of one that is locked, ``settle`` writes what they have changed; without it, it was only tried.
    """

    def __init__(self, row: Tableau, game: Game, phone: str, entries: Iterable[Entry]) -> None:
        self.row = row
        self.game = game
        self.phone = phone
        self.entries = sorted(entries, key=lambda entry: entry.place)
        self.tap = Tap()
        self._taps: list[Tap] = []
        self._added: list[Entry] = []
        self._withdrawn: list[Entry] = []

    @cached_property
    def setting(self) -> Setting:
        """What was agreed before the first card; read when a tap needs it, which few do."""
        return setting_of(self.game, self.game.seats.exclude(player=None).count())

    def laid(self) -> Sequence[Laid]:
        """How the cards lie."""
        cards = [laid_card(entry) for entry in self.entries]
        frees = self.setting.house_rules.flipped_nigiri_frees_wasabi
        return lay_out(cards, flipped_nigiri_frees_wasabi=frees)

    def entry(self, entry_id: UUID) -> Entry | None:
        """The live entry of that id; None when it has been withdrawn before."""
        return next((entry for entry in self.entries if entry.pk == entry_id), None)

    def card(self, entry_id: UUID) -> Entry | None:
        """The live entry of that id, or of the card that a tap with that id laid down: it may have
        been turned or moved since, which made it another entry."""
        added = (entry for entry in self.entries if entry.card == entry_id)
        return self.entry(entry_id) or next(added, None)

    def add(self, entry: Entry) -> None:
        """Lays down a card; ``place`` keeps the tableau's order."""
        entry.tableau = self.row
        entry.added_by = self.tap
        self._added.append(entry)
        self.entries.append(entry)
        self.entries.sort(key=lambda one: one.place)

    def withdraw(self, entry: Entry) -> None:
        """Takes a card off the table; its row stays."""
        entry.withdrawn_by = self.tap
        self.entries.remove(entry)
        if entry not in self._added:
            self._withdrawn.append(entry)

    def put_again(self, entry: Entry, **changes: bool) -> None:
        """Another entry for the same card: where it lay before, or lying differently."""
        fields = {name: getattr(entry, name) for name in ("face", "copy", "flipped", "on_wasabi")}
        pk = lying_id(self.tap.pk, entry.card)
        self.add(Entry(pk=pk, card=entry.card, place=entry.place, **{**fields, **changes}))

    def replace(self, entry: Entry, **changes: bool) -> None:
        """The same card, lying differently."""
        self.withdraw(entry)
        self.put_again(entry, **changes)

    def nigiri_on(self, wasabi: Entry) -> Entry | None:
        """The nigiri that lies on this wasabi."""
        for laid in self.laid():
            if len(laid.cards) == 2 and self.entries[laid.cards[0]].pk == wasabi.pk:
                return self.entries[laid.cards[1]]
        return None

    def has_free_wasabi(self) -> bool:
        """Whether the next nigiri has a wasabi to lie on."""
        frees = self.setting.house_rules.flipped_nigiri_frees_wasabi
        cards = [laid_card(entry) for entry in self.entries]
        return has_free_wasabi(cards, flipped_nigiri_frees_wasabi=frees)

    def claim_again(self, claim: Claim) -> None:
        """Another row for the same claim, in the same place of the race."""
        Claim.objects.create(
            claim=claim.claim,
            round_id=claim.round_id,
            seat_id=claim.seat_id,
            position=claim.position,
            icons=claim.icons,
            added_by=self.tap,
        )

    def withdraw_claim(self, claim: Claim) -> None:
        """Takes a claim back; its row stays."""
        claim.withdrawn_by = self.tap
        claim.save(update_fields=["withdrawn_by"])

    def do(self, tap: Tap, change: "Callable[[Hand], None]") -> None:
        """Does one tap.

        Raises:
            Refused: from ``change``; nothing is changed then.
        """
        self.tap = tap
        change(self)
        self._taps.append(tap)

    def settle(self) -> None:
        """Writes every tap so far. References within the transaction are checked at its end."""
        if not self._taps:
            return
        Tap.objects.bulk_create(self._taps)
        for entry in self._withdrawn:
            entry.save(update_fields=["withdrawn_by"])
        Entry.objects.bulk_create(self._added)
        if self.row.is_ready:
            self.row.is_ready = False
            self.row.save(update_fields=["is_ready"])
        self._taps, self._added, self._withdrawn = [], [], []


def take_taps(game_id: UUID, sender: Sender, wishes: Sequence[Wish]) -> Receipt:
    """Stores taps in their order; each is taken, kept aside as late, or refused by itself.

    A tap that is known already does nothing and counts as what it was then.

    Raises:
        Game.DoesNotExist: for an id that is no game.
    """
    receipt = Receipt()
    with locked(game_id) as game:
        batch = _Batch(game, sender, wishes)
        for wish in wishes:
            try:
                batch.take(wish, receipt)
            except Refused as refused:
                receipt.refused[wish.id] = refused
        receipt.version = batch.settle()
    return receipt


class _Batch:
    """The taps of one request, the tableaus that they are for, and the numbers they get."""

    def __init__(self, game: Game, sender: Sender, wishes: Iterable[Wish]) -> None:
        self.game = game
        self.sender = sender
        ids = [wish.id for wish in wishes]
        stored = Tap.objects.filter(pk__in=ids).order_by()
        self.known: dict[UUID, Tap | LateTap] = {tap.pk: tap for tap in stored}
        self.hands: dict[tuple[int, int], Hand] = {}
        self.numbered = 0
        self.late: list[LateTap] = []

    def take(self, wish: Wish, receipt: Receipt) -> None:
        check_tap_id(wish.id)
        hand = self._hand(wish.round, wish.seat)
        if known := self.known.get(wish.id) or self._known_late(wish, hand):
            # Taps of an older SushiScore say nothing of what they did.
            if known.tableau_id != hand.row.pk or known.do not in ("", wish.do):
                raise Refused("id-used")
            (receipt.taken if isinstance(known, Tap) else receipt.late).append(wish.id)
        elif hand.row.round.state == Round.State.OPEN:
            tap = Tap(kind=wish.kind, **self._row(wish, hand))
            hand.do(tap, wish.change)
            self._count(wish, tap)
            receipt.taken.append(wish.id)
        else:
            if self._waiting(hand.row.round_id) >= MOST_LATE_TAPS:
                raise Refused("too-many-late", taps=MOST_LATE_TAPS)
            late = LateTap(**self._row(wish, hand))
            self.late.append(late)
            self._count(wish, late)
            receipt.late.append(wish.id)

    def settle(self) -> int:
        """Writes everything; returns the game's version."""
        for hand in self.hands.values():
            hand.settle()
        LateTap.objects.bulk_create(self.late)
        if self.numbered:
            next_version(self.game, changes=self.numbered)
        return self.game.version

    def _row(self, wish: Wish, hand: Hand) -> dict[str, object]:
        return {
            "pk": wish.id,
            "tableau": hand.row,
            "do": wish.do,
            "number": self.game.version + self.numbered + 1,
            "phone": self.sender.phone,
            "by_id": self.sender.seat,
        }

    def _count(self, wish: Wish, row: Tap | LateTap) -> None:
        self.numbered += 1
        self.known[wish.id] = row

    def _hand(self, round_number: int, seat: int) -> Hand:
        if (round_number, seat) not in self.hands:
            tableaus = Tableau.objects.select_related("round").filter(
                round__game_id=self.game.pk, round__number=round_number, seat__place=seat
            )
            row = next(iter(tableaus.order_by()), None)
            if row is None:
                raise Refused("no-such-tableau")
            lying = Entry.objects.filter(tableau_id=row.pk, withdrawn_by=None).order_by()
            self.hands[round_number, seat] = Hand(row, self.game, self.sender.phone, lying)
        return self.hands[round_number, seat]

    def _waiting(self, round_id: int) -> int:
        """How many taps of a round wait for the host, with those of this request."""
        waiting = LateTap.objects.filter(
            tableau__round_id=round_id, decision=LateTap.Decision.WAITING
        )
        return waiting.count() + sum(late.tableau.round_id == round_id for late in self.late)

    def _known_late(self, wish: Wish, hand: Hand) -> LateTap | None:
        """The tap as it was kept aside; a round that was never confirmed has none. One that the
        host has added is a tap, or about to be one."""
        if not hand.row.round.version:
            return None
        kept = LateTap.objects.exclude(decision=LateTap.Decision.ADDED)
        return kept.filter(pk=wish.id).first()
