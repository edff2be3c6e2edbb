"""The cards of a game: what lies in front of every seat, and who has laid it there."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.games import check_place, entering_visit
from referee.models import Game
from referee.play.pages.history import PastTap, tableau_history
from referee.play.services.game_state import SeatState, read_game_state
from referee.play.services.laying import lay_tableaus
from referee.play.views.responses import seat_or_404
from referee.rules import Tableau
from referee.rules.notation import tableau_text
from referee.rules.reading import TABLEAU

from .base.pages import OnePage
from .base.strict import Flag, SheetPart, StrictSerializer
from .base.views import GameByAddress


class CardsField(SheetPart):
    """Cards in the notation of a score sheet."""

    def __init__(self, **options: Any) -> None:
        super().__init__(TABLEAU, **options)

    def to_representation(self, value: Tableau) -> str:
        return tableau_text(value)


class TableauSerializer(StrictSerializer):
    """What lies in front of a seat in a round."""

    game = serializers.UUIDField(source="round.row.game_id", read_only=True)
    round = serializers.IntegerField(source="round.number", read_only=True)
    seat = serializers.IntegerField(source="place", read_only=True)
    player = serializers.CharField(
        source="sheet_name", read_only=True, help_text="dummy, for the dummy's."
    )
    cards = CardsField(source="tableau", required=False)
    is_ready = Flag(required=False, help_text="The cards are complete.")
    questions = serializers.SerializerMethodField(
        help_text="The wasabi of which nobody has said what lies on them; who says the whole "
        "tableau has."
    )

    def get_questions(self, seat: SeatState) -> int:
        return len(seat.laid.questions)


class PastTapSerializer(serializers.Serializer[PastTap]):
    """What somebody did to the cards of a seat."""

    id = serializers.UUIDField(help_text="By which a tap takes away or flips the card it added.")
    what = serializers.CharField()
    who = serializers.CharField()
    created_at = serializers.DateTimeField(source="at")
    is_undone = serializers.BooleanField()
    is_late = serializers.BooleanField(help_text="It came after the round was confirmed.")


class TableauViewSet(GameByAddress):
    """What lies in front of a seat."""

    serializer_class = TableauSerializer
    pagination_class = OnePage
    lookup_url_kwarg = "seat"
    lookup_value_converter = "int"

    def retrieve(self, request: Request, game_id: UUID, number: int, seat: int) -> Response:
        """Get what lies in front of a seat."""
        return Response(TableauSerializer(seat_or_404(self.read_table(), number, seat)).data)

    def update(self, request: Request, game_id: UUID, number: int, seat: int) -> Response:
        """Say what lies in front of a seat.

        Puts these cards there, and takes away what else lies there; said twice, the second time
        changes nothing. What is left out stays, but for is_ready: a change of the cards takes it
        back. Uramaki are claimed with taps.
        """
        visit = entering_visit(request, game_id, seat)
        check_place(visit, number, seat)
        values = self.read()
        tableaus = {seat: values["tableau"]} if "tableau" in values else {}
        ready = {seat: values["is_ready"]} if "is_ready" in values else {}
        lay_tableaus(game_id, number, visit.sender, tableaus, ready=ready)
        table = read_game_state(Game.objects.get(pk=game_id))
        return Response(self.get_serializer(seat_or_404(table, number, seat)).data)

    @extend_schema(responses=PastTapSerializer(many=True))
    @action(detail=True, serializer_class=PastTapSerializer, may_change=True)
    def history(self, request: Request, game_id: UUID, number: int, seat: int) -> Response:
        """List who did what to the cards of a seat, those taps too that were undone or came
        late."""
        table = self.read_table()
        taps = tableau_history(table, seat_or_404(table, number, seat))
        return self.get_paginated_response(self.get_serializer(taps, many=True).data)


class AllTableausViewSet(mixins.ListModelMixin, GameByAddress):
    """What lies in front of every seat in every round."""

    serializer_class = TableauSerializer
    pagination_class = OnePage

    def get_queryset(self) -> Any:
        return [seat for round_ in self.read_table().rounds for seat in round_.seats]
