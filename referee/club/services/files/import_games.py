"""Stores whole games at once, of a file or made up, with the rows that phones would have made."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import count
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ....models import (
    Claim,
    Club,
    Counted,
    Entry,
    Game,
    GameNight,
    Placing,
    Player,
    Reopening,
    Round,
    RoundScore,
    RoundVersion,
    Seat,
    Tableau,
    Tap,
    new_code,
)
from ....play.services.claims import POSITION_STEP
from ....play.services.clubs import locked_club
from ....play.services.confirming import frozen_line
from ....play.services.games import agreed_in
from ....play.services.laying import entries_of
from ....rules import VERSION, Result, RoundSheet, Sheet, score_sheet
from ....rules import Tableau as TableauValue
from ....rules.rulesets import ROUNDS
from ....rules.tableau import EMPTY
from ....rules.wasabi_pairing import laid_cards
from ....standings.placing import placings
from ..counting import placed_on_paper, placings_of, rate_club
from ..turns import turn

BATCH = 100
"""Games that are written at once at most, in a transaction of their own where none is around."""
MAX_CARDS = 800
"""After so many cards a batch is full: it is written in about a tenth of a second."""
Rows = defaultdict[type[Model], list[Any]]
"""The rows of several games, by model."""
_ORDER: tuple[type[Model], ...] = (GameNight, Player, Game, Seat, Round, Reopening, Tableau)
_ORDER += (Tap, Entry, Claim, Counted, RoundVersion, RoundScore, Placing)
"""Referenced rows first."""


class Total(NamedTuple):
    """What paper says of one player: the points, and what breaks ties in the ruleset, None where
    nobody noted it."""

    player: str
    total: int
    puddings: int | None = None


@dataclass(frozen=True, slots=True)
class Totals:
    """A game that was kept on paper: all that is known of it. ``menu`` is a menu's name or seven
    types, None outside Party and where nobody knows it."""

    ruleset: str
    menu: str | Sequence[str] | None
    rows: Sequence[Total]

    @property
    def players(self) -> Sequence[str]:
        """The names in the given order."""
        return [row.player for row in self.rows]


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished or running game to store as if it had been entered here.

    ``sheet`` is of one to three rounds, the first ``confirmed`` of which are confirmed: all three
    of a game that is over; or the totals of one that was kept on paper, which is over. ``date`` is
    that of its night; ``finished_at`` None while it runs, ``was_over`` if again for a correction;
    ``follows`` the game whose rematch it is, stored before it or with it. ``tie_winner``, one of
    the players, and ``tie_words``: how the table itself broke a tie; nothing where there was none.
    ``phone`` sent it; "" for a file. ``night_name`` and ``night_location`` are for a night that
    begins with it. ``minutes``: how long it was played, None where nobody knows; ``has_time``: its
    times are known, and not its place in an order only.
    """

    id: UUID
    date: date
    sheet: Sheet | Totals
    started_at: datetime
    finished_at: datetime | None
    confirmed: int
    was_over: bool = False
    follows: UUID | None = None
    location: str = ""
    note: str = ""
    tie_winner: str = ""
    tie_words: str = ""
    phone: str = ""
    night_name: str = ""
    night_location: str = ""
    minutes: int | None = None
    has_time: bool = True


def store_games(
    club: Club, games: Iterable[PastGame], note_written: Callable[[int], None] | None = None
) -> int:
    """Add whole games to a club, with their nights and new players, and rate the club.

    Their order does not matter, but that a game comes after the one that it follows.

    Args:
        note_written: called with how many games are written, for a club that nobody sees yet.
            Others who write get a turn after each batch, and while the standings are made.

    Returns:
        How many games there were.

    Raises:
        IntegrityError: for an id that a game has already; the games of earlier batches stay,
            unless there is a transaction around.
    """
    number = 0
    for rows in batches(club, games):
        with turn() if note_written else transaction.atomic():
            store(rows)
        number += len(rows[Game])
        if note_written:
            note_written(number)
    if note_written:  # a turn at a time, which a lock of the club would not let through
        rate_club(club)
    else:
        with locked_club(club.pk):
            rate_club(club)
    return number


