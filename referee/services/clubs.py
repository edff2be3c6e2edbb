"""Which club a phone runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction

from ..models import Club, ClubPhone


@contextmanager
def locked_club(club_id: UUID) -> Iterator[Club]:
    """The club, inside a transaction that holds its row: one writer of its sums at a time.

    Who holds a game too has locked the game first.

    Raises:
        Club.DoesNotExist: for an id that is no club.
    """
    with transaction.atomic():
        yield Club.objects.select_for_update().get(pk=club_id)


def runs(phone: str, club_id: UUID) -> bool:
    """Whether a phone runs a club: it made it, or an account brought it there."""
    return bool(phone) and ClubPhone.objects.filter(phone=phone, club_id=club_id).exists()


def current_club(phone: str) -> Club | None:
    """The club that a phone's new games go to; None for a phone that runs none."""
    if not phone:
        return None
    return Club.objects.filter(phones__phone=phone, phones__is_current=True).first()


def club_for(phone: str) -> Club:
    """The club that a phone's new games go to; made where the phone runs none.

    Must be called in a transaction, which keeps a phone from making two at once.
    """
    club = current_club(phone)
    if club is None:
        club = Club.objects.create()
        ClubPhone.objects.create(club=club, phone=phone)
    return club
