"""The rounds of a game: everybody's points, how the table is set up, and what a host decides."""

from functools import partial
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.games import check_round, get_visit_or_404
from referee.disputes.pages.versions import Version, versions_in
from referee.disputes.services.opinions import say_opinion
from referee.models import MAX_WORDS, Opinion, Round, Seat
from referee.play.services.confirming import confirm_round, reopen_round
from referee.play.services.game_state import RoundState, read_game_state
from referee.play.services.late import add_late_taps, set_late_taps_aside
from referee.play.services.laying import lay_tableaus
from referee.rules import Fault, table_setup
from referee.rules.problems.validation import MAX_NUMBER, by_player
from referee.rules.reading import TABLEAU
from referee.rules.table_setup import Direction, setup_for
from referee.wording.phrases import spoken
from referee.wording.result import scores_document

from . import schema
from .base.pages import OnePage
from .base.strict import (
    Choice,
    Flag,
    Line,
    RowSerializer,
    SheetPart,
    StrictSerializer,
    Whole,
    details,
)
from .base.views import GameByAddress
from .games import named, places_by_name

_REASON = "Everybody at the table reads it; where no phone but the hosts' is there, none is needed."
_ROUND_SEEN = "Of the round, as you have read it."


class RoundSerializer(serializers.Serializer[RoundState]):
    """A round of a game."""

    game = serializers.UUIDField(source="row.game_id")
    number = serializers.IntegerField()
    state = serializers.ChoiceField(Round.State.choices, source="row.state")
    version = serializers.IntegerField(help_text="0 before it was confirmed.")
    is_counted = serializers.BooleanField(
        help_text="The table has counted the points by itself: no card explains them."
    )
    players = serializers.SerializerMethodField(
        help_text="By name, as in the result of a score sheet."
    )

    @extend_schema_field(schema.PLAYER_SCORES)
    def get_players(self, round_: RoundState) -> dict[str, object]:
        return scores_document(round_.scores, round_.sheet.seats)


class ConfirmSerializer(StrictSerializer):
    """That a round is over."""

    version = Whole(
        required=False,
        min_value=0,
        max_value=MAX_NUMBER,
        help_text="Of the game, as you have read it: only where no card has changed since.",
    )
    sure = Flag(
        default=False,
        help_text="Although a seat is empty, a phone's player has not said that the cards are "
        "complete, or nobody has said what lies on a wasabi.",
    )


class ReopenSerializer(StrictSerializer):
    """Why a round is opened again."""

    reason = Line(max_length=MAX_WORDS, required=False, help_text=_REASON)
    version = Whole(required=False, min_value=1, max_value=MAX_NUMBER, help_text=_ROUND_SEEN)


class CorrectionSerializer(StrictSerializer):
    """What lay there instead, and why that is known."""

    reason = Line(max_length=MAX_WORDS, required=False, help_text=_REASON)
    tableaus = SheetPart(
        by_player(
            TABLEAU,
            "By player: what is to lie there. Whoever is left out keeps what lies there.",
            is_number=False,
            dummy=True,
        )
    )


class LateSerializer(StrictSerializer):
    """What is to become of taps that came late."""

    do = Choice(["add", "set-aside"])


# ------------------------------------------------------------------ setup cards


class DessertPileSerializer(serializers.Serializer[table_setup.DessertPile]):
    """Dessert cards, which join the deck round by round."""

    type = serializers.CharField()
    at_start = serializers.IntegerField(help_text="In the pile before the first round.")
    shuffled_in = serializers.IntegerField(help_text="Into the deck before this round.")
    left = serializers.IntegerField(help_text="In the pile after that.")
    unused = serializers.IntegerField(help_text="That no round of this game needs.")


class DummyPileSerializer(serializers.Serializer[table_setup.DummyPile]):
    """The dummy's hand, and on which turns each player leads it."""

    cards = serializers.IntegerField()
    first_leader = serializers.ListField(child=serializers.IntegerField())
    second_leader = serializers.ListField(child=serializers.IntegerField())


class DiceInBagSerializer(serializers.Serializer[Any]):
    """Dice of one kind."""

    types = serializers.ListField(child=serializers.CharField())
    count = serializers.IntegerField()


