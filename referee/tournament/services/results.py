"""Reads how an evening of several tables stands."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ...models import Draw, DrawnSeat, DrawnTable, Entrant, Game, Placing, Tournament
from ...rules.rulesets import ROUNDS
from ...standings.league import read_place_points
from ...standings.placing import WHOLE_WIN
from ...standings.tournament import Result, Standing, tournament_standings

_NOBODY = 0
"""No entrant's row has this id."""


class TableState(StrEnum):
    """Whether a table's game is still to begin, goes on, or is over."""

    DRAWN = "drawn"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TableNow:
    """A drawn table as it is now.

    ``seats`` have their entrants and players, by place. ``round`` is the one that is played, None
    before the first and after the last; ``placings`` are those of a game that is over, first ones
    first.
    """

    table: DrawnTable
    seats: Sequence[DrawnSeat]
    state: TableState
    round: int | None
    placings: Sequence[Placing]

    @property
    def number(self) -> int:
        """The table's number in its draw."""
        return self.table.number

    @property
    def game(self) -> Game | None:
        """Its game, None before it begins."""
        return self.table.game


def tables_now(draw: Draw, of: Entrant | None = None) -> list[TableNow]:
    """Return the tables of a draw, by number; of one entrant, where that is given, their own."""
    tables = draw.tables.filter(seats__entrant=of) if of else draw.tables.all()
    tables = tables.select_related("game").prefetch_related(
        "seats__entrant__player",
        "game__rounds",
        "game__placings__player",
    )
    return [_now(table) for table in tables]


def _now(table: DrawnTable) -> TableNow:
    game, seats = table.game, list(table.seats.all())
    if game is None:
        return TableNow(table, seats, TableState.DRAWN, None, ())
    if game.state == Game.State.FINISHED:
        placings = sorted(game.placings.all(), key=lambda placing: (placing.place, placing.pk))
        return TableNow(table, seats, TableState.OVER, None, placings)
    confirmed = sum(round_.is_confirmed for round_ in game.rounds.all())
    return TableNow(table, seats, TableState.PLAYING, min(confirmed + 1, ROUNDS), ())


def standings_of(tournament: Tournament) -> list[Standing]:
    """Return where every entrant stands by the games that are over; ``person`` is the entrant's
    row's id. Corrections of a game count at once."""
    entrants = dict(tournament.entrants.values_list("player", "pk"))
    tables: defaultdict[object, list[Result]] = defaultdict(list)
    finals: set[object] = set()
    placings = Placing.objects.filter(game__drawn_table__draw__tournament=tournament)
    facts = ("game", "game__drawn_table__draw__is_final", "player", "place", "total", "win")
    for game, is_final, player, place, total, win in placings.order_by("pk").values_list(*facts):
        # Whom a correction has seated there is no entrant, and not listed; the table stays whole.
        person = entrants.get(player, _NOBODY)
        tables[game].append(Result(person, place, total, Fraction(win, WHOLE_WIN)))
        if is_final:
            finals.add(game)
    return tournament_standings(
        entrants.values(),
        [table for game, table in tables.items() if game not in finals],
        read_place_points(tournament.place_points),
        next((tables[game] for game in finals), None),
    )


def draw_of(tournament: Tournament, number: int) -> Draw | None:
    """Return a draw with its evening, None for a number that there is not."""
    return tournament.made_draws.filter(number=number).first()
