"""Who runs a club, and the phones at its tables."""

from collections.abc import Iterable
from typing import Any, TypeVar
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.clubs import ClubVisit, club_visit, owner_visit
from referee.access.games import (
    Visit,
    check_place,
    get_visit_or_404,
    host_visit,
    phone_or_new,
    remember_phone,
)
from referee.access.keys import key_of
from referee.access.throttle import address_of
from referee.club.services.helping import take_away_helper, take_away_phone
from referee.models import ClubPhone, Guest, Helper, Key
from referee.play.services.joining import (
    LONGEST_CODE,
    come,
    free_seat,
    game_with_code,
    leave,
    let_back,
    send_away,
)
from referee.play.services.seating import MAX_PLACE
from referee.rules.problems.validation import fields, number

from . import sent, serializers
from .club import OfClubs
from .games import GameSerializer, game_row
from .keys import refuse_other_sites
from .operations import changing, reading
from .serializers import row_mark
from .webhooks import OWNERS

_PHONE = fields({"is_sent_away": sent.FLAG}, ["is_sent_away"])
_JOIN = fields(
    {
        "code": sent.words(sent.LINE, LONGEST_CODE, least=1),
        "seat": number(1, MAX_PLACE, description="Which to take; without it the phone watches."),
    },
    ["code"],
    title="Join",
)

Row = TypeVar("Row", Helper, ClubPhone, Guest)


def _called(rows: Iterable[Row], name: str) -> Row:
    """The row of that id. Raises Http404 where there is none."""
    for row in rows:
        if row_mark(row) == name:
            return row
    raise Http404


# ------------------------------------------------------------------ who runs a club


class HelpersView(OfClubs):
    """The accounts that run a club."""

    @reading("List the accounts that run a club", "helpers", serializers.Helper(many=True))
    def get(self, request: Request, club_id: UUID) -> Response:
        """The owners first."""
        rows = club_visit(request, club_id).club.helpers.select_related("account")
        in_order = rows.order_by("-is_owner", "since", "pk")
        return Response(serializers.Helper(in_order, many=True).data)


class HelperView(OfClubs):
    """An account that runs a club."""

    @changing(
        "Take a club from an account",
        "helper_delete",
        None,
        refused={403: "Only an owner may do that, or who wants to help no longer."},
    )
    def delete(self, request: Request, club_id: UUID, helper_id: str) -> Response:
        """The club goes from the account's phones and keys."""
        visit = club_visit(request, club_id)
        row = _called(visit.club.helpers.all(), helper_id)
        if not visit.is_owner and row.account_id != _account(request, visit):
            raise PermissionDenied
        take_away_helper(visit.club, row.pk)
        return Response(status=204)


def _account(request: Request, visit: ClubVisit) -> int | None:
    """The account by which a helper runs the club."""
    if key := key_of(request):
        return key.account_id
    return ClubPhone.objects.get(club=visit.club, phone=visit.phone).account_id


class ClubPhonesView(OfClubs):
    """The phones that run a club."""

    read_scope = Key.Scope.MANAGE

    @reading(
        "List the phones that run a club",
        "club_phones",
        serializers.ClubPhone(many=True),
        refused=OWNERS,
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """The phone that made it, and those that accounts brought it to."""
        rows = owner_visit(request, club_id).club.phones.select_related("account")
        return Response(serializers.ClubPhone(rows.order_by("since", "pk"), many=True).data)


class ClubPhoneView(OfClubs):
    """A phone that runs a club."""

    @changing("Take a club from a phone", "club_phone_delete", None, refused=OWNERS)
    def delete(self, request: Request, club_id: UUID, phone_id: str) -> Response:
        """Take the club from one phone; its account may bring it back."""
        club = owner_visit(request, club_id).club
        take_away_phone(club, _called(club.phones.all(), phone_id).pk)
        return Response(status=204)


# ------------------------------------------------------------------ the phones at a table


def _hosts(visit: Visit) -> set[str]:
    return set(visit.game.night.club.phones.values_list("phone", flat=True))


def _phones(visit: Visit, **which: int) -> list[dict[str, Any]]:
    """The phones at a table in the order in which they came, as one of them is told."""
    rows = visit.game.guests.filter(**which).select_related("seat")
    told = rows if visit.is_host else rows.filter(sent_away=False)
    context = {"guest": visit.guest_id, "hosts": _hosts(visit)}
    return list(serializers.Phone(told, many=True, context=context).data)


class GameByAddress(OfClubs):
    """What happens at the table of one game, until its phones are a resource."""

    scope = Key.Scope.ENTER

    def host(self) -> Visit:
        return host_visit(self.request, self.kwargs["game_id"])


class PhonesView(GameByAddress):
    """The phones at a table."""

    @reading("List the phones that came to a game", "phones", serializers.Phone(many=True))
    def get(self, request: Request, game_id: UUID) -> Response:
        """The phones at the table; only the host is told who was sent away."""
        return Response(_phones(get_visit_or_404(request, game_id)))


class PhoneView(GameByAddress):
    """A phone at a table."""

    @changing(
        "Send a phone away from a game, or let it back",
        "phone_change",
        serializers.Phone,
        _PHONE,
        description="The code lets nobody in again who was sent away. Who is let back watches. "
        "A phone that runs the club cannot be sent away.",
    )
    def patch(self, request: Request, game_id: UUID, phone_id: str) -> Response:
        """Send a phone away, or let it back."""
        visit = self.host()
        row = _called(visit.game.guests.all(), phone_id)
        if sent.body(request, _PHONE)["is_sent_away"]:
            if row.phone in _hosts(visit):
                raise PermissionDenied
            send_away(game_id, row.pk)
        else:
            let_back(game_id, row.pk)
        for one in _phones(visit, pk=row.pk):
            return Response(one)
        raise Http404  # it has left just now

    @changing("Leave a game", "phone_delete", None)
    def delete(self, request: Request, game_id: UUID, phone_id: str) -> Response:
        """Leave the table, as the phone that asks; what it entered stays."""
        visit = get_visit_or_404(request, game_id)
        if _called(visit.game.guests.all(), phone_id).pk != visit.guest_id:
            raise PermissionDenied
        leave(game_id, visit.phone)
        return Response(status=204)


class SeatPhoneView(GameByAddress):
    """The phone that holds a seat."""

    @changing("Free a seat", "seat_free", None)
    def delete(self, request: Request, game_id: UUID, place: int) -> Response:
        """Take the seat from its phone, which watches from then on."""
        check_place(self.host(), 1, place)
        free_seat(game_id, place)
        return Response(status=204)


class JoinView(OfClubs):
    """Lets a phone come to a table."""

    permission_classes = []

    @changing(
        "Join a game by its code",
        "join",
        GameSerializer,
        _JOIN,
        refused={
            403: "The host has sent this phone away, a key has sent it, or another site's page.",
            404: "No game has this code.",
            429: "Too many wrong codes or watchers from one address.",
        },
        description="For what has no key: the answer sets the cookie of a phone, which opens what "
        "a phone at the table may do. Who is there already changes the seat. Whoever has a key is "
        "the host of the games of its clubs.",
    )
    def post(self, request: Request) -> Response:
        """Take a seat, or watch."""
        refuse_other_sites(request)
        if key_of(request):
            raise PermissionDenied
        said = sent.body(request, _JOIN)
        phone, address = phone_or_new(request), address_of(request)
        game = game_with_code(said["code"], phone, address)
        come(game, phone, said.get("seat"), address)
        response = Response(game_row(game.pk))
        remember_phone(request._request, response, phone)
        return response