def batches(club: Club, games: Iterable[PastGame]) -> Iterator[Rows]:
    """Prepare the rows of games, each batch with the nights and players that are new in it."""
    players = {player.name: player for player in club.players.all()}
    nights = {night.date: night for night in club.nights.all()}
    for night in nights.values():
        night.club = club
    rows: Rows = defaultdict(list)
    for past in games:
        if past.date not in nights:
            words = {"name": past.night_name, "location": past.night_location}
            nights[past.date] = GameNight(club=club, date=past.date, **words)
            rows[GameNight].append(nights[past.date])
        for name in past.sheet.players:
            if name not in players:
                players[name] = Player(club=club, name=name, look=len(players))
                rows[Player].append(players[name])
        sitting, night = [players[name] for name in past.sheet.players], nights[past.date]
        if isinstance(past.sheet, Totals):
            _add_totals(rows, past, past.sheet, night, sitting)
        else:
            result = score_sheet(past.sheet)
            made = _GameRows(rows, past, past.sheet, result, night, sitting)
            if past.finished_at is not None:
                placed = placings(result).values()
                rows[Placing] += _broken(past, placings_of(made.game, made.seats, placed))
        if len(rows[Game]) == BATCH or len(rows[Entry]) >= MAX_CARDS:
            yield rows
            rows = defaultdict(list)
    if rows[Game]:
        yield rows


def store(rows: Rows) -> None:
    """Write a batch. The caller rates its games."""
    codes: set[str] = set()
    while missing := len(rows[Game]) - len(codes):
        new = {new_code() for _ in range(missing)}
        codes |= new.difference(Game.objects.filter(code__in=new).values_list("code", flat=True))
    for row, code in zip(rows[Game], codes, strict=True):
        row.code = code
    for model in _ORDER:
        model._default_manager.bulk_create(rows[model])
    # All events are dated to the game's end, or to its start if it is not over.
    dated: tuple[tuple[type[Model], QuerySet[Any], str], ...] = (
        (Tap, Tableau.objects.filter(pk=OuterRef("tableau")), "round__game"),
        (RoundVersion, Round.objects.filter(pk=OuterRef("round")), "game"),
    )
    for model, owners, game in dated:
        when = owners.values(when=Coalesce(f"{game}__finished_at", f"{game}__created_at"))
        events = model._default_manager.filter(pk__in=[row.pk for row in rows[model]])
        events.update(at=Subquery(when))


def _game_of(past: PastGame, night: GameNight, agreed: Mapping[str, object]) -> Game:
    is_over = past.finished_at is not None
    return Game(
        id=past.id,
        night=night,
        code_since=past.started_at,
        follows_id=past.follows,
        state=Game.State.FINISHED if is_over else Game.State.PLAYING,
        created_at=past.started_at,
        finished_at=past.finished_at,
        minutes=past.minutes,
        has_time=past.has_time,
        location=past.location,
        note=past.note,
        **agreed,
    )


def _add_totals(
    rows: Rows, past: PastGame, totals: Totals, night: GameNight, players: Sequence[Player]
) -> None:
    """Add the rows of a game that was kept on paper: itself, its seats and placings."""
    menu = totals.menu if totals.menu is None or isinstance(totals.menu, str) else [*totals.menu]
    agreed = {"ruleset": totals.ruleset, "menu": menu, "totals_only": True}
    game = _game_of(past, night, agreed)
    seats = [
        Seat(game=game, player=player, place=place, total=row.total, puddings=row.puddings)
        for place, (player, row) in enumerate(zip(players, totals.rows, strict=True), start=1)
    ]
    rows[Game].append(game)
    rows[Seat] += seats
    rows[Placing] += _broken(past, placings_of(game, seats, placed_on_paper(game, seats)))


def _broken(past: PastGame, placed: list[Placing]) -> list[Placing]:
    """Note how the table broke the tie, if there is one; return the placings."""
    firsts = {placing.player.name: placing for placing in placed if placing.place == 1}
    if len(firsts) > 1 and past.tie_words and (first := firsts.get(past.tie_winner)):
        first.game.tie_winner, first.game.tie_words = first.player, past.tie_words
        names = past.sheet.players
        first.game.tie_places = sorted(1 + names.index(name) for name in firsts)
    return placed


