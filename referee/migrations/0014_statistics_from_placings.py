"""Sums of results are worked out from the placings now, from which they followed all along."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("referee", "0013_clubs_that_are_there")]

    operations = [
        migrations.DeleteModel("CardTally"),
        migrations.DeleteModel("MenuTally"),
        migrations.DeleteModel("PairTally"),
        migrations.DeleteModel("Tally"),
        migrations.RemoveIndex("placing", "best_rounds"),
        migrations.RemoveIndex("placing", "best_games"),
        migrations.AddIndex(
            "placing",
            models.Index(
                fields=["player", "-total", "date", "ruleset", "players"], name="best_games"
            ),
        ),
        migrations.AddField(
            "club", "results_version", models.PositiveIntegerField(db_default=0, default=0)
        ),
    ]
