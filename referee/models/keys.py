"""Keys, by which programs come in for an account."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .fields import CONTROLS, MAX_NAME, Name

_BEFORE_ID = "key "


class Key(models.Model):
    """A key of an account for a program. Its secret is stored hashed (SHA-256, of 256
    random bits); ``used_on`` is the day of its last use, None before the first."""

    class Scope(models.TextChoices):
        READ = "read", _("only read")
        ENTER = "enter", _("read, and enter cards")
        MANAGE = "manage", _("read, enter cards, and change or delete what the club has")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="keys"
    )
    name = Name(_("What the key is for"), max_length=MAX_NAME)
    scope = models.CharField(_("It may"), max_length=10, choices=Scope, default=Scope.READ)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    used_on = models.DateField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(name="")
                & Q(name__length__lte=MAX_NAME, name__without=CONTROLS)
                & Q(scope__in=["read", "enter", "manage"]),
                name="a_key_has_a_name_and_a_scope",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def phone(self) -> str:
        """The id under which what comes by it is kept beside what comes from phones."""
        return f"{_BEFORE_ID}{self.pk}"

    @classmethod
    def of_phone(cls, phone: str) -> "Key | None":
        """Return the key that has this id beside those of phones, None for a phone's. Raises
        Key.DoesNotExist for a key that was revoked."""
        if not phone.startswith(_BEFORE_ID):
            return None
        return cls.objects.get(pk=phone.removeprefix(_BEFORE_ID))


class KeptAnswer(models.Model):
    """What a POST was answered that was sent with an ``Idempotency-Key``, kept for a day.

    ``owner`` is the phone's or the key's id, ``digest`` a hash (SHA-256) of the request. ``status``
    is None while the request is under way, and since ``made_at``.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.CharField(max_length=64)
    key = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.TextField(blank=True, default="")
    location = models.CharField(max_length=200, blank=True, default="")
    made_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "key"], name="a_request_is_answered_once")
        ]

    def __str__(self) -> str:
        return f"answer to {self.key}"
