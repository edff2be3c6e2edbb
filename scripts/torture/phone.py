"""A player's phone: its outbox, and what its player does."""

import json
import random
import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from uuid import UUID

from scripts.torture.browser import Browser
from scripts.torture.network import LostError

MAX_AT_ONCE = 12
"""Taps in one batch."""
MANY_CARDS = 5
"""Where a phone knows of so many cards in a tableau it rather takes one away."""
MAX_OWN_CARDS = 10
MAX_CARDS_FOR_OTHERS = 4
"""So many cards of its player may lie on the own tableau, and on another's. A whole tableau refuses
cards, so phones that know nothing of each other must not fill one: see the test of that."""
MAX_WAITING = 15
"""Taps that wait before a phone that is not offline stops tapping and sends."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 0.4  # seconds between tries

_FACE = re.compile(r'name="do" value="add:([^"]+)"')
_TAKE = re.compile(r'name="do" value="take:([^"]+)"')
_FLIP = re.compile(r'name="do" value="flip:([^"]+)"[^>]*aria-label="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Tap:
    """What a finger has asked for, as the outbox keeps it."""

    id: str
    round: int
    seat: int
    do: str


class Phone:
    """One player's phone.

    What it remembers is lost when its browser is closed; what it stores is not. ``made`` is every
    tap of its player, in order, written down beside it for the checks alone.
    """

    def __init__(self, browser: Browser, game: UUID, seat: int, store: Path, seed: str) -> None:
        self.browser = browser
        self.game = game
        self.seat = seat
        self.made: list[Tap] = []
        self.acknowledged = 0
        self.closed = 0
        self.late = 0
        self.refusals: list[str] = []
        self.shared: int | None = None
        self.page: Callable[[], str] = str
        self.rng = random.Random(seed)  # what its player does
        self.dice = random.Random(f"{seed} network")  # what becomes of it
        self._store = store
        self._pause = _FIRST_PAUSE
        self.outbox: list[Tap] = []
        self.faces: list[str] = []
        self._entries: dict[tuple[int, int], dict[str, bool]] = {}
        self._wake()

    # ------------------------------------------------------------------------------- the player

    def play(self, number: int, taps: int, offline: int) -> None:
        """Taps so often in a round, the last ``offline`` times without a network."""
        for turn in range(taps):
            self.tap(number)
            if turn >= taps - offline:
                continue
            if self.rng.random() < 0.35 or len(self.outbox) > MAX_WAITING:
                self.send()
            while len(self.outbox) > MAX_WAITING:
                self.send()
            if self.rng.random() < 0.04:
                self.close()
        if not offline:
            self.send_all()

    def close(self) -> None:
        """Closes the browser and opens it again: only what is stored is still there."""
        self.closed += 1
        self._wake()

    def tap(self, number: int) -> None:
        """Makes one tap in a round, and stores it before anything else happens."""
        seat = self.seat
        if self.shared is not None and self.rng.random() < 0.4:
            seat = self.shared
        do = self._choose(number, seat)
        tap = Tap(str(UUID(int=self.rng.getrandbits(128), version=4)), number, seat, do)
        if do.startswith("add:"):
            self._known(number, seat)[tap.id] = "wasabi" not in do
        self.made.append(tap)
        self.outbox.append(tap)
        self._save()

    def _choose(self, number: int, seat: int) -> str:
        """What to tap. A wasabi is never turned over: the nigiri on it would become another entry,
        which the model of the checks does not follow."""
        known = self._known(number, seat)
        self._learn(number, seat, known)
        turnable = [entry for entry, may_turn in known.items() if may_turn]
        laid, back, last = self._laid(number, seat)
        most = MAX_OWN_CARDS if seat == self.seat else MAX_CARDS_FOR_OTHERS
        is_full = len(laid) + back >= most
        kind = self.rng.choices(("add", "take", "flip", "undo"), weights=(60, 18, 12, 10))[0]
        if kind == "undo" and last != "add" and (is_full or back >= most // 2):
            kind = "add"
        if kind == "add" and is_full:
            return f"take:{self.rng.choice(laid)}"
        if known and (kind == "take" or (kind == "add" and len(known) > MANY_CARDS)):
            entry = self.rng.choice(list(known))
            if self.rng.random() > 0.1:  # else it may take it away twice
                del known[entry]
            return f"take:{entry}"
        if turnable and kind == "flip":
            entry = self.rng.choice(turnable)
            if self.rng.random() > 0.1:
                del known[entry]  # it is another entry now, which the page will show
            return f"flip:{entry}"
        return "undo:" if kind == "undo" else f"add:{self.rng.choice(self.faces)}"

    def _laid(self, number: int, seat: int) -> tuple[list[str], int, str]:
        """The cards that its player has laid there and not taken away, how many more an undo may
        have brought back, and what was tapped there last. Only an undo of an added card surely
        brings none back."""
        laid, back, last = [], 0, ""
        for tap in self.made:
            if (tap.round, tap.seat) != (number, seat):
                continue
            verb, _colon, what = tap.do.partition(":")
            if verb == "add":
                laid.append(tap.id)
            elif verb == "undo" and last == "add":
                laid.pop()
            elif verb == "undo":
                back += 1
            elif verb == "take" and what in laid:
                laid.remove(what)
            last = verb
        return laid, back, last

    # ------------------------------------------------------------------------------- the outbox

    def send_all(self) -> None:
        """Sends until nothing waits."""
        while self.outbox:
            self.send()

    def send(self) -> None:
        """Sends one batch; where that fails, pauses for longer each time."""
        if not self.outbox:
            return
        batch = self.batch()
        document = {"taps": [asdict(tap) for tap in batch]}
        try:
            path = f"/api/v1/games/{self.game}/taps/"
            answer = self.browser.post_json(path, document, self.dice)
        except LostError:
            self.unanswered()
            return
        if answer.status != 200:
            if answer.status < 500:
                self.refusals.append(f"{answer.status}: {answer.text}")
            self.unanswered()
            return
        self._pause = _FIRST_PAUSE
        receipt = json.loads(answer.body)
        self.late += len(receipt["late"])
        self.refusals += [f"{one['id']}: {one['code']}" for one in receipt["refused"]]
        done = {*receipt["taken"], *receipt["late"], *(one["id"] for one in receipt["refused"])}
        self._acknowledge({tap.id for tap in batch} & done)

    def batch(self) -> list[Tap]:
        """The taps to be sent next."""
        return self.outbox[: self.dice.randint(1, MAX_AT_ONCE)]

    def unanswered(self) -> None:
        """A batch was not acknowledged: it stays where it is, and is sent again after a pause."""
        self._wait()

    def _wait(self) -> None:
        time.sleep(self._pause * self.dice.uniform(0.5, 1))
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    def _acknowledge(self, ids: set[str]) -> None:
        self.acknowledged += len(ids)
        self.outbox = [tap for tap in self.outbox if tap.id not in ids]
        self._save()

    def _save(self) -> None:
        new = self._store.with_suffix(".new")
        new.write_text(json.dumps([asdict(tap) for tap in self.outbox]))
        new.replace(self._store)

    def _wake(self) -> None:
        stored = json.loads(self._store.read_text()) if self._store.exists() else []
        self.outbox = [Tap(**tap) for tap in stored]
        self.faces, self._entries = [], {}

    # ------------------------------------------------------------- what it learns from its page

    def _known(self, number: int, seat: int) -> dict[str, bool]:
        """The entries of a tableau that it knows of, and whether they may be turned over."""
        return self._entries.setdefault((number, seat), {})

    def _learn(self, number: int, seat: int, known: dict[str, bool]) -> None:
        while not self.faces:
            try:
                own = f"/g/{self.game}/r/{number}/{self.seat}/"
                self.faces = _FACE.findall(self.browser.get(own, self.dice).text)
            except LostError:
                self._wait()
        page = self.page()
        if f'data-round="{number}" data-seat="{seat}"' not in page:
            return
        turnable = {entry: "wasabi" not in label.lower() for entry, label in _FLIP.findall(page)}
        gone = {tap.do.partition(":")[2] for tap in self.made}
        for entry in _TAKE.findall(page):
            if entry not in gone:
                known.setdefault(entry, turnable.get(entry, False))


class NewIds(Phone):
    """A phone with a fault: it gives taps that it sends once more new ids."""

    def unanswered(self) -> None:
        """Forgets which ids it has sent."""
        again = (UUID(int=self.dice.getrandbits(128), version=4) for _tap in self.outbox)
        self.outbox = [
            Tap(str(new), tap.round, tap.seat, tap.do)
            for new, tap in zip(again, self.outbox, strict=True)
        ]
        super().unanswered()


class Forgetful(Phone):
    """A phone with a fault: the last tap of a batch it thinks stored before it is sent."""

    def batch(self) -> list[Tap]:
        """The taps to be sent next, without the last."""
        *some, last = super().batch()
        if not some:
            return [last]
        self._acknowledge({last.id})
        return some


class Backwards(Phone):
    """A phone with a fault: it sends the newest tap first."""

    def batch(self) -> list[Tap]:
        """The taps to be sent next, in the wrong order."""
        return super().batch()[::-1]


FAULTY: dict[int, type[Phone]] = {1: NewIds, 2: Forgetful, 3: Backwards}
"""By their seats, the phones with faults that the checks must find."""
