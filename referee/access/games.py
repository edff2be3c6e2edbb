"""Decides who may see or do what at a game. Every view, the API and the live stream start here.

A phone is known by a random id in a signed cookie. For a game it is one of four:

- host: a phone (or a program's key) that runs the game's club, as the one that started it; may do
  everything. Or a player's, who was handed the table or took it over (``Hosting``): it may do what
  is to be done at the table, and nothing that is the club's;
- player: it holds a seat; sees everything, enters its own cards, or anyone's where the host allows;
- watcher: it was let in by the game's code and holds no seat; sees everything, changes nothing;
- stranger: anybody else, also a phone that was sent away. For them the game does not exist.
"""

import hashlib
import secrets
from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from functools import cache, lru_cache
from time import time
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature, TimestampSigner
from django.db import connection
from django.db.models import FilteredRelation, Model, OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from ..models import CaseFile, ClubPhone, Game, Guest, Helper, Hosting, Key, Seat
from .keys import allows, key_of
from .presence import note_host

Row = TypeVar("Row", bound=Model)

_STREAM_SIGNER = TimestampSigner(salt="live stream")
STREAM_TOKEN_LASTS = 12 * 3600  # in seconds; an evening. A page is loaded with one of its hour.
STREAM = "stream"
"""Under which a program's request brings what opens its stream, once it is let in: a token, or the
id of its key."""
_AN_EVENING = timedelta(seconds=STREAM_TOKEN_LASTS)
_ABOUT_A_YEAR = 400 * 24 * 3600  # in seconds; browsers keep no cookie longer


class Sender(NamedTuple):
    """Who sends taps: the phone, the row's id of the seat that it holds, or None, and whether it
    may enter for the seat at a place."""

    phone: str
    seat_id: int | None = None
    may_enter: Callable[[int], bool] = lambda place: True


class Role(StrEnum):
    """What a phone is at a table. A phone without a role is a stranger."""

    HOST = "host"
    PLAYER = "player"
    WATCHER = "watcher"


@dataclass(frozen=True, slots=True)
class Visit:
    """A phone at a table: its game, its role, and what it may do.

    ``guest_id`` names its row at the table, None for a host without a seat; ``club_phone_id`` its
    row in the game's club, None for who does not run it; ``hosting_id`` that by which it is host
    all the same. ``newest_hosting_id`` is the game's last of those, None where there was none.
    """

    game: Game
    phone: str
    role: Role
    seat: Seat | None
    guest_id: int | None = None
    club_phone_id: int | None = None
    hosting_id: int | None = None
    newest_hosting_id: int | None = None

    @property
    def is_host(self) -> bool:
        return self.role is Role.HOST

    @property
    def runs_club(self) -> bool:
        """Whether it may also do what is the club's: a host that runs it, not one at the table."""
        return self.is_host and self.hosting_id is None

    @property
    def seat_id(self) -> int | None:
        return self.seat.pk if self.seat else None

    @property
    def sender(self) -> Sender:
        """The phone as it sends taps."""
        return Sender(self.phone, self.seat_id, self.may_enter)

    def holds(self, place: int) -> bool:
        """Whether the seat at that place is this phone's."""
        return self.seat is not None and self.seat.place == place

    def may_enter(self, place: int) -> bool:
        """Whether this phone may enter cards for the seat at that place."""
        is_anyones = self.seat is not None and self.game.anyone_enters
        return self.is_host or is_anyones or self.holds(place)

    def may_speak_for(self, seat: Seat) -> bool:
        """Whether this phone may say what a seat's player thinks of a round: the player's own; or
        the host's, which goes round the table, where no phone holds the seat."""
        return self.holds(seat.place) or (self.is_host and seat.holder is None)


def phone_of(request: HttpRequest) -> str:
    """The phone's id, "" if it has neither started nor joined a game."""
    return str(request.get_signed_cookie(settings.PHONE_COOKIE_NAME, default="", salt="phone"))


def sender_of(request: HttpRequest) -> str:
    """What a request comes from: the key's name where it brings one, else the phone's id."""
    key = key_of(request)
    return key.phone if key else phone_of(request)


def new_phone() -> str:
    """Return a new random id for a phone."""
    return secrets.token_urlsafe(24)


def next_phone(phone: str, account: int) -> str:
    """The id that a phone gets when it logs in with that account: the same each time, so that one
    that missed the answer finds its clubs; nobody without the key can tell it."""
    return salted_hmac("next phone", f"{account}:{phone}", algorithm="sha256").hexdigest()[:32]


def phone_or_new(request: HttpRequest) -> str:
    """Return the phone's id, or a new one."""
    return phone_of(request) or new_phone()


def remember_phone(request: HttpRequest, response: HttpResponse, phone: str) -> None:
    """Set the cookie with the phone's id."""
    response.set_signed_cookie(
        settings.PHONE_COOKIE_NAME,
        phone,
        salt="phone",
        max_age=_ABOUT_A_YEAR,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS or request.is_secure(),
    )


