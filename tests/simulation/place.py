"""The place of one player at the table: the cards that lie there, and how they are written down."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

NIGIRI = ("egg-nigiri", "salmon-nigiri", "squid-nigiri")


class Card(NamedTuple):
    """A printed card; ``number`` is the small one in the corner that orders the actions."""

    face: str
    number: int = 0


@dataclass(eq=False)
class Lying:
    """A card on the table.

    Attributes:
        card: what is printed on it.
        counts_as: the same, or what a special order copies.
        turn: when it was played.
        on: the wasabi that this nigiri lies on.
        dipped: on a wasabi: a nigiri was put on it, so that no other may follow.
        flipped: turned face down by a takeout box.
    """

    card: Card
    counts_as: Card
    turn: int
    on: "Lying | None" = None
    dipped: bool = False
    flipped: bool = False

    def is_now(self, face: str) -> bool:
        """Whether it lies face up and counts as a face whose name begins like this."""
        return not self.flipped and self.counts_as.face.startswith(face)


@dataclass
class Place:
    """What lies in front of one player in a round."""

    cards: list[Lying] = field(default_factory=list)

    def lay(self, card: Card, turn: int, counts_as: Card | None = None) -> Lying:
        """Puts a card down; nothing else happens."""
        self.cards.append(Lying(card, counts_as or card, turn))
        return self.cards[-1]

    def free_wasabi(self) -> Lying | None:
        """The first wasabi that has no nigiri on it."""
        return next((c for c in self.cards if c.is_now("wasabi") and not c.dipped), None)

    def dip(self, nigiri: Lying) -> None:
        """Puts a nigiri on the first free wasabi; without one it stays beside."""
        nigiri.on = self.free_wasabi()
        if nigiri.on:
            nigiri.on.dipped = True

    def play(self, card: Card, turn: int = 0) -> Lying:
        """Puts a card down; a nigiri must go on a free wasabi."""
        lying = self.lay(card, turn)
        if card.face in NIGIRI:
            self.dip(lying)
        return lying

    def take(self, lying: Lying) -> Card:
        """Takes a card off the table."""
        self.cards.remove(lying)
        return lying.card

    def flip(self, lying: Lying, *, frees_wasabi: bool) -> None:
        """Turns a card face down, so that it is no longer what its front shows."""
        lying.flipped = True
        for other in self.cards:
            if other.on is lying:
                other.on = None
        if lying.on:
            lying.on.dipped = not frees_wasabi
            lying.on = None

    def count(self, face: str) -> int:
        """How many cards lie face up whose name begins like this."""
        return sum(lying.is_now(face) for lying in self.cards)

    def written(self, rng: Random) -> str:
        """The tableau in the notation of a score sheet, in one of its many spellings."""
        under = [lying.on for lying in self.cards if lying.on]
        items = [_written(lying, rng) for lying in self.cards if lying not in under]
        if rng.random() < 0.5:
            items = [f"{item}*{n}" if n > 1 else item for item, n in Counter(items).items()]
        rng.shuffle(items)
        return rng.choice((" ", ", ", ",")).join(items)


def _written(lying: Lying, rng: Random) -> str:
    text = lying.card.face
    if lying.card != lying.counts_as:
        text = f"{text}:{lying.counts_as.face}"
    if lying.flipped:
        return rng.choice(("flipped", f"flipped:{lying.card.face}", f"flipped:{text}"))
    return f"{_written(lying.on, rng)}+{text}" if lying.on else text
