"""Phones that joined a game by its code."""

from django.db import models

from .games import Game, Seat


class Guest(models.Model):
    """A phone at a table: a player with a seat, or a watcher without one; the host's only with a
    seat. One that was sent away keeps its row, so that the code does not let it in again."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="guests")
    phone = models.CharField(max_length=64)
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, null=True, related_name="guest")
    sent_away = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["joined_at"]
        constraints = [
            models.UniqueConstraint(fields=["game", "phone"], name="a_phone_joins_a_game_once"),
            models.CheckConstraint(
                condition=models.Q(sent_away=False) | models.Q(seat=None),
                name="who_was_sent_away_holds_no_seat",
            ),
        ]
        indexes = [models.Index(fields=["phone"], name="games_of_a_phone")]

    def __str__(self) -> str:
        return f"guest {self.pk}"
