"""Nights of several tables: how they are played, who plays there, the draws, and how all stand."""

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from referee.access.games import sender_of
from referee.access.tournaments import (
    LARGEST_HALL,
    TournamentVisit,
    organiser_visit,
    tournament_visit,
)
from referee.club.services.paper import HIGHEST_TOTAL, LOWEST_TOTAL, MOST_PUDDINGS
from referee.models import MAX_NAME, Draw, DrawnTable, Entrant, Key, Tournament, Wish
from referee.rules import RULESETS, Fault, SheetFaults
from referee.rules.reading import HOUSE_RULES, MENU
from referee.rules.rulesets import MAX_SEATS, TWO_PLAYER_DUMMY
from referee.standings.draw import meetings
from referee.standings.tournament import ORDER
from referee.tournament.services.drawing import (
    draw_again,
    make_draw,
    move_to_table,
    past_draws,
    swap_seats,
    tables_of,
    take_from_table,
)
from referee.tournament.services.entering import (
    enter,
    free_phone,
    set_away,
    take_off,
    wish,
    withdraw_wish,
)
from referee.tournament.services.results import TableState, standings_of, tables_now
from referee.tournament.services.setting_up import (
    begin_tournament,
    change_plan,
    end_tournament,
    go_on,
)
from referee.tournament.services.tables import enter_totals, start_table

from .base.errors import not_there
from .base.filters import OfClubFilter
from .base.limits import Limit
from .base.pages import OnePage
from .base.strict import (
    Choice,
    Flag,
    Id,
    Line,
    RowSerializer,
    Several,
    SheetPart,
    StrictSerializer,
    Whole,
)
from .base.views import CannotBeError, Change, Create, OfClubs
from .games import GameSerializer, MenuField, PlacingSerializer, game_row
from .players import NamedSerializer

VARIANTS = sorted({one for rules in RULESETS.values() for one in rules.variants})
"""Of all games; that for two is for no table of an evening."""


class DrawsLimit(Limit):
    """Allows what an evening needs: a draw takes up to two seconds to work out."""

    name = "draws"
    most = 30


# ------------------------------------------------------------------ what is answered


class PlannedMenu(MenuField):
    """The menu of Party; null for the other games."""

    def to_internal_value(self, data: Any) -> Any:
        menu = SheetPart(MENU).to_internal_value(data)
        return menu.name or list(menu.types)


class TournamentSerializer(RowSerializer[Tournament]):
    """A night at several tables at once: how it is played. Its club need not be named by who runs
    only one. Once tables are drawn, the game stays as it is."""

    club = Id(source="night.club_id", required=False)
    ruleset = Choice([*RULESETS])
    menu = PlannedMenu(required=False)
    variants = serializers.ListField(
        child=Choice([one for one in VARIANTS if one != TWO_PLAYER_DUMMY]), required=False
    )
    house_rules = SheetPart(HOUSE_RULES, required=False)

    class Meta:
        model = Tournament
        fields = [
            *("id", "club", "night", "ruleset", "menu", "variants", "house_rules", "draws"),
            *("largest", "place_points", "by_strength", "has_final", "created_at", "ended_at"),
        ]
        create_only = ["club"]
        read_only_fields = ["night", "created_at", "ended_at"]
        extra_kwargs = {
            "draws": {"help_text": "How often everybody is drawn, without the final."},
            "largest": {
                "help_text": "Most players at a table; never more than the game is made for."
            },
            "place_points": {"help_text": "Points for places, like 5-3-1-0."},
            "by_strength": {
                "help_text": "From the second draw, who has as many points meets each other."
            },
            "has_final": {"help_text": "The best four play one more game."},
            "ended_at": {"help_text": "Null while the evening goes on."},
        }

    def validate_variants(self, variants: list[str]) -> list[str]:
        return sorted({*variants})


class HallCodeSerializer(serializers.ModelSerializer[Tournament]):
    """The code on the wall, by which phones come in until the evening is over."""

    class Meta:
        model = Tournament
        fields = ["id", "code"]


class EntrantSerializer(RowSerializer[Entrant]):
    """Somebody who plays on the evening, a player of the club."""

    player = NamedSerializer(read_only=True)
    is_away = Flag(help_text="Who is away is not drawn.")
    has_phone = serializers.SerializerMethodField(help_text="A phone in the hall is theirs.")

    class Meta:
        model = Entrant
        fields = ["player", "is_away", "has_phone"]

    def get_has_phone(self, row: Entrant) -> bool:
        return hasattr(row, "visitor")


