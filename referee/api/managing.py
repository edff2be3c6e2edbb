"""One club, player, night or season: looked at, changed and deleted."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.clubs import club_visit, clubs_run, night_run, owner_visit
from referee.access.games import get_visit_or_404, host_visit
from referee.club.filters import GamesFilter
from referee.club.services import statistics
from referee.club.services.deleting import delete_club
from referee.club.services.helping import invitation_of, invite, withdraw_invitation
from referee.club.services.players import (
    hide_player,
    make_anonymous,
    merge_players,
    remove_player,
    rename_player,
    undo_merge,
)
from referee.club.services.seasons import change_season, crown, delete_season, season_of
from referee.club.services.sharing import (
    calendar_of,
    close_calendar,
    close_link,
    link_of,
    open_calendar,
    open_link,
)
from referee.disputes.services.case_files import case_file_of, close_case_file, open_case_file
from referee.models import Key, Merge, Player, Season
from referee.play.services.clubs import name_club
from referee.play.services.refusals import Refused

from ..hosting.network import reachable_address
from . import sent, serializers
from .club import GAMES_ASKED, ONE_CLUB, OfClubs, Pages, checked
from .operations import changing, reading


class ClubView(OfClubs):
    """A club."""

    @reading("Get a club", "club", serializers.Club)
    def get(self, request: Request, club_id: UUID) -> Response:
        return Response(serializers.Club(club_visit(request, club_id).club).data)

    @changing("Name a club", "club_change", serializers.Club, sent.CLUB_BODY)
    def patch(self, request: Request, club_id: UUID) -> Response:
        """Name a club; "" takes the name away."""
        club = club_visit(request, club_id).club
        said = sent.body(request, sent.CLUB_BODY)
        if "name" in said:
            name_club(club.pk, said["name"])
            club.refresh_from_db()
        return Response(serializers.Club(club).data)

    @changing(
        "Delete a club with everything in it",
        "club_delete",
        None,
        refused={403: "Only an owner may do that, and a key that manages."},
    )
    def delete(self, request: Request, club_id: UUID) -> Response:
        """Delete a club."""
        delete_club(owner_visit(request, club_id).club.pk)
        return Response(status=204)


def link_to(
    what: str,
    operation: str,
    may_not: str = "The key does not manage, or neither it nor the phone may do that here.",
) -> Any:
    """Describe a link: read, made and withdrawn; ``may_not`` is why that is refused with 403."""
    more: Any = {"refused": {403: may_not}}
    return extend_schema_view(
        get=reading(f"Get the link to {what}", operation, serializers.Link, **more),
        put=changing(f"Make the link to {what}", f"{operation}_open", serializers.Link, **more),
        delete=changing(f"Withdraw the link to {what}", f"{operation}_close", None, **more),
    )


class _LinkView(OfClubs, ABC):
    """A link that works for everybody who has it, made once and withdrawn for good."""

    read_scope = Key.Scope.MANAGE  # the link outlives a key that only reads
    page = "shared"
    find: Callable[..., Any] = staticmethod(link_of)
    open: Callable[..., object] = staticmethod(open_link)
    close: Callable[..., object] = staticmethod(close_link)

    @abstractmethod
    def shared(self) -> tuple[Any, ...]:
        """What the link is to, if who asks may do that."""

    def get(self, request: Request, **_ids: UUID) -> Response:
        """The link; 404 where there is none."""
        link = self.find(*self.shared())
        if link is None:
            raise Http404
        path = reverse(self.page, args=[link.pk])
        return Response({"link": f"{reachable_address(request._request)}{path}"})

    def put(self, request: Request, **ids: UUID) -> Response:
        """Make the link, where there is none."""
        self.open(*self.shared())
        return self.get(request, **ids)

    def delete(self, request: Request, **_ids: UUID) -> Response:
        """Withdraw the link for good."""
        self.close(*self.shared())
        return Response(status=204)


@link_to("a club's standings", "club_link")
class ClubLinkView(_LinkView):
    """The link to a club's standings."""

    def shared(self) -> tuple[Any, ...]:
        return (club_visit(self.request, self.kwargs["club_id"]).club,)


@link_to("a night's standings", "night_link")
class NightLinkView(_LinkView):
    """The link to a night's standings."""

    def shared(self) -> tuple[Any, ...]:
        night = night_run(self.request, self.kwargs["night_id"])
        return night.club, night


@link_to("the calendar of a club's nights", "club_calendar")
class CalendarView(ClubLinkView):
    """The link under which calendars follow a club's nights."""

    page = "calendar"
    find = staticmethod(calendar_of)
    open = staticmethod(open_calendar)
    close = staticmethod(close_calendar)


@link_to(
    "an invitation to help to run a club",
    "invitation",
    "Only an owner may do that, and a key that manages.",
)
class InvitationView(_LinkView):
    """The link by which one account becomes a helper, once."""

    page = "invited"
    find = staticmethod(invitation_of)
    open = staticmethod(invite)
    close = staticmethod(withdraw_invitation)

    def shared(self) -> tuple[Any, ...]:
        return (owner_visit(self.request, self.kwargs["club_id"]).club,)


@link_to("the case file of a game", "case")
class CaseView(_LinkView):
    """The link to a whole game, for everybody at its table; the host makes it."""

    page = "case-file"
    find = staticmethod(case_file_of)
    open = staticmethod(open_case_file)
    close = staticmethod(close_case_file)

    def shared(self) -> tuple[Any, ...]:
        visit_of = get_visit_or_404 if self.request.method in SAFE_METHODS else host_visit
        return (visit_of(self.request, self.kwargs["game_id"]).game.pk,)


