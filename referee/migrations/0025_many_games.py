"""Clubs with many games: figures of a year are cached by the last change of that year's results,
the search among nights finds them by index, and a placing has no index twice."""

from django.db import migrations, models
from django.db.models import Q

OF = {"game": "Game", "player": "Player", "club": "Club", "night": "GameNight"}
"""Whose placings are: indexes that are there begin with each of them but the last."""


class Migration(migrations.Migration):
    dependencies = [("referee", "0024_looks_of_players")]

    operations = [
        migrations.AddField("club", "years", models.JSONField(db_default={}, default=dict)),
        *(
            migrations.AlterField(
                "placing",
                of,
                models.ForeignKey(
                    f"referee.{model}",
                    on_delete=models.CASCADE,
                    related_name="placings",
                    db_index=False,
                ),
            )
            for of, model in OF.items()
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