class EnteredSerializer(serializers.Serializer[Any]):
    """Who plays, once people have been entered."""

    new = serializers.IntegerField(help_text="How many were not there before.")
    entrants = EntrantSerializer(many=True)


class WishSerializer(RowSerializer[Wish]):
    """Two who want to sit at one table once, or never."""

    players = serializers.SerializerMethodField()
    apart = Flag(help_text="They want to sit together never; false: once.")

    class Meta:
        model = Wish
        fields = ["players", "apart"]

    @extend_schema_field(NamedSerializer(many=True))
    def get_players(self, row: Wish) -> Any:
        return NamedSerializer([row.one.player, row.other.player], many=True).data


class DrawnSeatSerializer(serializers.Serializer[Any]):
    """Who sits where at a table."""

    seat = serializers.IntegerField(source="place")
    player = NamedSerializer(source="entrant.player")


class DrawnTableSerializer(serializers.Serializer[Any]):
    """A table of a draw; ``placings`` are empty until its game is over."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField([*TableState])
    game = serializers.UUIDField(
        source="table.game_id", allow_null=True, help_text="Null until it begins."
    )
    round = serializers.IntegerField(allow_null=True, help_text="The one that is played.")
    seats = DrawnSeatSerializer(many=True)
    placings = PlacingSerializer(many=True)


class MeetingsSerializer(serializers.Serializer[Any]):
    """How many pairs sit together."""

    pairs = serializers.IntegerField()
    again = serializers.IntegerField(help_text="Of these, how many met in a draw before.")
    least = serializers.IntegerField(help_text="So many must have met before at least.")


class DrawSerializer(serializers.Serializer[Draw]):
    """One seating of everybody who was there."""

    number = serializers.IntegerField()
    is_final = serializers.BooleanField()
    created_at = serializers.DateTimeField(source="at")
    meetings = serializers.SerializerMethodField()
    tables = serializers.SerializerMethodField()

    @extend_schema_field(MeetingsSerializer)
    def get_meetings(self, draw: Draw) -> Any:
        past = past_draws(draw.tournament, before=draw.number)
        return MeetingsSerializer(meetings(tables_of(draw), past)).data

    @extend_schema_field(DrawnTableSerializer(many=True))
    def get_tables(self, draw: Draw) -> Any:
        return DrawnTableSerializer(tables_now(draw), many=True).data


class TournamentStandingSerializer(serializers.Serializer[Any]):
    """Where somebody stands on an evening, by all their games but the final."""

    rank = serializers.IntegerField()
    is_tied = serializers.BooleanField(source="tied")
    player = serializers.SerializerMethodField()
    points = serializers.FloatField(help_text="For places.")
    wins = serializers.FloatField(help_text="A shared victory is its part.")
    share = serializers.FloatField(
        help_text="The points of a game divided by the mean of its table, on average."
    )
    games = serializers.IntegerField()
    decided_by = serializers.ChoiceField(
        ORDER,
        allow_blank=True,
        help_text="What puts them behind the one before; empty where nothing does.",
    )

    @extend_schema_field(NamedSerializer)
    def get_player(self, row: Any) -> Any:
        return NamedSerializer(self.context["players"][row.person]).data


class TournamentStandingsSerializer(serializers.Serializer[Any]):
    """The standings of an evening, by the games that are over."""

    order = serializers.ListField(
        child=serializers.ChoiceField(ORDER), help_text="What ranks, one after the other."
    )
    place_points = serializers.CharField(
        help_text="What places are worth; stretched over tables of another size."
    )
    standings = TournamentStandingSerializer(many=True)


# ------------------------------------------------------------------ what is sent


class NewEntrantsSerializer(StrictSerializer):
    """Who comes, by their names. Whom the club knows is its player, whatever the capitals."""

    players = Several(
        child=Line(max_length=MAX_NAME),
        min_length=1,
        max_length=LARGEST_HALL,
        code="too-many-entrants",
    )


class NewDrawSerializer(StrictSerializer):
    """How tables are drawn."""

    is_final = Flag(default=False, help_text="The best four play for the first places.")
    even_open = Flag(default=False, help_text="Although tables of the draw before have no result.")


class SwapSerializer(StrictSerializer):
    """Two who change places."""

    players = Several(child=Id(), min_length=2, max_length=2)


class SeatAtSerializer(StrictSerializer):
    """To which table somebody goes."""

    table = Whole(min_value=1, max_value=LARGEST_HALL)


class TableTotalSerializer(StrictSerializer):
    """What paper says of a player."""

    player = Id()
    total = Whole(min_value=LOWEST_TOTAL, max_value=HIGHEST_TOTAL)
    puddings = Whole(
        min_value=0,
        max_value=MOST_PUDDINGS,
        required=False,
        help_text="What breaks ties; left out where nobody noted it.",
    )


class TableTotalsSerializer(StrictSerializer):
    """The result of a table that has no phone."""

    totals = Several(
        child=TableTotalSerializer(),
        min_length=2,
        max_length=MAX_SEATS,
        code="player-number",
        help_text="Of everybody who sits there.",
    )


# ------------------------------------------------------------------ operations


class OfTournament(OfClubs):
    """What belongs to one evening, which the address names. Phones in the hall read it, those who
    run the club change it."""

    def visit(self) -> TournamentVisit:
        """The visit of everybody in the hall. Raises Http404 for a stranger."""
        return tournament_visit(self.request, self.kwargs["tournament_id"])

    def organised(self) -> Tournament:
        """The evening, for organisers. Raises Http404 for a stranger, PermissionDenied for who only
        plays."""
        return organiser_visit(self.request, self.kwargs["tournament_id"]).tournament

    def entrant(self, player_id: UUID) -> Entrant:
        """The entrant who is this player, for organisers. Raises Http404 where nobody is."""
        rows = self.organised().entrants.select_related("player", "visitor")
        return get_object_or_404(rows, player=player_id)

    def entrants_sent(self, place: str, players: list[UUID]) -> list[int]:
        """The entrants whose players a body names. Raises NotFound with the place of one who is
        none."""
        known = dict(self.organised().entrants.values_list("player", "pk"))
        for nth, player in enumerate(players):
            if player not in known:
                raise not_there(place.format(nth))
        return [known[player] for player in players]


class TournamentFilter(OfClubFilter):
    """Which evenings to list."""

    to_club = "night__club"


class TournamentViewSet(
    Create, Change, mixins.ListModelMixin, mixins.RetrieveModelMixin, OfTournament
):
    """Nights of several tables, the newest first; one is open to the phones in the hall, too."""

    serializer_class = TournamentSerializer
    filterset_class = TournamentFilter
    lookup_url_kwarg = "tournament_id"
    ordering = ("-created_at", "id")

    def get_queryset(self) -> QuerySet[Tournament]:
        rows = Tournament.objects.filter(night__club__in=self.clubs())
        return rows.select_related("night")

    def get_object(self) -> Tournament:
        return self.visit().tournament if self.action == "retrieve" else self.organised()

    def perform_create(self, serializer: Any) -> None:
        """Tonight. Where tonight is one already it is refused."""
        facts = {**serializer.validated_data}
        club = self.one_club(facts.pop("night", {}).get("club_id"))
        try:
            serializer.instance = begin_tournament(club.pk, self.new_id, Tournament(**facts))
        except SheetFaults as error:  # it depends on the game: which menu, how many play
            raise CannotBeError(error.faults) from None

    def perform_update(self, serializer: Any) -> None:
        try:
            changed = change_plan(serializer.instance.pk, **serializer.validated_data)
        except SheetFaults as error:
            raise CannotBeError(error.faults) from None
        serializer.instance = changed

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def end(self, request: Request, tournament_id: UUID) -> Response:
        """End an evening.

        No table is drawn any more, and its code lets nobody in.
        """
        end_tournament(self.organised().pk)
        return Response(self.get_serializer(self.organised()).data)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def reopen(self, request: Request, tournament_id: UUID) -> Response:
        """Let an evening that was ended go on."""
        go_on(self.organised().pk)
        return Response(self.get_serializer(self.organised()).data)

    @extend_schema(responses=TournamentStandingsSerializer)
    @action(detail=True)
    def standings(self, request: Request, tournament_id: UUID) -> Response:
        """Get the standings of an evening.

        By points for places, then wins, then the share of the tables' points, then meeting each
        other; who played the final stands in front, by its places.
        """
        tournament = self.visit().tournament
        standings = standings_of(tournament)  # before who is there is read: somebody may come now
        entrants = tournament.entrants.select_related("player")
        players = {entrant.pk: entrant.player for entrant in entrants}
        told = {
            "order": ORDER,
            "place_points": tournament.place_points,
            "standings": [row for row in standings if row.person in players],
        }
        answer = TournamentStandingsSerializer(told, context={"players": players})
        return Response(answer.data)

    @extend_schema(responses=HallCodeSerializer)
    @action(detail=True, read_scope=Key.Scope.ENTER, may_change=True)
    def code(self, request: Request, tournament_id: UUID) -> Response:
        """Get the code by which phones come to an evening."""
        return Response(HallCodeSerializer(self.visit().tournament).data)


class EntrantViewSet(Change, mixins.ListModelMixin, mixins.DestroyModelMixin, OfTournament):
    """Who plays on an evening, in the order in which they came; named by their player's id."""

    serializer_class = EntrantSerializer
    pagination_class = OnePage
    lookup_url_kwarg = "player_id"

    def get_queryset(self) -> QuerySet[Entrant]:
        return self.visit().tournament.entrants.select_related("player", "visitor")

    def get_object(self) -> Entrant:
        return self.entrant(self.kwargs["player_id"])

    @extend_schema(request=NewEntrantsSerializer, responses={200: EnteredSerializer})
    def create(self, request: Request, tournament_id: UUID) -> Response:
        """Enter people

        By their names, up to 200 on one evening. Who is there already stays so.
        """
        tournament = self.organised()
        names = self.read(NewEntrantsSerializer)["players"]
        try:
            new = enter(tournament.pk, names)
        except SheetFaults as error:  # it depends on who is there, and on each other
            raise CannotBeError(error.faults) from None
        return Response(EnteredSerializer({"new": new, "entrants": self.get_queryset()}).data)

    def partial_update(self, request: Request, tournament_id: UUID, player_id: UUID) -> Response:
        """Say that somebody is away, or is back"""
        return super().partial_update(request)

    def perform_update(self, serializer: Any) -> None:
        """Who is away is not drawn from now on."""
        entrant = serializer.instance
        if "is_away" in (sent := serializer.validated_data):
            set_away(entrant.tournament_id, entrant.pk, is_away=sent["is_away"])
            entrant.refresh_from_db(fields=["is_away"])

    def destroy(self, request: Request, tournament_id: UUID, player_id: UUID) -> Response:
        """Take somebody off the list who has never been drawn"""
        take_off(tournament_id, self.get_object().pk)
        return Response(status=204)

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["delete"], url_path="phone", may_change=True)
    def free(self, request: Request, tournament_id: UUID, player_id: UUID) -> Response:
        """Take a phone from somebody whose it is not; it watches from then on"""
        free_phone(tournament_id, self.get_object().pk)
        return Response(status=204)


