"""Phones at tables that do what pages do, over asyncio; for `make load`."""

import asyncio
import contextlib
import gzip
import json
import random
import re
import time
from dataclasses import dataclass, field
from uuid import uuid4

from scripts.bench.live import FACES, Table
from scripts.torture.browser import found

EVERY = 2.0  # seconds between a phone's taps, on average
BURST, APART = 3, 0.4
"""Cards that a phone taps one after the other, and the seconds between them; then it rests."""
TOGETHER = 1.5  # seconds in which a table's phones begin: they lay their cards at the same time
MAX_CARDS = 6
"""Of a tableau, of seven dealt; then a tap takes one away: it stays as full as in a game."""
AGAIN = 1.0  # seconds after which a tap without an answer is sent again
ENTERING = 1.2  # seconds after an answer with a board, in which the next may bring what others did

_OWN_MARK = re.compile(r'data-others="(\d+)"')
_VERSION = re.compile(r'data-version="(\d+)"')


@dataclass(eq=False)
class Measured:
    """What the phones have met: seconds of their taps, and until others had fetched them."""

    taps: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    tapped: dict[tuple[object, int], float] = field(default_factory=dict)
    """When the tap was pressed that brought a game to a version."""
    acknowledged: list[str] = field(default_factory=list)
    """The ids of all taps that the server says it has."""
    requests: int = 0
    failed: int = 0

    def begin(self) -> None:
        """Measure from now on."""
        self.taps, self.others = [], []
        self.requests = self.failed = 0


