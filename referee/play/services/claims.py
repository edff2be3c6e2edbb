"""The uramaki race: claims during a round, in the order in which they happened."""

from uuid import UUID

from ...models import Claim
from ...rules.scoring.uramaki import ICONS_TO_CLAIM
from .refusals import Refused
from .tableau_draft import TableauDraft

MAX_ICONS = 63
"""All 48 icons of the box and three copies of a five: no claim can be larger."""
MAX_CLAIMS = 12
"""Standing claims in a round; the icons of the box make six."""
POSITION_STEP = 2**16
"""Positions stand so far apart that a claim can be put between two others again and again."""


def claim(
    draft: TableauDraft, icons: int, with_turn: int | None = None, before_turn: int | None = None
) -> None:
    """Enter a claim of 10 to 63 uramaki icons, after those that stand already.

    Args:
        with_turn: the turn of the race, counted from 1, on which it was made with others.
        before_turn: the turn of the race that it came before.

    Raises:
        Refused: ``no-uramaki``, ``not-a-number`` of icons, ``too-many-claims``, and
            ``already-claimed`` for a second claim of one seat on one turn.
    """
    if "uramaki" not in draft.setting.types:
        raise Refused("no-uramaki")
    if not ICONS_TO_CLAIM <= icons <= MAX_ICONS:
        raise Refused("not-a-number", least=ICONS_TO_CLAIM, most=MAX_ICONS)
    tableau = draft.row
    standing = tableau.round.claims.filter(withdrawn_by=None)
    if standing.count() >= MAX_CLAIMS:
        raise Refused("too-many-claims", claims=MAX_CLAIMS)
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
    Claim.objects.create(
        pk=draft.tap.pk,
        claim=draft.tap.pk,
        round=tableau.round,
        seat_id=tableau.seat_id,
        position=position,
        icons=icons,
        added_by=draft.tap,
    )


def unclaim(draft: TableauDraft, claim_id: UUID) -> None:
    """Take a claim of this seat and round back; does nothing if it is withdrawn already."""
    here = Claim.objects.filter(round=draft.row.round_id, seat=draft.row.seat_id)
    for standing in here.filter(pk=claim_id, withdrawn_by=None):
        draft.withdraw_claim(standing)
