"""Numbers that players doubt, and the mistakes that explain them."""

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils.functional import cached_property
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.games import get_visit_or_404, playing_visit
from referee.disputes.diagnosing import DiagnosisUnavailableError
from referee.disputes.pages.disputes import Explanation, explain
from referee.disputes.services.disputes import (
    LEAST,
    MOST,
    Claimed,
    ask_host,
    dispute,
    disputes_of,
    is_settled,
    may_end,
    number_now,
    result_now,
    withdraw_dispute,
)
from referee.models import Dispute, Game
from referee.play.services.game_state import read_game_state
from referee.play.services.refusals import Refused
from referee.play.services.seating import MAX_PLACE
from referee.rules import Result
from referee.rules.mistakes import MAX_EXPLANATIONS, ClaimScope
from referee.rules.scoring.plan import LINE_ORDER
from referee.wording.phrases import number as number_words
from referee.wording.result import diagnosis_document

from . import schema
from .base.pages import OnePage
from .base.strict import Choice, RowSerializer, Whole
from .base.views import Create, GameByAddress
from .scoring import NoDiagnosisError

PARTS = ("game", "round-1", "round-2", "round-3", "end")
"""What a dispute is about: by the number that its row has."""


class PartField(Choice):
    """The part of a game."""

    def __init__(self, **options: Any) -> None:
        super().__init__(PARTS, **options)

    def to_internal_value(self, data: Any) -> Any:
        return PARTS.index(super().to_internal_value(data))

    def to_representation(self, value: Any) -> Any:
        return PARTS[value]


class LineField(Choice):
    """What brings a line of the score."""

    def __init__(self, **options: Any) -> None:
        super().__init__(LINE_ORDER, required=False, allow_null=True, **options)

    def to_representation(self, value: Any) -> Any:
        return value or None


class DisputeSerializer(RowSerializer[Dispute]):
    """A number that somebody disputes."""

    seat = Whole(
        source="seat.place", min_value=1, max_value=MAX_PLACE, help_text="Whose number it is."
    )
    player = serializers.UUIDField(source="seat.player_id", read_only=True, allow_null=True)
    name = serializers.CharField(source="seat.sheet_name", read_only=True)
    part = PartField(help_text="The game with its total, a round, or the end of the game.")
    type = LineField(help_text="What a kind of card brings there; null for all of it.")
    claimed = Whole(
        min_value=LEAST, max_value=MOST, help_text="The number that somebody else gets."
    )
    now = serializers.SerializerMethodField(
        help_text="The referee's number now; null where none is."
    )
    is_settled = serializers.SerializerMethodField(
        help_text="A correction has made it the claimed one."
    )
    by = serializers.IntegerField(
        source="by.place",
        read_only=True,
        allow_null=True,
        help_text="The seat of the phone that said it, if it has one.",
    )
    asks_host = serializers.BooleanField(
        read_only=True, help_text="Somebody has asked the host to look at it."
    )
    created_at = serializers.DateTimeField(source="at", read_only=True)

    class Meta:
        model = Dispute
        fields = [
            *("id", "seat", "player", "name", "part", "type", "claimed", "right", "now"),
            *("is_settled", "by", "asks_host", "created_at"),
        ]
        read_only_fields = ["right"]
        extra_kwargs = {"right": {"help_text": "The referee's number when it was disputed."}}

    def get_now(self, row: Dispute) -> int | None:
        return number_now(row, self.context["view"].result)

    def get_is_settled(self, row: Dispute) -> bool:
        return is_settled(row, self.context["view"].result)


class ExplainedDisputeSerializer(DisputeSerializer):
    """A number that somebody disputes, with what explains it."""

    # The context has the ``explanation``.
    mistakes = serializers.SerializerMethodField(
        help_text="What leads to the claimed number, the likeliest first."
    )

    class Meta(DisputeSerializer.Meta):
        fields = [*DisputeSerializer.Meta.fields, "mistakes"]

    @extend_schema_field(
        {"type": "array", "items": schema.EXPLANATION, "maxItems": MAX_EXPLANATIONS}
    )
    def get_mistakes(self, _row: Dispute) -> list[dict[str, object]]:
        explanation: Explanation = self.context["explanation"]
        return [diagnosis_document(it, explanation.ruleset) for it in explanation.mistakes]


@extend_schema_view(
    create=extend_schema(
        summary="Say that somebody gets another number than the referee",
        description="Where the referee gets the same number there is no dispute. Said once more, "
        "while the game stands as it did, it is the same one.",
    )
)
class DisputeViewSet(Create, mixins.ListModelMixin, mixins.DestroyModelMixin, GameByAddress):
    """The numbers that are disputed in a game, the oldest first."""

    serializer_class = DisputeSerializer
    pagination_class = OnePage
    lookup_url_kwarg = "dispute_id"
    may_change = True
    more_refusals = (503,)
    takes_if_match = False  # to explain a dispute anew takes seconds, in which nobody could tap

    @cached_property
    def result(self) -> Result | None:
        """What the game comes to now."""
        return result_now(read_game_state(Game.objects.get(pk=self.kwargs["game_id"])))

    def get_queryset(self) -> QuerySet[Dispute]:
        return disputes_of(get_visit_or_404(self.request, self.kwargs["game_id"]).game)

    @extend_schema(responses=ExplainedDisputeSerializer)
    def retrieve(self, request: Request, game_id: UUID, dispute_id: UUID) -> Response:
        """Ask the referee which mistakes explain a dispute."""
        row = self.get_object()
        try:
            explanation = explain(row)
        except DiagnosisUnavailableError as error:
            raise NoDiagnosisError from error
        context = {**self.get_serializer_context(), "explanation": explanation}
        return Response(ExplainedDisputeSerializer(row, context=context).data)

    def perform_create(self, serializer: Any) -> None:
        visit = playing_visit(self.request, self.kwargs["game_id"])
        values = serializer.validated_data
        scope = ClaimScope(values["part"] or None, values.get("type"))
        claimed = Claimed(values["seat"]["place"], scope, values["claimed"])
        made = dispute(visit.game.pk, self.new_id, claimed, by=visit.seat_id)
        if made is None:
            raise Refused("number-right", number=number_words(claimed.number))
        serializer.instance = self.get_queryset().get(pk=made.pk)

    @extend_schema(request=None, responses=DisputeSerializer)
    @action(detail=True, methods=["post"])
    def show(self, request: Request, game_id: UUID, dispute_id: UUID) -> Response:
        """Ask the host to look at a dispute.

        The host's pages say so. A phone or a key that is host itself changes nothing by it.
        """
        visit = playing_visit(request, game_id)
        self.get_object()
        if not visit.is_host:
            ask_host(game_id, dispute_id)
        return Response(self.get_serializer(self.get_object()).data)

    def perform_destroy(self, row: Dispute) -> None:
        """Take it back: for who said it, and for the host."""
        if not may_end(get_visit_or_404(self.request, row.game_id), row):
            raise PermissionDenied
        withdraw_dispute(row.game_id, row.pk)
