"""A score line in one or a few plain sentences: how its points came about."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _

from referee.rules import Line

from ..names import card_count, icon_count, type_name
from ..phrases import remembered
from . import comparison, race, single
from .citations import has_rule

Own = Callable[[Mapping[str, int], int], str]
Compared = Callable[[Line, int, Sequence[str]], str]

_OWN: dict[str, Own] = {
    "nigiri": single.nigiri,
    "wasabi": single.wasabi,
    "tempura": single.tempura,
    "sashimi": single.sashimi,
    "dumpling": single.dumpling,
    "eel": single.eel,
    "tofu": single.tofu,
    "onigiri": single.onigiri,
    "miso-soup": single.miso_soup,
    "chopsticks": single.unused("chopsticks"),
    "spoon": single.unused("spoon"),
    "menu": single.menu,
    "special-order": single.special_order,
    "takeout-box": single.takeout_box,
    "green-tea-ice-cream": single.ice_cream,
    "fruit": single.fruit,
    "tokens": single.tokens,
}
_ROLL: dict[str, Own] = {
    **_OWN,
    "tempura": single.roll_sets("tempura"),
    "sashimi": single.roll_sets("sashimi"),
    "dumpling": single.roll_sets("dumpling"),
    "menu": single.taken_as_tokens("menu"),
    "chopsticks": single.taken_as_tokens("chopsticks"),
}
_COMPARED: dict[str, Compared] = {
    "maki": comparison.majority,
    "temaki": comparison.majority,
    "pudding": comparison.majority,
    "uramaki": race.uramaki,
    "edamame": comparison.edamame,
    "soy-sauce": comparison.soy_sauce,
    "tea": comparison.tea,
}
_FOR_THE_END = ("pudding", "green-tea-ice-cream", "fruit")


def explain(line: Line, seat: int, names: Sequence[str], *, at_end: bool = False) -> str:
    """How a line's points came about, in the language in use.

    Args:
        line: a line of a round or of the game's end.
        seat: whose line it is, from 0.
        names: the names of all seats, as they are to be written.
        at_end: whether it is a line of the game's end; desserts are scored there.
    """
    ruleset, _slash, type_ = line.rule.partition("/")
    if not has_rule(line.rule):
        return _("%(name)s, not in this game: 0 points") % {"name": type_name(type_)}
    if type_ in _FOR_THE_END and not at_end:
        return _waiting_dessert(ruleset, type_, line.counts)
    if type_ in _COMPARED:
        return _COMPARED[type_](line, seat, names)
    return _own_words(ruleset, type_, tuple(line.counts.items()), line.points)


@remembered
def _own_words(ruleset: str, type_: str, counts: tuple[tuple[str, int], ...], points: int) -> str:
    return (_ROLL if ruleset == "sushi-roll" else _OWN)[type_](dict(counts), points)


def _waiting_dessert(ruleset: str, type_: str, counts: Mapping[str, int]) -> str:
    """A dessert in the round that brought it."""
    if ruleset == "sushi-roll":
        what = icon_count(type_, counts[type_])
    elif type_ == "fruit":
        held = [single.fruit_count(fruit, many) for fruit, many in counts.items() if many]
        what = single.series(held)
    else:
        what = card_count(type_, counts[type_])
    return _("%(what)s: scored at the end of the game") % {"what": what}
