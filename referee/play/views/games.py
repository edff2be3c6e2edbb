"""The first page; a game's own address, which leads to where it stands; throwing a game away."""

from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.db.models import Count, Exists, OuterRef, Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ...access.games import Visit, club_host_visit, get_visit_or_404, phone_of
from ...models import ClubPhone, Game, Guest, Round, Seat
from ...rules import RULESETS
from ..pages.evening import evening_now
from ..pages.suggestions import next_begun
from ..pages.tableaus import where_it_stands
from ..services.game_state import read_game_state
from ..services.games import NIGHT_LASTS, delete_game
from ..services.joining import CODE_OUTLIVES_ROUND
from .responses import tell

MAX_GAMES = 12


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Running games first, then the three games to start, this phone's latest ones, and the night
    that may still be going on."""
    games = latest_games(phone_of(request))
    running = [game for game in games if _is_running(game)]
    page = {
        "rulesets": RULESETS.values(),
        "running": running,
        "games": [game for game in games if game not in running],
        "night": games[0].night if games else None,
        "evening": evening_now(phone_of(request)),
        # Past midnight it is still the same night.
        "is_now": bool(games) and timezone.now() - games[0].created_at < NIGHT_LASTS,
    }
    return render(request, "play/home.html", page)


def _is_running(game: Game) -> bool:
    """Whether people may be playing it: it was begun within two days, as its code lets others in.
    A game of last month that was never finished is not what somebody opens SushiScore for."""
    is_new = timezone.now() - game.created_at < CODE_OUTLIVES_ROUND
    return game.state == Game.State.PLAYING and is_new


def latest_games(phone: str) -> list[Game]:
    """The games that a phone started or joined, with their players; none for the phone ""."""
    if not phone:
        return []
    own = Exists(ClubPhone.objects.filter(club=OuterRef("night__club"), phone=phone))
    joined = Exists(Guest.objects.filter(game=OuterRef("pk"), phone=phone, sent_away=False))
    seats = Seat.objects.filter(player__isnull=False).select_related("player")
    games = Game.objects.filter(Q(own) | Q(joined), night__club__is_there=True)
    confirmed = Count("rounds", filter=Q(rounds__state=Round.State.CONFIRMED))
    newest = games.order_by("-created_at").select_related("night").annotate(confirmed=confirmed)
    return list(newest.prefetch_related(Prefetch("seats", seats))[:MAX_GAMES])


@require_safe
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """To the next tableau, the round's result, the tokens or the final result."""
    visit = get_visit_or_404(request, game_id, even_totals=True)
    if visit.game.totals_only:
        return redirect("totals", game_id)
    if "from" in request.GET:
        return _led_on(request, visit)
    return redirect(where_it_stands(read_game_state(visit.game), visit))


def _led_on(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Takes a page that was open when the game before this one was followed by it; with a word, and
    the way back. A phone that has slept may have missed more than one."""
    game, came_from = visit.game, request.GET["from"]
    if following := next_begun(visit):
        return redirect(f"{reverse('game', args=[following.pk])}?{urlencode({'from': came_from})}")
    words = _("The next game has begun.")
    if came_from == "scoreboard":  # which shows as much, and has the way back
        tell(request, words)
        return redirect("scoreboard", game.pk)
    if game.follows_id:
        way = '{} <a class="alone" href="{}">{}</a>'
        last = reverse("result", args=[game.follows_id])
        words = format_html(way, words, last, _("Back to the last one"))
    messages.info(request, words)
    return redirect(where_it_stands(read_game_state(game), visit))


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Asks once, then throws the game away with everything in it."""
    game = club_host_visit(request, game_id, even_totals=True).game
    if request.method == "POST":
        delete_game(game.pk)
        messages.info(request, _("The game is deleted."))
        return redirect("home")
    seats = game.seats.select_related("player")
    context = {"game": game, "players": [seat.name for seat in seats]}
    return render(request, "play/delete.html", context)
