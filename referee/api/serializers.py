"""Rows and figures of a club as JSON. Moments have a zone; shares are decimal numbers."""

from typing import Any

from django.utils.crypto import salted_hmac
from rest_framework import serializers

from referee import models


def row_mark(row: models.Helper | models.ClubPhone | models.Guest) -> str:
    """The id of a phone or an account in one club or game; in others it has another. It is made
    with the server's key: the numbers of accounts are few, and trying them would find one."""
    of = row.game_id if isinstance(row, models.Guest) else row.club_id
    text = f"{of}:{row.account_id if isinstance(row, models.Helper) else row.phone}"
    return salted_hmac("row", text, algorithm="sha256").hexdigest()[:16]


class _Marked(serializers.Serializer[Any]):
    id = serializers.SerializerMethodField()

    def get_id(self, row: models.Helper | models.ClubPhone | models.Guest) -> str:
        return row_mark(row)


class Helper(_Marked):
    """An account that runs a club."""

    name = serializers.CharField(source="account.first_name")
    is_owner = serializers.BooleanField()
    since = serializers.DateTimeField()


class ClubPhone(_Marked):
    """A phone that runs a club."""

    account = serializers.CharField(
        source="account.first_name",
        allow_null=True,
        help_text="Who brought the club to it; null for the phone that made it.",
    )
    since = serializers.DateTimeField()


class Phone(_Marked):
    """A phone that came to a table: it holds a seat, watches, or was sent away."""

    # The context has the ``guest`` that asks, None for others, and the phones of the ``hosts``.
    seat = serializers.IntegerField(source="seat.place", allow_null=True)
    is_own = serializers.SerializerMethodField(help_text="It is the one that asks.")
    is_host = serializers.SerializerMethodField(help_text="It runs the club.")
    is_sent_away = serializers.BooleanField(source="sent_away")
    joined_at = serializers.DateTimeField()

    def get_is_own(self, row: models.Guest) -> bool:
        return row.pk == self.context["guest"]

    def get_is_host(self, row: models.Guest) -> bool:
        return row.phone in self.context["hosts"]


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

    secret = serializers.CharField(required=False)

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
