"""The uramaki race: claims during a round, in the order in which they happened."""

from dataclasses import replace
from uuid import UUID

from ..models import Claim, Tap
from ..rules.scoring.uramaki import ICONS_TO_CLAIM
from .refusals import Refused
from .tapping import Hand, Where, tap_on

MOST_ICONS = 63
"""All 48 icons of the box and three copies of a five: no claim can be larger."""
MOST_CLAIMS = 12
"""Standing claims in a round; the icons of the box make six."""
_STEP = 2**16
"""Positions stand so far apart that a claim can be put between two others again and again."""


def claim_icons(
    where: Where,
    tap_id: UUID,
    icons: int,
    *,
    with_turn: int | None = None,
    before_turn: int | None = None,
) -> None:
    """Enters a claim of uramaki icons: after those that stand already, unless said otherwise.

    Args:
        where: the claiming seat's tableau.
        icons: the icons claimed, 10 to 63.
        with_turn: the turn of the race, counted from 1, on which it was made with others.
        before_turn: the turn of the race that it came before.

    Raises:
        Refused: for a confirmed round, a game without uramaki, a number of icons that cannot be,
            or a second claim of one seat on one turn.
    """

    def change(hand: Hand) -> None:
        if "uramaki" not in hand.setting.types:
            raise Refused("no-uramaki")
        if not ICONS_TO_CLAIM <= icons <= MOST_ICONS:
            raise Refused("not-a-number", least=ICONS_TO_CLAIM, most=MOST_ICONS)
        tableau = hand.laid.row
        standing = tableau.round.claims.filter(withdrawn_by=None)
        if standing.count() >= MOST_CLAIMS:
            raise Refused("too-many-claims", claims=MOST_CLAIMS)
        turns = sorted(set(standing.values_list("position", flat=True)))
        position = _position(turns, with_turn, before_turn)
        if standing.filter(position=position, seat=tableau.seat).exists():
            raise Refused("already-claimed")
        Claim.objects.create(
            pk=hand.tap.pk,
            claim=hand.tap.pk,
            round=tableau.round,
            seat=tableau.seat,
            position=position,
            icons=icons,
            added_by=hand.tap,
        )

    tap_on(where, tap_id, Tap.Kind.CLAIM, change)


def _position(turns: list[int], with_turn: int | None, before_turn: int | None) -> int:
    """Where a claim stands among the positions of the turns so far; the last without a turn that
    there is."""
    if with_turn is not None and 1 <= with_turn <= len(turns):
        return turns[with_turn - 1]
    if before_turn is not None and 1 <= before_turn <= len(turns):
        earlier = turns[before_turn - 2] if before_turn > 1 else 0
        return (earlier + turns[before_turn - 1]) // 2
    return (turns[-1] if turns else 0) + _STEP


def withdraw_claim(where: Where, tap_id: UUID, claim_id: UUID) -> None:
    """Takes a claim of this round back. One that is withdrawn already stays so.

    Args:
        where: the tableau on whose page that was done; the tap is the claiming seat's.
    """
    here = Claim.objects.filter(round__game=where.game, round__number=where.round)
    claim = here.filter(pk=claim_id, withdrawn_by=None).select_related("seat").first()
    if claim is None:
        return

    def change(hand: Hand) -> None:
        for standing in here.filter(pk=claim_id, withdrawn_by=None):
            hand.withdraw(standing)

    tap_on(replace(where, seat=claim.seat.place), tap_id, Tap.Kind.TAKE_BACK, change)
