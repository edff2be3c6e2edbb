"""Which club a phone runs."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, OuterRef, Subquery

from ...models import MAX_NAME, Club, ClubPhone, Game, Placing, Player
from ...rules import Fault
from ...rules.names import plain_name, spoken_key
from ...rules.problems.validation import shown
from .refusals import read_name


@contextmanager
def locked_club(club_id: UUID) -> Iterator[Club]:
    """The club, inside a transaction that holds its row. Lock a game before its club.

    Raises:
        Club.DoesNotExist: for an id that is no club.
    """
    with transaction.atomic():
        yield Club.objects.select_for_update().get(pk=club_id, is_there=True)


def runs(phone: str, club_id: UUID) -> bool:
    """Whether a phone runs a club: it made it, or an account brought it there."""
    return bool(phone) and ClubPhone.objects.filter(phone=phone, club_id=club_id).exists()


def current_club(phone: str) -> Club | None:
    """The club that a phone's new games go to; None for a phone that runs none."""
    if not phone:
        return None
    return Club.objects.filter(phones__phone=phone, phones__is_current=True).first()


def known_players(club: Club | None) -> list[str]:
    """The names of a club's players, to choose from while typing: who played last comes first."""
    if club is None:
        return []
    played = Placing.objects.filter(player=OuterRef("pk")).order_by("-played_at")
    players = Player.objects.filter(club=club, is_hidden=False, is_anonymous=False).annotate(
        last_played=Subquery(played.values("played_at")[:1])
    )
    recent = players.order_by(F("last_played").desc(nulls_last=True), "name")
    return list(recent.values_list("name", flat=True))


def names_in(club: Club) -> dict[str, str]:
    """What a club calls its players, as :func:`by_sound`."""
    return by_sound(club.players.values_list("name", flat=True))


def by_sound(names: Iterable[str]) -> dict[str, str]:
    """Names by how they sound, and each by itself: a club may have an Ana and an ana."""
    ordered = sorted(names)
    return {spoken_key(name): name for name in ordered} | {name: name for name in ordered}


def called(names: Iterable[str], known: dict[str, str]) -> list[str]:
    """What these people are called where names are ``known``, to which it adds those that are
    new: who writes "ana" means its Ana, unless there is an ana too."""
    plain = [plain_name(name) for name in names]
    return [known.get(name) or known.setdefault(spoken_key(name), name) for name in plain]


def name_faults(names: Iterable[str]) -> Iterator[Fault]:
    """Yield why these cannot be the names at one table, each with its place: one that no club can
    keep, or that sounds like one before."""
    before: set[str] = set()
    for nth, name in enumerate(names):
        if len(name) > MAX_NAME:
            most = str(MAX_NAME)
            yield Fault(f"players[{nth}]", "too-many-characters", shown(name), wanted=most)
        if (key := spoken_key(name)) in before:
            yield Fault(f"players[{nth}]", "same-name", shown(name))
        before.add(key)


def club_for(phone: str) -> Club:
    """The club that a phone's new games go to; made where the phone runs none.

    Call it in a transaction: the club is locked until its end. Two taps at once make one club.
    """
    # PostgreSQL, which may have waited for a club's deletion, looks at the club once more.
    held = Club.objects.select_for_update(of=("self",)).filter(is_there=True)
    current = held.filter(phones__phone=phone, phones__is_current=True)
    if club := current.first():
        return club
    try:
        with transaction.atomic():
            made = Club.objects.create()
            ClubPhone.objects.create(club=made, phone=phone)
    except IntegrityError:
        # Another tap of the phone was faster: PostgreSQL has let both begin.
        return current.get()
    return made


def name_club(club_id: UUID, typed: str) -> None:
    """Gives a club a name; "" takes it away. A club that is gone stays so.

    Raises:
        Refused: ``name-too-long``, ``name-unprintable``.
    """
    Club.objects.filter(pk=club_id).update(name=read_name(Club, typed))


def make_current(phone: str, club_id: UUID) -> bool:
    """Makes a club the one that a phone's new games go to; False where it does not run it."""
    try:
        return _make_current(phone, club_id)
    except IntegrityError:
        # A game of the phone has made a current club meanwhile, which is among its rows by now.
        return _make_current(phone, club_id)


@transaction.atomic
def _make_current(phone: str, club_id: UUID) -> bool:
    # The lock of all rows of the phone keeps two from becoming current at once; taken in one order,
    # or two taps would wait for each other.
    rows = ClubPhone.objects.select_for_update().filter(phone=phone).order_by("pk")
    if club_id not in {row.club_id for row in rows}:
        return False
    rows.exclude(club=club_id).update(is_current=False)
    rows.filter(club=club_id).update(is_current=True)
    return True


def settle_current(phones: Iterable[str]) -> None:
    """Gives phones that run clubs but have no current one that which was played last.

    Call it in the transaction that took the current one away.
    """
    for phone in set(phones):
        rows = ClubPhone.objects.filter(phone=phone)
        if not rows.filter(is_current=True).exists():
            latest = most_recently_played(rows.values_list("club_id", flat=True))
            if latest is not None:
                make_current(phone, latest)


def most_recently_played(clubs: Iterable[UUID]) -> UUID | None:
    """The one of these clubs that began a game last; of those without games, the newest."""
    games = Game.objects.filter(night__club=OuterRef("pk")).order_by("-night__date", "-created_at")
    rows = Club.objects.filter(pk__in=list(clubs)).annotate(
        played=Subquery(games.values("created_at")[:1])
    )
    ordered = rows.order_by(F("played").desc(nulls_last=True), "-created_at")
    return ordered.values_list("pk", flat=True).first()
