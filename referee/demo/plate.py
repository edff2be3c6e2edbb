"""What lies in front of one player while a round is played."""

from collections import Counter

from ..rules import CARD_TYPES, FACES, Tableau
from ..rules.tableau import Card, Item, item

_WASABI = Card(FACES["wasabi"])


class Plate:
    """The cards or dice in front of one player in one round.

    Attributes:
        faces: how many of each face lie there.
        icons: by type, what they add up to; a card without icons counts as one.
        free_wasabi: wasabi on which no nigiri lies.
    """

    def __init__(self) -> None:
        self.faces: Counter[str] = Counter()
        self.icons: Counter[str] = Counter()
        self.free_wasabi = 0
        self._items: list[Item] = []

    def put(self, face: str) -> None:
        """Lays a card down. A nigiri must lie on a free wasabi."""
        shown = FACES[face]
        self.faces[face] += 1
        self.icons[shown.type] += shown.icons
        if face == "wasabi":
            self.free_wasabi += 1
        elif shown.type == "nigiri" and self.free_wasabi:
            self.free_wasabi -= 1
            self._items.append(item(Card(shown), _WASABI))
        else:
            self._items.append(item(Card(shown)))

    def take(self, face: str) -> None:
        """Takes a card away that is no nigiri and no wasabi."""
        shown = FACES[face]
        self.faces[face] -= 1
        self.icons[shown.type] -= shown.icons
        self._items.remove(item(Card(shown)))

    def clear(self, type_: str) -> None:
        """Takes every card of a type away; not for nigiri and wasabi."""
        for face in [face for face in self.faces.elements() if FACES[face].type == type_]:
            self.take(face)

    def colours(self) -> Counter[str]:
        """How many cards of each background colour lie there."""
        found: Counter[str] = Counter()
        for face, number in self.faces.items():
            if number:
                found[CARD_TYPES[FACES[face].type].colour] += number
        return found

    def tableau(self) -> Tableau:
        """What lies there now."""
        return Tableau([*self._items, *[item(_WASABI)] * self.free_wasabi])
