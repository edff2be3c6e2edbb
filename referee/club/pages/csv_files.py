"""Standings and games as tables for spreadsheets: RFC 4180, in UTF-8. It begins with a byte order
mark, without which some of them take all but English letters for something else."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from io import StringIO
from typing import Any

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ...models import Club, Placing
from ...standings.placing import WHOLE_WIN
from ...standings.ranking import Contender, ranked
from ...wording.names import menu_name, ruleset_name, type_name
from ..filters import StandingsFilter
from ..services.statistics import club_sums, players_of, shown_ratings, span_of

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
_BATCH = 1000
_FORMULA_STARTS = "=+-@"
_WIDE_STARTS = (chr(ord(start) + 0xFEE0) for start in _FORMULA_STARTS)
_STARTS_A_FORMULA = (*_FORMULA_STARTS, *_WIDE_STARTS, "\t", "\r", "\n")
"""In the wide letters of East Asian keyboards too, which some spreadsheets read alike."""

Row = Iterable[object]


def written(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the text of a table, one line at a time."""
    yield BYTE_ORDER_MARK
    line = StringIO(newline="")
    writer = csv.writer(line)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
        yield line.getvalue()
        line.seek(0)
        line.truncate()


def _cell(value: object) -> object:
    """Put an apostrophe before text that a spreadsheet would run as a formula."""
    if isinstance(value, Fraction):
        return _decimal(value)
    if isinstance(value, str) and value.startswith(_STARTS_A_FORMULA):
        return f"'{value}"
    return value


def _decimal(value: Fraction) -> float:
    return value.numerator if value.denominator == 1 else round(float(value), 4)


def standings_table(club: Club, asked: Mapping[str, Any]) -> Iterator[Row] | None:
    """Return the standings with headings, or None if the address is invalid."""
    narrowed = StandingsFilter(span_of(club), asked)
    return _standings(club, narrowed) if narrowed.is_valid() else None


def _standings(club: Club, narrowed: StandingsFilter) -> Iterator[Row]:
    sums, ratings = club_sums(club, narrowed.choice), shown_ratings(club)
    players = {pk: one for pk, one in players_of(club).items() if not one.is_hidden}
    contenders = {pk: Contender(sums[pk], ratings.get(pk)) for pk in players if pk in sums}
    yield (
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
    )
    for line in ranked(contenders, narrowed.order):
        one = contenders[line.who]
        rating = (round(one.rating.mu, 4), round(one.rating.sigma, 4)) if one.rating else ("", "")
        yield (
            line.rank or "",
            players[line.who].name,
            one.sums.games,
            one.sums.won,
            one.sums.average_place,
            one.sums.average_points,
            one.sums.average_margin,
            one.sums.best,
            one.sums.best_round,
            *rating,
        )


def games_table(club: Club) -> Iterator[Row]:
    """Return headings, then one row a game and player, in the order of the games."""
    yield (
        _("Game"),
        _("Date"),
        _("Time"),
        _("Night"),
        _("Location"),
        _("Rules"),
        _("Menu"),
        _("Players"),
        _("Player"),
        _("Place"),
        _("Win"),
        _("Points"),
        _("Margin"),
        _("Best round"),
        _("Puddings"),
    )
    rows = Placing.objects.filter(club=club).order_by("played_at", "game", "place", "pk")
    # No query stays open for as long as the file takes on its way: while somebody reads, what the
    # others write can only be added to the write-ahead log, which would grow and grow.
    ids = list(rows.values_list("pk", flat=True))
    rows = rows.select_related("game", "night", "player").defer("cards")
    for start in range(0, len(ids), _BATCH):
        for row in list(rows.filter(pk__in=ids[start : start + _BATCH])):
            yield (
                row.game_id,
                row.date.isoformat(),
                f"{localtime(row.played_at):%H:%M}",
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
            )


def _menu(menu: str | list[str] | None) -> str:
    if isinstance(menu, str):
        return str(menu_name(menu))
    return " / ".join(str(type_name(name)) for name in menu or ())
