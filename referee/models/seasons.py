"""Stretches of a club's days with standings of their own, and who was champion."""

import datetime
import uuid

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Cast, Substr
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..standings.league import MAX_LIST, USUAL, read_place_points
from ..standings.ranking import ORDERS
from ..wording.figures import ORDER_NAMES
from .clubs import Club, Player
from .fields import CONTROLS, DAYS, MAX_LINE, Day, Line, PlacePoints

MOST_LEAST = 9999
"""Games or nights that it may take to have a rank."""
DAYS_BACKWARDS = _("This day is before the first one.")


def _year_of(day: str) -> Substr:
    """Return the year of a day in a constraint; SQLite's own function for it is Python's."""
    return Substr(Cast(day, models.CharField()), 1, len("2026"))


class Season(models.Model):
    """A stretch of days with standings of its own. A calendar year is one by itself, and has a row
    only when its criteria were changed or its champion is kept.

    Attributes:
        name: "" for a calendar year.
        place_points: what places are worth, kept also where they are not ranked by it.
        least_games, least_nights: who has played fewer has no rank.
        own_tie_breaks: whether a tie that a table itself broke counts as it decided.
        closed_at: when its champions were kept; None while they follow from the results.
    """

    CRITERIA = ("by", "place_points", "least_games", "least_nights", "own_tie_breaks")
    """What it is ranked by, and who has a rank; of a calendar year nothing else can be said."""
    FACTS = ("name", "first", "last", *CRITERIA)
    """What is said of a season, in the order of its form."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = Line(_("Name of the season"), max_length=MAX_LINE, blank=True)
    first: "models.DateField[datetime.date, datetime.date]" = Day(_("From"))
    last: "models.DateField[datetime.date, datetime.date]" = Day(_("To"))
    by = models.CharField(_("Ranked by"), max_length=20, default="wins", choices=ORDER_NAMES)
    place_points = PlacePoints(
        _("Points for places, such as 5-3-1"), max_length=MAX_LIST, default=USUAL
    )
    least_games = models.PositiveSmallIntegerField(
        _("At least … games"),
        default=0,
        validators=[MinValueValidator(0), MaxValueValidator(MOST_LEAST)],
    )
    least_nights = models.PositiveSmallIntegerField(
        _("At least … nights"),
        default=0,
        validators=[MinValueValidator(0), MaxValueValidator(MOST_LEAST)],
    )
    own_tie_breaks = models.BooleanField(
        _("The tables’ own tie-breaks count"), default=False, db_default=False
    )
    made_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "first", "last"], name="one_season_a_stretch_in_a_club"
            ),
            models.CheckConstraint(
                condition=Q(first__range=DAYS, last__range=DAYS, last__gte=F("first")),
                name="a_season_goes_forward",
            ),
            models.CheckConstraint(
                condition=Q(
                    name__length__lte=MAX_LINE,
                    name__without=CONTROLS,
                    by__in=list(ORDERS),
                    place_points__length__lte=MAX_LIST,
                    least_games__lte=MOST_LEAST,
                    least_nights__lte=MOST_LEAST,
                ),
                name="a_season_can_be_ranked",
            ),
            models.CheckConstraint(
                condition=~Q(name="")
                | Q(
                    Exact(_year_of("first"), _year_of("last")),
                    first__endswith="-01-01",
                    last__endswith="-12-31",
                ),
                name="a_nameless_season_is_a_year",
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.first.year)

    def clean(self) -> None:
        """Check that the days are in order, and that only a calendar year has no name."""
        if not self.first or not self.last:
            return
        if self.first > self.last:
            wrong = ValidationError(DAYS_BACKWARDS, "days-backwards", {"value": f"{self.last}"})
            raise ValidationError({"last": wrong})
        year = datetime.date(self.first.year, 1, 1), datetime.date(self.first.year, 12, 31)
        if self.name == "" and (self.first, self.last) != year:
            message = _("A season that is not a calendar year needs a name.")
            raise ValidationError({"name": ValidationError(message, "season-nameless")})

    @property
    def is_kept(self) -> bool:
        """Return whether the season is stored; a calendar year need not be."""
        return not self._state.adding

    @property
    def is_year(self) -> bool:
        """Return whether it is a calendar year to which nobody has given a name."""
        return not self.name

    @property
    def counted_points(self) -> tuple[int, ...]:
        """Return what each place is worth, () where they are not ranked by that."""
        return read_place_points(self.place_points) if self.by == "place-points" else ()

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
