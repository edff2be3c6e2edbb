"""Whole games stored at once: those of a file, and made-up ones. They get the rows that they would
have if phones had entered them tap by tap."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Model, OuterRef, QuerySet, Subquery
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
from ...play.services.claims import POSITION_STEP
from ...play.services.clubs import locked_club
from ...play.services.confirming import frozen_line
from ...play.services.games import agreed_in
from ...rules import VERSION, Result, RoundSheet, Sheet, score_sheet
from ...rules import Tableau as TableauValue
from ...rules.rulesets import ROUNDS
from ...rules.tableau import EMPTY, Card
from .counting import PlayedGame, place_past_games, rate_club
from .turns import turn

BATCH = 100
"""Games that are written at once at most, in a transaction of their own where none is around."""
MAX_CARDS = 800
"""After so many cards a batch is full: it is written in about a tenth of a second."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished or running game to store as if it had been entered here.

    Attributes:
        id: what it will be called; no other game has it.
        date: the date of its night.
        sheet: its score sheet, of one to three rounds.
        started_at: when it began, which is its place in the order of games.
        finished_at: when it ended; None for one that is not over.
        confirmed: how many rounds are confirmed, 0 to 3, the first ones; 3 where it is over.
        follows: the game that it is the next one after, kept before it or with it; or None.
    """

    id: UUID
    date: date
    sheet: Sheet
    started_at: datetime
    finished_at: datetime | None
    confirmed: int
    follows: UUID | None = None


def store_games(
    club: Club, games: Iterable[PastGame], told: Callable[[int], None] | None = None
) -> int:
    """Add whole games to a club, with their nights and new players.

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
    players = {player.name: player for player in club.players.all()}
    nights = {night.date: night for night in club.nights.all()}
    for night in nights.values():
        night.club = club
    number = 0
    for batch in _batches(club, games, nights, players):
        with turn() if told else transaction.atomic():
            batch.store()
        number += len(batch.rows[Game])
        if told:
            told(number)
    if told:  # a turn at a time, which a lock of the club would not let through
        rate_club(club)
    else:
        with locked_club(club.pk):
            rate_club(club)
    return number


class _Batch:
    """Games that are written together; their rows are prepared before the transaction."""

    def __init__(self) -> None:
        self.rows: Rows = defaultdict(list)
        self.played: list[PlayedGame] = []

    def store(self) -> None:
        """Write the rows, referenced rows first."""
        games = self.rows[Game]
        for game, code in zip(games, _unused_codes(len(games)), strict=True):
            game.code = code
        for model in _ORDER:
            model._default_manager.bulk_create(self.rows[model])
        _date_back(Tap, self.rows, Tableau.objects.filter(pk=OuterRef("tableau")), "round__game__")
        _date_back(RoundVersion, self.rows, Round.objects.filter(pk=OuterRef("round")), "game__")
        place_past_games(self.played)


def _batches(
    club: Club,
    games: Iterable[PastGame],
    nights: dict[date, GameNight],
    players: dict[str, Player],
) -> Iterator[_Batch]:
    """Split the games, each batch with the nights and players that are new in it."""
    batch = _Batch()
    for past in games:
        result, rows = score_sheet(past.sheet), batch.rows
        if past.date not in nights:
            nights[past.date] = GameNight(club=club, date=past.date)
            rows[GameNight].append(nights[past.date])
        for name in past.sheet.players:
            if name not in players:
                players[name] = Player(club=club, name=name)
                rows[Player].append(players[name])
        sitting = [players[name] for name in past.sheet.players]
        game = _GameRows(rows, past, result).add(nights[past.date], sitting)
        if past.finished_at is not None:
            batch.played.append(PlayedGame(game, sitting, result))
        if len(rows[Game]) == BATCH or len(rows[Entry]) >= MAX_CARDS:
            yield batch
            batch = _Batch()
    if batch.rows[Game]:
        yield batch


def _unused_codes(number: int) -> list[str]:
    """Return that many join codes which no game has."""
    codes: set[str] = set()
    while len(codes) < number:
        new = {new_code() for _ in range(number - len(codes))}
        taken = Game.objects.filter(code__in=new).values_list("code", flat=True)
        codes |= new.difference(taken)
    return list(codes)


Rows = defaultdict[type[Model], list[Any]]
"""The rows of several games, by model."""
_ORDER: tuple[type[Model], ...] = (GameNight, Player, Game, Seat, Round, Tableau)
_ORDER += (Tap, Entry, Claim, RoundVersion, RoundScore)


def _date_back(model: type[Model], rows: Rows, owners: QuerySet[Any], game: str) -> None:
    """Date all events to the game's end, or to its start if it is not over."""
    when = owners.values(when=Coalesce(f"{game}finished_at", f"{game}created_at"))
    stored = model._default_manager.filter(pk__in=[row.pk for row in rows[model]])
    stored.update(at=Subquery(when))


