"""The actions of taps, and their texts: ``add:maki-3``, ``take:<entry>``, ``claim:12:with-2`` …

| text                            | action                                                        |
|---------------------------------|---------------------------------------------------------------|
| ``add:<face>``, ``add:flipped`` | add a card; one that lies face down with an unknown front     |
| ``copy:<face>``                 | add a special order that copies this face                     |
| ``take:<entry>``                | take a card away                                              |
| ``clear:``                      | take all cards away                                           |
| ``swap:<place>``                | let the cards of the seat at that place lie here, and these   |
|                                 | there, with the claims of both; undone on either tableau      |
| ``swap:<place>:<card>``         | the same, as long as that card lies here                      |
| ``flip:<entry>``                | flip a card                                                   |
| ``add:<nigiri>:bare``           | add a nigiri that lies on no wasabi                           |
| ``on:<wasabi>:<nigiri>``        | say that a nigiri lies on a wasabi, both by their entries     |
| ``bare:<wasabi>``               | say that nothing lies on a wasabi                             |
| ``in-order:``, ``any-order:``   | say that cards come in the order of play; take that back      |
| ``undo:``                       | undo this phone's last tap or phrase on this tableau          |
| ``take:uramaki``                | take all uramaki away                                         |
| ``claim:<cards>``               | claim uramaki that lie here, by the icons of each: ``5-5-4``; |
|                                 | ``counted`` is all that lie here                              |
| ``claim:<icons>``               | claim uramaki icons by their number                           |
| ``claim:…:with-<turn>``         | claim on that turn of the race (from 1), with others          |
| ``claim:…:before-<turn>``       | claim before that turn; else after all claims that stand      |
| ``claimed:<cards>``             | take uramaki away that were claimed by number                 |
| ``unclaim:<claim>``             | take a claim back                                             |
| ``ready:``, ``unready:``        | say that the tableau is complete; take that back              |

An entry has the id of the tap that added it. A card that was turned since is another entry, and so
is a wasabi on which something else lies. ``take``, ``on`` and ``bare`` also find it by the id of
the tap that added the card; ``flip`` does not, because two phones that
turn one card over mean it once.
"""

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from uuid import UUID

from django.db.models import Exists, OuterRef

from ...models import Claim, Entry, Round, Tap
from ...rules.cards import FACES
from ...rules.wasabi_pairing import free_wasabi, landing, put_on
from .claims import Cards, claim, say_claimed, take_uramaki, unclaim
from .game_state import laid_card, undoable_taps
from .refusals import Refused
from .tableau_draft import TableauDraft

MAX_CHARACTERS = 80
"""The longest text of an action."""

_CARDS = re.compile("[345](-[345])+")
"""Uramaki by their icons; no claim is of a single one."""

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
    if len(do) > MAX_CHARACTERS or verb not in _VERBS:
        raise Refused("not-understood")
    kind, parse = _VERBS[verb]
    return kind, parse(what)


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


def _verb_only(action: Action) -> Callable[[str], Action]:
    """The reader of a text that says no more than its verb."""

    def parse(what: str) -> Action:
        if what:
            raise Refused("not-understood")
        return action

    return parse


def _parse_add(what: str) -> Action:
    face, _colon, where = what.partition(":")
    if not what or where not in ("", "bare"):
        raise Refused("not-understood")
    return partial(add, face="" if face == "flipped" else _checked_face(face), lands=not where)


def _parse_take(what: str) -> Action:
    return take_uramaki if what == "uramaki" else partial(take_away, entry_id=_id(what))


def _parse_swap(what: str) -> Action:
    place, _colon, card = what.partition(":")
    if not _is_number(place):
        raise Refused("not-understood")
    return partial(swap, place=int(place), card=_id(card) if card else None)


def _parse_on(what: str) -> Action:
    wasabi, _colon, nigiri = what.partition(":")
    return partial(say_on, wasabi_id=_id(wasabi), nigiri_id=_id(nigiri))