class OfWishes(OfTournament):
    """Who wants to sit with whom, for organisers."""

    serializer_class = WishSerializer
    pagination_class = OnePage

    def get_queryset(self) -> QuerySet[Wish]:
        return self.organised().wishes.select_related("one__player", "other__player")


class WishViewSet(mixins.ListModelMixin, OfWishes):
    """All that is wished."""

    def list(self, request: Request, tournament_id: UUID) -> Response:
        """List who wants to sit with whom"""
        return super().list(request)


class WishOfTwoViewSet(OfWishes):
    """What is wished of two, whom the address names."""

    def of_two(self) -> tuple[int, int]:
        """The entrants whom the address names, the older first. Raises Http404."""
        one, other = (self.entrant(self.kwargs[name]).pk for name in ("player_id", "other_id"))
        return min(one, other), max(one, other)

    def update(
        self, request: Request, tournament_id: UUID, player_id: UUID, other_id: UUID
    ) -> Response:
        """Say that two want to sit together once, or never

        What was wished of the two before is no longer.
        """
        one, other = self.of_two()
        wish(tournament_id, one, other, **self.read())
        return Response(self.get_serializer(self.get_queryset().get(one=one, other=other)).data)

    def destroy(
        self, request: Request, tournament_id: UUID, player_id: UUID, other_id: UUID
    ) -> Response:
        """Take a wish back"""
        one, other = self.of_two()
        wished = get_object_or_404(self.get_queryset(), one=one, other=other)
        withdraw_wish(tournament_id, wished.pk)
        return Response(status=204)


class DrawViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, OfTournament):
    """The draws of an evening, with everybody's tables and seats; a final is the last."""

    serializer_class = DrawSerializer
    pagination_class = OnePage
    lookup_url_kwarg = "number"
    lookup_value_converter = "int"

    def get_throttles(self) -> list[BaseThrottle]:
        return [DrawsLimit()] if self.action == "update" else super().get_throttles()

    def get_queryset(self) -> QuerySet[Draw]:
        return self.visit().tournament.made_draws.prefetch_related("tables__seats")

    def get_object(self) -> Draw:
        draw = self.get_queryset().filter(number=self.kwargs["number"]).first()
        if draw is None:
            raise Http404
        return draw

    def made(self) -> Draw:
        """The draw, for organisers."""
        self.organised()
        return self.get_object()

    def as_it_is_now(self) -> Response:
        """The draw after a change."""
        return Response(DrawSerializer(self.get_object()).data)

    @extend_schema(request=NewDrawSerializer)
    def update(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Draw the tables

        Of the draw of this number, the next one. Nobody meets the same people again as long as it
        can be helped, and wishes are kept where they can be. A draw that is made stays as it is,
        however often it is asked for.
        """
        tournament = self.organised()
        make_draw(tournament.pk, number, **self.read(NewDrawSerializer))
        return self.as_it_is_now()

    def destroy(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Take the last draw back

        Made again, it is another one. None of its tables may have begun.
        """
        draw_again(tournament_id, self.made().number)
        return Response(status=204)

    @extend_schema(request=SwapSerializer)
    @action(detail=True, methods=["post"])
    def swap(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Let two players change places at tables that have not begun."""
        self.made()
        players = self.read(SwapSerializer)["players"]
        swap_seats(tournament_id, number, *self.entrants_sent("players[{}]", players))
        return self.as_it_is_now()


class DrawnSeatViewSet(OfTournament):
    """Where a player sits in a draw."""

    serializer_class = SeatAtSerializer

    @extend_schema(responses=DrawSerializer)
    def update(
        self, request: Request, tournament_id: UUID, number: int, player_id: UUID
    ) -> Response:
        """Let a player sit at another table

        Behind the others there: one who came late, or sits elsewhere in this draw. Neither table
        may have begun, and both must be left playable.
        """
        entrant = self.entrant(player_id)
        move_to_table(tournament_id, number, entrant.pk, **self.read())
        draws = entrant.tournament.made_draws.prefetch_related("tables__seats")
        return Response(DrawSerializer(draws.get(number=number)).data)

    def destroy(
        self, request: Request, tournament_id: UUID, number: int, player_id: UUID
    ) -> Response:
        """Let a player of a draw sit nowhere, who has left before the table began"""
        take_from_table(tournament_id, number, self.entrant(player_id).pk)
        return Response(status=204)


class DrawnTableViewSet(OfTournament):
    """A table of a draw."""

    scope = Key.Scope.ENTER
    serializer_class = TableTotalsSerializer

    def table(self, tournament: Tournament) -> DrawnTable:
        """The table that the address names. Raises Http404 where there is none."""
        rows = DrawnTable.objects.filter(draw__tournament=tournament)
        number, table = self.kwargs["number"], self.kwargs["table"]
        return get_object_or_404(rows, draw__number=number, number=table)

    @extend_schema(request=None, responses=GameSerializer)
    def start(self, request: Request, tournament_id: UUID, number: int, table: int) -> Response:
        """Begin the game of a table

        For organisers, and a phone of who sits there. The phones of everybody there come to it. A
        game that has begun is the answer, however often it is asked for.
        """
        visit = self.visit()
        sits = self.table(visit.tournament).seats.filter(entrant=visit.entrant)
        if not visit.runs and not (visit.entrant and sits.exists()):
            raise PermissionDenied
        game = start_table(tournament_id, number, table, visit.phone)
        return Response(game_row(game.pk))

    @extend_schema(responses=GameSerializer)
    def totals(self, request: Request, tournament_id: UUID, number: int, table: int) -> Response:
        """Keep the result of a table that has no phone

        What paper says of everybody there. A table whose game has begun is refused.
        """
        seats = self.table(self.organised()).seats.select_related("entrant")
        sent = self.read()["totals"]
        entrants = {seat.entrant.player_id: seat.entrant_id for seat in seats}
        for nth, each in enumerate(sent):
            if each["player"] not in entrants:
                raise not_there(f"totals[{nth}].player")
        totals = {entrants[each["player"]]: (each["total"], each.get("puddings")) for each in sent}
        if not len(sent) == len(totals) == len(entrants):
            wrong = Fault("totals", "player-number", f"{len(sent)}", wanted=f"{len(entrants)}")
            raise CannotBeError([wrong])
        game = enter_totals(tournament_id, number, table, totals, sender_of(request))
        return Response(game_row(game.pk))
