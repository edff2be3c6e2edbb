"""Sushi Go Party! menus: who may use one, and what makes one's own legal."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from .cards import CARD_TYPES, NAMED_MENUS, Category

MENU_SHAPE: dict[Category, int] = {
    Category.ROLL: 1,
    Category.APPETIZER: 3,
    Category.SPECIAL: 2,
    Category.DESSERT: 1,
}
"""How many types of each category a menu holds besides nigiri (Sushi Go Party! rulebook, Create
Your Own Menu)."""


class Menu(NamedTuple):
    """The seven chosen types of a Party game, in catalogue order; ``name`` is "" for one's own."""

    name: str
    types: tuple[str, ...]

    @property
    def key(self) -> str:
        """The menu in one line: its name, or the types of one's own, separated by spaces."""
        return self.name or " ".join(self.types)

    def player_limits(self) -> tuple[int, int]:
        """Fewest and most players that may use this menu."""
        limits = [CARD_TYPES[type_].players for type_ in self.types]
        return max(low for low, _ in limits), min(high for _, high in limits)

    def unfit_types(self, players: int) -> tuple[str, ...]:
        """The types that may not be used with this number of players."""
        return tuple(type_ for type_ in self.types if not _fits(type_, players))


def named_menu(name: str) -> Menu:
    """The menu of that name. Raises KeyError for a name that is none."""
    return Menu(name, _in_order(NAMED_MENUS[name]))


def own_menu(types: Iterable[str]) -> Menu:
    """A menu of the given types, which :func:`shape_faults` has found to be right."""
    ordered = _in_order(types)
    for name, named in NAMED_MENUS.items():
        if _in_order(named) == ordered:
            return Menu(name, ordered)
    return Menu("", ordered)


def random_menu(players: int, rng: Random) -> Menu:
    """A menu for 2 to 8 players, any legal one as likely as any other; it may be a named one."""
    types: list[str] = []
    for category, number in MENU_SHAPE.items():
        fit = [t.slug for t in CARD_TYPES.values() if t.category is category]
        types += rng.sample([t for t in fit if _fits(t, players)], number)
    return own_menu(types)


def _fits(type_: str, players: int) -> bool:
    least, most = CARD_TYPES[type_].players
    return least <= players <= most


def _in_order(types: Iterable[str]) -> tuple[str, ...]:
    chosen = set(types)
    return tuple(type_ for type_ in CARD_TYPES if type_ in chosen)


class ShapeFault(NamedTuple):
    """A category of which a menu holds a wrong number of types, or a type named twice."""

    category: str
    wanted: int
    got: int


def shape_faults(types: Iterable[str]) -> list[ShapeFault]:
    """What is wrong with the numbers of a menu's types, which must be card types."""
    chosen = list(types)
    faults = [ShapeFault(t, 1, n) for t, n in Counter(chosen).items() if n > 1]
    by_category = Counter(CARD_TYPES[t].category for t in set(chosen))
    wanted = {Category.NIGIRI: 0, **MENU_SHAPE}
    faults += [
        ShapeFault(category.value, number, by_category[category])
        for category, number in wanted.items()
        if by_category[category] != number
    ]
    return faults
