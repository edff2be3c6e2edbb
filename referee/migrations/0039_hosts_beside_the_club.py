"""A phone at a table may be host of its game, ask for a seat that another phone holds, ask the host
to look at a disputed number, and propose a correction; of a round that is opened again it is known
whose cards are wrong."""

from uuid import uuid4

from django.db import migrations, models
from django.db.models import Q
from django.db.models.deletion import CASCADE, SET_NULL
from django.utils import timezone

JOBS = {
    "remove": "Remove",
    "import": "Import",
    "rate": "Rate",
    "webhook": "Webhook",
    "forget": "Forget",
    "take-over": "Take Over",
}
TOLD = [("got", "Got"), ("refused", "Refused"), ("lost", "Lost")]


def number():
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


class Migration(migrations.Migration):
    dependencies = [("referee", "0038_orders_in_plain_words")]

    operations = [
        migrations.AddField(
            "guest",
            "wants",
            models.ForeignKey("referee.seat", SET_NULL, null=True, related_name="wanted_by"),
        ),
        migrations.AddField(
            "guest",
            "told",
            models.CharField(max_length=7, choices=TOLD, blank=True, default="", db_default=""),
        ),
        migrations.AddField(
            "dispute", "asks_host", models.BooleanField(default=False, db_default=False)
        ),
        migrations.AddField(
            "reopening",
            "seat",
            models.ForeignKey("referee.seat", SET_NULL, null=True, related_name="reopenings"),
        ),
        migrations.CreateModel(
            "Hosting",
            [
                ("id", number()),
                ("game", models.ForeignKey("referee.game", CASCADE, related_name="hostings")),
                ("seat", models.ForeignKey("referee.seat", CASCADE, related_name="hostings")),
                (
                    "guest",
                    models.ForeignKey(
                        "referee.guest", SET_NULL, null=True, related_name="hostings"
                    ),
                ),
                ("is_taken", models.BooleanField(default=False)),
                (
                    "by",
                    models.ForeignKey(
                        "referee.seat", SET_NULL, null=True, related_name="handed_over"
                    ),
                ),
                ("at", models.DateTimeField(default=timezone.now)),
                ("begun_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "ended_by",
                    models.ForeignKey(
                        "referee.seat", SET_NULL, null=True, related_name="ended_hostings"
                    ),
                ),
                ("agreed_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["at"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=["guest"],
                        condition=Q(ended_at=None),
                        name="a_phone_is_made_host_once",
                    ),
                    models.UniqueConstraint(
                        fields=["game"],
                        condition=Q(begun_at=None, ended_at=None),
                        name="one_takes_over_at_a_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            "Proposal",
            [
                (
                    "id",
                    models.UUIDField(
                        default=uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("round", models.ForeignKey("referee.round", CASCADE, related_name="proposals")),
                ("seat", models.ForeignKey("referee.seat", CASCADE, related_name="proposals")),
                ("changes", models.JSONField()),
                ("version", models.PositiveIntegerField()),
                (
                    "by",
                    models.ForeignKey("referee.seat", CASCADE, null=True, related_name="proposed"),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("is_made", models.BooleanField(default=False)),
                ("ended_at", models.DateTimeField(null=True)),
            ],
            options={"ordering": ["at"]},
        ),
        migrations.AlterField(
            "job", "kind", models.CharField(choices=[*JOBS.items()], max_length=10)
        ),
        migrations.RemoveConstraint("job", "a_job_has_a_kind"),
        migrations.AddConstraint(
            "job",
            models.CheckConstraint(condition=Q(kind__in=[*JOBS]), name="a_job_has_a_kind"),
        ),
    ]
