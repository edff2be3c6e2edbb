"""The settings of a club: its name, helpers, phones and links."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from ...access.clubs import ClubVisit
from ...models import Club, ClubPhone, Helper
from ...play.pages.table import qr_code
from ..services.helping import invitation_of
from ..services.sharing import link_of


def club_settings(visit: ClubVisit, address: str) -> dict[str, Any]:
    """Return the page as this phone sees it. Only an owner sees the phones and the invitation.

    Args:
        address: the scheme and host under which others reach this page.
    """
    club = visit.club
    rows = ClubPhone.objects.filter(phone=visit.phone).select_related("club", "account")
    rows = rows.order_by("club__name", "since")
    helpers = club.helpers.select_related("account").order_by("-is_owner", "since", "pk")
    invitation = invitation_of(club) if visit.is_owner else None
    shared = link_of(club)
    return {
        "club": club,
        "visit": visit,
        "account": next((row.account for row in rows if row.account), None),
        "is_kept": any(helper.is_owner for helper in helpers),
        "is_current": any(row.is_current and row.club_id == club.pk for row in rows),
        "others": [row.club for row in rows if row.club != club],
        "helpers": helpers,
        "phones": club.phones.select_related("account").order_by("since", "pk")
        if visit.is_owner
        else [],
        "invitation": _link(address, "invited", invitation.pk) if invitation else None,
        "shared": _link(address, "shared", shared.pk) if shared else None,
    }


def club_name(club: Club) -> str:
    """Return the name that tells a club from others."""
    return club.name or _("A club without a name")


def own_helper(visit: ClubVisit) -> Helper | None:
    """Return the account by which a phone runs the club, or None if the phone made it."""
    helpers = Helper.objects.filter(club=visit.club)
    return helpers.filter(
        account__phones__phone=visit.phone, account__phones__club=visit.club
    ).first()


def _link(address: str, name: str, token: str) -> dict[str, object]:
    """Return the whole address of a link and its QR code."""
    link = f"{address}{reverse(name, args=[token])}"
    return {"link": link, "qr_code": qr_code(link)}
