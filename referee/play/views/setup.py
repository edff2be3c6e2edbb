"""Setting a game up, and the next one in one tap."""

from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from ...access.games import club_host_visit, host_visit, phone_of, phone_or_new, remember_phone
from ...access.request import HttpRequest
from ...access.throttle import Throttle, address_of
from ...models import Club, Game, Seat
from ...rules import NAMED_MENUS, RULESETS
from ...rules.names import plain_name
from ...wording.names import ruleset_name
from ..forms import (
    OWN_MENU,
    PLAYER_FIELDS,
    Fields,
    NewGameForm,
    fields_of,
    menu_fields,
    typed_so_far,
)
from ..pages.suggestions import suggestions_for
from ..services import rematch as services
from ..services.clubs import current_club, known_players
from ..services.games import start_game
from ..services.refusals import Refused
from ..services.rematch import game_after, setup_again, start_next
from ..services.suggesting import PARTY
from .form_values import typed_id

NEW_GAMES = Throttle("new-games", most=60, seconds=3600)
"""By address, behind which there may be a whole hall of tables."""


class SetupRequest(NamedTuple):
    """A request for a game of a ruleset, and the game that it follows, or None."""

    request: HttpRequest
    ruleset: str
    after: Game | None

    @property
    def club(self) -> Club | None:
        """The club that the game will belong to; None for a phone that has none yet."""
        return self.after.night.club if self.after else current_club(phone_of(self.request))

    def address(self, ruleset: str) -> str:
        """The form of the same or another ruleset, for a game after the same one."""
        after = "?" + urlencode({"after": self.after.pk}) if self.after else ""
        return reverse("new-game", args=[ruleset]) + after


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Ask who plays, with what; start the game, and show how other phones join it.

    With ``after`` in the address it is the game after that one; with ``menu``, that menu is chosen.
    """
    if ruleset not in RULESETS:
        raise Http404
    setup_request = SetupRequest(request, ruleset, _game_before(request))
    if request.method != "POST":
        return _empty_form(setup_request)
    if request.POST.keys() & {"suggest", "add", "up", "out"}:
        return _fill_in_again(setup_request, request.POST.get("suggest", ""))
    names = setup_request.club.players.values_list("name", flat=True) if setup_request.club else ()
    form = NewGameForm(ruleset, request.POST, known=names)
    return _start(setup_request, form) if form.is_valid() else _page(setup_request, form)


@require_POST
def rematch(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Starts the next game, with the same menu or with the one that the form names.

    A menu that does not fit is shown chosen in the form of a new game, with what is wrong.
    """
    visit = host_visit(request, game_id)
    # Without an id a second tap finds the game all the same: one game alone can follow another.
    game, new_id = visit.game, typed_id(request.POST.get("game", ""))
    setup_request = SetupRequest(request, game.ruleset, game)
    key = request.POST.get("menu", "") if game.menu is not None else ""
    menu, fields = None, fields_of(setup_again(game), game.ruleset)
    if key:
        fields |= menu_fields(key)
    if key and game.state == Game.State.FINISHED:
        form = NewGameForm(game.ruleset, {**fields, "game": new_id, "ruleset_shown": game.ruleset})
        if not form.is_valid():
            if not visit.runs_club:  # the form names the club's players
                messages.error(request, _("That menu does not fit this game: take another."))
                return redirect("game", game.pk)
            return _page(setup_request, form)
        menu = form.setup.menu
    if wait := NEW_GAMES.wait_or_count(address_of(request)):
        if not visit.runs_club:
            messages.error(request, Refused("too-many-games").message)
            return redirect("game", game.pk)
        return _page(setup_request, NewGameForm(game.ruleset, initial=fields), wait=wait)
    try:
        new = services.rematch(game.pk, new_id, menu=menu)
    except Game.DoesNotExist:
        raise Http404 from None
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("game", game.pk)
    if new.pk != new_id:
        messages.info(request, _("The next game has begun already. This is it."))
    return redirect("game", new.pk)


