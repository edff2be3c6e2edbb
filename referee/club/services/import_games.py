"""Whole games written down at once: those of a file, and made-up ones.

What a phone would have entered tap by tap is made in bulk, in the same rows.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date

from django.db import transaction
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce

from ...models import (
    Claim,
    Club,
    Entry,
    Game,
    GameNight,
    Player,
    Round,
    RoundScore,
    RoundVersion,
    Seat,
    Tableau,
    Tap,
    new_code,
)
from ...play.services.clubs import locked_club
from ...rules import Result, score_sheet
from .bulk import insert
from .counting import PlayedGame, place_past_games, rate_club
from .game_rows import CLAIMS, ENTRIES, SCORES, TAPS, PastGame, Rows
from .turns import turn

__all__ = ["PastGame", "lay_down"]

BATCH = 100
"""Games that are written at once at most, in a transaction of their own where none is around."""
MOST_CARDS = 800
"""After so many cards a batch is full: it is written in less than a tenth of a second."""
ScoredGame = tuple[PastGame, Result]


def lay_down(
    club: Club, games: Iterable[PastGame], told: Callable[[int], None] | None = None
) -> int:
    """Adds whole games to a club, with those of their nights and players that it does not have.

    The order of the games does not matter, but for one that follows another: that one must be
    there, or come before it. Standings and ratings know of them in the end.

    Args:
        told: for a club that nobody sees yet: hears how many games are written. Others who write
            get a turn after each batch, and while the standings are made.

    Returns:
        How many games there were.

    Raises:
        IntegrityError: for an id that a game has already; the games of earlier batches stay,
            unless there is a transaction around.
    """
    known = _Known(club)
    number = 0
    for batch in _batches(games):
        with turn() if told else transaction.atomic():
            _store(known, batch)
        number += len(batch)
        if told:
            told(number)
    if told:  # a turn at a time, which a lock of the club would not let through
        rate_club(club)
    else:
        with locked_club(club.pk):
            rate_club(club)
    return number


def _batches(games: Iterable[PastGame]) -> Iterator[list[ScoredGame]]:
    """The games that are written together, scored before anybody has to wait for it."""
    batch: list[ScoredGame] = []
    cards = 0
    for past in games:
        batch.append((past, score_sheet(past.sheet)))
        cards += sum(len(tableau) for round_ in past.sheet.rounds for tableau in round_.tableaus)
        if len(batch) == BATCH or cards >= MOST_CARDS:
            yield batch
            batch, cards = [], 0
    if batch:
        yield batch


class _Known:
    """The nights and players of a club, by date and name."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.nights = {night.date: night for night in club.nights.all()}
        self.players = {player.name: player for player in club.players.all()}
        for night in self.nights.values():
            night.club = club

    def meet(self, batch: Sequence[ScoredGame]) -> None:
        """Makes the nights and players of these games that there are not yet."""
        dates: dict[date, None] = dict.fromkeys(past.date for past, _result in batch)
        nights = [GameNight(club=self.club, date=day) for day in dates if day not in self.nights]
        names = dict.fromkeys(name for past, _result in batch for name in past.sheet.players)
        players = [Player(club=self.club, name=n) for n in names if n not in self.players]
        GameNight.objects.bulk_create(nights)
        Player.objects.bulk_create(players)
        self.nights |= {night.date: night for night in nights}
        self.players |= {player.name: player for player in players}


def _store(known: _Known, batch: Sequence[ScoredGame]) -> None:
    known.meet(batch)
    rows = Rows()
    played = []
    for (past, result), code in zip(batch, _unused_codes(len(batch)), strict=True):
        game = rows.add(past, result, known.nights[past.date], known.players, code)
        if past.finished_at is not None:
            played.append(_played(known, game, result))
    _write(rows)
    place_past_games(played)


def _played(known: _Known, game: Game, result: Result) -> PlayedGame:
    return PlayedGame(game, [known.players[name] for name in result.sheet.players], result)


def _unused_codes(number: int) -> list[str]:
    """As many codes by which phones could join, none of which any game has."""
    codes: set[str] = set()
    while len(codes) < number:
        new = {new_code() for _ in range(number - len(codes))}
        taken = Game.objects.filter(code__in=new).values_list("code", flat=True)
        codes |= new.difference(taken)
    return list(codes)


def _write(rows: Rows) -> None:
    Game.objects.bulk_create(rows.games)
    Seat.objects.bulk_create(rows.seats)
    Round.objects.bulk_create(rows.rounds)
    Tableau.objects.bulk_create(rows.tableaus)
    insert(Tap, TAPS, rows.taps)
    insert(Entry, ENTRIES, rows.entries)
    insert(Claim, CLAIMS, rows.claims)
    RoundVersion.objects.bulk_create(rows.versions)
    insert(RoundScore, SCORES, rows.scores)
    _date_back(rows)


def _date_back(rows: Rows) -> None:
    """A round of a past game was confirmed when it was played: at the game's end, or beginning
    where it has none."""
    games = Game.objects.filter(rounds=OuterRef("round"))
    when = games.values(when=Coalesce(F("finished_at"), F("created_at")))
    versions = RoundVersion.objects.filter(pk__in=[version.pk for version in rows.versions])
    versions.update(at=Subquery(when))
