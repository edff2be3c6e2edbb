"""Checks an account's password, limits how often, and remembers for a while that it was right."""

import hashlib
import logging

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest

from ..access.throttle import Throttle, address_of
from ..wording.accounts import many_log_ins_message, waiting_message
from .services.accounts import MAX_KEY_LENGTH, account_key, account_of, plain_password
from .services.passwords import account_of_password, turn_to_hash

WRONG_FOR_NAME = Throttle("wrong-passwords-of-name", most=5, seconds=15 * 60)
"""For one name from one address; others of the house still get in."""
WRONG_PASSWORDS = Throttle("wrong-passwords", most=20, seconds=15 * 60)
"""From one address for all names together."""
RIGHT_PASSWORDS = Throttle("right-passwords", most=60, seconds=15 * 60)
"""The same, for right ones: each is as much work. A whole school may log in behind one address."""
_SURE_SECONDS = 600

_log = logging.getLogger(__name__)


class WaitError(Exception):
    """This address has to wait ``seconds`` before it may try again; the text says why."""

    def __init__(self, seconds: int, words: str) -> None:
        super().__init__(words)
        self.seconds = seconds


def account_with(request: HttpRequest, name: str, password: str) -> User | None:
    """Return the account with that name and password.

    Raises:
        WaitError: after too many wrong ones, also for the right one; after too many right ones.
        Refused: ``too-busy`` where too many others try at once.
    """
    key = account_key(name)
    if not 0 < len(key) <= MAX_KEY_LENGTH:
        return None  # no account can have that name, and no password was asked for
    address = address_of(request)
    # The cache takes neither spaces nor long keys, and need not know names.
    who = hashlib.sha256(f"{address} {key}".encode()).hexdigest()
    _refuse_waiting(request, address, who)
    # Again with the turn, so that as many at once are no more tries than one after the other.
    with turn_to_hash():
        _refuse_waiting(request, address, who)
        account = account_of_password(key, plain_password(password))
        if account is None:
            _log.info("wrong password", extra=_sender(request))
            WRONG_FOR_NAME.count(who)
            WRONG_PASSWORDS.count(address)
            _refuse_waiting(request, address, who, is_new=True)
            return None
        RIGHT_PASSWORDS.count(address)
    WRONG_FOR_NAME.forget(who)
    return account


def sure_token(account: User, phone: str, purpose: str) -> str:
    """Sign that this phone has just given the account's password, for one purpose."""
    return signing.dumps(_proof(account, phone), salt=purpose)


def sure_account(token: str, phone: str, purpose: str) -> User | None:
    """Return the account whose password this phone gave up to ten minutes ago; None where the
    password has changed since, or another account or none is logged in on the phone."""
    try:
        proof = signing.loads(token, salt=purpose, max_age=_SURE_SECONDS)
    except signing.BadSignature:
        return None
    account = User.objects.filter(pk=proof[0]).first()
    return account if account and proof == _proof(account, phone) else None


def _proof(account: User, phone: str) -> list[object]:
    logged_in = account_of(phone)
    return [account.pk, account.get_session_auth_hash(), phone, logged_in and logged_in.pk]


def _refuse_waiting(request: HttpRequest, address: str, who: str, *, is_new: bool = False) -> None:
    wrong = max(WRONG_FOR_NAME.seconds_to_wait(who), WRONG_PASSWORDS.seconds_to_wait(address))
    right = RIGHT_PASSWORDS.seconds_to_wait(address)
    if wrong and is_new:
        _log.warning("too many wrong passwords: an address has to wait")
    if wrong:
        _log.info("a log-in has to wait", extra=_sender(request))
        raise WaitError(wrong, waiting_message(wrong))
    if right:
        raise WaitError(right, many_log_ins_message(right))


def _sender(request: HttpRequest) -> dict[str, str]:
    """The field by which deploy/fail2ban finds an address, where the settings allow it."""
    return {"address": request.META.get("REMOTE_ADDR", "")} if settings.LOG_ADDRESSES else {}
