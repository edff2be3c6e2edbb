"""A night of several tables: who plays in it, how its draws seat them, and the phones in the
hall."""

import secrets
import uuid

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..standings.league import MAX_LIST
from .clubs import GameNight, Player
from .fields import PlacePoints
from .games import Game, new_code

MOST_DRAWS = 6
"""Of an evening, without its final."""
SMALLEST_TABLE, LARGEST_TABLE = 3, 8
USUAL_PLACE_POINTS = "5-3-1-0"
MOST_SEED = 2**31 - 1


def new_seed() -> int:
    """Return a random seed for the draws of an evening."""
    return secrets.randbelow(MOST_SEED + 1)


class Tournament(models.Model):
    """A night at several tables at once: everybody is drawn to tables several times, and their
    places there add up.

    ``ruleset``, ``menu``, ``variants`` and ``house_rules`` are those of all its games, as a Game
    has them. ``draws`` is how often everybody is drawn, ``largest`` how many sit at one table at
    most. ``by_strength``: the strong meet the strong. ``has_final``: the best play one more game.
    ``code`` lets phones in until the evening is over. From ``seed`` the next draw follows.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    night = models.OneToOneField(GameNight, on_delete=models.CASCADE, related_name="tournament")
    ruleset = models.CharField(max_length=20)
    menu = models.JSONField(null=True)
    variants = models.JSONField(default=list)
    house_rules = models.JSONField(default=dict)
    draws = models.PositiveSmallIntegerField(
        _("How often tables are drawn"),
        default=3,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_DRAWS)],
    )
    largest = models.PositiveSmallIntegerField(
        _("Most players at a table"),
        default=4,
        validators=[MinValueValidator(SMALLEST_TABLE), MaxValueValidator(LARGEST_TABLE)],
    )
    place_points = PlacePoints(
        _("Points for places"), max_length=MAX_LIST, default=USUAL_PLACE_POINTS
    )
    by_strength = models.BooleanField(
        _("From the second draw, the strong meet the strong"), default=False
    )
    has_final = models.BooleanField(_("The best four play a final"), default=False)
    seed = models.PositiveIntegerField(default=new_seed)
    code = models.CharField(max_length=6, unique=True, default=new_code)
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    draws__range=(1, MOST_DRAWS), largest__range=(SMALLEST_TABLE, LARGEST_TABLE)
                ),
                name="a_tournament_can_be_drawn",
            ),
        ]

    def __str__(self) -> str:
        return f"tournament of {self.night_id}"


class Entrant(models.Model):
    """A player who plays at the tables of an evening. Who ``is_away`` is not drawn."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="entries")
    is_away = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="a_player_enters_a_tournament_once"
            ),
        ]

    def __str__(self) -> str:
        return f"entrant {self.pk}"


class Visitor(models.Model):
    """A phone in the hall: an entrant's, or one that only watches, as a television does."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="visitors")
    phone = models.CharField(max_length=64)
    entrant = models.OneToOneField(
        Entrant, on_delete=models.SET_NULL, null=True, related_name="visitor"
    )
    sent_away = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "phone"], name="a_phone_visits_a_tournament_once"
            ),
            models.CheckConstraint(
                condition=Q(sent_away=False) | Q(entrant=None),
                name="a_phone_that_was_sent_away_is_no_entrants",
            ),
        ]
        indexes = [models.Index(fields=["phone"], name="tournaments_of_a_phone")]

    def __str__(self) -> str:
        return f"visitor {self.pk}"


class Wish(models.Model):
    """Two entrants who want to sit at one table once, or never (``apart``)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="wishes")
    one = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    apart = models.BooleanField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="one_wish_a_pair"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="a_wish_is_of_two"),
        ]

    def __str__(self) -> str:
        return f"wish of {self.one_id} and {self.other_id}"


class Draw(models.Model):
    """One seating of everybody who is there, from 1; the final's is the last. ``seed`` is what it
    was drawn from."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="made_draws")
    number = models.PositiveSmallIntegerField()
    is_final = models.BooleanField(default=False)
    seed = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_draw_a_number"),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(is_final=True),
                name="a_tournament_has_one_final",
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.number}"


class DrawnTable(models.Model):
    """A table of a draw, from 1; ``game`` is None until it begins there."""

    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(
        Game, on_delete=models.SET_NULL, null=True, related_name="drawn_table"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "number"], name="one_table_a_number"),
        ]

    def __str__(self) -> str:
        return f"table {self.number}"


class DrawnSeat(models.Model):
    """Where an entrant sits in a draw: at a table, whose draw it is, at a place from 1."""

    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(DrawnTable, on_delete=models.CASCADE, related_name="seats")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="drawn_seats")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "entrant"], name="an_entrant_sits_once_a_draw"),
            models.UniqueConstraint(fields=["table", "place"], name="one_entrant_a_place"),
        ]

    def __str__(self) -> str:
        return f"seat {self.place} of {self.table_id}"
