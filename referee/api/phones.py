"""Who runs a club, and the phones at its tables."""

from functools import cached_property
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.clubs import ClubVisit, club_visit, owner_visit
from referee.access.games import (
    Visit,
    check_place,
    get_visit_or_404,
    phone_or_new,
    remember_phone,
    standing_hosting,
)
from referee.access.keys import key_of
from referee.access.throttle import address_of
from referee.club.services.helping import take_away_helper, take_away_phone
from referee.models import ClubPhone, Guest, Helper, Hosting, Key
from referee.play.services.hosts import end_hosting, hand_over, say_no, take_over
from referee.play.services.joining import (
    LONGEST_CODE,
    answer_wish,
    come,
    end_wish,
    free_seat,
    game_with_code,
    leave,
    let_back,
    send_away,
)
from referee.play.services.seating import MAX_PLACE

from .base.keys import refuse_other_sites
from .base.pages import OnePage
from .base.strict import Flag, Line, StrictSerializer, Whole
from .base.views import GameByAddress, OfClubs, Operations
from .games import GameSerializer, game_row


def row_mark(row: Helper | ClubPhone | Guest) -> str:
    """The id of a phone or an account in one club or game; in others it has another. It is made
    with the server's key: the numbers of accounts are few, and trying them would find one."""
    of = row.game_id if isinstance(row, Guest) else row.club_id
    text = f"{of}:{row.account_id if isinstance(row, Helper) else row.phone}"
    return salted_hmac("row", text, algorithm="sha256").hexdigest()[:16]


class MarkedSerializer(StrictSerializer):
    """A phone or an account, which the server calls by a mark of its own."""

    id = serializers.SerializerMethodField()

    def get_id(self, row: Helper | ClubPhone | Guest) -> str:
        return row_mark(row)


class MarkedRows(OfClubs):
    """Few rows that are named by their marks."""

    pagination_class = OnePage
    lookup_url_kwarg: str
    lookup_value_converter = "slug"
    may_change = True

    def get_object(self) -> Any:
        """Raises Http404 where no row has the mark."""
        for row in self.get_queryset():
            if row_mark(row) == self.kwargs[self.lookup_url_kwarg]:
                return row
        raise Http404


# ------------------------------------------------------------------ who runs a club


class HelperSerializer(MarkedSerializer):
    """An account that runs a club."""

    name = serializers.CharField(source="account.first_name")
    is_owner = serializers.BooleanField()
    created_at = serializers.DateTimeField(source="since")


class HelperViewSet(mixins.ListModelMixin, MarkedRows):
    """The accounts that run a club, owners first."""

    queryset = Helper.objects.select_related("account").order_by("-is_owner", "since", "pk")
    serializer_class = HelperSerializer
    lookup_url_kwarg = "helper_id"

    @cached_property
    def visit(self) -> ClubVisit:
        return club_visit(self.request, self.kwargs["club_id"])

    def get_queryset(self) -> QuerySet[Helper]:
        return super().get_queryset().filter(club=self.visit.club)

    def destroy(self, request: Request, club_id: UUID, helper_id: str) -> Response:
        """Take a club from an account, as its owner or the account itself"""
        helper = self.get_object()
        if not self.visit.is_owner and helper.account_id != self.own_account():
            raise PermissionDenied
        take_away_helper(self.visit.club, helper.pk)
        return Response(status=204)

    def own_account(self) -> int | None:
        """The account by which the club is run."""
        if key := key_of(self.request):
            return key.account_id
        return self.visit.club.phones.get(phone=self.visit.phone).account_id


class ClubPhoneSerializer(MarkedSerializer):
    """A phone that runs a club."""

    account = serializers.CharField(
        source="account.first_name",
        allow_null=True,
        help_text="Who brought the club to it; null for the phone that made it.",
    )
    created_at = serializers.DateTimeField(source="since")


