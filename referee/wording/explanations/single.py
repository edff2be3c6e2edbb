"""What a line counts that looks at one player's cards only: "2 dumplings", without the points."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.rules.cards import NIGIRI_VALUES
from referee.rules.scoring.nigiri import nigiri_value
from referee.rules.scoring.sets import FRUIT_POINTS, ROLL_SETS

from ..names import card_count, face_name, fruit_count, icon_count, nigiri_count
from ..phrases import number, series

Counts = Mapping[str, int]


def counted_cards(ruleset: str, type_: str, counts: Counts) -> str:
    """Describe the cards, icons or tokens of a line and what about them decides its points."""
    if ruleset == "sushi-roll" and type_ in (*ROLL_SETS, "menu", "chopsticks"):
        return _roll(type_, counts[type_])
    if type_ in _WITH_KINDS:
        return _WITH_KINDS[type_](counts)
    many = counts[type_]
    if type_ == "takeout-box" and not many:
        return _("a takeout box itself scores nothing")
    cards = card_count("flipped" if type_ == "takeout-box" else type_, many)
    text = _REMARKS[type_](many) if type_ in _REMARKS else ""
    if not text:
        return cards
    sets, each = many // _SET_SIZES.get(type_, 1), _EACH.get(type_, 0)
    return text % {"cards": cards, "sets": sets, "value": each}


_SET_SIZES = {"tempura": 2, "tokens": 2, "sashimi": 3, "green-tea-ice-cream": 4}
_EACH = {"miso-soup": 3, "takeout-box": 2}


def _pairs(many: int) -> str:
    if many < 2:
        return _("%(cards)s, no pair")
    return ngettext("%(cards)s, %(sets)d pair", "%(cards)s, %(sets)d pairs", many // 2)


def _sets_of_three(many: int) -> str:
    if many < 3:
        return _("%(cards)s, no set of three")
    return ngettext(
        "%(cards)s, %(sets)d set of three", "%(cards)s, %(sets)d sets of three", many // 3
    )


def _sets_of_four(many: int) -> str:
    if many < 4:
        return _("%(cards)s, no set of four")
    return ngettext(
        "%(cards)s, %(sets)d set of four", "%(cards)s, %(sets)d sets of four", many // 4
    )


def _eel(many: int) -> str:
    if many == 1:
        return _("%(cards)s, all alone")
    return _("%(cards)s, no more than for two") if many > 2 else ""


def _worth(many: int) -> str:
    return _("%(cards)s, %(value)d each") if many > 1 else ""


_REMARKS: dict[str, Callable[[int], str]] = {
    "wasabi": lambda _many: _("%(cards)s without nigiri"),
    "tempura": _pairs,
    "sashimi": _sets_of_three,
    "dumpling": lambda many: _("%(cards)s, the most that pays is 5") if many > 5 else "",
    "eel": _eel,
    "tofu": lambda many: _("%(cards)s, more than two are too many") if many > 2 else "",
    "miso-soup": _worth,
    "chopsticks": lambda _many: _("%(cards)s, unused"),
    "spoon": lambda _many: _("%(cards)s, unused"),
    "menu": lambda _many: _("%(cards)s, no points"),
    "special-order": lambda _many: _("%(cards)s, nothing copied"),
    "takeout-box": _worth,
    "green-tea-ice-cream": _sets_of_four,
    "tokens": _pairs,
}
"""What is said beside a number of cards, by their type; "" for nothing."""


def _roll(type_: str, many: int) -> str:
    """Icons of Sushi Roll: sets of three, then what is left (Scoring a Round: Appetizers)."""
    icons = icon_count(type_, many)
    if type_ not in ROLL_SETS:
        return _("%(icons)s, taken as tokens") % {"icons": icons}
    one, two, three = ROLL_SETS[type_]
    sets, rest = divmod(many, 3)
    if not sets or many == 3:
        return icons
    if sets == 1:
        what = _("%(icons)s, %(three)d for three and %(left)d for the rest")
    elif rest:
        what = _("%(icons)s, %(sets)d × %(three)d for three each and %(left)d for the rest")
    else:
        what = _("%(icons)s, %(sets)d × %(three)d for three each")
    return what % {"icons": icons, "sets": sets, "three": three, "left": (0, one, two)[rest]}


def _nigiri(counts: Counts) -> str:
    """List each face with its value, dearest first, those on wasabi apart."""
    dearest = sorted(NIGIRI_VALUES, key=lambda face: -NIGIRI_VALUES[face])
    kinds = [kind for face in dearest for kind in (f"wasabi+{face}", face) if counts.get(kind)]
    return series(_nigiri_part(kind, counts[kind], alone=len(kinds) == 1) for kind in kinds)


def _nigiri_part(kind: str, many: int, *, alone: bool) -> str:
    """Return one face: "squid nigiri on wasabi 3 × 3 = 9"; a single one without its points."""
    face = kind.removeprefix("wasabi+")
    facts = {
        "name": face_name(face) if many == 1 and not alone else nigiri_count(face, many),
        "n": many,
        "value": NIGIRI_VALUES[face],
        "sum": many * nigiri_value(kind),
    }
    if kind != face:
        if alone and many == 1:
            return _("%(name)s on wasabi, %(value)d × 3") % facts
        if alone:
            return _("%(name)s on wasabi, %(n)d × %(value)d × 3") % facts
        if many == 1:
            return _("%(name)s on wasabi %(value)d × 3 = %(sum)d") % facts
        return _("%(name)s on wasabi %(n)d × %(value)d × 3 = %(sum)d") % facts
    if many == 1:
        return str(facts["name"]) if alone else _("%(name)s %(sum)d") % facts
    if alone:
        return _("%(name)s, %(n)d × %(value)d") % facts
    return _("%(name)s %(n)d × %(value)d = %(sum)d") % facts


def _onigiri(counts: Counts) -> str:
    """Sets of different shapes, the largest first."""
    cards = card_count("onigiri", sum(counts.values()))
    groups = _onigiri_sets(counts)
    if groups == [(1, 1)]:
        return cards
    if len(groups) == 1 and groups[0][1] == 1:
        return _("%(cards)s of different shapes") % {"cards": cards}
    parts = []
    for shapes, sets in groups:
        facts = {"shapes": shapes, "sets": sets, "each": shapes**2, "sum": sets * shapes**2}
        if sets == 1:
            part = ngettext(
                "a set of %(shapes)d shape %(sum)d", "a set of %(shapes)d shapes %(sum)d", shapes
            )
        else:
            part = ngettext(
                "%(sets)d sets of %(shapes)d shape %(sets)d × %(each)d = %(sum)d",
                "%(sets)d sets of %(shapes)d shapes %(sets)d × %(each)d = %(sum)d",
                shapes,
            )
        parts.append(part % facts)
    return _("%(cards)s, %(sets)s") % {"cards": cards, "sets": series(parts)}


def _onigiri_sets(counts: Counts) -> list[tuple[int, int]]:
    """(shapes in a set, sets of that size), the largest first."""
    left = [many for many in counts.values() if many]
    found = []
    while left:
        layers = min(left)
        found.append((len(left), layers))
        left = [many - layers for many in left if many > layers]
    return found


def _fruit(counts: Counts) -> str:
    """Every fruit by its icons."""
    if not any(counts.values()):
        return _("no fruit at all")
    return series(
        _("%(fruit)s %(points)s")
        % {"fruit": fruit_count(kind, many), "points": number(FRUIT_POINTS[min(many, 5)])}
        for kind, many in counts.items()
    )


_WITH_KINDS: dict[str, Callable[[Counts], str]] = {
    "nigiri": _nigiri,
    "onigiri": _onigiri,
    "fruit": _fruit,
}
