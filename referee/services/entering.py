"""Entering a tableau: one function per kind of tap; see ``tapping`` for what all of them share."""

from uuid import UUID

from django.db.models import Max

from ..models import Claim, Entry, Tap
from ..rules.cards import FACES
from ..rules.notation import MAX_REPEAT
from .reading import laid_card, undoable_taps
from .refusals import Refused
from .tapping import Hand, Where, tap_on


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

    def change(hand: Hand) -> None:
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

    tap_on(where, tap_id, Tap.Kind.ADD, change)


def take_away(where: Where, tap_id: UUID, entry_id: UUID) -> None:
    """Takes a card away. One that is gone already stays gone."""

    def change(hand: Hand) -> None:
        if entry := hand.entry(entry_id):
            hand.withdraw(entry)

    tap_on(where, tap_id, Tap.Kind.TAKE_AWAY, change)


def flip(where: Where, tap_id: UUID, entry_id: UUID) -> None:
    """Turns a card face down, or face up again if its front is known.

    A nigiri whose wasabi is flipped lies bare from then on, also beside another free wasabi.
    """

    def change(hand: Hand) -> None:
        entry = hand.entry(entry_id)
        if entry is None or not entry.face:
            return
        if nigiri := hand.nigiri_on(entry):
            hand.replace(nigiri, on_wasabi=False)
        hand.replace(entry, flipped=not entry.flipped)

    tap_on(where, tap_id, Tap.Kind.FLIP, change)


def move(where: Where, tap_id: UUID, entry_id: UUID, *, on_wasabi: bool) -> None:
    """Puts a nigiri on a free wasabi, or takes it off. Without a free wasabi it stays bare."""

    def change(hand: Hand) -> None:
        entry = hand.entry(entry_id)
        if entry is None or entry.on_wasabi == on_wasabi or not laid_card(entry).is_nigiri:
            return
        if not on_wasabi or hand.has_free_wasabi():
            hand.replace(entry, on_wasabi=on_wasabi)

    tap_on(where, tap_id, Tap.Kind.MOVE, change)


def undo(where: Where, tap_id: UUID) -> None:
    """Undoes the last tap that changed this tableau, or its seat's claims, and is not undone;
    without one, nothing."""

    def change(hand: Hand) -> None:
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
        for claim in last.claims.all():
            for standing in Claim.objects.filter(claim=claim.claim, withdrawn_by=None):
                hand.withdraw(standing)
        for claim in last.withdrawn_claims.all():
            hand.claim_again(claim)
        last.undone_by = hand.tap
        last.save(update_fields=["undone_by"])

    tap_on(where, tap_id, Tap.Kind.UNDO, change)
