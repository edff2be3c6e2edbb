"""Asking for an account's password, with a limit to how often it may be wrong (django-axes)."""

import math

from axes.helpers import get_client_ip_address, get_cool_off
from axes.models import AccessAttempt
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from django.utils import timezone

from .services.accounts import LONGEST_KEY, account_key, plain_password


class WaitError(Exception):
    """This address has to wait before it may try that name again; ``seconds`` is how long, at
    most."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def account_with(request: HttpRequest, name: str, password: str) -> User | None:
    """The account of that name, if that is its password.

    Raises:
        WaitError: after too many wrong ones, also for the right one.
    """
    key = account_key(name)
    if not 0 < len(key) <= LONGEST_KEY:
        return None  # no account can have that name, and no note of the try would hold it
    account = authenticate(request, username=key, password=plain_password(password))
    if getattr(request, "axes_locked_out", False):
        # The answer is the page of the form; axes' middleware would put a page of its own in place.
        request.axes_locked_out = False  # type: ignore[attr-defined]  # axes adds it
        raise WaitError(_seconds_to_wait(request, key))
    if not isinstance(account, User):
        return None
    # The wrong tries before are forgiven by this; there is no session to log in to.
    user_logged_in.send(sender=User, request=request, user=account)
    return account


def _seconds_to_wait(request: HttpRequest, key: str) -> int:
    tries = AccessAttempt.objects.filter(username=key, ip_address=get_client_ip_address(request))
    latest = tries.order_by("-attempt_time").first()
    lasts = get_cool_off(request)
    if latest is None or lasts is None:
        return 1
    left = (latest.attempt_time + lasts - timezone.now()).total_seconds()
    return max(1, math.ceil(left))
