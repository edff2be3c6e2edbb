"""The uramaki race: claims during a round, in the order in which they happened."""

from collections.abc import Sequence
from itertools import groupby
from uuid import UUID

from django.db.models import Exists, OuterRef

from ...models import Claim, Entry
from ...rules.cards import FACES
from ...rules.scoring.uramaki import ICONS_TO_CLAIM, PRIZES, claimed_sets, settle_claims
from .refusals import Refused
from .tableau_draft import TableauDraft

MAX_ICONS = 63
"""All 48 icons of the box and three copies of a five: no claim can be larger."""
MAX_CLAIMS = 12
"""Standing claims in a round; the icons of the box make six."""
POSITION_STEP = 2**16
"""Positions stand so far apart that a claim can be put between two others again and again."""

Cards = Sequence[int] | None
"""The uramaki that a claim is of, by the icons of each; None for all that lie there."""


def claim(
    draft: TableauDraft,
    what: int | Cards,
    with_turn: int | None = None,
    before_turn: int | None = None,
) -> None:
    """Enter a claim of 10 to 63 uramaki icons, after those that stand already.

    The cards that are claimed leave the table, and those that were played later stay (Sushi Go
    Party! rulebook, Card Guide: Uramaki).

    Args:
        what: the cards, or how many icons. Where cards with just so many lie there and a place is
            left, it is of these, of as few as can be; else all cards stay.
        with_turn: the turn of the race, counted from 1, on which it was made with others.
        before_turn: the turn of the race that it came before.

    Raises:
        Refused: ``no-uramaki``, ``not-a-number`` of icons, ``too-few-icons`` and ``cards-gone`` of
            cards, ``no-place-left`` for cards, ``too-many-claims``, and ``already-claimed`` for a
            second claim of one seat on one turn.
    """
    if "uramaki" not in draft.setting.types:
        raise Refused("no-uramaki")
    cards = [] if isinstance(what, int) else _cards(draft, what)
    icons = what if isinstance(what, int) else sum(uramaki_icons(cards))
    if not isinstance(what, int) and icons < ICONS_TO_CLAIM:
        raise Refused("too-few-icons", icons=icons, least=ICONS_TO_CLAIM)
    if not ICONS_TO_CLAIM <= icons <= MAX_ICONS:
        raise Refused("not-a-number", least=ICONS_TO_CLAIM, most=MAX_ICONS)
    tableau = draft.row
    standing = tableau.round.claims.filter(withdrawn_by=None)
    if standing.count() >= MAX_CLAIMS:
        raise Refused("too-many-claims", claims=MAX_CLAIMS)
    claimed = groupby(standing, key=lambda row: row.position)
    _settled, used = settle_claims(
        [[(row.seat_id, row.icons) for row in on] for _turn, on in claimed]
    )
    is_open = used < len(PRIZES) or with_turn is not None or before_turn is not None
    if cards and not is_open:
        raise Refused("no-place-left")
    if isinstance(what, int) and is_open:
        lying = uramaki_of(draft.entries)
        cards = [
            lying[at] for chosen in claimed_sets(uramaki_icons(lying), icons)[:1] for at in chosen
        ]
    turns = sorted(set(standing.values_list("position", flat=True)))
    # The last place, also for a turn that does not exist.
    position = (turns[-1] if turns else 0) + POSITION_STEP
    if with_turn is not None and 1 <= with_turn <= len(turns):
        position = turns[with_turn - 1]
    elif before_turn is not None and 1 <= before_turn <= len(turns):
        earlier = turns[before_turn - 2] if before_turn > 1 else 0
        position = (earlier + turns[before_turn - 1]) // 2
    if standing.filter(position=position, seat_id=tableau.seat_id).exists():
        raise Refused("already-claimed")
    for entry in cards:
        draft.withdraw(entry)
    Claim.objects.create(
        pk=draft.tap.pk,
        claim=draft.tap.pk,
        round=tableau.round,
        seat_id=tableau.seat_id,
        position=position,
        icons=icons,
        cards=len(cards),
        added_by=draft.tap,
    )


def say_claimed(draft: TableauDraft, what: Cards) -> None:
    """Take cards away that were claimed by number: the claim is of these. Of several such claims it
    is one of just so many icons, else the first.

    Raises:
        Refused: ``cards-gone``; ``claim-gone`` where none stands.
    """
    cards = _cards(draft, what)
    here = Claim.objects.filter(round=draft.row.round_id, seat=draft.row.seat_id)
    icons = sum(uramaki_icons(cards))
    standing = sorted(
        here.filter(withdrawn_by=None, cards=0), key=lambda row: (row.icons != icons, row.position)
    )
    if not standing:
        raise Refused("claim-gone")
    for entry in cards:
        draft.withdraw(entry)
    draft.withdraw_claim(standing[0])
    draft.restate_claim(standing[0], cards=len(cards))


def unclaim(draft: TableauDraft, claim_id: UUID) -> None:
    """Take a claim of this seat and round back, with the cards that it took off the tableau; does
    nothing if it is withdrawn already.

    Raises:
        Refused: ``too-many`` if the cards no longer fit.
    """
    here = Claim.objects.filter(round=draft.row.round_id, seat=draft.row.seat_id)
    same = here.filter(pk=claim_id).values("claim")
    for standing in here.filter(claim__in=same, withdrawn_by=None):
        if standing.cards:
            # The tap that claimed took them, or one that said later which they were; perhaps off
            # another tableau, with which it was swapped.
            rows = Claim.objects.filter(claim=standing.claim, added_by__undone_by=None)
            taps = rows.values("added_by")
            lies = Entry.objects.filter(card=OuterRef("card"), withdrawn_by=None)
            taken = Entry.objects.filter(~Exists(lies), withdrawn_by__in=taps)
            back = {entry.card: entry for entry in taken}
            draft.check_room(len(back))
            for entry in back.values():
                draft.put_again(entry)
        draft.withdraw_claim(standing)


def take_uramaki(draft: TableauDraft) -> None:
    """Take all uramaki away, copies too."""
    for entry in uramaki_of(draft.entries):
        draft.withdraw(entry)


def uramaki_of(entries: Sequence[Entry]) -> list[Entry]:
    """The uramaki among the cards of a tableau, face up, by their places. Special orders come
    first: the card that one copies lies there for as long as the copy."""
    return sorted(
        (
            entry
            for entry in entries
            if entry.face and not entry.flipped and FACES[entry.face].type == "uramaki"
        ),
        key=lambda entry: (not entry.copy, entry.place),
    )


def uramaki_icons(entries: Sequence[Entry]) -> list[int]:
    """The icons of each of the uramaki among the cards of a tableau; see :func:`uramaki_of`."""
    return [FACES[entry.face].icons for entry in uramaki_of(entries)]


def _cards(draft: TableauDraft, wanted: Cards) -> list[Entry]:
    lying = uramaki_of(draft.entries)
    if wanted is None:
        return lying
    chosen = []
    for icons in wanted:
        entry = next((uramaki for uramaki in lying if FACES[uramaki.face].icons == icons), None)
        if entry is None:
            raise Refused("cards-gone", cards=" + ".join(map(str, wanted)))
        lying.remove(entry)
        chosen.append(entry)
    return chosen
