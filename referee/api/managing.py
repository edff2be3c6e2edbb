"""One club, player, night or season: looked at, changed and deleted."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.clubs import clubs_run
from referee.club.filters import GamesFilter
from referee.club.services import statistics
from referee.models import Player

from . import serializers
from .club import GAMES_ASKED, OfClubs, checked
from .operations import reading


class OfPlayer(OfClubs):
    """What belongs to one player."""

    def player(self) -> Player:
        """The player who is asked for."""
        clubs = clubs_run(self.request)
        return get_object_or_404(Player, pk=self.kwargs["player_id"], club__in=clubs)


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
