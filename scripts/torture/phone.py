"""A player's phone: its outbox, what its player does, and the page that it has open."""

import asyncio
import json
import random
import re
from dataclasses import asdict
from uuid import UUID

from scripts.phones import STREAM, VERSION, LostError, Tap, found
from scripts.torture.network import Browser

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
_DRAWING = 0.05  # seconds that a phone takes to draw what it fetched, on average

_FACE = re.compile(r'name="do"\s+value="add:([^"]+)"')
_TAKE = re.compile(r'name="do"\s+value="take:([^"]+)"')
_FLIP = re.compile(r'name="do"\s+value="flip:([^"]+)"[^>]*aria-label="([^"]+)"')
_WHERE = re.compile(r'data-round="(\d+)"\s+data-seat="(\d+)"')


class Page:
    """A page of a game that a phone has open: hears of changes, and fetches what it shows.

    ``fragment`` is what it shows, ``version`` and ``etag`` say of which state; ``events`` counts
    what the stream has told.
    """

    def __init__(self, browser: Browser, seed: str) -> None:
        self.browser = browser
        self.events = 0
        self._dice = random.Random(seed)
        self.open("")

    def open(self, path: str) -> None:
        """Go to a page of the game."""
        self.path, self.fragment, self.etag, self.version, self._stream = path, "", "", -1, ""

    async def run(self) -> None:
        """Show the present state and wait for the next, for ever."""
        while True:
            try:
                await self._fetch()
                if not self._stream:
                    continue  # it went to another page meanwhile
                async for said in self.browser.told(self._stream):
                    self.events += 1
                    while self.version < int(said.split()[0]):
                        await self._fetch()
                        await asyncio.sleep(self._dice.uniform(0, 2 * _DRAWING))
            except LostError:
                await asyncio.sleep(self._dice.uniform(0.02, 0.3))

    async def _fetch(self) -> None:
        path, more = self.path, {"HX_Request": "true", "If_None_Match": self.etag}
        answer = await self.browser.ask_badly(self._dice, "GET", path, **more)
        if answer.status not in (200, 304):
            raise LostError
        if answer.status == 200 and path == self.path:
            self.fragment, self.etag = answer.text, answer.headers["etag"]
            self.version = int(found(VERSION, answer.text))
            self._stream = found(STREAM, answer.text)


