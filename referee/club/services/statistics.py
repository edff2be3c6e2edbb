"""Computes standings, records, habits and rivals from a club's placings."""

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import wraps
from hashlib import sha256
from itertools import groupby, islice, permutations
from operator import add, itemgetter
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar
from uuid import UUID

from django.core.cache import caches
from django.db.models import (
    Count,
    Exists,
    F,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    UUIDField,
)
from django.db.models.functions import Lower

from ...models import Club, GameNight, Placing, Player
from ...rules import RULESETS
from ...standings.habits import NO_CARDS, CardSums
from ...standings.league import points_of_place
from ...standings.placing import WHOLE_WIN
from ...standings.ranking import CRITERIA, ORDERS, Contender, ranked
from ...standings.rating import LEAST_GAMES, NEWCOMER, Rating, shares
from ...standings.streaks import Streak, streaks
from ...standings.sums import Sums

MAX_EQUAL = 3
"""So many equal records are named, the earliest; there may be hundreds of wins by a point."""

_BATCH = 2000

_P = ParamSpec("_P")
_R = TypeVar("_R")


def cached(
    compute: Callable[Concatenate[Club, _P], _R],
) -> Callable[Concatenate[Club, _P], _R]:
    """Keep an answer in this process's cache until a result of the club changes. It must hold ids
    and no names: players are renamed without a result changing.
    """

    @wraps(compute)
    def answer(club: Club, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        return _cached_answer(club.results_version, compute, club, *args, **kwargs)

    return answer


def cached_by_years(
    compute: Callable[Concatenate[Club, _P], _R],
) -> Callable[Concatenate[Club, _P], _R]:
    """Keep an answer until a result of the years of its :class:`Choice` changes. It must not depend
    on games outside of it, as ratings and the numbers of somebody's games do."""

    @wraps(compute)
    def answer(club: Club, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        choices = (arg for arg in (*args, *kwargs.values()) if isinstance(arg, Choice))
        version = next(choices, ALL_GAMES).version(club)
        return _cached_answer(version, compute, club, *args, **kwargs)

    return answer


def _cached_answer(
    version: int,
    compute: Callable[Concatenate[Club, _P], _R],
    club: Club,
    *args: _P.args,
    **kwargs: _P.kwargs,
) -> _R:
    about = f"{compute.__name__}:{club.pk}:{version}:{args}{kwargs}"
    key = sha256(about.encode()).hexdigest()  # the cache takes no spaces and no long keys
    answer: _R | None = caches["statistics"].get(key)
    if answer is None:
        answer = compute(club, *args, **kwargs)
        caches["statistics"].set(key, answer)
    return answer


# ------------------------------------------------------------- sums


@dataclass(frozen=True, slots=True)
class Choice:
    """Which games count: of a ruleset ("" for all), a number of players (0 for any), the nights
    from ``first`` to ``last``, both included, and a menu's key ("" for any)."""

    ruleset: str = ""
    players: int = 0
    first: datetime.date | None = None
    last: datetime.date | None = None
    menu: str = ""

    def of(self, placings: QuerySet[Placing]) -> QuerySet[Placing]:
        """Return the placings of these games."""
        wanted = {
            "ruleset": self.ruleset,
            "players": self.players,
            "date__gte": self.first,
            "date__lte": self.last,
            "menu": self.menu,
        }
        return placings.filter(**{name: value for name, value in wanted.items() if value})

    def version(self, club: Club) -> int:
        """Return the version that the results of the years of these games have."""
        first = self.first.year if self.first else datetime.MINYEAR
        last = self.last.year if self.last else datetime.MAXYEAR
        return max(
            (n for year, n in club.years.items() if not year or first <= int(year) <= last),
            default=0,
        )

    def by_years(self, club: Club) -> Iterator["Choice"]:
        """Yield the same games year by year, of the years in which there are any."""
        for begin in years_of(club):
            end = begin.replace(month=12, day=31)
            first, last = max(self.first or begin, begin), min(self.last or end, end)
            if first <= last:
                yield replace(self, first=first, last=last)


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
    "all_nights": Count("night", distinct=True),
    "all_minutes": Sum("minutes"),
    "all_timed": Count("minutes"),
}


_GROWING: Mapping[str, Count | Sum | Max] = dict(islice(_SUMS.items(), 4))
"""Those that the first criteria of the orders are worked out from."""


@cached_by_years
def club_sums(
    club: Club,
    choice: Choice = ALL_GAMES,
    place_points: tuple[int, ...] = (),
    own_tie_breaks: bool = False,
) -> dict[UUID, Sums]:
    """Return the sums of every player with at least one of these games, by player.

    Args:
        place_points: what each place is worth; () where nobody asks.
        own_tie_breaks: whether a tie that a table itself broke counts as it decided.
    """
    placings = choice.of(club.placings.all())
    sums: dict[UUID, Sums] = _sums_by("player", placings)
    if place_points:
        earned = _place_points(placings, place_points, "player")
        sums = {pk: replace(one, place_points=earned[pk,]) for pk, one in sums.items()}
    if own_tie_breaks:
        for (player,), change in _own_tie_breaks(placings, place_points, "player").items():
            sums[player] = _changed(sums[player], change)
    return sums


def _changed(sums: Sums, change: Sums) -> Sums:
    """Return sums after what the tables' own tie-breaks change about them."""
    points = sums.place_points
    if points is not None:
        points += change.place_points or 0
    wins, places = sums.wins + change.wins, sums.places + change.places
    return replace(sums, wins=wins, places=places, place_points=points)


def _own_tie_breaks(
    placings: QuerySet[Placing], place_points: tuple[int, ...], *by: str
) -> dict[tuple[Any, ...], Sums]:
    """Return how much more, or less, the wins, the places and the points for them add up to where
    the tables' own tie-breaks count, by the values of these fields.

    For whom a tie is broken has the victory and the first place alone; the others share the next.
    """
    decided = placings.filter(place=1).exclude(game__tie_winner=None).order_by("game")
    rows = decided.values_list("game", "player", "game__tie_winner", "win", *by)
    nothing = Sums(place_points=Fraction(0))
    changes: defaultdict[tuple[Any, ...], Sums] = defaultdict(lambda: nothing)
    for _game, of_game in groupby(rows, key=itemgetter(0)):
        tied = list(of_game)
        before = points_of_place(1, len(tied), place_points)
        for _same, player, winner, win, *key in tied:
            wins, places, level = (WHOLE_WIN, 0, 1) if player == winner else (0, 1, len(tied) - 1)
            worth = points_of_place(1 + places, level, place_points) - before
            change = Sums(wins=wins - win, places=places, place_points=worth)
            changes[tuple(key)] = _changed(changes[tuple(key)], change)
    return changes


def _place_points(
    placings: QuerySet[Placing], place_points: tuple[int, ...], *by: str
) -> defaultdict[tuple[Any, ...], Fraction]:
    """Return what the places of whole games are worth together, by the values of these fields."""
    level = Placing.objects.filter(game=OuterRef("game"), place=OuterRef("place")).order_by()
    many = level.values("place").annotate(n=Count("pk")).values("n")
    in_games = placings.order_by().annotate(level=Subquery(many))
    earned: defaultdict[tuple[Any, ...], Fraction] = defaultdict(Fraction)
    rows = in_games.values(*by, "place", "level").annotate(games=Count("pk"))
    for *key, place, shared_by, games in rows.values_list(*by, "place", "level", "games"):
        earned[tuple(key)] += games * points_of_place(place, shared_by, place_points)
    return earned


class Standing(NamedTuple):
    """A player in standings. The rank is None for who has not played often enough, or has no rating
    to be ranked by; ``tied``: others share it."""

    rank: int | None
    tied: bool
    player: Player
    sums: Sums
    rating: Rating | None


def standings(
    sums: Mapping[UUID, Sums],
    players: Mapping[UUID, Player],
    ratings: Mapping[UUID, Rating],
    order: str,
    least: tuple[int, int] = (0, 0),
) -> list[Standing]:
    """Return the standings of the players with sums, by a key of ``ORDERS``.

    Args:
        players: in the order in which equal ones are named; who is not among them is left out.
        ratings: of those whose rating is shown.
        least: how many games, and on how many nights, it takes to have a rank.
    """
    games, nights = least
    contenders = {
        pk: Contender(totals, ratings.get(pk), totals.games >= games and totals.nights >= nights)
        for pk in players
        if (totals := sums.get(pk))
    }
    return [
        Standing(rank, tied, players[who], contenders[who].sums, contenders[who].rating)
        for rank, tied, who in ranked(contenders, order)
    ]


def night_sums(night: GameNight) -> dict[UUID, Sums]:
    """Return everybody's sums on a night, by player."""
    return _sums_by("player", night.placings.all())


class PlayersSums(NamedTuple):
    """A player's sums of some games: of all of them, None where there is none; by ruleset in the
    rules' order; by number of players; and by menu, of Party alone."""

    together: Sums | None
    by_ruleset: dict[str, Sums]
    by_players: dict[int, Sums]
    by_menu: dict[str, Sums]


@cached_by_years
def player_sums(club: Club, player: UUID, choice: Choice = ALL_GAMES) -> PlayersSums:
    """Return what a player has done in these games."""
    placings = choice.of(club.placings.filter(player=player))
    by_ruleset, by_players = _sums_by("ruleset", placings), _sums_by("players", placings)
    return PlayersSums(
        _sums_by("player", placings).get(player),
        {slug: by_ruleset[slug] for slug in RULESETS if slug in by_ruleset},
        dict(sorted(by_players.items())),
        _sums_by("menu", placings.exclude(menu="")),
    )


def _sums_by(field: str, placings: QuerySet[Placing]) -> dict[Any, Sums]:
    values = placings.order_by().values(field).annotate(**_SUMS).values_list(field, *_SUMS)
    return {key: Sums(*sums) for key, *sums in values}


@cached_by_years
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


_NIGHT = datetime.timedelta(days=2)
"""A game that belongs to a date begins before so much later, in whichever time zone."""
_LATEST = datetime.date.max - _NIGHT


@cached
def shown_ratings(club: Club, until: datetime.date | None = None) -> dict[UUID, Rating]:
    """Return the ratings of players with enough games, by player.

    Args:
        until: the ratings are those at the end of that day; None for those of now.
    """
    latest = Choice(last=until).of(Placing.objects.filter(player=OuterRef("pk")))
    if (
        until
    ):  # in the order of an index, which has no dates, later years need not be looked through
        after = datetime.datetime.combine(min(until, _LATEST), datetime.time(), datetime.UTC)
        latest = latest.filter(played_at__lt=after + _NIGHT)
    last = Subquery(latest.order_by("-played_at", "-game").values("pk")[:1])
    latest_of_each = club.players.annotate(latest=last).values("latest")
    rows = Placing.objects.filter(pk__in=latest_of_each, nth__gte=LEAST_GAMES)
    return {
        placing.player_id: Rating(placing.mu, placing.sigma)
        for placing in rows.only("player", "mu", "sigma")
    }


class RatingMove(NamedTuple):
    """What a player's last games, at most ``RECENT_GAMES``, did to the rating ``before`` them.

    ``against`` has by how much the games against each other player moved it, who moved it most
    first.
    """

    games: int
    before: Rating
    against: dict[UUID, float]


RECENT_GAMES = 10


@cached
def rating_move(club: Club, player: UUID, until: datetime.date | None = None) -> RatingMove:
    """Return what moved a player's rating in the last games, of which there is at least one: those
    until the end of a day, or of all."""
    placings = club.placings.filter(player=player)
    latest = Choice(last=until).of(placings.order_by("-played_at", "-game"))
    games = list(latest.values_list("game", flat=True)[:RECENT_GAMES])
    earlier = Placing.objects.filter(player=OuterRef("player"), nth=OuterRef("nth") - 1)
    rows = Placing.objects.filter(game__in=games).annotate(was=Subquery(earlier.values("pk")[:1]))
    placed = list(rows.values_list("game", "player", "place", "was"))
    ratings = {
        placing.pk: Rating(placing.mu, placing.sigma)
        for placing in Placing.objects.filter(pk__in=[row[3] for row in placed]).only("mu", "sigma")
    }
    against: defaultdict[UUID, float] = defaultdict(float)
    for game in games:
        places = {who: place for its, who, place, _was in placed if its == game}
        came = {who: ratings[was] for its, who, _place, was in placed if its == game and was}
        for other, by in shares(player, places, came).items():
            against[other] += by
        before = came.get(player, NEWCOMER)  # at last that of the earliest
    ranked = sorted(against, key=lambda other: abs(against[other]), reverse=True)
    return RatingMove(len(games), before, {other: against[other] for other in ranked})


def players_of(club: Club) -> dict[UUID, Player]:
    """Return all players of the club by id, in the order of their names, hidden ones too."""
    return {player.pk: player for player in club.players.order_by(Lower("name"), "name")}


@cached
def years_of(club: Club) -> list[datetime.date]:
    """Return the first day of each year with finished games, the earliest first."""
    played = club.nights.filter(Exists(Placing.objects.filter(night=OuterRef("pk"))))
    return list(played.dates("date", "year"))


@cached
def span_of(club: Club) -> tuple[datetime.date, datetime.date] | None:
    """Return the dates of the first and the last finished game, or None."""
    dates = club.placings.values_list("date", flat=True)
    first, last = dates.order_by("date").first(), dates.order_by("-date").first()
    return (first, last) if first and last else None


MAX_DATES = 40
"""So many nights are drawn: more would lie on each other on a phone."""


@cached
def growth(
    club: Club,
    choice: Choice,
    order: str,
    place_points: tuple[int, ...] = (),
    own_tie_breaks: bool = False,
) -> tuple[list[datetime.date], dict[UUID, list[Fraction | float | None]]]:
    """Return how the standings of these games came about: some nights in order, evenly chosen with
    the first and the last; and by player the first criterion of an order (a key of ``ORDERS``)
    after each, None before there is one.

    Args:
        place_points, own_tie_breaks: as of :func:`club_sums`.
    """
    placings = choice.of(club.placings.all())
    dates = list(placings.order_by("date").values_list("date", flat=True).distinct())
    many = min(MAX_DATES, len(dates))
    step = Fraction(len(dates) - 1, max(1, many - 1))
    picked = {dates[round(n * step)]: n for n in range(many)}
    nights: defaultdict[datetime.date, dict[UUID, Fraction | float]] = defaultdict(dict)
    for date, player, value in _after_nights(placings, order, place_points, own_tie_breaks):
        nights[date][player] = value
    curves: dict[UUID, list[Fraction | float | None]] = {}
    now: dict[UUID, Fraction | float] = {}
    for date in dates:
        now |= nights[date]
        if date in picked:
            for player, value in now.items():
                curves.setdefault(player, [None] * many)[picked[date]] = value
    return list(picked), curves


def _after_nights(
    placings: QuerySet[Placing], order: str, place_points: tuple[int, ...], own_tie_breaks: bool
) -> Iterator[tuple[datetime.date, UUID, Fraction | float]]:
    """Yield, night by night, what a player is ranked by after it, of everybody who was there."""
    criterion = CRITERIA[ORDERS[order][0]]
    if order == "rating":
        rated = placings.filter(nth__gte=LEAST_GAMES).order_by("date", "played_at", "game")
        rows = rated.values_list("date", "player", "mu", "sigma").iterator(_BATCH)
        for date, player, *rating in rows:
            yield date, player, Rating(*rating).cautious
        return
    sums: dict[UUID, Sums] = {}
    by = ("date", "player")
    earned = _place_points(placings, place_points, *by) if place_points else {}
    changes = _own_tie_breaks(placings, place_points, *by) if own_tie_breaks else {}
    by_night = placings.order_by("date").values("date", "player").annotate(**_GROWING)
    for date, player, *night in by_night.values_list("date", "player", *_GROWING):
        before = sums.get(player, Sums())
        totals = (before.games, before.wins, before.places, before.points)
        worth = (before.place_points or 0) + earned.get((date, player), Fraction(0))
        after = replace(Sums(*(map(add, totals, night))), place_points=worth)
        change = changes.get((date, player))
        sums[player] = _changed(after, change) if change else after
        yield date, player, criterion(Contender(sums[player]))


# ------------------------------------------------------------- records


@cached_by_years
def has_totals_only(club: Club, choice: Choice = ALL_GAMES) -> bool:
    """Return whether some of these games were kept on paper."""
    return choice.of(club.placings.filter(best_round=None)).exists()


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

    @property
    def first(self) -> Holder:
        """The earliest holder, by whom the record is known."""
        return self.holders[0]


_HOLDER = ("player__name", "game", "date", "ruleset", "players")

Kind = tuple[str, int]
"""A ruleset and a number of players."""


def highest_games(club: Club, choice: Choice = ALL_GAMES) -> dict[Kind, Record]:
    """Return who had the most points in a game, by ruleset and number of players.

    Each player is named once, with the earliest game; equal ones by their dates.
    """
    return _highest(club, choice, "total", *_HOLDER)


def highest_rounds(club: Club, choice: Choice = ALL_GAMES) -> dict[Kind, Record]:
    """Return the same as ``highest_games`` for rounds, which games with totals only do not have."""
    return _highest(club, choice, "best_round", *_HOLDER, "best_round_number")


def _highest(club: Club, choice: Choice, points: str, *fields: str) -> dict[Kind, Record]:
    holders: dict[Kind, list[Holder]] = {}
    rows = Placing.objects.filter(pk__in=_highest_placings(club, choice, points))
    for row in rows.order_by("played_at", "player__name").values_list(points, *fields):
        holder = Holder(*row)
        holders.setdefault((holder.ruleset, holder.players), []).append(holder)
    return {kind: _record(equal) for kind, equal in holders.items()}


@cached_by_years
def _highest_placings(club: Club, choice: Choice, points: str) -> list[int]:
    """Return the placings with the record of their ruleset and number of players, one a player."""
    rows = choice.of(club.placings.exclude(**{points: None})).order_by()
    kinds = rows.values_list("ruleset", "players").annotate(Max(points))
    has_most = Q(pk=None)
    for ruleset, players, most in kinds:
        has_most |= Q(ruleset=ruleset, players=players, **{points: most})
    first: dict[tuple[object, ...], int] = {}
    in_order = rows.filter(has_most).order_by("played_at", "game")
    for pk, *holder in in_order.values_list("pk", "ruleset", "players", "player"):
        first.setdefault(tuple(holder), pk)
    return list(first.values())


FEATS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "narrowest": ("margin", {"win": WHOLE_WIN}),
    "come-back": ("-behind", {"win": WHOLE_WIN, "behind__isnull": False}),
    **{slug: ("-puddings", {"ruleset": slug, "puddings__isnull": False}) for slug in RULESETS},
}
"""By which field the remarkable games are ordered, and among which placings: the unshared victories
with the smallest lead (0 means the tie-break decided); those of players who had been furthest
behind; and by ruleset the most puddings in a game, cards, in Roll icons."""


