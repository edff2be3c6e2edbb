"""What phones in the hall, and its screen, show of an evening of several tables."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Q
from django.urls import reverse

from ...access.games import visit_of
from ...access.tournaments import TournamentVisit, visitor_of
from ...club.services.statistics import cached
from ...drawing.qr import qr_code
from ...models import (
    SMALLEST_TABLE,
    Club,
    Draw,
    DrawnSeat,
    DrawnTable,
    Entrant,
    Game,
    GameNight,
    Hosting,
    Player,
    Tournament,
)
from ...standings.league import read_place_points
from ...standings.tournament import Standing
from ...wording.nights import night_name, won_text
from ...wording.phrases import isolated
from ...wording.tournaments import draw_name, evening_won_text, seat_text, tournament_rules
from ..services.drawing import open_tables
from ..services.results import TableNow, TableState, standings_of, tables_now

MOST_OF_NIGHT = 8
"""So many of the standings stand on the night's page."""
MOST_HONOURS = 12
"""So many evenings are honoured."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as a phone is shown it.

    ``is_own``: whoever has the phone sits there, at ``place``; ``url`` is that of the game, "" for
    one that has not begun or that the phone may not see; ``won`` says who has won; ``hosts`` are
    they, where they are no organisers.
    """

    now: TableNow
    draw: int
    place: int | None
    may_start: bool
    url: str
    won: str
    hosts: Sequence[Player]

    @property
    def number(self) -> int:
        """The table's number in its draw."""
        return self.now.number

    @property
    def is_own(self) -> bool:
        """Whether whoever has the phone sits there."""
        return self.place is not None

    @property
    def seat(self) -> str:
        """Where the phone's player sits, in words."""
        return seat_text(self.number, self.place or 0)

    @property
    def others(self) -> list[Player]:
        """With whom, by seat."""
        seats = self.now.seats
        return [seat.entrant.player for seat in seats if seat.place != self.place]


def standings_shown(tournament: Tournament) -> dict[str, Any]:
    """Return what the standings' partial shows: ``rows``, everybody's standing with the entrant,
    and ``criteria``, the sentences that state the order."""
    standings = _standings(tournament)  # before who is there is read: somebody may come or go now
    entrants = tournament.entrants.select_related("player").in_bulk()
    sat = DrawnSeat.objects.filter(draw__tournament=tournament).aggregate(
        most=Max("place"), finals=Count("pk", filter=Q(draw__is_final=True))
    )
    # Tables may be larger than planned, and a final stays one that is no longer planned.
    sizes = range(SMALLEST_TABLE, max(tournament.largest, sat["most"] or 0) + 1)
    points = read_place_points(tournament.place_points)
    has_final = tournament.has_final or bool(sat["finals"])
    return {
        "rows": [(one, entrants[one.person]) for one in standings if one.person in entrants],
        "criteria": tournament_rules(points, sizes, has_final=has_final),
    }


def _standings(tournament: Tournament) -> list[Standing]:
    """Return where everybody stands, worked out again when a result, or who is there, changes."""
    there = tournament.entrants.aggregate(number=Count("pk"), newest=Max("pk"))
    facts = (there["number"], there["newest"], tournament.place_points)
    return _kept_standings(tournament.night.club, tournament.pk, *facts)


@cached
def _kept_standings(_club: Club, tournament_id: UUID, *_facts: object) -> list[Standing]:
    return standings_of(Tournament.objects.get(pk=tournament_id))


def winners_of(standings: Iterable[Standing]) -> list[int]:
    """Return who is first, each by the entrant's row's id; nobody before a game is over."""
    return [one.person for one in standings if one.rank == 1 and one.games]


def _named(draw: Draw, tournament: Tournament) -> str:
    return draw_name(draw.number, tournament.draws, is_final=draw.is_final)


def table_rows(visit: TournamentVisit, draw: Draw, of: Entrant | None = None) -> list[TableRow]:
    """Return the tables of a draw, as the phone of a visit is shown them; of one entrant, where
    that is given, their own."""
    tables = tables_now(draw, of)
    hosts: defaultdict[UUID, list[Player]] = defaultdict(list)
    games = [now.game.pk for now in tables if now.game]
    standing = Hosting.objects.filter(game__in=games, begun_at__isnull=False, ended_at=None)
    for hosting in standing.select_related("seat__player"):
        if hosting.seat.player:
            hosts[hosting.game_id].append(hosting.seat.player)
    return [_row(visit, draw, now, hosts[now.game.pk] if now.game else ()) for now in tables]


