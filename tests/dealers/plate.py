"""What lies in front of one player while a round is played."""

from collections import Counter
from dataclasses import dataclass

from referee.rules import CARD_TYPES, FACES, Tableau
from referee.rules.tableau import Card, item


@dataclass(eq=False, slots=True)
class Lying:
    """A card on the table.

    Attributes:
        face: what is printed on it.
        counts_as: the same, or what a special order copies.
        turn: when it was played.
        on: the wasabi that this nigiri lies on.
        dipped: of a wasabi: a nigiri was put on it, so no other may follow.
        flipped: whether a takeout box turned it face down.
    """

    face: str
    counts_as: str
    turn: int
    on: "Lying | None" = None
    dipped: bool = False
    flipped: bool = False

    @property
    def type(self) -> str:
        """The card type that it counts as, "" face down."""
        return "" if self.flipped else FACES[self.counts_as].type

    def card(self) -> Card:
        """The card as the rules know it."""
        return Card(FACES[self.counts_as], self.face != self.counts_as, self.flipped)


class Plate:
    """The cards or dice in front of one player in one round, the oldest first.

    ``faces`` counts those that lie face up by what they count as, ``icons`` their icons by type.
    """

    def __init__(self) -> None:
        self.cards: list[Lying] = []
        self.faces: Counter[str] = Counter()
        self.icons: Counter[str] = Counter()

    def put(self, face: str, turn: int = 0, copied: Lying | None = None) -> Lying:
        """Lay a card down, or a special order that copies a card. A plain nigiri must lie on a free
        wasabi."""
        lying = Lying(face, copied.counts_as if copied else face, turn)
        lying.flipped = copied is not None and copied.flipped
        self.cards.append(lying)
        self._count(lying, 1)
        if lying.type == "nigiri" and not copied:
            self.dip(lying)
        return lying

    def free_wasabi(self) -> Lying | None:
        """Return the first wasabi without a nigiri on it."""
        return next((c for c in self.cards if c.type == "wasabi" and not c.dipped), None)

    def dip(self, nigiri: Lying) -> None:
        """Put a nigiri on the first free wasabi; without one it stays beside."""
        nigiri.on = self.free_wasabi()
        if nigiri.on:
            nigiri.on.dipped = True

    def take(self, lying: Lying) -> str:
        """Take a card off the table; return its face."""
        self.cards.remove(lying)
        self._count(lying, -1)
        return lying.face

    def flip(self, lying: Lying, *, frees_wasabi: bool) -> None:
        """Turn a card face down."""
        self._count(lying, -1)
        lying.flipped = True
        for other in self.cards:
            if other.on is lying:
                other.on = None
        if lying.on:
            lying.on.dipped = not frees_wasabi
            lying.on = None

    def _count(self, lying: Lying, by: int) -> None:
        if not lying.flipped:
            shown = FACES[lying.counts_as]
            self.faces[shown.slug] += by
            self.icons[shown.type] += by * shown.icons

    def colours(self) -> Counter[str]:
        """Count the cards of each background colour."""
        found: Counter[str] = Counter()
        for face, number in self.faces.items():
            found[CARD_TYPES[FACES[face].type].colour] += number
        return +found

    def tableau(self) -> Tableau:
        """What lies there now."""
        under = {lying.on for lying in self.cards}
        return Tableau(
            item(lying.card(), lying.on.card()) if lying.on else item(lying.card())
            for lying in self.cards
            if lying not in under
        )
