"""A club of its own for the demo, with an account that owns it and links that lead there."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from ..club.services.accounts import create_account
from ..club.services.helping import invite, take_away_phone
from ..club.services.sharing import open_link
from ..models import Club
from ..play.services.clubs import club_for, name_club
from ..play.services.refusals import Refused

ACCOUNT = "demo"
CLUB = "The Belt"


@dataclass(frozen=True, slots=True)
class Founded:
    """A new club, and how somebody gets to it.

    Attributes:
        account, password: who owns it.
        invitation: the token of a link by which one more account may help to run it.
        shared: the token of a link to its standings, which only reads.
    """

    club: Club
    account: str
    password: str
    invitation: str
    shared: str


def found() -> Founded:
    """Makes an empty club that no phone runs yet. Must be called in a transaction."""
    # Nobody's phone: the club is made on it, and taken away from it when the account owns it.
    phone = secrets.token_urlsafe(24)
    password = secrets.token_urlsafe(9)
    account = _make_account(phone, password)
    club = club_for(phone)
    name_club(club.pk, CLUB)
    for row in club.phones.all():
        take_away_phone(club, row.pk)
    return Founded(club, account, password, invite(club).token, open_link(club).token)


def _make_account(phone: str, password: str) -> str:
    """Makes an account of the first name that is free, and says which."""
    for name in _names():
        try:
            return create_account(phone, name, password).first_name
        except Refused as refused:
            if refused.code != "account-taken":
                raise
    raise AssertionError("there is always another name")


def _names() -> Iterator[str]:
    yield ACCOUNT
    yield from (f"{ACCOUNT} {number}" for number in count(2))