class ClubPhoneViewSet(mixins.ListModelMixin, MarkedRows):
    """The phones that run a club, for its owners."""

    read_scope = Key.Scope.MANAGE
    queryset = ClubPhone.objects.select_related("account").order_by("since", "pk")
    serializer_class = ClubPhoneSerializer
    lookup_url_kwarg = "phone_id"

    def get_queryset(self) -> QuerySet[ClubPhone]:
        visit = owner_visit(self.request, self.kwargs["club_id"])
        return super().get_queryset().filter(club=visit.club)

    def destroy(self, request: Request, club_id: UUID, phone_id: str) -> Response:
        """Take a club from a phone; its account may bring it back"""
        phone = self.get_object()
        take_away_phone(phone.club, phone.pk)
        return Response(status=204)


# ------------------------------------------------------------------ the phones at a table


class PhoneSerializer(MarkedSerializer):
    """A phone that came to a table: it holds a seat, watches, or was sent away."""

    seat = serializers.IntegerField(source="seat.place", allow_null=True, read_only=True)
    is_own = serializers.SerializerMethodField(help_text="It is the one that asks.")
    is_host = Flag(
        source="host",
        help_text="It may confirm rounds, as it runs the club, or holds a seat and was made host.",
    )
    runs_club = serializers.SerializerMethodField(help_text="It runs the club.")
    is_sent_away = Flag(source="sent_away", help_text="The code lets it in no more.")
    wants = serializers.SerializerMethodField(
        help_text="The seat that it says is its player's; the host is asked."
    )
    gets_seat = Flag(
        write_only=True,
        required=False,
        help_text="Gives it the seat that it wants, or says no; false takes it back, as the phone.",
    )
    created_at = serializers.DateTimeField(source="joined_at", read_only=True)

    def get_wants(self, row: Guest) -> int | None:
        return row.wants.place if row.wants and not row.told else None

    def get_is_own(self, row: Guest) -> bool:
        return row.pk == self.context["view"].visit.guest_id

    def get_runs_club(self, row: Guest) -> bool:
        return row.phone in self.context["view"].club_phones

    def to_representation(self, row: Any) -> dict[str, Any]:
        row.host = self.get_runs_club(row) or row.hosting is not None
        return dict(super().to_representation(row))


class PhoneViewSet(mixins.ListModelMixin, MarkedRows, GameByAddress):
    """The phones at a table, in the order in which they came."""

    queryset = Guest.objects.select_related("seat", "wants")
    serializer_class = PhoneSerializer
    lookup_url_kwarg = "phone_id"

    @cached_property
    def visit(self) -> Visit:
        return get_visit_or_404(self.request, self.kwargs["game_id"])

    @cached_property
    def club_phones(self) -> set[str]:
        return {*self.visit.game.night.club.phones.values_list("phone", flat=True)}

    def get_queryset(self) -> QuerySet[Guest]:
        """Only the host learns who was sent away."""
        rows = super().get_queryset().filter(game=self.visit.game)
        rows = rows.annotate(hosting=standing_hosting("pk"))
        return rows if self.visit.is_host else rows.filter(sent_away=False)

    def partial_update(self, request: Request, game_id: UUID, phone_id: str) -> Response:
        """Make a phone at a game the host too, send it away, or let it back; answer its wish

        With is_host, a phone that holds a seat is a host at this table, or a player's again; with
        is_sent_away, it is sent away, or let back; with gets_seat, it gets the seat that it wants,
        or not. Phones that run the club stay what they are.
        """
        guest, sent = self.get_object(), self.read()
        if guest.pk == self.visit.guest_id and sent == {"gets_seat": False}:
            end_wish(game_id, guest.phone)
            return Response(self.get_serializer(self.get_object()).data)
        by = self.host().seat_id
        is_clubs = guest.phone in self.club_phones
        if is_clubs and (sent.get("sent_away") or sent.get("host") is False):
            raise PermissionDenied
        if sent.get("host"):
            hand_over(game_id, guest.pk, by=by)
        elif "host" in sent and guest.hosting is not None:
            end_hosting(game_id, guest.hosting, by=by)
        if sent.get("sent_away"):
            send_away(game_id, guest.pk)
        elif "sent_away" in sent:
            let_back(game_id, guest.pk)
        if "gets_seat" in sent:
            answer_wish(game_id, guest.pk, gets=sent["gets_seat"])
        return Response(self.get_serializer(self.get_object()).data)

    def destroy(self, request: Request, game_id: UUID, phone_id: str) -> Response:
        """Leave a game, as the phone that asks"""
        if self.get_object().pk != self.visit.guest_id:
            raise PermissionDenied
        leave(game_id, self.visit.phone)
        return Response(status=204)


