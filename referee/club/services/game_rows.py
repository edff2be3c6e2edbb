"""The rows of a game that was played elsewhere or earlier, as if it had been entered by taps."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from uuid import UUID, uuid4

from ...models import Game, GameNight, Player, Round, RoundVersion, Seat, Tableau, Tap
from ...play.services.claims import POSITION_STEP
from ...play.services.confirming import frozen_line
from ...play.services.games import agreed_in
from ...rules import VERSION, Result, RoundSheet, Sheet
from ...rules import Tableau as TableauValue
from ...rules.rulesets import ROUNDS
from ...rules.tableau import EMPTY, Card
from .bulk import Row


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game as it was, to be kept as if it had been entered here.

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


class Ids:
    """Ids that nobody can guess, each one after the other, so that an index takes them at its end
    and tens of thousands of rows go in quickly."""

    def __init__(self) -> None:
        self._next = uuid4().int & ~((1 << 48) - 1)

    def new(self) -> UUID:
        """The next one."""
        self._next += 1
        return UUID(int=self._next)


TAPS = ("id", "tableau", "kind", "do", "number", "phone", "by_id", "at", "undone_by_id")
_LIES = ("face", "copy", "flipped", "on_wasabi")
ENTRIES = ("id", "tableau", "card", "place", *_LIES, "added_by_id", "withdrawn_by_id")
CLAIMS = ("id", "claim", "round", "seat", "position", "icons", "added_by_id", "withdrawn_by_id")
SCORES = ("version", "seat", "total", "lines")


@dataclass(slots=True)
class Rows:
    """The rows of several games, in the order in which they can be stored.

    The many small ones are plain values in the order of ``TAPS``, ``ENTRIES``, ``CLAIMS`` and
    ``SCORES``; see :func:`~referee.club.services.bulk.insert`.
    """

    games: list[Game] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    tableaus: list[Tableau] = field(default_factory=list)
    versions: list[RoundVersion] = field(default_factory=list)
    taps: list[Row] = field(default_factory=list)
    entries: list[Row] = field(default_factory=list)
    claims: list[Row] = field(default_factory=list)
    scores: list[Row] = field(default_factory=list)

    def add(
        self,
        past: PastGame,
        result: Result,
        night: GameNight,
        players: Mapping[str, Player],
        code: str,
    ) -> Game:
        """Adds everything of one game; ``players`` by name."""
        is_over = past.finished_at is not None
        game = Game(
            id=past.id,
            night=night,
            code=code,
            code_since=past.started_at,
            follows_id=past.follows,
            state=Game.State.FINISHED if is_over else Game.State.PLAYING,
            created_at=past.started_at,
            finished_at=past.finished_at,
            **agreed_in(past.sheet),
        )
        self.games.append(game)
        _OneGame(self, game, past, result).lay(players)
        return game


class _OneGame:
    """One game on its way into rows: it counts its events as it goes."""

    def __init__(self, rows: Rows, game: Game, past: PastGame, result: Result) -> None:
        self.rows, self.game, self.past, self.result = rows, game, past, result
        self.ids = Ids()
        self.when = past.finished_at or past.started_at

    def lay(self, players: Mapping[str, Player]) -> None:
        """Seats, rounds, and what lay there."""
        sheet = self.past.sheet
        seats = [
            Seat(
                game=self.game,
                player=players[name] if place < len(sheet.players) else None,
                place=place + 1,
                tokens_left=dict(sheet.tokens_of(place)),
            )
            for place, name in enumerate(sheet.seats)
        ]
        self.rows.seats += seats
        nothing = RoundSheet((EMPTY,) * len(seats))
        for number in range(1, ROUNDS + 1):
            laid = sheet.rounds[number - 1] if number <= len(sheet.rounds) else nothing
            self._lay_round(number, laid, seats)
        if self.past.finished_at is not None and sheet.setting.rules.tokens:
            self.game.version += 1  # the tokens were entered

    def _lay_round(self, number: int, laid: RoundSheet, seats: Sequence[Seat]) -> None:
        is_confirmed = number <= self.past.confirmed
        state = Round.State.CONFIRMED if is_confirmed else Round.State.OPEN
        round_ = Round(game=self.game, number=number, state=state, version=int(is_confirmed))
        tableaus = [Tableau(round=round_, seat=seat) for seat in seats]
        self.rows.rounds.append(round_)
        self.rows.tableaus += tableaus
        for tableau, value in zip(tableaus, laid.tableaus, strict=True):
            self._lay_cards(tableau, value)
        for turn, claimed in enumerate(laid.claims, start=1):
            for seat, icons in claimed:
                self._claim(tableaus[seat], turn, icons)
        if is_confirmed:
            self._confirm(round_, seats)

    def _lay_cards(self, tableau: Tableau, value: TableauValue) -> None:
        """One tap lays all cards of a tableau. It counts as many events as it has cards, so that a
        card that is added later comes after them."""
        if not len(value):
            return
        place = self.game.version
        tap = self._tap(tableau, Tap.Kind.ADD, len(value))
        for card, on_wasabi in in_order_of_play(value):
            place += 1
            face = card.face.slug if card.face else ""
            lies = (face, card.copy, card.flipped, on_wasabi)
            called = self.ids.new()
            self.rows.entries.append((called, tableau, called, place, *lies, tap, None))

    def _claim(self, tableau: Tableau, turn: int, icons: int) -> None:
        tap = self._tap(tableau, Tap.Kind.CLAIM)
        what = (tableau.round, tableau.seat, turn * POSITION_STEP, icons)
        self.rows.claims.append((tap, tap, *what, tap, None))

    def _tap(self, tableau: Tableau, kind: Tap.Kind, events: int = 1) -> UUID:
        """A tap of no phone: none can undo it, or send it again."""
        self.game.version += events
        tap = self.ids.new()
        by, undone_by = None, None
        number = self.game.version
        self.rows.taps.append((tap, tableau, kind.value, "", number, "", by, self.when, undone_by))
        return tap

    def _confirm(self, round_: Round, seats: Sequence[Seat]) -> None:
        self.game.version += 1
        version = RoundVersion(
            round=round_, version=1, number=self.game.version, rules_version=VERSION
        )
        self.rows.versions.append(version)
        scored = self.result.rounds[round_.number - 1].players.values()
        self.rows.scores += [
            (version, seat, score.total, [frozen_line(line) for line in score.lines])
            for seat, score in zip(seats, scored, strict=True)
        ]


def in_order_of_play(tableau: TableauValue) -> Iterator[tuple[Card, bool]]:
    """The cards of a tableau in an order in which they lay out to it again, and for each whether
    it was put on a wasabi.

    The canonical order is one: every nigiri that lies on a wasabi follows right after it, and the
    wasabi that are free come after those.
    """
    for entry, number in tableau.items():
        for card in entry.cards * number:
            yield card, card is entry.card and entry.base is not None
