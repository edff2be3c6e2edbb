"""What a file of past games has brought is known, so that it can be taken back."""

from uuid import uuid4

from django.db import migrations, models
from django.db.models.deletion import CASCADE
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("referee", "0039_hosts_beside_the_club")]

    operations = [
        migrations.CreateModel(
            "PastFile",
            [
                (
                    "id",
                    models.UUIDField(
                        primary_key=True, default=uuid4, editable=False, serialize=False
                    ),
                ),
                ("at", models.DateTimeField(default=timezone.now)),
                ("games", models.JSONField()),
                ("players", models.JSONField()),
                ("nights", models.JSONField()),
                (
                    "club",
                    models.ForeignKey("referee.club", CASCADE, related_name="past_files"),
                ),
            ],
            {"ordering": ["-at"]},
        ),
    ]
