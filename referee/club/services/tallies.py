"""The sums of a club's results: a game's placings added, taken away, or all of them made anew.

Every sum is kept by adding and subtracting whole numbers; only "best" has to look for the next best
when the best game of somebody goes.
"""

from calendar import monthrange
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby, permutations, product
from typing import NamedTuple, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet

from ...models import CardTally, Game, MenuTally, PairTally, Placing, Tally
from ...play.services.game_state import menu_of
from .turns import turn

Row = TypeVar("Row", Tally, CardTally, PairTally, MenuTally)

_BATCH = 500


class Kind(NamedTuple):
    """Which results a tally sums up: "" and 0 stand for all."""

    period: str
    ruleset: str
    players: int


def kinds_of(placing: Placing) -> list[Kind]:
    """The twelve tallies that a result is in: period × ruleset × number of players."""
    month = f"{placing.date:%Y-%m}"
    wide = product(("", month[:4], month), ("", placing.ruleset), (0, placing.players))
    return [Kind(*kind) for kind in wide]


def menu_key(game: Game) -> str:
    """How a menu is written in its tally: its name, or the types of one's own; "" without one."""
    menu = menu_of(game)
    return "" if menu is None else menu.key


def add_to_tallies(game: Game, placings: Sequence[Placing]) -> None:
    """Adds the placings of one game, which are stored, to every sum that they belong to."""
    _change(game, placings, 1)


def take_from_tallies(game: Game, placings: Sequence[Placing]) -> None:
    """Takes the placings of one game, which are deleted by now, from the sums again."""
    _change(game, placings, -1)


def _change(game: Game, placings: Sequence[Placing], sign: int) -> None:
    if placings:
        books = _books_of(game, placings)
        books.note(game, placings, sign)
        books.store()


def make_tallies_anew(club_id: UUID) -> None:
    """Throws every sum of a club away and adds all its placings up again."""
    for model in (Tally, CardTally, PairTally, MenuTally):
        model._default_manager.filter(club=club_id).delete()
    books = _Books()
    rows = Placing.objects.filter(club=club_id).order_by("played_at", "game", "pk")
    rows = rows.select_related("game__night")
    for _game, placings in groupby(rows.iterator(_BATCH), key=lambda placing: placing.game_id):
        placed = list(placings)
        books.note(placed[0].game, placed, 1)
    books.store()


@dataclass(slots=True)
class _Books:
    """Sums at hand: those that are stored, as far as they were looked up, and new ones."""

    results: dict[tuple[UUID, Kind], Tally] = field(default_factory=dict)
    cards: dict[tuple[UUID, str], CardTally] = field(default_factory=dict)
    pairs: dict[tuple[UUID, UUID], PairTally] = field(default_factory=dict)
    menus: dict[str, MenuTally] = field(default_factory=dict)

    def note(self, game: Game, placings: Sequence[Placing], sign: int) -> None:
        """Adds (``sign`` 1) or takes away (-1) the placings of one game."""
        for placing in placings:
            for kind in kinds_of(placing):
                _sum_up(self._result(placing, kind), placing, sign)
            for type_, (cards, points) in placing.cards.items():
                row = self._card(placing, type_)
                row.games += sign
                row.cards += sign * cards
                row.points += sign * points
        for one, other in permutations(placings, 2):
            pair = self._pair(one, other)
            pair.games += sign
            pair.ahead += sign * (one.place < other.place)
            pair.level += sign * (one.place == other.place)
            pair.points += sign * (one.total - other.total)
        if menu := menu_key(game):
            self._menu(game, menu).games += sign

    def store(self) -> None:
        """Writes everything; a sum of no games any more goes."""
        _store(Tally.objects.all(), list(self.results.values()))
        _store(CardTally.objects.all(), list(self.cards.values()))
        _store(PairTally.objects.all(), list(self.pairs.values()))
        _store(MenuTally.objects.all(), list(self.menus.values()))

    def _result(self, placing: Placing, kind: Kind) -> Tally:
        key = placing.player_id, kind
        if key not in self.results:
            sums = dict.fromkeys(("games", "wins", "places", "points", "margins"), 0)
            who = {"club_id": placing.club_id, "player_id": placing.player_id}
            self.results[key] = Tally(**who, **kind._asdict(), **sums)
        return self.results[key]

    def _card(self, placing: Placing, type_: str) -> CardTally:
        key = placing.player_id, type_
        if key not in self.cards:
            who = {"club_id": placing.club_id, "player_id": placing.player_id}
            self.cards[key] = CardTally(**who, type=type_, games=0, cards=0, points=0)
        return self.cards[key]

    def _pair(self, one: Placing, other: Placing) -> PairTally:
        key = one.player_id, other.player_id
        if key not in self.pairs:
            who = {"club_id": one.club_id, "player_id": key[0], "other_id": key[1]}
            self.pairs[key] = PairTally(**who, games=0, ahead=0, level=0, points=0)
        return self.pairs[key]

    def _menu(self, game: Game, menu: str) -> MenuTally:
        if menu not in self.menus:
            self.menus[menu] = MenuTally(club_id=game.night.club_id, menu=menu, games=0)
        return self.menus[menu]


