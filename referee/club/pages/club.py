"""The settings of a club: its name, who runs it, its links, and what can be taken out of it."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ...access.clubs import ClubVisit
from ...models import Club, ClubPhone, Helper
from ...play.pages.table import qr_code
from ..services.helping import invitation_of
from ..services.sharing import link_of


@dataclass(frozen=True, slots=True)
class Link:
    """A link to pass on: its whole address, and the same as a picture."""

    link: str
    qr_code: SafeString


@dataclass(frozen=True, slots=True)
class ShownHelper:
    """An account that runs the club; ``is_you``: it is logged in on this phone."""

    id: int
    name: str
    is_owner: bool
    is_you: bool


@dataclass(frozen=True, slots=True)
class ShownPhone:
    """A phone that runs the club; ``account`` is "" for the one that made it."""

    id: int
    account: str
    since: datetime.datetime
    is_you: bool


@dataclass(frozen=True, slots=True)
class OtherClub:
    """Another club that this phone runs."""

    id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class ClubSettings:
    """Everything that the page shows.

    Attributes:
        account: the account that is logged in on this phone, "" for none.
        is_kept: whether an account owns the club, so that it outlives this phone.
        is_current: whether this phone's new games go to this club.
        others: the other clubs of this phone.
        phones: only for an owner.
        invitation, shared: the open links, None while there is none.
    """

    club: Club
    is_owner: bool
    account: str
    is_kept: bool
    is_current: bool
    others: Sequence[OtherClub]
    helpers: Sequence[ShownHelper]
    phones: Sequence[ShownPhone]
    invitation: Link | None
    shared: Link | None


def club_settings(visit: ClubVisit, address: str) -> ClubSettings:
    """The page as this phone sees it.

    Args:
        address: the scheme and host under which others reach this page.
    """
    club, rows = visit.club, _rows_of(visit.phone)
    account = next((row.account for row in rows if row.account), None)
    helpers = [
        ShownHelper(one.pk, one.account.first_name, one.is_owner, one.account == account)
        for one in club.helpers.select_related("account").order_by("-is_owner", "since", "pk")
    ]
    invitation = invitation_of(club) if visit.is_owner else None
    shared = link_of(club)
    return ClubSettings(
        club=club,
        is_owner=visit.is_owner,
        account=account.first_name if account else "",
        is_kept=any(helper.is_owner for helper in helpers),
        is_current=any(row.is_current and row.club_id == club.pk for row in rows),
        others=[OtherClub(row.club_id, club_name(row.club)) for row in rows if row.club != club],
        helpers=helpers,
        phones=_phones(visit) if visit.is_owner else [],
        invitation=_link(address, "invited", invitation.pk) if invitation else None,
        shared=_link(address, "shared", shared.pk) if shared else None,
    )


def club_name(club: Club) -> str:
    """What a club is called where several are to be told apart."""
    return club.name or _("A club without a name")


def own_helper(visit: ClubVisit) -> Helper | None:
    """The account by which a phone runs the club, as its helper; None for a phone that made it."""
    helpers = Helper.objects.filter(club=visit.club)
    return helpers.filter(
        account__phones__phone=visit.phone, account__phones__club=visit.club
    ).first()


def _rows_of(phone: str) -> QuerySet[ClubPhone]:
    rows = ClubPhone.objects.filter(phone=phone).select_related("club", "account")
    return rows.order_by("club__name", "since")


def _phones(visit: ClubVisit) -> list[ShownPhone]:
    rows = visit.club.phones.select_related("account").order_by("since", "pk")
    return [
        ShownPhone(
            row.pk,
            row.account.first_name if row.account else "",
            row.since,
            row.phone == visit.phone,
        )
        for row in rows
    ]


def _link(address: str, name: str, token: str) -> Link:
    link = f"{address}{reverse(name, args=[token])}"
    return Link(link, qr_code(link))
