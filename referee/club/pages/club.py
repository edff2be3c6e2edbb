"""The settings of a club, and what the club's pages call things."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from ...access.clubs import ClubVisit
from ...drawing.qr import qr_code
from ...models import Club, ClubPhone
from ...play.services.refusals import Refused
from ...wording.phrases import isolated
from ...wording.refusals import refusal_message
from ..services.helping import invitation_of
from ..services.sharing import calendar_of, link_of


def club_settings(visit: ClubVisit, address: str) -> dict[str, Any]:
    """Return the page as this phone sees it. Only an owner sees the phones and the invitation.

    Args:
        address: the scheme and host under which others reach this page.
    """
    club = visit.club
    rows = ClubPhone.objects.filter(phone=visit.phone).select_related("club", "account")
    rows = rows.order_by("club__name", "since")
    helpers = club.helpers.select_related("account").order_by("-is_owner", "since", "pk")
    phones = club.phones.select_related("account").order_by("since", "pk")
    invitation = invitation_of(club) if visit.is_owner else None
    shared, calendar = link_of(club), calendar_of(club)
    return {
        "club": club,
        "visit": visit,
        "account": next((row.account for row in rows if row.account), None),
        "is_kept": any(helper.is_owner for helper in helpers),
        "is_current": any(row.is_current and row.club_id == club.pk for row in rows),
        "others": [row.club for row in rows if row.club != club],
        "helpers": helpers,
        "phones": phones if visit.is_owner else (),
        "invitation": invitation and whole_link(address, "invited", invitation.pk),
        "shared": shared and whole_link(address, "shared", shared.pk),
        "frame": shared and f"{address}{reverse('embedded', args=[shared.pk])}",
        "calendar": calendar and f"{address}{reverse('calendar', args=[calendar.pk])}",
    }


def club_name(club: Club) -> str:
    """Return the name that tells a club from others."""
    return club.name or _("A club without a name")


def whole_link(address: str, name: str, token: str) -> dict[str, str]:
    """Return a link with its scheme and host, and its QR code."""
    link = f"{address}{reverse(name, args=[token])}"
    return {"link": link, "qr_code": qr_code(link)}


def refusal_text(refused: Refused) -> str:
    """Return why a change was refused, with names isolated for text direction."""
    facts = {
        name: isolated(fact) if isinstance(fact, str) else fact
        for name, fact in refused.facts.items()
    }
    return refusal_message(refused.code, facts)
