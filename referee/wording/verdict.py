"""Who has won, in words."""

from django.utils.translation import gettext as _

from referee.rules import Rank, Result

from .names import tiebreak_count
from .phrases import name_list
from .standing import points


def verdict(result: Result) -> str:
    """Say in one sentence who won, or who leads before the last round is in."""
    if not result.ranking:
        return ""
    unit, best = result.sheet.setting.rules.tiebreak, result.ranking[0]
    level = [entry for entry in result.ranking if entry.total == best.total]
    facts = {"name": best.player, "points": points(best.total)}
    if not result.winners:
        return _leaders(level, is_all=len(level) == len(result.ranking))
    sharing = [entry.player for entry in result.ranking if entry.rank == 1]
    if len(sharing) > 1:
        return _("%(names)s share the victory: %(points)s and %(ties)s each.") % {
            **facts,
            "names": name_list(sharing),
            "ties": tiebreak_count(unit, best.tiebreak),
        }
    if result.tiebreak_used:
        return _("%(name)s wins: %(points)s like %(others)s, but %(ties)s against %(fewer)s.") % {
            **facts,
            "others": name_list([entry.player for entry in level[1:]]),
            "ties": tiebreak_count(unit, best.tiebreak),
            "fewer": level[1].tiebreak,
        }
    return _("%(name)s wins with %(points)s.") % facts


def _leaders(level: list[Rank], *, is_all: bool) -> str:
    facts = {
        "names": name_list([entry.player for entry in level]),
        "points": points(level[0].total),
    }
    if is_all:
        return _("All are level with %(points)s.") % facts
    if len(level) > 1:
        return _("%(names)s lead with %(points)s.") % facts
    return _("%(names)s leads with %(points)s.") % facts
