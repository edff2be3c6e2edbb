"""How long a tap takes alone, and when forty phones tap at the same moment. `make bench-at-once`.

Eight tables of five, whose pages tap as they do: with the answer comes the board, or it is fetched
a moment later where the server leaves it out. On SQLite with one process, and where there are
services on PostgreSQL with one and with two, among which phones are divided, or tables, as the
proxy of docs/proxy.md does. Prints; stops by itself.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from uuid import uuid4

from scripts.bench.live import FACES, SEATS, Table, percentile, set_tables
from scripts.bench.live_phones import PATIENCE, Connection, request_for
from scripts.bench.scoring import verdict
from scripts.server import ROOT, Server
from scripts.services import new_database, redis_server
from sushiscore.run import migrate, prepare_data

TABLES, ALONE, BURSTS, PAUSE = 8, 100, 30, 0.5
MAX_CARDS = 6
"""Of a tableau; then a tap takes one away, so that it stays as full as in a game."""
AIM_ALONE, AIM_MEDIAN, AIM_LATE = 1.3, 104, 247


class Phone:
    """A page at its seat, over a connection that is kept."""

    def __init__(self, port: int, table: Table, place: int) -> None:
        self._port = port
        self._table, self._place = table, place
        self._cards: list[str] = []
        self._heard = self._taps = 0

    def connect(self) -> None:
        """Open a connection, which the server closes after five seconds without a tap."""
        self._to = Connection(self._port)

    def tap(self) -> tuple[float, float]:
        """Lay a card, or take one away; return the seconds until the answer and the board."""
        one, do = str(uuid4()), f"add:{FACES[self._taps % len(FACES)]}"
        if len(self._cards) >= MAX_CARDS:
            do = f"take:{self._cards.pop(0)}"
        else:
            self._cards.append(one)
        self._taps += 1
        tap = {"id": one, "round": 1, "seat": self._place, "do": do}
        board = {"round": 1, "seat": self._place, "heard": self._heard}
        request = request_for(
            f"/api/v1/games/{self._table.game}/taps/",
            {"taps": [tap], "unsaid": [], "board": board},
            self._table.cookies[self._place - 1],
        )
        began = time.perf_counter()
        answer = json.loads(self._to.ask(request))
        taken = time.perf_counter() - began
        if answer["taken"] != [one]:
            raise RuntimeError(f"The tap was not taken: {answer}")
        self._heard = answer["version"]
        if answer["board"]:
            return taken, taken
        time.sleep(0.5 + random.random())  # LATER_MS of static/js/live.js
        page = f"/g/{self._table.game}/r/1/{self._place}/"
        cookie = self._table.cookies[self._place - 1]
        self._to.ask(
            f"GET {page} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\n"
            f"Cookie: phone={cookie}\r\n\r\n".encode()
        )
        return taken, time.perf_counter() - began


def measure(phones: Sequence[Phone]) -> dict[str, float]:
    """Return the median of a tap alone, median and p95 of all at once, and p95 of their boards, in
    milliseconds."""
    start = Barrier(len(phones), timeout=PATIENCE)

    def taps(phone: Phone) -> list[tuple[float, float]]:
        found = []
        phone.connect()
        for _burst in range(BURSTS):
            start.wait()
            found.append(phone.tap())
            start.wait()
            time.sleep(PAUSE)
        return found

    phones[0].connect()
    alone = [phones[0].tap()[0] for _tap in range(ALONE)]
    with ThreadPoolExecutor(len(phones)) as pool:  # one that fails lets no other one wait
        found = [one for found in pool.map(taps, phones) for one in found[3:]]  # warm by then
    late, boards = zip(*found, strict=True)
    return {
        "alone": 1000 * statistics.median(alone),
        "median": 1000 * statistics.median(late),
        "p95": 1000 * percentile(late, 95),
        "boards": 1000 * percentile(boards, 95),
    }


@contextmanager
def served(processes: int) -> Iterator[list[int]]:
    """The ports of server processes on the present database and data folder."""
    servers = [Server(Path(os.environ["SUSHISCORE_DATA"])) for _ in range(processes)]
    try:
        for server in servers:
            server.start()
            server.wait()
        yield [server.port for server in servers]
    finally:
        for server in servers:
            server.stop()


def measure_here(processes: int, by: str) -> None:
    """Print what is measured as JSON, on the database that the environment names."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "sushiscore.settings"
    held = prepare_data()
    migrate()
    tables = set_tables(TABLES)
    held.close()
    with served(processes) as ports:
        phones = [
            Phone(ports[(number if by == "tables" else place) % processes], table, place)
            for number, table in enumerate(tables)
            for place in range(1, SEATS + 1)
        ]
        print(json.dumps(measure(phones)))


def measured(processes: int, by: str = "tables", **environment: str) -> dict[str, float]:
    """Measure in a process of its own, and print it."""
    with tempfile.TemporaryDirectory() as data:
        done = subprocess.run(
            [sys.executable, "-m", "scripts.bench.at_once", str(processes), by],
            check=True,
            cwd=ROOT,
            env={
                **os.environ,
                **environment,
                "SUSHISCORE_DATA": data,
                "SUSHISCORE_LOG_TO": "stderr",
            },
            stdout=subprocess.PIPE,
        )
    found: dict[str, float] = json.loads(done.stdout)
    where = "PostgreSQL" if environment["DATABASE_URL"] else "SQLite"
    divided = f", divided by {by}" if processes > 1 else ""
    print(
        f"{where}, {processes} process{'es' if processes > 1 else ''}{divided}: a tap alone "
        f"{found['alone']:.1f} ms; {TABLES * SEATS} at once: median {found['median']:.0f} ms, 95 % "
        f"within {found['p95']:.0f} ms, their boards {found['boards']:.0f} ms",
        flush=True,
    )
    return found


def main() -> None:
    """Measure on each database."""
    sqlite = measured(1, DATABASE_URL="", REDIS_URL="")
    try:
        cache, _said = redis_server()
        with new_database() as database:
            one = measured(1, DATABASE_URL=database, REDIS_URL=cache)
        with new_database() as database:
            measured(2, "seats", DATABASE_URL=database, REDIS_URL=cache)
        with new_database() as database:
            two = measured(2, DATABASE_URL=database, REDIS_URL=cache)
    except LookupError as error:
        print(f"{error}: the rest is not measured")
        return
    times = one["alone"] / sqlite["alone"]
    print(f"a tap alone: {times:.2f} × SQLite (aim {AIM_ALONE}: {verdict(times <= AIM_ALONE)})")
    is_quick = two["median"] <= AIM_MEDIAN and two["p95"] <= AIM_LATE
    print(f"two processes: aim {AIM_MEDIAN} ms and {AIM_LATE} ms: {verdict(is_quick)}")


if __name__ == "__main__":
    if sys.argv[1:]:
        measure_here(int(sys.argv[1]), sys.argv[2])
    else:
        main()
