"""A score line in one or a few plain sentences: how its points came about."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _

from referee.rules import Line

from . import compared, own, race
from .citations import has_rule
from .names import card_count, icon_count, type_name
from .phrases import remembered

Own = Callable[[Mapping[str, int], int], str]
Compared = Callable[[Line, int, Sequence[str]], str]

_OWN: dict[str, Own] = {
    "nigiri": own.nigiri,
    "wasabi": own.wasabi,
    "tempura": own.tempura,
    "sashimi": own.sashimi,
    "dumpling": own.dumpling,
    "eel": own.eel,
    "tofu": own.tofu,
    "onigiri": own.onigiri,
    "miso-soup": own.miso_soup,
    "chopsticks": own.unused("chopsticks"),
    "spoon": own.unused("spoon"),
    "menu": own.menu,
    "special-order": own.special_order,
    "takeout-box": own.takeout_box,
    "green-tea-ice-cream": own.ice_cream,
    "fruit": own.fruit,
    "tokens": own.tokens,
}
_ROLL: dict[str, Own] = {
    **_OWN,
    "tempura": own.roll_sets("tempura"),
    "sashimi": own.roll_sets("sashimi"),
    "dumpling": own.roll_sets("dumpling"),
    "menu": own.taken_as_tokens("menu"),
    "chopsticks": own.taken_as_tokens("chopsticks"),
}
_COMPARED: dict[str, Compared] = {
    "maki": compared.majority,
    "temaki": compared.majority,
    "pudding": compared.majority,
    "uramaki": race.uramaki,
    "edamame": compared.edamame,
    "soy-sauce": compared.soy_sauce,
    "tea": compared.tea,
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
        held = [own.fruit_count(fruit, many) for fruit, many in counts.items() if many]
        what = own.series(held)
    else:
        what = card_count(type_, counts[type_])
    return _("%(what)s: scored at the end of the game") % {"what": what}
