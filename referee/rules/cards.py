"""The cards, dice and named menus of the three games: data.

A *type* is what a rulebook has a scoring rule for ("maki"); a *face* is what is printed on one card
or die ("maki-3"). How many of each a box holds stands in ``boxes``.
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple


class Category(StrEnum):
    """The groups that a Sushi Go Party! menu is chosen from."""

    NIGIRI = "nigiri"
    ROLL = "roll"
    APPETIZER = "appetizer"
    SPECIAL = "special"
    DESSERT = "dessert"


class CardType(NamedTuple):
    """A kind of card with a scoring rule of its own. ``colour`` is the printed background, which
    Tea and Soy Sauce compare: only nigiri and wasabi share one (Party rulebook, Card Guide:
    Tea). ``players`` are the fewest and the most with whom it may be used (same rulebook, Create
    Your Own Menu)."""

    slug: str
    category: Category
    colour: str
    players: tuple[int, int]


class Face(NamedTuple):
    """What one card or die shows. ``parts`` is what it adds to a tally: (kind, number) pairs,
    such as ``(("watermelon", 1), ("orange", 1))`` or ``(("maki", 3),)``."""

    slug: str
    type: str
    parts: tuple[tuple[str, int], ...]
    die_only: bool = False

    @property
    def icons(self) -> int:
        """How many icons the face shows (1 for a card without icons)."""
        return sum(number for _, number in self.parts)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        # What lies on what is told by the very face, in another process too.
        return (_face, (self.slug,))


def _face(slug: str) -> Face:
    return FACES[slug]


ANY_NUMBER = (2, 8)
"""The players of a type that everybody may use."""

CARD_TYPES: dict[str, CardType] = {
    slug: CardType(slug, Category(category), colour, (least, most))
    for slug, category, colour, least, most in (
        ("nigiri", "nigiri", "yellow", 2, 8),
        ("wasabi", "special", "yellow", 2, 8),
        ("maki", "roll", "red", 2, 8),
        ("temaki", "roll", "deep-purple", 2, 8),
        ("uramaki", "roll", "yellow-lime", 2, 8),
        ("tempura", "appetizer", "lilac", 2, 8),
        ("sashimi", "appetizer", "lime", 2, 8),
        ("dumpling", "appetizer", "blue", 2, 8),
        ("eel", "appetizer", "indigo", 2, 8),
        ("tofu", "appetizer", "green", 2, 8),
        ("edamame", "appetizer", "violet", 3, 8),
        ("miso-soup", "appetizer", "teal", 2, 8),
        ("onigiri", "appetizer", "magenta", 2, 8),
        ("chopsticks", "special", "mint", 2, 8),
        ("spoon", "special", "charcoal", 3, 8),
        ("menu", "special", "pale-yellow", 2, 6),
        ("special-order", "special", "", 2, 6),
        ("takeout-box", "special", "tan", 2, 8),
        ("soy-sauce", "special", "orange", 2, 8),
        ("tea", "special", "dark-red", 2, 8),
        ("pudding", "dessert", "pink", 2, 8),
        ("green-tea-ice-cream", "dessert", "blue-teal", 2, 8),
        ("fruit", "dessert", "coral", 2, 8),
    )
}
"""Every card type, in the order in which lines and tableaus are written."""

NAMED_MENUS: dict[str, tuple[str, ...]] = {
    name: tuple(types.split())
    for name, types in {
        "my-first-meal": "maki tempura sashimi miso-soup wasabi tea green-tea-ice-cream",
        "sushi-go": "maki tempura sashimi dumpling chopsticks wasabi pudding",
        "party-sampler": "temaki tempura dumpling tofu wasabi menu green-tea-ice-cream",
        "master-menu": "temaki onigiri tofu sashimi spoon takeout-box fruit",
        "points-platter": "uramaki onigiri dumpling edamame special-order tea green-tea-ice-cream",
        "cutthroat-combo": "temaki eel tofu miso-soup spoon soy-sauce pudding",
        "big-banquet": "maki tempura dumpling eel spoon chopsticks green-tea-ice-cream",
        "dinner-for-two": "uramaki onigiri tofu miso-soup menu special-order fruit",
    }.items()
}
"""The eight menus of the Party rulebook's section Card Selections."""

NIGIRI_VALUES: dict[str, int] = {"egg-nigiri": 1, "salmon-nigiri": 2, "squid-nigiri": 3}
"""Points of a nigiri that lies on no wasabi; the same in all three games."""

ONIGIRI_SHAPES = ("circle", "triangle", "square", "rectangle")
FRUITS = ("watermelon", "orange", "pineapple")

_DICE_WITH_ICONS = ("tempura", "sashimi", "dumpling", "pudding", "menu", "chopsticks")
MAX_DIE_ICONS = 3

_PARTS: dict[str, dict[str, tuple[tuple[str, int], ...]]] = {
    "nigiri": {slug: ((slug, 1),) for slug in NIGIRI_VALUES},
    "maki": {f"maki-{n}": (("maki", n),) for n in (1, 2, 3)},
    "uramaki": {f"uramaki-{n}": (("uramaki", n),) for n in (3, 4, 5)},
    "onigiri": {f"onigiri-{shape}": ((shape, 1),) for shape in ONIGIRI_SHAPES},
    "fruit": {f"fruit-{fruit}-{fruit}": ((fruit, 2),) for fruit in FRUITS}
    | {f"fruit-{a}-{b}": ((a, 1), (b, 1)) for a, b in combinations(FRUITS, 2)},
}


def _faces_of(type_: str) -> Iterator[Face]:
    for slug, parts in _PARTS.get(type_, {type_: ((type_, 1),)}).items():
        yield Face(slug, type_, parts)
    for icons in range(2, MAX_DIE_ICONS + 1) if type_ in _DICE_WITH_ICONS else ():
        yield Face(f"{type_}-{icons}", type_, ((type_, icons),), die_only=True)


FACES: dict[str, Face] = {face.slug: face for type_ in CARD_TYPES for face in _faces_of(type_)}
"""Every face of every card and die, by the name that the score sheet gives it."""

FACE_ALIASES: dict[str, str] = {f"{type_}-1": type_ for type_ in _DICE_WITH_ICONS}
"""Other spellings: a die's single icon may be written out."""

DESSERTS = frozenset(t.slug for t in CARD_TYPES.values() if t.category is Category.DESSERT)
UNCOPYABLE = frozenset({"menu", "takeout-box", "special-order"})
"""Types that a special order cannot copy: discarded when played, or counting as what it copies
(Party rulebook, Card Guide: Special Order)."""
DISCARDED_WHEN_PLAYED = frozenset({"menu", "takeout-box"})
"""Types that never lie in a finished Party tableau (Card Guide: Menu; Takeout Box)."""
