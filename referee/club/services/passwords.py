"""Hashes passwords, slowly on purpose: one at a time and never in a transaction."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.contrib.auth.hashers import Argon2PasswordHasher, make_password, verify_password
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from ...models import Club, Player
from ...play.services.refusals import Refused

MAX_PASSWORD_LENGTH = 1000
"""Characters."""
MAX_AT_ONCE = 8
"""Passwords: one is hashed and the others wait, each in the thread of its request. A quarter of
:data:`~referee.hosting.databases.THREADS`, so that taps always find one; a hash takes about 0.03
s."""
PRODUCT_NAMES = ("SushiScore", "Sushi Go", "Sushi Go Party", "Sushi Roll")
_MAX_NAMES = 200
_turn = threading.Lock()
_places = threading.BoundedSemaphore(MAX_AT_ONCE)


class Argon2(Argon2PasswordHasher):
    """Argon2id in one thread and 19 MiB, as OWASP recommends: Django's own eight threads and
    100 MiB would stop a small machine, and everybody's taps."""

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1


@contextmanager
def turn_to_hash() -> Iterator[None]:
    """Wait until this process hashes no other password; taps need the processor too.

    Raises:
        Refused: ``too-busy``, at once, where too many others wait.
    """
    if not _places.acquire(blocking=False):
        raise Refused("too-busy")
    try:
        with _turn:
            yield
    finally:
        _places.release()


def hash_of(password: str) -> str:
    """Return the password's hash. Must not be called in a transaction.

    Raises:
        Refused: ``too-busy``.
    """
    with turn_to_hash():
        return make_password(password)


def account_of_password(name: str, password: str) -> User | None:
    """Return the account with that key if the password fits; the caller has the turn.

    An unknown name costs as much work. An outdated hash is renewed.
    """
    account = User.objects.filter(username=name, is_active=True).first()
    is_right, is_outdated = verify_password(password, account.password if account else "")
    if account is None or not is_right:
        return None
    if is_outdated:
        # Not where the account has got another password meanwhile.
        kept = User.objects.filter(pk=account.pk, password=account.password)
        anew = make_password(password)
        if kept.update(password=anew):
            account.password = anew
    return account


def locked_account(account: User) -> User:
    """Return an account whose password somebody gave, locked. Must be called in a transaction.

    Raises:
        Refused: ``wrong-password`` where it has another one since, or is deleted.
    """
    rows = User.objects.select_for_update().filter(pk=account.pk, password=account.password)
    if locked := rows.first():
        return locked
    raise Refused("wrong-password")


def names_around(clubs: Iterable[Club]) -> list[str]:
    """Return the names that somebody who knows these clubs would guess first."""
    clubs = list(clubs)
    players = Player.objects.filter(club__in=clubs).values_list("name", flat=True)
    return [*filter(None, (club.name for club in clubs)), *players[:_MAX_NAMES]]


class KnownNamesValidator:
    """Refuse passwords similar to SushiScore's name, a club's or a player's.

    ``names``, where a user has it, are those of the clubs; else they are looked up.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Check that a password is unlike these names. Raises ValidationError."""
        names = getattr(user, "names", None)
        if names is None and user is not None and user.pk:
            names = names_around(Club.objects.filter(helpers__account=user)[:_MAX_NAMES])
        like = UserAttributeSimilarityValidator(user_attributes=("first_name",))
        for name in (*PRODUCT_NAMES, *(names or ())):
            try:
                like.validate(password, User(first_name=name))
            except ValidationError:
                raise ValidationError(self.get_help_text(), code="password_too_similar") from None

    def get_help_text(self) -> str:
        """Return the rule, for Django's own forms too."""
        return _("The password is too much like a name that others at the table know.")
