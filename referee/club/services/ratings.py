"""Computes ratings from the games in order.

A rating depends on all earlier games. A change of an old one rates the next few in its own
transaction, and notes on the club since when ratings are out of date. :func:`rate_again` works
those out while nothing is locked, and stores them only as long as no other result has changed.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db import connection
from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from ...jobs.runner import ask
from ...models import Club, Game, Job, Placing, Player
from ...standings.rating import Rating, after_game
from .turns import turn

AT_ONCE = 100
"""So many placings are rated in the transaction of a change, in some hundredths of a second."""
_BATCH = 2000
_WRITTEN = 200
"""Ratings that are written in one transaction, in a thousandth of a second or two. On a busy
machine it takes far longer, for this process gives way to all others, and taps wait for it."""

_Row = tuple[int, UUID, UUID, int, datetime, int, float, float]
"""A placing's id, game, player, place, when it was played, and its rating as it is stored."""
_Change = tuple[int | None, float, float, int]
"""A new ``nth``, None for the one that is stored, ``mu`` and ``sigma``, and the id of their
placing."""
_Before = Mapping[UUID, tuple[int, float, float]]
"""The ``nth``, ``mu`` and ``sigma`` that players come with."""


def rate_from(game: Game) -> None:
    """Rate a game and the later ones of the club, which depend on it.

    Must be called in the transaction that changes placings, with the club locked. What is too much
    for it is left to :func:`rate_again`; until then later games keep the ratings they had.
    """
    club, at = game.night.club_id, game.created_at
    # Two games may have begun at one moment: then their ids say which comes first.
    before = Q(played_at=at, game__lt=game.pk)
    placings = Placing.objects.filter(club=club)
    rows = list(_rows(placings.filter(played_at__gte=at).exclude(before))[: AT_ONCE + 1])
    if len(rows) > AT_ONCE:
        since = rows[-1][4]
        rows = [row for row in rows if row[1] != rows[-1][1]]  # of which some may be missing
        stale = Club.objects.filter(Q(rates_from=None) | Q(rates_from__gt=since), pk=club)
        stale.update(rates_from=since)
    if Club.objects.filter(pk=club).exclude(rates_from=None).exists():
        # Also what a process left that was killed, or that lost the database.
        ask(Job.Kind.RATE, club)
    earlier = placings.filter(Q(played_at__lt=at) | before, played_at__lte=at)
    _write(_changes(rows, _ratings_after(club, earlier)))


def rate_all(club_id: UUID) -> None:
    """Rate every game of a club."""
    placings = Placing.objects.filter(club=club_id)
    changes = _changes(_rows(placings).iterator(_BATCH), {})
    for start in range(0, len(changes), _BATCH):
        with turn():
            _write(changes[start : start + _BATCH])


def rate_what_is_stale() -> None:
    """Ask for all ratings that are out of date."""
    ask(Job.Kind.RATE, *_clubs_to_rate().values_list("pk", flat=True))


def rate_again(club_id: UUID) -> None:
    """Work out the ratings of a club that are out of date. Must not be called in a transaction.

    A result that changes meanwhile makes what was worked out worthless: then it is begun again.
    """
    while club := _clubs_to_rate().filter(pk=club_id).first():
        placings = Placing.objects.filter(club=club)
        rows = _rows(placings.filter(played_at__gte=club.rates_from)).iterator(_BATCH)
        earlier = placings.filter(played_at__lt=club.rates_from)
        changes = _changes(rows, _ratings_after(club.pk, earlier))
        for start in range(0, len(changes), _WRITTEN):
            with turn():
                if not _if_unchanged(club):
                    break
                _write(changes[start : start + _WRITTEN])
        else:
            with turn():
                # The version grows, because figures with ratings are cached by it.
                _if_unchanged(club).update(
                    rates_from=None, results_version=F("results_version") + 1
                )


def _clubs_to_rate() -> QuerySet[Club]:
    return Club.objects.filter(is_there=True).exclude(rates_from=None)


def _if_unchanged(club: Club) -> QuerySet[Club]:
    """Return the club, locked, if its results are those that it was read with; else nothing."""
    same = Club.objects.filter(pk=club.pk, is_there=True, results_version=club.results_version)
    return same.select_for_update()


def _rows(placings: QuerySet[Placing]) -> QuerySet[Placing, _Row]:
    fields = ("pk", "game", "player", "place", "played_at", "nth", "mu", "sigma")
    return placings.order_by("played_at", "game").values_list(*fields)


def _ratings_after(club_id: UUID, earlier: QuerySet[Placing]) -> _Before:
    """Return what everybody has after these games of a club."""
    of_player = earlier.filter(player=OuterRef("pk")).order_by("-played_at", "-game")
    last = Player.objects.filter(club=club_id).values(last=Subquery(of_player.values("pk")[:1]))
    rows = Placing.objects.filter(pk__in=last).values_list("player", "nth", "mu", "sigma")
    return {player: (nth, mu, sigma) for player, nth, mu, sigma in rows}


def _changes(rows: Iterable[_Row], before: _Before) -> list[_Change]:
    """Rate games in order.

    Returns:
        The ratings that differ from those that are stored.
    """
    numbers = {player: nth for player, (nth, *_rating) in before.items()}
    ratings = {player: Rating(*rating) for player, (_nth, *rating) in before.items()}
    changes: list[_Change] = []
    for _game, placed in groupby(rows, key=lambda row: row[1]):
        placings = {row[2]: row for row in placed}
        ratings |= after_game({who: row[3] for who, row in placings.items()}, ratings)
        for player, (pk, *_others, old_nth, mu, sigma) in placings.items():
            nth = numbers[player] = numbers.get(player, 0) + 1
            if (nth, *ratings[player]) != (old_nth, mu, sigma):
                changes.append((nth if nth != old_nth else None, *ratings[player], pk))
    return changes


def _write(changes: Sequence[_Change]) -> None:
    # One prepared statement for all: Django's bulk_update would write one with thousands of cases.
    # A number that stays is left alone, and so is its index.
    table = connection.ops.quote_name(Placing._meta.db_table)
    rated = [rating for nth, *rating in changes if nth is None]
    renumbered = [(nth, *rating) for nth, *rating in changes if nth is not None]
    with connection.cursor() as cursor:
        for fields, rows in (
            ("mu = %s, sigma = %s", rated),
            ("nth = %s, mu = %s, sigma = %s", renumbered),
        ):
            cursor.executemany(
                f"UPDATE {table} SET {fields} WHERE id = %s",  # noqa: S608  # no value is written into it, only the names of the table and its columns
                rows,
            )