def _parse_claim(what: str) -> Action:
    icons, _colon, moment = what.partition(":")
    relation, _dash, turn = moment.partition("-")
    if moment and not (relation in ("with", "before") and _is_number(turn)):
        raise Refused("not-understood")
    is_cards = icons == "counted" or _CARDS.fullmatch(icons)
    # claim() refuses what is no number of icons: it knows how many there may be.
    return partial(
        claim,
        what=_parse_cards(icons) if is_cards else int(icons) if _is_number(icons) else 0,
        with_turn=int(turn) if relation == "with" else None,
        before_turn=int(turn) if relation == "before" else None,
    )


def _parse_cards(what: str) -> Cards:
    if what == "counted":
        return None
    if not _CARDS.fullmatch(what):
        raise Refused("not-understood")
    return [int(icons) for icons in what.split("-")]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Refused("not-understood") from None


def add(draft: TableauDraft, face: str, *, copy: bool = False, lands: bool = True) -> None:
    """Add a card; see :func:`landing` for a nigiri beside wasabi.

    Args:
        face: "" for a card that lies face down with an unknown front.
        copy: the card is a special order, and ``face`` is what it copies.
        lands: False for a nigiri that is said to lie on no wasabi.

    Raises:
        Refused: ``too-many`` for more cards than a tableau can have.
    """
    draft.check_room(1)
    pk, place = draft.tap.pk, draft.tap.number
    entry = Entry(pk=pk, card=pk, place=place, face=face, copy=copy, flipped=not face)
    card = laid_card(entry)
    if card.is_wasabi:
        entry.is_known = draft.in_order  # nothing lies on it yet
    elif card.is_nigiri:
        cards, frees, in_order = draft.cards, draft.flipped_frees, draft.in_order
        rules = {"in_order": in_order, "flipped_nigiri_frees_wasabi": frees}
        if lands:
            draft.lay(landing(cards, card, **rules))
        for at in free_wasabi(cards, flipped_nigiri_frees_wasabi=frees) if not lands else ():
            if cards[at].is_known_bare:
                say_bare(draft, draft.entries[at].pk)
    draft.add(entry)


def take_away(draft: TableauDraft, entry_id: UUID) -> None:
    """Take a card away, unless it is gone already. Of a wasabi whose nigiri goes nothing is known
    any more; a nigiri whose wasabi goes lies on none."""
    if entry := draft.card(entry_id):
        draft.withdraw(entry)


def clear(draft: TableauDraft) -> None:
    """Take all cards away."""
    for entry in list(draft.entries):
        draft.withdraw(entry)


def swap(draft: TableauDraft, place: int, card: UUID | None = None) -> None:
    """Let the cards and claims of two seats change places: they were entered under the wrong
    player. Where one of them has none this moves those of the other.

    Args:
        card: one that the phone saw here; where it lies elsewhere by now, another phone has swapped
            them already.

    Raises:
        Refused: ``no-such-tableau`` for a seat that is none or the same; ``not-yours``.
    """
    if card and draft.card(card) is None:
        return
    _swap(draft, draft.beside(place), f"swap:{draft.row.seat.place}")


def _swap(
    draft: TableauDraft,
    other: TableauDraft,
    do: str,
    moved: Mapping[int, Collection[UUID]] | None = None,
) -> None:
    """Let what lies on two tableaus change places.

    Args:
        do: the text of the other tableau's tap.
        moved: only these cards and claims, by the tableau's row; None for all.
    """
    standing = list(Claim.objects.filter(round=draft.row.round_id, withdrawn_by=None))
    moving = []
    for here, there in ((draft, other), (other, draft)):
        entries, claims = list(here.entries), [c for c in standing if c.seat_id == here.row.seat_id]
        if moved is not None:
            entries = [entry for entry in entries if entry.card in moved[here.row.pk]]
            claims = [row for row in claims if row.claim in moved[here.row.pk]]
            # Where the other seat has claimed anew on that turn, both claims stay.
            stay = [row for row in standing if row.claim not in moved[there.row.pk]]
            taken = {row.position for row in stay if row.seat_id == there.row.seat_id}
            claims = [row for row in claims if row.position not in taken]
        moving.append((here, there, entries, claims))
    for here, _there, entries, _claims in moving:
        here.check_room(sum(len(come) for _h, to, come, _c in moving if to is here) - len(entries))
    other.join(draft, do)
    for here, _there, entries, claims in moving:
        for entry in entries:
            here.withdraw(entry)
        for row in claims:
            here.withdraw_claim(row)
        here.save()  # a card is withdrawn before it lies on another tableau
    for _here, there, entries, claims in moving:
        for entry in entries:
            there.put_again(entry)
        for row in claims:
            there.restate_claim(row, cards=row.cards)


