"""The people who play, and their evenings."""

import uuid

from django.db import models


class Club(models.Model):
    """The people that one phone keeps score for; made silently with its first game."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    phone = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"club {self.pk}"


class Player(models.Model):
    """A person over the months, known to the club by name."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_player_a_name_in_a_club")
        ]

    def __str__(self) -> str:
        return self.name


class GameNight(models.Model):
    """An evening of a club with its games."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="nights")
    date = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "date"], name="one_night_a_date_in_a_club")
        ]

    def __str__(self) -> str:
        return f"{self.date}"
