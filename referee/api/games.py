"""Games: told of, and kept by programs with a key as by the phones at the table."""

import datetime
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import APIException, ErrorDetail, PermissionDenied
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.clubs import clubs_run
from referee.access.games import (
    Visit,
    check_place,
    check_round,
    entering_visit,
    get_visit_or_404,
    host_visit,
    sender_of,
)
from referee.access.keys import allows, key_of
from referee.access.throttle import Throttle, address_of
from referee.club.services.files.read_club_file import check_bounds
from referee.club.services.nights import describe_game
from referee.club.services.paper import (
    EnteredGame,
    correct_totals,
    day_fault,
    enter_games,
    totals_of,
)
from referee.disputes.services.disputes import last_begun
from referee.models import MAX_NAME, Game, GameNight, Key, Placing
from referee.play.services.clubs import called, names_in
from referee.play.services.confirming import confirm_round, enter_tokens, reopen_round
from referee.play.services.game_state import GameState, read_game_state
from referee.play.services.games import Setup, delete_game, start_in_club
from referee.play.services.joining import change_code, let_anyone_enter
from referee.play.services.late import add_late_taps, set_late_taps_aside
from referee.play.services.laying import lay_tableaus
from referee.play.services.refusals import Refused
from referee.play.services.rematch import rematch, setup_again, start_next
from referee.play.services.seating import (
    Sitting,
    change_seats,
    people_mark,
    renamed_elsewhere,
    setup_with,
    unclear_names,
)
from referee.play.views.setup import NEW_GAMES
from referee.rules import Fault, Problem, Severity, Sheet, SheetFaults, score_sheet, sheet_document
from referee.rules.names import spoken_key
from referee.rules.notation import tableau_text
from referee.rules.problems.checks import find_problems, menu_players, unclaimed_uramaki
from referee.rules.problems.limits import token_limits
from referee.rules.problems.validation import Reading, shown
from referee.rules.rulesets import ROUNDS
from referee.rules.table_setup import setup_for
from referee.wording import fault_place, fault_text, problem_message, result_document

from . import reading_games as bodies
from . import schema, sent, serializers
from .club import ANY_CLUB, OfClubs, Pages, asked_id
from .keys import WithinScope
from .operations import changing, reading

GAME = OpenApiParameter("game", UUID, required=True, description="The id of a game.")
NEW_GAMES_OF_KEY = Throttle("new-games-of-key", most=600, seconds=3600)
"""By key; a phone's are counted with those of its pages."""
TOO_MANY = {429: "Too many games in an hour, or requests with an Idempotency-Key in a day."}
PLACINGS = Prefetch("placings", Placing.objects.order_by("place", "pk"))


class CannotBeError(APIException):
    """What can be read and cannot be done: every reason with its place."""

    status_code = 409

    def __init__(self, reasons: Iterable[tuple[str, str, str]]) -> None:
        by_place: dict[str, list[ErrorDetail]] = {}
        for place, code, message in reasons:
            by_place.setdefault(place or "detail", []).append(ErrorDetail(message, code))
        super().__init__(by_place)


