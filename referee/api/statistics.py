"""What the games of a club come to: standings, records, and the figures of a player."""

from functools import cached_property
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.drainage import set_override
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from referee.club.filters import GamesFilter, StandingsFilter
from referee.club.pages.standings import standings_of
from referee.club.services import statistics
from referee.models import MOST_LEAST, Club, Player
from referee.rules import RULESETS, Fault
from referee.rules.problems.validation import nearest, shown
from referee.rules.rulesets import MAX_SEATS
from referee.standings.league import listed
from referee.standings.ranking import ORDERS
from referee.wording import fault_text

from .base.strict import Day
from .base.views import ClubQuery, OfClubs
from .players import NamedSerializer

_TEXT = {"type": "string", "minLength": 1}
_LEAST = {"type": "integer", "minimum": 0, "maximum": MOST_LEAST}
_SHAPES: dict[str, dict[str, Any]] = {
    "season": {**_TEXT, "description": "The id of one that is no year."},
    "year": {"type": "integer"},
    "month": {"type": "integer", "minimum": 1, "maximum": 12, "description": "Of a year."},
    "ruleset": {"type": "string", "enum": [*RULESETS]},
    "menu": {**_TEXT, "description": "As in menus of the records."},
    "players": {
        "type": "integer",
        "minimum": 2,
        "maximum": MAX_SEATS,
        "description": "How many played.",
    },
    "since": {"type": "string", "format": "date", "description": "The first day."},
    "until": {"type": "string", "format": "date", "description": "The last day."},
    "by": {"type": "string", "enum": [*ORDERS]},
    "place_points": {**_TEXT, "description": "Points for places, like 5-3-1."},
    "least_games": {**_LEAST, "description": "Who has played fewer has no rank."},
    "least_nights": {**_LEAST, "description": "Who was there on fewer has no rank."},
}
"""Of the fields of the pages' forms."""

# ------------------------------------------------------------------ which games


class FormValue(serializers.Field[Any, Any, Any, Any]):
    """A value that a page's form reads."""

    def to_internal_value(self, data: Any) -> Any:
        return data


class GamesQuery(serializers.Serializer[Any]):
    """Which games count, in the words of a page's form, which reads them."""

    form_class = GamesFilter

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for name in self.form_class.base_fields:
            fields[name] = FormValue(required=False)
            set_override(fields[name], "field", _SHAPES[name])
        return fields

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        """Have the form read them, for the view's club."""
        form = self.form_class(self.context["view"].one_club(values.get("club")), self.initial_data)
        faults: dict[str, Any] = {
            name: [_detail(form, name, fault) for fault in of]
            for name, of in form.errors.get_json_data().items()
        }
        # A form also reads days as its page's language writes them.
        for name in [one for one in ("since", "until") if one in values]:
            try:
                Day().run_validation(values[name])
            except ValidationError as wrong:
                faults[name] = wrong.detail
        if faults:
            raise ValidationError(faults)
        return {"filter": form}


def _detail(form: GamesFilter, name: str, fault: dict[str, Any]) -> ErrorDetail:
    """What a form refuses; for a choice that there is not, with the nearest one."""
    if fault["code"] != "invalid_choice":
        return ErrorDetail(fault["message"], fault["code"] or "no-sense")
    value, field = form.data[name], form.fields[name]
    among = [str(word) for word, _label in field.choices]  # type: ignore[attr-defined]  # it is a ChoiceField
    wrong = Fault("", "no-such-choice", shown(value), nearest(value, among))
    return ErrorDetail(fault_text(wrong), wrong.code)


class RecordsQuery(GamesQuery, ClubQuery):
    """Which games of which club."""


class StandingsQuery(RecordsQuery):
    """Which games of which club, and how they rank."""

    form_class = StandingsFilter


# ------------------------------------------------------------------ standings


class RatingSerializer(serializers.Serializer[Any]):
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    cautious = serializers.FloatField(help_text="What it is at least.")


