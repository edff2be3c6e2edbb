"""The pages of who organises a night of several tables: how it is played, who plays, what comes
now, and results from paper."""

from collections.abc import Callable, Mapping
from copy import copy
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.forms import BaseForm
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from ...access.clubs import club_visit
from ...access.games import phone_of, phone_or_new, remember_phone
from ...access.request import HttpRequest
from ...access.throttle import address_of
from ...access.tournaments import TournamentVisit, organiser_visit
from ...club.pages.club import refusal_text, refusals_on, status_of
from ...club.views.standings import stream_facts
from ...hosting.network import reachable_address
from ...models import Club, DrawnTable, Tournament
from ...play.forms import Fields, typed_so_far
from ...play.services.clubs import club_for, current_club, known_players
from ...play.services.games import is_tonight
from ...play.services.refusals import Refused
from ...play.views.form_values import typed_number
from ...play.views.setup import NEW_GAMES
from ...rules import RULESETS, SheetFaults
from ...wording.faults import fault_message
from ...wording.names import ruleset_name
from ...wording.tournaments import draw_name
from ..forms import (
    MoveForm,
    NewTournamentForm,
    PeopleForm,
    PlanForm,
    SwapForm,
    TableTotalsForm,
    WishForm,
    people_of,
)
from ..pages.hall import way_in
from ..pages.organising import heading_of, organise_page, people_page, seated_of
from ..services.drawing import (
    draw_again,
    make_draw,
    move_to_table,
    swap_seats,
    take_from_table,
)
from ..services.entering import (
    enter,
    free_phone,
    let_phones_back,
    set_away,
    take_off,
    wish,
    withdraw_wish,
)
from ..services.setting_up import begin_tournament, change_plan, end_tournament, go_on
from ..services.tables import enter_totals

# ------------------------------------------------------------- a new evening


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, club_id: UUID | None = None) -> HttpResponse:
    """Ask how an evening of several tables is played, and begin it tonight: for a club, or for the
    one that the phone's new games go to, which is made with the first."""
    phone = phone_of(request)
    club = club_visit(request, club_id).club if club_id else current_club(phone)
    if tonight := _of_tonight(club):
        messages.info(request, Refused("night-has-tables").message)
        return redirect("organise", tonight.pk)
    if request.method != "POST":
        ruleset = request.GET.get("game", "")
        form = NewTournamentForm(ruleset if ruleset in RULESETS else next(iter(RULESETS)))
        return _new_page(request, form)
    ruleset = request.POST.get("ruleset", "")
    if (instead := request.POST.get("instead", "")) in RULESETS:
        return _new_page(request, NewTournamentForm(instead, initial=_typed(request, instead)))
    if ruleset not in RULESETS:
        raise PermissionDenied
    form = NewTournamentForm(ruleset, request.POST)
    if not form.is_valid():
        return _new_page(request, form)
    if wait := NEW_GAMES.wait_or_count(address_of(request)):
        form.add_error(None, Refused("too-many-games").message)
        answer = _new_page(request, form, status=429)
        answer["Retry-After"] = str(wait)
        return answer
    phone = phone or phone_or_new(request)
    club = club or club_for(phone)
    try:
        made = begin_tournament(club.pk, form.cleaned_data["tournament"], form.plan)
    except Club.DoesNotExist:  # deleted by another phone just now
        raise Http404 from None
    except Refused as refused:  # another organiser was faster
        messages.info(request, refused.message)
        made = Tournament.objects.filter(night__club=club).latest("created_at")
    answer = redirect("tournament-people", made.pk)
    remember_phone(request, answer, phone)
    return answer


def _of_tonight(club: Club | None) -> Tournament | None:
    """The evening of several tables that a club's night has already."""
    evenings = Tournament.objects.filter(night__club=club).select_related("night")
    last = evenings.order_by("-created_at").first() if club else None
    return last if last and is_tonight(last.night) else None


def _typed(request: HttpRequest, ruleset: str) -> Fields:
    """What stands in the form, for another of the three games."""
    typed = request.POST.copy()
    typed["ruleset_shown"] = request.POST.get("ruleset", "")
    plain = {name: typed[name] for name in ("tournament", *PlanForm.Meta.fields) if name in typed}
    return typed_so_far(typed, ruleset) | plain


