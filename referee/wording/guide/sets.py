"""Cards that score by how many of them one player has."""

from django.utils.translation import gettext as _

from referee.rules.scoring.edamame import MAX_EACH

from ..phrases import name_list, number
from .figures import first_set, onigiri_row, worth, worth_row
from .scope import Scope
from .text import CardText, said, scale


def tempura(scope: Scope) -> CardText:
    """Pairs; in Roll icons in sets of three."""
    if scope.is_roll:
        return _dice(scope, "tempura")
    size, prize = first_set(scope, "tempura")
    facts = {"size": size, "prize": prize}
    return CardText(
        _("%(size)d for %(prize)d points, a single one nothing") % facts,
        said(
            _("Every pair of tempura is worth %(prize)d points at the end of the round.") % facts,
            _("Several pairs score each."),
            _("An odd one is worth nothing."),
        ),
    )


def sashimi(scope: Scope) -> CardText:
    """Sets of three; in Roll with something for two."""
    if scope.is_roll:
        return _dice(scope, "sashimi")
    size, prize = first_set(scope, "sashimi")
    facts = {"size": size, "prize": prize}
    return CardText(
        _("%(size)d for %(prize)d points, fewer nothing") % facts,
        said(
            _("Every %(size)d sashimi are worth %(prize)d points at the end of the round.") % facts,
            _("One or two that make no full set are worth nothing."),
            _("A second full set scores again."),
        ),
    )


def dumpling(scope: Scope) -> CardText:
    """A rising scale; in Roll icons in sets of three."""
    if scope.is_roll:
        return _dice(scope, "dumpling")
    counts = range(1, 6)
    points = worth_row(scope, "dumpling", counts)
    facts = {"points": name_list([number(n) for n in points]), "most": number(points[-1])}
    return CardText(
        _("%(points)s points for 1 to 5 of them") % facts,
        said(
            _("Each further dumpling is worth one point more than the one before."),
            _("The fifth is the last that adds anything: with more it stays at %(most)s.") % facts,
            _("They are never split into several sets."),
        ),
        table=scale(_("Dumplings"), counts, points, open_end=True),
    )


def eel(scope: Scope) -> CardText:
    """One costs, more pay once."""
    counts = range(1, 3)
    loss, gain = worth_row(scope, "eel", counts)
    facts = {"loss": -loss, "gain": gain}
    return CardText(
        _("One alone loses %(loss)d points, two or more score %(gain)d together") % facts,
        said(
            _("A single eel at the end of the round costs %(loss)d points.") % facts,
            _("From the second on, all your eels together bring %(gain)d points.") % facts,
            _("A third or fourth eel adds nothing."),
        ),
        table=scale(_("Eels"), counts, (loss, gain), open_end=True),
    )


def tofu(scope: Scope) -> CardText:
    """Two are best, three too many."""
    counts = range(1, 4)
    points = worth_row(scope, "tofu", counts)
    facts = {"one": points[0], "two": points[1]}
    return CardText(
        _("%(one)d points for one, %(two)d for two, nothing for three or more") % facts,
        said(
            _("Two tofu at the end of the round are best: %(two)d points together.") % facts,
            _("With a third one, all of them are worth nothing."),
        ),
        said(
            _("A special order that copies tofu is one more tofu, wanted or not.")
            if scope.has("special-order")
            else "",
            _("A takeout box can save you: tofu turned face down is no tofu any more.")
            if scope.has("takeout-box")
            else "",
        ),
        scale(_("Tofu"), counts, points, open_end=True),
    )


def onigiri(scope: Scope) -> CardText:
    """Sets of different shapes."""
    points = onigiri_row(scope)
    facts = {"points": name_list([number(n) for n in points]), "most": len(points)}
    return CardText(
        _("%(points)s points for a set of 1 to %(most)d different shapes") % facts,
        said(
            _("There are circles, triangles, squares and rectangles."),
            _("Your first set takes one of every shape that you have."),
            _("What is left over makes a second set, which scores in the same way, and so on."),
        ),
        said(
            _("A special order repeats a shape that you have, so it goes into a further set.")
            if scope.has("special-order")
            else ""
        ),
        scale(_("Shapes in a set"), range(1, len(points) + 1), points, open_end=False),
    )


def miso_soup(scope: Scope) -> CardText:
    """Only one on a turn survives."""
    facts = {"each": worth(scope, "miso-soup", 1)}
    by_others = scope.has("chopsticks", "spoon", "menu", "special-order")
    return CardText(
        _("%(each)d points each, unless another comes on the same turn") % facts,
        said(
            _("A miso soup that is the only one of its turn stays: %(each)d points.") % facts,
            _("When two or more come on one turn, whoever plays them, all of these are discarded."),
            _("Two of your own on one turn clash as well."),
            _("Soups of earlier turns are safe."),
        ),
        said(
            _("The rulebook is silent on a third soup later on the same turn: it is lost too."),
            _("A soup that another special brings belongs to the turn on which it comes.")
            if by_others
            else "",
        ),
    )


def edamame(scope: Scope) -> CardText:
    """Worth more the more opponents have some."""
    facts = {"most": MAX_EACH}
    can_be_more = scope.may_have(MAX_EACH + 2, 8)
    return CardText(
        _("For each of them 1 point per opponent who has some, at most %(most)d") % facts
        if can_be_more
        else _("For each of them 1 point per opponent who has some"),
        said(
            _("Count the opponents with edamame at the end of the round."),
            _("How many an opponent has does not matter: one is enough."),
            _("So many points are yours for every edamame in front of you."),
            _("More than %(most)d opponents count as %(most)d.") % facts if can_be_more else "",
            _("The only player with edamame scores nothing for them."),
        ),
    )


# ------------------------------------------------------------------ dice


def _dice(scope: Scope, type_: str) -> CardText:
    """Icons of Roll's appetizers."""
    counts = range(1, 4)
    points = worth_row(scope, type_, counts)
    facts = {
        "points": name_list([number(n) for n in points]),
        "three": points[2],
        "example": worth(scope, type_, 4),
    }
    return CardText(
        _("%(points)s points for 1, 2 and 3 icons, then a new set begins") % facts,
        said(
            _("The icons count, not the dice: a die may show several."),
            _("Each full set of three is worth %(three)d points.") % facts,
            _("One or two icons left over score as a smaller set."),
            _("Four icons, for example, make %(example)d points.") % facts,
        ),
        table=scale(_("Icons"), counts, points, open_end=False),
    )
