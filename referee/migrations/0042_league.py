"""Seasons may be ranked by points for places, and keep the list of them. How a table itself broke a
tie may be noted, and counts where a season says so."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

ORDERS = {
    "wins": "Wins",
    "win-rate": "Share of wins",
    "place": "Usual place",
    "points": "Points a game",
    "place-points": "Points for places",
    "rating": "Rating",
}


class Migration(migrations.Migration):
    dependencies = [("referee", "0041_minutes_played")]

    operations = [
        migrations.RemoveConstraint("season", "a_season_can_be_ranked"),
        migrations.AddField(
            "season",
            "place_points",
            models.CharField(
                default="5-3-1", max_length=23, verbose_name="Points for places, such as 5-3-1"
            ),
        ),
        migrations.AddField(
            "season",
            "own_tie_breaks",
            models.BooleanField(
                db_default=False, default=False, verbose_name="The tables’ own tie-breaks count"
            ),
        ),
        migrations.AddField(
            "game",
            "tie_winner",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="ties_won",
                to="referee.player",
            ),
        ),
        migrations.AddField(
            "game",
            "tie_words",
            models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=60,
                verbose_name="How it was decided",
            ),
        ),
        migrations.AddField("game", "tie_places", models.JSONField(default=list)),
        migrations.AlterField(
            "season",
            "by",
            models.CharField(
                choices=[*ORDERS.items()],
                default="wins",
                max_length=20,
                verbose_name="Ranked by",
            ),
        ),
        migrations.AddConstraint(
            "season",
            models.CheckConstraint(
                condition=Q(
                    name__length__lte=60,
                    name__without="\x01-\x1f\x7f-\x9f",
                    by__in=list(ORDERS),
                    place_points__length__lte=23,
                    least_games__lte=9999,
                    least_nights__lte=9999,
                ),
                name="a_season_can_be_ranked",
            ),
        ),
    ]
