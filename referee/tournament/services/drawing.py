"""Draws who sits at which table, and changes a draw by hand until its tables begin.

A draw takes up to two seconds to work out and is worked out before anything is locked, so that no
tap waits for it; it is stored whole, if nothing that it follows from has changed meanwhile.
"""

from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from ...club.services.webhooks import tell_of_draw
from ...models import (
    SMALLEST_TABLE,
    Draw,
    DrawnSeat,
    DrawnTable,
    Game,
    Tournament,
    new_seed,
)
from ...play.services.refusals import Refused
from ...rules import RULESETS
from ...standings.draw import Tables, draw_tables
from .results import standings_of
from .setting_up import locked_tournament
from .tables import tell_last_tables

LEAST_ENTRANTS = 6
"""Fewer people play at one table."""
FINALISTS = 4
_PATIENCE = 3
"""How often a draw is worked out anew because people came or went meanwhile; then everybody waits
until it is done: in a hall that fills, somebody comes every moment."""


@dataclass(frozen=True, slots=True)
class _Basis:
    """All that a draw follows from."""

    people: tuple[int, ...]
    past: tuple[Tables, ...]
    draws: int
    largest: int
    seed: int
    strengths: dict[int, Fraction] | None
    together: frozenset[frozenset[int]]
    apart: frozenset[frozenset[int]]
    finalists: tuple[int, ...]

    def tables(self) -> Tables:
        """Work the draw out."""
        if self.finalists:
            return [list(self.finalists)]
        return draw_tables(
            self.people,
            self.past,
            draws=self.draws,
            largest=self.largest,
            seed=self.seed,
            strengths=self.strengths,
            together=self.together,
            apart=self.apart,
        )


def make_draw(
    tournament_id: UUID, number: int, *, is_final: bool = False, even_open: bool = False
) -> Draw:
    """Draw the tables. Asked for twice, also by two organisers at once, it is one draw.

    Args:
        number: of the draw, from 1: the one after those that there are, or one of them.
        is_final: whether the best four play for the first places.
        even_open: whether it is drawn while tables of the draw before have no result yet; their
            games go on, and count when they are over.

    Raises:
        Refused: ``evening-over``; ``draws-over`` where there are as many as planned, or a final;
            ``another-draw`` for a number that is not the next one; ``too-few-entrants``, with how
            many are needed; ``tables-open``, with the numbers of the ``tables``.
        Tournament.DoesNotExist: for an id that is none.
    """
    tries = 0
    while True:
        tries += 1
        there = Tournament.objects.filter(night__club__is_there=True)
        tournament = there.select_related("night__club").get(pk=tournament_id)
        if known := _known(tournament, number, is_final=is_final, even_open=even_open):
            return known
        basis = _basis(tournament, is_final=is_final)
        tables = basis.tables()
        with locked_tournament(tournament_id) as tournament:
            if known := _known(tournament, number, is_final=is_final, even_open=even_open):
                return known
            now = _basis(tournament, is_final=is_final)
            if now != basis and tries >= _PATIENCE:
                basis, tables = now, now.tables()
            if now == basis:
                return _store(tournament, number, tables, is_final=is_final)


def _known(tournament: Tournament, number: int, *, is_final: bool, even_open: bool) -> Draw | None:
    """Return the draw of a number, None for one that can be made; raises as :func:`make_draw`.

    The draws are read once: another organiser may make one while this is looked at.
    """
    made = list(tournament.made_draws.all())
    for draw in made:
        if draw.number == number:
            return draw
    if tournament.ended_at:
        raise Refused("evening-over")
    plain = [draw for draw in made if not draw.is_final]
    if len(plain) < len(made) or (not is_final and len(plain) >= tournament.draws):
        raise Refused("draws-over")
    if number != len(made) + 1:
        raise Refused("another-draw", draw=len(made) + 1)
    there = tournament.entrants.filter(is_away=False).count()
    least = SMALLEST_TABLE if made else LEAST_ENTRANTS
    if there < least:
        raise Refused("too-few-entrants", least=least, there=there)
    if not even_open and (tables := _open_tables_of(made[-1] if made else None)):
        raise Refused("tables-open", tables=", ".join(map(str, tables)))
    return None


def open_tables(tournament: Tournament) -> list[int]:
    """Return the numbers of the tables of the last draw that have no result yet."""
    return _open_tables_of(tournament.made_draws.last())


def _open_tables_of(draw: Draw | None) -> list[int]:
    tables = draw.tables.exclude(game__state=Game.State.FINISHED) if draw else ()
    return [table.number for table in tables]


def _basis(tournament: Tournament, *, is_final: bool) -> _Basis:
    there = tournament.entrants.filter(is_away=False)
    people = tuple(there.values_list("pk", flat=True))
    wishes = list(tournament.wishes.all())
    pairs = {
        apart: frozenset(
            frozenset((wish.one_id, wish.other_id)) for wish in wishes if wish.apart is apart
        )
        for apart in (False, True)
    }
    past = tuple(past_draws(tournament))
    standings = standings_of(tournament) if past and (is_final or tournament.by_strength) else []
    best = [row.person for row in standings if row.person in {*people}]
    return _Basis(
        people,
        past,
        tournament.draws,
        min(tournament.largest, RULESETS[tournament.ruleset].players[-1]),
        tournament.seed,
        {row.person: row.points for row in standings} if standings and not is_final else None,
        pairs[False],
        pairs[True],
        tuple(best[:FINALISTS]) if is_final else (),
    )


