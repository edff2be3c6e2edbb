"""Club files: a small good one, and those that a club makes."""

from uuid import UUID

from referee.club.services.files.export_club import archive_of
from referee.club.services.files.import_club import import_as_new
from referee.club.services.files.read_club_file import read_archive
from referee.models import Club, Game, GameNight, Merge, Placing, Player, Season

SHEET = {
    "ruleset": "sushi-go",
    "players": ["Ana", "Ben"],
    "rounds": [{"tableaus": {"Ana": "tempura*2", "Ben": "pudding"}}] * 3,
}
GAME = {
    "id": str(UUID(int=1)),
    "started": "2026-11-21T18:30:00Z",
    "finished": "2026-11-21T19:00:00Z",
    "confirmed": 3,
    "sheet": SHEET,
}
CLUB = {
    "format": "sushiscore-club",
    "version": 1,
    "club": {"name": "Friday club"},
    "players": [
        {"name": "Ana", "hidden": False, "anonymous": False},
        {"name": "Ben", "hidden": False, "anonymous": False},
    ],
    "nights": [{"date": "2026-11-21", "name": "", "location": "", "games": [GAME]}],
}


def written(club: Club) -> bytes:
    return "".join(archive_of(club)).encode()


def emptied() -> None:
    """The database as it is before the first game."""
    for model in (Season, Merge, Game, GameNight, Placing, Player, Club):
        model._default_manager.all().delete()


def again(club: Club) -> bytes:
    """Out, into an empty database, and out once more."""
    before = written(club)
    emptied()
    return written(import_as_new(read_archive(before)).club)
