"""Players have a look, clubs know since when their ratings are out of date, and a player's games
are found by their numbers."""

from itertools import groupby
from typing import Any

from django.db import migrations, models
from django.db.models import F, Min


def number_players(apps: Any, _schema_editor: Any) -> None:
    """Give the players of each club their looks in the order of their first games."""
    players = apps.get_model("referee", "Player")
    first = Min("placings__played_at")
    rows = players.objects.annotate(first=first).order_by(
        "club", F("first").asc(nulls_last=True), "name"
    )
    for _club, of_club in groupby(rows, key=lambda player: player.club_id):
        numbered = list(of_club)
        for look, player in enumerate(numbered):
            player.look = look
        players.objects.bulk_update(numbered, ["look"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("referee", "0023_titles_of_merges")]

    operations = [
        migrations.AddField("club", "rates_from", models.DateTimeField(null=True)),
        migrations.AddField("player", "look", models.PositiveIntegerField(default=0, db_default=0)),
        migrations.AddField("merge", "look", models.PositiveIntegerField(default=0, db_default=0)),
        migrations.AddIndex(
            "placing", models.Index(fields=["player", "nth"], name="placings_by_number")
        ),
        migrations.RunPython(number_players, migrations.RunPython.noop, elidable=True),
    ]
