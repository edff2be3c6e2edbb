"""The actions of taps, and their texts: ``add:maki-3``, ``take:<entry>``, ``claim:12:with-2`` …

| text                            | action                                                        |
|---------------------------------|---------------------------------------------------------------|
| ``add:<face>``, ``add:flipped`` | add a card; one that lies face down with an unknown front     |
| ``copy:<face>``                 | add a special order that copies this face                     |
| ``take:<entry>``                | take a card away                                              |
| ``flip:<entry>``                | flip a card                                                   |
| ``on:<entry>``, ``off:<entry>`` | put a nigiri on a free wasabi; take it off                    |
| ``undo:``                       | undo this phone's last tap on this tableau                    |
| ``claim:<icons>``               | claim uramaki icons, after all claims that stand              |
| ``claim:<icons>:with-<turn>``   | claim on that turn of the race (from 1), with others          |
| ``claim:<icons>:before-<turn>`` | claim before that turn                                        |
| ``unclaim:<claim>``             | take a claim back                                             |
| ``ready:``, ``unready:``        | say that the tableau is complete; take that back              |

An entry has the id of the tap that added it. A card that was turned or moved since is another
entry. ``take``, ``on`` and ``off`` also find it by the id of the tap that added the card; ``flip``
does not, because two phones that turn one card over mean it once.
"""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from ...models import Claim, Entry, Round, Tap
from ...rules.cards import FACES
from ...rules.rulesets import RULESETS
from .claims import claim, unclaim
from .game_state import laid_card, undoable_taps
from .refusals import Refused
from .tableau_draft import TableauDraft

MAX_CHARACTERS = 80
"""The longest text of an action."""

Action = Callable[[TableauDraft], None]


def parse_action(do: str) -> tuple[Tap.Kind, Action]:
    """The kind of a tap and what it does to a draft, from its text (see the table above).

    The function refuses before it changes anything.

    Raises:
        Refused: ``not-understood``; ``no-such-card`` for a face that does not exist.
    """
    verb, _colon, what = do.partition(":")
    if len(do) > MAX_CHARACTERS:
        raise Refused("not-understood")
    match verb:
        case "add":
            if not what:
                raise Refused("not-understood")
            face = "" if what == "flipped" else what
            return Tap.Kind.ADD, partial(add, face=_checked_face(face) if face else "")
        case "copy":
            return Tap.Kind.ADD, partial(add, face=_checked_face(what), copy=True)
        case "take":
            return Tap.Kind.TAKE_AWAY, partial(take_away, entry_id=_id(what))
        case "flip":
            return Tap.Kind.FLIP, partial(flip, entry_id=_id(what))
        case "on" | "off":
            return Tap.Kind.MOVE, partial(move, entry_id=_id(what), on_wasabi=verb == "on")
        case "undo" if not what:
            return Tap.Kind.UNDO, undo
        case "claim":
            return Tap.Kind.CLAIM, _parse_claim(what)
        case "ready" | "unready" if not what:
            return Tap.Kind.READY, partial(say_ready, ready=verb == "ready")
        case "unclaim":
            return Tap.Kind.TAKE_BACK, partial(unclaim, claim_id=_id(what))
    raise Refused("not-understood")


def _checked_face(face: str) -> str:
    if face not in FACES:
        raise Refused("no-such-card", face=face[:40])
    return face


def _parse_claim(what: str) -> Action:
    icons, _colon, moment = what.partition(":")
    relation, _dash, turn = moment.partition("-")
    if moment and not (relation in ("with", "before") and _is_number(turn)):
        raise Refused("not-understood")
    # claim() refuses what is no number of icons: it knows how many there may be.
    return partial(
        claim,
        icons=int(icons) if _is_number(icons) else 0,
        with_turn=int(turn) if relation == "with" else None,
        before_turn=int(turn) if relation == "before" else None,
    )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Refused("not-understood") from None


