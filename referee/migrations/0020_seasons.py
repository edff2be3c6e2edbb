"""Seasons, and the champions that they keep."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("referee", "0019_menus_of_placings")]

    operations = [
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=60)),
                ("first", models.DateField()),
                ("last", models.DateField()),
                ("by", models.CharField(default="wins", max_length=20)),
                ("least_games", models.PositiveSmallIntegerField(default=0)),
                ("least_nights", models.PositiveSmallIntegerField(default=0)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="referee.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Champion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("games", models.PositiveIntegerField()),
                ("wins", models.PositiveIntegerField()),
                ("points", models.IntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="titles",
                        to="referee.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="champions",
                        to="referee.season",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(
                fields=["club", "first", "last"], name="one_season_a_stretch_in_a_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="champion",
            constraint=models.UniqueConstraint(
                fields=["season", "player"], name="one_title_a_season"
            ),
        ),
    ]
