"""Games: listed, begun, stored when they are over, and kept as by the phones at the table."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.clubs import clubs_run
from referee.access.games import club_host_visit, get_visit_or_404, sender_of
from referee.access.keys import key_of
from referee.access.throttle import Throttle, address_of
from referee.club.services.files.read_club_file import TOTALS
from referee.club.services.nights import describe_game
from referee.club.services.paper import (
    EnteredGame,
    correct_totals,
    day_fault,
    enter_games,
    totals_of,
)
from referee.disputes.services.disputes import last_begun
from referee.models import MAX_NAME, MAX_WORDS, Club, Game, GameNight, Key, Placing, Seat
from referee.play.services.clubs import called, name_faults, names_in
from referee.play.services.confirming import enter_tokens
from referee.play.services.game_state import GameState, read_game_state
from referee.play.services.games import Setup, delete_game, start_in_club
from referee.play.services.joining import change_code, code_is_open, let_anyone_enter
from referee.play.services.refusals import Refused
from referee.play.services.rematch import rematch, setup_again, start_next
from referee.play.services.seating import (
    MAX_PLACE,
    Sitting,
    change_seats,
    people_mark,
    renamed_elsewhere,
    setup_with,
    unclear_names,
)
from referee.play.views.setup import NEW_GAMES
from referee.rules import RULESETS, Fault, Problem, Sheet, SheetFaults, sheet_document
from referee.rules.menus import Menu
from referee.rules.problems.checks import menu_players
from referee.rules.problems.limits import token_limits
from referee.rules.problems.validation import Kind, Reading, by_player, fields, number
from referee.rules.reading import MENU, SHEETS, read_value
from referee.rules.rulesets import MAX_SEATS
from referee.standings.placing import WHOLE_WIN

from . import schema
from .base.errors import not_there
from .base.filters import Filter, MenuWords, OfClubFilter
from .base.once import once
from .base.strict import (
    Choice,
    Day,
    Flag,
    Id,
    Line,
    Moment,
    RowSerializer,
    Several,
    SheetPart,
    StrictSerializer,
    Whole,
    details,
)
from .base.views import CannotBeError, Change, Create, GameByAddress

NEW_GAMES_OF_KEY = Throttle("new-games-of-key", most=600, seconds=3600)
"""By key; a phone's are counted with those of its pages."""
SETUP = ("ruleset", "players", "menu", "variants", "house_rules")
"""What a score sheet says before the first card."""
_REASON: dict[str, Any] = {"max_length": MAX_WORDS, "required": False}
_REASON |= {"help_text": "Of a correction. Everybody at the table reads it."}


# ------------------------------------------------------------------ what is answered


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """A seat; without a player it is the dummy's."""

    seat = serializers.IntegerField(source="place")
    name = serializers.CharField(source="player.name", default=None, allow_null=True)

    class Meta:
        model = Seat
        fields = ["seat", "player", "name"]


class PlacingSerializer(serializers.ModelSerializer[Placing]):
    """A player's result of a finished game; ``win`` is the share of the victory."""

    rank = serializers.IntegerField(source="place")
    win = serializers.SerializerMethodField()

    class Meta:
        model = Placing
        fields = ["player", "rank", "win", "total", "margin"]

    def get_win(self, row: Placing) -> float:
        return row.win / WHOLE_WIN


class TieBreakSerializer(serializers.Serializer[Any]):
    """For whom the table itself broke the tie of a shared victory, and how."""

    player = serializers.UUIDField()
    words = serializers.CharField()


@extend_schema_field({"oneOf": [MENU.schema, {"type": "null"}]})
class MenuField(serializers.JSONField):
    """A menu as on a score sheet; null where there is none, or nobody knows it."""

    def validate_empty_values(self, data: Any) -> tuple[bool, Any]:
        # Not by allow_null, for which the description would get a second null.
        return (True, None) if data is None else super().validate_empty_values(data)