class _GameRows:
    """Makes the rows of one game and counts its version up."""

    def __init__(self, rows: Rows, past: PastGame, result: Result) -> None:
        self.rows, self.past, self.result = rows, past, result
        # Ids that nobody can guess, each one after the other, so that an index takes them at its
        # end and tens of thousands of rows go in quickly.
        self._next_id = uuid4().int & ~((1 << 48) - 1)

    def add(self, night: GameNight, players: Sequence[Player]) -> Game:
        """Add the game, its seats, its rounds and its cards."""
        past, sheet = self.past, self.past.sheet
        is_over = past.finished_at is not None
        self.game = Game(
            id=past.id,
            night=night,
            code_since=past.started_at,
            follows_id=past.follows,
            state=Game.State.FINISHED if is_over else Game.State.PLAYING,
            created_at=past.started_at,
            finished_at=past.finished_at,
            **agreed_in(sheet),
        )
        self.rows[Game].append(self.game)
        self.seats = [
            Seat(
                game=self.game,
                player=players[place] if place < len(players) else None,
                place=place + 1,
                tokens_left=dict(sheet.tokens_of(place)),
            )
            for place in range(len(sheet.seats))
        ]
        self.rows[Seat] += self.seats
        nothing = RoundSheet((EMPTY,) * len(self.seats))
        for number in range(1, ROUNDS + 1):
            is_entered = number <= len(sheet.rounds)
            self._add_round(number, sheet.rounds[number - 1] if is_entered else nothing)
        if is_over and sheet.setting.rules.tokens:
            self.game.version += 1  # the tokens were entered
        return self.game

    def _add_round(self, number: int, laid: RoundSheet) -> None:
        is_confirmed = number <= self.past.confirmed
        state = Round.State.CONFIRMED if is_confirmed else Round.State.OPEN
        round_ = Round(game=self.game, number=number, state=state, version=int(is_confirmed))
        self.rows[Round].append(round_)
        tableaus = [Tableau(round=round_, seat=seat) for seat in self.seats]
        self.rows[Tableau] += tableaus
        for tableau, value in zip(tableaus, laid.tableaus, strict=True):
            if len(value):
                self._add_cards(tableau, value)
        for nth, claimed in enumerate(laid.claims, start=1):
            for place, icons in claimed:
                tap = self._tap(tableaus[place], Tap.Kind.CLAIM)
                seat, position = self.seats[place], nth * POSITION_STEP
                self.rows[Claim].append(
                    Claim(
                        id=tap.pk,
                        claim=tap.pk,
                        round=round_,
                        seat=seat,
                        position=position,
                        icons=icons,
                        added_by=tap,
                    )
                )
        if is_confirmed:
            self._confirm(round_)

    def _add_cards(self, tableau: Tableau, value: TableauValue) -> None:
        """One tap lays all cards of a tableau. It counts as many events as it has cards, so that a
        card that is added later comes after them."""
        before = self.game.version
        tap = self._tap(tableau, Tap.Kind.ADD, len(value))
        for place, (card, on_wasabi) in enumerate(in_order_of_play(value), start=before + 1):
            entry = self._new_id()
            self.rows[Entry].append(
                Entry(
                    id=entry,
                    tableau=tableau,
                    card=entry,
                    place=place,
                    face=card.face.slug if card.face else "",
                    copy=card.copy,
                    flipped=card.flipped,
                    on_wasabi=on_wasabi,
                    added_by_id=tap.pk,
                )
            )

    def _tap(self, tableau: Tableau, kind: Tap.Kind, events: int = 1) -> Tap:
        """Return a tap without a phone, so that no phone can undo or repeat it."""
        self.game.version += events
        tap = Tap(id=self._new_id(), tableau=tableau, kind=kind, number=self.game.version)
        self.rows[Tap].append(tap)
        return tap

    def _new_id(self) -> UUID:
        self._next_id += 1
        return UUID(int=self._next_id)

    def _confirm(self, round_: Round) -> None:
        self.game.version += 1
        version = RoundVersion(
            round=round_, version=1, number=self.game.version, rules_version=VERSION
        )
        self.rows[RoundVersion].append(version)
        scored = self.result.rounds[round_.number - 1].players.values()
        self.rows[RoundScore] += [
            RoundScore(
                version=version,
                seat=seat,
                total=score.total,
                lines=[frozen_line(line) for line in score.lines],
            )
            for seat, score in zip(self.seats, scored, strict=True)
        ]


def in_order_of_play(tableau: TableauValue) -> Iterator[tuple[Card, bool]]:
    """The cards of a tableau in an order in which they lie down to it again, and for each whether
    it was put on a wasabi.

    The canonical order is one: every nigiri that lies on a wasabi follows right after it, and the
    wasabi that are free come after those.
    """
    for entry, number in tableau.items():
        for card in entry.cards * number:
            yield card, card is entry.card and entry.base is not None
