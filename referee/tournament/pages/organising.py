"""What the pages of who organises an evening of several tables show."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, Max, OuterRef
from django.utils import timezone

from ...access.tournaments import TournamentVisit
from ...models import (
    Correction,
    Draw,
    DrawnSeat,
    DrawnTable,
    Entrant,
    Game,
    RoundVersion,
    Tournament,
    Wish,
)
from ...play.services.game_state import kept_menu
from ...standings.draw import Tables, meetings
from ...standings.tournament import Standing
from ...wording.chat import played_text
from ...wording.nights import night_name
from ...wording.phrases import isolated
from ...wording.tournaments import (
    broken_wish_text,
    corrected_text,
    draw_name,
    late_text,
    level_for_final_text,
    meetings_text,
    wish_text,
)
from ..services.drawing import FINALISTS, open_tables, past_draws
from ..services.results import TableState
from .hall import TableRow, standings_shown, table_rows

LATE_MINUTES = 5
"""In which nothing has happened at a table that is late."""


@dataclass(frozen=True, slots=True)
class Step:
    """What comes now: ``do`` is "draw", "final", "end" or "over"; ``number`` that of the draw."""

    do: str
    number: int


def next_step(tournament: Tournament) -> Step:
    """Return what comes now on an evening."""
    made = list(tournament.made_draws.all())
    number = len(made) + 1
    if tournament.ended_at:
        return Step("over", number)
    if any(draw.is_final for draw in made):
        return Step("end", number)
    if len(made) < tournament.draws:
        return Step("draw", number)
    return Step("final" if tournament.has_final else "end", number)


def heading_of(tournament: Tournament) -> dict[str, Any]:
    """Return what all pages of an organiser begin with."""
    menu = kept_menu(tournament.menu) if tournament.menu is not None else None
    return {
        "tournament": tournament,
        "name": night_name(tournament.night.name),
        "played": " · ".join(played_text(tournament.ruleset, menu, tournament.variants)),
        "here": tournament.entrants.filter(is_away=False).count(),
    }


def organise_page(visit: TournamentVisit) -> dict[str, Any]:
    """Return what comes now, the tables of the last draw, and the standings."""
    tournament = visit.tournament
    step = next_step(tournament)
    page = heading_of(tournament) | {"step": step}
    last = tournament.made_draws.last()
    if last is None:
        return page
    rows = table_rows(visit, last)
    tables = DrawnTable.objects.filter(draw=OuterRef("pk"))
    still = tables.exclude(game__state=Game.State.FINISHED)
    late = late_tables(last, rows)
    standings = standings_shown(tournament)
    return page | {
        "draw": last,
        "draw_name": draw_name(last.number, tournament.draws, is_final=last.is_final),
        "told": "" if last.is_final else _draw_text(tournament, last),
        "broken": _broken_wishes(tournament, last),
        "tables": [(row, late.get(row.number, "")) for row in rows],
        "open": open_tables(tournament),
        "open_before": [
            row
            for draw in tournament.made_draws.filter(Exists(still), number__lt=last.number)
            for row in table_rows(visit, draw)
            if row.now.state is not TableState.OVER
        ],
        "may_change": any(row.now.state is TableState.DRAWN for row in rows),
        "may_draw_again": all(row.now.state is TableState.DRAWN for row in rows),
        "corrected": _corrected(tournament, last),
        "level": _level_for_final(standings["rows"]) if step.do == "final" else "",
        **standings,
    }


def _level_for_final(rows: Sequence[tuple[Standing, Entrant]]) -> str:
    """Tell who is level with the last one in the final and would not play it."""
    there = [(one.rank, entrant.player.name) for one, entrant in rows if not entrant.is_away]
    last = there[:FINALISTS][-1:]
    left_out = [isolated(name) for rank, name in there[FINALISTS:] if rank == last[0][0]]
    return level_for_final_text(isolated(last[0][1]), left_out) if left_out else ""


def _draw_text(tournament: Tournament, draw: Draw) -> str:
    *past, tables = past_draws(tournament, before=draw.number + 1)
    met = meetings(tables, past)
    return meetings_text(met.pairs, met.again, met.least, sum(map(len, tables)), len(tables))


def _broken_wishes(tournament: Tournament, draw: Draw) -> list[str]:
    seats = DrawnSeat.objects.filter(draw=draw).values_list("entrant", "table__number")
    table_of = dict(seats)
    return [
        broken_wish_text(*_names(wish), table_of[wish.one_id])
        for wish in _wishes(tournament)
        if wish.apart
        and wish.one_id in table_of
        and table_of[wish.one_id] == table_of.get(wish.other_id)
    ]


def late_tables(draw: Draw, rows: Sequence[TableRow]) -> Mapping[int, str]:
    """Return those that are furthest behind while others are over and where nothing has happened
    for some minutes, each with for how many."""
    still = [row.now for row in rows if row.now.state is not TableState.OVER]
    if not still or len(still) == len(rows):
        return {}
    behind = min(now.round or 0 for now in still)
    late = [now for now in still if (now.round or 0) == behind]
    versions = RoundVersion.objects.filter(round__game__in=[now.game for now in late if now.game])
    confirmed = dict(versions.values_list("round__game").annotate(at=Max("at")).order_by())
    told = {}
    for now in late:
        at = confirmed.get(now.game.pk) if now.game else None
        since = at or (now.game.created_at if now.game else draw.at)
        minutes = int((timezone.now() - since) / datetime.timedelta(minutes=1))
        if minutes >= LATE_MINUTES:
            told[now.number] = late_text(minutes, begun=bool(now.game), confirmed=bool(at))
    return told


def _corrected(tournament: Tournament, last: Draw) -> list[str]:
    """Tell of the tables of earlier draws that were corrected after the draw that followed."""
    drawn_at = dict(tournament.made_draws.values_list("number", "at"))
    which = ("drawn_table__draw__number", "drawn_table__number")
    games = Game.objects.filter(drawn_table__draw__tournament=tournament)
    corrections = Correction.objects.filter(game__in=games)
    again = RoundVersion.objects.filter(round__game__in=games, version__gt=1)
    times = {
        *corrections.values_list(*(f"game__{name}" for name in which), "at"),
        *again.values_list(*(f"round__game__{name}" for name in which), "at"),
    }
    late = {
        (draw, table) for draw, table, at in times if draw < last.number and at > drawn_at[draw + 1]
    }
    return [corrected_text(table, draw) for draw, table in sorted(late)]


def people_page(tournament: Tournament) -> dict[str, Any]:
    """Return who is there, who is away, and what is wished."""
    rows = tournament.entrants.select_related("player", "visitor")
    drawn = Exists(DrawnSeat.objects.filter(entrant=OuterRef("pk")))
    entrants: list[Any] = list(rows.annotate(was_drawn=drawn).order_by("player__name"))
    there = [one for one in entrants if not one.is_away]
    return heading_of(tournament) | {
        "there": there,
        "away": [one for one in entrants if one.is_away],
        "with_phone": sum(hasattr(one, "visitor") for one in there),
        "sent_away": tournament.visitors.filter(sent_away=True).count(),
        "wishes": _told_wishes(tournament),
    }


def _told_wishes(tournament: Tournament) -> list[tuple[Wish, str, int]]:
    """Return each wish in words, and the draw in which the two have first sat together, 0 for
    none."""
    past = past_draws(tournament)
    return [
        (wish, wish_text(*_names(wish), apart=wish.apart), _together(wish, past))
        for wish in _wishes(tournament)
    ]


def _together(wish: Wish, past: Sequence[Tables]) -> int:
    pair = {wish.one_id, wish.other_id}
    draws = enumerate(past, start=1)
    return next((n for n, tables in draws if any(pair <= {*table} for table in tables)), 0)


def _wishes(tournament: Tournament) -> list[Wish]:
    return list(tournament.wishes.select_related("one__player", "other__player"))


def _names(wish: Wish) -> tuple[str, str]:
    return isolated(wish.one.player.name), isolated(wish.other.player.name)


def seated_of(draw: Draw) -> list[Entrant]:
    """Return who sits at a table of a draw that has not begun."""
    seats = draw.seats.filter(table__game=None).select_related("entrant__player")
    return [seat.entrant for seat in seats]
