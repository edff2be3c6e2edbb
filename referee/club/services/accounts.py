"""Accounts, with which a club moves to other phones.

There are no sessions: logging in gives the phone a row for every club that the account helps to
run. A phone is logged in with one account at a time. The row of the phone that made a club belongs
to no account, and stays.
"""

import unicodedata
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from ...models import MAX_NAME, Club, ClubPhone, Helper
from ...play.services.changes import tell_club
from ...play.services.clubs import club_for, make_current, most_recently_played, settle_current
from ...play.services.refusals import Refused
from ...rules.names import name_key, plain_name
from .deleting import delete_club
from .forgetting import forget_old_pages
from .keys import revoke_keys
from .passwords import hash_of, locked_account

MAX_KEY_LENGTH = 150
"""What the row takes of :func:`account_key`, which may be longer than what was typed."""
_LONGEST_TYPED = 1000


def account_key(name: str) -> str:
    """Return what accounts are told apart by: case, width, other spaces and invisible characters
    make no other name.

    Far too long text stays as it is: to order a million accents over one letter takes an hour.
    """
    if len(name) > _LONGEST_TYPED:
        return name
    key = unicodedata.normalize("NFKC", " ".join(name_key(name).split()))
    return unicodedata.normalize("NFKC", key.casefold())


def plain_password(password: str) -> str:
    """Normalise a password (NFC), so that every keyboard gives the same one."""
    return unicodedata.normalize("NFKC", password)


def unsaved_account(name: str) -> User:
    """Return an account that is not stored, for checks of names and passwords.

    Raises:
        Refused: ``name-missing``, ``name-too-long``, ``name-unprintable``.
    """
    shown = plain_name(name)
    key = account_key(shown)
    if not key:
        raise Refused("name-missing")
    if len(shown) > MAX_NAME or len(key) > MAX_KEY_LENGTH:
        raise Refused("name-too-long", signs=max(len(shown), MAX_NAME + 1), most=MAX_NAME)
    if not key.isprintable():
        raise Refused("name-unprintable")
    # Django's row has no other place for the name as it was typed.
    return User(username=key, first_name=shown)


def create_account(phone: str, name: str, password: str, *, with_club: bool = True) -> User:
    """Make an account that owns the clubs which this phone made.

    Args:
        password: one that Django's validators let pass.
        with_club: whether a phone that runs no club gets an empty one, so that its first game is
            the account's too; not for whoever has been invited to another club.

    Raises:
        Refused: ``account-taken``, ``too-busy``, and as :func:`unsaved_account`.
    """
    account = unsaved_account(name)
    account.password = hash_of(plain_password(password))
    with transaction.atomic():
        try:
            with transaction.atomic():
                account.save()
        except IntegrityError:
            raise Refused("account-taken", name=account.first_name) from None
        _leave_other_accounts(phone, account)
        if with_club and not ClubPhone.objects.filter(phone=phone).exists():
            club_for(phone)
        _keep_own_clubs(phone, account)
        settle_current([phone])
    return account


def _keep_own_clubs(phone: str, account: User) -> None:
    """Make an account an owner of every club that this phone made."""
    own = ClubPhone.objects.filter(phone=phone, account=None).values_list("club_id", flat=True)
    for club_id in own:
        Helper.objects.update_or_create(
            club_id=club_id, account=account, defaults={"is_owner": True}
        )


@transaction.atomic
def log_in(
    phone: str, account: User, *, keep_own: bool = False, with_club: bool = True
) -> UUID | None:
    """Bring every club that an account helps to run to a phone; the caller has checked the
    password. The one that was played last becomes the phone's current club.

    Args:
        keep_own: whether the account also becomes an owner of the clubs that the phone made.
        with_club: whether an account without a club gets an empty one where the phone has none
            either; not for whoever has been invited to another club.

    Returns:
        The club of the account that was played last; None where it helps to run none.

    Raises:
        Refused: ``wrong-password`` where it was changed meanwhile.
    """
    # One log-in of an account after the other: each row is made once.
    account = locked_account(account)
    _leave_other_accounts(phone, account)
    helps = account.helps.values_list("club_id", flat=True)
    if with_club and not helps.exists() and not ClubPhone.objects.filter(phone=phone).exists():
        club_for(phone)
        keep_own = True
    if keep_own:
        _keep_own_clubs(phone, account)
    helped = set(helps.all())
    bring_clubs(phone, account, helped)
    latest = most_recently_played(helped)
    if latest is not None:
        make_current(phone, latest)
    settle_current([phone])
    return latest