class Phone:
    """One player's phone.

    What it knows of the table is lost when its browser is closed; its outbox is not. ``made`` is
    every tap of its player, in order, for the checks alone.
    """

    def __init__(self, browser: Browser, game: str, seat: int, seed: str) -> None:
        self.browser = browser
        self.game = game
        self.seat = seat
        self.made: list[Tap] = []
        self.outbox: list[Tap] = []
        self.acknowledged = self.closed = self.late = 0
        self.refusals: list[str] = []
        self.shared: int | None = None
        self.page = Page(browser, f"{seed} page")
        self.rng = random.Random(seed)  # what its player does
        self.dice = random.Random(f"{seed} network")  # what becomes of it
        self._pause = _FIRST_PAUSE
        self.forget()

    # ------------------------------------------------------------------------------- the player

    async def play(self, number: int, taps: int, offline: int) -> None:
        """Tap so often in a round, the last ``offline`` times without a network."""
        for turn in range(taps):
            await self.tap(number)
            if turn >= taps - offline:
                continue
            if self.rng.random() < 0.35:
                await self.send()
            while len(self.outbox) > MAX_WAITING:
                await self.send()
            if self.rng.random() < 0.04:
                self.closed += 1
                self.forget()
        if not offline:
            await self.send_all()

    def forget(self) -> None:
        """Close the browser and open it again."""
        self.faces: list[str] = []
        self._entries: dict[tuple[int, int], dict[str, bool]] = {}

    async def tap(self, number: int) -> None:
        """Make one tap in a round."""
        seat = self.seat
        if self.shared is not None and self.rng.random() < 0.4:
            seat = self.shared
        await self._learn(number, seat)
        do = self._choose(number, seat)
        tap = Tap(str(UUID(int=self.rng.getrandbits(128), version=4)), number, seat, do)
        if do.startswith("add:"):
            self._known(number, seat)[tap.id] = "wasabi" not in do
        self.made.append(tap)
        self.outbox.append(tap)

    def _choose(self, number: int, seat: int) -> str:
        """What to tap. A wasabi is never turned over: the nigiri on it would become another entry,
        which the model of the checks does not follow."""
        known = self._known(number, seat)
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
            return f"take:{self._one_of(list(known), known)}"
        if turnable and kind == "flip":
            return f"flip:{self._one_of(turnable, known)}"  # then it is another entry
        return "undo:" if kind == "undo" else f"add:{self.rng.choice(self.faces)}"

    def _one_of(self, entries: list[str], known: dict[str, bool]) -> str:
        entry = self.rng.choice(entries)
        if self.rng.random() > 0.1:  # else it may be tapped twice
            del known[entry]
        return entry

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

    async def send_all(self) -> None:
        """Send until nothing waits."""
        while self.outbox:
            await self.send()

    async def send(self) -> None:
        """Send one batch; where that fails, pause for longer each time."""
        batch = self.batch()
        if not batch:
            return None
        path, taps = f"/api/v1/games/{self.game}/taps/", [asdict(tap) for tap in batch]
        body, kind = json.dumps({"taps": taps}).encode(), {"Content_Type": "application/json"}
        try:
            answer = await self.browser.ask_badly(self.dice, "POST", path, body, **kind)
        except LostError:
            return await self._wait()
        if answer.status != 200:
            if answer.status < 500:
                self.refusals.append(f"{answer.status}: {answer.text}")
            return await self._wait()
        self._pause = _FIRST_PAUSE
        receipt = json.loads(answer.text)
        self.late += len(receipt["late"])
        self.refusals += [f"{one['id']}: {one['code']}" for one in receipt["refused"]]
        done = {*receipt["taken"], *receipt["late"], *(one["id"] for one in receipt["refused"])}
        self.acknowledge({tap.id for tap in batch} & done)
        return None

    def batch(self) -> list[Tap]:
        """The taps to be sent next."""
        return self.outbox[: self.dice.randint(1, MAX_AT_ONCE)]

    def acknowledge(self, ids: set[str]) -> None:
        """Keep these taps no longer."""
        self.acknowledged += len(ids)
        self.outbox = [tap for tap in self.outbox if tap.id not in ids]

    async def _wait(self) -> None:
        await asyncio.sleep(self._pause * self.dice.uniform(0.5, 1))
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    # ------------------------------------------------------------- what it learns from its page

    def _known(self, number: int, seat: int) -> dict[str, bool]:
        """The entries of a tableau that it knows of, and whether they may be turned over."""
        return self._entries.setdefault((number, seat), {})

    async def _learn(self, number: int, seat: int) -> None:
        while not self.faces:
            own = f"/g/{self.game}/r/{number}/{self.seat}/"
            try:
                page = await self.browser.ask_badly(self.dice, "GET", own)
                self.faces = _FACE.findall(page.text)
            except LostError:
                await self._wait()
        page, known = self.page.fragment, self._known(number, seat)
        if _WHERE.findall(page) != [(str(number), str(seat))]:
            return
        turnable = {entry: "wasabi" not in label.lower() for entry, label in _FLIP.findall(page)}
        gone = {tap.do.partition(":")[2] for tap in self.made}
        for entry in _TAKE.findall(page):
            if entry not in gone:
                known.setdefault(entry, turnable.get(entry, False))


class Forgetful(Phone):
    """A phone with a fault, which the checks must find: the last tap of a batch it thinks stored
    before it is sent."""

    def batch(self) -> list[Tap]:
        """The taps to be sent next, without the last."""
        *some, last = super().batch() or [None]
        if some and last:
            self.acknowledge({last.id})
        return some or [last] * bool(last)