class _GameRows:
    """Adds the rows of one game and counts its version up."""

    def __init__(
        self,
        rows: Rows,
        past: PastGame,
        sheet: Sheet,
        result: Result,
        night: GameNight,
        players: Sequence[Player],
    ) -> None:
        is_over = past.finished_at is not None
        self.rows, self.result, self.phone = rows, result, past.phone
        # Ids that nobody can guess, each one after the other, so that an index takes them at its
        # end and tens of thousands of rows go in quickly.
        first = uuid4().int & ~((1 << 48) - 1)
        self.ids = (UUID(int=number) for number in count(first + 1))
        self.game = _game_of(past, night, agreed_in(sheet))
        self.seats = [
            Seat(
                game=self.game,
                player=players[place] if place < len(players) else None,
                place=place + 1,
                tokens_left=dict(sheet.tokens_of(place)),
                desserts=None if sheet.desserts is None else dict(sheet.desserts[place]),
            )
            for place in range(len(sheet.seats))
        ]
        rows[Game].append(self.game)
        rows[Seat] += self.seats
        nothing = RoundSheet((EMPTY,) * len(self.seats))
        for number in range(1, ROUNDS + 1):
            laid = sheet.rounds[number - 1] if number <= len(sheet.rounds) else nothing
            self._add_round(number, laid, is_confirmed=number <= past.confirmed)
        if is_over and (sheet.setting.rules.tokens or sheet.has_counted):
            self.game.version += 1  # what is left was entered
        if past.was_over and not is_over:
            # Of which round is not told: that of a version before all that are here.
            facts = {"round": rows[Round][-1], "version": 0, "made": 0, "number": 0}
            cause = Reopening.Cause.HOST
            rows[Reopening].append(Reopening(**facts, cause=cause, was_over=True))

    def _add_round(self, number: int, laid: RoundSheet, *, is_confirmed: bool) -> None:
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
                self.rows[Claim].append(
                    Claim(
                        id=tap.pk,
                        claim=tap.pk,
                        round=round_,
                        seat=self.seats[place],
                        position=nth * POSITION_STEP,
                        icons=icons,
                        added_by=tap,
                    )
                )
        if laid.is_counted and laid.points is not None:
            self.game.version += 1
            noted = {str(place): points for place, points in enumerate(laid.points, start=1)}
            number = self.game.version
            self.rows[Counted].append(Counted(round=round_, points=noted, number=number))
        if is_confirmed:
            self._confirm(round_)

    def _add_cards(self, tableau: Tableau, value: TableauValue) -> None:
        """Lay all cards of a tableau with one tap. It counts as many events as it has cards, so
        that a card that is added later comes after them."""
        before = self.game.version
        tap = self._tap(tableau, Tap.Kind.ADD, len(value))
        cards = list(laid_cards(value))
        for entry in entries_of(cards, [next(self.ids) for _card in cards], before + 1):
            entry.tableau, entry.added_by = tableau, tap
            self.rows[Entry].append(entry)

    def _tap(self, tableau: Tableau, kind: Tap.Kind, events: int = 1) -> Tap:
        """Return a tap whose id no phone knows, so that none can repeat it."""
        self.game.version += events
        fields = {"kind": kind, "number": self.game.version, "phone": self.phone}
        tap = Tap(id=next(self.ids), tableau=tableau, **fields)
        self.rows[Tap].append(tap)
        return tap

    def _confirm(self, round_: Round) -> None:
        self.game.version += 1
        version = RoundVersion(
            round=round_, version=1, number=self.game.version, rules_version=VERSION
        )
        self.rows[RoundVersion].append(version)
        scored = self.result.rounds[round_.number - 1].players.values()
        for seat, score in zip(self.seats, scored, strict=True):
            lines = [frozen_line(line) for line in score.lines]
            self.rows[RoundScore].append(
                RoundScore(version=version, seat=seat, total=score.total, lines=lines)
            )
