"""The rounds, until they are a resource."""

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.games import (
    Visit,
    check_place,
    check_round,
    entering_visit,
    get_visit_or_404,
    host_visit,
)
from referee.access.keys import allows, key_of
from referee.models import Game, Key
from referee.play.services.confirming import confirm_round, reopen_round
from referee.play.services.game_state import GameState, read_game_state
from referee.play.services.late import add_late_taps, set_late_taps_aside
from referee.play.services.laying import lay_tableaus
from referee.rules import Fault, SheetFaults, score_sheet
from referee.rules.notation import tableau_text
from referee.rules.rulesets import ROUNDS
from referee.rules.table_setup import setup_for
from referee.wording import result_document

from . import reading_games as bodies
from . import sent, serializers
from .club import OfClubs, asked_id
from .games import named as named_players
from .games import places_of
from .keys import WithinScope
from .operations import changing, reading

GAME = OpenApiParameter("game", UUID, required=True, description="The id of a game.")


class SetupView(OfClubs):
    """Tells how to set the table up."""

    @reading("Get the setup card of a round", "setup", serializers.SetupCard)
    def get(self, request: Request, game_id: UUID, number: int) -> Response:
        """What to take, to shuffle and to deal, and which way to pass."""
        table = read_game_state(get_visit_or_404(request, game_id).game)
        check_round(number)
        return Response(serializers.SetupCard(setup_for(table.setting, number)).data)


class GameByQuery(OfClubs):
    """What belongs to one game: so little that it has no pages."""

    def table(self) -> GameState:
        """The game that is asked for, as it stands."""
        game_id = asked_id(self.request, "game")
        if game_id is None:
            raise SheetFaults([Fault("game", "missing")])
        return read_game_state(get_visit_or_404(self.request, game_id).game)


class RoundsView(GameByQuery):
    """Lists rounds."""

    @reading("List the rounds of a game", "rounds", serializers.Round(many=True), GAME)
    def get(self, request: Request) -> Response:
        """The rounds with everybody's points, every line explained."""
        return Response(round_rows(self.table()))


class TableausView(GameByQuery):
    """Lists tableaus."""

    @reading("List the tableaus of a game", "tableaus", serializers.Tableau(many=True), GAME)
    def get(self, request: Request) -> Response:
        """What lies in front of every seat in every round."""
        return Response(tableau_rows(self.table()))


class GameByAddress(OfClubs):
    """What happens at the table of one game."""

    scope = Key.Scope.ENTER

    def host(self, *, corrects: bool = False) -> Visit:
        """The visit of a host, to an existing round where one is named.

        Args:
            corrects: it may change a game that is over, for which a key must be good.
        """
        visit = host_visit(self.request, self.kwargs["game_id"])
        if not 1 <= self.kwargs.get("number", 1) <= ROUNDS:
            raise Http404
        if corrects and visit.game.state == Game.State.FINISHED:
            self.take_manage()
        return visit

    def take_manage(self) -> None:
        """Raise PermissionDenied for a key that does not manage."""
        key = key_of(self.request)
        if key and not allows(key, Key.Scope.MANAGE):
            raise PermissionDenied(WithinScope.message, WithinScope.code)

    def round(self) -> Response:
        """The round that the address names, as it is now."""
        table = read_game_state(Game.objects.get(pk=self.kwargs["game_id"]))
        return Response(round_rows(table)[self.kwargs["number"] - 1])


class ConfirmView(GameByAddress):
    """Confirms a round."""

    @changing(
        "Confirm a round",
        "round_confirm",
        serializers.Round,
        bodies.CONFIRM,
        description="With version, only where no card of the round has changed since. sure: "
        "although a seat is empty, a phone's player has not said that the cards are complete, or "
        "nobody has said what lies on a wasabi.",
    )
    def post(self, request: Request, game_id: UUID, number: int) -> Response:
        """Freeze everybody's points; the last round of a card game ends the game."""
        visit = self.host()
        said = sent.body(request, bodies.CONFIRM)
        confirm_round(
            game_id,
            number,
            seen_version=said.get("version", visit.game.version),
            sure=said.get("sure", False),
            by=visit.seat_id,
        )
        return self.round()


