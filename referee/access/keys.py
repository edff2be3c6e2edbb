"""Who comes in by a key, which a program sends as ``Authorization: Bearer …``. The key may see and
do what its account may, within its scope; :mod:`referee.access.clubs` and ``games`` decide."""

import hashlib
import secrets

from django.http import HttpRequest

from ..models import Key

PREFIX = "sushi_"
"""Begins every key, so that one that lies about is known for what it is."""
_SCOPES = [Key.Scope.READ, Key.Scope.ENTER, Key.Scope.MANAGE]


class NoSuchKeyError(Exception):
    """A key was sent that is none, or was revoked."""


def new_secret() -> str:
    """Return a new secret of 256 random bits, which a program sends."""
    return PREFIX + secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """Return the hash by which a key is found. A slow one guards passwords, which people make up;
    nobody guesses 256 random bits."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def sent_key(request: HttpRequest) -> Key | None:
    """Return the key that a request brings, None where it brings none.

    Raises:
        NoSuchKeyError: for what is no key, or no longer one.
    """
    kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer":
        return None
    rows = Key.objects.filter(digest=digest_of(secret.strip()), account__is_active=True)
    key = rows.select_related("account").first()
    if key is None:
        raise NoSuchKeyError
    return key


def key_of(request: HttpRequest) -> Key | None:
    """Return the key by which the network interface let this request in, None for a page's."""
    auth = getattr(request, "auth", None)
    return auth if isinstance(auth, Key) else None


def allows(key: Key, scope: str) -> bool:
    """Whether a key is good for what takes that scope; each includes those before it."""
    return _SCOPES.index(Key.Scope(key.scope)) >= _SCOPES.index(Key.Scope(scope))
