"""What must lie on a tableau after some taps: said once more, in the simplest way."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scripts.torture.phone import Tap


class Lying(NamedTuple):
    """A card on the table. ``laid_by`` is the tap since which it lies as it does."""

    face: str
    flipped: bool
    laid_by: str


@dataclass(slots=True)
class _Change:
    """What one tap did, for an undo: by card, as it came to lie and as it lay before."""

    came: list[str] = field(default_factory=list)
    went: dict[str, Lying] = field(default_factory=dict)


class Table:
    """One tableau. Cards are named by the tap that first laid them down.

    Args:
        entries: for the ids that the server has made up, which card an entry is, and since which
            tap it lies so. An entry that a phone has laid down is named by its own tap.
    """

    def __init__(self, entries: Mapping[str, tuple[str, str]]) -> None:
        self.cards: dict[str, Lying] = {}
        self._entries = entries
        self._done: dict[str, list[_Change]] = {}  # by phone, oldest first

    def play(self, taps: Iterable[tuple[str, Tap]]) -> "Table":
        """Does taps, each with the phone that it comes from, in their order."""
        for phone, tap in taps:
            verb, _colon, what = tap.do.partition(":")
            if verb == "undo":
                self._undo(phone, tap.id)
                continue
            change = _Change()
            if verb == "add":
                is_unknown = what == "flipped"  # it lies face down, and nobody has seen its front
                self.cards[tap.id] = Lying("" if is_unknown else what, is_unknown, tap.id)
                change.came.append(tap.id)
            elif (card := self._meant(verb, what)) is not None:
                lying = change.went[card] = self.cards.pop(card)
                if verb == "flip":
                    self.cards[card] = Lying(lying.face, not lying.flipped, tap.id)
                    change.came.append(card)
            if change.came or change.went:
                self._done.setdefault(phone, []).append(change)
        return self

    def _meant(self, verb: str, entry: str) -> str | None:
        """The card that a tap takes away or turns over, if it is there.

        It turns over what it has seen: the card as that entry, with a front that is known. It takes
        away the card, however it lies by now, where it names the tap that first laid it down.
        """
        card, laid_by = self._entries.get(entry, (entry, entry))
        there = self.cards.get(card)
        if there is None:
            return None
        as_seen = there.laid_by == laid_by
        may = as_seen and there.face if verb == "flip" else as_seen or entry == card
        return card if may else None

    def _undo(self, phone: str, tap: str) -> None:
        done = self._done.get(phone)
        if not done:
            return
        last = done.pop()
        gone = {card for card in last.came if self.cards.pop(card, None) is None}
        for card, lay in last.went.items():
            if card not in self.cards and card not in gone:
                self.cards[card] = Lying(lay.face, lay.flipped, tap)
