"""The rules at hand."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.middleware import HtmxDetails

from ...access.games import visit
from ...models import Game
from ...rules import RULESETS
from ...wording.guide.scope import Scope
from ..pages.rules import rules_page
from ..services.game_state import read_game_state


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """The three games, to choose whose rules to read."""
    return render(request, "rules/choose.html", {"rulesets": RULESETS.values()})


@require_safe
@vary_on_headers("HX-Request")
def rules(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The rules of one of the three games, or those cards that a search finds."""
    if ruleset not in RULESETS:
        raise Http404
    return _answer(request, Scope(ruleset))


@require_safe
@vary_on_headers("HX-Request")
def game_rules(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The rules of a game that is being played, with its own cards only."""
    table = read_game_state(visit(request, game_id).game)
    return _answer(request, Scope(table.setting.ruleset, table.setting), table.game)


def _answer(request: HttpRequest, scope: Scope, game: Game | None = None) -> HttpResponse:
    """The whole page; while somebody types, only what was found."""
    details = HtmxDetails(request)
    is_part = bool(details) and not details.history_restore_request
    template = "rules/rules.html#found" if is_part else "rules/rules.html"
    page = rules_page(scope, request.GET.get("q", ""))
    return render(request, template, {**page, "game": game, "is_part": is_part})