class BeltsSerializer(serializers.Serializer[table_setup.Belts]):
    """Belts, dice and tokens; with three players the belts slide once more after a round."""

    belts = serializers.IntegerField()
    dice = serializers.SerializerMethodField()
    first_tokens = serializers.DictField(
        child=serializers.IntegerField(), help_text="That each player takes."
    )
    slide_after_round = serializers.BooleanField()
    slid_before_round = serializers.BooleanField()

    @extend_schema_field(DiceInBagSerializer(many=True))
    def get_dice(self, belts: table_setup.Belts) -> list[dict[str, object]]:
        return [{"types": list(types), "count": count} for types, count in belts.dice.items()]


class SetupCardSerializer(serializers.Serializer[table_setup.SetupCard]):
    """What to do at the table before a round; null is what the game does not have."""

    round = serializers.IntegerField(source="round_number")
    hands = serializers.IntegerField(help_text="With the dummy's.")
    hand_size = serializers.IntegerField()
    cards = serializers.DictField(
        child=serializers.IntegerField(), help_text="Out of the box, by type."
    )
    pile = serializers.IntegerField(
        allow_null=True,
        help_text="In the deck or the bag before the deal; null where what was played decides.",
    )
    left_after_deal = serializers.IntegerField(allow_null=True)
    direction = serializers.ChoiceField(list(Direction))
    large_maki_side = serializers.BooleanField(
        allow_null=True, help_text="The maki tile shows its side for 6 to 8 players."
    )
    desserts = DessertPileSerializer(allow_null=True)
    dummy = DummyPileSerializer(allow_null=True)
    belts = BeltsSerializer(allow_null=True)


# ------------------------------------------------------------------ opinions and versions


class OpinionSerializer(RowSerializer[Opinion]):
    """Whether a player agrees to a version of a round."""

    seat = serializers.IntegerField(source="seat.place", read_only=True)
    player = serializers.CharField(source="seat.sheet_name", read_only=True)
    words = Line(
        max_length=MAX_WORDS,
        required=False,
        help_text="What is wrong; whoever does not agree says so.",
    )
    version = Whole(
        write_only=True, required=False, min_value=1, max_value=MAX_NUMBER, help_text=_ROUND_SEEN
    )

    class Meta:
        model = Opinion
        fields = ["seat", "player", "agrees", "words", "version"]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs["agrees"] and "words" not in attrs:
            raise details([Fault("words", "missing")])
        return attrs


class ChangedCardsSerializer(serializers.Serializer[Any]):
    """What lies otherwise in front of a player."""

    player = serializers.CharField(allow_null=True, help_text="Null for the uramaki race.")
    cards = serializers.ListField(child=serializers.CharField())


class VersionSerializer(serializers.Serializer[Version]):
    """A round as it was confirmed once."""

    version = serializers.IntegerField(source="row.version")
    created_at = serializers.DateTimeField(source="row.at")
    by = serializers.IntegerField(
        source="row.by.place",
        allow_null=True,
        help_text="The seat of the phone that confirmed it, if it has one.",
    )
    reason = serializers.CharField(
        source="why.reason", default="", help_text="Why the version before it was corrected."
    )
    points = serializers.SerializerMethodField(help_text="By player.")
    changes = serializers.SerializerMethodField(
        help_text="What lies otherwise than in the version before."
    )
    opinions = OpinionSerializer(
        source="row.opinions", many=True, help_text="Of who has said something."
    )

    def get_points(self, version: Version) -> dict[str, int]:
        totals = {score.seat_id: score.total for score in version.row.scores.all()}
        return {seat.sheet_name: totals.get(seat.pk, 0) for seat in version.table.seats}

    @extend_schema_field(ChangedCardsSerializer(many=True))
    def get_changes(self, version: Version) -> list[dict[str, object]]:
        names = {seat.name: seat.sheet_name for seat in version.table.seats}
        return [
            {"player": names.get(name), "cards": [*map(spoken, cards)]}
            for name, cards in version.changes
        ]


# ------------------------------------------------------------------ operations


class RoundViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, GameByAddress):
    """The rounds of a game, with everybody's points, every line explained."""

    serializer_class = RoundSerializer
    pagination_class = OnePage
    lookup_url_kwarg = "number"
    lookup_value_converter = "int"

    def get_queryset(self) -> Any:
        return self.read_table().rounds

    def get_object(self) -> RoundState:
        table, number = self.read_table(), self.kwargs["number"]
        check_round(number)
        return table.rounds[number - 1]

    def as_it_is_now(self) -> Response:
        """The round after a change."""
        return Response(RoundSerializer(self.get_object()).data)

    @extend_schema(responses=RoundSerializer)
    @action(detail=True, methods=["post"], serializer_class=ConfirmSerializer)
    def confirm(self, request: Request, game_id: UUID, number: int) -> Response:
        """Confirm a round.

        Freezes everybody's points. The last round of a card game ends the game.
        """
        visit = self.host()
        values = self.read()
        seen = values.pop("version", visit.game.version)
        confirm_round(game_id, number, seen_version=seen, by=visit.seat_id, **values)
        return self.as_it_is_now()

    @extend_schema(responses=RoundSerializer)
    @action(detail=True, methods=["post"], serializer_class=ReopenSerializer)
    def reopen(self, request: Request, game_id: UUID, number: int) -> Response:
        """Open a confirmed round again.

        Until it is confirmed anew; what was confirmed is kept as a version. Of a game that is over
        it takes the scope manage.
        """
        visit = self.host(corrects=True)
        values = self.read()
        seen, reason = values.get("version"), values.get("reason", "")
        reopen_round(game_id, number, reason=reason, seen=seen, by=visit.seat_id)
        return self.as_it_is_now()

    @extend_schema(responses=RoundSerializer)
    @action(detail=True, methods=["post"], serializer_class=CorrectionSerializer)
    def correct(self, request: Request, game_id: UUID, number: int) -> Response:
        """Correct the cards of a round.

        All tableaus that are named, or none. Opens the round again where it is confirmed, and
        leaves it open: confirm it then. Where nothing changes it stays as it is. Of a game that is
        over it takes the scope manage.
        """
        visit = self.host(corrects=True)
        table = read_game_state(visit.game)
        values = self.read(reading=partial(named, table))
        places = places_by_name(table)
        tableaus = {places[name]: cards for name, cards in values["tableaus"].items()}
        reason = values.get("reason", "")
        lay_tableaus(game_id, number, visit.sender, tableaus, reason=reason)
        return self.as_it_is_now()

    @extend_schema(responses=RoundSerializer)
    @action(detail=True, methods=["post"], serializer_class=LateSerializer, may_change=True)
    def late(self, request: Request, game_id: UUID, number: int) -> Response:
        """Add taps that came after their round was confirmed, or set them aside."""
        self.host(corrects=True)
        decide = add_late_taps if self.read()["do"] == "add" else set_late_taps_aside
        decide(game_id, number)
        return self.as_it_is_now()

    @action(detail=True, url_path="setup", serializer_class=SetupCardSerializer, may_change=True)
    def setup_card(self, request: Request, game_id: UUID, number: int) -> Response:
        """Get the setup card of a round.

        What to take, to shuffle and to deal, and which way to pass.
        """
        card = setup_for(self.get_object().setting, number)
        return Response(self.get_serializer(card).data)

    @extend_schema(responses=VersionSerializer(many=True))
    @action(detail=True, serializer_class=VersionSerializer, may_change=True)
    def versions(self, request: Request, game_id: UUID, number: int) -> Response:
        """List the versions of a round, the oldest first, with what the players say of each."""
        table = self.read_table()
        check_round(number)
        versions = versions_in(table, table.rounds[number - 1])
        return self.get_paginated_response(self.get_serializer(versions, many=True).data)

    @action(
        detail=True,
        methods=["put"],
        url_path="opinions/<int:seat>",
        serializer_class=OpinionSerializer,
        may_change=True,
    )
    def opinion(self, request: Request, game_id: UUID, number: int, seat: int) -> Response:
        """Say whether a player agrees to a confirmed round."""
        visit = get_visit_or_404(request, game_id)
        check_round(number)
        row = get_object_or_404(Seat.objects.exclude(player=None), game=game_id, place=seat)
        if not visit.may_speak_for(row):
            raise PermissionDenied
        values = self.read()
        values.setdefault("version", Round.objects.get(game=game_id, number=number).version)
        opinion = say_opinion(game_id, number, seat, by=visit.seat_id, **values)
        return Response(self.get_serializer(opinion).data)
