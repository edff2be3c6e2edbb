"""The clubs that a key's account, or a phone, runs."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import mixins

from referee.access.clubs import club_visit, owner_visit
from referee.club.services.deleting import delete_club
from referee.models import Club
from referee.play.services.clubs import name_club

from .base.strict import RowSerializer
from .base.views import Change, OfClubs


class ClubSerializer(RowSerializer[Club]):
    """A group whose games are kept together."""

    class Meta:
        model = Club
        fields = ["id", "name", "created_at"]


class ClubViewSet(
    Change,
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    mixins.DestroyModelMixin,
    OfClubs,
):
    """Clubs, the oldest first. Only an owner deletes one."""

    serializer_class = ClubSerializer
    lookup_url_kwarg = "club_id"
    ordering = ("created_at", "id")

    def get_queryset(self) -> QuerySet[Club]:
        return self.clubs()

    def get_object(self) -> Club:
        visit = owner_visit if self.action == "destroy" else club_visit
        return visit(self.request, self.kwargs["club_id"]).club

    def perform_update(self, serializer: Any) -> None:
        club = serializer.instance
        if "name" in serializer.validated_data:
            name_club(club.pk, serializer.validated_data["name"])
            club.refresh_from_db()

    def perform_destroy(self, club: Club) -> None:
        delete_club(club.pk)