def past_draws(tournament: Tournament, before: int | None = None) -> list[Tables]:
    """Return who sat where in the draws until now, or in those before one, each table by seat."""
    draws = tournament.made_draws.prefetch_related("tables__seats")
    if before is not None:
        draws = draws.filter(number__lt=before)
    return [tables_of(draw) for draw in draws]


def tables_of(draw: Draw) -> Tables:
    """Return who sits where in a draw, each table by seat."""
    return [[seat.entrant_id for seat in table.seats.all()] for table in draw.tables.all()]


def _store(tournament: Tournament, number: int, tables: Tables, *, is_final: bool) -> Draw:
    draw = Draw.objects.create(
        tournament=tournament, number=number, is_final=is_final, seed=tournament.seed
    )
    rows = DrawnTable.objects.bulk_create(
        DrawnTable(draw=draw, number=nth) for nth, _people in enumerate(tables, start=1)
    )
    DrawnSeat.objects.bulk_create(
        DrawnSeat(draw=draw, table=row, entrant_id=person, place=place)
        for row, people in zip(rows, tables, strict=True)
        for place, person in enumerate(people, start=1)
    )
    tell_last_tables(tournament, number)
    tell_of_draw(draw)
    return draw


def draw_again(tournament_id: UUID, number: int) -> None:
    """Take the last draw back, so that it can be drawn another way.

    Raises:
        Refused: ``table-begun`` where a table of it has begun; ``another-draw`` for one that is
            not the last.
    """
    with locked_tournament(tournament_id) as tournament:
        draw = tournament.made_draws.last()
        if draw is None or draw.number != number:
            raise Refused("another-draw", draw=draw.number if draw else 1)
        if begun := draw.tables.exclude(game=None).first():
            raise Refused("table-begun", table=begun.number)
        draw.delete()
        tell_last_tables(tournament, number)
        tournament.seed = new_seed()
        tournament.save(update_fields=["seed"])


def swap_seats(tournament_id: UUID, number: int, one: int, other: int) -> None:
    """Let two entrants of a draw change places, at tables that have not begun.

    Raises:
        Refused: ``table-begun``; ``not-drawn`` for who does not sit in this draw.
    """
    with locked_tournament(tournament_id) as tournament:
        seats = DrawnSeat.objects.filter(draw__tournament=tournament, draw__number=number)
        held = {seat.entrant_id: seat for seat in seats.select_related("table")}
        if not {one, other} <= held.keys():
            raise Refused("not-drawn")
        first, second = held[one], held[other]
        _check_not_begun(first.table, second.table)
        if one != other:
            # For a moment nobody sits there: no row may say that somebody sits twice.
            DrawnSeat.objects.filter(pk__in=[first.pk, second.pk]).delete()
            for seat, entrant in ((first, other), (second, one)):
                DrawnSeat.objects.create(
                    draw=seat.draw, table=seat.table, entrant_id=entrant, place=seat.place
                )
            tell_last_tables(tournament, number)


def move_to_table(tournament_id: UUID, number: int, entrant_id: int, table: int) -> None:
    """Let an entrant sit at another table of a draw, behind the others there: one who came late, or
    sits elsewhere in it. Neither table may have begun, and both must be left playable.

    Raises:
        Refused: ``table-begun``; ``table-size`` where one would be too small or too large;
            ``not-drawn`` for a table or a person that is none of the evening.
    """
    with locked_tournament(tournament_id) as tournament:
        tables = DrawnTable.objects.filter(draw__tournament=tournament, draw__number=number)
        to = tables.filter(number=table).first()
        entrant = tournament.entrants.filter(pk=entrant_id).first()
        if to is None or entrant is None:
            raise Refused("not-drawn")
        left = tables.filter(seats__entrant=entrant).first()
        if left == to:
            return
        _check_not_begun(to, *([left] if left else []))
        most = RULESETS[tournament.ruleset].players[-1]
        too_small = left is not None and left.seats.count() <= SMALLEST_TABLE
        if too_small or to.seats.count() >= most:
            raise Refused("table-size", least=SMALLEST_TABLE, most=most)
        if left is not None:
            left.seats.filter(entrant=entrant).delete()
            _close_up(left)
        place = to.seats.count() + 1
        DrawnSeat.objects.create(draw=to.draw, table=to, entrant=entrant, place=place)
        tell_last_tables(tournament, number)


def take_from_table(tournament_id: UUID, number: int, entrant_id: int) -> None:
    """Let an entrant of a draw sit nowhere, who has left before the table began.

    Raises:
        Refused: as :func:`move_to_table`.
    """
    with locked_tournament(tournament_id) as tournament:
        tables = DrawnTable.objects.filter(draw__tournament=tournament, draw__number=number)
        left = tables.filter(seats__entrant=entrant_id).first()
        if left is None:
            raise Refused("not-drawn")
        _check_not_begun(left)
        if left.seats.count() <= SMALLEST_TABLE:
            most = RULESETS[tournament.ruleset].players[-1]
            raise Refused("table-size", least=SMALLEST_TABLE, most=most)
        left.seats.filter(entrant=entrant_id).delete()
        _close_up(left)
        tell_last_tables(tournament, number)


def _close_up(table: DrawnTable) -> None:
    for place, seat in enumerate(table.seats.all(), start=1):
        if seat.place != place:
            seat.place = place
            seat.save(update_fields=["place"])


def _check_not_begun(*tables: DrawnTable) -> None:
    for table in tables:
        if table.game_id is not None:
            raise Refused("table-begun", table=table.number)
