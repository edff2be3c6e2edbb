"""What a line counts that looks at one player's cards only: "2 dumplings", without the points."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

from referee.rules.cards import NIGIRI_VALUES
from referee.rules.scoring.nigiri import nigiri_value
from referee.rules.scoring.sets import FRUIT_POINTS, ROLL_SETS, SETS

from ..cards import CARDS
from ..catalogue import gettext as _
from ..catalogue import ngettext
from ..names import card_count, face_name, icon_count, kind_count
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
    return series(_nigiri_part(kind, counts[kind], is_only=len(kinds) == 1) for kind in kinds)


def _nigiri_part(kind: str, many: int, *, is_only: bool) -> str:
    """Return one face: "squid nigiri on wasabi 3 × 3 = 9"; a single one without its points."""
    face = kind.removeprefix("wasabi+")
    name = face_name(face) if many == 1 and not is_only else kind_count(face, many)
    match (kind != face, many == 1, is_only):  # on wasabi, only one, the only face
        case (True, True, True):
            what = _("%(name)s on wasabi, %(value)d × 3")
        case (True, False, True):
            what = _("%(name)s on wasabi, %(n)d × %(value)d × 3")
        case (True, True, False):
            what = _("%(name)s on wasabi %(value)d × 3 = %(sum)d")
        case (True, False, False):
            what = _("%(name)s on wasabi %(n)d × %(value)d × 3 = %(sum)d")
        case (False, True, True):
            return name
        case (False, False, True):
            what = _("%(name)s, %(n)d × %(value)d")
        case (False, True, False):
            what = _("%(name)s %(sum)d")
        case _:
            what = _("%(name)s %(n)d × %(value)d = %(sum)d")
    value = NIGIRI_VALUES[face]
    return what % {"name": name, "n": many, "value": value, "sum": many * nigiri_value(kind)}


def _onigiri(counts: Counts) -> str:
    """List sets of different shapes, the largest first."""
    cards = card_count("onigiri", sum(counts.values()))
    left = [many for many in counts.values() if many]
    groups = []  # shapes in a set, and how many sets of so many
    while left:
        sets = min(left)
        groups.append((len(left), sets))
        left = [many - sets for many in left if many > sets]
    if groups == [(1, 1)]:
        return cards
    if len(groups) == 1 and groups[0][1] == 1:
        return _("%(cards)s of different shapes") % {"cards": cards}
    parts = []
    for shapes, sets in groups:
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
        each = shapes**2
        parts.append(part % {"shapes": shapes, "sets": sets, "each": each, "sum": sets * each})
    return _("%(cards)s, %(sets)s") % {"cards": cards, "sets": series(parts)}


def _fruit(counts: Counts) -> str:
    if not any(counts.values()):
        return _("no fruit at all")
    return series(
        _("%(fruit)s %(points)s")
        % {"fruit": kind_count(kind, many), "points": number(FRUIT_POINTS[min(many, 5)])}
        for kind, many in counts.items()
    )