class GameSerializer(RowSerializer[Game]):
    """A game; ``placings`` are empty until it is finished; ``minutes`` is null where nobody knows
    how long it took. Where ``has_time`` is false its times only say its place in the order of
    games. ``date``, ``totals`` and ``reason`` correct one of which the totals alone were kept."""

    club = serializers.UUIDField(source="night.club_id", read_only=True)
    menu = MenuField(read_only=True)
    variants = serializers.ListField(child=serializers.CharField(), read_only=True)
    house_rules = serializers.DictField(child=serializers.BooleanField(), read_only=True)
    seats = SeatSerializer(many=True, read_only=True)
    placings = PlacingSerializer(many=True, read_only=True)
    own_tie_break = serializers.SerializerMethodField()
    date = Day(write_only=True, required=False)
    totals = SheetPart(TOTALS, write_only=True, required=False)
    reason = Line(write_only=True, **_REASON)

    class Meta:
        model = Game
        fields = [
            *("id", "club", "night", "ruleset", "menu", "variants", "house_rules", "state"),
            *("version", "totals_only", *Game.NOTED, "created_at", "finished_at", "has_time"),
            *("seats", "placings", "own_tie_break", "date", "totals", "reason"),
        ]
        read_only_fields = [
            *("night", "ruleset", "state", "version", "totals_only"),
            *("created_at", "finished_at", "has_time"),
        ]

    @extend_schema_field(TieBreakSerializer(allow_null=True))
    def get_own_tie_break(self, row: Game) -> Any:
        """Return how the table itself broke a tie, None where nothing is noted."""
        if row.tie_winner_id is None or row.state != Game.State.FINISHED:
            return None
        return {"player": str(row.tie_winner_id), "words": row.tie_words}


