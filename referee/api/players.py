"""The players of a club, and who of them were one person."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins, serializers

from referee.club.services.players import (
    hide_player,
    make_anonymous,
    merge_players,
    remove_player,
    rename_player,
    undo_merge,
)
from referee.models import Merge, Player
from referee.play.services.refusals import Refused
from referee.rules.names import without_accents

from .base.filters import Filter, FlagWord, OfClubFilter
from .base.strict import Id, RowSerializer
from .base.views import Change, Create, OfClubs


class NamedSerializer(serializers.Serializer[Any]):
    """A player by id and name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class PlayerSerializer(RowSerializer[Player]):
    """Somebody who plays in a club, under one name over the months."""

    class Meta:
        model = Player
        fields = ["id", "club", "name", "is_hidden", "is_anonymous"]
        read_only_fields = ["club"]
        extra_kwargs = {
            "is_hidden": {"help_text": "Not offered for new games, and not in the standings."},
            "is_anonymous": {"help_text": "True removes the name for good."},
        }


class PlayerFilter(OfClubFilter):
    """Which players to list."""

    name = filters.CharFilter(
        method="of_name", help_text="A part of the name; capitals and accents are one."
    )
    is_hidden = Filter(read=FlagWord())

    def of_name(self, rows: QuerySet[Player], _name: str, part: str) -> QuerySet[Player]:
        """Databases differ in which letters are one: Python compares them."""
        names = rows.values_list("pk", "name")
        part = without_accents(part)
        return rows.filter(pk__in=[pk for pk, name in names if part in without_accents(name)])


@extend_schema_view(
    partial_update=extend_schema(summary="Rename or hide a player, or make them anonymous"),
    destroy=extend_schema(summary="Take a player without games off the list"),
)
class PlayerViewSet(
    Change,
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    mixins.DestroyModelMixin,
    OfClubs,
):
    """Players, by name."""

    serializer_class = PlayerSerializer
    filterset_class = PlayerFilter
    lookup_url_kwarg = "player_id"
    ordering = ("lower_name", "name", "id")  # as on pages

    def get_queryset(self) -> QuerySet[Player]:
        return Player.objects.filter(club__in=self.clubs()).annotate(lower_name=Lower("name"))

    @transaction.atomic
    def perform_update(self, serializer: Any) -> None:
        player, changed = serializer.instance, serializer.validated_data
        neutral = _("Player %(number)s")
        # Before the new name: a name that goes goes out of all words.
        if changed.get("is_anonymous"):
            make_anonymous(player.club_id, player.pk, lambda n: neutral % {"number": n})
        elif player.is_anonymous and "is_anonymous" in changed:
            raise Refused("name-gone", name=player.name)
        if "name" in changed:
            rename_player(player.club_id, player.pk, changed["name"])
        if "is_hidden" in changed:
            hide_player(player.club_id, player.pk, hidden=changed["is_hidden"])
        player.refresh_from_db()

    def perform_destroy(self, player: Player) -> None:
        remove_player(player.club_id, player.pk)


class MergeSerializer(RowSerializer[Merge]):
    """Somebody who was merged into a player, with the id that they had."""

    other = Id(write_only=True, help_text="Who is the same person; gone afterwards.")
    created_at = serializers.DateTimeField(source="at", read_only=True)

    class Meta:
        model = Merge
        fields = ["id", "name", "created_at", "other"]
        read_only_fields = ["name"]


@extend_schema_view(
    list=extend_schema(summary="List who was merged into a player"),
    retrieve=extend_schema(summary="Get who was merged into a player"),
    create=extend_schema(summary="Merge two players"),
    destroy=extend_schema(summary="Part two players who were merged"),
)
class MergeViewSet(
    Create,
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    mixins.DestroyModelMixin,
    OfClubs,
):
    """Who was merged into a player, the first one first."""

    serializer_class = MergeSerializer
    lookup_url_kwarg = "merge_id"
    may_change = True
    ordering = ("at", "id")

    def kept(self) -> Player:
        """The player who has the games of the others."""
        return get_object_or_404(Player, pk=self.kwargs["player_id"], club__in=self.clubs())

    def get_queryset(self) -> QuerySet[Merge]:
        return self.kept().merges.all()

    def perform_create(self, serializer: Any) -> None:
        kept, other = self.kept(), serializer.validated_data["other"]
        if not kept.merges.filter(pk=other).exists():  # a request that was cut off comes again
            merge_players(kept.club_id, kept.pk, other)
        serializer.instance = kept.merges.get(pk=other)

    def perform_destroy(self, merge: Merge) -> None:
        kept = self.kept()
        undo_merge(kept.club_id, kept.pk, merge.pk)
