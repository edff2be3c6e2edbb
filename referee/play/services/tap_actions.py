"""The actions of taps, and their texts: ``add:maki-3``, ``take:<entry>``, ``claim:12:with-2`` …

| text                            | action                                                        |
|---------------------------------|---------------------------------------------------------------|
| ``add:<face>``, ``add:flipped`` | add a card; one that lies face down with an unknown front     |
| ``copy:<face>``                 | add a special order that copies this face                     |
| ``take:<entry>``                | take a card away                                              |
| ``flip:<entry>``                | flip a card                                                   |
| ``on:<entry>``, ``off:<entry>`` | say that a nigiri lies on a wasabi; that it lies beside it    |
| ``bare:``                       | say that none of the nigiri asked about lies on a wasabi      |
| ``undo:``                       | undo this phone's last tap or phrase on this tableau          |
| ``take:uramaki``                | take all uramaki away: they were claimed                      |
| ``claim:<icons>``               | claim uramaki icons, after all claims that stand              |
| ``claim:counted``               | claim the icons that lie there, and take those cards away     |
| ``claim:<icons>:with-<turn>``   | claim on that turn of the race (from 1), with others          |
| ``claim:<icons>:before-<turn>`` | claim before that turn; both also with ``counted``            |
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
from ...rules.problems.wasabi import doubt
from ...rules.wasabi_pairing import nigiri_on_wasabi
from .claims import claim, take_uramaki, unclaim
from .game_state import laid_card, undoable_taps
from .refusals import Refused
from .tableau_draft import TableauDraft

MAX_CHARACTERS = 80
"""The longest text of an action."""

_PHRASE = 0xFFFF
"""The bits of an id that number the taps of a phrase."""

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
        case "add" if what:
            face = "" if what == "flipped" else what
            return Tap.Kind.ADD, partial(add, face=_checked_face(face) if face else "")
        case "copy":
            return Tap.Kind.ADD, partial(add, face=_checked_face(what), copy=True)
        case "take" if what == "uramaki":
            return Tap.Kind.TAKE_AWAY, take_uramaki
        case "take":
            return Tap.Kind.TAKE_AWAY, partial(take_away, entry_id=_id(what))
        case "flip":
            return Tap.Kind.FLIP, partial(flip, entry_id=_id(what))
        case "on" | "off":
            return Tap.Kind.MOVE, partial(move, entry_id=_id(what), on_wasabi=verb == "on")
        case "undo" | "bare" if not what:
            return (Tap.Kind.UNDO, undo) if verb == "undo" else (Tap.Kind.MOVE, say_bare)
        case "claim":
            return Tap.Kind.CLAIM, _parse_claim(what)
        case "ready" | "unready" if not what:
            return Tap.Kind.READY, partial(say_ready, ready=verb == "ready")
        case "unclaim":
            return Tap.Kind.TAKE_BACK, partial(unclaim, claim_id=_id(what))
    raise Refused("not-understood")


def phrase_tap_id(phrase: UUID, number: int) -> UUID:
    """The id of one of the taps that a phrase takes, counted from 0."""
    return UUID(int=phrase.int & ~_PHRASE | number)


def same_phrase(tap: UUID) -> tuple[UUID, UUID]:
    """The first and the last id of the taps of this one's phrase; of any other tap, its own only:
    no two random ids are alike but for their last bits."""
    return phrase_tap_id(tap, 0), phrase_tap_id(tap, _PHRASE)


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
        icons=None if icons == "counted" else int(icons) if _is_number(icons) else 0,
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
    """Add a card. A nigiri lands on a free wasabi by itself; a special order that copies one may
    lie there, which is asked (Sushi Go Party! rulebook, Card Guide: Special Order).

    Args:
        face: "" for a card that lies face down with an unknown front.
        copy: the card is a special order, and ``face`` is what it copies.

    Raises:
        Refused: ``too-many`` for more cards than a tableau can have.
    """
    draft.check_room(1)
    is_nigiri = bool(face) and FACES[face].type == "nigiri"
    draft.add(
        Entry(
            pk=draft.tap.pk,
            card=draft.tap.pk,
            place=draft.tap.number,
            face=face,
            copy=copy,
            flipped=not face,
            on_wasabi=is_nigiri and not copy and draft.has_free_wasabi(),
        )
    )


def take_away(draft: TableauDraft, entry_id: UUID) -> None:
    """Take a card away, unless it is gone already. A nigiri whose wasabi goes lies bare."""
    if entry := draft.card(entry_id):
        if nigiri := draft.nigiri_on(entry):
            draft.replace(nigiri, on_wasabi=False, sure=False)
        draft.withdraw(entry)


def flip(draft: TableauDraft, entry_id: UUID) -> None:
    """Turn a card face down, or face up again if its front is known; the side that the phone saw,
    so that two phones that flip one card flip it once.

    A nigiri whose wasabi is flipped lies bare from then on, even beside another free wasabi.
    """
    entry = draft.card(entry_id, as_seen=True)
    if entry is None or not entry.face:
        return
    if nigiri := draft.nigiri_on(entry):
        draft.replace(nigiri, on_wasabi=False, sure=False)
    draft.replace(entry, flipped=not entry.flipped)


def move(draft: TableauDraft, entry_id: UUID, *, on_wasabi: bool) -> None:
    """Say that a nigiri lies on a wasabi, or beside it.

    Where no wasabi is free it takes the place of the last nigiri that landed on one by itself;
    where there is none of these either, nothing changes.
    """
    entry = draft.card(entry_id)
    if entry is None or not laid_card(entry).is_nigiri:
        return
    under = nigiri_on_wasabi(draft.cards, draft.flipped_frees)
    lies_on = {draft.entries[at].pk for at in under}
    if on_wasabi and entry.pk not in lies_on and not draft.has_free_wasabi():
        landed = [one for one in draft.entries if one.pk in lies_on and not one.sure]
        if not landed:
            return
        lies_on.discard(landed[-1].pk)
    if on_wasabi:
        # Nor does one take it that lies bare now although it was put on a wasabi that is gone.
        for one in list(draft.entries):
            if one.on_wasabi and one is not entry and not one.flipped and one.pk not in lies_on:
                draft.replace(one, on_wasabi=False, sure=False)
    if (entry.on_wasabi, entry.sure) != (on_wasabi, True):
        draft.replace(entry, on_wasabi=on_wasabi, sure=True)


def say_bare(draft: TableauDraft) -> None:
    """Say that the free wasabi are bare; where none is free, that no nigiri lies on those on which
    one has landed by itself."""
    asked = doubt(draft.cards, flipped_nigiri_frees_wasabi=draft.flipped_frees)
    if asked is None:
        return
    indexes = asked.beside if asked.free else (*asked.beside, *asked.landed)
    for entry in [draft.entries[at] for at in indexes]:
        draft.replace(entry, on_wasabi=False, sure=True)


def say_ready(draft: TableauDraft, *, ready: bool) -> None:
    """Note that the player says that the tableau is complete, or takes that back.

    Raises:
        Refused: ``round-confirmed``.
    """
    if draft.row.round.state != Round.State.OPEN:
        raise Refused("round-confirmed", round=draft.row.round.number)
    draft.is_ready = ready


def undo(draft: TableauDraft) -> None:
    """Undo this phone's last tap on this tableau or its claims, with the other taps of the phrase
    that it was part of; keeps what other phones entered.

    Raises:
        Refused: ``too-many`` if the cards that come back no longer fit.
    """
    draft.save()
    undoable = undoable_taps(draft.row, draft.phone)
    last = undoable.first()
    if last is None:
        return
    taps = {tap.pk for tap in undoable.filter(pk__range=same_phrase(last.pk))}
    # By card, not by entry: what a tap added may have been replaced and restored since. A card
    # that the tap turned or moved, and that another phone has taken away since, stays away.
    lying = {entry.card: entry for entry in draft.entries}
    added = set(Entry.objects.filter(added_by__in=taps).values_list("card", flat=True))
    withdrawn = Entry.objects.filter(withdrawn_by__in=taps).exclude(added_by__in=taps)
    gone = added - lying.keys()
    back = [entry for entry in withdrawn if entry.card not in lying.keys() - added | gone]
    if (more := len({entry.card for entry in back} - added) - len(added - gone)) > 0:
        draft.check_room(more)
    for card in added - gone:
        draft.withdraw(lying[card])
    for entry in back:
        draft.put_again(entry)
    for standing in Claim.objects.filter(
        claim__in=Claim.objects.filter(added_by__in=taps).values("claim"), withdrawn_by=None
    ):
        draft.withdraw_claim(standing)
    for claimed in Claim.objects.filter(withdrawn_by__in=taps):
        # Another phone may have claimed for this seat on that turn meanwhile: that one stays.
        fields = {"round_id": claimed.round_id, "seat_id": claimed.seat_id}
        position = claimed.position
        if not Claim.objects.filter(withdrawn_by=None, position=position, **fields).exists():
            Claim.objects.create(
                claim=claimed.claim,
                position=position,
                icons=claimed.icons,
                cards=claimed.cards,
                added_by=draft.tap,
                **fields,
            )
    Tap.objects.filter(pk__in=taps).update(undone_by=draft.tap)
