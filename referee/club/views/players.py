"""The list of a club's players and the page of each."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from ...access.clubs import club_visit
from ...access.request import HttpRequest
from ...models import Club, Player
from ...play.services.refusals import Refused
from ...play.views.form_values import typed_id
from ...wording.phrases import isolated
from ..pages.club import refusal_text
from ..pages.player import player_page
from ..services.players import (
    check_merge,
    hide_player,
    make_anonymous,
    merge_players,
    remove_player,
    rename_player,
    undo_merge,
)
from ..services.statistics import club_sums, players_of
from .standings import shown


@require_safe
def players(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """List all players of the club."""
    club = club_visit(request, club_id).club
    sums = club_sums(club)
    listed = [(player, sums.get(player.pk)) for player in players_of(club).values()]
    context = {
        "club": club,
        "shown": [(player, own) for player, own in listed if not player.is_hidden],
        "hidden": [(player, own) for player, own in listed if player.is_hidden],
    }
    return render(request, "club/players.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def player(request: HttpRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Show and change a player; ask before what cannot be undone."""
    club = club_visit(request, club_id).club
    player = get_object_or_404(Player, pk=player_id, club=club)
    refusal: dict[str, str] = {}
    try:
        if request.method == "POST":
            return _change(request, club, player)
        if request.GET.get("ask") == "anonymous" and not player.is_anonymous:
            context = {"player": player, "club": club}
            return render(request, "club/player_anonymous.html", context)
        if "merge" in request.GET:
            kept, other = check_merge(club.pk, player.pk, typed_id(request.GET["merge"]))
            context = {"player": kept, "other": other, "club": club}
            return render(request, "club/player_merge.html", context)
    except (Club.DoesNotExist, Player.DoesNotExist):  # deleted or merged by another phone just now
        raise Http404 from None
    except Refused as refused:
        refusal = {"cannot_merge": refusal_text(refused)}
        if request.POST.get("do") == "rename":
            refusal = {
                "typed": request.POST.get("name", ""),
                "said": refusal_text(refused),
                "namesake": str(refused.facts.get("player", "")),
            }
    page = player_page(club, player, request.GET) | {"typed": player.name} | refusal
    if refusal:
        return render(request, "club/player.html", page, status=409)
    return shown(request, "club/player.html", page)


def _change(request: HttpRequest, club: Club, player: Player) -> HttpResponse:
    do = request.POST.get("do", "")
    if do == "rename":
        rename_player(club.pk, player.pk, request.POST.get("name", ""))
    elif do == "merge":
        merge_players(club.pk, player.pk, typed_id(request.POST.get("other", "")))
        messages.info(request, _("Both are one player now, with the games of both."))
    elif do == "part":
        name = undo_merge(club.pk, player.pk, typed_id(request.POST.get("which", "")))
        words = _("%(name)s is a player again, with the games from before the merge.")
        messages.info(request, words % {"name": isolated(name)})
    elif do in ("hide", "show"):
        hide_player(club.pk, player.pk, hidden=do == "hide")
    elif do == "anonymous":
        neutral = _("Player %(number)s")
        make_anonymous(club.pk, player.pk, lambda number: neutral % {"number": number})
        messages.info(request, _("The name is gone. The games are still there."))
    elif do == "remove":
        remove_player(club.pk, player.pk)
        messages.info(request, _("%(name)s is off the list.") % {"name": isolated(player.name)})
        return redirect("players", club.pk)
    else:
        raise PermissionDenied
    # The forms lead to their part of the page, for faults; what was done is told at the top.
    return redirect(f"{reverse('player', args=[club.pk, player.pk])}#main")
