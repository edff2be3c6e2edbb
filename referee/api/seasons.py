"""Seasons, and the years by themselves, with their champions."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from referee.club.services.seasons import (
    champions,
    change_season,
    crown,
    delete_season,
    make_season,
    season_of,
    seasons_of,
)
from referee.models import Season

from .base.pages import OnePage
from .base.strict import Day, Id, RowSerializer
from .base.views import Change, ClubQuery, Create, OfClubs
from .players import NamedSerializer


class SeasonSerializer(RowSerializer[Season]):
    """A season; or a year by itself, of which only by what it is ranked can be changed. Its club
    need not be named by who runs only one."""

    id = serializers.CharField(
        source="key", read_only=True, help_text="Of a year by itself its number."
    )
    club = Id(source="club_id", required=False)
    since = Day(source="first")
    until = Day(source="last")
    champions = serializers.SerializerMethodField(help_text="Those who are champion for good.")

    class Meta:
        model = Season
        fields = [
            *("id", "club", "name", "since", "until", *Season.CRITERIA, "closed_at", "champions")
        ]
        create_only = ["club"]
        read_only_fields = ["closed_at"]
        extra_kwargs = {
            "name": {"required": True, "allow_blank": False},
            "place_points": {"help_text": "Points for places, like 5-3-1, if they rank by that."},
            "least_games": {"help_text": "Who has played fewer has no rank."},
            "least_nights": {"help_text": "Who was there on fewer has no rank."},
            "own_tie_breaks": {
                "help_text": "Whether a tie that a table itself broke counts as it decided."
            },
            "closed_at": {"help_text": "When its champions were kept; null while they change."},
        }

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        if isinstance(self.instance, Season) and self.instance.is_year:
            for name in ("name", "since", "until"):
                fields[name].read_only = True
        return fields

    @extend_schema_field(NamedSerializer(many=True))
    def get_champions(self, season: Season) -> Any:
        return NamedSerializer([title.player for title in champions(season)], many=True).data

    def to_representation(self, season: Season) -> dict[str, Any]:
        return {**super().to_representation(season), "name": str(season)}


class SeasonViewSet(Create, Change, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, OfClubs):
    """Seasons of a club, which is named by who runs several, but for a season's id."""

    serializer_class = SeasonSerializer
    pagination_class = OnePage
    lookup_url_kwarg = "season_id"
    lookup_value_converter = "slug"

    def get_query_class(self) -> Any:
        return None if self.action == "create" else ClubQuery

    def get_object(self) -> Season:
        season_id, club_id = self.kwargs["season_id"], self.query.get("club")
        try:
            pk = UUID(season_id)
        except ValueError:
            return season_of(self.one_club(club_id), season_id)
        rows = Season.objects.select_related("club").filter(club__in=self.clubs(club_id))
        return get_object_or_404(rows, pk=pk)

    def list(self, request: Request) -> Response:
        """List the seasons and the years with games of a club, the latest first."""
        rows = seasons_of(self.one_club(self.query.get("club")))
        return self.get_paginated_response(self.get_serializer(rows, many=True).data)

    def perform_create(self, serializer: Any) -> None:
        facts = {**serializer.validated_data}
        club = self.one_club(facts.pop("club_id", None))
        serializer.instance = make_season(club.pk, self.new_id, **facts)

    def perform_update(self, serializer: Any) -> None:
        """Champions that are kept stay."""
        serializer.instance = change_season(serializer.instance, **serializer.validated_data)

    def perform_destroy(self, season: Season) -> None:
        delete_season(season)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def close(self, request: Request, season_id: str) -> Response:
        """Close a season that is over.

        Who leads by today's results is champion for good; champions that were kept before go.
        """
        return Response(self.get_serializer(crown(self.get_object())).data)
