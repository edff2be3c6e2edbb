"""Work beside requests lies in a table: webhooks that are to be sent something have their jobs."""

from typing import Any

import django.utils.timezone
from django.db import migrations, models
from django.db.models import Min, Q


def make_jobs(apps: Any, editor: Any) -> None:
    """Let what is due be due, and what rests rest as long."""
    deliveries, jobs = (
        apps.get_model("referee", name).objects.using(editor.connection.alias)
        for name in ("Delivery", "Job")
    )
    waiting = deliveries.filter(due_at__isnull=False).values("webhook", "webhook__rests_until")
    jobs.bulk_create(
        jobs.model(
            kind="webhook",
            about=str(row["webhook"]),
            due_at=row["due"],
            held_until=row["webhook__rests_until"],
        )
        for row in waiting.annotate(due=Min("due_at")).order_by("webhook")
    )


class Migration(migrations.Migration):
    dependencies = [("referee", "0034_keys_and_addresses_are_some")]

    operations = [
        migrations.CreateModel(
            "Job",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("remove", "Remove"),
                            ("import", "Import"),
                            ("rate", "Rate"),
                            ("webhook", "Webhook"),
                            ("forget", "Forget"),
                        ],
                        max_length=10,
                    ),
                ),
                ("about", models.CharField(blank=True, default="", max_length=40)),
                ("phone", models.CharField(blank=True, default="", max_length=64)),
                ("progress", models.TextField(blank=True, default="")),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now, null=True)),
                ("held_until", models.DateTimeField(default=django.utils.timezone.now)),
                ("tries", models.PositiveIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["kind", "about"], name="a_job_is_asked_for_once"
                    ),
                    models.CheckConstraint(
                        condition=Q(kind__in=["remove", "import", "rate", "webhook", "forget"]),
                        name="a_job_has_a_kind",
                    ),
                ],
            },
        ),
        migrations.RunPython(make_jobs, migrations.RunPython.noop),
        migrations.RemoveField("webhook", "rests_until"),
    ]
