"""What must lie on a tableau after some taps: said once more, in the simplest way."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scripts.phones import Tap


class Lying(NamedTuple):
    """A card on the table."""

    face: str
    flipped: bool


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
        self._sides: dict[str, dict[str, bool]] = {}  # which cards lay face down after a tap

    def play(self, taps: Iterable[tuple[str, Tap]]) -> "Table":
        """Does taps, each with the phone that it comes from, in their order."""
        for phone, tap in taps:
            verb, _colon, what = tap.do.partition(":")
            if verb == "undo":
                self._undo(phone)
            else:
                self._do(phone, tap.id, verb, what)
            self._sides[tap.id] = {card: lying.flipped for card, lying in self.cards.items()}
        return self

    def _do(self, phone: str, tap: str, verb: str, what: str) -> None:
        change = _Change()
        if verb == "add":
            is_unknown = what == "flipped"  # it lies face down, and nobody has seen its front
            self.cards[tap] = Lying("" if is_unknown else what, is_unknown)
            change.came.append(tap)
        elif (card := self._meant(verb, what)) is not None:
            lying = change.went[card] = self.cards.pop(card)
            if verb == "flip":
                self.cards[card] = Lying(lying.face, not lying.flipped)
                change.came.append(card)
        if change.came or change.went:
            self._done.setdefault(phone, []).append(change)

    def _meant(self, verb: str, entry: str) -> str | None:
        """The card that a tap takes away or turns over, if it is there.

        It takes away the card, however it lies by now. It turns over the side that it has seen, of
        a card whose front is known.
        """
        card, since = self._entries.get(entry, (entry, entry))
        there = self.cards.get(card)
        if there is None or (verb == "flip" and not there.face):
            return None
        is_seen = self._sides.get(since, {}).get(card) == there.flipped
        return card if verb == "take" or is_seen else None

    def _undo(self, phone: str) -> None:
        done = self._done.get(phone)
        if not done:
            return
        last = done.pop()
        gone = {card for card in last.came if self.cards.pop(card, None) is None}
        for card, lay in last.went.items():
            if card not in self.cards and card not in gone:
                self.cards[card] = lay
