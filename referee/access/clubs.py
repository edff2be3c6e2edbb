"""Decides who may see or do what with a club, a night or shared standings.

A club is run by the phone that made it, by those that an account brought to it, and by the keys of
such an account. Its owner is the phone that made it, and every phone of an account that owns it. A
night is also open to the phones that were at one of its tables. For everybody else neither exists.
"""

from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature, TimestampSigner
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest

from ..models import Club, ClubPhone, GameNight, Guest, Helper, Key, SharedStandings
from .games import STREAM_TOKEN_LASTS, mark_of, phone_of, sender_of, visit_by_key
from .keys import key_of

_STREAM_SIGNER = TimestampSigner(salt="live stream of a club")


@dataclass(frozen=True, slots=True)
class ClubVisit:
    """A phone that runs a club."""

    club: Club
    phone: str
    is_owner: bool


@dataclass(frozen=True, slots=True)
class NightVisit:
    """A phone that may see a night; ``runs`` says whether it runs the club and may change it."""

    night: GameNight
    phone: str
    runs: bool


def club_visit(request: HttpRequest, club_id: UUID) -> ClubVisit:
    """The visit of a phone or a key that runs the club. Raises Http404 for a stranger."""
    if key := key_of(request):
        helpers = Helper.objects.filter(club_id=club_id, account=key.account_id)
        helper = helpers.filter(club__is_there=True).select_related("club").first()
        if helper is None:
            raise Http404
        return ClubVisit(helper.club, key.phone, helper.is_owner)
    phone = phone_of(request)
    rows = ClubPhone.objects.filter(club_id=club_id, phone=phone).select_related("club")
    row = rows.first() if phone else None
    if row is None:
        raise Http404
    return ClubVisit(row.club, phone, _owns(row))


def clubs_run(request: HttpRequest) -> QuerySet[Club]:
    """The clubs that a phone or a key runs."""
    clubs = Club.objects.filter(is_there=True)
    if key := key_of(request):
        return clubs.filter(helpers__account=key.account_id)
    return clubs.filter(phones__phone=phone_of(request))


def _owns(row: ClubPhone) -> bool:
    if row.account_id is None:
        return True
    helpers = Helper.objects.filter(club=row.club_id, account=row.account_id, is_owner=True)
    return helpers.exists()


def owner_visit(request: HttpRequest, club_id: UUID) -> ClubVisit:
    """The visit of an owner's phone. Raises Http404 for a stranger, PermissionDenied for others."""
    found = club_visit(request, club_id)
    if not found.is_owner:
        raise PermissionDenied
    return found


def night_visit(request: HttpRequest, night_id: UUID) -> NightVisit:
    """The visit of a phone that runs the night's club or was at one of its tables, or of a key that
    runs the club; else Http404."""
    key, phone = key_of(request), sender_of(request)
    if not phone:
        raise Http404
    rows = ClubPhone.objects.filter(phone=phone)
    by_key = Helper.objects.filter(account=key.account_id if key else None)
    runs = Exists((by_key if key else rows).filter(club=OuterRef("club")))
    was_there = Exists(
        Guest.objects.filter(game__night=OuterRef("pk"), phone=phone, sent_away=False)
    )
    nights = GameNight.objects.filter(pk=night_id, club__is_there=True).annotate(
        runs=runs, was_there=was_there
    )
    night = nights.select_related("club").first()
    if night is None or not (night.runs or night.was_there):
        raise Http404
    return NightVisit(night, phone, bool(night.runs))


def night_run(request: HttpRequest, night_id: UUID) -> GameNight:
    """A night, for who runs its club. Raises Http404 for a stranger, PermissionDenied for who was
    only there."""
    found = night_visit(request, night_id)
    if not found.runs:
        raise PermissionDenied
    return found.night


def club_stream_token(club_id: UUID, phone: str) -> str:
    """The token for the live stream of a club's evenings: for a phone that runs the club, or was at
    one of its tables; "" for others. It names the row that lets the phone in."""
    runs = ClubPhone.objects.filter(club=club_id, phone=phone).values_list("pk", flat=True)
    row = f"club-{run}" if (run := runs.first()) else ""
    if not row:
        seen = Guest.objects.filter(game__night__club=club_id, phone=phone, sent_away=False)
        guest = seen.values_list("pk", flat=True).first()
        row = f"guest-{guest}" if guest else ""
    return _STREAM_SIGNER.sign(f"{club_id.hex}:{row}-{mark_of(phone)}") if row else ""


def stream_club(token: str) -> tuple[UUID, int] | None:
    """The club of a stream token, with its present version.

    None for a token that is forged or older than twelve hours, and for a phone that may not see its
    evenings any more.
    """
    try:
        said = _STREAM_SIGNER.unsign(token, max_age=STREAM_TOKEN_LASTS)
        club_hex, kind, row, mark = said.replace("-", ":").split(":")
    except (BadSignature, ValueError):
        return None
    clubs = Club.objects.filter(pk=UUID(club_hex), is_there=True)
    if kind == "club":
        found = clubs.filter(phones=int(row)).values_list("version", "phones__phone").first()
    else:
        guests = "nights__games__guests"
        clubs = clubs.filter(**{guests: int(row), f"{guests}__sent_away": False})
        found = clubs.values_list("version", f"{guests}__phone").first()
    if found is None or mark_of(found[1]) != mark:
        return None
    return UUID(club_hex), found[0]


def version_by_key(key_id: UUID, followed: UUID) -> int | None:
    """The present version of a game or a club that a key follows; None where the key may not see
    it, or was revoked."""
    key = Key.objects.filter(pk=key_id, account__is_active=True).first()
    if key is None:
        return None
    if visit := visit_by_key(key, followed):
        return visit.game.version
    clubs = Club.objects.filter(pk=followed, is_there=True, helpers__account=key.account_id)
    return clubs.values_list("version", flat=True).first()


class SharingEndedError(Exception):
    """The link was withdrawn."""


def open_standings(token: str) -> SharedStandings:
    """The standings behind a link, for everybody who has it.

    Raises Http404 for a link that never was, SharingEndedError for a withdrawn one.
    """
    shared = SharedStandings.objects.filter(pk=token).select_related("club", "night").first()
    if shared is None:
        raise Http404
    if shared.closed_at is not None:
        raise SharingEndedError
    return shared
