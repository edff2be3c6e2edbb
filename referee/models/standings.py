"""Results and ratings of finished games, kept so that standings score no game again; all can be
made anew (see services.counting)."""

from django.db import models
from django.db.models import Q

from ..standings.placing import WHOLE_WIN
from .clubs import Club, GameNight, Player
from .games import Game


class Placing(models.Model):
    """One player's result of one finished game.

    Attributes:
        played_at: when the game began, its place in the order of games; ``date`` is its night's.
        menu: its key (see :class:`referee.rules.menus.Menu`), "" where the game has none.
        players: how many people played, without the dummy.
        place: the rank, from 1; equal ones are equal.
        win: the share of the victory in parts of ``WHOLE_WIN``.
        margin: points ahead of the best of the others, negative behind.
        behind: the most points behind the leader after the first or second round, at least 0.
        best_round: its points; ``best_round_number`` from 1.
        puddings: pudding cards, or icons, that counted at the game's end.
        cards: ``[cards, points]`` by card type, for every type of the game.
            Of a game with totals only, ``cards`` is empty; ``behind`` and the best round are None,
            and so are ``puddings`` that nobody noted.
        minutes: how long the game was played, None where nobody knows.
        nth: the player's how-manyth game, from 1; ``mu`` and ``sigma`` the rating after it.
    """

    # Of these, indexes below begin with each.
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="placings", db_index=False
    )
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="placings", db_index=False
    )
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="placings", db_index=False
    )
    night = models.ForeignKey(
        GameNight, on_delete=models.CASCADE, related_name="placings", db_index=False
    )
    played_at = models.DateTimeField()
    date = models.DateField()
    ruleset = models.CharField(max_length=20)
    menu = models.CharField(max_length=200, blank=True, default="", db_default="")
    players = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    win = models.PositiveSmallIntegerField()
    total = models.IntegerField()
    margin = models.IntegerField()
    behind = models.PositiveSmallIntegerField(null=True)
    best_round = models.IntegerField(null=True)
    best_round_number = models.PositiveSmallIntegerField(null=True)
    puddings = models.PositiveSmallIntegerField(null=True)
    cards = models.JSONField()
    minutes = models.PositiveSmallIntegerField(null=True)
    nth = models.PositiveIntegerField(default=0)
    mu = models.FloatField(default=0)
    sigma = models.FloatField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_placing_a_game"),
        ]
        indexes = [
            models.Index(fields=["club", "played_at", "game"], name="placings_in_order"),
            models.Index(fields=["player", "played_at", "game"], name="placings_of_a_player"),
            models.Index(fields=["player", "nth"], name="placings_by_number"),
            models.Index(fields=["night", "player"], name="placings_of_a_night"),
            models.Index(fields=["club", "date"], name="placings_of_a_period"),
            # With what standings are narrowed by, so that no row of other games is read.
            models.Index(
                fields=["player", "-total", "date", "ruleset", "players", "menu"], name="best_games"
            ),
            models.Index(
                fields=["club", "ruleset", "-puddings", "played_at"], name="most_puddings"
            ),
            models.Index(
                fields=["club", "margin", "played_at"],
                condition=Q(win=WHOLE_WIN),
                name="narrowest_wins",
            ),
            models.Index(
                fields=["club", "-behind", "played_at"],
                condition=Q(win=WHOLE_WIN),
                name="greatest_come_backs",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.total} points"
