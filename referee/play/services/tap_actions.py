"""What a tap may do to a tableau's cards: one function per kind; see ``tapping`` for the rest."""

from collections.abc import Callable
from uuid import UUID

from ...models import Claim, Entry
from ...rules.cards import FACES
from ...rules.rulesets import RULESETS
from .game_state import laid_card, undoable_taps
from .refusals import Refused
from .tapping import Hand

Change = Callable[[Hand], None]


def adding(face: str, *, copy: bool = False) -> Change:
    """Adds a card; a nigiri lands on a free wasabi by itself.

    Args:
        face: what it shows, or "" for a card that lies face down with its front not known.
        copy: it is a special order, and ``face`` is what it copies: never "".

    Returns:
        A change that raises Refused for a tableau that is fuller than any table (``too-many``).

    Raises:
        Refused: for a face that is none (``not-in-game``).
    """
    if (face or copy) and face not in FACES:
        raise Refused("not-in-game", face=face[:40])

    def change(hand: Hand) -> None:
        _check_room(hand, 1)
        is_nigiri = bool(face) and FACES[face].type == "nigiri"
        hand.add(
            Entry(
                pk=hand.tap.pk,
                card=hand.tap.pk,
                place=hand.tap.number,
                face=face,
                copy=copy,
                flipped=not face,
                on_wasabi=is_nigiri and hand.has_free_wasabi(),
            )
        )

    return change


_ALWAYS_FIT = 2 * min(min(ruleset.hand_sizes.values()) for ruleset in RULESETS.values())
"""So many cards a tableau may hold at any table: its setting need not be read with every tap."""


def _check_room(hand: Hand, more: int) -> None:
    cards = len(hand.entries) + more
    if cards > _ALWAYS_FIT and cards > hand.setting.max_cards:
        raise Refused("too-many", cards=hand.setting.max_cards)


def taking_away(entry_id: UUID) -> Change:
    """Takes a card away. One that is gone already stays gone."""

    def change(hand: Hand) -> None:
        if entry := hand.card(entry_id):
            hand.withdraw(entry)

    return change


def flipping(entry_id: UUID) -> Change:
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

    return change


def moving(entry_id: UUID, *, on_wasabi: bool) -> Change:
    """Puts a nigiri on a free wasabi, or takes it off. Without a free wasabi it stays bare."""

    def change(hand: Hand) -> None:
        entry = hand.card(entry_id)
        if entry is None or entry.on_wasabi == on_wasabi or not laid_card(entry).is_nigiri:
            return
        if not on_wasabi or hand.has_free_wasabi():
            hand.replace(entry, on_wasabi=on_wasabi)

    return change


def undo(hand: Hand) -> None:
    """Undoes this phone's last tap that changed this tableau, or its seat's claims, and is not
    undone; without one, nothing. What other phones entered stays.

    Raises:
        Refused: where cards would come back to a tableau that is full by now (``too-many``).
    """
    hand.settle()
    last = undoable_taps(hand.row, hand.phone).first()
    if last is None:
        return
    # By card, not by entry: what the tap added may have been replaced and restored since. A card
    # that the tap turned or moved, and that another phone has taken away since, stays away.
    lying = {entry.card: entry for entry in hand.entries}
    added = {entry.card for entry in last.added.all()}
    back = {entry.card for entry in last.withdrawn.all()} - added - lying.keys()
    if len(back) > len(added & lying.keys()):
        _check_room(hand, len(back) - len(added & lying.keys()))
    gone = set()
    for entry in last.added.all():
        if entry.card in lying:
            hand.withdraw(lying.pop(entry.card))
        else:
            gone.add(entry.card)
    for entry in last.withdrawn.all():
        if entry.card not in lying and entry.card not in gone:
            hand.put_again(entry)
    for claim in last.claims.all():
        for standing in Claim.objects.filter(claim=claim.claim, withdrawn_by=None):
            hand.withdraw_claim(standing)
    for claim in last.withdrawn_claims.all():
        # Another phone may have claimed for this seat on that turn meanwhile: that one stays.
        there = Claim.objects.filter(round=claim.round_id, seat=claim.seat_id, withdrawn_by=None)
        if not there.filter(position=claim.position).exists():
            hand.claim_again(claim)
    last.undone_by = hand.tap
    last.save(update_fields=["undone_by"])
