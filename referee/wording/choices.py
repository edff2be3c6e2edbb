"""Which games standings, records and lists are of, in words."""

import datetime
from calendar import monthrange

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .phrases import name_list, number


def period_text(first: datetime.date | None, last: datetime.date | None) -> str:
    """A stretch of days, both included: "2026", "November 2026", "1 March 2026 – 31 May 2026"; ""
    for all days."""
    if first and last:
        if (first, last) == (datetime.date(first.year, 1, 1), datetime.date(first.year, 12, 31)):
            return str(first.year)
        if first.day == 1 and last == first.replace(day=monthrange(first.year, first.month)[1]):
            return date_format(first, "YEAR_MONTH_FORMAT")
        days = {"first": date_format(first), "last": date_format(last)}
        return _("%(first)s – %(last)s") % days if first != last else days["first"]
    if first:
        return _("since %(day)s") % {"day": date_format(first)}
    return _("until %(day)s") % {"day": date_format(last)} if last else ""


def players_text(players: int) -> str:
    """A number of players: "5 players"."""
    return ngettext("%(n)d player", "%(n)d players", players) % {"n": players}


def least_text(games: int, nights: int) -> str:
    """Say how often one must have played to have a rank; "" where once is enough."""
    parts = []
    if games > 1:
        parts.append(ngettext("%(n)d game", "%(n)d games", games) % {"n": games})
    if nights > 1:
        parts.append(ngettext("%(n)d night", "%(n)d nights", nights) % {"n": nights})
    if not parts:
        return ""
    return _("A rank takes at least %(least)s.") % {"least": name_list(parts)}


def against_text(name: str, how: str) -> str:
    """Games against somebody: those that were won, those with a better place than theirs, the same
    or a worse one, or all ("")."""
    words = {
        "": _("against %(name)s"),
        "won": _("won against %(name)s"),
        "ahead": _("ahead of %(name)s"),
        "level": _("level with %(name)s"),
        "behind": _("behind %(name)s"),
    }
    return words[how] % {"name": name}


def figure_text(figure: str, value: int) -> str:
    """One figure of a result, as what games are listed by: "margin 1". Raises KeyError for a figure
    without a name."""
    words = {
        "total": _("%(n)s points"),
        "best_round": _("%(n)s points in the best round"),
        "margin": _("won with a margin of %(n)s"),
        "behind": _("won after being %(n)s behind"),
        "puddings": _("%(n)s puddings"),
    }
    return words[figure] % {"n": number(value)}
