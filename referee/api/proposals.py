"""What players propose to the host as a correction."""

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.games import Role, get_visit_or_404
from referee.disputes.pages.proposals import reason_of
from referee.disputes.services.correcting import correct_round
from referee.disputes.services.proposals import (
    changes_of,
    decline,
    forget,
    proposals_of,
    propose,
)
from referee.disputes.services.what_if import MAX_CHANGES
from referee.models import Proposal
from referee.play.services.seating import MAX_PLACE
from referee.play.services.taps import SentTap
from referee.rules.problems.validation import MAX_NUMBER
from referee.rules.rulesets import ROUNDS

from .base.pages import OnePage
from .base.strict import Id, RowSerializer, Several, StrictSerializer, Whole
from .base.views import Create, GameByAddress
from .taps import ActionField


class ChangeSerializer(StrictSerializer):
    """A change of a tableau."""

    id = Id(help_text="Made for this change alone; it is the tap's, once it is made.")
    seat = Whole(min_value=1, max_value=MAX_PLACE)
    do = ActionField(help_text="As a tap's, but of cards alone: add:maki-3, take:<entry> …")


class ChangesField(Several):
    """Changes, as a row keeps them."""

    def __init__(self, **options: Any) -> None:
        super().__init__(child=ChangeSerializer(), min_length=1, max_length=MAX_CHANGES, **options)

    def to_representation(self, data: Any) -> Any:
        changes = (text.split(".", 2) for text in data)
        return [{"id": id_, "seat": int(seat), "do": do} for id_, seat, do in changes]


class ProposalSerializer(RowSerializer[Proposal]):
    """A correction that a player proposes."""

    round = Whole(source="round.number", min_value=1, max_value=ROUNDS)
    seat = Whole(
        source="seat.place", min_value=1, max_value=MAX_PLACE, help_text="Whose cards it shows."
    )
    changes = ChangesField(help_text="In their order.")
    version = Whole(
        min_value=0,
        max_value=MAX_NUMBER,
        help_text="Of the game, as you have read it: on what lay there then the changes are made.",
    )
    by = serializers.IntegerField(
        source="by.place", read_only=True, help_text="The seat of the phone that proposes it."
    )
    name = serializers.CharField(source="by.sheet_name", read_only=True)
    created_at = serializers.DateTimeField(source="at", read_only=True)

    class Meta:
        model = Proposal
        fields = [
            *("id", "round", "seat", "changes", "version", "by", "name"),
            *("created_at", "is_made", "ended_at"),
        ]
        read_only_fields = ["id", "is_made", "ended_at"]


@extend_schema_view(
    create=extend_schema(
        summary="Propose a correction to the host",
        description="For a phone with a seat that is no host's. The same changes are the same "
        "proposal, while the host has not answered.",
    )
)
class ProposalViewSet(
    Create,
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    mixins.DestroyModelMixin,
    GameByAddress,
):
    """The corrections that are proposed in a game, the oldest first."""

    serializer_class = ProposalSerializer
    pagination_class = OnePage
    lookup_url_kwarg = "proposal_id"
    may_change = True

    def get_queryset(self) -> QuerySet[Proposal]:
        return proposals_of(get_visit_or_404(self.request, self.kwargs["game_id"]).game)

    def perform_create(self, serializer: Any) -> None:
        visit = get_visit_or_404(self.request, self.kwargs["game_id"])
        if visit.role is not Role.PLAYER or visit.seat_id is None:
            raise PermissionDenied
        values = serializer.validated_data
        number = values["round"]["number"]
        serializer.instance = propose(
            visit.game.pk,
            self.new_id,
            number,
            values["seat"]["place"],
            [SentTap(one["id"], number, one["seat"], one["do"]) for one in values["changes"]],
            version=values["version"],
            by=visit.seat_id,
        )

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def make(self, request: Request, game_id: UUID, proposal_id: UUID) -> Response:
        """Make a proposed correction.

        Opens the round again where it is confirmed, and leaves it open: confirm it then. Of a game
        that is over it takes the scope manage.
        """
        visit, row = self.host(corrects=True), self.get_object()
        correct_round(
            game_id,
            row.round.number,
            visit.sender,
            changes_of(row),
            reason=reason_of(row),
            seen_version=row.version,
        )
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def decline(self, request: Request, game_id: UUID, proposal_id: UUID) -> Response:
        """Decline a proposed correction."""
        self.host()
        decline(game_id, self.get_object().pk)
        return Response(self.get_serializer(self.get_object()).data)

    def perform_destroy(self, row: Proposal) -> None:
        """Take it back, or forget it once it is answered: for who proposed it."""
        visit = get_visit_or_404(self.request, self.kwargs["game_id"])
        if visit.seat_id is None or row.by_id != visit.seat_id:
            raise PermissionDenied
        forget(visit.game.pk, row.pk)
