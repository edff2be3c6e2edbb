"""Setting a game up."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ..access import phone_of, phone_or_new, remember_phone
from ..forms import NewGameForm
from ..models import Game
from ..pages.home import known_players
from ..rules import RULESETS
from ..services.games import start_game
from ..wording.names import ruleset_name


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Who plays, with what; starts the game, and shows its setup card where that was asked for."""
    if ruleset not in RULESETS:
        raise Http404
    form = NewGameForm(ruleset, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        phone = phone_or_new(request)
        try:
            game = start_game(phone, form.cleaned_data["game"], form.setup)
        except Game.DoesNotExist:
            raise Http404 from None
        wants_card = request.POST.get("then") == "setup"
        response = redirect("setup-card", game.pk, 1) if wants_card else redirect("game", game.pk)
        remember_phone(request, response, phone)
        return response
    context = {
        "form": form,
        "ruleset": ruleset,
        "name": ruleset_name(ruleset),
        "known_players": known_players(phone_of(request)),
    }
    return render(request, "referee/new_game.html", context, status=400 if form.errors else 200)
