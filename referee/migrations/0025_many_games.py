"""Clubs with many games: figures of a year are cached by the last change of that year's results,
and the search among nights finds them by index."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("referee", "0024_looks_of_players")]

    operations = [
        migrations.AddField("club", "years", models.JSONField(default=dict)),
        migrations.AlterField(
            "placing",
            "night",
            models.ForeignKey(
                "referee.GameNight",
                on_delete=django.db.models.deletion.CASCADE,
                related_name="placings",
                db_index=False,
            ),
        ),
        migrations.AddIndex(
            "placing", models.Index(fields=["night", "player"], name="placings_of_a_night")
        ),
        migrations.AddIndex(
            "game",
            models.Index(
                fields=["night", "location"], condition=~Q(location=""), name="games_with_a_place"
            ),
        ),
    ]