def _row(visit: TournamentVisit, draw: Draw, now: TableNow, hosts: Sequence[Player]) -> TableRow:
    own = visit.entrant.pk if visit.entrant else None
    place = next((seat.place for seat in now.seats if seat.entrant_id == own), None)
    url = ""
    if now.game and (visit.runs or (place and visit_of(visit.phone, now.game.pk))):
        url = reverse("result" if now.state is TableState.OVER else "game", args=[now.game.pk])
    won = ""
    if now.state is TableState.OVER:
        winners = [placing for placing in now.placings if placing.win]
        names = [isolated(placing.player.name) for placing in winners]
        won = won_text(names, winners[0].total if winners else 0)
    may_start = now.state is TableState.DRAWN and (visit.runs or place is not None)
    return TableRow(now, draw.number, place, may_start, url, won, hosts)


def evening_page(visit: TournamentVisit, number: str = "") -> dict[str, Any]:
    """Return what the evening's page shows a phone. What is the same for all who only see it
    (``is_shared``) is made once for each version of the club, so it is read when asked for.

    Args:
        number: as typed, of the draw whose tables are shown; the last one's for what is none.
    """
    tournament, entrant = visit.tournament, visit.entrant
    draws = list(tournament.made_draws.all())
    last = draws[-1] if draws else None
    shown = next((draw for draw in draws if str(draw.number) == number), last)
    is_shared = shown == last and not visit.runs
    all_see = replace(visit, entrant=None) if is_shared else visit
    standings = {standing.person: standing for standing in _standings(tournament)}
    won = tournament.entrants.filter(pk__in=winners_of(standings.values()))
    names = won.values_list("player__name", flat=True)
    is_last = last is not None and (
        last.is_final or (last.number == tournament.draws and not tournament.has_final)
    )
    whole = cache(partial(standings_shown, tournament))
    return {
        "visit": visit,
        "tournament": tournament,
        "name": night_name(tournament.night.name),
        "draws": [(draw.number, _named(draw, tournament)) for draw in draws],
        "draw": shown.number if shown else None,
        "draw_name": _named(shown, tournament) if shown else "",
        "last_name": _named(last, tournament) if last else "",
        "next_number": None if is_last else (last.number if last else 0) + 1,
        "is_shared": is_shared,
        "tables": cache(partial(table_rows, all_see, shown)) if shown else [],
        "own": next(iter(table_rows(visit, last, entrant)), None) if last and entrant else None,
        "still": _still_played(visit, last) if last and entrant else None,
        "mine": standings.get(entrant.pk) if entrant else None,
        "here": tournament.entrants.filter(is_away=False).count(),
        "is_final": last is not None and last.is_final,
        "open": open_tables(tournament),
        "begins": last is not None and not last.tables.exclude(game=None).exists(),
        "has_results": any(standing.games for standing in standings.values()),
        "won": evening_won_text([isolated(name) for name in names]),
        "rows": lambda: whole()["rows"],
        "criteria": lambda: whole()["criteria"],
    }


def _still_played(visit: TournamentVisit, last: Draw) -> DrawnTable | None:
    """Return the table of an earlier draw where whoever has the phone still plays, None for who
    plays at none."""
    tables = DrawnTable.objects.filter(
        draw__tournament=visit.tournament,
        draw__number__lt=last.number,
        seats__entrant=visit.entrant,
        game__state=Game.State.PLAYING,
    )
    open_there = (one for one in tables if one.game_id and visit_of(visit.phone, one.game_id))
    return next(open_there, None)


def evening_of_night(night: GameNight, phone: str, *, runs: bool) -> dict[str, Any]:
    """Return the evening of several tables of a night, with the first of its standings and how
    many ``more`` there are; nothing where there is none, or the phone may not see it."""
    tournament = getattr(night, "tournament", None)
    if tournament is None or not (runs or visitor_of(tournament, phone)):
        return {}
    shown = standings_shown(tournament)
    rows = shown["rows"] if any(one.games for one, _who in shown["rows"]) else []
    first, more = rows[:MOST_OF_NIGHT], len(rows[MOST_OF_NIGHT:])
    return {"tournament": tournament, "rows": first, "more": more, "criteria": shown["criteria"]}


def honours(club: Club) -> list[tuple[GameNight, list[Player]]]:
    """Return the last evenings of several tables of a club that are over, the newest first, with
    who has won; hidden players are not named."""
    ended = Tournament.objects.filter(night__club=club, ended_at__isnull=False)
    newest = ended.select_related("night__club").order_by("-night__date", "-created_at")
    won = {one: winners_of(_standings(one)) for one in newest[:MOST_HONOURS]}
    entrants = Entrant.objects.select_related("player")
    players = entrants.in_bulk([pk for winners in won.values() for pk in winners])
    return [
        (one.night, [players[pk].player for pk in winners if not players[pk].player.is_hidden])
        for one, winners in won.items()
        if winners
    ]


def way_in(tournament: Tournament, address: str) -> dict[str, Any]:
    """Return the code on the wall, with the picture that a camera reads.

    Args:
        address: of this server, as phones reach it.
    """
    code = tournament.code
    link = f"{address}{reverse('tournament-enter', args=[code])}"
    return {"link": link, "qr_code": qr_code(link), "code_halves": (code[:3], code[3:])}