class Phone:
    """A page that shows its seat's tableau of the first round."""

    def __init__(self, port: int, table: Table, place: int, measured: Measured) -> None:
        self.port = port
        self.measured = measured
        self.place = place
        self._cookie = table.cookies[place - 1]
        self._stream = table.streams[place - 1]
        self._game = table.game
        self._base = f"/g/{table.game}/r/1/"
        self._taps = f"/api/v1/games/{table.game}/taps/"
        self._cards: list[str] = []
        self._random = random.Random(f"{table.game} {place}")
        # Where in a burst's time its table begins.
        self._phase = random.Random(str(table.game)).random() * BURST * EVERY
        self._version = 0
        self._mark = ""
        self._news: list[tuple[int, int, dict[str, str]]] = []
        self._changed, self._answered = asyncio.Event(), asyncio.Event()
        self._is_left_out = False  # the board, of the last answer
        self._entered = 0.0  # when an answer has brought one
        self._answered.set()
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self._is_over = asyncio.Event()

    async def play(self) -> None:
        """Show the page, follow its table and tap, until ``stop`` is called."""
        self._is_over.clear()
        self._show(await self._ask_again("GET", f"{self._base}{self.place}/"))
        following = [asyncio.create_task(work()) for work in (self._hear, self._catch_up)]
        try:
            await self._tap()
        finally:
            for task in following:
                task.cancel()
            await asyncio.gather(*following, return_exceptions=True)
            for _reader, writer in self._free:
                writer.close()
            self._free.clear()

    def stop(self) -> None:
        """Let the phone finish what it has sent."""
        self._is_over.set()

    async def _ask(self, method: str, path: str, body: bytes = b"") -> str:
        """The answer's body, over a connection that is kept, as a browser's are.

        Raises:
            OSError, EOFError: where there is none, or another than 200.
        """
        pair = self._free.pop() if self._free else None
        if pair is None or pair[0].at_eof():  # the server closes those that rest for long
            pair = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = pair
        try:
            writer.write(
                f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: phone={self._cookie}\r\n"
                "Content-Type: application/json\r\nAccept-Encoding: gzip\r\nHX-Request: true\r\n"
                f"Others: {self._mark}\r\n"
                f"Content-Length: {len(body)}\r\n\r\n".encode()
                + body
            )
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = re.search(r"content-length: (\d+)", head)
            answer = await reader.readexactly(int(length[1])) if length else b""
        except BaseException:
            writer.close()
            raise
        self._free.append(pair)
        self.measured.requests += 1
        if " 200 " not in head.split("\r\n")[0]:
            raise OSError(f"{method} {path}: {head}")
        return (gzip.decompress(answer) if "content-encoding: gzip" in head else answer).decode()

    async def _ask_again(self, method: str, path: str, body: bytes = b"") -> str:
        """The same, tried until there is an answer, as a phone's outbox does."""
        while True:
            try:
                return await self._ask(method, path, body)
            except (OSError, EOFError):
                self.measured.failed += 1
                await asyncio.sleep(AGAIN)

    def _show(self, board: str) -> None:
        self._version = int(found(_VERSION, board))
        self._mark = found(_OWN_MARK, board)

    async def _tap(self) -> None:
        pause = BURST * EVERY
        due = time.perf_counter() + (self._phase - time.perf_counter()) % pause
        due += self._random.random() * TOGETHER
        while True:
            for card in range(BURST):
                if await self._is_told_to_stop(due + card * APART):
                    return
                await self._tap_once()
            due += pause

    async def _is_told_to_stop(self, due: float) -> bool:
        """Whether the phone is to stop, once that time has come."""
        with contextlib.suppress(TimeoutError):
            wait = max(0.0, due - time.perf_counter())
            await asyncio.wait_for(self._is_over.wait(), wait)
        return self._is_over.is_set()

    async def _tap_once(self) -> None:
        one = str(uuid4())
        do = f"add:{self._random.choice(FACES)}"
        if len(self._cards) >= MAX_CARDS:
            do = f"take:{self._cards.pop(0)}"
        else:
            self._cards.append(one)
        board = {"round": 1, "seat": self.place, "heard": self._version}
        tap = {"id": one, "round": 1, "seat": self.place, "do": do}
        asked = json.dumps({"taps": [tap], "unsaid": [], "board": board}).encode()
        began = time.perf_counter()
        self._answered.clear()
        answer = json.loads(await self._ask_again("POST", self._taps, asked))
        self.measured.tapped[self._game, answer["version"]] = began
        self.measured.taps.append(time.perf_counter() - began)
        if answer["taken"] != [one]:
            raise RuntimeError(f"The tap was not taken: {answer}")
        self.measured.acknowledged.append(one)
        if not answer["board"]:
            self._is_left_out = True
            self._changed.set()
        elif answer["version"] > self._version:
            self._show(answer["board"])
            self._entered = time.perf_counter()
        self._answered.set()

    async def _hear(self) -> None:
        """Note what the stream says; open it again when it ends."""
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    writer.write(f"GET {self._stream} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                    async for line in reader:
                        if line.startswith(b"data: "):
                            self._note(line[6:].decode().split())
                finally:
                    writer.close()
            self.measured.failed += 1
            await asyncio.sleep(AGAIN)

    def _note(self, said: list[str]) -> None:
        if len(said) == 3:
            changed = dict(one.split(":") for one in said[2].split(","))
            self._news.append((int(said[0]), int(said[1]), changed))
            self._changed.set()

    async def _catch_up(self) -> None:
        """Fetch what others do, as static/js/live.js does."""
        while True:
            await self._changed.wait()
            await self._answered.wait()  # whose board may be all that is new
            self._changed.clear()
            if is_left_out := self._is_left_out:
                await asyncio.sleep(0.5 + self._random.random())
                self._is_left_out = False
            unseen = [one for one in self._news if one[0] > self._version]
            self._news = unseen
            if not unseen and not is_left_out:
                continue
            before, own = self._version, f"1-{self.place}"
            last = max(
                [int(changed.get(own, 0)) for _version, _since, changed in unseen], default=0
            )
            if is_left_out or unseen[0][1] > before or last > before:
                self._show(await self._ask_again("GET", f"{self._base}{self.place}/"))
            elif (rest := self._entered + ENTERING - time.perf_counter()) > 0:
                await asyncio.sleep(rest)
                self._changed.set()
                continue
            else:
                glance = await self._ask_again("GET", f"{self._base}{self.place}/glance/")
                if 'id="board"' in glance:
                    self._show(glance)
                self._version = max(self._version, int(found(_VERSION, glance)))
            now = time.perf_counter()
            tapped = self.measured.tapped
            seen = [(self._game, version) for version in range(before + 1, self._version + 1)]
            self.measured.others += [now - tapped[one] for one in seen if one in tapped]
