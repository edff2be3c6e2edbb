"""Setting a game up."""

from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ...access.games import host_visit, phone_of, phone_or_new, remember_phone
from ...access.throttle import Throttle, address_of
from ...models import Club, Game
from ...rules import NAMED_MENUS, RULESETS
from ...wording.names import ruleset_name
from ...wording.refusals import refusal_message
from ..form_filling import Fields, fields_of, menu_fields, players_in, typed_so_far
from ..forms import OWN_MENU, NewGameForm
from ..pages.suggestions import KINDS, suggestions_for
from ..services.clubs import current_club, known_players
from ..services.games import start_game
from ..services.refusals import Refused
from ..services.rematch import game_after, setup_again, start_next
from ..services.suggesting import PARTY

NEW_GAMES = Throttle("new-games", most=60, seconds=3600)
"""By address, behind which there may be a whole hall of tables."""


class SetupRequest(NamedTuple):
    """What is asked for: a game of a ruleset, and the game that it follows, None for none."""

    request: HttpRequest
    ruleset: str
    after: Game | None

    @property
    def club(self) -> Club | None:
        """The club that the game will belong to; None for a phone that has none yet."""
        return self.after.night.club if self.after else current_club(phone_of(self.request))


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Who plays, with what; starts the game, and shows its setup card where that was asked for.

    With ``after`` in the address it is the game after that one; with ``menu``, that menu is chosen.
    """
    if ruleset not in RULESETS:
        raise Http404
    asked = SetupRequest(request, ruleset, _game_before(request))
    if request.method != "POST":
        return _led_on(asked) or setup_page(asked, NewGameForm(ruleset, initial=_filled_in(asked)))
    if "suggest" in request.POST:
        return _fill_in_again(asked, request.POST["suggest"])
    names = asked.club.players.values_list("name", flat=True) if asked.club else ()
    form = NewGameForm(ruleset, request.POST, known=names)
    return _start(asked, form) if form.is_valid() else setup_page(asked, form)


def setup_page(
    asked: SetupRequest,
    form: NewGameForm,
    *,
    refusal: str = "",
    begun: Game | None = None,
    wait: int = 0,
    suggestion: str = "",
) -> HttpResponse:
    """The form, with everything that was typed into it.

    Args:
        refusal: why the game was not started; ``begun`` is the one that follows already.
        wait: seconds, where too many games were started.
        suggestion: what is said of a suggested menu.
    """
    others = [slug for slug in RULESETS if slug != asked.ruleset]
    context = {
        "form": form,
        "refusal": refusal,
        "begun": begun,
        "suggestion": suggestion,
        "ruleset": asked.ruleset,
        "name": ruleset_name(asked.ruleset),
        "after": asked.after,
        "action": _address(asked, asked.ruleset),
        "others": [{"name": ruleset_name(slug), "url": _address(asked, slug)} for slug in others],
        "known_players": known_players(asked.club),
    }
    status = 429 if wait else 409 if refusal else 400 if form.errors else 200
    response = render(asked.request, "play/new_game.html", context, status=status)
    if wait:
        response.headers["Retry-After"] = str(wait)
    return response


def wait_for_game(request: HttpRequest) -> int:
    """Return the seconds until this address may start another game; 0 where it need not wait, and
    then this one is counted."""
    address = address_of(request)
    seconds = NEW_GAMES.seconds_to_wait(address)
    if not seconds:
        NEW_GAMES.count(address)
    return seconds


def _address(asked: SetupRequest, ruleset: str) -> str:
    after = "?" + urlencode({"after": asked.after.pk}) if asked.after else ""
    return reverse("new-game", args=[ruleset]) + after


def _game_before(request: HttpRequest) -> Game | None:
    """The game that the new one is to follow.

    Raises:
        Http404: for what is no game of this phone.
        PermissionDenied: for one whose host this phone is not.
    """
    if "after" not in request.GET:
        return None
    try:
        game_id = UUID(request.GET["after"])
    except ValueError:
        raise Http404 from None
    return host_visit(request, game_id).game


def _led_on(asked: SetupRequest) -> HttpResponse | None:
    """Where to go instead of the form: on with the game, or to the one that follows it already."""
    if asked.after is None:
        return None
    if asked.after.state != Game.State.FINISHED:
        messages.error(asked.request, refusal_message("not-over", {}))
        return redirect("game", asked.after.pk)
    begun = game_after(asked.after)
    if begun is None:
        return None
    messages.info(asked.request, _("The next game has begun already. This is it."))
    return redirect("game", begun.pk)


def _filled_in(asked: SetupRequest) -> Fields:
    fields = fields_of(setup_again(asked.after), asked.ruleset) if asked.after else {}
    chosen = menu_fields(asked.request.GET.get("menu", ""))
    if chosen["menu"] == OWN_MENU or chosen["menu"] in NAMED_MENUS:
        fields |= chosen
    return fields


def _fill_in_again(asked: SetupRequest, kind: str) -> HttpResponse:
    """The form as it was left, with a menu chosen of one of the kinds of suggestions; without a
    kind as it was left, for another of the three games."""
    fields = typed_so_far(asked.request.POST, asked.ruleset)
    suggestion = ""
    if asked.ruleset == PARTY and kind in KINDS:
        club, players = asked.club, players_in(fields)
        offered = suggestions_for(club.pk if club else None, players)
        chosen = next((one for one in offered if one["kind"] == kind), None)
        if chosen is not None:
            fields |= menu_fields(chosen["key"])
            words = {"why": chosen["why"], "menu": chosen["name"], "cards": chosen["cards"]}
            suggestion = _("%(why)s: %(menu)s (%(cards)s). It is chosen below.") % words
        elif offered:
            suggestion = _("You have no favourite yet that is for so many players.")
        else:
            suggestion = _("First write down who plays: 2 to 8 players, each with a menu.")
    return setup_page(asked, NewGameForm(asked.ruleset, initial=fields), suggestion=suggestion)


def _start(asked: SetupRequest, form: NewGameForm) -> HttpResponse:
    request, after = asked.request, asked.after
    if wait := wait_for_game(request):
        return setup_page(asked, form, refusal=refusal_message("too-many-games", {}), wait=wait)
    phone, new_id = phone_or_new(request), form.cleaned_data["game"]
    try:
        if after is None:
            game = start_game(phone, new_id, form.setup)
        else:
            game = start_next(after.pk, new_id, form.setup)
    except Game.DoesNotExist:
        raise Http404 from None
    except Refused as refused:
        begun = game_after(after) if after else None
        message = refusal_message(refused.code, refused.facts)
        return setup_page(asked, form, refusal=message, begun=begun)
    wants_card = request.POST.get("then") == "setup"
    response = redirect("setup-card", game.pk, 1) if wants_card else redirect("game", game.pk)
    remember_phone(request, response, phone)
    return response
