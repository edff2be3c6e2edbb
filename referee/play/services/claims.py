"""The uramaki race: claims during a round, in the order in which they happened."""

from itertools import groupby
from uuid import UUID

from ...models import Claim, Entry
from ...rules.cards import FACES
from ...rules.scoring.uramaki import ICONS_TO_CLAIM, PRIZES, settle_claims
from .refusals import Refused
from .tableau_draft import TableauDraft

MAX_ICONS = 63
"""All 48 icons of the box and three copies of a five: no claim can be larger."""
MAX_CLAIMS = 12
"""Standing claims in a round; the icons of the box make six."""
POSITION_STEP = 2**16
"""Positions stand so far apart that a claim can be put between two others again and again."""


def claim(
    draft: TableauDraft,
    icons: int | None,
    with_turn: int | None = None,
    before_turn: int | None = None,
) -> None:
    """Enter a claim of 10 to 63 uramaki icons, after those that stand already.

    The cards that are claimed leave the table (Sushi Go Party! rulebook, Card Guide: Uramaki).

    Args:
        icons: None for those that lie there; also where just so many lie there, it is of these.
        with_turn: the turn of the race, counted from 1, on which it was made with others.
        before_turn: the turn of the race that it came before.

    Raises:
        Refused: ``no-uramaki``, ``not-a-number`` of icons, ``too-few-icons`` that lie there,
            ``no-place-left`` for those that lie there, ``too-many-claims``, and
            ``already-claimed`` for a second claim of one seat on one turn.
    """
    if "uramaki" not in draft.setting.types:
        raise Refused("no-uramaki")
    lying = _uramaki(draft)
    counted = sum(FACES[entry.face].icons for entry in lying)
    if icons is None and counted < ICONS_TO_CLAIM:
        raise Refused("too-few-icons", icons=counted, least=ICONS_TO_CLAIM)
    is_counted = icons is None
    icons = counted if icons is None else icons
    if not ICONS_TO_CLAIM <= icons <= MAX_ICONS:
        raise Refused("not-a-number", least=ICONS_TO_CLAIM, most=MAX_ICONS)
    tableau = draft.row
    standing = tableau.round.claims.filter(withdrawn_by=None)
    if standing.count() >= MAX_CLAIMS:
        raise Refused("too-many-claims", claims=MAX_CLAIMS)
    claimed = groupby(standing, key=lambda one: one.position)
    _settled, used = settle_claims(
        [[(one.seat_id, one.icons) for one in on] for _turn, on in claimed]
    )
    if is_counted and used >= len(PRIZES) and with_turn is before_turn is None:
        raise Refused("no-place-left")
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
    if icons == counted:
        take_uramaki(draft)
    Claim.objects.create(
        pk=draft.tap.pk,
        claim=draft.tap.pk,
        round=tableau.round,
        seat_id=tableau.seat_id,
        position=position,
        icons=icons,
        cards=len(lying) if icons == counted else 0,
        added_by=draft.tap,
    )


def unclaim(draft: TableauDraft, claim_id: UUID) -> None:
    """Take a claim of this seat and round back, with the cards that it took off the tableau; does
    nothing if it is withdrawn already.

    Raises:
        Refused: ``too-many`` if the cards no longer fit.
    """
    here = Claim.objects.filter(round=draft.row.round_id, seat=draft.row.seat_id)
    for standing in here.filter(pk=claim_id, withdrawn_by=None):
        if standing.cards:
            draft.save()
            lying = {entry.card for entry in draft.entries}
            taken = Entry.objects.filter(tableau=draft.row, withdrawn_by=standing.claim)
            back = [entry for entry in taken if entry.card not in lying]
            draft.check_room(len(back))
            for entry in back:
                draft.put_again(entry)
        draft.withdraw_claim(standing)


def take_uramaki(draft: TableauDraft) -> None:
    """Take all uramaki away, copies too: they were claimed."""
    for entry in _uramaki(draft):
        draft.withdraw(entry)


def _uramaki(draft: TableauDraft) -> list[Entry]:
    return [
        entry
        for entry in draft.entries
        if entry.face and not entry.flipped and FACES[entry.face].type == "uramaki"
    ]
