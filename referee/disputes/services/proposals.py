"""What players propose to the host as a correction: a trial that is sent. See ``what_if``."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from ...models import Game, Proposal
from ...play.services.game_state import GameState, read_game_state
from ...play.services.locking import locked, next_version
from ...play.services.refusals import Refused
from ...play.services.taps import SentTap
from ...play.services.versions import game_at, is_changed_since
from .what_if import Trial, read_written, what_if, written

MAX_PROPOSALS = 20
"""Open in one game; more are no help but somebody's joke."""


def propose(
    game_id: UUID,
    proposal_id: UUID,
    round_number: int,
    place: int,
    taps: Sequence[SentTap],
    *,
    version: int,
    by: int,
) -> Proposal:
    """Store that a player proposes the changes of a trial. The same changes, while they are open,
    are the same proposal.

    Args:
        proposal_id: made by the page that asks, so that a form sent twice is one proposal.
        place: the seat's whose cards the trial shows.
        taps: the changes, in order, at most 60.
        version: the game's event number on which they were tried.
        by: the row's id of the seat whose phone proposes.

    Raises:
        Refused: ``nothing-tried``, ``too-many-proposals``, ``nobody-sits`` for a seat that there is
            not, ``tried-meanwhile`` for a version that is still to come; whatever one of the
            changes is refused with; ``id-used`` for an id that another proposal has.
        Game.DoesNotExist: for an id that is no game.
    """
    with locked(game_id) as game:
        round_ = game.rounds.get(number=round_number)
        what = {"round": round_, "by_id": by, "changes": [written(tap) for tap in taps]}
        if known := Proposal.objects.filter(pk=proposal_id).first():
            if not Proposal.objects.filter(pk=proposal_id, **what).exists():
                raise Refused("id-used")
            return known
        if same := Proposal.objects.filter(ended_at=None, **what).first():
            return same
        if not 0 <= version <= game.version:
            raise Refused("tried-meanwhile")
        seat = game.seats.filter(place=place).first()
        if seat is None:
            raise Refused("nobody-sits")
        table = tried_on(read_game_state(game), round_number, version)
        trial = what_if(table, round_number, taps)
        for tried in trial.tried:
            if tried.refused:
                raise tried.refused
        if trial.table.sheet == table.sheet:
            raise Refused("nothing-tried")
        if open_proposals(game).count() >= MAX_PROPOSALS:
            raise Refused("too-many-proposals", proposals=MAX_PROPOSALS)
        made = Proposal.objects.create(pk=proposal_id, seat=seat, version=version, **what)
        next_version(game)
        return made


def decline(game_id: UUID, proposal_id: UUID) -> None:
    """End a proposal that the host does not want."""
    with locked(game_id) as game:
        if open_proposals(game).filter(pk=proposal_id).update(ended_at=timezone.now()):
            next_version(game)


def forget(game_id: UUID, proposal_id: UUID) -> None:
    """Delete a proposal: it is taken back, or who proposed has read what became of it."""
    with locked(game_id) as game:
        gone, _rows = Proposal.objects.filter(pk=proposal_id, round__game=game).delete()
        if gone:
            next_version(game)


def open_proposals(game: Game) -> QuerySet[Proposal]:
    """Return the proposals that the host has not answered, oldest first."""
    return proposals_of(game).filter(ended_at=None)


def proposals_of(game: Game) -> QuerySet[Proposal]:
    """Return the proposals of a game, oldest first."""
    rows = Proposal.objects.filter(round__game=game)
    return rows.select_related("round", "seat__player", "by__player")


def tried_on(table: GameState, round_number: int, version: int) -> GameState:
    """Return the game on which a trial of that version was made; the present one where the round
    has not changed since."""
    if is_changed_since(table.rounds[round_number - 1].row, version):
        return game_at(table, round_number, version)
    return table


def trial_of(table: GameState, proposal: Proposal) -> tuple[GameState, Trial]:
    """Return the game on which a proposal was tried, and its trial."""
    number = proposal.round.number
    before = tried_on(table, number, proposal.version)
    return before, what_if(before, number, changes_of(proposal))


def changes_of(proposal: Proposal) -> list[SentTap]:
    """Return the changes of a proposal, in order."""
    return [read_written(text, proposal.round.number) for text in proposal.changes]