class ReopenView(GameByAddress):
    """Opens a round again."""

    @changing(
        "Open a confirmed round again",
        "round_reopen",
        serializers.Round,
        bodies.REOPEN,
        description="Until it is confirmed anew. Of a game that is over it takes the scope manage.",
    )
    def post(self, request: Request, game_id: UUID, number: int) -> Response:
        """Keep what was confirmed as a version."""
        visit = self.host(corrects=True)
        said = sent.body(request, bodies.REOPEN)
        by = visit.seat_id
        reopen_round(game_id, number, reason=said["reason"], seen=said.get("version"), by=by)
        return self.round()


class CorrectView(GameByAddress):
    """Corrects the cards of a round."""

    @changing(
        "Correct the cards of a round",
        "round_correct",
        serializers.Round,
        bodies.CORRECTION,
        description="Opens the round again where it is confirmed, and leaves it open: confirm it "
        "then. Where nothing changes it stays as it is. Of a game that is over it takes the scope "
        "manage.",
    )
    def post(self, request: Request, game_id: UUID, number: int) -> Response:
        """All tableaus that are named, or none."""
        visit = self.host(corrects=True)
        table = read_game_state(visit.game)
        said = sent.body(request, bodies.CORRECTION, named_players(table))
        places = places_of(table)
        tableaus = {places[name]: cards for name, cards in said["tableaus"].items()}
        lay_tableaus(game_id, number, visit.sender, tableaus, reason=said["reason"])
        return self.round()


class LateView(GameByAddress):
    """Decides on taps that came late."""

    @changing(
        "Decide on taps that came after their round was confirmed",
        "round_late",
        serializers.Round,
        bodies.LATE,
        description="add opens the round again and makes them; set-aside leaves them out. Of a "
        "game that is over it takes the scope manage.",
    )
    def post(self, request: Request, game_id: UUID, number: int) -> Response:
        """Decide on all that wait in the round."""
        self.host(corrects=True)
        said = sent.body(request, bodies.LATE)
        decide = add_late_taps if said["do"] == "add" else set_late_taps_aside
        decide(game_id, number)
        return self.round()


class TableauView(GameByAddress):
    """Lays a tableau down."""

    @changing(
        "Say what lies in front of a seat",
        "tableau_lay",
        serializers.Tableau,
        bodies.LAID,
        description="Puts these cards in front of a seat, in the notation of a score sheet, and "
        "takes away what else lies there; is_ready says that they are complete. What is left out "
        "stays, but for is_ready: a change of the cards takes it back. Uramaki are claimed with "
        "taps.",
    )
    def put(self, request: Request, game_id: UUID, number: int, place: int) -> Response:
        """Let these cards lie there and no others; said twice, the second time changes nothing."""
        visit = entering_visit(request, game_id, place)
        check_place(visit, number, place)
        said = sent.body(request, bodies.LAID)
        tableaus = {place: said["cards"]} if "cards" in said else {}
        ready = {place: said["is_ready"]} if "is_ready" in said else {}
        lay_tableaus(game_id, number, visit.sender, tableaus, ready=ready)
        rows = tableau_rows(read_game_state(Game.objects.get(pk=game_id)))
        return Response(next(r for r in rows if (r["round"], r["seat"]) == (number, place)))


def round_rows(table: GameState) -> list[dict[str, Any]]:
    """The rounds of a game as they are told of."""
    scored: Any = result_document(score_sheet(table.sheet), lambda *_: {})["rounds"]
    return [
        {
            "game": str(table.game.pk),
            "number": row.number,
            "state": row.state,
            "version": row.version,
            "players": scored[row.number - 1]["players"],
        }
        for row in (round_.row for round_ in table.rounds)
    ]


def tableau_rows(table: GameState) -> list[dict[str, Any]]:
    """The tableaus of a game as they are told of."""
    return [
        {
            "game": str(table.game.pk),
            "round": round_.number,
            "seat": seat.place,
            "player": seat.sheet_name,
            "is_ready": seat.is_ready,
            "cards": tableau_text(seat.tableau),
            "questions": len(seat.laid.questions),
        }
        for round_ in table.rounds
        for seat in round_.seats
    ]