def _books_of(game: Game, placings: Sequence[Placing]) -> _Books:
    """The stored sums that a game's placings belong to."""
    one = placings[0]
    players = [placing.player_id for placing in placings]
    results = Tally.objects.filter(
        player__in=players,
        period__in={kind.period for kind in kinds_of(one)},
        ruleset__in={"", one.ruleset},
        players__in={0, one.players},
    ).select_related("best", "best_round")
    cards = CardTally.objects.filter(
        player__in=players, type__in={type_ for placing in placings for type_ in placing.cards}
    )
    pairs = PairTally.objects.filter(player__in=players, other__in=players)
    menus = MenuTally.objects.filter(club=one.club_id, menu=menu_key(game))
    return _Books(
        {(row.player_id, Kind(row.period, row.ruleset, row.players)): row for row in results},
        {(row.player_id, row.type): row for row in cards},
        {(row.player_id, row.other_id): row for row in pairs},
        {row.menu: row for row in menus},
    )


def _sum_up(row: Tally, placing: Placing, sign: int) -> None:
    row.games += sign
    row.wins += sign * placing.win
    row.places += sign * placing.place
    row.points += sign * placing.total
    row.margins += sign * placing.margin
    if sign > 0:
        if _is_better(placing, row.best, lambda one: one.total):
            row.best = placing
        if _is_better(placing, row.best_round, lambda one: one.best_round):
            row.best_round = placing
    elif row.games:
        # Deleting the best has emptied its place, in this row or in its copy in the database.
        if row.best_id in (None, placing.pk):
            row.best = _results_in(row).order_by("-total", "played_at", "game").first()
        if row.best_round_id in (None, placing.pk):
            row.best_round = _results_in(row).order_by("-best_round", "played_at", "game").first()


def _is_better(one: Placing, best: Placing | None, points: Callable[[Placing], int]) -> bool:
    """Whether it has more points; of equal ones the earlier game's is the better."""
    if best is None or points(one) != points(best):
        return best is None or points(one) > points(best)
    return (one.played_at, one.game_id.hex) < (best.played_at, best.game_id.hex)


def _results_in(row: Tally) -> QuerySet[Placing]:
    """The results that a tally sums up."""
    results = Placing.objects.filter(player=row.player_id)
    if row.period:
        results = results.filter(date__range=_days_of(row.period))
    if row.ruleset:
        results = results.filter(ruleset=row.ruleset)
    return results.filter(players=row.players) if row.players else results


def _days_of(period: str) -> tuple[date, date]:
    """The first and the last day of a year or a month."""
    year, _dash, month = period.partition("-")
    if not month:
        return date(int(year), 1, 1), date(int(year), 12, 31)
    _weekday, days = monthrange(int(year), int(month))
    return date(int(year), int(month), 1), date(int(year), int(month), days)


def _store(stored: QuerySet[Row], rows: Sequence[Row]) -> None:
    """Writes sums over those that are stored. One statement inserts or replaces them all by what
    makes each one of its kind; Django's bulk_update would take ten times as long."""
    if empty := [row.pk for row in rows if row.pk and not row.games]:
        stored.filter(pk__in=empty).delete()
    kept = [row for row in rows if row.games]
    for row in kept:
        row.pk = None
    kind, sums = _columns(stored.model)
    for start in range(0, len(kept), _BATCH):
        with turn():
            stored.bulk_create(
                kept[start : start + _BATCH],
                update_conflicts=True,
                unique_fields=kind,
                update_fields=sums,
            )


def _columns(model: type[Model]) -> tuple[list[str], list[str]]:
    """What tells a sum from others of its model, and what is summed up in it."""
    kind = list(model._meta.total_unique_constraints[0].fields)
    others = {"id", "club", *kind}
    return kind, [f.name for f in model._meta.concrete_fields if f.name not in others]