def bring_clubs(phone: str, account: User, clubs: set[UUID]) -> None:
    """Add clubs of an account to a phone, where it does not run them already. Must be called in a
    transaction."""
    known = ClubPhone.objects.filter(phone=phone).values_list("club_id", flat=True)
    ClubPhone.objects.bulk_create(
        ClubPhone(club_id=club_id, phone=phone, account=account, is_current=False)
        for club_id in clubs - set(known)
    )


@transaction.atomic
def log_out(phone: str) -> bool:
    """Remove the account's clubs from this phone; return whether anybody was logged in. Clubs that
    the phone made stay."""
    was_logged_in = _take_clubs(ClubPhone.objects.filter(phone=phone).exclude(account=None))
    settle_current([phone])
    return was_logged_in


def change_password(account: User, password: str, *, phone: str) -> int:
    """Change an account's password; the caller has checked the old one.

    Every phone but this one is logged out. One that made a club runs that club on.

    Returns how many phones were logged out.

    Raises:
        Refused: ``too-busy``, or ``wrong-password`` where it was changed meanwhile.
    """
    hashed = hash_of(plain_password(password))
    with transaction.atomic():
        locked_account(account)
        account.password = hashed
        account.save(update_fields=["password"])
        rows = ClubPhone.objects.filter(account=account).exclude(phone=phone)
        others = set(rows.values_list("phone", flat=True))
        _take_clubs(rows)
        settle_current(others)
        return len(others)


def clubs_without(account: User) -> QuerySet[Club]:
    """Return the clubs that nobody owns but this account, by name."""
    owners = Helper.objects.filter(is_owner=True)
    makers = ClubPhone.objects.filter(account=None)
    return (
        Club.objects.filter(pk__in=owners.filter(account=account).values("club"))
        .exclude(pk__in=owners.exclude(account=account).values("club"))
        .exclude(pk__in=makers.values("club"))
        .order_by("name", "created_at")
    )


def delete_account(phone: str, account: User, *, with_clubs: bool) -> None:
    """Delete an account; the caller has checked its password.

    It is logged out everywhere. Clubs that others own too stay with the others.

    Args:
        phone: it becomes the owner of the clubs that nobody else owns, and is logged in.
        with_clubs: whether those clubs are deleted instead, with everything in them.

    Raises:
        Refused: ``wrong-password`` where it was changed meanwhile.
    """
    with transaction.atomic():
        locked_account(account)
    own_clubs = list(clubs_without(account).values_list("pk", flat=True))
    if with_clubs:
        for club_id in own_clubs:
            delete_club(club_id)
    with transaction.atomic():
        # As by whoever takes an owner away, so that no club is left without one meanwhile.
        list(Club.objects.select_for_update().filter(helpers__account=account).order_by("pk"))
        for club in clubs_without(account):
            ClubPhone.objects.update_or_create(
                club=club,
                phone=phone,
                defaults={"account": None},
                create_defaults={"account": None, "is_current": False},
            )
        rows = ClubPhone.objects.filter(account=account)
        phones = list(rows.values_list("phone", flat=True))
        _take_clubs(rows)
        revoke_keys(account)
        User.objects.filter(pk=account.pk).delete()
        settle_current([phone, *phones])
        forget_old_pages()


def account_of(phone: str) -> User | None:
    """Return the account that is logged in on a phone, or None."""
    return User.objects.filter(phones__phone=phone).first() if phone else None


def _leave_other_accounts(phone: str, account: User) -> None:
    others = ClubPhone.objects.filter(phone=phone).exclude(account=None)
    _take_clubs(others.exclude(account=account))


def _take_clubs(rows: QuerySet[ClubPhone]) -> bool:
    """Take clubs from phones and make open streams check access. Return whether there were any."""
    clubs = set(rows.values_list("club_id", flat=True))
    rows.delete()
    for club_id in clubs:
        tell_club(club_id)
    return bool(clubs)
