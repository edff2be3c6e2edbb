"""Versions of a round get rows of their own, with who confirmed them and what was tapped before."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def whose(name: str) -> models.ForeignKey[Any, Any]:
    """The seat of the phone that did it; none for the host's phone without a seat."""
    return models.ForeignKey(
        null=True,
        on_delete=django.db.models.deletion.CASCADE,
        related_name=name,
        to="referee.seat",
    )


class Migration(migrations.Migration):
    dependencies = [("referee", "0002_joining")]

    operations = [
        migrations.CreateModel(
            name="RoundVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("rules_version", models.PositiveIntegerField()),
                ("by", whose("confirmed")),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="referee.round",
                    ),
                ),
            ],
            options={
                "ordering": ["version"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("round", "version"), name="one_version_a_number"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Reopening",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("made", models.PositiveIntegerField(null=True)),
                (
                    "cause",
                    models.CharField(
                        choices=[("host", "Host"), ("late-taps", "Late Taps")], max_length=10
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("was_over", models.BooleanField(default=False)),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("by", whose("reopened")),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reopenings",
                        to="referee.round",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("made", None)),
                        fields=("round",),
                        name="a_round_is_open_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Opinion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("agrees", models.BooleanField()),
                ("words", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField(auto_now=True)),
                ("by", whose("said")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="opinions",
                        to="referee.seat",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="opinions",
                        to="referee.roundversion",
                    ),
                ),
            ],
            options={
                "ordering": ["seat__place"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("version", "seat"), name="one_opinion_a_seat_and_version"
                    )
                ],
            },
        ),
        migrations.RemoveConstraint("RoundScore", "one_score_a_seat_and_version"),
        migrations.RenameField("RoundScore", "version", "old_version"),
        migrations.AddField(
            "RoundScore",
            "version",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="scores",
                to="referee.roundversion",
            ),
        ),
    ]