class GamesView(OfClubs, ListAPIView[Game]):
    """Lists games, begins them, and takes those that are over."""

    pagination_class = Pages
    serializer_class = serializers.Game
    ordering = ("-created_at", "id")
    scope = Key.Scope.ENTER

    def get_queryset(self) -> QuerySet[Game]:
        clubs = self.clubs()
        games = Game.objects.filter(night__club__in=clubs).select_related("night")
        if night := asked_id(self.request, "night"):
            if not GameNight.objects.filter(pk=night, club__in=clubs).exists():
                raise Http404
            games = games.filter(night=night)
        return games.prefetch_related("seats__player", PLACINGS)

    @reading(
        "List the games, the newest first",
        "games",
        serializers.Game(many=True),
        ANY_CLUB,
        OpenApiParameter("night", UUID, description="The id of a night."),
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @changing(
        "Begin a game, or store one that is over",
        "game_make",
        serializers.Game,
        bodies.NEW_GAME,
        made=True,
        refused=TOO_MANY,
        description="Three bodies, told apart by their fields. ruleset and players, with menu, "
        "variants and house_rules as on a score sheet, begin a game tonight, or on a night. sheet "
        "is a whole score sheet of three rounds, totals what paper kept of a game: each is stored "
        "as a game that is over, on the day of a night or a date, today where neither is said. A "
        "sheet whose problems are errors is stored only where sure says that it was so; a game "
        "that the club has already, with the same day, players and totals, where even_same does. "
        "Who runs one club need not name it. A name that the club knows is its player's, whatever "
        "the capitals; who is new is made.",
    )
    def post(self, request: Request) -> Response:
        """Begin a game by its setup, or store a whole score sheet or totals as a finished one."""
        said = sent.body(request, bodies.NEW_GAME)
        game_id = self._begin(said) if "begins" in said else self._store(said)
        return sent.made(game_row(game_id), "game", game_id)

    def _begin(self, said: dict[str, Any]) -> UUID:
        night = self._night(said)
        club = night.club if night else self.one_club(said.get("club"))
        refuse_setup(said["begins"])
        count_new_game(self.request)
        return start_in_club(club.pk, self.new_id, said["begins"], said.get("night")).pk

    def _store(self, said: dict[str, Any]) -> UUID:
        night = self._night(said)
        club = night.club if night else self.one_club(said.get("club"))
        date = night.date if night else said.get("date", timezone.localdate())
        reasons = [*_of_day(date)]
        if "sheet" in said:
            reasons += _of_past(said["sheet"], sure=said.get("sure", False))
        if reasons:
            raise CannotBeError(reasons)
        paper = EnteredGame(
            date,
            said.get("sheet") or said["totals"],
            said.get("location", ""),
            said.get("note", ""),
            sender_of(self.request),
        )
        even_same = said.get("even_same", False)
        enter_games(club.pk, [(self.new_id, paper)], even_same=even_same)
        return self.new_id

    def _night(self, said: dict[str, Any]) -> GameNight | None:
        """The night that is named; it says which club is meant, and which day."""
        if "night" not in said:
            return None
        nights = GameNight.objects.filter(club__in=clubs_run(self.request))
        night = nights.select_related("club").filter(pk=said["night"]).first()
        if night is None or said.get("club", night.club_id) != night.club_id:
            raise Http404
        if said.get("date", night.date) != night.date:
            raise CannotBeError(_said([Fault("date", "another-day", f"{said['date']}")]))
        return night


class GameView(OfClubs, RetrieveAPIView[Game]):
    """Tells of a game, to everybody at its table; its host changes and deletes it."""

    serializer_class = serializers.Game

    def get_object(self) -> Game:
        game = get_visit_or_404(self.request, self.kwargs["game_id"], even_totals=True).game
        prefetch_related_objects([game], "seats__player", PLACINGS)
        return game

    @reading("Get a game", "game", serializers.Game)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @changing(
        "Change what is noted of a game; correct one that was kept in totals alone",
        "game_change",
        serializers.Game,
        bodies.CHANGES,
        description="What is left out stays. A correction takes a reason.",
    )
    def patch(self, request: Request, game_id: UUID) -> Response:
        """All of it, or nothing."""
        game = host_visit(request, game_id, even_totals=True).game
        said = sent.body(request, bodies.CHANGES)
        if reasons := [*_of_day(said.get("date", game.night.date))]:
            raise CannotBeError(reasons)
        with transaction.atomic():
            if "date" in said or "totals" in said:
                if not game.totals_only:
                    raise Refused("has-rounds")
                correct_totals(
                    game_id,
                    said.get("date", game.night.date),
                    said.get("totals", totals_of(game)),
                    seen=people_mark(game),
                    reason=said.get("reason", ""),
                )
            if "location" in said or "note" in said:
                words = {"location": game.location, "note": game.note, **said}
                describe_game(game_id, words["location"], words["note"])
        return Response(game_row(game_id))

    @changing("Delete a game", "game_delete", None)
    def delete(self, request: Request, game_id: UUID) -> Response:
        """Delete a game with everything in it; its players and its night stay."""
        delete_game(host_visit(request, game_id, even_totals=True).game.pk)
        return Response(status=204)


class SheetView(OfClubs):
    """Tells a game as a score sheet."""

    @reading("Get the score sheet of a game", "sheet", schema.NAMED_SHEET)
    def get(self, request: Request, game_id: UUID) -> Response:
        """The rounds up to the last that is confirmed or in which anything lies, at least one."""
        table = read_game_state(get_visit_or_404(request, game_id).game)
        return Response(sheet_document(entered_sheet(table)))


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
        said = sent.body(request, bodies.CORRECTION, named(table))
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


class TokensView(GameByAddress):
    """Takes the tokens of Sushi Roll, which end the game."""

    @changing(
        "Enter the unused tokens of Sushi Roll",
        "tokens_enter",
        serializers.Game,
        bodies.TOKENS,
        description="Ends the game once all rounds are confirmed. Whoever is left out has none. "
        "Of a game that is over it takes the scope manage.",
    )
    def put(self, request: Request, game_id: UUID) -> Response:
        """Note everybody's tokens."""
        table = read_game_state(self.host(corrects=True).game)
        said = sent.body(request, bodies.TOKENS, named(table))["tokens_left"]
        if not table.setting.rules.tokens:
            raise Refused("no-tokens")
        held = {name: {kind: n for kind, n in of.items() if n} for name, of in said.items()}
        left = tuple(held.get(name, {}) for name in table.sheet.seats)
        too_many = token_limits(replace(table.sheet, tokens_left=left))
        if reasons := [*_problems(too_many, "")]:
            raise CannotBeError(reasons)
        places = places_of(table)
        enter_tokens(game_id, {places[name]: of for name, of in held.items()})
        return Response(game_row(game_id))


class SeatsView(GameByAddress):
    """Seats people."""

    @changing(
        "Say who sits where",
        "seats_change",
        serializers.Game,
        bodies.SEATS,
        description="Renames players and, until a round is confirmed, adds them, takes them out "
        "and moves them. Of a game that is over it takes the scope manage, and a reason where "
        "somebody else sat there. Another name for who has played other games takes manage too.",
    )
    def put(self, request: Request, game_id: UUID) -> Response:
        """Seat these people, in this order."""
        visit = self.host(corrects=True)
        said = sent.body(request, bodies.SEATS)
        players = said["players"]
        try:
            sheet = setup_with(visit.game, [one["name"] for one in players]).sheet()
        except SheetFaults as error:  # it depends on the game: how many play, who is a dummy
            raise CannotBeError(_said(error.faults)) from None
        refuse_setup(sheet)
        sitting = [
            Sitting(one["name"], one.get("place"), one.get("is_other", False)) for one in players
        ]
        unclear = unclear_names(visit.game, sitting)
        if reasons := [
            (f"players[{nth}].is_other", "required", _("Say whose name it is."))
            for nth, one in enumerate(players)
            if one.get("place") in unclear and "is_other" not in one
        ]:
            raise CannotBeError(reasons)
        if renamed_elsewhere(visit.game, sitting):
            self.take_manage()
        change_seats(
            game_id,
            sitting,
            seen=people_mark(visit.game),
            reason=said.get("reason", ""),
            by=visit.seat_id,
        )
        return Response(game_row(game_id))


class TableView(GameByAddress):
    """Tells how phones come to a table, and what they may do there."""

    read_scope = Key.Scope.ENTER  # by the code a phone comes in that enters cards

    @reading(
        "Get how phones join a game",
        "table",
        serializers.Table,
        refused={403: "The key only reads; by the code a phone comes in that enters cards."},
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """The code, to everybody at the table."""
        return Response(serializers.Table(get_visit_or_404(request, game_id).game).data)

    @changing("Let players enter for others", "table_change", serializers.Table, bodies.TABLE)
    def patch(self, request: Request, game_id: UUID) -> Response:
        """Say whether players enter cards for others, or for their own seats only."""
        self.host()
        let_anyone_enter(game_id, anyone=sent.body(request, bodies.TABLE)["anyone_enters"])
        return Response(serializers.Table(Game.objects.get(pk=game_id)).data)


class CodeView(GameByAddress):
    """Changes the code of a table."""

    @changing("Give a game another code", "table_code", serializers.Table)
    def post(self, request: Request, game_id: UUID) -> Response:
        """Who is in stays in; the old code opens nothing any more."""
        self.host()
        change_code(game_id)
        return Response(serializers.Table(Game.objects.get(pk=game_id)).data)


class RematchView(GameByAddress):
    """Begins the next game at the same table."""

    @changing(
        "Begin the next game at the same table",
        "rematch",
        serializers.Game,
        bodies.NEXT,
        made=True,
        refused=TOO_MANY,
        description="{} begins it with the same players, turned by one seat, and all that was "
        "agreed; with menu, that one is played; with ruleset and players, what the body says. The "
        "phones at the table come along. Where another game follows already it is refused.",
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """The same players, turned by one seat, or what the body says."""
        game = self.host().game
        said = sent.body(request, bodies.NEXT)
        if "begins" in said:
            refuse_setup(said["begins"])
            count_new_game(request)
            names = called(said["begins"].players, names_in(game.night.club))
            setup = Setup.of(replace(said["begins"], players=tuple(names)))
            new = start_next(game_id, self.new_id, setup)
        else:
            menu = said.get("menu")
            menu = menu and (menu.name or menu.types)
            if menu is not None and game.menu is None:
                raise CannotBeError(_said([Fault("menu", "unused-field", game.ruleset)]))
            if menu is not None:
                refuse_setup(replace(setup_again(game), menu=menu).sheet())
            count_new_game(request)
            new = rematch(game_id, self.new_id, menu=menu)
        if new.pk != self.new_id:
            raise Refused("next-begun")
        return sent.made(game_row(new.pk), "game", new.pk)


# ------------------------------------------------------------------ rows


def game_row(game_id: UUID) -> Any:
    """A game as it is told of."""
    games = Game.objects.select_related("night")
    game = games.prefetch_related("seats__player", PLACINGS).get(pk=game_id)
    return serializers.Game(game).data


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


def entered_sheet(table: GameState) -> Sheet:
    """The rounds up to the last that is confirmed or in which anything lies, at least one."""
    return (last_begun(table) or table.rounds[0]).sheet


def places_of(table: GameState) -> dict[str, int]:
    """The seats' places by name; the dummy's is under ``dummy``."""
    return {seat.sheet_name: seat.place for seat in table.seats}


def named(table: GameState) -> Reading:
    """What a body is read with in which the players of a game are named."""
    known = Reading()
    known.players, known.seats = table.sheet.players, table.sheet.seats
    return known


# ------------------------------------------------------------------ what can be read and cannot be


def count_new_game(request: Request) -> None:
    """Count a game that begins. Raises Refused ``too-many-games``."""
    key = key_of(request)
    limit, who = (NEW_GAMES_OF_KEY, f"{key.pk}") if key else (NEW_GAMES, address_of(request))
    if seconds := limit.seconds_to_wait(who):
        raise Refused("too-many-games", seconds=seconds)
    limit.count(who)


def refuse_setup(sheet: Sheet) -> None:
    """Raise CannotBeError where nobody can begin a game so, with every reason."""
    if reasons := [*_of_names(sheet, ""), *_problems(menu_players(sheet), "")]:
        raise CannotBeError(reasons)


def _said(faults: Iterable[Fault]) -> Iterable[tuple[str, str, str]]:
    for fault in faults:
        yield fault_place(fault), fault.code, fault_text(fault)


def _of_past(sheet: Sheet, *, sure: bool) -> Iterable[tuple[str, str, str]]:
    """Why the sheet of a game that is over is not stored: what could not have been entered, and
    what the host would be asked about, unless ``sure``."""
    bounds = Reading()
    check_bounds(sheet, "sheet", bounds)
    yield from _said(bounds.faults)
    yield from _of_names(sheet, "sheet.")
    found = unclaimed_uramaki(sheet) if sure else find_problems(sheet)
    yield from _problems((one for one in found if one.severity is Severity.ERROR), "sheet")


def _of_names(sheet: Sheet, at: str) -> Iterable[tuple[str, str, str]]:
    """The names that a club cannot have, or that sound alike."""
    before: dict[str, str] = {}
    for nth, name in enumerate(sheet.players):
        place = f"{at}players[{nth}]"
        other = before.setdefault(spoken_key(name), name)
        for code, is_so, found, wanted in (
            ("too-many-characters", len(name) > MAX_NAME, name, str(MAX_NAME)),
            ("same-name", other != name, other, ""),
        ):
            if is_so:
                yield place, code, fault_text(Fault(place, code, shown(found), wanted=wanted))


def _of_day(date: datetime.date) -> Iterable[tuple[str, str, str]]:
    """Why nobody can have played on a day."""
    if code := day_fault(date):
        yield "date", code, fault_text(Fault("date", code, f"{date}"))


def _problems(problems: Iterable[Problem], at: str) -> Iterable[tuple[str, str, str]]:
    """Problems of a sheet, each at its place on it."""
    whole = {"menu-players": "menu", "token-limit": "tokens_left"}
    for problem in problems:
        places = [at, whole.get(problem.code, "")]
        if problem.round is not None:
            places = [at, f"rounds[{problem.round - 1}]"]
            if problem.player is not None:
                is_race = problem.code == "uramaki-claim"
                places.append("uramaki_claims" if is_race else f"tableaus.{problem.player}")
        place = fault_place(Fault(".".join(filter(None, places)), ""))
        yield place, problem.code, problem_message(problem)
