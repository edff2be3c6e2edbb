"""Explanations of the lines that look at one player's cards only."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.rules.cards import NIGIRI_VALUES
from referee.rules.scoring.nigiri import nigiri_value
from referee.rules.scoring.sets import FRUIT_POINTS, ROLL_SETS

from ..names import card_count, face_name, fruit_count, icon_count, nigiri_count
from ..phrases import number, points_text, series

Counts = Mapping[str, int]


def told(what: str, points: int) -> str:
    """ "2 tofu: 6 points"."""
    return _("%(what)s: %(points)s") % {"what": what, "points": points_text(points)}


def nigiri(counts: Counts, points: int) -> str:
    """Every face with its value, those on wasabi apart."""
    held = [(kind, counts[kind]) for kind in _NIGIRI_ORDER if counts.get(kind)]
    parts = [_nigiri_part(kind, many, alone=len(held) == 1) for kind, many in held]
    return told(series(parts), points)


_NIGIRI_ORDER = [
    kind
    for face in sorted(NIGIRI_VALUES, key=lambda face: -NIGIRI_VALUES[face])
    for kind in (f"wasabi+{face}", face)
]


def _nigiri_part(kind: str, many: int, *, alone: bool) -> str:
    """One face: "squid nigiri on wasabi 3 × 3 = 9"; by itself its points stand at the end."""
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


def tempura(counts: Counts, points: int) -> str:
    """Pairs."""
    many = counts["tempura"]
    facts = {"cards": card_count("tempura", many), "sets": many // 2}
    if many < 2:
        return told(_("%(cards)s, no pair") % facts, points)
    return told(
        ngettext("%(cards)s, %(sets)d pair", "%(cards)s, %(sets)d pairs", many // 2) % facts, points
    )


def sashimi(counts: Counts, points: int) -> str:
    """Sets of three."""
    return told(_sets_of_three(card_count("sashimi", counts["sashimi"]), counts["sashimi"]), points)


def _sets_of_three(cards: str, many: int) -> str:
    facts = {"cards": cards, "sets": many // 3}
    if many < 3:
        return _("%(cards)s, no set of three") % facts
    return (
        ngettext("%(cards)s, %(sets)d set of three", "%(cards)s, %(sets)d sets of three", many // 3)
        % facts
    )


def dumpling(counts: Counts, points: int) -> str:
    """The scale of 1 to 5."""
    many = counts["dumpling"]
    cards = card_count("dumpling", many)
    if many > 5:
        cards = _("%(cards)s, the most that pays is 5") % {"cards": cards}
    return told(cards, points)


def eel(counts: Counts, points: int) -> str:
    """One costs, more pay once."""
    many = counts["eel"]
    cards = card_count("eel", many)
    if many == 1:
        return told(_("%(cards)s, all alone") % {"cards": cards}, points)
    if many == 2:
        return told(cards, points)
    return told(_("%(cards)s, no more than for two") % {"cards": cards}, points)


def tofu(counts: Counts, points: int) -> str:
    """Three are too many."""
    cards = card_count("tofu", counts["tofu"])
    if counts["tofu"] > 2:
        cards = _("%(cards)s, more than two are too many") % {"cards": cards}
    return told(cards, points)


def onigiri(counts: Counts, points: int) -> str:
    """Sets of different shapes, the largest first."""
    cards = card_count("onigiri", sum(counts.values()))
    groups = onigiri_sets(counts)
    if groups == [(1, 1)]:
        return told(cards, points)
    if len(groups) == 1 and groups[0][1] == 1:
        return told(_("%(cards)s of different shapes") % {"cards": cards}, points)
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
    return told(_("%(cards)s, %(sets)s") % {"cards": cards, "sets": series(parts)}, points)


def onigiri_sets(counts: Counts) -> list[tuple[int, int]]:
    """(shapes in a set, sets of that size), the largest first."""
    left = [many for many in counts.values() if many]
    found = []
    while left:
        layers = min(left)
        found.append((len(left), layers))
        left = [many - layers for many in left if many > layers]
    return found


def miso_soup(counts: Counts, points: int) -> str:
    """3 each."""
    return _each("miso-soup", counts["miso-soup"], 3, points)


def takeout_box(counts: Counts, points: int) -> str:
    """2 for every flipped card; a box that lies there itself is worth nothing."""
    many = counts["takeout-box"]
    if not many:
        return told(_("a takeout box itself scores nothing"), points)
    return _each("flipped", many, 2, points)


def _each(slug: str, many: int, value: int, points: int) -> str:
    cards = card_count(slug, many)
    if many > 1:
        cards = _("%(cards)s, %(value)d each") % {"cards": cards, "value": value}
    return told(cards, points)


def wasabi(counts: Counts, points: int) -> str:
    """Only wasabi without a nigiri on it is counted here."""
    cards = card_count("wasabi", counts["wasabi"])
    return told(_("%(cards)s without nigiri") % {"cards": cards}, points)


def unused(type_: str) -> Callable[[Counts, int], str]:
    """Chopsticks and spoons that were kept to the end."""

    def explain(counts: Counts, points: int) -> str:
        return told(_("%(cards)s, unused") % {"cards": card_count(type_, counts[type_])}, points)

    return explain


def menu(counts: Counts, points: int) -> str:
    """A menu is discarded when played."""
    return told(_("%(cards)s, no points") % {"cards": card_count("menu", counts["menu"])}, points)


def special_order(counts: Counts, points: int) -> str:
    """A special order that copies nothing."""
    cards = card_count("special-order", counts["special-order"])
    return told(_("%(cards)s, nothing copied") % {"cards": cards}, points)


def ice_cream(counts: Counts, points: int) -> str:
    """Sets of four, at the end of the game."""
    many = counts["green-tea-ice-cream"]
    facts = {"cards": card_count("green-tea-ice-cream", many), "sets": many // 4}
    if many < 4:
        return told(_("%(cards)s, no set of four") % facts, points)
    what = ngettext(
        "%(cards)s, %(sets)d set of four", "%(cards)s, %(sets)d sets of four", many // 4
    )
    return told(what % facts, points)


def fruit(counts: Counts, points: int) -> str:
    """Every fruit by its icons, at the end of the game."""
    if not any(counts.values()):
        return told(_("no fruit at all"), points)
    parts = [
        _("%(fruit)s %(points)s")
        % {"fruit": fruit_count(kind, many), "points": number(FRUIT_POINTS[min(many, 5)])}
        for kind, many in counts.items()
    ]
    return told(series(parts), points)


def tokens(counts: Counts, points: int) -> str:
    """Pairs of unused tokens, at the end of the game."""
    many = counts["tokens"]
    facts = {"tokens": card_count("tokens", many), "sets": many // 2}
    if many < 2:
        return told(_("%(tokens)s, no pair") % facts, points)
    what = ngettext("%(tokens)s, %(sets)d pair", "%(tokens)s, %(sets)d pairs", many // 2)
    return told(what % facts, points)


# ------------------------------------------------------------------ Sushi Roll


def roll_sets(type_: str) -> Callable[[Counts, int], str]:
    """Icons of a die's appetizer: sets of three, then what is left."""
    one, two, three = ROLL_SETS[type_]

    def explain(counts: Counts, points: int) -> str:
        many = counts[type_]
        sets, rest = divmod(many, 3)
        left = (0, one, two)[rest]
        facts = {"icons": icon_count(type_, many), "sets": sets, "three": three, "left": left}
        if not sets or many == 3:
            return told(str(facts["icons"]), points)
        if sets == 1:
            what = _("%(icons)s, %(three)d for three and %(left)d for the rest")
        elif rest:
            what = _("%(icons)s, %(sets)d × %(three)d for three each and %(left)d for the rest")
        else:
            what = _("%(icons)s, %(sets)d × %(three)d for three each")
        return told(what % facts, points)

    return explain


def taken_as_tokens(type_: str) -> Callable[[Counts, int], str]:
    """Dice of Roll that bring tokens."""

    def explain(counts: Counts, points: int) -> str:
        icons = icon_count(type_, counts[type_])
        return told(_("%(icons)s, taken as tokens") % {"icons": icons}, points)

    return explain
