"""Stretches of a club's days with standings of their own, and who was champion."""

import uuid

from django.db import models
from django.utils import timezone

from .clubs import Club, Player


class Season(models.Model):
    """A stretch of days with standings of its own. A calendar year is one by itself, and has a row
    only when its criteria were changed or its champion is kept.

    Attributes:
        name: "" for a calendar year.
        by: a key of :data:`referee.standings.ranking.ORDERS`.
        least_games, least_nights: who has played fewer has no rank.
        closed_at: when its champions were kept; None while they follow from the results.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=60, blank=True)
    first = models.DateField()
    last = models.DateField()
    by = models.CharField(max_length=20, default="wins")
    least_games = models.PositiveSmallIntegerField(default=0)
    least_nights = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "first", "last"], name="one_season_a_stretch_in_a_club"
            )
        ]

    def __str__(self) -> str:
        return self.name or str(self.first.year)

    @property
    def is_kept(self) -> bool:
        """Whether it is stored; a calendar year need not be."""
        return not self._state.adding

    @property
    def is_year(self) -> bool:
        """Whether it is a calendar year to which nobody has given a name."""
        return not self.name

    @property
    def key(self) -> str:
        """What its address ends with: a year's number, or its id."""
        return str(self.first.year) if self.is_year else str(self.pk)


class Champion(models.Model):
    """Somebody who was champion when a season was closed, with the sums of that moment; ``wins`` in
    parts of :data:`referee.standings.placing.WHOLE_WIN`."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="champions")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="titles")
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    points = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="one_title_a_season")
        ]

    def __str__(self) -> str:
        return f"champion of {self.season_id}"
