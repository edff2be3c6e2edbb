"""Rows and figures of a club as JSON. Moments have a zone; shares are decimal numbers."""

import datetime
from collections.abc import Mapping
from typing import Any

from django.utils.crypto import salted_hmac
from rest_framework import serializers

from referee import models
from referee.club.services.statistics import Kind
from referee.club.services.statistics import Record as RecordFound


def row_mark(row: models.Helper | models.ClubPhone | models.Guest) -> str:
    """The id of a phone or an account in one club or game; in others it has another. It is made
    with the server's key: the numbers of accounts are few, and trying them would find one."""
    of = row.game_id if isinstance(row, models.Guest) else row.club_id
    text = f"{of}:{row.account_id if isinstance(row, models.Helper) else row.phone}"
    return salted_hmac("row", text, algorithm="sha256").hexdigest()[:16]


class _Marked(serializers.Serializer[Any]):
    id = serializers.SerializerMethodField()

    def get_id(self, row: models.Helper | models.ClubPhone | models.Guest) -> str:
        return row_mark(row)


class Helper(_Marked):
    """An account that runs a club."""

    name = serializers.CharField(source="account.first_name")
    is_owner = serializers.BooleanField()
    since = serializers.DateTimeField()


class ClubPhone(_Marked):
    """A phone that runs a club."""

    account = serializers.CharField(
        source="account.first_name",
        allow_null=True,
        help_text="Who brought the club to it; null for the phone that made it.",
    )
    since = serializers.DateTimeField()


class Phone(_Marked):
    """A phone that came to a table: it holds a seat, watches, or was sent away."""

    # The context has the ``guest`` that asks, None for others, and the phones of the ``hosts``.
    seat = serializers.IntegerField(source="seat.place", allow_null=True)
    is_own = serializers.SerializerMethodField(help_text="It is the one that asks.")
    is_host = serializers.SerializerMethodField(help_text="It runs the club.")
    is_sent_away = serializers.BooleanField(source="sent_away")
    joined_at = serializers.DateTimeField()

    def get_is_own(self, row: models.Guest) -> bool:
        return row.pk == self.context["guest"]

    def get_is_host(self, row: models.Guest) -> bool:
        return row.phone in self.context["hosts"]


class Fault(serializers.Serializer[Any]):
    path = serializers.CharField(allow_blank=True, help_text="Empty for the whole file.")
    code = serializers.CharField(help_text="The same in every language.")
    message = serializers.CharField()


class Import(serializers.Serializer[Any]):
    """A club file that is read in; it is over with ``club`` or with ``faults``."""

    id = serializers.CharField()
    is_over = serializers.BooleanField()
    games = serializers.IntegerField(help_text="In the file; 0 while nobody knows.")
    written = serializers.IntegerField(help_text="So many of them are read in.")
    club = serializers.UUIDField(allow_null=True, help_text="The id, once all of it is there.")
    faults = Fault(many=True, help_text="Why nothing was read in.")


class Webhook(serializers.ModelSerializer[models.Webhook]):
    """An address that is told of events."""

    events = serializers.ListField(
        child=serializers.ChoiceField(models.Webhook.Event.values), read_only=True
    )

    class Meta:
        model = models.Webhook
        fields = ["id", "club", "address", "events", "is_on", "made_at", "failures"]


class NewWebhook(Webhook):
    """A webhook with the secret that signs what it is told; shown this once."""

    secret = serializers.CharField(required=False)

    class Meta(Webhook.Meta):
        fields = [*Webhook.Meta.fields, "secret"]


class Delivery(serializers.ModelSerializer[models.Delivery]):
    """One event for one webhook."""

    state = serializers.ChoiceField(["waiting", "delivered", "given-up"], read_only=True)
    body = serializers.CharField(help_text="What is sent, as JSON.")

    class Meta:
        model = models.Delivery
        fields = [
            *("id", "webhook", "game", "event", "state", "made_at", "due_at", "tries", "tried_at"),
            *("status", "fault", "body"),
        ]


