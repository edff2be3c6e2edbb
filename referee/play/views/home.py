"""The first page: start a game, or go on with one."""

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from ...access.games import phone_of
from ...models import ClubPhone, Game, Guest, Seat
from ...rules import RULESETS
from ..services.games import NIGHT_LASTS

MAX_GAMES = 12


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The three games, this phone's latest ones, and the night that may still be going on."""
    games = latest_games(phone_of(request))
    page = {
        "rulesets": RULESETS.values(),
        "games": games,
        "night": games[0].night if games else None,
        # Past midnight it is still the same night.
        "is_now": bool(games) and timezone.now() - games[0].created_at < NIGHT_LASTS,
    }
    return render(request, "play/home.html", page)


def latest_games(phone: str) -> list[Game]:
    """The games that a phone started or joined, with their players; none for the phone ""."""
    if not phone:
        return []
    own = Exists(ClubPhone.objects.filter(club=OuterRef("night__club"), phone=phone))
    joined = Exists(Guest.objects.filter(game=OuterRef("pk"), phone=phone, sent_away=False))
    seats = Seat.objects.filter(player__isnull=False).select_related("player")
    games = Game.objects.filter(Q(own) | Q(joined), night__club__is_there=True)
    newest = games.order_by("-created_at").select_related("night")
    return list(newest.prefetch_related(Prefetch("seats", seats))[:MAX_GAMES])
