"""The nights of a club."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import mixins

from referee.access.clubs import night_run, night_visit
from referee.club.services.nights import delete_night, describe_night, make_night, words_mark
from referee.models import GameNight

from .base.filters import Filter, OfClubFilter, Year
from .base.strict import Id, RowSerializer
from .base.views import Change, Create, OfClubs


class NightSerializer(RowSerializer[GameNight]):
    """An evening of a club. Its club need not be named by who runs only one."""

    club = Id(source="club_id", required=False)

    class Meta:
        model = GameNight
        fields = ["id", "club", "date", *GameNight.WORDS]
        create_only = ["club", "date"]


class NightFilter(OfClubFilter):
    """Which nights to list."""

    year = Filter("date__year", read=Year())
    player = Filter(
        "games__seats__player", read=Id(help_text="The id of one who played."), distinct=True
    )


class NightViewSet(
    Create,
    Change,
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    mixins.DestroyModelMixin,
    OfClubs,
):
    """Nights, the newest first; one is open to the phones that were at its tables, too."""

    serializer_class = NightSerializer
    filterset_class = NightFilter
    lookup_url_kwarg = "night_id"
    ordering = ("-date", "id")

    def get_queryset(self) -> QuerySet[GameNight]:
        return GameNight.objects.filter(club__in=self.clubs())

    def get_object(self) -> GameNight:
        night_id = self.kwargs["night_id"]
        if self.action == "retrieve":
            return night_visit(self.request, night_id).night
        return night_run(self.request, night_id)

    def perform_create(self, serializer: Any) -> None:
        words = {**serializer.validated_data}
        club = self.one_club(words.pop("club_id", None))
        serializer.instance = make_night(club.pk, words.pop("date"), night_id=self.new_id, **words)

    def perform_update(self, serializer: Any) -> None:
        night = serializer.instance
        describe_night(night.pk, **serializer.validated_data, seen=words_mark(night))
        night.refresh_from_db()

    def perform_destroy(self, night: GameNight) -> None:
        delete_night(night)