def feats(club: Club, choice: Choice = ALL_GAMES) -> dict[str, Record]:
    """Return the remarkable ones of these games by the keys of ``FEATS``. 0 points behind and 0
    puddings are no records."""
    best = {name: _best_placings(club, choice, order, **of) for name, (order, of) in FEATS.items()}
    fields = {name: order.lstrip("-") for name, (order, _of) in FEATS.items()}
    figures = tuple(dict.fromkeys(fields.values()))
    rows = Placing.objects.filter(pk__in={pk for pks in best.values() for pk in pks})
    placings = {
        pk: (dict(zip(figures, row, strict=False)), row[len(figures) :])
        for pk, *row in rows.order_by("played_at").values_list("pk", *figures, *_HOLDER)
    }
    holders = {
        name: [
            Holder(points[fields[name]], *holder)
            for pk, (points, holder) in placings.items()
            if pk in best[name]
        ]
        for name in FEATS
    }
    return {
        name: _record(equal)
        for name, equal in holders.items()
        if equal and (equal[0].points or name == "narrowest")
    }


@cached_by_years
def _best_placings(club: Club, /, choice: Choice, order: str, **of: object) -> list[int]:
    rows = choice.of(club.placings.filter(**of)).order_by(order, "played_at")
    best = list(rows.values_list("pk", order.lstrip("-"))[: MAX_EQUAL + 1])
    return [pk for pk, points in best if points == best[0][1]]