def _swap_back(draft: TableauDraft, swapped: Tap) -> None:
    """Undo a swap on both tableaus, as far as things lie where it has put them. What was swapped
    with a seat that was taken out since stays."""
    place = int(swapped.do.split(":")[1])
    sides = Tap.objects.filter(
        tableau__round=draft.row.round_id, phone=draft.phone, number=swapped.number
    )
    if draft.game.seats.filter(place=place).exists():
        other = draft.beside(place)
        moved = {
            side.tableau_id: {
                *side.added.values_list("card", flat=True),
                *side.claims.values_list("claim", flat=True),
            }
            for side in sides
        }
        _swap(draft, other, draft.tap.do, moved)
        sides.filter(tableau=other.row).update(undone_by=other.tap)
    sides.filter(tableau=draft.row).update(undone_by=draft.tap)


def flip(draft: TableauDraft, entry_id: UUID) -> None:
    """Turn a card face down, or face up again if its front is known; the side that the phone saw,
    so that two phones that flip one card flip it once. A nigiri on a flipped wasabi lies bare."""
    entry = draft.card(entry_id, as_seen=True)
    if entry is None or not entry.face:
        return
    draft.replace(entry, flipped=not entry.flipped)


def say_on(draft: TableauDraft, wasabi_id: UUID, nigiri_id: UUID) -> None:
    """Say that a nigiri lies on a wasabi; nothing changes where one of them is gone."""
    wasabi, nigiri = draft.card(wasabi_id), draft.card(nigiri_id)
    if not (wasabi and laid_card(wasabi).is_wasabi and nigiri and laid_card(nigiri).is_nigiri):
        return
    at = draft.entries.index(wasabi), draft.entries.index(nigiri)
    draft.lay(put_on(draft.cards, *at, flipped_nigiri_frees_wasabi=draft.flipped_frees))


def say_bare(draft: TableauDraft, wasabi_id: UUID) -> None:
    """Say that nothing lies on a wasabi; nothing changes where it is gone."""
    wasabi = draft.card(wasabi_id)
    if wasabi and laid_card(wasabi).is_wasabi:
        # Also where that was known: it is said of what lies there now.
        draft.replace(wasabi, nigiri=None, is_known=True)


def say_order(draft: TableauDraft, *, in_order: bool) -> None:
    """Note that the seat's cards come in the order of play, for the game, or take that back; of a
    seat that no phone holds, for all such seats: one phone enters for them. What is assumed of this
    tableau's wasabi is true then. Taken back, it is only assumed again what the order has told."""
    seats = draft.game.seats.filter(pk=draft.row.seat_id)
    if seats.filter(guest=None).exists():
        seats = draft.game.seats.filter(guest=None)
    seats.update(in_order=in_order)
    draft.in_order = in_order
    if in_order:
        say_as_assumed(draft)
        return
    order_kinds = (Tap.Kind.ADD, Tap.Kind.ORDER)
    for entry in list(draft.entries):
        if entry.is_known and entry.added_by.kind in order_kinds:
            draft.replace(entry, is_known=False)


