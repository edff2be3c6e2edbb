"""The sums of two players who turn out to be one person."""

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar
from uuid import UUID

from django.db.models import QuerySet

from ...models import CardTally, PairTally, Placing, Player, Tally
from .ratings import rate_from

Row = TypeVar("Row", Tally, CardTally, PairTally)

_BATCH = 500


def join_results(kept: Player, other: Player) -> None:
    """Gives a player the results of another one of the club, who never met the first, and brings
    sums and ratings in line.

    It comes to the same as a recount of the club, but its time grows with the sums and with the
    games since both had played their first, not with the club.
    """
    firsts = [_first_of(player) for player in (kept, other)]
    Placing.objects.filter(player=other).update(player=kept)
    _join_sums(kept, other)
    played = [first for first in firsts if first is not None]
    if len(played) == len(firsts):
        # Before that only one of them had played, and the line is that one's.
        rate_from(max(played, key=lambda first: (first.played_at, first.game_id.hex)).game)


def _first_of(player: Player) -> Placing | None:
    placings = Placing.objects.filter(player=player).select_related("game__night")
    return placings.order_by("played_at", "game").first()


def _join_sums(kept: Player, other: Player) -> None:
    both = [kept.pk, other.pk]
    tallies = Tally.objects.filter(player__in=both).select_related("best", "best_round")
    results = ("games", "wins", "places", "points", "margins")
    is_kept = {"player_id": kept.pk}
    _store_joined(tallies, lambda row: (row.period, row.ruleset, row.players), results, is_kept)
    cards = CardTally.objects.filter(player__in=both)
    _store_joined(cards, lambda row: row.type, ("games", "cards", "points"), is_kept)
    pairs = ("games", "ahead", "level", "points")
    own = PairTally.objects.filter(player__in=both)
    _store_joined(own, lambda row: row.other_id, pairs, is_kept)
    others = PairTally.objects.filter(other__in=both)
    _store_joined(others, lambda row: row.player_id, pairs, {"other_id": kept.pk})


def _store_joined(
    rows: QuerySet[Row],
    key: Callable[[Row], Hashable],
    sums: tuple[str, ...],
    kept: Mapping[str, UUID],
) -> None:
    """Stores one row for those that have the same key, as the kept player's."""
    joined: dict[Hashable, Row] = {}
    for row in rows:
        first = joined.setdefault(key(row), row)
        if first is not row:
            _add(first, row, sums)
    rows.delete()
    for row in joined.values():
        row.pk = None
        for field, player in kept.items():
            setattr(row, field, player)
    rows.model._default_manager.bulk_create(joined.values(), batch_size=_BATCH)


def _add(to: Row, row: Row, sums: tuple[str, ...]) -> None:
    for field in sums:
        setattr(to, field, getattr(to, field) + getattr(row, field))
    if isinstance(to, Tally) and isinstance(row, Tally):
        to.best = _better(to.best, row.best, lambda one: one.total)
        to.best_round = _better(to.best_round, row.best_round, lambda one: one.best_round)


def _better(
    one: Placing | None, other: Placing | None, points: Callable[[Placing], int]
) -> Placing | None:
    """The one with more points; of equal ones that of the earlier game."""
    found = [placing for placing in (one, other) if placing is not None]
    best = sorted(found, key=lambda it: (-points(it), it.played_at, it.game_id.hex))
    return best[0] if best else None