def _record(equal: list[Holder]) -> Record:
    return Record(equal[:MAX_EQUAL], len(equal) > MAX_EQUAL)


@cached_by_years
def menus_of(club: Club, choice: Choice = ALL_GAMES) -> dict[str, int]:
    """Return in how many of these games each menu was played, by its key; the commonest first, and
    of equal ones that which was played last."""
    rows = choice.of(club.placings.exclude(menu="")).order_by().values("menu")
    counted = rows.annotate(games=Count("game", distinct=True), last=Max("played_at"))
    return dict(counted.order_by("-games", "-last").values_list("menu", "games"))


def h_index(plays: Iterable[int]) -> int:
    """Return the largest n for which n of these were played n times or more; 0 if none was."""
    most_first = sorted(plays, reverse=True)
    return sum(played >= rank for rank, played in enumerate(most_first, start=1))


class First(NamedTuple):
    """The first of some games: its night's date, and its id."""

    date: datetime.date
    game: UUID


@cached_by_years
def first_games(club: Club, choice: Choice = ALL_GAMES) -> dict[UUID, First]:
    """Return every player's first of these games."""
    own = choice.of(Placing.objects.filter(player=OuterRef("pk")))
    first = Subquery(own.order_by("played_at", "game").values("pk")[:1])
    rows = Placing.objects.filter(pk__in=club.players.annotate(first=first).values("first"))
    return {
        player: First(date, game)
        for player, date, game in rows.values_list("player", "date", "game")
    }


