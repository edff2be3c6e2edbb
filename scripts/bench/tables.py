"""How many busy tables one core serves. `make bench-tables`.

Five phones a table, as pages behave: each taps a card every two seconds, hears the stream, and
fetches what others do at most once a second. The server has one core to itself, the phones another.
Tables are added until a twentieth of the taps waits too long. Prints; stops by itself.
"""

import asyncio
import gzip
import json
import os
import random
import re
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import uuid4

import psutil

from scripts.bench.live import FACES, Table, processor_seconds, served, set_tables
from scripts.bench.scoring import verdict
from scripts.torture.browser import found
from sushiscore.run import migrate, prepare_data

EVERY = 2.0  # seconds between a phone's taps
WARM_UP, MEASURED = 4.0, 12.0  # seconds of a level
STEP, MAX_TABLES = 2, 30
MAX_CARDS = 6
"""Of a tableau, of seven dealt; then a tap takes one away: it stays as full as in a game."""
AIM_TABLES, AIM_TAP, AIM_OTHERS = 8, 0.25, 1.3


_OWN_MARK = re.compile(r'data-others="(\d+)"')
_VERSION = re.compile(r'data-version="(\d+)"')


@dataclass(eq=False)
class Measured:
    """What the phones have met: seconds of their taps, and until others had fetched them."""

    taps: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    tapped: dict[tuple[object, int], float] = field(default_factory=dict)
    """When the tap was pressed that brought a game to a version."""
    requests: int = 0


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
        self._version = 0
        self._mark = ""
        self._news: list[tuple[int, int, dict[str, str]]] = []
        self._changed, self._answered = asyncio.Event(), asyncio.Event()
        self._answered.set()
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(self, method: str, path: str, body: bytes = b"") -> str:
        """The answer's body, over a connection that is kept, as a browser's are."""
        pair = self._free.pop() if self._free else None
        if pair is None or pair[0].at_eof():  # the server closes those that rest for long
            pair = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = pair
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
        self._free.append(pair)
        self.measured.requests += 1
        if " 200 " not in head.split("\r\n")[0]:
            raise RuntimeError(f"{method} {path}: {head}")
        return (gzip.decompress(answer) if "content-encoding: gzip" in head else answer).decode()

    def _show(self, board: str) -> None:
        self._version = int(found(_VERSION, board))
        self._mark = found(_OWN_MARK, board)

    async def tap(self) -> None:
        """Taps until it is stopped."""
        await asyncio.sleep(self._random.random() * EVERY)
        due = time.perf_counter()
        while True:
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
            answer = json.loads(await self.ask("POST", self._taps, asked))
            self.measured.tapped[self._game, answer["version"]] = began
            self.measured.taps.append(time.perf_counter() - began)
            if answer["taken"] != [one]:
                raise RuntimeError(f"The tap was not taken: {answer}")
            if answer["version"] > self._version:
                self._show(answer["board"])
            self._answered.set()
            due += EVERY
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    async def hear(self) -> None:
        """Notes what the stream says."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET {self._stream} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        async for line in reader:
            if line.startswith(b"data: ") and len(said := line[6:].decode().split()) == 3:
                changed = dict(one.split(":") for one in said[2].split(","))
                self._news.append((int(said[0]), int(said[1]), changed))
                self._changed.set()

    async def catch_up(self) -> None:
        """Fetches what others do, as static/js/live.js does."""
        self._show(await self.ask("GET", f"{self._base}{self.place}/"))
        while True:
            await self._changed.wait()
            await self._answered.wait()  # whose board may be all that is new
            self._changed.clear()
            unseen = [one for one in self._news if one[0] > self._version]
            self._news = unseen
            if not unseen:
                continue
            before, own = self._version, f"1-{self.place}"
            last = max(int(changed.get(own, 0)) for _version, _since, changed in unseen)
            if unseen[0][1] > before or last > before:
                self._show(await self.ask("GET", f"{self._base}{self.place}/"))
            else:
                glance = await self.ask("GET", f"{self._base}{self.place}/glance/")
                if 'id="board"' in glance:
                    self._show(glance)
                self._version = max(self._version, int(found(_VERSION, glance)))
            now = time.perf_counter()
            tapped = self.measured.tapped
            seen = [(self._game, version) for version in range(before + 1, self._version + 1)]
            self.measured.others += [now - tapped[one] for one in seen if one in tapped]


async def measure(port: int, server: psutil.Process, tables: Sequence[Table]) -> int:
    """Adds tables until taps wait too long; returns the most that were served."""
    measured = Measured()
    most = 0
    async with asyncio.TaskGroup() as group:
        running = []
        for number in range(STEP, len(tables) + 1, STEP):
            for table in tables[number - STEP : number]:
                for place in range(1, len(table.cookies) + 1):
                    phone = Phone(port, table, place, measured)
                    running += [
                        group.create_task(work())
                        for work in (phone.catch_up, phone.hear, phone.tap)
                    ]
            await asyncio.sleep(WARM_UP)
            measured.taps, measured.others, measured.requests = [], [], 0
            before = processor_seconds(server)
            await asyncio.sleep(MEASURED)
            busy = (processor_seconds(server) - before) / MEASURED
            tap, others = p95(measured.taps), p95(measured.others)
            print(
                f"{number:3} tables: {len(measured.taps) / MEASURED:5.1f} taps/s, a tap's p50 "
                f"{1000 * statistics.median(measured.taps):4.0f} ms, p95 {1000 * tap:5.0f} ms; "
                f"others have it, p95 {1000 * others:5.0f} ms; "
                f"{measured.requests / len(measured.taps):.1f} requests a tap; core {busy:4.0%}",
                flush=True,
            )
            if tap > AIM_TAP:
                break
            most = number
            if number == AIM_TABLES:
                print(f"    at others within {AIM_OTHERS} s: {verdict(others <= AIM_OTHERS)}")
        for task in running:
            task.cancel()
    return most


def p95(seconds: Sequence[float]) -> float:
    """The time within which all but a twentieth lie."""
    return statistics.quantiles(seconds, n=20)[-1]


def main() -> None:
    """Lays tables in a data folder of its own, measures and prints."""
    cores = sorted(psutil.Process().cpu_affinity() or [0])
    with tempfile.TemporaryDirectory() as data:
        os.environ["SUSHISCORE_DATA"] = data
        os.environ["DJANGO_SETTINGS_MODULE"] = "sushiscore.settings"
        prepare_data()
        migrate()
        tables = set_tables(MAX_TABLES)
        with served() as running:
            server = psutil.Process(running.process.pid)
            server.cpu_affinity(cores[:1])
            psutil.Process().cpu_affinity(cores[1:] or cores)
            most = asyncio.run(measure(running.port, server, tables))
    print(
        f"busy tables on one core with a tap's p95 under {1000 * AIM_TAP:.0f} ms: {most} "
        f"(aim: at least {AIM_TABLES}: {verdict(most >= AIM_TABLES)})"
    )


if __name__ == "__main__":
    main()
