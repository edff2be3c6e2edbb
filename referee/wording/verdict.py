"""Who has won, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.rules import Rank, Result

from .names import tiebreak_count
from .phrases import name_list, number


def verdict(result: Result) -> str:
    """Say in one sentence who won, or who leads before the last round is in."""
    if not result.ranking:
        return ""
    best = [entry for entry in result.ranking if entry.rank == 1]
    unit = result.sheet.setting.rules.tiebreak
    if not result.winners:
        return _leaders(result)
    if len(best) > 1:
        return _shared(best, unit)
    if result.tiebreak_used:
        return _by_tiebreak(result, unit)
    return _("%(name)s wins with %(points)s.") % _facts(best[0])


def _facts(entry: Rank) -> dict[str, str]:
    return {"name": entry.player, "points": _points(entry.total)}


def _points(total: int) -> str:
    """Write a total, which is a number even if negative."""
    return ngettext("%(n)s point", "%(n)s points", abs(total)) % {"n": number(total)}


def _shared(best: list[Rank], unit: str) -> str:
    return _("%(names)s share the victory: %(points)s and %(ties)s each.") % {
        "names": name_list([entry.player for entry in best]),
        "points": _points(best[0].total),
        "ties": tiebreak_count(unit, best[0].tiebreak),
    }


def _by_tiebreak(result: Result, unit: str) -> str:
    first, *others = (e for e in result.ranking if e.total == result.ranking[0].total)
    return _("%(name)s wins: %(points)s like %(others)s, but %(ties)s against %(fewer)s.") % {
        **_facts(first),
        "others": name_list([entry.player for entry in others]),
        "ties": tiebreak_count(unit, first.tiebreak),
        "fewer": others[0].tiebreak,
    }


def _leaders(result: Result) -> str:
    best = [entry for entry in result.ranking if entry.total == result.ranking[0].total]
    facts = {"names": name_list([entry.player for entry in best]), "points": _points(best[0].total)}
    if len(best) == len(result.ranking):
        return _("All are level with %(points)s.") % facts
    if len(best) > 1:
        return _("%(names)s lead with %(points)s.") % facts
    return _("%(names)s leads with %(points)s.") % facts