@cached_by_years
def first_games_of_menus(club: Club, choice: Choice = ALL_GAMES) -> dict[str, First]:
    """Return the first of these games with each menu, by its key, the earliest of all first."""
    rows = choice.of(club.placings.exclude(menu="")).order_by()
    began = rows.values_list("menu").annotate(Min("played_at"))
    firsts = rows.filter(played_at__in={at for _menu, at in began})
    found: dict[str, First] = {}
    in_order = firsts.order_by("played_at", "game").values_list("menu", "date", "game")
    for menu, date, game in in_order:  # a later game with it may begin with another's first
        found.setdefault(menu, First(date, game))
    return found


@cached_by_years
def nights_of(club: Club, choice: Choice = ALL_GAMES) -> dict[datetime.date, tuple[UUID, int]]:
    """Return the nights of these games by date, the earliest first, each with how many it had."""
    nights = choice.of(club.placings.all()).order_by("date").values_list("date", "night")
    counted = nights.annotate(games=Count("game", distinct=True))
    return {date: (night, games) for date, night, games in counted}


def last_night(club: Club, choice: Choice = ALL_GAMES) -> datetime.date | None:
    """Return the date of the last of these games, or None."""
    return choice.of(club.placings.order_by("-date")).values_list("date", flat=True).first()


