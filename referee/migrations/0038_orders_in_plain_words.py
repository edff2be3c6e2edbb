"""The orders of standings are called as the pages call them; no row changes."""

from django.db import migrations, models

ORDERS = {
    "wins": "Wins",
    "win-rate": "Share of wins",
    "place": "Usual place",
    "points": "Points a game",
    "rating": "Rating",
}


class Migration(migrations.Migration):
    dependencies = [("referee", "0037_webhooks_are_told_of_more")]

    operations = [
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
    ]
