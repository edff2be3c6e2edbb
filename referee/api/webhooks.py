"""Webhooks of a club and what they were told, for who owns the club."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from referee import models
from referee.access.clubs import owner_visit
from referee.club.services.webhooks import (
    change_webhook,
    delete_webhook,
    make_webhook,
    send_again,
)
from referee.models import MAX_ADDRESS
from referee.rules import SheetFaults
from referee.rules.problems.validation import (
    Kind,
    Reading,
    Wrong,
    fields,
    flag,
    list_of,
    text,
    value,
)
from referee.rules.reading import one_of

from . import schema
from .club import ONE_CLUB, REFUSED, OfOneClub, Pages
from .once import REFUSED as REFUSED_ONCE
from .once import once
from .parsers import SheetParser

OWNERS = {403: "Only an owner of the club may do that; to change anything, a key that manages."}


class Webhook(serializers.ModelSerializer[models.Webhook]):
    """An address that is told of events."""

    events = serializers.ListField(
        child=serializers.ChoiceField(models.Webhook.Event.values), read_only=True
    )

    class Meta:
        model = models.Webhook
        fields = ["id", "club", "address", "events", "is_on", "made_at", "failures"]


class NewWebhook(Webhook):
    """A webhook with the secret that signs what it is told; shown this once."""

    class Meta(Webhook.Meta):
        fields = [*Webhook.Meta.fields, "secret"]


class Delivery(serializers.ModelSerializer[models.Delivery]):
    """One event for one webhook."""

    state = serializers.ChoiceField(["waiting", "delivered", "given-up"], read_only=True)
    body = serializers.CharField(help_text="What is sent, as JSON.")

    class Meta:
        model = models.Delivery
        fields = [
            *("id", "webhook", "game", "event", "state", "made_at", "due_at", "tries", "tried_at"),
            *("status", "fault", "body"),
        ]


def _id(found: object) -> UUID:
    try:
        return UUID(text(found))
    except ValueError:
        raise Wrong("not-a-uuid", found) from None


def _address(found: object) -> str:
    if len(address := text(found)) > MAX_ADDRESS:
        raise Wrong("too-many-characters", found, wanted=str(MAX_ADDRESS))
    return address


_ADDRESS = {"type": "string", "format": "uri", "pattern": "^https?://", "maxLength": MAX_ADDRESS}
_CHANGES = {
    "address": value(_address, _ADDRESS),
    "events": list_of(one_of(models.Webhook.Event.values, "unknown-event"), 1, 3),
    "is_on": value(flag, {"type": "boolean"}),
}
_CLUB = value(_id, {"type": "string", "format": "uuid", "description": "If you run several."})
CHANGED = fields(_CHANGES)
MADE = fields({"club": _CLUB, **_CHANGES}, required=["address", "events"])


def sent(request: Request, kind: Kind) -> dict[str, Any]:
    """Return what the body says. Raises SheetFaults with every fault."""
    reading = Reading()
    said = kind.read(request.data, "", reading)
    if reading.faults:
        raise SheetFaults(reading.faults)
    return dict(said)


def described(
    what: str,
    operation: str,
    answers: dict[int, Any],
    *,
    kind: Kind | None = None,
    refused: dict[int, str] | None = None,
    **more: Any,
) -> Any:
    """Describe an operation; ``kind`` is what is sent."""
    statuses = {**OWNERS, **(refused or {})}
    if kind:
        statuses[400] = "What was sent cannot be read, or called: every fault."
        statuses[413] = "The request is too long."
        statuses[415] = "It is not sent as application/json."
    return extend_schema(
        operation_id=operation,
        summary=what,
        request={"application/json": kind.schema} if kind else None,
        responses={**answers, **REFUSED, **schema.refused(statuses)},
        **more,
    )


class OfOwner(OfOneClub):
    """What owners of a club alone see and do."""

    parser_classes = [SheetParser]
    places = {
        **dict.fromkeys(("no-address", "address-port", "address-private"), "address"),
        "events-missing": "events",
    }

    def webhook(self, request: Request, webhook_id: UUID) -> models.Webhook:
        """The webhook. Raises Http404 for a stranger, PermissionDenied for who only helps."""
        found = get_object_or_404(models.Webhook, pk=webhook_id)
        owner_visit(request, found.club_id)
        return found


class WebhooksView(OfOwner):
    """Lists webhooks, and makes them."""

    new_id: UUID

    @described(
        "List the webhooks of a club",
        "webhooks",
        {200: OpenApiResponse(Webhook(many=True), "The oldest first.")},
        parameters=[ONE_CLUB],
    )
    def get(self, request: Request) -> Response:
        """The webhooks, without their secrets."""
        club = owner_visit(request, self.one_club().pk).club
        rows = models.Webhook.objects.filter(club=club).order_by("made_at")
        return Response(Webhook(rows, many=True).data)

    @described(
        "Make a webhook",
        "webhook_make",
        {201: OpenApiResponse(NewWebhook, "It is made. Its secret stands here alone.")},
        kind=MADE,
        refused=REFUSED_ONCE,
    )
    @once
    def post(self, request: Request) -> Response:
        """Make a webhook."""
        facts = sent(request, MADE)
        club = facts.pop("club", None) or self.one_club().pk
        make_webhook(owner_visit(request, club).club, self.new_id, **facts)
        made = models.Webhook.objects.get(pk=self.new_id)
        where = reverse("api:webhook", args=[made.pk])
        return Response(NewWebhook(made).data, 201, headers={"Location": where})


class WebhookView(OfOwner):
    """One webhook."""

    @described("Get a webhook", "webhook", {200: OpenApiResponse(Webhook, "As it is now.")})
    def get(self, request: Request, webhook_id: UUID) -> Response:
        """The webhook without its secret."""
        return Response(Webhook(self.webhook(request, webhook_id)).data)

    @described(
        "Change a webhook, or turn it on or off",
        "webhook_change",
        {200: OpenApiResponse(Webhook, "As it is now.")},
        kind=CHANGED,
    )
    def patch(self, request: Request, webhook_id: UUID) -> Response:
        """Change what is sent, and keep the rest."""
        webhook = self.webhook(request, webhook_id)
        change_webhook(webhook, **sent(request, CHANGED))
        return Response(Webhook(webhook).data)

    @described("Delete a webhook with its deliveries", "webhook_delete", {204: None})
    def delete(self, request: Request, webhook_id: UUID) -> Response:
        """Delete the webhook for good."""
        delete_webhook(self.webhook(request, webhook_id))
        return Response(status=204)


class DeliveriesView(OfOwner, ListAPIView[models.Delivery]):
    """Lists what a webhook was told."""

    pagination_class = Pages
    serializer_class = Delivery
    ordering = ("-made_at", "id")

    def get_queryset(self) -> QuerySet[models.Delivery]:
        webhook = self.webhook(self.request, self.kwargs["webhook_id"])
        return models.Delivery.objects.filter(webhook=webhook)

    @described(
        "List what a webhook was told, the newest first",
        "deliveries",
        {200: OpenApiResponse(Delivery(many=True), "Those of the last month, at most 1,000.")},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class AgainView(OfOwner):
    """One delivery, to be sent again."""

    @described(
        "Send a delivery again",
        "delivery_again",
        {202: OpenApiResponse(Delivery, "It is sent soon.")},
    )
    def post(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> Response:
        """Send the delivery once more, under the same id, with as many tries as a new one."""
        webhook = self.webhook(request, webhook_id)
        delivery = get_object_or_404(models.Delivery, webhook=webhook, pk=delivery_id)
        send_again(delivery)
        return Response(Delivery(delivery).data, 202)
