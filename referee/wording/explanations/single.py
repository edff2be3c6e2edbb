"""What a line counts that looks at one player's cards only: "2 dumplings", without the points."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

from referee.rules.cards import NIGIRI_VALUES
from referee.rules.scoring.nigiri import nigiri_value
from referee.rules.scoring.sets import FRUIT_POINTS, ROLL_SETS, SETS

from ..cards import CARDS
from ..catalogue import gettext as _
from ..catalogue import ngettext
from ..names import card_count, icon_count, kind_count
from ..phrases import number, series

Counts = Mapping[str, int]

_SETS: dict[int, tuple[Any, Any]] = {
    2: (
        gettext_lazy("%(cards)s, no pair"),
        ngettext_lazy("%(cards)s, %(sets)d pair", "%(cards)s, %(sets)d pairs", "sets"),
    ),
    3: (
        gettext_lazy("%(cards)s, no set of three"),
        ngettext_lazy(
            "%(cards)s, %(sets)d set of three", "%(cards)s, %(sets)d sets of three", "sets"
        ),
    ),
    4: (
        gettext_lazy("%(cards)s, no set of four"),
        ngettext_lazy(
            "%(cards)s, %(sets)d set of four", "%(cards)s, %(sets)d sets of four", "sets"
        ),
    ),
}
"""What is said of too few cards for a set of this size, and of one or more sets."""


def counted_cards(ruleset: str, type_: str, counts: Counts, points: int) -> str:
    """Describe the cards, icons or tokens of a line and what about them decides its points."""
    if ruleset == "sushi-roll" and type_ in (*ROLL_SETS, "menu", "chopsticks"):
        return _roll(type_, counts[type_])
    if type_ == "nigiri":
        return _nigiri(counts)
    if type_ == "onigiri":
        return _onigiri(counts)
    if type_ == "fruit":
        return _fruit(counts)
    many, remarks = counts[type_], CARDS[type_].remarks
    cards = card_count("flipped" if type_ == "takeout-box" else type_, many)
    if size := SETS.get(type_, (0, 0))[0]:
        too_few, some = _SETS[size]
        text = too_few if many < size else some
        return str(text % {"cards": cards, "sets": many // size})
    least = max((number for number in remarks if number <= many), default=None)
    if least is None:
        return cards
    return str(remarks[least] % {"cards": cards, "value": points // many if many else 0})


def _roll(type_: str, many: int) -> str:
    """List icons of Sushi Roll: sets of three, then what is left (Scoring a Round: Appetizers)."""
    icons = icon_count(type_, many)
    if type_ not in ROLL_SETS:
        taken = ngettext("%(icons)s, taken as a token", "%(icons)s, taken as tokens", many)
        return taken % {"icons": icons}
    one, two, three = ROLL_SETS[type_]
    sets, rest = divmod(many, 3)
    if not sets or many == 3:
        return icons
    facts = {"icons": icons, "sets": sets, "each": three, "sum": sets * three}
    if not rest:
        what = ngettext(
            "%(icons)s, %(sets)d set of three, %(each)d each",
            "%(icons)s, %(sets)d sets of three, %(each)d each",
            sets,
        )
        return what % facts
    threes = ngettext(
        "a set of three = %(sum)d",
        "%(sets)d sets of three = %(sets)d × %(each)d = %(sum)d",
        sets,
    )
    left = ngettext("%(n)d more = %(sum)d", "%(n)d more = %(sum)d", rest)
    return _added_up(icons, [threes % facts, left % {"n": rest, "sum": (one, two)[rest - 1]}])


def _nigiri(counts: Counts) -> str:
    """List each face with its value, dearest first, those on wasabi apart."""
    dearest = sorted(NIGIRI_VALUES, key=lambda face: -NIGIRI_VALUES[face])
    kinds = [kind for face in dearest for kind in (f"wasabi+{face}", face) if counts.get(kind)]
    return series(_nigiri_part(kind, counts[kind], is_only=len(kinds) == 1) for kind in kinds)


def _nigiri_part(kind: str, many: int, *, is_only: bool) -> str:
    """Return one face: "1 squid nigiri on wasabi = 3 × 3 = 9"; a single one without its points."""
    face = kind.removeprefix("wasabi+")
    match (kind != face, many == 1, is_only):  # on wasabi, only one, the only face
        case (True, True, True):
            what = _("%(name)s on wasabi, %(value)d × 3")
        case (True, False, True):
            what = _("%(name)s on wasabi, %(n)d × %(value)d × 3")
        case (True, True, False):
            what = _("%(name)s on wasabi = %(value)d × 3 = %(sum)d")
        case (True, False, False):
            what = _("%(name)s on wasabi = %(n)d × %(value)d × 3 = %(sum)d")
        case (False, True, True):
            what = "%(name)s"
        case (False, False, True):
            what = _("%(name)s, %(n)d × %(value)d")
        case _:
            what = _("%(name)s = %(sum)d")
    return what % {
        "name": kind_count(face, many),
        "n": many,
        "value": NIGIRI_VALUES[face],
        "sum": many * nigiri_value(kind),
    }


def _onigiri(counts: Counts) -> str:
    """List sets of different shapes, the largest first."""
    cards = card_count("onigiri", sum(counts.values()))
    left = [many for many in counts.values() if many]
    groups = []  # shapes in a set, and how many sets of so many
    while left:
        sets = min(left)
        groups.append((len(left), sets))
        left = [many - sets for many in left if many > sets]
    if len(groups) == 1:
        shapes, sets = groups[0]
        match (shapes == 1, sets == 1):  # one shape, one set
            case (True, True):
                what = "%(cards)s"
            case (True, False):
                what = _("%(cards)s of one shape, 1 each")
            case (False, True):
                what = _("%(cards)s of different shapes")
            case _:
                what = ngettext(
                    "%(cards)s, %(sets)d set of %(shapes)d shapes, %(each)d each",
                    "%(cards)s, %(sets)d sets of %(shapes)d shapes, %(each)d each",
                    sets,
                )
        return what % {"cards": cards, "shapes": shapes, "sets": sets, "each": shapes**2}
    return _added_up(cards, [_onigiri_part(shapes, sets) for shapes, sets in groups])


def _onigiri_part(shapes: int, sets: int) -> str:
    """Return sets of so many shapes: "2 sets of 3 shapes = 2 × 9 = 18"."""
    if shapes == 1:
        what = ngettext("a single one = %(sum)d", "%(sets)d single ones = %(sum)d", sets)
    elif sets == 1:
        what = ngettext(
            "a set of %(shapes)d shape = %(sum)d", "a set of %(shapes)d shapes = %(sum)d", shapes
        )
    else:
        what = ngettext(
            "%(sets)d set of %(shapes)d shapes = %(sets)d × %(each)d = %(sum)d",
            "%(sets)d sets of %(shapes)d shapes = %(sets)d × %(each)d = %(sum)d",
            sets,
        )
    each = shapes**2
    return what % {"shapes": shapes, "sets": sets, "each": each, "sum": sets * each}


def _added_up(cards: str, parts: Iterable[str]) -> str:
    """Say what the points of the cards are added up from: "4 onigiri: …"."""
    return _("%(cards)s: %(sums)s") % {"cards": cards, "sums": series(parts)}


def _fruit(counts: Counts) -> str:
    if not any(counts.values()):
        return _("no fruit at all")
    return series(
        _("%(fruit)s = %(points)s")
        % {"fruit": kind_count(kind, many), "points": number(FRUIT_POINTS[min(many, 5)])}
        for kind, many in counts.items()
    )
