"""Lets programs in by their keys, and phones by their cookies."""

import re
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import (
    AuthenticationFailed,
    NotAuthenticated,
    ParseError,
    PermissionDenied,
)
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from referee.access.games import phone_of
from referee.access.keys import PREFIX, NoSuchKeyError, allows, key_of, sent_key
from referee.club.services.keys import note_use
from referee.models import Key


class KeyAuthentication(BaseAuthentication):
    """Reads ``Authorization: Bearer …``. Without it the phone's cookie counts, or nobody asks."""

    def authenticate(self, request: Request) -> tuple[User, Key] | None:
        """Return the account and its key, None where no key was sent."""
        if re.search(rf"={PREFIX}[\w-]{{43}}", request._request.META.get("QUERY_STRING", "")):
            wrong = _(
                "A key in an address is written into logs. Revoke it, and send another one "
                "as Authorization: Bearer."
            )
            raise ParseError(wrong, code="key-in-address")
        try:
            key = sent_key(request._request)
        except NoSuchKeyError:
            wrong = _("There is no such key, or it was revoked.")
            raise AuthenticationFailed(wrong, code="no-such-key") from None
        if key is None:
            return None
        note_use(key)
        return key.account, key

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class KeyScheme(OpenApiAuthenticationExtension):
    """Describes keys."""

    target_class = KeyAuthentication
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class WithinScope(BasePermission):
    """Whether the key is good for this; ``scope`` of the view says what its changes take, and
    everything where it says nothing; ``read_scope`` what looking takes, ``read`` where it says
    nothing. What a phone may do is not asked here:
    :mod:`referee.access` decides that, for keys too.

    Other sites' pages change nothing by a phone's cookie: it stays with its own site, and what
    comes from elsewhere by a browser's word is refused."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Look at the key, if one was sent, else at where a change comes from."""
        is_change = request.method not in SAFE_METHODS
        key = key_of(request)
        if key is None:
            if is_change:
                refuse_other_sites(request)
            return True
        if is_change:
            refuse_below(key, getattr(view, "scope", Key.Scope.MANAGE))
        else:
            refuse_below(key, getattr(view, "read_scope", Key.Scope.READ))
        return True


class KeyOrPhone(WithinScope):
    """The same, for what is nobody's without a key or a phone."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Ask for a key where there is no phone either."""
        if request.auth is None and not phone_of(request):
            raise NotAuthenticated(_("Send a key as Authorization: Bearer."))
        return super().has_permission(request, view)


def refuse_below(key: Key, scope: str) -> None:
    """Raise PermissionDenied for a key that is not good for this scope."""
    if not allows(key, scope):
        message = _("This takes a key of the scope %(scope)s.") % {"scope": scope}
        raise PermissionDenied(message, "out-of-scope")


def refuse_other_sites(request: Request) -> None:
    """Raise PermissionDenied for a change that another site's page sends."""
    if not _is_from_here(request):
        raise PermissionDenied(_("Changes are taken from SushiScore’s own pages alone."))


def _is_from_here(request: Request) -> bool:
    """Whether this site's page or a program sent the request, as far as browsers tell.

    Without Origin and Sec-Fetch-Site, https asks for a Referer, as Django's forms do: what comes
    from plain http may have been put there by anybody in between.
    """
    host = request.get_host().lower()
    scheme = "https" if settings.HTTPS else request.scheme
    own = {f"{scheme}://{host}", f"{request.scheme}://{host}"}
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin.lower() in own
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    if not request.is_secure():
        return True
    referer = request.headers.get("Referer", "").lower()
    return referer.startswith(tuple(f"{origin}/" for origin in own))
