"""Invitations, helpers, and the phones that run a club."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from ...models import Club, ClubPhone, Helper, Invitation
from ...play.services.changes import tell_club
from ...play.services.clubs import locked_club, make_current, settle_current
from ...play.services.refusals import Refused
from .accounts import bring_clubs


def invite(club: Club) -> Invitation:
    """Make an invitation, or return the open one.

    Raises:
        Club.DoesNotExist: for a club that is gone.
    """
    with locked_club(club.pk):
        return invitation_of(club) or Invitation.objects.create(club=club)


def invitation_of(club: Club) -> Invitation | None:
    """Return the open invitation of a club, or None."""
    return club.invitations.filter(closed_at=None).first()


def withdraw_invitation(club: Club) -> bool:
    """Withdraw the unused invitation. Return whether there was one."""
    return bool(club.invitations.filter(closed_at=None).update(closed_at=timezone.now()))


@transaction.atomic
def take_invitation(token: str, phone: str, account: User) -> Club:
    """Make the account that is logged in on a phone a helper; this uses up the link.

    The club becomes the phone's current one. An account that helps already uses nothing up. The
    first account of a club without an owner, such as one imported on the server, owns it.

    Raises:
        Refused: ``invitation-over`` for a link that was used or withdrawn, or that there is not.
    """
    rows = Invitation.objects.select_for_update().filter(pk=token, closed_at=None)
    invitation = rows.select_related("club").first()
    if invitation is None:
        raise Refused("invitation-over")
    club = invitation.club
    owns = {"is_owner": not _is_owned(club)}
    _helper, is_new = Helper.objects.get_or_create(club=club, account=account, defaults=owns)
    if is_new:
        rows.update(closed_at=timezone.now())
    bring_clubs(phone, account, {club.pk})
    make_current(phone, club.pk)
    return club


def take_away_helper(club: Club, helper_id: int) -> bool:
    """Remove a helper: the club goes from every phone on which the account is logged in.

    Returns whether there was such a helper.

    Raises:
        Refused: ``last-owner`` where nobody would own the club any more.
    """
    with locked_club(club.pk):
        helper = club.helpers.filter(pk=helper_id).first()
        if helper is None:
            return False
        helper.delete()
        _take_from(club, club.phones.filter(account=helper.account_id))
        return True


def take_away_phone(club: Club, row_id: int) -> bool:
    """Take a club from one phone. Whoever knows the password of an account that helps can bring
    it back by logging in.

    Returns and raises as :func:`take_away_helper`.
    """
    with locked_club(club.pk):
        rows = club.phones.filter(pk=row_id)
        if not rows:
            return False
        _take_from(club, rows)
        return True


def _take_from(club: Club, rows: QuerySet[ClubPhone]) -> None:
    phones = list(rows.values_list("phone", flat=True))
    rows.delete()
    if not _is_owned(club):
        raise Refused("last-owner")
    settle_current(phones)
    tell_club(club.pk)


def _is_owned(club: Club) -> bool:
    return club.phones.filter(account=None).exists() or club.helpers.filter(is_owner=True).exists()
