"""Who has won, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.rules import Rank, Result

from .names import tiebreak_count
from .phrases import name_list, sentences
from .standing import points, points_before_end


def verdict(result: Result) -> str:
    """Say in one sentence who won, or who leads before the last round is in."""
    return sentences([_verdict(result)] if result.ranking else [])


def _verdict(result: Result) -> str:
    unit, best = result.sheet.setting.rules.tiebreak, result.ranking[0]
    level = [entry for entry in result.ranking if entry.total == best.total]
    facts = {"name": best.player, "points": points(best.total)}
    if not result.winners:
        if result.game_end is None:
            facts["points"] = points_before_end(best.total, result.sheet.setting)
        return _leaders(level, facts["points"], is_all=len(level) == len(result.ranking))
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


def won(result: Result) -> str:
    """Say who has won a finished game, without the points."""
    winners = [entry.player for entry in result.ranking if entry.rank == 1]
    words = ngettext("%(names)s wins.", "%(names)s share the victory.", len(winners))
    return sentences([words % {"names": name_list(winners)}])


def _leaders(level: list[Rank], points_in_words: str, *, is_all: bool) -> str:
    facts = {"names": name_list([entry.player for entry in level]), "points": points_in_words}
    if is_all:
        return _("All are level with %(points)s.") % facts
    if len(level) > 1:
        return _("%(names)s lead with %(points)s.") % facts
    return _("%(names)s leads with %(points)s.") % facts
