"""What finished games leave behind for the standings: results, their sums, and ratings.

Everything here follows from the finished games and can be made anew from them (see
services.counting). It is kept because a club's page must not read thousands of games.
"""

from django.db import models
from django.db.models import Q

from ..standings.placing import WHOLE_WIN
from .clubs import Club, GameNight, Player
from .games import Game


class Placing(models.Model):
    """One player's result of one finished game. A game that is not finished has none.

    Attributes:
        played_at: when the game began, which is its place in the order of games; ``date`` is its
            night's.
        players: how many people played, the dummy not counted.
        place: the rank, from 1; equal ones are equal.
        win: the share of the victory in parts of ``WHOLE_WIN``, 0 for none.
        margin: points ahead of the best of the others, negative behind.
        behind: the most points behind the leader after the first or second round, at least 0.
        best_round: points of the player's best round; ``best_round_number`` from 1.
        puddings: the pudding cards, or pudding icons, that counted at the game's end.
        cards: by card type ``[cards, points]``, for every type that the game was played with.
        nth: the player's how-manyth game, from 1, in the order of games; ``mu`` and ``sigma`` the
            rating after it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="placings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="placings")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="placings")
    night = models.ForeignKey(GameNight, on_delete=models.CASCADE, related_name="placings")
    played_at = models.DateTimeField()
    date = models.DateField()
    ruleset = models.CharField(max_length=20)
    players = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    win = models.PositiveSmallIntegerField()
    total = models.IntegerField()
    margin = models.IntegerField()
    behind = models.PositiveSmallIntegerField()
    best_round = models.IntegerField()
    best_round_number = models.PositiveSmallIntegerField()
    puddings = models.PositiveSmallIntegerField()
    cards = models.JSONField()
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
            models.Index(fields=["club", "date"], name="placings_of_a_period"),
            models.Index(fields=["player", "-total"], name="best_games"),
            models.Index(fields=["player", "-best_round"], name="best_rounds"),
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


class Tally(models.Model):
    """The sums of a player's results in a period, of a ruleset and a number of players.

    ``period`` is "" for all time, a year ("2026") or a month ("2026-11"); ``ruleset`` "" and
    ``players`` 0 stand for all of them. Every result is in the twelve tallies that it fits, so that
    any standings are read from as many rows as there are players. ``best`` and ``best_round`` are
    the placings that hold the most points in a game and in a round, the earliest of equal ones.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tallies")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tallies")
    period = models.CharField(max_length=7, blank=True)
    ruleset = models.CharField(max_length=20, blank=True)
    players = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField()
    wins = models.PositiveBigIntegerField()
    places = models.PositiveBigIntegerField()
    points = models.BigIntegerField()
    margins = models.BigIntegerField()
    best = models.ForeignKey(Placing, on_delete=models.SET_NULL, null=True, related_name="+")
    best_round = models.ForeignKey(Placing, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "period", "ruleset", "players"], name="one_tally_of_a_kind"
            ),
        ]
        indexes = [
            models.Index(fields=["club", "period", "ruleset", "players"], name="tallies_of_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.games} games"


class CardTally(models.Model):
    """How many cards of a type a player has had in all, and what they brought.

    ``games`` counts those that were played with the type.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="card_tallies")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="card_tallies")
    type = models.CharField(max_length=30)
    games = models.PositiveIntegerField()
    cards = models.PositiveBigIntegerField()
    points = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "type"], name="one_tally_a_card_type"),
        ]

    def __str__(self) -> str:
        return f"{self.cards} {self.type}"


class PairTally(models.Model):
    """Two players' games against each other, seen from one of them.

    ``ahead`` and ``level`` count the games in which the player's rank was better, or the same;
    ``points`` is the sum of what the player had more.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="pair_tallies")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="pair_tallies")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    games = models.PositiveIntegerField()
    ahead = models.PositiveIntegerField()
    level = models.PositiveIntegerField()
    points = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "other"], name="one_tally_a_pair"),
        ]

    def __str__(self) -> str:
        return f"{self.ahead} of {self.games}"


class MenuTally(models.Model):
    """How often a club has finished a Party game with a menu.

    ``menu`` is a menu's name, or the seven types of one's own in the catalogue's order, parted by
    spaces.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="menu_tallies")
    menu = models.CharField(max_length=200)
    games = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "menu"], name="one_tally_a_menu"),
        ]

    def __str__(self) -> str:
        return f"{self.menu}: {self.games}"
