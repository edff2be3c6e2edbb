"""The database refuses a season that cannot be: one that was made past the pages is put right."""

from datetime import date, timedelta
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Substr

ORDERS = ["wins", "win-rate", "place", "points", "rating"]
FIRST, LAST = date(1900, 1, 1), date(2999, 12, 31)
LIMITS = [MinValueValidator(0), MaxValueValidator(9999)]


def put_right(apps: Any, editor: Any) -> None:
    """Bring days in order and into these centuries, and criteria and names within their bounds."""
    seasons = apps.get_model("referee", "Season").objects.using(editor.connection.alias)
    seasons.exclude(by__in=ORDERS).update(by="wins")
    seasons.filter(least_games__gt=9999).update(least_games=9999)
    seasons.filter(least_nights__gt=9999).update(least_nights=9999)
    seasons.filter(name__length__gt=60).update(name=Substr("name", 1, 60))
    for season in seasons.filter(Q(last__lt=F("first")) | Q(first__lt=FIRST) | Q(last__gt=LAST)):
        days = sorted([season.first, season.last])
        season.first, season.last = (min(max(day, FIRST), LAST) for day in days)
        same = seasons.filter(club=season.club, first=season.first).exclude(pk=season.pk)
        while season.last > season.first and same.filter(last=season.last).exists():
            season.last -= timedelta(days=1)
        season.save()
    editor.connection.check_constraints()  # PostgreSQL alters no table that waits for it


class Migration(migrations.Migration):
    dependencies = [("referee", "0031_wasabi_alone")]

    operations = [
        migrations.RunPython(put_right, migrations.RunPython.noop),
        migrations.AlterField(
            "season",
            "by",
            models.CharField(
                choices=[
                    ("wins", "Wins"),
                    ("win-rate", "Wins a game"),
                    ("place", "Average place"),
                    ("points", "Average points"),
                    ("rating", "Rating"),
                ],
                default="wins",
                max_length=20,
                verbose_name="Ranked by",
            ),
        ),
        migrations.AlterField("season", "closed_at", models.DateTimeField(blank=True, null=True)),
        migrations.AlterField("season", "first", models.DateField(verbose_name="From")),
        migrations.AlterField("season", "last", models.DateField(verbose_name="To")),
        *(
            migrations.AlterField(
                "season",
                name,
                models.PositiveSmallIntegerField(default=0, validators=LIMITS, verbose_name=label),
            )
            for name, label in (
                ("least_games", "At least … games"),
                ("least_nights", "At least … nights"),
            )
        ),
        migrations.AlterField(
            "season",
            "name",
            models.CharField(blank=True, max_length=60, verbose_name="Name of the season"),
        ),
        migrations.AddConstraint(
            "season",
            models.CheckConstraint(
                condition=Q(
                    first__range=(FIRST, LAST), last__range=(FIRST, LAST), last__gte=F("first")
                ),
                name="a_season_goes_forward",
            ),
        ),
        migrations.AddConstraint(
            "season",
            models.CheckConstraint(
                condition=Q(
                    name__length__lte=60,
                    by__in=ORDERS,
                    least_games__lte=9999,
                    least_nights__lte=9999,
                ),
                name="a_season_can_be_ranked",
            ),
        ),
    ]
