"""The uramaki race: claims during a round, in order."""

from uuid import UUID, uuid4

from django.db.models import Max
from django.utils import timezone

from ..models import Claim, Game, Round
from ..rules.scoring.uramaki import ICONS_TO_CLAIM
from .locking import locked, next_version
from .reading import setting_of
from .refusals import Refused

MOST_ICONS = 63
"""All 48 icons of the box and three copies of a five: no claim can be larger."""


def _open_round(game: Game, number: int) -> Round:
    round_ = game.rounds.get(number=number)
    if round_.is_confirmed:
        raise Refused("round-confirmed", round=number)
    return round_


def claim_icons(
    game_id: UUID, round_number: int, claim_id: UUID, *, seat: int, icons: int, same_turn: bool
) -> None:
    """Enters a claim of uramaki icons after those that stand already.

    Args:
        claim_id: made by the page, so that a form sent twice is one claim.
        seat: the seat's place, from 1.
        icons: the icons claimed, 10 to 63.
        same_turn: it was made on the same turn as the last claim that stands.

    Raises:
        Refused: for a confirmed round, a game without uramaki, a number of icons that cannot be,
            or a second claim of one seat on one turn.
    """
    with locked(game_id) as game:
        known = Claim.objects.filter(pk=claim_id).select_related("round").first()
        if known is not None and known.round.game_id == game.pk:
            return  # the same claim once more
        round_ = _open_round(game, round_number)
        if "uramaki" not in setting_of(game, game.seats.count()).types:
            raise Refused("no-uramaki")
        if not ICONS_TO_CLAIM <= icons <= MOST_ICONS:
            raise Refused("not-a-number", least=ICONS_TO_CLAIM, most=MOST_ICONS)
        standing = round_.claims.filter(withdrawn_at=None)
        last = standing.aggregate(last=Max("turn"))["last"] or 0
        turn = last if same_turn and last else last + 1
        if standing.filter(turn=turn, seat__place=seat).exists():
            raise Refused("already-claimed")
        claimant = game.seats.get(place=seat)
        Claim.objects.create(
            pk=claim_id if known is None else uuid4(),
            round=round_,
            seat=claimant,
            turn=turn,
            icons=icons,
        )
        next_version(game)


def withdraw_claim(game_id: UUID, round_number: int, claim_id: UUID) -> None:
    """Takes a claim back. One that is withdrawn already stays so.

    Raises:
        Refused: for a confirmed round.
    """
    with locked(game_id) as game:
        round_ = _open_round(game, round_number)
        withdrawn = round_.claims.filter(pk=claim_id, withdrawn_at=None)
        if withdrawn.update(withdrawn_at=timezone.now()):
            next_version(game)