class Named(serializers.Serializer[Any]):
    """A player by id and name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class Rating(serializers.Serializer[Any]):
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    cautious = serializers.FloatField()


class Sums(serializers.Serializer[Any]):
    """What a player's games add up to; there is at least one."""

    games = serializers.IntegerField()
    nights = serializers.IntegerField()
    wins = serializers.FloatField(source="won")
    win_rate = serializers.FloatField()
    average_place = serializers.FloatField()
    average_points = serializers.FloatField()
    average_margin = serializers.FloatField()
    best = serializers.IntegerField()
    best_round = serializers.IntegerField(allow_null=True)


class Standing(Sums):
    rank = serializers.IntegerField(allow_null=True)
    player = Named()
    rating = Rating(allow_null=True)


class Standings(serializers.Serializer[Any]):
    club = serializers.UUIDField()
    by = serializers.CharField()
    least_games = serializers.IntegerField()
    least_nights = serializers.IntegerField()
    standings = Standing(many=True)


class Holder(serializers.Serializer[Any]):
    points = serializers.IntegerField()
    name = serializers.CharField()
    game = serializers.UUIDField()
    date = serializers.DateField()
    ruleset = serializers.CharField()
    players = serializers.IntegerField()
    round = serializers.IntegerField(help_text="0 for a whole game.")


class Record(serializers.Serializer[Any]):
    """The earliest holders of a record, and whether there are others."""

    holders = Holder(many=True)
    others = serializers.BooleanField()


class Highest(Record):
    ruleset = serializers.CharField()
    players = serializers.IntegerField()


class Feat(Record):
    kind = serializers.CharField(
        help_text="narrowest, come-back, or a ruleset: the most puddings in it."
    )


class PlayerStreak(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    first = serializers.DateField()
    last = serializers.DateField()


class Streak(PlayerStreak):
    player = Named()


class Records(serializers.Serializer[Any]):
    club = serializers.UUIDField()
    highest_games = Highest(many=True)
    highest_rounds = Highest(many=True)
    feats = Feat(many=True)
    streaks = Streak(many=True)
    menus = serializers.DictField(child=serializers.IntegerField(), help_text="Games by menu.")


class Rivalry(serializers.Serializer[Any]):
    """Games against another player; in ``ahead`` of them the own place was better, in ``level`` the
    same."""

    player = Named(source="other")
    games = serializers.IntegerField()
    ahead = serializers.IntegerField()
    level = serializers.IntegerField()
    average_points = serializers.FloatField(help_text="More than the other, a game.")


class Cards(serializers.Serializer[Any]):
    """The cards of one type, in the games that were played with it."""

    games = serializers.IntegerField()
    average_cards = serializers.FloatField()
    average_points = serializers.FloatField()


class Figures(serializers.Serializer[Any]):
    """What a player's games come to, as their page has it; null and empty without a game."""

    player = Named()
    together = Sums(allow_null=True)
    by_ruleset = serializers.DictField(child=Sums())
    by_players = serializers.DictField(child=Sums(), help_text="By how many played.")
    by_menu = serializers.DictField(child=Sums())
    longest_streak = PlayerStreak(allow_null=True, help_text="Null for less than two victories.")
    rating = Rating(allow_null=True, help_text="After the last day; null for few games.")
    rivals = Rivalry(many=True)
    cards = serializers.DictField(child=Cards(), help_text="By card type, and tokens.")


def moment(at: datetime.datetime | None) -> str | None:
    """Return a moment as rows have it: ISO 8601 with the zone."""
    return serializers.DateTimeField().to_representation(at) if at else None


def standing(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of the standings' page."""
    return {
        "rank": row["place"],
        "player": Named(row["player"]).data,
        **Sums(row["sums"]).data,
        "rating": row["rating"] and Rating(row["rating"]).data,
    }


def record(found: RecordFound) -> dict[str, Any]:
    """Return a record with its holders."""
    holders = [{**one._asdict(), "game": str(one.game)} for one in found.holders]
    return {"holders": holders, "others": found.others}


def highest(found: Mapping[Kind, RecordFound]) -> list[dict[str, Any]]:
    """Return records by ruleset and number of players."""
    return [
        {"ruleset": ruleset, "players": players, **record(one)}
        for (ruleset, players), one in sorted(found.items())
    ]
