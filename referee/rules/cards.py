"""The cards and dice of the three games: data.

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
    Tea)."""

    slug: str
    category: Category
    colour: str


class Face(NamedTuple):
    """What one card or die shows. ``parts`` is what it adds to its type's tally: (kind, number)
    pairs, such as ``(("watermelon", 1), ("orange", 1))``, or ``(("", 3),)`` for mere icons."""

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


CARD_TYPES: dict[str, CardType] = {
    slug: CardType(slug, Category(category), colour)
    for slug, category, colour in (
        ("nigiri", "nigiri", "yellow"),
        ("wasabi", "special", "yellow"),
        ("maki", "roll", "red"),
        ("temaki", "roll", "deep-purple"),
        ("uramaki", "roll", "yellow-lime"),
        ("tempura", "appetizer", "lilac"),
        ("sashimi", "appetizer", "lime"),
        ("dumpling", "appetizer", "blue"),
        ("eel", "appetizer", "indigo"),
        ("tofu", "appetizer", "green"),
        ("edamame", "appetizer", "violet"),
        ("miso-soup", "appetizer", "teal"),
        ("onigiri", "appetizer", "magenta"),
        ("chopsticks", "special", "mint"),
        ("spoon", "special", "charcoal"),
        ("menu", "special", "pale-yellow"),
        ("special-order", "special", ""),
        ("takeout-box", "special", "tan"),
        ("soy-sauce", "special", "orange"),
        ("tea", "special", "dark-red"),
        ("pudding", "dessert", "pink"),
        ("green-tea-ice-cream", "dessert", "blue-teal"),
        ("fruit", "dessert", "coral"),
    )
}
"""Every card type, in the order in which lines and tableaus are written."""

NIGIRI_VALUES: dict[str, int] = {"egg-nigiri": 1, "salmon-nigiri": 2, "squid-nigiri": 3}
"""Points of a nigiri that lies on no wasabi; the same in all three games."""

ONIGIRI_SHAPES = ("circle", "triangle", "square", "rectangle")
FRUITS = ("watermelon", "orange", "pineapple")

_DICE_WITH_ICONS = ("tempura", "sashimi", "dumpling", "pudding", "menu", "chopsticks")
MAX_DIE_ICONS = 3

_PARTS: dict[str, dict[str, tuple[tuple[str, int], ...]]] = {
    "nigiri": {slug: ((slug, 1),) for slug in NIGIRI_VALUES},
    "maki": {f"maki-{n}": (("", n),) for n in (1, 2, 3)},
    "uramaki": {f"uramaki-{n}": (("", n),) for n in (3, 4, 5)},
    "onigiri": {f"onigiri-{shape}": ((shape, 1),) for shape in ONIGIRI_SHAPES},
    "fruit": {f"fruit-{one}-{one}": ((one, 2),) for one in FRUITS}
    | {f"fruit-{one}-{other}": ((one, 1), (other, 1)) for one, other in combinations(FRUITS, 2)},
}


def _faces_of(type_: str) -> Iterator[Face]:
    for slug, parts in _PARTS.get(type_, {type_: (("", 1),)}).items():
        yield Face(slug, type_, parts)
    for icons in range(2, MAX_DIE_ICONS + 1) if type_ in _DICE_WITH_ICONS else ():
        yield Face(f"{type_}-{icons}", type_, (("", icons),), die_only=True)


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
