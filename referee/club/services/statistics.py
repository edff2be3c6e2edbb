"""Computes standings, records, habits and rivals from a club's placings."""

import datetime
from collections import defaultdict
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
    """Keep an answer in this process's cache until a result of the club changes. It must hold ids
    and no names: players are renamed without a result changing.
    """

    @wraps(compute)
    def answer(club: Club, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        about = f"{compute.__name__}:{club.pk}:{club.results_version}:{args}{kwargs}"
        key = "".join(about.split())  # the cache takes no spaces
        found: _R | None = caches["statistics"].get(key)
        if found is None:
            found = compute(club, *args, **kwargs)
            caches["statistics"].set(key, found)
        return found

    return answer


# ------------------------------------------------------------- sums


@dataclass(frozen=True, slots=True)
class Choice:
    """Which games count: of a ruleset ("" for all), a number of players (0 for any), and the nights
    from ``first`` to ``last``, both included."""

    ruleset: str = ""
    players: int = 0
    first: datetime.date | None = None
    last: datetime.date | None = None

    def of(self, placings: QuerySet[Placing]) -> QuerySet[Placing]:
        """Return the placings of these games."""
        wanted = {
            "ruleset": self.ruleset,
            "players": self.players,
            "date__gte": self.first,
            "date__lte": self.last,
        }
        return placings.filter(**{name: value for name, value in wanted.items() if value})


ALL_GAMES = Choice()

# In the order of the fields of Sums.
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
    """Return all players of the club by id, in the order of their names, hidden ones too."""
    return {player.pk: player for player in club.players.order_by(Lower("name"), "name")}


def span_of(club: Club) -> tuple[datetime.date, datetime.date] | None:
    """Return the dates of the first and the last finished game, or None."""
    dates = club.placings.values_list("date", flat=True)
    first, last = dates.order_by("date").first(), dates.order_by("-date").first()
    return (first, last) if first and last else None


# ------------------------------------------------------------- records


class Holder(NamedTuple):
    """A record: the points, margin, deficit or puddings, who had them, and in which game.

    ``round`` is the round's number, 0 for a record of a whole game.
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
    """Return who had the most points in a game, by ruleset and number of players.

    Each player is named once, with the earliest game; equal ones by their dates.
    """
    return _highest(club, "total", *_HOLDER)


def highest_rounds(club: Club) -> dict[Kind, Record]:
    """Return the same as ``highest_games`` for rounds."""
    return _highest(club, "best_round", *_HOLDER, "best_round_number")


def _highest(club: Club, points: str, *holder: str) -> dict[Kind, Record]:
    found: dict[Kind, list[Holder]] = {}
    rows = Placing.objects.filter(pk__in=_highest_placings(club, points))
    for row in rows.order_by("played_at", "player__name").values_list(points, *holder):
        one = Holder(*row)
        found.setdefault((one.ruleset, one.players), []).append(one)
    return {kind: _record(equal) for kind, equal in found.items()}


@_cached
def _highest_placings(club: Club, points: str) -> list[int]:
    """Return the placings with the record of their ruleset and number of players, one a player."""
    kind = [F("ruleset"), F("players")]
    best_first = [f"-{points}", "played_at", "game"]
    rows = club.placings.annotate(
        rank=Window(Rank(), partition_by=kind, order_by=best_first[0]),
        nth_of_player=Window(RowNumber(), partition_by=[*kind, F("player")], order_by=best_first),
    )
    return list(rows.filter(rank=1, nth_of_player=1).values_list("pk", flat=True))


def narrowest_wins(club: Club) -> Record:
    """Return the unshared victories with the smallest lead; 0 means the tie-break decided."""
    return _best(club.placings.filter(win=WHOLE_WIN), "margin")


def come_backs(club: Club) -> Record:
    """Return the unshared victories of players who had been furthest behind."""
    return _best(club.placings.filter(win=WHOLE_WIN), "-behind")


def most_puddings(club: Club) -> dict[str, Record]:
    """Return by ruleset the most puddings in a game: cards, in Roll icons."""
    return {slug: _best(club.placings.filter(ruleset=slug), "-puddings") for slug in RULESETS}


def _best(placings: QuerySet[Placing], order: str) -> Record:
    rows = placings.order_by(order, "played_at").values_list(order.lstrip("-"), *_HOLDER)
    best = [Holder(*row) for row in rows[: MAX_EQUAL + 1]]
    return _record([one for one in best if one.points == best[0].points])


def _record(equal: list[Holder]) -> Record:
    return Record(equal[:MAX_EQUAL], len(equal) > MAX_EQUAL)


@_cached
def favourite_menus(club: Club) -> list[tuple[str, int]]:
    """The most played menus, up to ``MAX_EQUAL`` that tie, each with its number of games."""
    menus = [(menu.key, games) for menu, games in islice(menus_played(club.pk), MAX_EQUAL)]
    return sorted(menu for menu in menus if menu[1] == menus[0][1])


# ------------------------------------------------------------- cards and rivals


@_cached
def card_sums(club: Club) -> dict[str, dict[UUID, CardSums]]:
    """Return everybody's cards by card type and player."""
    sums: defaultdict[str, defaultdict[UUID, list[int]]]
    sums = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
    rows = club.placings.values_list("player", "cards")
    for player, cards_by_type in rows.iterator(_BATCH):
        for type_, (cards, points) in cards_by_type.items():
            row = sums[type_][player]
            row[0] += 1
            row[1] += cards
            row[2] += points
    return {
        type_: {player: CardSums(*row) for player, row in of.items()} for type_, of in sums.items()
    }


class Rivalry(NamedTuple):
    """A player's games against another.

    In ``ahead`` of them the player's place was better, in ``level`` the same; ``points`` is how
    many more than the other in all of them together.
    """

    other: Player
    games: int
    ahead: int
    level: int
    points: int

    @property
    def behind(self) -> int:
        """The number of games in which the other's place was better."""
        return self.games - self.ahead - self.level

    @property
    def average_points(self) -> Fraction:
        """Points a game more than the other, negative if the other has more."""
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
