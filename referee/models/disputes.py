"""Numbers that somebody doubts, and the case file that others may read."""

import uuid

from django.db import models

from .clubs import new_token
from .games import Game, Seat


class Dispute(models.Model):
    """A player's claim of another number than the referee's.

    ``seat`` is whose number it is; ``part`` 0 for the game, 1 to 3 a round, 4 the game's end;
    ``type`` the card type, "" for the whole part. ``right`` and ``sheet`` are the referee's number
    and score sheet at that moment, which a later correction does not change; ``is_over``: whether
    the end of the game counted then. ``by`` is the seat of the phone that said it, None for the
    host's phone without one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="disputes")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="disputes")
    part = models.PositiveSmallIntegerField()
    type = models.CharField(max_length=30, blank=True)
    claimed = models.IntegerField()
    right = models.IntegerField()
    sheet = models.JSONField()
    is_over = models.BooleanField()
    by = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="disputed")
    number = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(claimed=models.F("right")), name="a_dispute_is_of_two_numbers"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.claimed} instead of {self.right}"


class CaseFile(models.Model):
    """A read-only link to a whole game, until the host closes it; opened again, the game gets
    another link."""

    token = models.CharField(primary_key=True, max_length=40, default=new_token, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="case_files")
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game"],
                condition=models.Q(closed_at=None),
                name="a_game_has_one_open_case_file",
            ),
        ]

    def __str__(self) -> str:
        return f"case file of {self.game_id}"
