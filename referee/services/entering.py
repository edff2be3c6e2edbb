"""Entering a tableau: one function per kind of tap.

Every tap carries an id made by the page, so that a form sent twice is one tap. All of them end in
:class:`~.refusals.Refused`, with nothing changed, when the round is confirmed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db.models import Max

from ..models import Entry, Game, Round, Tableau, Tap
from ..rules.cards import FACES
from ..rules.laying import has_free_wasabi
from ..rules.notation import MAX_REPEAT
from ..rules.rulesets import Setting
from .locking import locked, next_version
from .reading import LaidTableau, laid_card, laid_tableau, setting_of, undoable_taps
from .refusals import Refused


@dataclass(frozen=True, slots=True)
class Where:
    """The tableau that a tap is for, and the phone that it comes from."""

    game: UUID
    round: int
    seat: int
    phone: str


class _Hand:
    """A locked tableau, and what one tap does to it."""

    def __init__(self, tap: Tap, laid: LaidTableau, setting: Setting) -> None:
        self.tap = tap
        self.laid = laid
        self.setting = setting

    def entry(self, entry_id: UUID) -> Entry | None:
        """The live entry of that id; None when it has been withdrawn before."""
        return next((entry for entry in self.laid.entries if entry.pk == entry_id), None)

    def withdraw(self, entry: Entry) -> None:
        entry.withdrawn_by = self.tap
        entry.save(update_fields=["withdrawn_by"])

    def put_again(self, entry: Entry, **changes: bool) -> None:
        """Another entry for the same card: where it lay before, or lying differently."""
        fields = {name: getattr(entry, name) for name in ("face", "copy", "flipped", "on_wasabi")}
        Entry.objects.create(
            tableau_id=entry.tableau_id,
            card=entry.card,
            place=entry.place,
            added_by=self.tap,
            **{**fields, **changes},
        )

    def replace(self, entry: Entry, **changes: bool) -> None:
        self.withdraw(entry)
        self.put_again(entry, **changes)

    def nigiri_on(self, wasabi: Entry) -> Entry | None:
        """The nigiri that lies on this wasabi."""
        for laid in self.laid.laid:
            if len(laid.cards) == 2 and self.laid.entries[laid.cards[0]].pk == wasabi.pk:
                return self.laid.entries[laid.cards[1]]
        return None

    def has_free_wasabi(self) -> bool:
        frees = self.setting.house_rules.flipped_nigiri_frees_wasabi
        cards = [laid_card(entry) for entry in self.laid.entries]
        return has_free_wasabi(cards, flipped_nigiri_frees_wasabi=frees)


def _tap(where: Where, tap_id: UUID, kind: Tap.Kind, change: Callable[[_Hand], None]) -> None:
    with locked(where.game) as game:
        known = Tap.objects.filter(pk=tap_id).select_related("tableau__round").first()
        if known is not None and known.tableau.round.game_id == game.pk:
            return  # the same tap once more
        tableau = _open_tableau(game, where)
        setting = setting_of(game, game.seats.exclude(player=None).count())
        entries = list(tableau.entries.filter(withdrawn_by=None))
        tap = Tap.objects.create(
            pk=tap_id if known is None else uuid4(),
            tableau=tableau,
            kind=kind,
            number=next_version(game),
            phone=where.phone,
        )
        change(_Hand(tap, laid_tableau(tableau, entries, setting), setting))


def _open_tableau(game: Game, where: Where) -> Tableau:
    tableaus = Tableau.objects.select_related("round", "seat")
    tableau = tableaus.get(round__game=game, round__number=where.round, seat__place=where.seat)
    if tableau.round.state != Round.State.OPEN:
        raise Refused("round-confirmed", round=where.round)
    return tableau


def add_card(where: Where, tap_id: UUID, face: str, *, copy: bool = False) -> None:
    """Adds a card; a nigiri lands on a free wasabi by itself.

    Args:
        face: what it shows, or "" for a card that lies face down with its front not known.
        copy: it is a special order, and ``face`` is what it copies: never "".

    Raises:
        Refused: for a confirmed round; for a face that is none (``not-in-game``); for a tableau
            that is fuller than any table (``too-many``).
    """
    if (face or copy) and face not in FACES:
        raise Refused("not-in-game", face=face[:40])

    def change(hand: _Hand) -> None:
        if len(hand.laid.entries) >= MAX_REPEAT:
            raise Refused("too-many", cards=MAX_REPEAT)
        is_nigiri = bool(face) and FACES[face].type == "nigiri"
        last = hand.laid.row.entries.aggregate(last=Max("place"))["last"] or 0
        Entry.objects.create(
            pk=hand.tap.pk,
            tableau=hand.laid.row,
            card=hand.tap.pk,
            place=last + 1,
            face=face,
            copy=copy,
            flipped=not face,
            on_wasabi=is_nigiri and hand.has_free_wasabi(),
            added_by=hand.tap,
        )

    _tap(where, tap_id, Tap.Kind.ADD, change)


def take_away(where: Where, tap_id: UUID, entry_id: UUID) -> None:
    """Takes a card away. One that is gone already stays gone."""

    def change(hand: _Hand) -> None:
        if entry := hand.entry(entry_id):
            hand.withdraw(entry)

    _tap(where, tap_id, Tap.Kind.TAKE_AWAY, change)


def flip(where: Where, tap_id: UUID, entry_id: UUID) -> None:
    """Turns a card face down, or face up again if its front is known.

    A nigiri whose wasabi is flipped lies bare from then on, also beside another free wasabi.
    """

    def change(hand: _Hand) -> None:
        entry = hand.entry(entry_id)
        if entry is None or not entry.face:
            return
        if nigiri := hand.nigiri_on(entry):
            hand.replace(nigiri, on_wasabi=False)
        hand.replace(entry, flipped=not entry.flipped)

    _tap(where, tap_id, Tap.Kind.FLIP, change)


def move(where: Where, tap_id: UUID, entry_id: UUID, *, on_wasabi: bool) -> None:
    """Puts a nigiri on a free wasabi, or takes it off. Without a free wasabi it stays bare."""

    def change(hand: _Hand) -> None:
        entry = hand.entry(entry_id)
        if entry is None or entry.on_wasabi == on_wasabi or not laid_card(entry).is_nigiri:
            return
        if not on_wasabi or hand.has_free_wasabi():
            hand.replace(entry, on_wasabi=on_wasabi)

    _tap(where, tap_id, Tap.Kind.MOVE, change)


def undo(where: Where, tap_id: UUID) -> None:
    """Undoes the last tap that changed this tableau and is not undone; without one, nothing."""

    def change(hand: _Hand) -> None:
        last = undoable_taps(hand.laid.row).first()
        if last is None:
            return
        # By card, not by entry: what the tap added may have been replaced and restored since.
        lying = {entry.card: entry for entry in hand.laid.entries}
        for entry in last.added.all():
            if entry.card in lying:
                hand.withdraw(lying[entry.card])
        for entry in last.withdrawn.all():
            hand.put_again(entry)
        last.undone_by = hand.tap
        last.save(update_fields=["undone_by"])

    _tap(where, tap_id, Tap.Kind.UNDO, change)