class TableSerializer(RowSerializer[Game]):
    """How phones come to a table; ``code_is_open``: the code lets them in still."""

    code_is_open = serializers.SerializerMethodField()

    class Meta:
        model = Game
        fields = ["id", "code", "code_is_open", "anyone_enters"]
        read_only_fields = ["code"]

    def get_code_is_open(self, row: Game) -> bool:
        return code_is_open(row)


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return games with all that is answered of them."""
    placings = Prefetch("placings", Placing.objects.order_by("place", "pk"))
    return games.select_related("night").prefetch_related("seats__player", placings)


def game_row(game_id: UUID) -> Any:
    """Return a game as it is answered."""
    return GameSerializer(with_seats(Game.objects.all()).get(pk=game_id)).data


# ------------------------------------------------------------------ what is sent


class SetupSerializer(StrictSerializer):
    """A game as a score sheet has it before the first card; it is read as that ``sheet``."""

    noun = "setup"
    """What stands for "sheet" in the names of its schemas."""

    def get_fields(self) -> dict[str, Any]:
        anything = {name: serializers.JSONField(required=False, allow_null=True) for name in SETUP}
        return {**super().get_fields(), **anything}

    def to_internal_value(self, data: Any) -> Any:
        faults: dict[Any, Any] = {}
        values: dict[str, Any] = {}
        try:
            values = super().to_internal_value(data)
        except ValidationError as error:
            if not isinstance(data, Mapping):
                raise
            faults = {**error.detail}  # type: ignore[dict-item]  # of a serializer it is an object
        setup = {name: data[name] for name in SETUP if name in data}
        try:
            values["sheet"] = read_value({**setup, "rounds": [{}]})
        except SheetFaults as error:
            faults.update(details(error.found).detail)  # type: ignore[arg-type]  # by path
        if faults:
            raise ValidationError(faults)
        return {name: values[name] for name in values if name not in SETUP}


class SetupSchema(OpenApiSerializerExtension):
    """Describes a setup as the score sheets are, by game, with what else stands beside it."""

    target_class = SetupSerializer
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        described = auto_schema._map_basic_serializer(self.target, direction)["properties"]
        beside = {name: of for name, of in described.items() if name not in SETUP}
        setups = []
        for kind in SHEETS.values():
            sheet: Any = kind.schema
            own = {name: of for name, of in sheet["properties"].items() if name in SETUP}
            required = [name for name in sheet["required"] if name in SETUP]
            title = sheet["title"].replace("sheet", self.target.noun)
            setups.append(
                {**sheet, "title": title, "properties": {**own, **beside}, "required": required}
            )
        return {"oneOf": setups}


class NewGameSerializer(SetupSerializer):
    """A game that begins."""

    noun = "new game"
    club = Id(required=False, help_text="The club, if you run several.")
    night = Id(required=False, help_text="The night; tonight, where none is named.")


class PastGameSerializer(RowSerializer[Game]):
    """A game that is over."""

    club = Id(required=False, help_text="The club, if you run several.")
    night = Id(required=False, help_text="The night; that of the date, where none is named.")
    date = Day(required=False, help_text="That of the night, of started_at, or today.")
    started_at = Moment(required=False, help_text="On the day of its night, or the day after.")
    finished_at = Moment(required=False, help_text="On the day of its night, or the day after.")
    even_same = Flag(default=False, help_text="Although the club has a game that is like it.")

    class Meta:
        model = Game
        fields: Iterable[str] = [
            *("club", "night", "date", "started_at", "finished_at", *Game.NOTED, "even_same")
        ]


def _read_sheet(raw: object, place: str, reading: Reading) -> Sheet | None:
    try:
        return read_value(raw)
    except SheetFaults as error:
        reading.faults.take(error.found, place)
        return None


class WholeGameSerializer(PastGameSerializer):
    """A game that is over, with its cards: a score sheet of three rounds without claims."""

    sheet = SheetPart(Kind(_read_sheet, schema.NAMED_SHEET))
    sure = Flag(default=False, help_text="Although the sheet has problems that are errors.")

    class Meta(PastGameSerializer.Meta):
        fields = ["sheet", "sure", *PastGameSerializer.Meta.fields]


class GameInTotalsSerializer(PastGameSerializer):
    """A game that is over, of which paper kept the totals."""

    totals = SheetPart(TOTALS)

    class Meta(PastGameSerializer.Meta):
        fields = ["totals", *PastGameSerializer.Meta.fields]


class RematchSetupSerializer(SetupSerializer):
    """A game at the same table, of other players, or another of the three games."""

    noun = "rematch"


class RematchSerializer(StrictSerializer):
    """The same game at the same table, turned by one seat."""

    menu = SheetPart(MENU, required=False)


class SittingSerializer(StrictSerializer):
    """Somebody at the table."""

    name = Line(max_length=MAX_NAME)
    seat = Whole(
        min_value=1,
        max_value=MAX_PLACE,
        required=False,
        help_text="Whose seat it is now; none for a new one.",
    )
    is_other = Flag(
        required=False,
        help_text="A name that the club does not know is somebody else’s; false: it is what the "
        "seat’s player is called from now on, in every game.",
    )


class SeatsSerializer(StrictSerializer):
    """Who sits where."""

    players = Several(
        child=SittingSerializer(),
        min_length=2,
        max_length=MAX_SEATS,
        code="player-number",
        help_text="In seat order, clockwise.",
    )
    reason = Line(**_REASON)


_TOKEN_NUMBERS = {kind: number(0, most) for kind, most in RULESETS["sushi-roll"].tokens.items()}


class TokensSerializer(StrictSerializer):
    """The unused tokens at the end of a game."""

    tokens_left = SheetPart(
        by_player(
            fields(_TOKEN_NUMBERS, unknown="unknown-token"),
            "By player. Whoever is left out has none.",
            is_number=False,
        )
    )


# ------------------------------------------------------------------ operations


class GameFilter(OfClubFilter):
    """Which games to list."""

    to_club = "night__club"
    night = Filter(method="of_night", read=Id(help_text="The id of a night."))
    player = Filter("seats__player", read=Id(help_text="The id of one who plays."))
    ruleset = Filter(read=Choice([*RULESETS]))
    menu = Filter(
        method="of_menu",
        read=MenuWords(help_text="A named menu, or seven card types with spaces between them."),
    )
    state = Filter(read=Choice(Game.State.choices))
    since = Filter("night__date", "gte", read=Day(help_text="Of nights on that day or later."))
    until = Filter("night__date", "lte", read=Day(help_text="Of nights on that day or earlier."))

    def of_night(self, games: QuerySet[Game], _name: str, night_id: UUID) -> QuerySet[Game]:
        """Raises NotFound for a night of a club that is not run."""
        if not GameNight.objects.filter(pk=night_id, club__in=clubs_run(self.request)).exists():
            raise not_there("night")
        return games.filter(night=night_id)

    def of_menu(self, games: QuerySet[Game], _name: str, menu: Menu) -> QuerySet[Game]:
        return games.filter(menu=menu.name or list(menu.types))


class GameViewSet(
    Create,
    Change,
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    mixins.DestroyModelMixin,
    GameByAddress,
):
    """Games, the newest first; one is open to everybody at its table, too."""

    serializer_class = GameSerializer
    filterset_class = GameFilter
    lookup_url_kwarg = "game_id"
    ordering = ("-created_at", "id")

    @cached_property
    def scope(self) -> Key.Scope:  # type: ignore[override]  # an action's own can be set
        is_for_good = self.action in ("partial_update", "destroy")
        return Key.Scope.MANAGE if is_for_good else Key.Scope.ENTER

    def get_queryset(self) -> QuerySet[Game]:
        return with_seats(Game.objects.filter(night__club__in=self.clubs()))

    def get_object(self) -> Game:
        visit = get_visit_or_404 if self.action == "retrieve" else club_host_visit
        game = visit(self.request, self.kwargs["game_id"], even_totals=True).game
        return with_seats(Game.objects.all()).get(pk=game.pk)

    def answer(self, game_id: UUID, status: int = 200) -> Response:
        """The game as it is now."""
        row = game_row(game_id)
        headers = self.get_success_headers(row) if status == 201 else None
        return Response(row, status, headers=headers)

    @extend_schema(
        request=PolymorphicProxySerializer(
            "AnyGame", [NewGameSerializer, WholeGameSerializer, GameInTotalsSerializer], None
        ),
        responses={201: GameSerializer},
    )
    @once
    def create(self, request: Request) -> Response:
        """Begin a game, or store one that is over.

        Three bodies, told apart by their fields. ruleset and players, with menu, variants and
        house_rules as on a score sheet, begin a game tonight, or on a night. sheet is a whole score
        sheet of three rounds, totals what paper kept of a game: each is stored as a game that is
        over, on the day of a night or a date, of started_at where neither is said, or today. A
        sheet whose problems are errors is stored only where sure says that it was so; a game that
        the club has already, with the same day, players and totals, where even_same does. A game
        without started_at and finished_at comes after those of its night; minutes follow from both,
        if they are not sent. Who runs one club need
        not name it. A name that the club knows is its player's, whatever the capitals; who is new
        is made.
        """
        fields_sent = request.data if isinstance(request.data, Mapping) else {}
        if "sheet" in fields_sent:
            self._store(self.read(WholeGameSerializer))
        elif "totals" in fields_sent:
            self._store(self.read(GameInTotalsSerializer))
        else:
            self._begin(self.read(NewGameSerializer))
        return self.answer(self.new_id, 201)

    def _begin(self, values: dict[str, Any]) -> None:
        club, night = self._club_and_night(values)
        refuse_setup(values["sheet"])
        count_new_game(self.request)
        start_in_club(club.pk, self.new_id, values["sheet"], night.pk if night else None)

    def _store(self, values: dict[str, Any]) -> None:
        club, night = self._club_and_night(values)
        times: dict[str, Any] = {n: values.get(n) for n in ("started_at", "finished_at")}
        date = night.date if night else timezone.localdate(times["started_at"])
        if night and values.get("date", date) != date:
            raise CannotBeError([Fault("date", "another-day", f"{values['date']}")])
        game = EnteredGame(
            date=values.get("date", date),
            sheet=values["sheet"] if "sheet" in values else values["totals"],
            location=values.get("location", ""),
            note=values.get("note", ""),
            minutes=values.get("minutes"),
            phone=sender_of(self.request),
            **times,
        )
        reasons: list[Fault | Problem] = [*game.faults(), *game.problems(sure=values.get("sure"))]
        if reasons:
            raise CannotBeError(reasons, at="sheet")
        enter_games(club.pk, [(self.new_id, game)], even_same=values["even_same"])

    def _club_and_night(self, values: dict[str, Any]) -> tuple[Club, GameNight | None]:
        """The club that is meant, and the night that is named, which says which club it is."""
        if "night" not in values:
            return self.one_club(values.get("club")), None
        nights = GameNight.objects.filter(club__in=self.clubs(values.get("club")))
        night = nights.select_related("club").filter(pk=values["night"]).first()
        if night is None:
            raise not_there("night")
        return night.club, night

    def perform_update(self, serializer: Any) -> None:
        """All of it, or nothing."""
        game, values = serializer.instance, serializer.validated_data
        date = values.get("date", game.night.date)
        if "date" in values and (code := day_fault(date)):
            raise CannotBeError([Fault("date", code, f"{date}")])
        with transaction.atomic():
            if "date" in values or "totals" in values:
                if not game.totals_only:
                    raise Refused("has-rounds")
                totals, reason = values.get("totals", totals_of(game)), values.get("reason", "")
                correct_totals(game.pk, date, totals, seen=people_mark(game), reason=reason)
            if noted := {name: values[name] for name in Game.NOTED if name in values}:
                describe_game(game.pk, **noted)
        serializer.instance = self.get_object()

    def perform_destroy(self, game: Game) -> None:
        delete_game(game.pk)

    @extend_schema(responses={200: schema.NAMED_SHEET})
    @action(detail=True)
    def sheet(self, request: Request, game_id: UUID) -> Response:
        """Get the score sheet of a game.

        The rounds up to the last that is confirmed or in which anything lies, at least one. No
        sheet can say that a round was counted without cards: then it is refused.
        """
        table = self.read_table()
        sheet = (last_begun(table) or table.rounds[0]).sheet
        if sheet.has_counted:
            raise Refused("counted-without-cards")
        return Response(sheet_document(sheet))

    @extend_schema(
        request=PolymorphicProxySerializer(
            "NextGame", [RematchSerializer, RematchSetupSerializer], None
        ),
        responses={201: GameSerializer},
    )
    @action(detail=True, methods=["post"])
    @once
    def rematch(self, request: Request, game_id: UUID) -> Response:
        """Begin the next game at the same table.

        {} begins it with the same players, turned by one seat, and all that was agreed; with menu,
        that one is played; with ruleset and players, what the body says. The phones at the table
        come along. Where another game follows already it is refused. A phone that is host at the
        table alone begins it with the same players.
        """
        game = self.host().game
        sent = request.data if isinstance(request.data, Mapping) else {}
        if "ruleset" in sent or "players" in sent:
            self.club_host()
            sheet = self.read(RematchSetupSerializer)["sheet"]
            refuse_setup(sheet)
            count_new_game(request)
            names = called(sheet.players, names_in(game.night.club))
            setup = Setup.of(replace(sheet, players=tuple(names)))
            new = start_next(game_id, self.new_id, setup)
        else:
            menu = self.read(RematchSerializer).get("menu")
            menu = menu and (menu.name or menu.types)
            if menu is not None and game.menu is None:
                raise CannotBeError([Fault("menu", "unused-field", game.ruleset)])
            if menu is not None:
                refuse_setup(replace(setup_again(game), menu=menu).sheet())
            count_new_game(request)
            new = rematch(game_id, self.new_id, menu=menu)
        if new.pk != self.new_id:
            raise Refused("next-begun")
        return self.answer(new.pk, 201)

    @extend_schema(responses=GameSerializer)
    @action(detail=True, methods=["put"], url_path="seats", serializer_class=SeatsSerializer)
    def change_seats(self, request: Request, game_id: UUID) -> Response:
        """Say who sits where.

        Renames players and, until a round is confirmed, adds them, takes them out and moves them.
        Of a game that is over it takes the scope manage, and a reason where somebody else sat
        there. Another name for who has played other games takes manage too.
        """
        visit = self.club_host(corrects=True)
        values = self.read()
        sitting = [
            Sitting(each["name"], each.get("seat"), each.get("is_other", False))
            for each in values["players"]
        ]
        try:
            sheet = setup_with(visit.game, [sitter.name for sitter in sitting]).sheet()
        except SheetFaults as error:  # it depends on the game: how many play, who is a dummy
            raise CannotBeError(error.faults) from None
        refuse_setup(sheet)
        unclear = unclear_names(visit.game, sitting)
        if reasons := [
            Fault(f"players[{nth}].is_other", "missing")
            for nth, each in enumerate(values["players"])
            if each.get("seat") in unclear and "is_other" not in each
        ]:
            raise CannotBeError(reasons)
        if renamed_elsewhere(visit.game, sitting):
            self.take_manage()
        change_seats(
            game_id,
            sitting,
            seen=people_mark(visit.game),
            reason=values.get("reason", ""),
            by=visit.seat_id,
        )
        return self.answer(game_id)

    @extend_schema(responses=GameSerializer)
    @action(detail=True, methods=["put"], url_path="tokens", serializer_class=TokensSerializer)
    def enter_tokens(self, request: Request, game_id: UUID) -> Response:
        """Enter the unused tokens of Sushi Roll.

        Ends the game once all rounds are confirmed. Of a game that is over it takes the scope
        manage.
        """
        table = read_game_state(self.host(corrects=True).game)
        tokens = self.read(reading=partial(named, table))["tokens_left"]
        if not table.setting.rules.tokens:
            raise Refused("no-tokens")
        held = {name: {kind: n for kind, n in of.items() if n} for name, of in tokens.items()}
        left = tuple(held.get(name, {}) for name in table.sheet.seats)
        if reasons := [*token_limits(replace(table.sheet, tokens_left=left))]:
            raise CannotBeError(reasons)
        places = places_by_name(table)
        enter_tokens(game_id, {places[name]: of for name, of in held.items()})
        return self.answer(game_id)

    # By the code a phone comes in that enters cards.
    @action(
        detail=True,
        serializer_class=TableSerializer,
        read_scope=Key.Scope.ENTER,
        may_change=True,
    )
    def table(self, request: Request, game_id: UUID) -> Response:
        """Get how phones join a game."""
        game = get_visit_or_404(request, game_id).game
        return Response(self.get_serializer(game).data)

    @table.mapping.patch
    def change_table(self, request: Request, game_id: UUID) -> Response:
        """Let players enter cards for others, or for their own seats only."""
        self.host()
        values = self.read()
        if "anyone_enters" in values:
            let_anyone_enter(game_id, anyone=values["anyone_enters"])
        return Response(self.get_serializer(Game.objects.get(pk=game_id)).data)

    @extend_schema(request=None)
    @action(
        detail=True,
        methods=["post"],
        url_path="table/code",
        serializer_class=TableSerializer,
        may_change=True,
    )
    def change_code(self, request: Request, game_id: UUID) -> Response:
        """Give a game another code; the old one lets nobody in any more."""
        self.host()
        change_code(game_id)
        return Response(self.get_serializer(Game.objects.get(pk=game_id)).data)


def places_by_name(table: GameState) -> dict[str, int]:
    """The seats' places by name; the dummy's is under ``dummy``."""
    return {seat.sheet_name: seat.place for seat in table.seats}


def named(table: GameState) -> Reading:
    """What a body is read with in which the players of a game are named."""
    known = Reading()
    known.players, known.seats = table.sheet.players, table.sheet.seats
    return known


def count_new_game(request: Request) -> None:
    """Count a game that begins. Raises Refused ``too-many-games``."""
    key = key_of(request)
    limit, who = (NEW_GAMES_OF_KEY, f"{key.pk}") if key else (NEW_GAMES, address_of(request))
    if seconds := limit.wait_or_count(who):
        raise Refused("too-many-games", seconds=seconds)


def refuse_setup(sheet: Sheet) -> None:
    """Raise CannotBeError where nobody can begin a game so, with every reason."""
    reasons: list[Fault | Problem] = [*name_faults(sheet.players), *menu_players(sheet)]
    if reasons:
        raise CannotBeError(reasons)