def _page(
    setup_request: SetupRequest,
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
    if wait:
        refusal = Refused("too-many-games").message
    others = [slug for slug in RULESETS if slug != setup_request.ruleset]
    known = known_players(setup_request.club)
    context = {
        "form": form,
        "refusal": refusal,
        "begun": begun,
        "suggestion": suggestion,
        "name": ruleset_name(setup_request.ruleset),
        "after": setup_request.after,
        "action": setup_request.address(setup_request.ruleset),
        "others": [
            {"name": ruleset_name(slug), "url": setup_request.address(slug)} for slug in others
        ],
        "known_players": known,
        "again": _names_of_last_game(setup_request, known),
    }
    status = 429 if wait else 409 if refusal else 400 if form.errors else 200
    # A page that asks for a menu gets the menus alone.
    template = "play/new_game.html#menu" if setup_request.request.htmx else "play/new_game.html"
    response = render(setup_request.request, template, context, status=status)
    if wait:
        response.headers["Retry-After"] = str(wait)
    return response


def _names_of_last_game(setup_request: SetupRequest, known: list[str]) -> list[str]:
    """List who played the club's last game, in seat order; nobody where they cannot play this."""
    if setup_request.club is None or setup_request.after:
        return []
    last = Game.objects.filter(night__club=setup_request.club).order_by("-created_at").first()
    seats = last.seats.exclude(player=None) if last else Seat.objects.none()
    names = list(seats.values_list("player__name", flat=True))
    can_play = len(names) in RULESETS[setup_request.ruleset].players and {*names} <= {*known}
    return names if can_play else []


def _game_before(request: HttpRequest) -> Game | None:
    """The game that the new one is to follow.

    Raises:
        Http404: for what is no game of this phone.
        PermissionDenied: for one whose club this phone does not run.
    """
    if "after" not in request.GET:
        return None
    try:
        game_id = UUID(request.GET["after"])
    except ValueError:
        raise Http404 from None
    return club_host_visit(request, game_id).game


def _empty_form(setup_request: SetupRequest) -> HttpResponse:
    """The form, filled in as the game before was; or on to that game, or to the one after it."""
    request, after = setup_request.request, setup_request.after
    fields: Fields = {}
    if after and after.state != Game.State.FINISHED:
        messages.error(request, Refused("not-over").message)
        return redirect("game", after.pk)
    if after:
        if begun := game_after(after):
            messages.info(request, _("The next game has begun already. This is it."))
            return redirect("game", begun.pk)
        fields = fields_of(setup_again(after), setup_request.ruleset)
    chosen = menu_fields(request.GET.get("menu", ""))
    if chosen["menu"] == OWN_MENU or chosen["menu"] in NAMED_MENUS:
        fields |= chosen
    return _page(setup_request, NewGameForm(setup_request.ruleset, initial=fields))


def _fill_in_again(setup_request: SetupRequest, kind: str) -> HttpResponse:
    """The form as it was left, with the names as its button has arranged them, or with a menu
    chosen of one of the kinds of suggestions; perhaps for another of the three games."""
    fields = typed_so_far(setup_request.request.POST, setup_request.ruleset)
    suggestion = ""
    if setup_request.ruleset == PARTY and kind in ("random", "unplayed", "favourite"):
        players = sum(bool(plain_name(fields.get(field) or "")) for field in PLAYER_FIELDS)
        offered = suggestions_for(setup_request.club.pk if setup_request.club else None, players)
        chosen = next((offer for offer in offered if offer["kind"] == kind), None)
        if chosen is not None:
            fields |= menu_fields(chosen["key"])
            words = {"why": chosen["why"], "menu": chosen["name"], "cards": chosen["cards"]}
            suggestion = _("%(why)s: %(menu)s (%(cards)s). It is chosen below.") % words
        elif offered:
            suggestion = _("You have no favourite yet that is for so many players.")
        else:
            suggestion = _("First write down who plays: 2 to 8 players, each with a menu.")
    return _page(
        setup_request, NewGameForm(setup_request.ruleset, initial=fields), suggestion=suggestion
    )


def _start(setup_request: SetupRequest, form: NewGameForm) -> HttpResponse:
    request, after = setup_request.request, setup_request.after
    if wait := NEW_GAMES.wait_or_count(address_of(request)):
        return _page(setup_request, form, wait=wait)
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
        return _page(setup_request, form, refusal=refused.message, begun=begun)
    # The phones of the game before are at the table already.
    response = redirect("game" if after else "table", game.pk)
    remember_phone(request, response, phone)
    return response