def add(draft: TableauDraft, face: str, *, copy: bool = False) -> None:
    """Add a card; a nigiri lands on a free wasabi by itself.

    Args:
        face: "" for a card that lies face down with an unknown front.
        copy: the card is a special order, and ``face`` is what it copies.

    Raises:
        Refused: ``too-many`` for more cards than a tableau can have.
    """
    _check_room(draft, 1)
    is_nigiri = bool(face) and FACES[face].type == "nigiri"
    draft.add(
        Entry(
            pk=draft.tap.pk,
            card=draft.tap.pk,
            place=draft.tap.number,
            face=face,
            copy=copy,
            flipped=not face,
            on_wasabi=is_nigiri and draft.has_free_wasabi(),
        )
    )


_ALWAYS_FIT = 2 * min(min(ruleset.hand_sizes.values()) for ruleset in RULESETS.values())
"""The most cards that fit in every setting; up to here the setting need not be read."""


def _check_room(draft: TableauDraft, more: int) -> None:
    cards = len(draft.entries) + more
    if cards > _ALWAYS_FIT and cards > draft.setting.max_cards:
        raise Refused("too-many", cards=draft.setting.max_cards)


def take_away(draft: TableauDraft, entry_id: UUID) -> None:
    """Take a card away, unless it is gone already."""
    if entry := draft.card(entry_id):
        draft.withdraw(entry)


def flip(draft: TableauDraft, entry_id: UUID) -> None:
    """Turn a card face down, or face up again if its front is known.

    A nigiri whose wasabi is flipped lies bare from then on, even beside another free wasabi.
    """
    entry = draft.entry(entry_id)
    if entry is None or not entry.face:
        return
    if nigiri := draft.nigiri_on(entry):
        draft.replace(nigiri, on_wasabi=False)
    draft.replace(entry, flipped=not entry.flipped)


def move(draft: TableauDraft, entry_id: UUID, *, on_wasabi: bool) -> None:
    """Put a nigiri on a free wasabi, or take it off; does nothing without a free wasabi."""
    entry = draft.card(entry_id)
    if entry is None or entry.on_wasabi == on_wasabi or not laid_card(entry).is_nigiri:
        return
    if not on_wasabi or draft.has_free_wasabi():
        draft.replace(entry, on_wasabi=on_wasabi)


def say_ready(draft: TableauDraft, *, ready: bool) -> None:
    """Note that the player says that the tableau is complete, or takes that back.

    Raises:
        Refused: ``round-confirmed``.
    """
    if draft.row.round.state != Round.State.OPEN:
        raise Refused("round-confirmed", round=draft.row.round.number)
    draft.is_ready = ready


def undo(draft: TableauDraft) -> None:
    """Undo this phone's last tap on this tableau or its claims; keeps what other phones entered.

    Raises:
        Refused: ``too-many`` if the cards that come back no longer fit.
    """
    draft.save()
    last = undoable_taps(draft.row, draft.phone).first()
    if last is None:
        return
    # By card, not by entry: what the tap added may have been replaced and restored since. A card
    # that the tap turned or moved, and that another phone has taken away since, stays away.
    lying = {entry.card: entry for entry in draft.entries}
    added = {entry.card for entry in last.added.all()}
    back = {entry.card for entry in last.withdrawn.all()} - added - lying.keys()
    if len(back) > len(added & lying.keys()):
        _check_room(draft, len(back) - len(added & lying.keys()))
    gone = set()
    for entry in last.added.all():
        if entry.card in lying:
            draft.withdraw(lying.pop(entry.card))
        else:
            gone.add(entry.card)
    for entry in last.withdrawn.all():
        if entry.card not in lying and entry.card not in gone:
            draft.put_again(entry)
    for claimed in last.claims.all():
        for standing in Claim.objects.filter(claim=claimed.claim, withdrawn_by=None):
            draft.withdraw_claim(standing)
    for claimed in last.withdrawn_claims.all():
        # Another phone may have claimed for this seat on that turn meanwhile: that one stays.
        fields = {"round_id": claimed.round_id, "seat_id": claimed.seat_id}
        position = claimed.position
        if not Claim.objects.filter(withdrawn_by=None, position=position, **fields).exists():
            Claim.objects.create(
                claim=claimed.claim,
                position=position,
                icons=claimed.icons,
                added_by=draft.tap,
                **fields,
            )
    last.undone_by = draft.tap
    last.save(update_fields=["undone_by"])
