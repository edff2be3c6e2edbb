"""Who leads after a round, who has moved, and whose cards are still missing, in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .phrases import name_list, number, sentences

Names = Sequence[str]


def points(total: int) -> str:
    """A total as a number, also where it is negative: "12 points", "−1 point"."""
    return ngettext("%(n)s point", "%(n)s points", abs(total)) % {"n": number(total)}


def lead(leaders: Names, total: int, *, behind: Names, gap: int, before: Names) -> str:
    """Who leads after a round with how many points, and by how much.

    Args:
        behind: who comes next, by ``gap`` points; nobody where all are level.
        before: who led after the round before; nobody after the first.
    """
    facts = {"names": name_list(leaders), "points": points(total)}
    if not behind:
        return _("All are level with %(points)s.") % facts
    if len(leaders) > 1:
        return _("%(names)s lead with %(points)s.") % facts
    if not before:
        first = _("%(names)s leads with %(points)s.")
    elif leaders[0] in before:
        first = _("%(names)s still leads: %(points)s.")
    else:
        first = _("%(names)s takes the lead: %(points)s.")
    ahead = ngettext(
        "That is %(n)d more than %(others)s.", "That is %(n)d more than %(others)s.", gap
    )
    return sentences([first % facts, ahead % {"n": gap, "others": name_list(behind)}])


def moved(places: int) -> str:
    """How far somebody has moved in the standings: up for a positive number of places."""
    if not places:
        return _("same place")
    if places > 0:
        return ngettext("up %(n)d place", "up %(n)d places", places) % {"n": places}
    return ngettext("down %(n)d place", "down %(n)d places", -places) % {"n": -places}


def empty_seats_question(names: Names) -> str:
    """Whether a round is to be confirmed for whose seats nothing was entered; at least one."""
    return ngettext(
        "%(names)s has nothing yet. Confirm all the same?",
        "%(names)s have nothing yet. Confirm all the same?",
        len(names),
    ) % {"names": name_list(names)}


def unready_seats_question(names: Names) -> str:
    """Whether a round is to be confirmed of which players have not said "complete"."""
    return ngettext(
        "%(names)s has not said “complete” yet. Confirm all the same?",
        "%(names)s have not said “complete” yet. Confirm all the same?",
        len(names),
    ) % {"names": name_list(names)}
