"""Decides who may see or do what with a club, a night or shared standings.

A club is run by the phone that made it, by those that an account brought to it, and by the keys of
such an account. Its owner is the phone that made it, and every phone of an account that owns it. A
night is also open to the phones that were at one of its tables. For everybody else neither exists.
"""

from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.core.signing import TimestampSigner
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest

from ..models import Club, ClubPhone, GameNight, Guest, Helper, Key, SharedStandings, Visitor
from .games import mark_of, opened_by_token, phone_of, sender_of, visit_by_key
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
    owners = Helper.objects.filter(club=club_id, account=row.account_id, is_owner=True)
    return ClubVisit(row.club, phone, row.account_id is None or owners.exists())


def clubs_run(request: HttpRequest) -> QuerySet[Club]:
    """The clubs that a phone or a key runs."""
    clubs = Club.objects.filter(is_there=True)
    if key := key_of(request):
        return clubs.filter(helpers__account=key.account_id)
    return clubs.filter(phones__phone=phone_of(request))


def clubs_owned(request: HttpRequest) -> QuerySet[Club]:
    """Those of them that it owns."""
    clubs = clubs_run(request)
    if key := key_of(request):
        return clubs.filter(helpers__account=key.account_id, helpers__is_owner=True)
    owners = Helper.objects.filter(
        club=OuterRef("club"), account=OuterRef("account"), is_owner=True
    )
    rows = ClubPhone.objects.filter(Q(account=None) | Exists(owners), phone=phone_of(request))
    return clubs.filter(phones__in=rows)


def owner_visit(request: HttpRequest, club_id: UUID) -> ClubVisit:
    """The visit of an owner's phone. Raises Http404 for a stranger, PermissionDenied for others."""
    visit = club_visit(request, club_id)
    if not visit.is_owner:
        raise PermissionDenied
    return visit


def night_visit(request: HttpRequest, night_id: UUID) -> NightVisit:
    """The visit of a phone that runs the night's club or was at one of its tables, or of a key that
    runs the club; else Http404."""
    key, phone = key_of(request), sender_of(request)
    if not phone:
        raise Http404
    helpers = Helper.objects.filter(account=key.account_id) if key else None
    runs = ClubPhone.objects.filter(phone=phone) if helpers is None else helpers
    was_there = Guest.objects.filter(game__night=OuterRef("pk"), phone=phone, sent_away=False)
    nights = GameNight.objects.filter(pk=night_id, club__is_there=True).annotate(
        runs=Exists(runs.filter(club=OuterRef("club"))), was_there=Exists(was_there)
    )
    night = nights.select_related("club", "tournament").first()
    if night is None or not (night.runs or night.was_there):
        raise Http404
    return NightVisit(night, phone, bool(night.runs))


def night_run(request: HttpRequest, night_id: UUID) -> GameNight:
    """A night, for who runs its club. Raises Http404 for a stranger, PermissionDenied for who was
    only there."""
    visit = night_visit(request, night_id)
    if not visit.runs:
        raise PermissionDenied
    return visit.night


def club_stream_token(club_id: UUID, phone: str) -> str:
    """The token for the live stream of a club's evenings: for a phone that runs the club, or was at
    one of its tables or in its hall; "" for others. It names the row that lets the phone in."""
    if run := ClubPhone.objects.filter(club=club_id, phone=phone).first():
        row = f"club-{run.pk}"
    else:
        guests = Guest.objects.filter(game__night__club=club_id, phone=phone, sent_away=False)
        visitors = Visitor.objects.filter(phone=phone, sent_away=False)
        if guest := guests.first():
            row = f"guest-{guest.pk}"
        elif visitor := visitors.filter(tournament__night__club=club_id).first():
            row = f"visitor-{visitor.pk}"
        else:
            return ""
    return _STREAM_SIGNER.sign(f"{club_id.hex}:{row}-{mark_of(phone)}")


def stream_club(token: str) -> tuple[UUID, int] | None:
    """The club of a stream token, with its present version; None where it opens none."""
    clubs = Club.objects.filter(is_there=True)
    paths = {
        "club": "phones",
        "guest": "nights__games__guests",
        "visitor": "nights__tournament__visitors",
    }
    return opened_by_token(_STREAM_SIGNER, token, clubs, paths)


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
