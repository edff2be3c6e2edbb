"""Case files: a game laid open to whoever has the link."""

from uuid import UUID

from django.utils import timezone

from ...models import CaseFile
from ...play.services.locking import locked, next_version


def open_case_file(game_id: UUID) -> CaseFile:
    """Open a case file, or return the one that is open."""
    with locked(game_id) as game:
        case, is_new = CaseFile.objects.get_or_create(game=game, closed_at=None)
        if is_new:
            next_version(game)
        return case


def case_file_of(game_id: UUID) -> CaseFile | None:
    """Return the case file that is open."""
    return CaseFile.objects.filter(game=game_id, closed_at=None).first()


def close_case_file(game_id: UUID) -> bool:
    """Close the case file, and return whether it was open. Opened again, it gets another link."""
    with locked(game_id) as game:
        closed = game.case_files.filter(closed_at=None).update(closed_at=timezone.now())
        if closed:
            next_version(game)
        return bool(closed)
