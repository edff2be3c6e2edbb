"""Results and standings as plain text, to paste into a chat."""

import datetime
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from referee.rules import Result
from referee.rules.menus import Menu

from .figures import rank_text
from .names import menu_name, ruleset_name, type_name, variant_name
from .phrases import series
from .standing import points
from .verdict import verdict

_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


class StandingLine(NamedTuple):
    """A player's standing, as standings show it; ``games`` at least 1."""

    rank: str
    name: str
    games: int
    wins: str
    place: str
    points: str


def plain_in_chat(name: str) -> str:
    """A name as it stands in a text for elsewhere: isolated by invisible characters only where
    it is written from right to left, because some chats show them as boxes."""
    right_to_left = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}" if right_to_left else name


def day_text(date: datetime.date) -> str:
    """A day: "21 November 2026"."""
    return date_format(date, "DATE_FORMAT")


def menu_text(menu: Menu) -> str:
    """A menu's name, or its cards where it has none."""
    return menu_name(menu.name) if menu.name else series(map(type_name, menu.types))


def played_text(ruleset: str, menu: Menu | None, variants: Iterable[str]) -> list[str]:
    """Say what was played: the game, its menu by name or by its cards, and its variants."""
    parts = [ruleset_name(ruleset)]
    if menu is not None:
        parts.append(menu_text(menu))
    return [*parts, *(variant_name(variant) for variant in sorted(variants))]


def result_text(result: Result, names: Mapping[str, str], date: datetime.date) -> str:
    """A finished game: what was played and when, everybody's rank and points, who has won and why;
    ``names`` are those of the seats in the text."""
    ranking = tuple(rank._replace(player=names[rank.player]) for rank in result.ranking)
    ranks = [rank.rank for rank in ranking]
    lines = [
        f"{rank_text(row.rank, tied=ranks.count(row.rank) > 1)} {row.player}: {points(row.total)}"
        for row in ranking
    ]
    # A dummy that cannot win has points, and no rank.
    ranked = {rank.player for rank in result.ranking}
    lines += [
        f"– {names[seat]}: {points(total)}"
        for seat, total in result.totals.items()
        if seat not in ranked
    ]
    agreed = result.sheet.setting
    played = played_text(agreed.ruleset, agreed.menu, agreed.variants)
    head = [" · ".join(played), day_text(date)]
    return "\n".join([*head, "", *lines, "", verdict(result._replace(ranking=ranking))])


def night_text(head: Sequence[str], games: int, lines: Sequence[StandingLine], order: str) -> str:
    """The standings of a night: its name, date and location as far as there are any, its finished
    games, everybody's line, and by what they are ranked."""
    counted = ngettext("%(n)d game", "%(n)d games", games) % {"n": games}
    shown = [f"{line.rank} {line.name}: {_figures(line)}" for line in lines]
    return "\n".join([*head, counted, "", *shown, "", order])


def _figures(line: StandingLine) -> str:
    won = ngettext("%(wins)s of %(n)d game won", "%(wins)s of %(n)d games won", line.games)
    figures = [
        won % {"wins": line.wins, "n": line.games},
        _("usual place %(place)s") % {"place": line.place},
        _("%(points)s points a game") % {"points": line.points},
    ]
    return pgettext("between figures, which may have a decimal comma", ", ").join(figures)
