"""Evenings into a club's rows."""

from collections.abc import Iterable, Iterator
from uuid import UUID, uuid5

from ..club.services.import_games import PastGame, lay_down
from ..models import Club
from .evenings import Played


def fill(club: Club, evenings: Iterable[Played]) -> int:
    """Writes games into a club that has none of them yet; returns how many there were."""
    return lay_down(club, past_games(club.pk, evenings))


def past_games(club_id: UUID, evenings: Iterable[Played]) -> Iterator[PastGame]:
    """The games as they are kept. Their ids are the club's own: the same evenings in another club
    are other games."""
    before: UUID | None = None
    for number, played in enumerate(evenings, start=1):
        called = uuid5(club_id, f"game {number}")
        yield PastGame(
            id=called,
            date=played.date,
            sheet=played.sheet,
            started_at=played.started_at,
            finished_at=played.finished_at,
            confirmed=played.confirmed,
            follows=before if played.is_next else None,
        )
        before = called