def visit_of(phone: str, game_id: UUID) -> Visit | None:
    """What a phone may do at a game, None for strangers and unknown games."""
    if not phone:
        return None
    # Two plain questions: to write one with both in it takes Django longer than to ask twice.
    guests = Guest.objects.filter(game_id=game_id, phone=phone).annotate(
        hosting=standing_hosting("pk"), newest_hosting=_newest_hosting("game")
    )
    guest: Any = _only(guests.select_related("seat", "game__night__club"))
    # Who holds no row at the table is the host, or nobody.
    games = Game.objects.filter(pk=game_id).annotate(newest_hosting=_newest_hosting("pk"))
    game: Any = guest.game if guest else _only(games.select_related("night__club"))
    seat = guest.seat if guest else None
    if game is None or not game.night.club.is_there:
        return None
    newest = (guest or game).newest_hosting
    runs = ClubPhone.objects.filter(club=game.night.club_id, phone=phone).order_by()
    if (run := next(iter(runs.values_list("pk", flat=True)), None)) is not None:
        pk = guest.pk if guest else None
        return Visit(game, phone, Role.HOST, seat, pk, run, newest_hosting_id=newest)
    if guest is None or guest.sent_away:
        return None
    hosting = guest.hosting if seat else None
    role = Role.HOST if hosting else Role.PLAYER if seat else Role.WATCHER
    more = {"hosting_id": hosting, "newest_hosting_id": newest}
    return Visit(game, phone, role, seat, guest.pk, **more)


def standing_hosting(guest: str) -> Subquery:
    """The row by which a phone at the table is its host now; None where it is not."""
    rows = Hosting.objects.filter(guest=OuterRef(guest), begun_at__isnull=False, ended_at=None)
    return Subquery(rows.order_by().values("pk")[:1])


def _newest_hosting(game: str) -> Subquery:
    rows = Hosting.objects.filter(game=OuterRef(game))
    return Subquery(rows.order_by("-pk").values("pk")[:1])


def visit_by_key(key: Key, game_id: UUID) -> Visit | None:
    """What a key may do at a game: it is a host of the games of its account's clubs."""
    clubs = Helper.objects.filter(account=key.account_id, club__is_there=True).values("club")
    games = Game.objects.filter(pk=game_id, night__club__in=clubs)
    games = games.annotate(newest_hosting=_newest_hosting("pk"))
    game: Any = _only(games.select_related("night__club"))
    if game is None:
        return None
    return Visit(game, key.phone, Role.HOST, None, newest_hosting_id=game.newest_hosting)


@cache
def _facts_query() -> str:
    """Return the SQL for what decides about a phone at a game; it takes the phone twice, and the
    game. Django takes longer to write it than a database to answer, and each tap asks."""
    games = Game.objects.filter(
        pk=UUID(int=0), night__club__is_there=True, totals_only=False
    ).annotate(
        runs=FilteredRelation("night__club__phones", condition=Q(night__club__phones__phone="")),
        sits=FilteredRelation("guests", condition=Q(guests__phone="")),
        hosting=standing_hosting("sits__pk"),
        newest_hosting=_newest_hosting("pk"),
    )
    row = ("version", "state", "anyone_enters", "variants")
    facts = ("runs__pk", "sits__pk", "sits__seat_id", "sits__sent_away")
    hosts = ("hosting", "newest_hosting")
    return str(games.order_by().values_list(*row, *facts, *hosts).query.sql_with_params()[0])


@lru_cache(maxsize=512)
def _visit_while(phone: str, game_id: UUID, minute: int, *facts: Hashable) -> Visit | None:
    """The visit of a phone as long as these facts are the same, among them all of a game's row that
    changes while it is played; and the minute is, for a backup may be put in place."""
    return visit_of(phone, game_id)


