"""The next game, in one tap."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ...access.games import host_visit
from ...models import Game
from ...wording.refusals import refusal_message
from ..form_filling import fields_of, menu_fields
from ..forms import NewGameForm
from ..services import rematch as services
from ..services.refusals import Refused
from .form_values import typed_id
from .setup import SetupRequest, setup_page, wait_for_game


@require_POST
def rematch(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Starts the next game, with the same menu or with the one that the form names.

    A menu that does not fit is shown chosen in the form of a new game, with what is wrong.
    """
    # Without an id a second tap finds the game all the same: one game alone can follow another.
    game, new_id = host_visit(request, game_id).game, typed_id(request.POST.get("game", ""))
    key, menu = request.POST.get("menu", ""), None
    if key and game.menu is not None and game.state == Game.State.FINISHED:
        fields = fields_of(services.setup_again(game), game.ruleset) | menu_fields(key)
        form = NewGameForm(game.ruleset, {**fields, "game": new_id, "ruleset_shown": game.ruleset})
        if not form.is_valid():
            return setup_page(SetupRequest(request, game.ruleset, game), form)
        menu = form.setup.menu
    if wait := wait_for_game(request):
        fields = fields_of(services.setup_again(game), game.ruleset)
        if key and game.menu is not None:
            fields |= menu_fields(key)
        refusal = refusal_message("too-many-games", {})
        form = NewGameForm(game.ruleset, initial=fields)
        asked = SetupRequest(request, game.ruleset, game)
        return setup_page(asked, form, refusal=refusal, wait=wait)
    try:
        new = services.rematch(game.pk, new_id, menu=menu)
    except Game.DoesNotExist:
        raise Http404 from None
    except Refused as refused:
        messages.error(request, refusal_message(refused.code, refused.facts))
        return redirect("game", game.pk)
    if new.pk != new_id:
        messages.info(request, _("The next game has begun already. This is it."))
    return redirect("game", new.pk)