class SeatPhoneView(GameByAddress):
    """The phone that holds a seat."""

    may_change = True

    @extend_schema(request=None, responses={204: None})
    def free(self, request: Request, game_id: UUID, seat: int) -> Response:
        """Take a seat from its phone, which watches from then on"""
        check_place(self.host(), 1, seat)
        free_seat(game_id, seat)
        return Response(status=204)


class TakeOverSerializer(serializers.Serializer[Any]):
    """Who takes over as no host is there."""

    seat = serializers.IntegerField(source="seat.place")
    asked_at = serializers.DateTimeField(source="at")
    begun_at = serializers.DateTimeField(
        allow_null=True,
        help_text="Since when it is the host; null while others can say no, for half a minute.",
    )


class TakeOverViewSet(GameByAddress):
    """The player's phone that takes over from a host who is away."""

    serializer_class = TakeOverSerializer
    may_change = True
    takes_if_match = False

    def get_object(self) -> Hosting:
        """Raises Http404 where nobody takes over."""
        visit = get_visit_or_404(self.request, self.kwargs["game_id"])
        rows = visit.game.hostings.filter(is_taken=True, ended_at=None).select_related("seat")
        row = rows.order_by("at").last()
        if row is None:
            raise Http404
        return row

    def retrieve(self, request: Request, game_id: UUID) -> Response:
        """Get who takes over, or has"""
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=None)
    def update(self, request: Request, game_id: UUID) -> Response:
        """Take over from a host who is away

        For a phone that holds a seat, where no host was seen for two minutes. All phones are told,
        and for half a minute each of them can say no; then it is a host.
        """
        visit = get_visit_or_404(request, game_id)
        if visit.seat is None:
            raise PermissionDenied
        take_over(game_id, visit.phone)
        return self.retrieve(request, game_id)

    def destroy(self, request: Request, game_id: UUID) -> Response:
        """Say no to who takes over"""
        visit = get_visit_or_404(request, game_id)
        if visit.seat is None and not visit.is_host:
            raise PermissionDenied
        say_no(game_id, self.get_object().pk, by=visit.seat_id)
        return Response(status=204)


class JoinSerializer(StrictSerializer):
    """The code of a game, and where to sit there."""

    code = Line(max_length=LONGEST_CODE)
    seat = Whole(
        min_value=1, max_value=MAX_PLACE, required=False, help_text="Without it the phone watches."
    )
    asks = Flag(
        required=False,
        help_text="Another phone holds the seat: the host is asked, and this one watches.",
    )


class JoinView(Operations):
    """Lets a phone come to a table."""

    permission_classes = []
    serializer_class = JoinSerializer
    may_change = True
    more_refusals = (403, 409, 503)

    @extend_schema(responses=GameSerializer)
    def join(self, request: Request) -> Response:
        """Join a game by its code

        For what has no key: the answer sets the cookie of a phone, which opens what a phone at the
        table may do. Who is there already changes the seat. Whoever has a key is the host of the
        games of its clubs.
        """
        refuse_other_sites(request)
        if key_of(request):
            raise PermissionDenied(_("Phones join by a code. Send this without a key."))
        sent = self.read()
        phone, address = phone_or_new(request), address_of(request)
        game = game_with_code(sent["code"], phone, address)
        seat = sent.get("seat")
        if sent.get("asks"):
            come(game, phone, None, address, asks_for=seat)
        else:
            come(game, phone, seat, address)
        response = Response(game_row(game.pk))
        remember_phone(request._request, response, phone)
        return response
