"""Makes and revokes the keys of an account."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from ...access.keys import digest_of, new_secret
from ...models import Key
from ...play.services.changes import tell_revoked
from ...play.services.refusals import Refused, read_name
from .passwords import locked_account

MAX_KEYS = 20
"""Of one account."""


@transaction.atomic
def make_key(account: User, key_id: UUID, name: str, scope: str) -> str:
    """Make a key and return its secret, which nobody learns again.

    Args:
        key_id: made for this key alone; "" is returned where the key is there already.
        scope: one of :class:`~referee.models.Key.Scope`.

    Raises:
        ValidationError: for a scope that is none.
        Refused: ``name-missing``, ``name-too-long``, ``name-unprintable``, ``too-many-keys``;
            ``wrong-password`` where the account has had another one since it was given.
    """
    shown = read_name(Key, name)
    # One after the other, so that the last one that fits is made once.
    account = locked_account(account)
    if Key.objects.filter(pk=key_id).exists():
        return ""
    if Key.objects.filter(account=account).count() >= MAX_KEYS:
        raise Refused("too-many-keys", most=MAX_KEYS)
    secret = new_secret()
    key = Key(pk=key_id, account=account, name=shown, scope=scope, digest=digest_of(secret))
    key.full_clean()
    key.save(force_insert=True)
    return secret


def revoke_keys(account: User, *which: UUID) -> int:
    """Revoke these keys of an account for good, or all where none is named, and end their streams;
    return how many there were."""
    keys = account.keys.filter(pk__in=which) if which else account.keys.all()
    revoked = list(keys.values_list("pk", flat=True))
    gone = account.keys.filter(pk__in=revoked).delete()[1].get("referee.Key", 0)
    for key_id in revoked:
        tell_revoked(key_id)
    return gone


def note_use(key: Key) -> None:
    """Note that a key was used today; written once a day."""
    today = timezone.localdate()
    if key.used_on != today:
        Key.objects.filter(pk=key.pk).update(used_on=today)
