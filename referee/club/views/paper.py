"""Games that were kept on paper: entering one, the page of each, its correction; and the note and
place of any game."""

from typing import Any
from uuid import UUID, uuid5

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ...access.clubs import club_visit
from ...access.games import club_host_visit, get_visit_or_404
from ...models import Club, Game
from ...play.pages.corrections import corrections_of
from ...play.pages.evening import evening_of
from ...play.services.clubs import known_players
from ...play.services.game_state import menu_of
from ...play.services.refusals import Refused
from ...play.views.form_values import typed_day
from ...rules import RULESETS
from ...wording.chat import played_text
from ...wording.figures import rank_text
from ...wording.nights import won_text
from ...wording.phrases import isolated
from ..pages.club import refusals_on, status_of
from ..paper_forms import CorrectionForm, PaperGameForm, TieBreakForm, WordsForm
from ..services.counting import placed_on_paper
from ..services.nights import describe_game, words_mark
from ..services.paper import EnteredGame, correct_totals, enter_games
from ..services.tie_breaks import note_tie_break, tied_first


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Enter a game of which paper kept the totals."""
    club = club_visit(request, club_id).club
    names = club.players.values_list("name", flat=True)
    refusal: Refused | None = None
    status = 200
    if request.method == "POST":
        form = PaperGameForm(request.POST, known=names)
        status = 400
        if form.is_valid():
            typed = form.cleaned_data
            game_id = uuid5(club.pk, typed["entry"].hex)
            noted = {name: typed[name] for name in Game.NOTED}
            paper = EnteredGame(typed["date"], form.totals, **noted)
            try:
                even_same = request.POST.get("same") == "1"
                enter_games(club.pk, [(game_id, paper)], even_same=even_same)
                game = Game.objects.get(pk=game_id)
            except Refused as refused:
                refusal, status = refused, 409
            except (Club.DoesNotExist, Game.DoesNotExist):  # deleted by another phone just now
                raise Http404 from None
            else:
                messages.info(request, _("The game is entered, and counts."))
                return redirect("night", game.night_id)
    else:
        date = typed_day(request.GET.get("date", "")) or timezone.localdate()
        form = PaperGameForm(initial={"date": date}, known=names)
    context = {
        "club": club,
        "form": form,
        "refusal": refusal,
        "known_players": known_players(club),
    }
    return render(request, "club/paper/game.html", context, status=status)


@require_safe
def totals(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the ranking of a game that was kept on paper by its totals, and what else is known of
    it; the result of others is elsewhere."""
    visit = get_visit_or_404(request, game_id, even_totals=True)
    if not visit.game.totals_only:
        return redirect("result", game_id)
    game = visit.game
    seats = list(game.seats.select_related("player"))
    placed = placed_on_paper(game, seats)
    places = [placing.place for placing in placed]
    rows: list[dict[str, Any]] = [
        {
            "rank": rank_text(placing.place, tied=places.count(placing.place) > 1),
            "place": placing.place,
            "player": seat.player,
            "total": placing.total,
            "puddings": seat.puddings,
        }
        for seat, placing in zip(seats, placed, strict=True)
    ]
    rows.sort(key=lambda row: row["place"])
    winners = [isolated(row["player"].name) for row in rows if row["place"] == 1]
    played, *details = played_text(game.ruleset, menu_of(game), game.variants)
    context = {
        "visit": visit,
        "game": game,
        "played": played,
        "details": " · ".join(details),
        "verdict": won_text(winners, rows[0]["total"]),
        "rows": rows,
        "ties_by": RULESETS[game.ruleset].tiebreak,
        "is_shared": len(winners) > 1,
        "has_puddings": any(row["puddings"] is not None for row in rows),
        "corrections": corrections_of(game),
        "evening": evening_of(visit),
    }
    return render(request, "club/paper/totals.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Correct a game that was kept on paper."""
    visit = club_host_visit(request, game_id, even_totals=True)
    game, status = visit.game, 200
    refusal: Refused | None = None
    if not game.totals_only:
        return redirect("seats", game_id)
    club = game.night.club
    names = club.players.values_list("name", flat=True)
    if request.method == "POST":
        form = CorrectionForm(game, request.POST, known=names)
        status = 400
        if form.is_valid():
            try:
                correct_totals(
                    game.pk,
                    form.cleaned_data["date"],
                    form.totals,
                    seen=form.cleaned_data["people"],
                    reason=form.cleaned_data["reason"],
                    by=visit.seat_id,
                )
            except Refused as refused:
                refusal, status = refused, 409
            except Game.DoesNotExist:  # deleted by another phone just now
                raise Http404 from None
            else:
                return redirect("totals", game_id)
    else:
        form = CorrectionForm(game, known=names)
    context = {
        "game": game,
        "form": form,
        "refusal": refusal,
        "known_players": known_players(club),
    }
    return render(request, "club/paper/totals_correct.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def note(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Note where a game was, and what is to be remembered of it."""
    game = club_host_visit(request, game_id, even_totals=True).game
    form = WordsForm(instance=game, initial={"seen": words_mark(game)})
    if request.method == "POST":
        form = WordsForm(request.POST)
        if form.is_valid():
            with refusals_on(form):
                describe_game(game.pk, **form.cleaned_data)
                return redirect("game", game_id)
    context = {"game": game, "form": form}
    return render(request, "club/game_note.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def tie_break(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Note how the table itself broke the tie of a shared victory, or take the note back."""
    visit = get_visit_or_404(request, game_id, even_totals=True)
    if not visit.is_host:
        raise PermissionDenied
    game = visit.game
    tied = tied_first(game)
    if not tied:
        if request.method == "POST":
            messages.info(request, Refused("no-tie").message)
        return redirect("game", game_id)
    form = TieBreakForm(tied, initial={"winner": game.tie_winner_id, "words": game.tie_words})
    if request.method == "POST":
        takes_back = request.POST.get("do") == "take-back"
        if not takes_back:
            form = TieBreakForm(tied, request.POST)
        if takes_back or form.is_valid():
            with refusals_on(form):
                if takes_back:
                    note_tie_break(game.pk, None, "")
                else:
                    winner = UUID(form.cleaned_data["winner"])
                    note_tie_break(game.pk, winner, form.cleaned_data["words"])
                return redirect("game", game_id)
    context = {"game": game, "form": form}
    return render(request, "club/tie_break.html", context, status=status_of(form))
