"""The list of a club's players and the page of each."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ...access.clubs import ClubVisit, club_visit
from ...models import Club, Player
from ...play.pages.common import isolated
from ...play.services.refusals import Refused
from ...wording.refusals import refusal_message
from ..pages.player import player_page
from ..services.players import (
    check_merge,
    hide_player,
    make_anonymous,
    merge_players,
    remove_player,
    rename_player,
)
from ..services.statistics import club_sums, players_of

REFUSED = 409


@require_safe
def players(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """List all players of the club."""
    club = club_visit(request, club_id).club
    sums = club_sums(club)
    games = [
        (one, sums[one.pk].games if one.pk in sums else 0) for one in players_of(club).values()
    ]
    context = {
        "club": club,
        "shown": [(one, number) for one, number in games if not one.is_hidden],
        "hidden": [(one, number) for one, number in games if one.is_hidden],
    }
    return render(request, "club/players.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Show and change a player; ask before what cannot be undone."""
    visit = club_visit(request, club_id)
    one = get_object_or_404(Player, pk=player_id, club=visit.club)
    try:
        if request.method == "POST":
            return _change(request, visit, one)
        if request.GET.get("ask") == "anonymous" and not one.is_anonymous:
            context = {"player": one, "club": visit.club}
            return render(request, "club/player_anonymous.html", context)
        if "merge" in request.GET:
            return _ask_to_merge(request, visit, one)
    except (Club.DoesNotExist, Player.DoesNotExist):  # deleted or merged by another phone just now
        raise Http404 from None
    return _show(request, visit, one)


def _change(request: HttpRequest, visit: ClubVisit, one: Player) -> HttpResponse:
    club_id, do = visit.club.pk, request.POST.get("do", "")
    if do == "rename":
        return _rename(request, visit, one)
    if do == "merge":
        return _merge(request, visit, one)
    if do in ("hide", "show"):
        hide_player(club_id, one.pk, hidden=do == "hide")
    elif do == "anonymous":
        make_anonymous(club_id, one.pk, _neutral_name)
        messages.info(request, _("The name is gone. The games are still there."))
    elif do == "remove":
        return _remove(request, visit, one)
    else:
        raise PermissionDenied
    return redirect("player", club_id, one.pk)


def _rename(request: HttpRequest, visit: ClubVisit, one: Player) -> HttpResponse:
    typed = request.POST.get("name", "")
    try:
        rename_player(visit.club.pk, one.pk, typed)
    except Refused as refused:
        namesake = refused.facts.get("player", "")
        return _show(request, visit, one, typed=typed, said=_said(refused), namesake=namesake)
    return redirect("player", visit.club.pk, one.pk)


def _remove(request: HttpRequest, visit: ClubVisit, one: Player) -> HttpResponse:
    try:
        remove_player(visit.club.pk, one.pk)
    except Refused as refused:
        return _show(request, visit, one, cannot_merge=_said(refused))
    messages.info(request, _("%(name)s is off the list.") % {"name": isolated(one.name)})
    return redirect("players", visit.club.pk)


def _ask_to_merge(request: HttpRequest, visit: ClubVisit, one: Player) -> HttpResponse:
    try:
        kept, other = check_merge(visit.club.pk, one.pk, _id_of(request.GET["merge"]))
    except Refused as refused:
        return _show(request, visit, one, cannot_merge=_said(refused))
    context = {"player": kept, "other": other, "club": visit.club}
    return render(request, "club/player_merge.html", context)


def _merge(request: HttpRequest, visit: ClubVisit, one: Player) -> HttpResponse:
    try:
        merge_players(visit.club.pk, one.pk, _id_of(request.POST.get("other", "")))
    except Refused as refused:
        return _show(request, visit, one, cannot_merge=_said(refused))
    messages.info(request, _("Both are one player now, with the games of both."))
    return redirect("player", visit.club.pk, one.pk)


def _show(request: HttpRequest, visit: ClubVisit, one: Player, **said: int | str) -> HttpResponse:
    """Show the page; ``said`` holds the refusal and what was typed."""
    context = player_page(visit.club, one) | {"typed": one.name} | said
    return render(request, "club/player.html", context, status=REFUSED if said else 200)


def _said(refused: Refused) -> str:
    """Return the refusal in words, with names isolated for text direction."""
    facts = {
        name: isolated(fact) if isinstance(fact, str) else fact
        for name, fact in refused.facts.items()
    }
    return refusal_message(refused.code, facts)


def _id_of(typed: str) -> UUID:
    """Return the id in a form. Raises Refused: ``not-in-club`` if it is not an id."""
    try:
        return UUID(typed)
    except ValueError:
        raise Refused("not-in-club") from None


def _neutral_name(number: int) -> str:
    return _("Player %(number)s") % {"number": number}