class SumsSerializer(serializers.Serializer[Any]):
    """What a player's games add up to; there is at least one."""

    games = serializers.IntegerField()
    nights = serializers.IntegerField()
    wins = serializers.FloatField(source="won")
    win_rate = serializers.FloatField()
    average_rank = serializers.FloatField(source="average_place")
    average_points = serializers.FloatField()
    average_margin = serializers.FloatField()
    best = serializers.IntegerField()
    best_round = serializers.IntegerField(allow_null=True)
    minutes = serializers.IntegerField(
        allow_null=True, help_text="Of the games of which somebody knows them; null of none."
    )
    games_timed = serializers.IntegerField(
        source="timed", help_text="Of how many games the minutes are known."
    )
    average_minutes = serializers.FloatField(allow_null=True, help_text="A game, of those.")


class StandingSerializer(serializers.Serializer[Any]):
    """A player in the standings; ``rank`` is null for who has played too little, and
    ``place_points`` unless they are ranked by points for places."""

    rank = serializers.IntegerField(allow_null=True)
    player = NamedSerializer()
    rating = RatingSerializer(allow_null=True)
    place_points = serializers.FloatField(source="sums.place_points", allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        """The sums stand beside its own fields."""
        fields = super().get_fields()
        for name, field in SumsSerializer().get_fields().items():
            field.source = f"sums.{field.source or name}"
            fields[name] = field
        return fields


class StandingsSerializer(serializers.Serializer[Any]):
    """The standings; of a season by its own order and minimum, if the address names no others."""

    club = serializers.UUIDField()
    by = serializers.ChoiceField([*ORDERS])
    place_points = serializers.CharField(
        allow_null=True, help_text="What places are worth; null where they are not ranked by that."
    )
    least_games = serializers.IntegerField()
    least_nights = serializers.IntegerField()
    own_tie_breaks = serializers.BooleanField(
        help_text="Whether a tie that a table itself broke counts as it decided."
    )
    standings = StandingSerializer(many=True)


class StandingsViewSet(OfClubs):
    """Standings."""

    serializer_class = StandingsSerializer
    query_class = StandingsQuery

    def retrieve(self, request: Request) -> Response:
        """Get the standings of a club.

        Of all games, or of those that the address selects; hidden players are left out.
        """
        narrowed: StandingsFilter = self.query["filter"]
        least_games, least_nights = narrowed.least
        standings = {
            "club": narrowed.club.pk,
            "by": narrowed.order,
            "place_points": listed(narrowed.counted_points) or None,
            "least_games": least_games,
            "least_nights": least_nights,
            "own_tie_breaks": narrowed.own_tie_breaks,
            "standings": standings_of(narrowed),
        }
        return Response(self.get_serializer(standings).data)


# ------------------------------------------------------------------ records


class HolderSerializer(serializers.Serializer[Any]):
    points = serializers.IntegerField()
    name = serializers.CharField()
    game = serializers.UUIDField()
    date = serializers.DateField()
    ruleset = serializers.ChoiceField([*RULESETS])
    players = serializers.IntegerField()
    round = serializers.IntegerField(help_text="0 for a whole game.")


class HighestSerializer(serializers.Serializer[Any]):
    """Who had the most points with so many players: the earliest, and whether there are others."""

    ruleset = serializers.ChoiceField([*RULESETS], source="first.ruleset")
    players = serializers.IntegerField(source="first.players")
    holders = HolderSerializer(many=True)
    others = serializers.BooleanField()


class FeatSerializer(serializers.Serializer[Any]):
    """Something remarkable: the earliest who did it, and whether there are others."""

    kind = serializers.CharField(
        help_text="narrowest, come-back, or a ruleset: the most puddings in it."
    )
    holders = HolderSerializer(many=True)
    others = serializers.BooleanField()


class PlayerStreakSerializer(serializers.Serializer[Any]):
    """Victories in games that a player played one after the other."""

    games = serializers.IntegerField()
    since = serializers.DateField(source="first")
    until = serializers.DateField(source="last")


class StreakSerializer(PlayerStreakSerializer):
    player = NamedSerializer()


class RecordsSerializer(serializers.Serializer[Any]):
    """The records, and everybody's longest streak of two victories or more."""

    club = serializers.UUIDField()
    highest_games = HighestSerializer(many=True)
    highest_rounds = HighestSerializer(many=True)
    feats = FeatSerializer(many=True)
    streaks = StreakSerializer(many=True)
    menus = serializers.DictField(child=serializers.IntegerField(), help_text="Games by menu.")


class RecordsViewSet(OfClubs):
    """Records."""

    serializer_class = RecordsSerializer
    query_class = RecordsQuery

    def retrieve(self, request: Request) -> Response:
        """Get the records of a club.

        Of all games, or of those that the address selects.
        """
        club, choice = self.query["filter"].club, self.query["filter"].choice
        games, rounds = (
            [record for _kind, record in sorted(highest(club, choice).items())]
            for highest in (statistics.highest_games, statistics.highest_rounds)
        )
        feats = statistics.feats(club, choice)
        players = statistics.players_of(club)
        streaks = statistics.longest_streaks(club, choice)
        records = {
            "club": club.pk,
            "highest_games": games,
            "highest_rounds": rounds,
            "feats": [{"kind": kind, **record._asdict()} for kind, record in feats.items()],
            "streaks": [
                {"player": players[who], **streak._asdict()}
                for who, streak in streaks.items()
                if streak.games > 1
            ],
            "menus": statistics.menus_of(club, choice),
        }
        return Response(self.get_serializer(records).data)


# ------------------------------------------------------------------ figures


class RivalrySerializer(serializers.Serializer[Any]):
    """Games against another player: in ``ahead`` of them the own rank was better, in ``level`` the
    same."""

    player = NamedSerializer(source="other")
    games = serializers.IntegerField()
    ahead = serializers.IntegerField()
    level = serializers.IntegerField()
    average_points = serializers.FloatField(help_text="More than the other, a game.")


class CardsSerializer(serializers.Serializer[Any]):
    """The cards of one type, in the games that were played with it."""

    games = serializers.IntegerField()
    average_cards = serializers.FloatField()
    average_points = serializers.FloatField()


class FiguresSerializer(serializers.Serializer[Any]):
    """What a player's games come to, as their page has it; null and empty without a game."""

    player = NamedSerializer()
    together = SumsSerializer(allow_null=True)
    by_ruleset = serializers.DictField(child=SumsSerializer())
    by_players = serializers.DictField(child=SumsSerializer(), help_text="By how many played.")
    by_menu = serializers.DictField(child=SumsSerializer())
    longest_streak = PlayerStreakSerializer(
        allow_null=True, help_text="Null for less than two victories."
    )
    rating = RatingSerializer(allow_null=True, help_text="After the last day; null for few games.")
    rivals = RivalrySerializer(many=True)
    cards = serializers.DictField(child=CardsSerializer(), help_text="By card type, and tokens.")


class FiguresViewSet(OfClubs):
    """Figures of a player."""

    serializer_class = FiguresSerializer
    query_class = GamesQuery

    @cached_property
    def player(self) -> Player:
        """The player whom the address names."""
        return get_object_or_404(Player, pk=self.kwargs["player_id"], club__in=self.clubs())

    def one_club(self, club_id: UUID | None = None) -> Club:
        """The player's."""
        return self.player.club

    def retrieve(self, request: Request, player_id: UUID) -> Response:
        """Get a player's figures.

        Of all games, or of those that the address selects.
        """
        club, choice = self.player.club, self.query["filter"].choice
        streak = statistics.longest_streaks(club, choice).get(player_id)
        cards = statistics.card_sums(club, choice)
        figures = {
            "player": self.player,
            **statistics.player_sums(club, player_id, choice)._asdict(),
            "longest_streak": streak if streak and streak.games > 1 else None,
            "rating": statistics.shown_ratings(club, choice.last).get(player_id),
            "rivals": statistics.rivalries(club, player_id, choice),
            "cards": {kind: of[player_id] for kind, of in cards.items() if player_id in of},
        }
        return Response(self.get_serializer(figures).data)
