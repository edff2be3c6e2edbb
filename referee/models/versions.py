"""Rounds as they were confirmed: versions, their scores, and what the players say of them."""

from django.db import models

from .games import Game, Round, Seat

MAX_WORDS = 200
"""Characters of a reason, or of what somebody disagrees about."""


class RoundVersion(models.Model):
    """A round as it was confirmed; it stays when the round is corrected.

    ``number`` is the game's event number then: the taps before it made what was confirmed. ``by``
    is the seat whose player confirmed, None for the host's phone without one.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="versions")
    version = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    by = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="confirmed")
    at = models.DateTimeField(auto_now_add=True)
    rules_version = models.PositiveIntegerField()

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["round", "version"], name="one_version_a_number"),
        ]

    def __str__(self) -> str:
        return f"version {self.version}"


class RoundScore(models.Model):
    """A seat's frozen score in a confirmed version."""

    version = models.ForeignKey(RoundVersion, on_delete=models.CASCADE, related_name="scores")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="scores")
    total = models.IntegerField()
    lines = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["version", "seat"], name="one_score_a_seat_and_version"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.total} points"


class Reopening(models.Model):
    """The reopening of a confirmed round: by whom, when and why.

    ``version`` is the one that was opened, ``made`` the one that came of it: None while the round
    is open, ``version`` again where nothing changed. ``seat`` is whose cards are wrong, None where
    nobody said. Late taps open a round without a reason, and so does a host whom nobody else reads.
    ``was_over``: the game was finished, and is again when no round is open.
    """

    class Cause(models.TextChoices):
        HOST = "host"
        LATE_TAPS = "late-taps"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="reopenings")
    version = models.PositiveIntegerField()
    made = models.PositiveIntegerField(null=True)
    cause = models.CharField(max_length=10, choices=Cause)
    seat = models.ForeignKey(Seat, on_delete=models.SET_NULL, null=True, related_name="reopenings")
    reason = models.CharField(max_length=MAX_WORDS, blank=True)
    was_over = models.BooleanField(default=False)
    by = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="reopened")
    number = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=models.Q(made=None), name="a_round_is_open_once"
            ),
        ]

    def __str__(self) -> str:
        return self.reason or self.cause


class Correction(models.Model):
    """What stood at a finished game before somebody corrected who sat there, or all of one that was
    kept on paper: the first one kept version 1.

    ``before`` has ``rows``, the seats in their order, each as place, player's id, total and
    puddings; and of a game from paper ``date``, ``ruleset`` and ``menu``. The first databases have
    the rows alone. Who was merged or taken off the list since is named by no row of that id. ``by``
    as in a reopening.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="corrections")
    version = models.PositiveIntegerField()
    before = models.JSONField()
    reason = models.CharField(max_length=MAX_WORDS)
    by = models.ForeignKey(Seat, on_delete=models.SET_NULL, null=True, related_name="corrected")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["game", "version"], name="one_correction_a_version"),
        ]

    def __str__(self) -> str:
        return self.reason


class Opinion(models.Model):
    """A player's opinion on a version of a round: agreed, or what is wrong. ``by`` is the seat of
    the phone that said it, None for the host's phone without one."""

    version = models.ForeignKey(RoundVersion, on_delete=models.CASCADE, related_name="opinions")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="opinions")
    agrees = models.BooleanField()
    words = models.CharField(max_length=MAX_WORDS, blank=True)
    by = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="said")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["seat__order", "seat__place"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "seat"], name="one_opinion_a_seat_and_version"
            ),
        ]

    def __str__(self) -> str:
        return "agreed" if self.agrees else f"disagrees: {self.words}"