@cached
def longest_streaks(club: Club, choice: Choice = ALL_GAMES) -> dict[UUID, Streak[datetime.date]]:
    """Return every player's longest streak of victories in these games, of those who won one."""
    rows = choice.of(club.placings.all()).order_by("played_at", "game")
    won = rows.values_list("player", "nth", "date", "win").iterator(_BATCH)
    return streaks((player, nth, date, bool(win)) for player, nth, date, win in won)


# ------------------------------------------------------------- cards and rivals


@cached_by_years
def card_sums(club: Club, choice: Choice = ALL_GAMES) -> dict[str, dict[UUID, CardSums]]:
    """Return everybody's cards in these games by card type and player."""
    sums: defaultdict[str, dict[UUID, CardSums]] = defaultdict(dict)
    for year in choice.by_years(club):
        for type_, of in _card_sums(club, year).items():
            for player, cards in of.items():
                sums[type_][player] = sums[type_].get(player, NO_CARDS) + cards
    return dict(sums)


@cached_by_years
def _card_sums(club: Club, choice: Choice) -> dict[str, dict[UUID, CardSums]]:
    """Return the same of a year, by itself because a new game changes no other year."""
    sums: defaultdict[str, defaultdict[UUID, list[int]]]
    sums = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
    rows = choice.of(club.placings.all()).values_list("player", "cards")
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
    def counts(self) -> list[tuple[str, int]]:
        """The numbers of games, and which of them they are."""
        return [("", self.games), ("ahead", self.ahead), ("behind", self.behind)]

    @property
    def average_points(self) -> Fraction:
        """Points a game more than the other, negative if the other has more."""
        return Fraction(self.points, self.games)

    @property
    def lead(self) -> int:
        """Who beats whom: 2 for ahead in four of five games or more, 1 for in more than three, 0
        for about even, and the same below 0 for behind. A shared place counts as half of each."""
        share = Fraction(2 * self.ahead + self.level, 2 * self.games) - Fraction(1, 2)
        steps = (abs(share) > Fraction(1, 10)) + (abs(share) >= Fraction(3, 10))
        return steps if share > 0 else -steps


