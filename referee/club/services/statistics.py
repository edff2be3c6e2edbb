"""Computes standings, records, habits and rivals from a club's placings.

Everything is read from the placings with GROUP BY. What has to read all games of a club is
remembered until a result of the club changes; see :func:`_cached`.
"""

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from itertools import islice
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar
from uuid import UUID

from django.core.cache import caches
from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery, Sum, UUIDField, Window
from django.db.models.functions import Lower, Rank, RowNumber

from ...models import Club, GameNight, Placing, Player
from ...play.services.suggesting import menus_played
from ...rules import RULESETS
from ...standings.habits import CardSums
from ...standings.placing import WHOLE_WIN
from ...standings.rating import LEAST_GAMES, Rating
from ...standings.sums import Sums

MAX_EQUAL = 3
"""So many equal records are named, the earliest; there may be hundreds of wins by a point."""

_BATCH = 2000

_P = ParamSpec("_P")
_R = TypeVar("_R")


def _cached(
    compute: Callable[Concatenate[Club, _P], _R],
) -> Callable[Concatenate[Club, _P], _R]:
    """Keep an answer in this process's cache until a result of the club changes.

    The cache is not told when a player is renamed, so answers must hold ids and no names.
    """

    @wraps(compute)
    def answer(club: Club, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        about = f"{compute.__name__}:{club.pk}:{club.results_version}:{args}{kwargs}"
        key = "".join(about.split())
        found: _R | None = caches["statistics"].get(key)
        if found is None:
            found = compute(club, *args, **kwargs)
            caches["statistics"].set(key, found)
        return found

    return answer


# ------------------------------------------------------------- sums


@dataclass(frozen=True, slots=True)
class Choice:
    """Which games count.

    Attributes:
        ruleset: "" for all.
        players: how many people played, 0 for any number.
        first, last: days of nights, both included, None for open ends.
    """

    ruleset: str = ""
    players: int = 0
    first: datetime.date | None = None
    last: datetime.date | None = None

    def of(self, placings: QuerySet[Placing]) -> QuerySet[Placing]:
        """Leave out the placings of other games."""
        wanted = {
            "ruleset": self.ruleset,
            "players": self.players,
            "date__gte": self.first,
            "date__lte": self.last,
        }
        return placings.filter(**{name: value for name, value in wanted.items() if value})


ALL_GAMES = Choice()

_SUMS: Mapping[str, Count | Sum | Max] = {
    "all_games": Count("pk"),
    "all_wins": Sum("win"),
    "all_places": Sum("place"),
    "all_points": Sum("total"),
    "all_margins": Sum("margin"),
    "most": Max("total"),
    "most_in_a_round": Max("best_round"),
}


@_cached
def club_sums(club: Club, choice: Choice = ALL_GAMES) -> dict[UUID, Sums]:
    """Return the sums of every player with at least one of these games, by player."""
    return _sums_by("player", choice.of(club.placings.all()))


def night_sums(night: GameNight) -> dict[UUID, Sums]:
    """Return everybody's sums on a night, by player."""
    return _sums_by("player", night.placings.all())


@_cached
def player_sums(club: Club, player: UUID) -> dict[str, Sums]:
    """Return a player's sums by ruleset in the rules' order; "" holds all games, if any."""
    placings = club.placings.filter(player=player)
    by_ruleset, together = _sums_by("ruleset", placings), _sums_by("player", placings)
    found = {"": together[player]} if together else {}
    return found | {slug: by_ruleset[slug] for slug in RULESETS if slug in by_ruleset}


def _sums_by(field: str, placings: QuerySet[Placing]) -> dict[Any, Sums]:
    values = placings.order_by().values(field).annotate(**_SUMS).values_list(field, *_SUMS)
    return {key: Sums(*sums) for key, *sums in values}


@_cached
def best_games(club: Club, choice: Choice = ALL_GAMES) -> dict[UUID, UUID]:
    """Return each player's game with the most points, the earliest of equal ones."""
    best = choice.of(Placing.objects.filter(player=OuterRef("pk")))
    first = best.order_by("-total", "played_at", "game").values("game")[:1]
    game = Subquery(first, output_field=UUIDField())
    rows = club.players.annotate(best=game).exclude(best=None)
    return dict(rows.values_list("pk", "best"))


def placings_of_night(night: GameNight) -> list[Placing]:
    """Return the results of a night in the order of its games."""
    rows = night.placings.select_related("player", "game")
    return list(rows.order_by("played_at", "game", "place", "pk"))


def shown_ratings(club: Club) -> dict[UUID, Rating]:
    """Return the ratings of players with enough games, by player."""
    latest = Placing.objects.filter(player=OuterRef("pk")).order_by("-played_at", "-game")
    rated = club.players.annotate(
        nth=Subquery(latest.values("nth")[:1]),
        mu=Subquery(latest.values("mu")[:1]),
        sigma=Subquery(latest.values("sigma")[:1]),
    )
    rows = rated.filter(nth__gte=LEAST_GAMES).values_list("pk", "mu", "sigma")
    return {player: Rating(mu, sigma) for player, mu, sigma in rows}


def players_of(club: Club) -> dict[UUID, Player]:
    """Return all players of the club by name, hidden ones too."""
    return {player.pk: player for player in club.players.order_by(Lower("name"), "name")}


def span_of(club: Club) -> tuple[datetime.date, datetime.date] | None:
    """Return the dates of the first and the last finished game, or None."""
    dates = club.placings.values_list("date", flat=True)
    first, last = dates.order_by("date").first(), dates.order_by("-date").first()
    return (first, last) if first and last else None


# ------------------------------------------------------------- records


class Holder(NamedTuple):
    """A record: who, in which game, and its points (or puddings).

    ``round`` is the round's number, 0 for a record of a whole game; ``ruleset`` and ``players``
    are the game's.
    """

    points: int
    name: str
    game: UUID
    date: datetime.date
    ruleset: str
    players: int
    round: int = 0


class Record(NamedTuple):
    """The holders of a record, earliest first; ``others`` says whether there are more."""

    holders: list[Holder]
    others: bool = False


_HOLDER = ("player__name", "game", "date", "ruleset", "players")

Kind = tuple[str, int]
"""A ruleset and a number of players."""


def highest_games(club: Club) -> dict[Kind, Record]:
    """By ruleset and number of players who had the most points in a game. Each player is named
    once, with the earliest game; equal ones by their dates."""
    return _by_kind(_highest(club, "total"), "total", *_HOLDER)


def highest_rounds(club: Club) -> dict[Kind, Record]:
    """Return the same as ``highest_games`` for rounds."""
    holders = _highest(club, "best_round")
    return _by_kind(holders, "best_round", *_HOLDER, "best_round_number")


@_cached
def _highest(club: Club, points: str) -> list[int]:
    """Return the placings with the record of their ruleset and number of players, one a player."""
    kind = [F("ruleset"), F("players")]
    best_first = [f"-{points}", "played_at", "game"]
    rows = club.placings.annotate(
        rank=Window(Rank(), partition_by=kind, order_by=best_first[0]),
        nth_of_player=Window(
            RowNumber(),
            partition_by=[*kind, F("player")],
            order_by=best_first,
        ),
    )
    return list(rows.filter(rank=1, nth_of_player=1).values_list("pk", flat=True))


def _by_kind(placings: list[int], *values: str) -> dict[Kind, Record]:
    """Sort record placings by kind; equal ones by date and name."""
    found: dict[Kind, list[Holder]] = {}
    rows = Placing.objects.filter(pk__in=placings).order_by("played_at", "player__name")
    for row in rows.values_list(*values):
        holder = Holder(*row)
        found.setdefault((holder.ruleset, holder.players), []).append(holder)
    return {
        kind: Record(equal[:MAX_EQUAL], len(equal) > MAX_EQUAL) for kind, equal in found.items()
    }


def narrowest_wins(club: Club) -> Record:
    """Return the unshared victories with the smallest lead; 0 means the tie-break decided."""
    won = club.placings.filter(win=WHOLE_WIN)
    return _record(won.order_by("margin", "played_at"), "margin")


def come_backs(club: Club) -> Record:
    """Return the unshared victories of players who had been furthest behind."""
    won = club.placings.filter(win=WHOLE_WIN)
    return _record(won.order_by("-behind", "played_at"), "behind")


def most_puddings(club: Club) -> dict[str, Record]:
    """Return by ruleset the most puddings in a game: cards, in Roll icons."""
    by_number = club.placings.order_by("-puddings", "played_at")
    return {slug: _record(by_number.filter(ruleset=slug), "puddings") for slug in RULESETS}


def _record(best_first: QuerySet[Placing], points: str) -> Record:
    rows = best_first.values_list(points, *_HOLDER)[: MAX_EQUAL + 1]
    equal = [Holder(*row) for row in rows if row[0] == rows[0][0]]
    return Record(equal[:MAX_EQUAL], len(equal) > MAX_EQUAL)


@_cached
def favourite_menus(club: Club) -> list[tuple[str, int]]:
    """The menus that were played most often, with their games: equal ones, a few at most."""
    menus = [(menu.key, games) for menu, games in islice(menus_played(club.pk), MAX_EQUAL)]
    return sorted(menu for menu in menus if menu[1] == menus[0][1])


# ------------------------------------------------------------- cards and rivals


@_cached
def card_sums(club: Club) -> dict[str, dict[UUID, CardSums]]:
    """Return everybody's cards by card type and player."""
    sums: dict[tuple[str, UUID], list[int]] = {}
    rows = club.placings.values_list("player", "cards")
    for player, cards_by_type in rows.iterator(_BATCH):
        for type_, (cards, points) in cards_by_type.items():
            row = sums.setdefault((type_, player), [0, 0, 0])
            row[0] += 1
            row[1] += cards
            row[2] += points
    found: dict[str, dict[UUID, CardSums]] = {}
    for (type_, player), row in sums.items():
        found.setdefault(type_, {})[player] = CardSums(*row)
    return found


class Rivalry(NamedTuple):
    """A player's games against another: in how many the player's place was better, or the same.

    ``points``: how many more than the other in all of them together.
    """

    other: Player
    games: int
    ahead: int
    level: int
    points: int

    @property
    def behind(self) -> int:
        """Return in how many games the other's place was better."""
        return self.games - self.ahead - self.level

    @property
    def average_points(self) -> Fraction:
        """Return the average difference in points, negative if the other has more."""
        return Fraction(self.points, self.games)


def rivalries(club: Club, player: UUID) -> list[Rivalry]:
    """Return a player's games against each other player, most frequent opponents first."""
    sums = _rivalry_sums(club, player)
    others = club.players.filter(pk__in=sums).order_by("name")
    found = [Rivalry(other, *sums[other.pk]) for other in others]
    return sorted(found, key=lambda rivalry: rivalry.games, reverse=True)


@_cached
def _rivalry_sums(club: Club, player: UUID) -> dict[UUID, list[int]]:
    theirs = club.placings.filter(game__placings__player=player).exclude(player=player)
    rows = (
        theirs.order_by()
        .values_list("player")
        .annotate(
            games=Count("pk"),
            ahead=Count("pk", filter=Q(place__gt=F("game__placings__place"))),
            level=Count("pk", filter=Q(place=F("game__placings__place"))),
            points=Sum(F("game__placings__total") - F("total")),
        )
    )
    return {other: sums for other, *sums in rows}
