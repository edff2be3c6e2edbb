"""Webhooks of a club and what they were told, for who owns the club."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
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
from referee.rules.problems.validation import Wrong, fields, list_of, text, value
from referee.rules.reading import one_of

from . import sent, serializers
from .club import ONE_CLUB, OfClubs, Pages
from .operations import changing, reading

OWNERS = {403: "Only an owner of the club may do that, and a key that manages."}


def _address(found: object) -> str:
    if len(address := text(found)) > MAX_ADDRESS:
        raise Wrong("too-many-characters", found, wanted=str(MAX_ADDRESS))
    return address


_ADDRESS = {"type": "string", "format": "uri", "pattern": "^https?://", "maxLength": MAX_ADDRESS}
_CHANGES = {
    "address": value(_address, _ADDRESS),
    "events": list_of(one_of(models.Webhook.Event.values, "unknown-event"), 1, 3),
    "is_on": sent.FLAG,
}
CHANGED = fields(_CHANGES)
MADE = fields({"club": sent.CLUB_ID, **_CHANGES}, ["address", "events"])


class OfOwner(OfClubs):
    """What owners of a club alone see and do."""

    read_scope = models.Key.Scope.MANAGE  # who knows a chat's address can write into it

    def webhook(self, request: Request, webhook_id: UUID) -> models.Webhook:
        """The webhook. Raises Http404 for a stranger, PermissionDenied for who only helps."""
        found = get_object_or_404(models.Webhook, pk=webhook_id)
        owner_visit(request, found.club_id)
        return found


class WebhooksView(OfOwner):
    """Lists webhooks, and makes them."""

    shown_once = ("secret",)

    @reading(
        "List the webhooks of a club",
        "webhooks",
        serializers.Webhook(many=True),
        ONE_CLUB,
        refused=OWNERS,
    )
    def get(self, request: Request) -> Response:
        """The webhooks, the oldest first, without their secrets."""
        club = owner_visit(request, self.one_club().pk).club
        rows = models.Webhook.objects.filter(club=club).order_by("made_at")
        return Response(serializers.Webhook(rows, many=True).data)

    @changing(
        "Make a webhook",
        "webhook_make",
        serializers.NewWebhook,
        MADE,
        made=True,
        refused=OWNERS,
        description="The answer has its secret. Sent again with the same Idempotency-Key, the "
        "request is answered without it: whoever has lost it deletes the webhook, and makes "
        "another one.",
    )
    def post(self, request: Request) -> Response:
        """Make a webhook. Its secret stands in this answer alone."""
        said = sent.body(request, MADE)
        club = owner_visit(request, self.one_club(said.pop("club", None)).pk).club
        make_webhook(club, self.new_id, **said)
        made = models.Webhook.objects.get(pk=self.new_id)
        return sent.made(serializers.NewWebhook(made).data, "webhook", made.pk)


class WebhookView(OfOwner):
    """One webhook."""

    @reading("Get a webhook", "webhook", serializers.Webhook, refused=OWNERS)
    def get(self, request: Request, webhook_id: UUID) -> Response:
        """The webhook without its secret."""
        return Response(serializers.Webhook(self.webhook(request, webhook_id)).data)

    @changing(
        "Change a webhook, or turn it on or off",
        "webhook_change",
        serializers.Webhook,
        CHANGED,
        refused=OWNERS,
    )
    def patch(self, request: Request, webhook_id: UUID) -> Response:
        """Change what is sent, and keep the rest."""
        webhook = self.webhook(request, webhook_id)
        change_webhook(webhook, **sent.body(request, CHANGED))
        return Response(serializers.Webhook(webhook).data)

    @changing("Delete a webhook with its deliveries", "webhook_delete", None, refused=OWNERS)
    def delete(self, request: Request, webhook_id: UUID) -> Response:
        """Delete the webhook for good."""
        delete_webhook(self.webhook(request, webhook_id))
        return Response(status=204)


class DeliveriesView(OfOwner, ListAPIView[models.Delivery]):
    """Lists what a webhook was told."""

    pagination_class = Pages
    serializer_class = serializers.Delivery
    ordering = ("-made_at", "id")

    def get_queryset(self) -> QuerySet[models.Delivery]:
        webhook = self.webhook(self.request, self.kwargs["webhook_id"])
        return models.Delivery.objects.filter(webhook=webhook)

    @reading(
        "List what a webhook was told, the newest first",
        "deliveries",
        serializers.Delivery(many=True),
        refused=OWNERS,
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class AgainView(OfOwner):
    """One delivery, to be sent again."""

    @changing("Send a delivery again", "delivery_again", serializers.Delivery, refused=OWNERS)
    def post(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> Response:
        """Send the delivery once more, under the same id, with as many tries as a new one."""
        webhook = self.webhook(request, webhook_id)
        delivery = get_object_or_404(models.Delivery, webhook=webhook, pk=delivery_id)
        send_again(delivery)
        return Response(serializers.Delivery(delivery).data)
