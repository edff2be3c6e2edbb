"""Who leads after a round, who has moved, and whose cards are still missing, in words."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy

from referee.rules import Setting
from referee.rules.cards import DESSERTS

from .catalogue import gettext as _
from .catalogue import ngettext
from .items import cards_entered
from .phrases import clauses, name_list, number, sentences, series

Names = Sequence[str]
MOST_NAMES = 2
"""Of those who come next, in a line that has to stay short."""


def points(total: int) -> str:
    """A total as a number, also where it is negative: "12 points", "−1 point"."""
    return ngettext("%(n)s point", "%(n)s points", abs(total)) % {"n": number(total)}


def counted_rounds(numbers: Sequence[int]) -> str:
    """Say of which rounds the table has counted the points by itself, "" for none."""
    words = ngettext(
        "Round %(rounds)s was counted at the table: nothing explains these points.",
        "Rounds %(rounds)s were counted at the table: nothing explains these points.",
        len(numbers),
    )
    return words % {"rounds": name_list([str(each) for each in numbers])} if numbers else ""


_BEFORE_END = {
    "pudding": gettext_lazy("before puddings"),
    "green-tea-ice-cream": gettext_lazy("before ice cream"),
    "fruit": gettext_lazy("before fruit"),
    "tokens": gettext_lazy("before puddings and tokens"),
}


def dessert(setting: Setting) -> str:
    """The dessert of a game, which is kept over the rounds: a card type."""
    return min(DESSERTS & setting.types)


def before_end(setting: Setting) -> str:
    """Say what a total lacks until the end of the game is counted: "before puddings"."""
    return str(_BEFORE_END["tokens" if setting.rules.tokens else dessert(setting)])


def points_before_end(total: int, setting: Setting) -> str:
    """A total that lacks the end of the game: "12 points before puddings"."""
    words = _("%(points)s %(before_puddings)s")
    return words % {"points": points(total), "before_puddings": before_end(setting)}


def score_announcement(
    now: int,
    total: int,
    cards: int,
    dealt: int,
    others: Sequence[str] = (),
    *,
    dice: bool = False,
) -> str:
    """Say how a player stands: the points of the round so far, and in ``total`` with the rounds
    before; the cards accounted for; what else is worth knowing of the others, in words."""
    facts = {"points": points(now), "total": points(total)}
    standing = [
        _("This round: %(points)s; total: %(total)s") % facts,
        cards_entered(cards, dealt, dice=dice),
    ]
    return clauses([*standing, *others])


def desserts_standing(counted: str, *, is_most: bool, is_fewest: bool) -> str:
    """Say what somebody has for the end of the game, "3 puddings", and whether that is the most or
    the fewest so far; where it is both, all have as many."""
    if is_most == is_fewest:
        return counted
    words = _("%(puddings)s, most so far") if is_most else _("%(puddings)s, fewest so far")
    return words % {"puddings": counted}


def lead(
    leaders: Names,
    so_far: str,
    *,
    behind: Names,
    gap: int,
    before: Names,
    turned_to: Names = (),
) -> str:
    """Say who leads after a round with how many points, and by how much.

    Args:
        so_far: their points, as :func:`points_before_end` says them.
        behind: who comes next, by ``gap`` points; nobody where all are level.
        before: who led after the round before; nobody after the first.
        turned_to: who would be ahead with the end of the game, where others lead without it.
    """
    facts = {"names": name_list(leaders), "points": so_far}
    if not behind:
        return _("All are level with %(points)s.") % facts
    turned = ngettext(
        "With the end of the game counted, %(names)s would be ahead.",
        "With the end of the game counted, %(names)s would be ahead.",
        len(turned_to),
    ) % {"names": name_list(turned_to)}
    if len(leaders) > 1:
        together = _("%(names)s lead with %(points)s.") % facts
        return sentences([together, turned if turned_to else ""])
    if not before:
        first = _("%(names)s leads with %(points)s.")
    elif leaders[0] in before:
        first = _("%(names)s still leads: %(points)s.")
    else:
        first = _("%(names)s takes the lead: %(points)s.")
    ahead = ngettext(
        "That is %(n)d more than %(others)s.", "That is %(n)d more than %(others)s.", gap
    )
    ahead %= {"n": gap, "others": _who_is_behind(behind)}
    return sentences([first % facts, turned if turned_to else ahead])


def leader(leaders: Names, *, behind: Names, gap: int) -> tuple[str, str]:
    """Say who leads, in a few words for a card that shows their points; and by how much.

    Args:
        behind: who comes next, by ``gap`` points; nobody where all are level.
    """
    if not behind:
        return str(_("All are level")), ""
    leads = ngettext("%(names)s leads", "%(names)s lead", len(leaders))
    ahead = ngettext("%(n)d ahead of %(others)s", "%(n)d ahead of %(others)s", gap)
    ahead %= {"n": gap, "others": _who_is_behind(behind)}
    return leads % {"names": name_list(leaders)}, ahead


def _who_is_behind(names: Names) -> str:
    """Name those who come next, or say how many they are where a list would be long."""
    if len(names) > MOST_NAMES:
        return ngettext("%(n)d other", "%(n)d others", len(names)) % {"n": len(names)}
    return name_list(names)


def new_leader(leaders: Names, *, before: Names, is_level: bool) -> str:
    """Say at a round's end who leads now, and whether that is new: "Ana takes the lead!".

    Args:
        before: who led after the round before; nobody after the first.
        is_level: whether all have the same points.
    """
    if is_level:
        return str(_("All are level!"))
    if len(leaders) > 1:
        words = _("%(names)s lead together!")
    elif not before:
        words = _("%(names)s leads!")
    elif leaders[0] in before:
        words = _("%(names)s still leads!")
    else:
        words = _("%(names)s takes the lead!")
    return str(words % {"names": name_list(leaders)})


def still_entering(entering: Sequence[tuple[str, int, int]], silent: Names) -> str:
    """Say whose cards of a round are still to come, and who has not said that they are complete.

    Args:
        entering: the players' names, with how many of their cards are entered, of how many.
        silent: those whose cards are all there.
    """
    each = [
        _("%(name)s %(cards)s of %(dealt)s")
        % {"name": name, "cards": number(cards), "dealt": number(dealt)}
        for name, cards, dealt in entering
    ]
    words = _("Still entering: %(list)s.") % {"list": series(each)} if each else ""
    if len(entering) == 1:
        name, cards, dealt = entering[0]
        words = _("%(name)s is still entering: %(cards)s of %(dealt)s.")
        words %= {"name": name, "cards": number(cards), "dealt": number(dealt)}
    unsaid = ngettext(
        "%(names)s has not said “complete” yet.",
        "%(names)s have not said “complete” yet.",
        len(silent),
    ) % {"names": name_list(silent)}
    return sentences([words, unsaid if silent else ""])


def moved(places: int) -> str:
    """Say how far somebody has moved in the standings: up for a positive number of places."""
    if not places:
        return _("same place")
    if places > 0:
        return ngettext("up %(n)d place", "up %(n)d places", places) % {"n": places}
    return ngettext("down %(n)d place", "down %(n)d places", -places) % {"n": -places}


def confirm_question(waiting: str) -> str:
    """Ask whether to confirm a round all the same, after what :func:`still_entering` says."""
    return sentences([waiting, _("Confirm all the same?")])


def open_questions_question(taken: Sequence[str]) -> str:
    """Ask whether to confirm a round of which nobody has said what lies on a wasabi; ``taken`` is
    what is then assumed of each, at least one."""
    words = ngettext(
        "One question is open. This then counts: %(list)s. Confirm all the same?",
        "%(n)d questions are open. This then counts: %(list)s. Confirm all the same?",
        len(taken),
    )
    return words % {"n": len(taken), "list": clauses(taken)}
