"""Shares standings by a read-only link."""

from django.utils import timezone

from ...models import Club, GameNight, SharedStandings
from ...play.services.clubs import locked_club


def open_link(club: Club, night: GameNight | None = None) -> SharedStandings:
    """Shares the standings of a club, or of one of its nights; the link that they have, where they
    are shared already.

    Raises:
        Club.DoesNotExist: for a club that is gone.
    """
    with locked_club(club.pk):
        shared, _is_new = SharedStandings.objects.get_or_create(
            club=club, night=night, closed_at=None
        )
        return shared


def close_link(club: Club, night: GameNight | None = None) -> bool:
    """Withdraw the link. If the standings are shared again, they get another one.

    Returns:
        Whether there was one.
    """
    links = SharedStandings.objects.filter(club=club, night=night, closed_at=None)
    return bool(links.update(closed_at=timezone.now()))


def link_of(club: Club, night: GameNight | None = None) -> SharedStandings | None:
    """Return the open link to the standings of a club or a night."""
    return SharedStandings.objects.filter(club=club, night=night, closed_at=None).first()
