"""Who has won, and what decided it, in words."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.rules import Rank, Result

from .names import tiebreak_count
from .phrases import name_list, sentences
from .standing import before_end, points, points_before_end

CLOSE = 3
"""The most points between the first two of which it is said that it was close."""


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


def closing(result: Result, shown: Mapping[str, str]) -> list[str]:
    """Say by how much a finished game was won, and what decided it, a sentence for each; nothing
    of a shared victory, of which the verdict says all.

    Args:
        shown: everybody's name as it stands in a sentence, by that on the sheet.
    """
    if len(result.winners) > 1:
        return []
    first, second = result.ranking[:2]
    if result.tiebreak_used:
        words = _("Puddings decided it: %(most)d against %(fewer)d.")
        if result.sheet.setting.rules.tiebreak == "dessert-cards":
            words = _("Dessert cards decided it: %(most)d against %(fewer)d.")
        return [words % {"most": first.tiebreak, "fewer": second.tiebreak}]
    gap = first.total - second.total
    facts = {
        "n": gap,
        "others": name_list([shown[r.player] for r in result.ranking if r.total == second.total]),
    }
    close = ngettext("It was close: %(n)d point.", "It was close: %(n)d points.", gap)
    ahead = ngettext("%(n)d point ahead of %(others)s.", "%(n)d points ahead of %(others)s.", gap)
    return [sentences([(close if gap <= CLOSE else ahead) % facts]), _decided(result, shown)]


def _decided(result: Result, shown: Mapping[str, str]) -> str:
    """Say since when the only winner was ahead of all others."""
    winner = result.winners[0]
    so_far = dict.fromkeys((rank.player for rank in result.ranking), 0)
    leaders: list[list[str]] = []
    for round_ in result.rounds:
        for name in so_far:
            so_far[name] += round_.players[name].total
        best = max(so_far.values())
        leaders.append([name for name, total in so_far.items() if total == best])
    at_last = leaders[-1]
    if at_last != [winner]:
        facts = {
            "names": name_list([shown[name] for name in at_last]),
            "before_puddings": before_end(result.sheet.setting),
        }
        if winner in at_last:
            words = _("The end decided it: %(names)s were level %(before_puddings)s.")
        else:
            words = ngettext(
                "The end decided it: %(names)s led %(before_puddings)s.",
                "The end decided it: %(names)s led %(before_puddings)s.",
                len(at_last),
            )
        return sentences([words % facts])
    behind = [number for number, those in enumerate(leaders, start=1) if those != [winner]]
    since = max(behind, default=0) + 1
    if since == 1:
        return _("In the lead from start to end.")
    if since < len(leaders):
        return _("In the lead since round %(number)d.") % {"number": since}
    made = points(result.rounds[-1].players[winner].total)
    return _("Round %(number)d decided it, with %(points)s.") % {"number": since, "points": made}


def _leaders(level: list[Rank], points_in_words: str, *, is_all: bool) -> str:
    facts = {"names": name_list([entry.player for entry in level]), "points": points_in_words}
    if is_all:
        return _("All are level with %(points)s.") % facts
    if len(level) > 1:
        return _("%(names)s lead with %(points)s.") % facts
    return _("%(names)s leads with %(points)s.") % facts
