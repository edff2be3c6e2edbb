"""Games of which paper kept the totals; notes and places; corrections of who sat at a game; merges
that can be undone."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("referee", "0021_versions_of_clubs"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="location",
            field=models.CharField(blank=True, db_default="", default="", max_length=60),
        ),
        migrations.AddField(
            model_name="game",
            name="note",
            field=models.CharField(blank=True, db_default="", default="", max_length=500),
        ),
        migrations.AddField(
            model_name="game",
            name="totals_only",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="gamenight",
            name="note",
            field=models.CharField(blank=True, db_default="", default="", max_length=500),
        ),
        migrations.AddField(
            model_name="seat",
            name="puddings",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="total",
            field=models.SmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="placing",
            name="behind",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="placing",
            name="best_round",
            field=models.IntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="placing",
            name="best_round_number",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="placing",
            name="puddings",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.CreateModel(
            name="Correction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("before", models.JSONField()),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="corrected",
                        to="referee.seat",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="corrections",
                        to="referee.game",
                    ),
                ),
            ],
            options={
                "ordering": ["version"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "version"), name="one_correction_a_version"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("is_hidden", models.BooleanField(default=False)),
                ("is_anonymous", models.BooleanField(default=False)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("games", models.ManyToManyField(related_name="+", to="referee.game")),
                (
                    "kept",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merges",
                        to="referee.player",
                    ),
                ),
                (
                    "within",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merges",
                        to="referee.merge",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kept", None), ("within__isnull", False)),
                            models.Q(("kept__isnull", False), ("within", None)),
                            _connector="OR",
                        ),
                        name="merged_into_a_player_or_with_one",
                    )
                ],
            },
        ),
    ]
