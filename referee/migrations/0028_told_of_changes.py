"""Webhooks of clubs, what they are told, and calendars of nights."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import referee.models.clubs


class Migration(migrations.Migration):
    dependencies = [
        ("referee", "0027_kept_answers"),
    ]

    operations = [
        migrations.CreateModel(
            name="Calendar",
            fields=[
                (
                    "token",
                    models.CharField(
                        default=referee.models.clubs.new_token,
                        editable=False,
                        max_length=40,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calendar",
                        to="referee.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("address", models.CharField(max_length=500)),
                ("events", models.JSONField()),
                ("secret", models.CharField(max_length=60)),
                ("is_on", models.BooleanField(default=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("rests_until", models.DateTimeField(default=django.utils.timezone.now)),
                ("failures", models.PositiveIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="referee.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "event",
                    models.CharField(
                        choices=[
                            ("round.confirmed", "Round Confirmed"),
                            ("game.finished", "Game Finished"),
                            ("game.corrected", "Game Corrected"),
                        ],
                        max_length=20,
                    ),
                ),
                ("body", models.TextField()),
                ("made_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("tried_at", models.DateTimeField(null=True)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("fault", models.CharField(blank=True, default="", max_length=20)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="referee.game",
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="referee.webhook",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)),
                        fields=["due_at", "webhook"],
                        name="what_is_due",
                    ),
                    models.Index(fields=["webhook", "made_at"], name="deliveries_of_a_webhook"),
                ],
            },
        ),
    ]
