"""Shares standings, and the nights for calendars, by a read-only link."""

from django.utils import timezone

from ...models import Calendar, Club, GameNight, SharedStandings
from ...play.services.clubs import locked_club


def open_link(club: Club, night: GameNight | None = None) -> SharedStandings:
    """Return the link to the standings of a club or of one of its nights, made where there is none.

    Raises:
        Club.DoesNotExist: for a club that is gone.
    """
    with locked_club(club.pk):
        return SharedStandings.objects.get_or_create(club=club, night=night, closed_at=None)[0]


def close_link(club: Club, night: GameNight | None = None) -> bool:
    """Withdraw the link for good. Return whether there was one."""
    links = SharedStandings.objects.filter(club=club, night=night, closed_at=None)
    return bool(links.update(closed_at=timezone.now()))


def link_of(club: Club, night: GameNight | None = None) -> SharedStandings | None:
    """Return the open link to the standings of a club or a night."""
    return SharedStandings.objects.filter(club=club, night=night, closed_at=None).first()


def open_calendar(club: Club) -> Calendar:
    """Return the link under which calendars follow a club's nights, made where there is none.

    Raises:
        Club.DoesNotExist: for a club that is gone.
    """
    with locked_club(club.pk):
        return Calendar.objects.get_or_create(club=club)[0]


def calendar_of(club: Club) -> Calendar | None:
    """Return the link under which calendars follow a club's nights."""
    return Calendar.objects.filter(club=club).first()


def close_calendar(club: Club) -> None:
    """Withdraw that link for good."""
    Calendar.objects.filter(club=club).delete()
