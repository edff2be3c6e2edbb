"""The rules at hand."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.middleware import HtmxDetails

from ...access.games import visit
from ...rules import RULESETS
from ..pages.rules import RulesPage, game_rules_page, rules_page, rulesets_with_rules
from ..services.game_state import GameTable, read_table


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """The three games, to choose whose rules to read."""
    context = {"rulesets": rulesets_with_rules()}
    return render(request, "rules/rules_choose.html", context)


@require_safe
@vary_on_headers("HX-Request")
def rules(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The rules of one of the three games, or those cards that a search finds."""
    if ruleset not in RULESETS:
        raise Http404
    return _answer(request, rules_page(ruleset, request.GET.get("q", "")))


@require_safe
@vary_on_headers("HX-Request")
def game_rules(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The rules of a game that is being played, with its own cards only."""
    table = read_table(visit(request, game_id).game)
    return _answer(request, game_rules_page(table, request.GET.get("q", "")), table)


def _answer(request: HttpRequest, page: RulesPage, table: GameTable | None = None) -> HttpResponse:
    """The whole page; while somebody types, only what was found."""
    details = HtmxDetails(request)
    is_part = bool(details) and not details.history_restore_request
    template = "rules/rules.html#found" if is_part else "rules/rules.html"
    context = {"page": page, "table": table, "is_part": is_part}
    return render(request, template, context)
