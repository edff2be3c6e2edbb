"""Pages to run a club: its settings, its deletion, the invitation to help."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ...access.clubs import ClubVisit, club_visit, owner_visit
from ...access.games import phone_of
from ...hosting.network import reachable_address
from ...models import Club, ClubPhone, Invitation
from ...play.services import clubs
from ...play.services.refusals import Refused
from ...play.views.form_values import typed_number
from ..pages.club import club_name, whole_link
from ..services import helping, sharing
from ..services.accounts import account_of
from ..services.deleting import contents_of, delete_club

_FOLDS = {
    "name": "name",
    "current": "clubs",
    **dict.fromkeys(("share", "withdraw-share", "calendar", "withdraw-calendar"), "share"),
    **dict.fromkeys(
        ("invite", "withdraw-invitation", "take-helper", "take-phone", "leave"), "people"
    ),
}
"""What is unfolded on the page, by what was done there."""
_PLACES = {
    "share": "?show=share#sharing",
    "calendar": "?show=share#calendar",
    "invite": "?show=people#helpers",
    "take-helper": "?show=people#helpers",
    "take-phone": "?show=people#phones",
}
"""Where the page shows a change of which nothing else is said."""


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show who runs the club and its links; owners can change them. An owner alone sees the phones
    and the invitation."""
    visit, refusal = club_visit(request, club_id), ""
    shown = request.GET.get("show", "")
    club, address = visit.club, reachable_address(request)
    if request.method == "POST":
        do = request.POST.get("do", "")
        if do not in (changes := _changes(request, visit)):
            raise PermissionDenied
        change, message = changes[do]
        try:
            change()
        except Club.DoesNotExist:  # deleted by another phone just now
            raise Http404 from None
        except Refused as refused:
            refusal, shown = refused.message, _FOLDS[do]
        else:
            if message:
                messages.info(request, message)
            if not clubs.runs(visit.phone, club_id):
                return redirect("home")
            return redirect(reverse("club-settings", args=[club_id]) + _PLACES.get(do, ""))
    own = ClubPhone.objects.filter(phone=visit.phone).select_related("club", "account")
    own = own.order_by("club__name", "since")
    helpers = club.helpers.select_related("account").order_by("-is_owner", "since", "pk")
    phones = club.phones.select_related("account").order_by("since", "pk")
    invitation = helping.invitation_of(club) if visit.is_owner else None
    shared, calendar = sharing.link_of(club), sharing.calendar_of(club)
    context = {
        "club": club,
        "visit": visit,
        "account": next((row.account for row in own if row.account), None),
        "is_kept": any(helper.is_owner for helper in helpers),
        "is_current": any(row.is_current and row.club_id == club.pk for row in own),
        "others": [row.club for row in own if row.club != club],
        "helpers": helpers,
        "phones": phones if visit.is_owner else (),
        "invitation": invitation and whole_link(address, "invited", invitation.pk),
        "shared": shared and whole_link(address, "shared", shared.pk),
        "frame": shared and _frame(f"{address}{reverse('embedded', args=[shared.pk])}"),
        "calendar": calendar and f"{address}{reverse('calendar', args=[calendar.pk])}",
        "refusal": refusal,
        "shown": shown,
        "typed": request.POST.get("name", club.name),
    }
    status = 409 if refusal else 200
    return render(request, "club/club_settings.html", context, status=status)


def _frame(address: str) -> str:
    """Return the line of HTML that shows an address in a page of one's own."""
    title = escape(_("Standings"))
    size = 'width="100%" height="600" loading="lazy"'
    return f'<iframe src="{address}" title="{title}" {size}></iframe>'


def _changes(request: HttpRequest, visit: ClubVisit) -> dict[str, tuple[Callable[[], object], str]]:
    """Return what the buttons do that this phone has, each with the message about what the page
    itself does not show."""
    club, which = visit.club, typed_number(request, "which")
    changes: dict[str, tuple[Callable[[], object], str]] = {
        "name": (
            lambda: clubs.name_club(club.pk, request.POST.get("name", "")),
            _("The name is kept."),
        ),
        "current": (
            lambda: clubs.make_current(visit.phone, club.pk),
            _("New games on this phone go to this club."),
        ),
        "share": (lambda: sharing.open_link(club), ""),
        "withdraw-share": (
            lambda: sharing.close_link(club),
            _("The link is withdrawn. It shows nothing any more."),
        ),
        "calendar": (lambda: sharing.open_calendar(club), ""),
        "withdraw-calendar": (
            lambda: sharing.close_calendar(club),
            _("The link is withdrawn. Calendars learn nothing more by it."),
        ),
    }
    if visit.is_owner:
        changes |= {
            "invite": (lambda: helping.invite(club), ""),
            "withdraw-invitation": (
                lambda: helping.withdraw_invitation(club),
                _("The invitation is withdrawn. Its link lets nobody in any more."),
            ),
            "take-helper": (lambda: helping.take_away_helper(club, which), ""),
            "take-phone": (lambda: helping.take_away_phone(club, which), ""),
        }
    helps = club.helpers.filter(is_owner=False)
    own = helps.filter(account__phones__phone=visit.phone, account__phones__club=club).first()
    if own is not None:
        leave = _("You no longer help to run the club.")
        changes["leave"] = (lambda: helping.take_away_helper(club, own.pk), leave)
    return changes


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Ask once, then delete the club with everything in it."""
    club = owner_visit(request, club_id).club
    if request.method == "POST":
        delete_club(club.pk)
        messages.info(request, _("The club is deleted, with everything in it."))
        return redirect("home")
    context = {"club": club, "contents": contents_of(club)}
    return render(request, "club/club_delete.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def invited(request: HttpRequest, token: str) -> HttpResponse:
    """Show the club of an invitation. A logged-in account accepts it; others log in first."""
    invitation = get_object_or_404(Invitation.objects.select_related("club"), pk=token)
    club, phone, is_over = invitation.club, phone_of(request), invitation.closed_at is not None
    account = account_of(phone)
    if request.method == "POST" and not is_over:
        if account is None:
            raise PermissionDenied
        try:
            return redirect("standings", helping.take_invitation(token, phone, account).pk)
        except Refused:
            is_over = True
    helpers = club.helpers.filter(account=account)
    context = {
        "invitation": invitation,
        "name": club_name(club),
        "account": account.first_name if account else "",
        "is_over": is_over,
        "helps": helpers.exists() if account else clubs.runs(phone, club.pk),
    }
    return render(request, "club/invited.html", context, status=410 if is_over else 200)
