"""Work that is to be done beside requests."""

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Job(models.Model):
    """A piece of work, known by its ``kind`` and what it is ``about``: an id, or "".

    It is to be done at ``due_at``; None: it is over. Nobody else does it before ``held_until``: who
    does it renews that, and after a failure it rests so long. ``tries`` counts the failures in a
    row. ``phone`` is who waits for what comes of it, or ""; ``progress`` what is known of that so
    far, as JSON in ASCII: what is quoted of a file may be what PostgreSQL does not store.
    """

    class Kind(models.TextChoices):
        REMOVE = "remove"
        IMPORT = "import"
        RATE = "rate"
        WEBHOOK = "webhook"
        FORGET = "forget"
        TAKE_OVER = "take-over"

    kind = models.CharField(max_length=10, choices=Kind)
    about = models.CharField(max_length=40, blank=True, default="")
    phone = models.CharField(max_length=64, blank=True, default="")
    progress = models.TextField(blank=True, default="")
    made_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now, null=True)
    held_until = models.DateTimeField(default=timezone.now)
    tries = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "about"], name="a_job_is_asked_for_once"),
            models.CheckConstraint(
                condition=Q(
                    kind__in=["remove", "import", "rate", "webhook", "forget", "take-over"]
                ),
                name="a_job_has_a_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.about}"
