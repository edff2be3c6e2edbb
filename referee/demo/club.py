"""The demo club: founded with an account that owns it, and filled with games."""

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from random import Random
from uuid import UUID, uuid5

from django.utils import timezone

from ..club.services.accounts import create_account
from ..club.services.files.import_games import PastGame, store_games
from ..club.services.helping import invite, take_away_phone
from ..club.services.sharing import open_link
from ..models import Club
from ..play.services.clubs import club_for, name_club
from ..play.services.refusals import Refused
from .evenings import Played, evenings
from .people import PEOPLE
from .tonight import tonight

ACCOUNT = "demo"
CLUB = "The Belt"
SMALL_CLUB = 6
GAMES_BEFORE = 21
"""Games of the evenings before the one that is worth looking at."""
DAYS_BEFORE = 5


@dataclass(frozen=True, slots=True)
class Founded:
    """A new club, the account that owns it, and the tokens of two links: by ``invitation`` one more
    account may help to run it, ``shared`` shows its standings."""

    club: Club
    account: str
    password: str
    invitation: str
    shared: str


def found() -> Founded:
    """Make an empty club that no phone runs yet. Must be called in a transaction."""
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
    """Make an account with the first free name and return the name."""
    for number in count(1):
        name = ACCOUNT if number == 1 else f"{ACCOUNT} {number}"
        try:
            return create_account(phone, name, password).first_name
        except Refused as refused:
            if refused.code != "account-taken":
                raise
    raise AssertionError("there is always another name")


def worth_looking_at(seed: str) -> list[Played]:
    """Some weeks of evenings among six people, and one that is going on now."""
    rng, zone = Random(seed), timezone.get_default_timezone()
    people = PEOPLE[:SMALL_CLUB]
    latest = tonight(people, timezone.localtime(timezone=zone), rng)
    last_before = latest[0].date - timedelta(days=DAYS_BEFORE)
    return [*evenings(GAMES_BEFORE, people, last_before, zone, rng), *latest]


def many_games(number: int, seed: str) -> Iterator[Played]:
    """So many games among everybody, up to yesterday."""
    zone = timezone.get_default_timezone()
    yesterday = timezone.localdate(timezone=zone) - timedelta(days=1)
    return evenings(number, PEOPLE, yesterday, zone, Random(seed))


def fill(club: Club, played: Iterable[Played]) -> int:
    """Write games into a club that has none of them yet; return how many there were."""
    # Ids of the club's own: the same evenings in another club are other games.
    return store_games(club, _past_games(club.pk, played))


def _past_games(club_id: UUID, games: Iterable[Played]) -> Iterator[PastGame]:
    before: UUID | None = None
    for number, played in enumerate(games, start=1):
        called = uuid5(club_id, f"game {number}")
        yield PastGame(
            id=called,
            date=played.date,
            sheet=played.sheet,
            started_at=played.started_at,
            finished_at=played.finished_at,
            confirmed=played.confirmed,
            follows=before if played.is_next else None,
        )
        before = called
