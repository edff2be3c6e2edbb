"""The uramaki race: claims during a round, in the order in which they happened."""

from uuid import UUID

from ...models import Claim
from ...rules.scoring.uramaki import ICONS_TO_CLAIM
from .refusals import Refused
from .tap_actions import Change
from .tapping import Hand

MOST_ICONS = 63
"""All 48 icons of the box and three copies of a five: no claim can be larger."""
MOST_CLAIMS = 12
"""Standing claims in a round; the icons of the box make six."""
POSITION_STEP = 2**16
"""Positions stand so far apart that a claim can be put between two others again and again."""


def claiming(icons: int, *, with_turn: int | None = None, before_turn: int | None = None) -> Change:
    """Enters a claim of uramaki icons: after those that stand already, unless said otherwise.

    Args:
        icons: the icons claimed, 10 to 63.
        with_turn: the turn of the race, counted from 1, on which it was made with others.
        before_turn: the turn of the race that it came before.

    Returns:
        A change that raises Refused for a game without uramaki, a number of icons that cannot be,
        or a second claim of one seat on one turn.
    """

    def change(hand: Hand) -> None:
        if "uramaki" not in hand.setting.types:
            raise Refused("no-uramaki")
        if not ICONS_TO_CLAIM <= icons <= MOST_ICONS:
            raise Refused("not-a-number", least=ICONS_TO_CLAIM, most=MOST_ICONS)
        tableau = hand.row
        standing = tableau.round.claims.filter(withdrawn_by=None)
        if standing.count() >= MOST_CLAIMS:
            raise Refused("too-many-claims", claims=MOST_CLAIMS)
        turns = sorted(set(standing.values_list("position", flat=True)))
        position = _position(turns, with_turn, before_turn)
        if standing.filter(position=position, seat_id=tableau.seat_id).exists():
            raise Refused("already-claimed")
        Claim.objects.create(
            pk=hand.tap.pk,
            claim=hand.tap.pk,
            round=tableau.round,
            seat_id=tableau.seat_id,
            position=position,
            icons=icons,
            added_by=hand.tap,
        )

    return change


def _position(turns: list[int], with_turn: int | None, before_turn: int | None) -> int:
    """Where a claim stands among the positions of the turns so far; the last without a turn that
    there is."""
    if with_turn is not None and 1 <= with_turn <= len(turns):
        return turns[with_turn - 1]
    if before_turn is not None and 1 <= before_turn <= len(turns):
        earlier = turns[before_turn - 2] if before_turn > 1 else 0
        return (earlier + turns[before_turn - 1]) // 2
    return (turns[-1] if turns else 0) + POSITION_STEP


def taking_back(claim_id: UUID) -> Change:
    """Takes a claim of this seat and round back. One that is withdrawn already stays so."""

    def change(hand: Hand) -> None:
        here = Claim.objects.filter(round=hand.row.round_id, seat=hand.row.seat_id)
        for standing in here.filter(pk=claim_id, withdrawn_by=None):
            hand.withdraw_claim(standing)

    return change