class OfPlayer(OfClubs):
    """What belongs to one player."""

    def player(self) -> Player:
        """The player who is asked for."""
        clubs = clubs_run(self.request)
        return get_object_or_404(Player, pk=self.kwargs["player_id"], club__in=clubs)


class PlayerView(OfPlayer):
    """A player."""

    @reading("Get a player", "player", serializers.Player)
    def get(self, request: Request, player_id: UUID) -> Response:
        return Response(serializers.Player(self.player()).data)

    @changing(
        "Rename or hide a player, or make them anonymous",
        "player_change",
        serializers.Player,
        sent.PLAYER,
    )
    def patch(self, request: Request, player_id: UUID) -> Response:
        """Do all that is asked for, or nothing."""
        player = self.player()
        said = sent.body(request, sent.PLAYER)
        neutral = _("Player %(number)s")
        # Before the new name: a name that goes goes out of all words.
        with transaction.atomic():
            if said.get("is_anonymous"):
                make_anonymous(player.club_id, player.pk, lambda n: neutral % {"number": n})
            elif player.is_anonymous and "is_anonymous" in said:
                raise Refused("name-gone", name=player.name)
            if "name" in said:
                rename_player(player.club_id, player.pk, said["name"])
            if "is_hidden" in said:
                hide_player(player.club_id, player.pk, hidden=said["is_hidden"])
        player.refresh_from_db()
        return Response(serializers.Player(player).data)

    @changing("Take a player without games off the list", "player_delete", None)
    def delete(self, request: Request, player_id: UUID) -> Response:
        """Take a player off the list."""
        player = self.player()
        remove_player(player.club_id, player.pk)
        return Response(status=204)


class FiguresView(OfPlayer):
    """What a player's games come to."""

    @reading(
        "Get a player's figures, by the filters of their page",
        "player_figures",
        serializers.Figures,
        *GAMES_ASKED,
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """The figures of all games, or of those that the address selects."""
        player = self.player()
        choice = checked(GamesFilter(player.club, request.query_params), request).choice
        sums = statistics.player_sums(player.club, player_id, choice)
        streak = statistics.longest_streaks(player.club, choice).get(player_id)
        cards = statistics.card_sums(player.club, choice)
        figures = {
            **sums._asdict(),
            "player": player,
            "longest_streak": streak if streak and streak.games > 1 else None,
            "rating": statistics.shown_ratings(player.club, choice.last).get(player_id),
            "rivals": statistics.rivalries(player.club, player_id, choice),
            "cards": {kind: of[player_id] for kind, of in cards.items() if player_id in of},
        }
        return Response(serializers.Figures(figures).data)


class MergesView(OfPlayer, ListAPIView[Merge]):
    """Who was merged into a player."""

    pagination_class = Pages
    serializer_class = serializers.Merge
    ordering = ("at", "id")

    def get_queryset(self) -> QuerySet[Merge]:
        return Merge.objects.filter(kept=self.player())

    @reading("List who was merged into a player", "merges", serializers.Merge(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @changing("Merge two players", "merge_make", serializers.Merge, sent.MERGE, made=True)
    def post(self, request: Request, player_id: UUID) -> Response:
        """Give this player the games of another one, who is the same person."""
        kept = self.player()
        other = sent.body(request, sent.MERGE)["other"]
        if not kept.merges.filter(pk=other).exists():  # a request that was cut off comes again
            merge_players(kept.club_id, kept.pk, other)
        merge = kept.merges.get(pk=other)
        return sent.made(serializers.Merge(merge).data, "merge", kept.pk, merge.pk)


class MergeView(OfPlayer):
    """Somebody who was merged into a player."""

    @changing("Part two players who were merged", "merge_undo", None)
    def delete(self, request: Request, player_id: UUID, merge_id: UUID) -> Response:
        """Make two players of one again."""
        kept = self.player()
        get_object_or_404(kept.merges, pk=merge_id)
        undo_merge(kept.club_id, kept.pk, merge_id)
        return Response(status=204)


class OfSeason(OfClubs):
    """One season, or a year by itself."""

    def season(self) -> Season:
        """The season that is asked for by its key."""
        key = self.kwargs["key"]
        try:
            rows = Season.objects.select_related("club").filter(club__in=self.clubs())
            return get_object_or_404(rows, pk=UUID(key))
        except ValueError:
            return season_of(self.one_club(), key)


class SeasonView(OfSeason):
    """A season."""

    @reading("Get a season or a year", "season", serializers.Season, ONE_CLUB)
    def get(self, request: Request, key: str) -> Response:
        return Response(serializers.Season(self.season()).data)

    @changing(
        "Change a season; of a year only by what it is ranked",
        "season_change",
        serializers.Season,
        sent.SEASON,
        ONE_CLUB,
    )
    def patch(self, request: Request, key: str) -> Response:
        """Change a season; champions that are kept stay."""
        season = self.season()
        said = sent.body(request, sent.YEAR if season.is_year else sent.SEASON)
        return Response(serializers.Season(change_season(season, **said)).data)

    @changing("Delete a season, not its games", "season_delete", None, None, ONE_CLUB)
    def delete(self, request: Request, key: str) -> Response:
        """Delete a season with its champions; a year is there again by itself."""
        delete_season(self.season())
        return Response(status=204)


class SeasonCloseView(OfSeason):
    """The end of a season."""

    @changing(
        "Close a season that is over, with the champions of today's results",
        "season_close",
        serializers.Season,
        None,
        ONE_CLUB,
    )
    def post(self, request: Request, key: str) -> Response:
        """Crown who leads; champions that were kept before go."""
        return Response(serializers.Season(crown(self.season())).data)
