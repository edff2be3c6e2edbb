"""Webhooks: addresses that a club's games are told to, and each thing that was told."""

import uuid
from itertools import combinations

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .clubs import Club
from .games import Game

MAX_ADDRESS = 500
"""Characters of a webhook's address."""


_EVENTS = (
    *("game.started", "round.confirmed", "game.finished", "game.corrected", "game.deleted"),
    "tournament.drawn",
)
_SOME_EVENTS = [[*some] for n in range(1, len(_EVENTS) + 1) for some in combinations(_EVENTS, n)]


class Webhook(models.Model):
    """An address that is told of events of a club. ``secret`` signs what is sent; it is shown
    once. ``failures`` counts the deliveries that failed since the last that was taken."""

    class Event(models.TextChoices):
        GAME_STARTED = "game.started", _("a game begins")
        ROUND_CONFIRMED = "round.confirmed", _("a round is confirmed")
        GAME_FINISHED = "game.finished", _("a game is finished")
        GAME_CORRECTED = "game.corrected", _("a finished game is corrected")
        GAME_DELETED = "game.deleted", _("a game is deleted")
        TOURNAMENT_DRAWN = "tournament.drawn", _("tables are drawn")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    address = models.CharField(_("Address"), max_length=MAX_ADDRESS)
    events = models.JSONField()
    secret = models.CharField(max_length=60)
    is_on = models.BooleanField(default=True)
    made_at = models.DateTimeField(default=timezone.now)
    failures = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(address="") & Q(address__length__lte=MAX_ADDRESS),
                name="a_webhook_has_an_address",
            ),
            models.CheckConstraint(
                condition=Q(events__in=_SOME_EVENTS), name="a_webhook_tells_known_events"
            ),
        ]

    def __str__(self) -> str:
        return self.address

    def clean(self) -> None:
        """Check that each event is one that there is."""
        if not {*(self.events or ())} <= {*self.Event.values}:
            message = _("Choose at least one thing to be told of.")
            raise ValidationError({"events": ValidationError(message, "unknown-event")})


class Delivery(models.Model):
    """One event, or a test, for one webhook. ``game`` is None for a test, for tables that are
    drawn, and where the game is deleted. ``due_at`` is when it is sent next, None once it was taken
    or given up. ``status`` is what the last try was answered, None where nothing was; ``fault``
    says why it was not taken, see :mod:`referee.club.calling`."""

    TEST = "test"
    """What ``event`` is where an owner has only tried the address."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="+")
    event = models.CharField(max_length=20, choices=[*Webhook.Event.choices, (TEST, _("a test"))])
    body = models.TextField()
    made_at = models.DateTimeField(default=timezone.now, db_index=True)
    due_at = models.DateTimeField(default=timezone.now, null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    fault = models.CharField(max_length=20, blank=True, default="")

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at", "webhook"], condition=Q(due_at__isnull=False), name="what_is_due"
            ),
            models.Index(fields=["webhook", "made_at"], name="deliveries_of_a_webhook"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.pk}"

    @property
    def state(self) -> str:
        """``waiting``, ``delivered`` or ``given-up``."""
        if self.due_at is not None:
            return "waiting"
        return "given-up" if self.fault else "delivered"
