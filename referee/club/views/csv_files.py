"""Standings and games for spreadsheets: RFC 4180 in UTF-8, with the byte order mark without which
some of them read other than English letters wrongly."""

import csv
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from io import StringIO
from uuid import UUID

from django.http import Http404, HttpRequest
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ...access.clubs import club_visit
from ...models import Club, Placing
from ...standings.placing import WHOLE_WIN
from ...wording.figures import order_name
from ...wording.names import menu_name, ruleset_name, type_name
from ..filters import StandingsFilter
from ..pages.standings import standings_of
from ..services.files.read_past_games import OWN_HEADINGS
from .downloads import Download, file_name

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
_BATCH = 1000
_FORMULA = re.compile(r'(?:^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])')
"""Where a cell with a formula begins, also for a spreadsheet which parts cells at semicolons or
tabs. The wide signs of East Asian keyboards are read alike."""

Row = Iterable[object]


@require_safe
def standings(request: HttpRequest, club_id: UUID) -> Download:
    """Download the standings of the page with the same query."""
    club = club_visit(request, club_id).club
    narrowed = StandingsFilter(club, request.GET)
    if narrowed.errors:
        raise Http404
    headings = (
        _("Place"),
        _("Player"),
        _("Games"),
        _("Wins"),
        _("Average place"),
        _("Average points"),
        _("Average margin"),
        _("Best game"),
        _("Best round"),
        _("Rating"),
        _("Uncertainty of the rating"),
        _("Rating at least"),
        _("Wins in percent"),
        *([order_name(narrowed.order)] if narrowed.counted_points else ()),
    )
    rows = [
        (
            row.rank or "",
            row.player.name,
            row.sums.games,
            row.sums.won,
            row.sums.average_place,
            row.sums.average_points,
            row.sums.average_margin,
            row.sums.best,
            row.sums.best_round,
            round(row.rating.mu, 4) if row.rating else "",
            round(row.rating.spread, 4) if row.rating else "",
            round(row.rating.cautious, 4) if row.rating else "",
            100 * row.sums.win_rate,
            *([row.sums.place_points] if narrowed.counted_points else ()),
        )
        for row in standings_of(narrowed)
    ]
    return spreadsheet(club, "standings.csv", [headings, *rows])


@require_safe
def games(request: HttpRequest, club_id: UUID) -> Download:
    """Download every finished game, one row a player."""
    club = club_visit(request, club_id).club
    return spreadsheet(club, "games.csv", games_table(club))


def games_table(club: Club) -> Iterator[Row]:
    """Yield headings, then one row a game and player, in the order of the games."""
    yield tuple(map(str, OWN_HEADINGS.values()))
    rows = Placing.objects.filter(club=club).order_by("played_at", "game", "place", "pk")
    # No query stays open while the file is sent: the write-ahead log would grow meanwhile.
    ids = list(rows.values_list("pk", flat=True))
    rows = rows.select_related("game", "night", "player").defer("cards")
    for start in range(0, len(ids), _BATCH):
        for row in list(rows.filter(pk__in=ids[start : start + _BATCH])):
            yield (
                row.game_id,
                row.date.isoformat(),
                f"{localtime(row.played_at):%H:%M}" if row.game.has_time else "",
                row.night.name,
                row.night.location,
                ruleset_name(row.ruleset),
                _menu(row.game.menu),
                row.players,
                row.player.name,
                row.place,
                Fraction(row.win, WHOLE_WIN),
                row.total,
                row.margin,
                row.best_round,
                row.puddings,
                _("yes") if row.game.totals_only else "",
                row.minutes,
            )


def _menu(menu: str | list[str] | None) -> str:
    return menu_name(menu) if isinstance(menu, str) else " / ".join(map(type_name, menu or ()))


def spreadsheet(club: Club, name: str, rows: Iterable[Row]) -> Download:
    return Download(_lines(rows), file_name(club.name, name), "text/csv; charset=utf-8")


def _lines(rows: Iterable[Row]) -> Iterator[str]:
    yield BYTE_ORDER_MARK
    line = StringIO(newline="")
    writer = csv.writer(line)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
        yield line.getvalue()
        line.seek(0)
        line.truncate()


def _cell(value: object) -> object:
    """Write fractions as decimals, and an apostrophe before what would run as a formula."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else round(float(value), 4)
    return _FORMULA.sub(r"\g<0>'", value) if isinstance(value, str) else value
