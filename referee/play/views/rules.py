"""The rules at hand, and what to do at the table before a round."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from ...access.games import get_visit_or_404
from ...access.request import HttpRequest
from ...models import Game
from ...rules import FACES, RULESETS
from ...rules.rulesets import ROUNDS
from ...rules.table_setup import SetupCard, setup_for
from ...wording.guide.braille import MAX_CELLS, label, labels_language
from ...wording.guide.scope import Scope
from ...wording.names import category_name, face_name, type_name
from ...wording.phrases import series
from ..pages.answers import answers_page
from ..pages.common import entry_url
from ..pages.rules import rules_page
from ..services.game_state import read_game_state


@require_safe
@vary_on_headers("HX-Request")
def choose(request: HttpRequest) -> HttpResponse:
    """Ask the referee about any of the three games, or choose whose rules to read."""
    if query := request.GET.get("q", "").strip():
        return _answered(request, answers_page(query))
    return _page(request, "rules/choose.html", {"rulesets": RULESETS.values()})


@require_safe
@vary_on_headers("HX-Request")
def rules(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The rules of one of the three games, or what the referee answers to a question."""
    if ruleset not in RULESETS:
        raise Http404
    return _answer(request, Scope(ruleset))


@require_safe
def braille(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Braille labels for the cards of a game; dice have no sleeves to put them on."""
    if ruleset not in RULESETS or RULESETS[ruleset].dice:
        raise Http404
    rules = RULESETS[ruleset]
    faces = [face for face in FACES.values() if face.type in rules.box and not face.die_only]
    labels = [
        (face_name(face.slug), rules.faces.get(face.slug, rules.box[face.type]), *label(face.slug))
        for face in faces
    ]
    page = {
        "ruleset": ruleset,
        "labels": labels,
        "language_of_labels": labels_language(),
        "most": MAX_CELLS,
        "has_fruit": "fruit" in rules.box,
    }
    return render(request, "rules/braille.html", page)


@require_safe
@vary_on_headers("HX-Request")
def game_rules(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The rules of a game that is being played, with its own cards only."""
    table = read_game_state(get_visit_or_404(request, game_id).game)
    return _answer(request, Scope(table.setting.ruleset, table.setting), table.game)


def _answer(request: HttpRequest, scope: Scope, game: Game | None = None) -> HttpResponse:
    if query := request.GET.get("q", "").strip():
        return _answered(request, {**answers_page(query, scope), "scope": scope, "game": game})
    return _page(request, "rules/rules.html", {**rules_page(scope), "game": game})


def _answered(request: HttpRequest, page: dict[str, Any]) -> HttpResponse:
    return _page(request, "rules/answers.html", page)


def _page(request: HttpRequest, template: str, page: dict[str, Any]) -> HttpResponse:
    """The whole page; while somebody types, only what stands below the question."""
    is_part = bool(request.htmx) and not request.htmx.history_restore_request
    if is_part:
        template += "#found"
    return render(request, template, {**page, "is_part": is_part})


@require_safe
def setup_card(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """The setup card of a round."""
    visit = get_visit_or_404(request, game_id)
    table = read_game_state(visit.game)
    try:
        card = setup_for(table.setting, number)
    except ValueError:
        raise Http404 from None
    seats = table.rounds[number - 1].seats
    own = next((seat for seat in seats if visit.holds(seat.place)), seats[0])
    page = {"table": table, "entry": entry_url(own), **card_context(card)}
    return render(request, "rules/setup_card.html", page)


def card_context(card: SetupCard) -> dict[str, object]:
    """What the template of the card itself needs."""
    return {
        "card": card,
        "taken": taken(card),
        "in_game": sum(card.cards.values()),
        "soy_sauces": card.cards.get("soy-sauce"),
        "rounds": range(1, ROUNDS + 1),
    }


def taken(card: SetupCard) -> list[tuple[str, str, int]]:
    """What comes out of the box before the first round: a picture's name, a kind, how many."""
    if card.belts:
        return [(types[0], _die_name(types), n) for types, n in card.belts.dice.items()]
    return [(type_, type_name(type_), n) for type_, n in card.cards.items()]


def _die_name(types: tuple[str, ...]) -> str:
    if len(types) == 1:
        return type_name(types[0])
    kind = category_name("special" if "wasabi" in types else "appetizer")
    names = series(type_name(type_) for type_ in types)
    return _("%(kind)s: %(names)s") % {"kind": kind, "names": names}
