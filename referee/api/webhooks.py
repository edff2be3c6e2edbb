"""Webhooks of a club, what they were sent, and how each event looks; for who owns the club."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.clubs import clubs_owned, owner_visit
from referee.club.calling import read_address
from referee.club.services.webhooks import (
    change_webhook,
    delete_webhook,
    make_webhook,
    send_again,
    send_test,
)
from referee.models import MAX_ADDRESS, Delivery, Key, Webhook
from referee.play.services.refusals import Refused

from .base.filters import OfClubFilter
from .base.pages import OnePage
from .base.strict import Choice, Flag, Id, RowSerializer, Several, StrictSerializer, Text, Whole
from .base.views import Change, Create, OfClubs
from .games import MenuField

# ------------------------------------------------------------------ what is sent


class SeatedPlayerSerializer(StrictSerializer):
    """Who sits where; the dummy is no player."""

    seat = Whole()
    player = Id(allow_null=True)
    name = Text()


class RoundPlayerSerializer(StrictSerializer):
    """What a round brought a seat; the dummy is no player."""

    player = Id(allow_null=True)
    name = Text()
    points = Whole(help_text="In this round.")
    total = Whole(help_text="After it.")


class RankedPlayerSerializer(StrictSerializer):
    """What a game came to for a player."""

    player = Id()
    name = Text()
    rank = Whole()
    total = Whole()
    win = serializers.FloatField(help_text="The share of the victory.")


class DeletedGameSerializer(StrictSerializer):
    """A game is deleted, whether it was over or not."""

    club = Id()
    night = Id()
    game = Id()
    ruleset = Text()


class StartedGameSerializer(DeletedGameSerializer):
    """A game begins at a table."""

    menu = MenuField()
    players = SeatedPlayerSerializer(many=True)


class ConfirmedRoundSerializer(DeletedGameSerializer):
    """A round is confirmed, or confirmed anew with other cards."""

    round = Whole()
    version = Whole(help_text="Of the round; above 1 it is a correction.")
    players = RoundPlayerSerializer(many=True)


class FinishedGameSerializer(DeletedGameSerializer):
    """A game is over, or one that was played elsewhere is stored; not those of a file."""

    placings = RankedPlayerSerializer(many=True)


class CorrectedGameSerializer(FinishedGameSerializer):
    """A finished game was changed, and is over again."""


class DrawnPlayersSerializer(StrictSerializer):
    """Who sits at a table."""

    number = Whole(help_text="Of the table.")
    players = SeatedPlayerSerializer(many=True)


class DrawnTournamentSerializer(StrictSerializer):
    """Tables of a night of several are drawn. Nothing more is sent where they are changed by hand:
    read the draw for that."""

    club = Id()
    night = Id()
    tournament = Id()
    ruleset = Text()
    draw = Whole(help_text="The number of the draw.")
    is_final = Flag()
    tables = DrawnPlayersSerializer(many=True)


class TestSerializer(StrictSerializer):
    """An owner tries the webhook."""

    club = Id()


def _event(name: str, data: type[StrictSerializer]) -> type[serializers.Serializer[Any]]:
    """The document that is sent of an event."""
    fields = {
        "__doc__": data.__doc__,
        "type": Choice([name]),
        "timestamp": serializers.DateTimeField(help_text="When it happened."),
        "data": data(),
    }
    return type(data.__name__.replace("Serializer", "EventSerializer"), (StrictSerializer,), fields)


EVENTS = {
    str(name): _event(name, data)
    for name, data in {
        Webhook.Event.GAME_STARTED: StartedGameSerializer,
        Webhook.Event.ROUND_CONFIRMED: ConfirmedRoundSerializer,
        Webhook.Event.GAME_FINISHED: FinishedGameSerializer,
        Webhook.Event.GAME_CORRECTED: CorrectedGameSerializer,
        Webhook.Event.GAME_DELETED: DeletedGameSerializer,
        Webhook.Event.TOURNAMENT_DRAWN: DrawnTournamentSerializer,
        Delivery.TEST: TestSerializer,
    }.items()
}
"""What each event is sent as, by its type."""

# ------------------------------------------------------------------ webhooks and deliveries


@extend_schema_field(
    {"type": "string", "format": "uri", "pattern": "^https?://", "maxLength": MAX_ADDRESS}
)
class Address(Text):
    """An address that may be called."""

    def to_internal_value(self, data: Any) -> str:
        try:
            read_address(data)
        except Refused as refused:
            raise ValidationError(refused.message, refused.code) from None
        return str(data)


class WebhookSerializer(RowSerializer[Webhook]):
    """An address that is told of events. Its club need not be named by who runs only one."""

    club = Id(source="club_id", required=False)
    address = Address(max_length=MAX_ADDRESS)
    events = Several(
        child=Choice(Webhook.Event.choices), min_length=1, max_length=len(Webhook.Event)
    )
    created_at = serializers.DateTimeField(source="made_at", read_only=True)

    class Meta:
        model = Webhook
        fields = ["id", "club", "address", "events", "is_on", "created_at", "failures"]
        read_only_fields = ["failures"]
        create_only = ["club"]
        extra_kwargs = {
            "failures": {"help_text": "Deliveries that failed since the last that was taken."}
        }


class NewWebhookSerializer(WebhookSerializer):
    """A webhook with the secret that signs what it is sent. It is shown this once, and not where
    the request is sent again with its Idempotency-Key: whoever has lost it makes another
    webhook."""

    sometimes = ("secret",)

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]
        read_only_fields = ["failures", "secret"]


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    """One event, or a test, for one webhook."""

    state = serializers.ChoiceField(["waiting", "delivered", "given-up"], read_only=True)
    created_at = serializers.DateTimeField(source="made_at")

    class Meta:
        model = Delivery
        fields = [
            *("id", "webhook", "game", "event", "state", "created_at", "due_at", "tries"),
            *("tried_at", "status", "fault", "body"),
        ]
        extra_kwargs = {
            "game": {"help_text": "Null for a test, a draw of tables, and a game that is deleted."},
            "due_at": {"help_text": "When it is sent next; null once it is over."},
            "status": {"help_text": "Of the last answer; null where none came."},
            "fault": {"help_text": "Why it was not taken."},
            "body": {"help_text": "What is sent, as JSON."},
        }


class WebhookFilter(OfClubFilter):
    """Which webhooks to list."""

    def of_club(self, rows: QuerySet[Webhook], _name: str, club_id: UUID) -> QuerySet[Webhook]:
        """Raises Http404 for a club that is not run, PermissionDenied for one of others."""
        return rows.filter(club=owner_visit(self.request, club_id).club)


class OfOwner(OfClubs):
    """What owners of a club alone see and do."""

    read_scope = Key.Scope.MANAGE  # who knows a chat's address can write into it

    def webhook(self) -> Webhook:
        """The webhook that the address names. Raises Http404 for a stranger, PermissionDenied for
        who only helps."""
        webhook = get_object_or_404(Webhook, pk=self.kwargs["webhook_id"])
        owner_visit(self.request, webhook.club_id)
        return webhook


class WebhookViewSet(
    Create,
    Change,
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    mixins.DestroyModelMixin,
    OfOwner,
):
    """Addresses that are called when something has happened, the oldest first."""

    serializer_class = WebhookSerializer
    filterset_class = WebhookFilter
    pagination_class = OnePage
    lookup_url_kwarg = "webhook_id"
    shown_once = ("secret",)

    def get_queryset(self) -> QuerySet[Webhook]:
        return Webhook.objects.filter(club__in=clubs_owned(self.request)).order_by("made_at")

    def get_object(self) -> Webhook:
        return self.webhook()

    def get_serializer_class(self) -> type[serializers.BaseSerializer[Any]]:
        return NewWebhookSerializer if self.action == "create" else super().get_serializer_class()

    def perform_create(self, serializer: Any) -> None:
        facts = {**serializer.validated_data}
        club = owner_visit(self.request, self.one_club(facts.pop("club_id", None)).pk).club
        make_webhook(club, self.new_id, **facts)
        serializer.instance = Webhook.objects.get(pk=self.new_id)

    def perform_update(self, serializer: Any) -> None:
        change_webhook(serializer.instance, **serializer.validated_data)

    def perform_destroy(self, webhook: Webhook) -> None:
        delete_webhook(webhook)

    @extend_schema(request=None, responses={201: DeliverySerializer})
    @action(detail=True, methods=["post"], serializer_class=DeliverySerializer)
    def test(self, request: Request, webhook_id: UUID) -> Response:
        """Send a test

        At once, of the type `test` and about no game. One that waits still is sent again instead.
        A webhook that is turned off takes none.
        """
        delivery = send_test(self.webhook())
        where = reverse("api:delivery-detail", args=[webhook_id, delivery.pk])
        return Response(self.get_serializer(delivery).data, 201, headers={"Location": where})


class DeliveryViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, OfOwner):
    """What a webhook was sent, the newest first."""

    queryset = Delivery.objects.all()
    serializer_class = DeliverySerializer
    lookup_url_kwarg = "delivery_id"
    ordering = ("-made_at", "id")

    def get_queryset(self) -> QuerySet[Delivery]:
        return super().get_queryset().filter(webhook=self.webhook())

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def again(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> Response:
        """Send a delivery again

        Under the same id, with as many tries as a new one.
        """
        delivery = self.get_object()
        send_again(delivery)
        return Response(self.get_serializer(delivery).data)
