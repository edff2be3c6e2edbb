"""A score belongs to a version of a round, which says what the score itself said before."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("referee", "0004_gather_versions")]

    operations = [
        migrations.AlterField(
            "RoundScore",
            "version",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="scores",
                to="referee.roundversion",
            ),
        ),
        migrations.RemoveField("RoundScore", "round"),
        migrations.RemoveField("RoundScore", "old_version"),
        migrations.RemoveField("RoundScore", "rules_version"),
        migrations.RemoveField("RoundScore", "confirmed_at"),
        migrations.AddConstraint(
            "RoundScore",
            models.UniqueConstraint(
                fields=("version", "seat"), name="one_score_a_seat_and_version"
            ),
        ),
    ]