def say_as_assumed(draft: TableauDraft) -> None:
    """Say that on each wasabi of the tableau lies what is assumed to, and that those that are known
    to be bare are so still."""
    cards = draft.cards
    on = {
        question.wasabi: None if question.assumed is None else cards[question.assumed].id
        for question in draft.questions()
    }
    bare = [draft.entries[at].pk for at, card in enumerate(cards) if card.is_known_bare]
    draft.lay({at: cards[at]._replace(nigiri=nigiri, is_known=True) for at, nigiri in on.items()})
    for wasabi in bare:
        say_bare(draft, wasabi)


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

    A swap is undone on either tableau.

    Raises:
        Refused: ``too-many`` if the cards that come back no longer fit; ``not-yours`` for a swap
            with a seat for which this phone may no longer enter.
    """
    undoable = undoable_taps(draft.row, draft.phone)
    last = undoable.first()
    if last is None:
        return None
    if last.kind == Tap.Kind.SWAP:
        return _swap_back(draft, last)
    taps = {tap.pk for tap in undoable.filter(pk__range=same_phrase(last.pk))}
    # With a claim goes what was said later of its cards.
    later = Claim.objects.filter(claim__in=taps, added_by__undone_by=None)
    taps |= set(later.exclude(added_by__kind=Tap.Kind.UNDO).values_list("added_by", flat=True))
    # By card, not by entry: what a tap added may have been replaced and restored since. A card
    # that the tap turned, or of which it has said something, and that another phone has taken away
    # since, stays away; where another phone has turned it or said more, that holds.
    lying = {entry.card: entry for entry in draft.entries}
    added = set(Entry.objects.filter(added_by__in=taps).values_list("card", flat=True))
    elsewhere = Entry.objects.filter(card=OuterRef("card"), withdrawn_by=None)
    elsewhere = elsewhere.exclude(tableau=draft.row.pk)  # with which it was swapped
    withdrawn = Entry.objects.filter(~Exists(elsewhere), withdrawn_by__in=taps)
    # A claim that was swapped since stays, and so do its cards.
    claims = Claim.objects.filter(withdrawn_by=None)
    swapped = claims.filter(claim__in=taps).exclude(seat=draft.row.seat_id).values("claim")
    withdrawn = withdrawn.exclude(added_by__in=taps).exclude(withdrawn_by__in=swapped)
    changed = {entry.card for entry in withdrawn} & added & lying.keys()
    added -= {card for card in changed if lying[card].added_by.phone != draft.phone}
    gone = added - lying.keys()
    back = [entry for entry in withdrawn if entry.card not in lying.keys() - added | gone]
    if (more := len({entry.card for entry in back} - added) - len(added - gone)) > 0:
        draft.check_room(more)
    for card in added - gone:
        draft.withdraw(lying[card])
    for entry in back:
        draft.put_again(entry)
    made = Claim.objects.filter(added_by__in=taps).values("claim")
    for standing in claims.filter(claim__in=made, seat=draft.row.seat_id):
        draft.withdraw_claim(standing)
    for claimed in Claim.objects.filter(withdrawn_by__in=taps).exclude(claim__in=taps):
        # Another phone may have claimed for this seat on that turn meanwhile: that one stays.
        fields = {"round_id": claimed.round_id, "seat_id": claimed.seat_id}
        position = claimed.position
        if not Claim.objects.filter(withdrawn_by=None, position=position, **fields).exists():
            draft.restate_claim(claimed, cards=claimed.cards)
    Tap.objects.filter(pk__in=taps).update(undone_by=draft.tap)
    return None


_VERBS: dict[str, tuple[Tap.Kind, Callable[[str], Action]]] = {
    "add": (Tap.Kind.ADD, _parse_add),
    "copy": (Tap.Kind.ADD, lambda what: partial(add, face=_checked_face(what), copy=True)),
    "take": (Tap.Kind.TAKE_AWAY, _parse_take),
    "clear": (Tap.Kind.TAKE_AWAY, _verb_only(clear)),
    "swap": (Tap.Kind.SWAP, _parse_swap),
    "flip": (Tap.Kind.FLIP, lambda what: partial(flip, entry_id=_id(what))),
    "on": (Tap.Kind.MOVE, _parse_on),
    "bare": (Tap.Kind.MOVE, lambda what: partial(say_bare, wasabi_id=_id(what))),
    "in-order": (Tap.Kind.ORDER, _verb_only(partial(say_order, in_order=True))),
    "any-order": (Tap.Kind.ORDER, _verb_only(partial(say_order, in_order=False))),
    "undo": (Tap.Kind.UNDO, _verb_only(undo)),
    "claim": (Tap.Kind.CLAIM, _parse_claim),
    "claimed": (Tap.Kind.CLAIM, lambda what: partial(say_claimed, what=_parse_cards(what))),
    "unclaim": (Tap.Kind.TAKE_BACK, lambda what: partial(unclaim, claim_id=_id(what))),
    "ready": (Tap.Kind.READY, _verb_only(partial(say_ready, ready=True))),
    "unready": (Tap.Kind.READY, _verb_only(partial(say_ready, ready=False))),
}
"""The kind of each verb's taps, and the reader of what follows it."""