def rivalries(club: Club, player: UUID, choice: Choice = ALL_GAMES) -> list[Rivalry]:
    """Return a player's games against each other player, most frequent opponents first."""
    sums = _rivalry_sums(club, player, choice)
    others = club.players.filter(pk__in=sums).order_by("name")
    opponents = [Rivalry(other, *sums[other.pk]) for other in others]
    return sorted(opponents, key=lambda rivalry: rivalry.games, reverse=True)


@cached_by_years
def _rivalry_sums(club: Club, player: UUID, choice: Choice) -> dict[UUID, list[int]]:
    theirs = choice.of(club.placings.filter(game__placings__player=player)).exclude(player=player)
    rows = theirs.order_by().values_list("player").annotate(**_AGAINST)
    return {other: sums for other, *sums in rows}


_AGAINST: Mapping[str, Count | Sum] = {
    "games": Count("pk"),
    "ahead": Count("pk", filter=Q(place__gt=F("game__placings__place"))),
    "level": Count("pk", filter=Q(place=F("game__placings__place"))),
    "points": Sum(F("game__placings__total") - F("total")),
}
"""In the order of the fields of Rivalry, of the others' placings, beside each that of the player
whose game it is."""


def all_rivalries(
    club: Club, players: Mapping[UUID, Player], choice: Choice = ALL_GAMES
) -> dict[tuple[UUID, UUID], Rivalry]:
    """Return the games of these players against each other, by the two, seen from the first."""
    sums = _pair_sums(club, choice)
    pairs = permutations(players, 2)
    return {
        (one, other): Rivalry(players[other], *sums[one, other])
        for one, other in pairs
        if (one, other) in sums
    }


@cached_by_years
def _pair_sums(club: Club, choice: Choice) -> dict[tuple[UUID, UUID], list[int]]:
    """Return the sums of every two who met, seen from either."""
    pairs: dict[tuple[UUID, UUID], list[int]] = {}
    for year in choice.by_years(club):
        for pair, sums in _pair_sums_of_a_year(club, year).items():
            pairs[pair] = [*map(add, pairs.get(pair, [0] * len(sums)), sums)]
    behind = {
        (other, one): [games, games - ahead - level, level, -points]
        for (one, other), (games, ahead, level, points) in pairs.items()
    }
    return pairs | behind


@cached_by_years
def _pair_sums_of_a_year(club: Club, choice: Choice) -> dict[tuple[UUID, UUID], list[int]]:
    """Return the same of a year, by itself because a new game changes no other year; every two
    once, seen from the one with the larger id."""
    met = choice.of(club.placings.filter(game__placings__player__gt=F("player"))).order_by()
    rows = met.values_list("game__placings__player", "player").annotate(**_AGAINST)
    return {(one, other): sums for one, other, *sums in rows}
