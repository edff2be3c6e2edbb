"""Turns changes that were tried into a correction, all or nothing. See ``what_if``."""

from collections.abc import Sequence
from uuid import UUID

from django.utils import timezone

from ...access.games import Sender
from ...models import Proposal
from ...play.services.confirming import open_again, read_reason
from ...play.services.game_state import GameState, RoundState, read_game_state
from ...play.services.locking import locked, next_version
from ...play.services.refusals import Refused
from ...play.services.taps import SentTap, take_taps
from ...play.services.versions import is_changed_since
from .what_if import Trial, what_if, written


def correct_round(
    game_id: UUID,
    round_number: int,
    sender: Sender,
    taps: Sequence[SentTap],
    *,
    reason: str,
    seen_version: int,
) -> bool:
    """Make the changes of a trial as taps with their own ids, and leave the round open.

    A round that is confirmed is opened again first. The same correction once more, also after the
    round was confirmed anew, changes nothing. Proposals of just these changes are made with it.
    Returns whether this call changed anything.

    Args:
        taps: the changes, in order, at most 60.
        reason: why, as ``read_reason`` takes it; not kept for a round that is open.
        seen_version: the game's event number on the page that showed the difference.

    Raises:
        Refused: ``nothing-tried``; ``tried-meanwhile`` where cards of the round have changed since
            that page; ``reason-missing``, ``words-too-long``; and whatever one of the changes is
            refused with. Nothing at all is changed then.
        Game.DoesNotExist: for an id that is no game.
    """
    with locked(game_id) as game:
        table = read_game_state(game)
        round_ = table.rounds[round_number - 1]
        trial = what_if(table, round_number, taps)
        if trial.tried and all(tried.is_done for tried in trial.tried):
            return False
        _check(table, trial, round_, seen_version)
        if round_.is_confirmed:
            words, places = read_reason(game, reason), {tap.seat for tap in taps}
            place = places.pop() if len(places) == 1 else None
            open_again(game, round_number, reason=words, place=place, by=sender.seat_id)
            next_version(game)
        receipt = take_taps(game_id, sender, taps)
        for refused in receipt.refused.values():
            raise refused
        if receipt.late:  # known by an id that a tap has which came too late
            raise Refused("id-used")
        proposed = Proposal.objects.filter(round=round_.row, changes=[*map(written, taps)])
        proposed.update(ended_at=timezone.now(), is_made=True)
        return True


def _check(table: GameState, trial: Trial, round_: RoundState, seen_version: int) -> None:
    """Refuse a correction that no longer fits what its author saw."""
    for tried in trial.tried:
        if tried.refused and not tried.is_done:
            raise tried.refused
    if trial.table.sheet == table.sheet:
        raise Refused("nothing-tried")
    own = [tried.tap.id for tried in trial.tried]
    is_newer = is_changed_since(round_.row, seen_version, but=own)
    if seen_version > table.game.version or is_newer:
        raise Refused("tried-meanwhile")
