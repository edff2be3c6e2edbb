"""Numbers that somebody doubts, and the case file that others may read."""

import uuid

from django.db import models

from .clubs import new_token
from .games import Game, Round, Seat


class Dispute(models.Model):
    """A player's claim of another number than the referee's.

    ``seat`` is whose number it is; ``part`` 0 for the game, 1 to 3 a round, 4 the game's end;
    ``type`` the card type, "" for the whole part. ``right`` and ``sheet`` are the referee's number
    and score sheet at that moment, which a later correction does not change; ``is_over``: whether
    the end of the game counted then. ``by`` is the seat of the phone that said it, None for the
    host's phone without one. ``asks_host``: somebody has asked the host to look at it.
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
    asks_host = models.BooleanField(default=False, db_default=False)
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


class Proposal(models.Model):
    """What somebody tried on a round's cards and proposes to the host as a correction.

    ``seat`` is whose cards the trial shows; ``changes`` are written as in a trial's address, and
    ``version`` the game's event number on which they were tried. ``by`` is the seat of the phone
    that proposes; ``ended_at`` None until the host has answered, ``is_made`` whether the correction
    was made. It is deleted when it is taken back, or what became of it was read.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="proposals")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="proposals")
    changes = models.JSONField()
    version = models.PositiveIntegerField()
    by = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="proposed")
    at = models.DateTimeField(auto_now_add=True)
    is_made = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["at"]

    def __str__(self) -> str:
        return f"{len(self.changes)} changes of {self.round}"


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
