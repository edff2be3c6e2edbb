"""Keys, by which programs come in for an account."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

MAX_KEY_NAME = 40


class Key(models.Model):
    """A key of an account for a program. Its secret is stored hashed (SHA-256, of 256
    random bits); ``used_on`` is the day of its last use, None before the first."""

    class Scope(models.TextChoices):
        READ = "read"
        ENTER = "enter"
        MANAGE = "manage"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="keys"
    )
    name = models.CharField(max_length=MAX_KEY_NAME)
    scope = models.CharField(max_length=10, choices=Scope)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    used_on = models.DateField(null=True)

    def __str__(self) -> str:
        return self.name

    @property
    def phone(self) -> str:
        """The id under which what comes by it is kept beside what comes from phones."""
        return f"key {self.pk}"