def _new_page(
    request: HttpRequest, form: NewTournamentForm, *, status: int | None = None
) -> HttpResponse:
    ruleset = form.ruleset.slug
    games = [(slug, ruleset_name(slug), slug == ruleset) for slug in RULESETS]
    page = {"form": form, "ruleset": ruleset, "games": games}
    return render(request, "tournament/new.html", page, status=status or status_of(form))


# ------------------------------------------------------------- who plays

_OF_ONE: Mapping[str, Callable[[UUID, int], None]] = {
    "away": lambda tournament, one: set_away(tournament, one, is_away=True),
    "back": lambda tournament, one: set_away(tournament, one, is_away=False),
    "off": take_off,
    "free": free_phone,
    "send-away": lambda tournament, one: free_phone(tournament, one, send_away=True),
    "let-back": lambda tournament, _: let_phones_back(tournament),
    "withdraw": withdraw_wish,
}
"""What a button beside a person, a wish, or the phones that were sent away, does to them."""


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def people(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Show who plays and what they wish; enter and take off people, also by a file of names."""
    visit = organiser_visit(request, tournament_id)
    club = visit.tournament.night.club
    entrants = list(visit.tournament.entrants.select_related("player"))
    there = {entrant.player.name for entrant in entrants}
    known = [name for name in known_players(club) if name not in there]
    form, wishes = PeopleForm(known), WishForm(people_of(entrants))
    refusal: Refused | None = None
    if request.method == "POST":
        do = request.POST.get("do", "")
        act = next((name for name in _OF_ONE if name in request.POST), "")
        if not act and do not in ("add", "wish"):
            raise PermissionDenied
        try:
            if do == "add":
                form = PeopleForm(known, request)
                if form.is_valid():
                    _tell_added(request, enter(tournament_id, form.people), len(form.people))
                    return redirect("tournament-people", tournament_id)
            elif do == "wish":
                wishes = WishForm(people_of(entrants), request.POST)
                if wishes.is_valid():
                    typed = wishes.cleaned_data
                    wish(tournament_id, typed["one"], typed["other"], apart=bool(typed["apart"]))
                    return redirect("tournament-people", tournament_id)
            else:
                _OF_ONE[act](tournament_id, typed_number(request, act))
                return redirect("tournament-people", tournament_id)
        except ObjectDoesNotExist:  # taken off, or deleted, by another phone just now
            raise Http404 from None
        except SheetFaults as error:
            for fault in error.faults:
                form.add_error("names", capfirst(fault_message(fault._replace(place=""))))
        except Refused as refused:
            refusal = refused
    page = people_page(visit.tournament) | {
        "form": form,
        "wish_form": wishes,
        "refused": refusal_text(refusal) if refusal else "",
        "page": way_in(visit.tournament, reachable_address(request)),
    }
    status = 409 if refusal else 400 if form.errors or wishes.errors else 200
    return _followed(request, visit, "tournament/people.html", page, status)


def _tell_added(request: HttpRequest, new: int, named: int) -> None:
    told = []
    if new:
        words = ngettext("%(new)s person is new here.", "%(new)s people are new here.", new)
        told.append(words % {"new": new})
    if before := named - new:
        words = ngettext("%(before)s was here already.", "%(before)s were here already.", before)
        told.append(words % {"before": before})
    messages.info(request, " ".join(told))


# ------------------------------------------------------------- what comes now


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def organise(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Show what comes now, the tables of the last draw and the standings; draw, change a draw by
    hand, change the plan, end the evening."""
    visit = organiser_visit(request, tournament_id)
    forms = _by_hand(request, visit.tournament)
    refusal: Refused | None = None
    if request.method == "POST":
        do = request.POST.get("do", "")
        if do not in _DOINGS:
            raise PermissionDenied
        form = forms.get(do)
        try:
            if form is None or form.is_valid():
                _DOINGS[do](request, tournament_id, form.cleaned_data if form else {})
                back = reverse("organise", args=[tournament_id])
                if do in ("swap", "move"):  # what has come of it stands above their forms
                    messages.info(request, _("The draw is changed."))
                    back += "#main"
                return redirect(back)
        except Tournament.DoesNotExist:  # deleted by another phone just now
            raise Http404 from None
        except SheetFaults as error:
            for fault in error.faults:
                forms["plan"].add_error(None, capfirst(fault_message(fault)))
        except Refused as refused:
            refusal = refused
    page = organise_page(visit) | {f"{name}_form": form for name, form in forms.items()}
    page["refusal"] = refusal
    page["refused"] = refusal_text(refusal) if refusal else ""
    faulty = any(form.errors for form in forms.values())
    status = 409 if refusal else 400 if faulty else 200
    return _followed(request, visit, "tournament/organise.html", page, status)


def _by_hand(request: HttpRequest, tournament: Tournament) -> dict[str, BaseForm]:
    """The forms of the page by what their buttons do; the one that was sent as it was typed."""
    do = request.POST.get("do")
    draw = tournament.made_draws.last()
    seated = people_of(seated_of(draw)) if draw else []
    everybody = people_of(tournament.entrants.select_related("player"))
    tables = draw.tables.filter(game=None).values_list("number", flat=True) if draw else ()
    return {
        "swap": SwapForm(seated, request.POST if do == "swap" else None),
        "move": MoveForm(everybody, tables, request.POST if do == "move" else None),
        "plan": PlanForm(
            request.POST if do == "plan" else None, instance=copy(tournament), auto_id="plan_%s"
        ),
    }


def _draw(request: HttpRequest, tournament_id: UUID, _typed: Fields) -> None:
    make_draw(
        tournament_id,
        typed_number(request, "number"),
        is_final="final" in request.POST,
        even_open="even_open" in request.POST,
    )


def _again(request: HttpRequest, tournament_id: UUID, _typed: Fields) -> None:
    draw_again(tournament_id, typed_number(request, "number"))


def _swap(request: HttpRequest, tournament_id: UUID, typed: Fields) -> None:
    swap_seats(tournament_id, typed_number(request, "number"), typed["one"], typed["other"])


def _move(request: HttpRequest, tournament_id: UUID, typed: Fields) -> None:
    number = typed_number(request, "number")
    if typed["table"]:
        move_to_table(tournament_id, number, typed["one"], typed["table"])
    else:
        take_from_table(tournament_id, number, typed["one"])


_DOINGS: Mapping[str, Callable[[HttpRequest, UUID, Fields], object]] = {
    "draw": _draw,
    "again": _again,
    "swap": _swap,
    "move": _move,
    "plan": lambda _request, tournament_id, typed: change_plan(tournament_id, **typed),
    "end": lambda _request, tournament_id, _typed: end_tournament(tournament_id),
    "go-on": lambda _request, tournament_id, _typed: go_on(tournament_id),
}


def _followed(
    request: HttpRequest, visit: TournamentVisit, template: str, page: Fields, status: int
) -> HttpResponse:
    """A page that follows the evening; for a page that is open already, the part that changes."""
    page |= stream_facts(visit.tournament.night.club, visit.phone)
    part = f"{template}#answer" if request.htmx else template
    return render(request, part, page, status=status)


# ------------------------------------------------------------- results from paper


@require_http_methods(["GET", "HEAD", "POST"])
def totals(request: HttpRequest, tournament_id: UUID, draw: int, table: int) -> HttpResponse:
    """Type in the result of a table that has no phone."""
    visit = organiser_visit(request, tournament_id)
    tables = DrawnTable.objects.select_related("draw", "game")
    at = tables.filter(draw__tournament=tournament_id, draw__number=draw, number=table).first()
    if at is None:
        raise Http404
    form = TableTotalsForm(at, request.POST or None)
    if form.is_valid():
        try:
            with refusals_on(form):
                even_begun = form.cleaned_data.get("even_begun", False)
                totals = form.totals()
                enter_totals(tournament_id, draw, table, totals, visit.phone, even_begun=even_begun)
                words = _("Table %(table)s has its result.") % {"table": table}
                messages.info(request, words)
                return redirect("organise", tournament_id)
        except SheetFaults as error:
            for fault in error.faults:
                form.add_error(None, capfirst(fault_message(fault)))
    name = draw_name(draw, visit.tournament.draws, is_final=at.draw.is_final)
    page = heading_of(visit.tournament) | {"form": form, "table": at, "draw_name": name}
    return render(request, "tournament/totals.html", page, status=status_of(form))
