"""A score line in one or a few plain sentences: how its points came about."""

from collections.abc import Sequence

from referee.rules import Line
from referee.rules.cards import DESSERTS
from referee.rules.rulesets import DUMMY

from ..cards import CARDS
from ..catalogue import gettext as _
from ..catalogue import ngettext, remembered
from ..names import card_count, icon_count, kind_count, type_name
from ..phrases import series, with_points
from .citations import has_rule
from .comparison import by_opponents, majority, soy_sauce, tea
from .race import uramaki
from .single import counted_cards


def explain(line: Line, seat: int, names: Sequence[str], *, at_end: bool = False) -> str:
    """Explain how a line's points came about, in the language in use.

    Args:
        line: a line of a round or of the game's end.
        seat: whose line it is, from 0.
        names: the names of all seats, as they are to be written.
        at_end: whether it is a line of the game's end; desserts are scored there.
    """
    if line.comparison is None:
        return _of_one_player(line.rule, tuple(line.counts.items()), line.points, at_end)
    if DUMMY in names:
        names = [_("the dummy") if name == DUMMY else name for name in names]
    if CARDS[line.type].by_opponents:
        return by_opponents(line, seat, names)
    match line.type:
        case "uramaki":
            return uramaki(line, seat, names)
        case "soy-sauce":
            return soy_sauce(line, seat, names)
    return majority(line, seat, names)


@remembered
def _of_one_player(
    rule: str, counted: tuple[tuple[str, int], ...], points: int, at_end: bool
) -> str:
    """Explain a line that looks at one player's cards alone: few of those differ."""
    ruleset, _slash, type_ = rule.partition("/")
    counts = dict(counted)
    if not has_rule(rule):
        return _("%(name)s, not in this game: 0 points") % {"name": type_name(type_)}
    if type_ in DESSERTS and not at_end:
        if ruleset == "sushi-roll":
            what = icon_count(type_, counts[type_])
        elif type_ == "fruit":
            what = series(kind_count(fruit, many) for fruit, many in counts.items() if many)
        else:
            what = card_count(type_, counts[type_])
        return ngettext(
            "%(what)s: scored at the end of the game",
            "%(what)s: scored at the end of the game",
            sum(counts.values()),
        ) % {"what": what}
    if type_ == "tea":
        return tea(counts, points)
    return with_points(counted_cards(ruleset, type_, counts, points), points)