def quick_visit_or_404(request: HttpRequest, game_id: UUID) -> Visit:
    """Return the visit as ``get_visit_or_404`` does, for what each tap asks: its game's night and
    club may be a minute old."""
    if key_of(request):
        return get_visit_or_404(request, game_id)
    phone = phone_of(request)
    with connection.cursor() as cursor:
        key = Game._meta.pk.get_db_prep_value(game_id, connection)
        cursor.execute(_facts_query(), [phone, phone, key])
        version, *facts = cursor.fetchone() or [0]
    visit = _visit_while(phone, game_id, int(time() // 60), *facts) if facts else None
    if visit is None:
        raise Http404
    if visit.is_host:
        note_host(game_id)
    game = copy(visit.game)
    game.version = version
    return replace(visit, game=game)


def _only(rows: QuerySet[Row]) -> Row | None:
    """The one row of a query that finds one or none; asked with every tap, so without `first`'s
    sorting."""
    return next(iter(rows.order_by()), None)


def get_visit_or_404(request: HttpRequest, game_id: UUID, *, even_totals: bool = False) -> Visit:
    """Return the visit of the request's phone, or key.

    Raises Http404 for a stranger: nobody learns whether the game exists.

    Args:
        even_totals: whether the page is also one of games that were kept on paper; those have no
            other pages, as there are no rounds and no cards.
    """
    key = key_of(request)
    visit = visit_by_key(key, game_id) if key else visit_of(phone_of(request), game_id)
    if visit is None or (visit.game.totals_only and not even_totals):
        raise Http404
    if visit.is_host and (key is None or allows(key, Key.Scope.ENTER)):
        note_host(game_id)
    return visit


def host_visit(request: HttpRequest, game_id: UUID) -> Visit:
    """The visit of a host. Raises Http404 for a stranger, PermissionDenied for others."""
    visit = get_visit_or_404(request, game_id)
    if not visit.is_host:
        raise PermissionDenied
    return visit


def club_host_visit(request: HttpRequest, game_id: UUID, *, even_totals: bool = False) -> Visit:
    """The visit of a host that runs the club; raises as host_visit, also for a host at the table
    alone."""
    visit = get_visit_or_404(request, game_id, even_totals=even_totals)
    if not visit.runs_club:
        raise PermissionDenied
    return visit


def playing_visit(request: HttpRequest, game_id: UUID) -> Visit:
    """The visit of the host or a player. Raises Http404 for a stranger, PermissionDenied for a
    watcher."""
    visit = get_visit_or_404(request, game_id)
    if visit.role is Role.WATCHER:
        raise PermissionDenied
    return visit


def entering_visit(request: HttpRequest, game_id: UUID, place: int) -> Visit:
    """The visit of a phone that may enter cards for the seat at that place; raises as
    playing_visit."""
    visit = get_visit_or_404(request, game_id)
    if not visit.may_enter(place):
        raise PermissionDenied
    return visit


def check_round(number: int) -> None:
    """Raises Http404 for what is no round of a game."""
    if number not in (1, 2, 3):
        raise Http404


def check_place(visit: Visit, number: int, place: int) -> None:
    """Raises Http404 for a round or a seat that is none of the game."""
    check_round(number)
    if not Seat.objects.filter(game=visit.game, place=place).exists():
        raise Http404


class CaseClosedError(Exception):
    """The host has closed this case file."""


def open_case(token: str) -> CaseFile:
    """The case file behind a link, for everybody who has it.

    Raises Http404 for a link that never was, CaseClosedError for one that the host closed.
    """
    cases = CaseFile.objects.filter(pk=token, game__night__club__is_there=True)
    case = _only(cases.select_related("game__night__club"))
    if case is None:
        raise Http404
    if case.closed_at is not None:
        raise CaseClosedError
    return case


def stream_token(visit: Visit) -> str:
    """The token for the live stream, which reads no cookies.

    It names the row that lets this phone in, and opens nothing once that row is gone or another's.
    """
    row = f"club-{visit.club_phone_id}" if visit.runs_club else f"guest-{visit.guest_id}"
    return _signed(f"{visit.game.pk.hex}:{row}-{mark_of(visit.phone)}", int(time() // 3600))


@lru_cache(maxsize=4096)
def _signed(text: str, hour: int) -> str:
    """Return the token with this text, the same for an hour: a board that has not changed is the
    same to the last byte."""
    return _STREAM_SIGNER.sign(text)


def mark_of(phone: str) -> str:
    """A hash that tells phones apart without revealing their ids."""
    return hashlib.sha256(phone.encode()).hexdigest()[:16]


def stream_game(token: str) -> tuple[UUID, int] | None:
    """The game of a stream token, with its present version; None where it opens none."""
    games = Game.objects.filter(night__club__is_there=True)
    paths = {"club": "night__club__phones", "guest": "guests"}
    return opened_by_token(_STREAM_SIGNER, token, games, paths)


def note_hosts(tokens: Iterable[str]) -> None:
    """Note of the games that their hosts are here whose streams these tokens have opened."""
    opened = [token.replace("-", ":").split(":") for token in tokens]
    guests = {int(row) for _game, kind, row, *_rest in opened if kind == "guest"}
    hosts = {UUID(game) for game, kind, *_rest in opened if kind == "club"}
    if guests:
        standing = Hosting.objects.filter(begun_at__gt=timezone.now() - _AN_EVENING, ended_at=None)
        rows = standing.order_by().values_list("guest", "game")
        hosts |= {game for guest, game in rows if guest in guests}
    for game in hosts:
        note_host(game)


def opened_by_token(
    signer: TimestampSigner, token: str, rows: QuerySet[Any], paths: Mapping[str, str]
) -> tuple[UUID, int] | None:
    """The row of a stream token among these, with its present version.

    None for a token that is forged or older than twelve hours, for a phone that may not see the row
    any more or has another id, and for a row that is gone.

    Args:
        paths: by the kind of row that lets a phone in ("club" for one that runs it), the way to
            such rows.
    """
    try:
        text = signer.unsign(token, max_age=STREAM_TOKEN_LASTS)
        row_hex, kind, phone_row, mark = text.replace("-", ":").split(":")
    except (BadSignature, ValueError):  # the latter: of an earlier version of SushiScore
        return None
    if (path := paths.get(kind)) is None:
        return None
    stays = {} if kind == "club" else {f"{path}__sent_away": False}
    rows = rows.filter(**{"pk": UUID(row_hex), path: int(phone_row)}, **stays)
    row = rows.values_list("version", f"{path}__phone").first()
    return (UUID(row_hex), row[0]) if row is not None and mark_of(row[1]) == mark else None
