"""How many busy tables SushiScore holds. `make load`; `make load ARGS=sqlite` measures one part.

Five phones a table, as pages behave: each taps a card every two seconds, three in a burst, hears
the stream, and fetches what others do at most once a second. Phones are added until a twentieth of
the taps waits longer than a quarter of a second; the most that held is measured for longer. On
loopback; prints tables in Markdown; stops by itself.

Where there are fewer cores than processes, phones, PostgreSQL and Redis need, many processes hold
less than they could: then the processor that a tap takes says more. All phones of a table go to one
process, which then has the game in mind, as the proxy of docs/proxy.md sends them.
"""

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import platform
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import psutil
import psycopg
import redis
from tabulate import tabulate

from scripts.bench.scoring import verdict
from scripts.phones import VERSION, Browser, LostError, found
from scripts.server import Server, alone
from scripts.services import new_database, redis_server
from sushiscore.run import allow_many_files, migrate, prepare_data

PARTS = {"sqlite": 1, "postgres-1": 1, "postgres-2": 2, "postgres-4": 4}
"""The number of processes of each."""
AIM_TABLES, AIM_TAP, AIM_SECOND, AIM_REST = 8, 0.25, 1.7, 120
SEATS, MOST_TABLES = 5, 80
FACES = ("tempura", "sashimi", "dumpling", "maki-2", "wasabi", "squid-nigiri", "pudding", "maki-3")
EVERY, BURST, APART = 2.0, 3, 0.4
"""Seconds between a phone's taps on average; cards that it taps one after the other, and the
seconds between them."""
TOGETHER = 1.5  # seconds in which a table's phones begin: they lay their cards at the same time
MAX_CARDS = 6
"""Of a tableau, of seven dealt; then a tap takes one away: it stays as full as in a game."""
AGAIN = 1.0  # seconds after which what had no answer is sent again
ENTERING = 1.2  # seconds after an answer with a board, in which the next may bring what others did
WARM_UP = SEARCHED = BURST * EVERY
MEASURED = 4 * WARM_UP
"""Seconds of a level, which are whole bursts: while the most is searched, and what is printed."""
PATIENCE = 300  # seconds for a part


@dataclass(frozen=True, slots=True)
class Table:
    """A game with the cookies of its phones, the host's first, and their streams' addresses."""

    game: str
    cookies: Sequence[str]
    streams: Sequence[str]


def set_tables(number_of_tables: int) -> list[Table]:
    """Games of five, each with a phone at every seat."""
    from django.core.signing import get_cookie_signer
    from django.db import connection, transaction

    from referee.access.games import stream_token, visit_of
    from referee.play.services.games import Setup, start_game
    from referee.play.services.joining import join
    from referee.play.views.responses import live_path

    sign = get_cookie_signer(salt="phonephone").sign
    tables = []
    with transaction.atomic():
        for number in range(number_of_tables):
            phones = [f"phone-{number}-{place}" for place in range(1, SEATS + 1)]
            names = ("Ana", "Ben", "Cem", "Dan", "Eve")
            game = start_game(phones[0], uuid4(), Setup("sushi-go", names)).pk
            streams = []
            for place, phone in enumerate(phones, start=1):
                join(game, phone, place)
                streams.append(f"{live_path(game)}?token={stream_token(visit_of(phone, game))}")
            tables.append(Table(str(game), [sign(phone) for phone in phones], streams))
    connection.close()
    return tables


# -------------------------------------------------------------------------------- the phones


@dataclass(eq=False)
class Measured:
    """What the phones have met: seconds of their taps, and until others had fetched them."""

    taps: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    tapped: dict[tuple[str, int], float] = field(default_factory=dict)
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
    """A page that shows its seat's tableau of the first round; ``every`` so many seconds it taps a
    card, on average."""

    def __init__(
        self, port: int, table: Table, place: int, measured: Measured, *, every: float = EVERY
    ) -> None:
        self.measured, self.place, self.table = measured, place, table
        self._browser = Browser(port, {"phone": table.cookies[place - 1]})
        self._page = f"/g/{table.game}/r/1/{place}/"
        self._cards: list[str] = []
        self._dice = random.Random(f"{table.game} {place}")
        # Where in a burst's time its table begins.
        self._pause = BURST * every
        self._phase = random.Random(table.game).random() * self._pause
        self._version, self._mark = 0, ""
        self._news: list[tuple[int, int, dict[str, str]]] = []
        self._changed, self._answered = asyncio.Event(), asyncio.Event()
        self._is_left_out = False  # the board, of the last answer
        self._entered = 0.0  # when an answer has brought one
        self._is_over = asyncio.Event()

    async def play(self) -> None:
        """Show the page, follow its table and tap, until ``stop`` is called."""
        self._is_over.clear()
        self._answered.set()
        self._show(await self._ask("GET", self._page))
        following = [asyncio.create_task(work()) for work in (self._hear, self._catch_up)]
        try:
            await self._tap()
        finally:
            for task in following:
                task.cancel()
            await asyncio.gather(*following, return_exceptions=True)
            self._browser.close()

    def stop(self) -> None:
        """Let the phone finish what it has sent."""
        self._is_over.set()

    async def _ask(self, method: str, path: str, document: object = None) -> str:
        """The answer, tried until there is one, as a phone's outbox does."""
        body = b"" if document is None else json.dumps(document).encode()
        kind = {"HX_Request": "true", "Others": self._mark, "Content_Type": "application/json"}
        while True:
            with contextlib.suppress(LostError):
                answer = await self._browser.ask(method, path, body, **kind)
                self.measured.requests += 1
                if answer.status == 200:
                    return answer.text
            self.measured.failed += 1
            await asyncio.sleep(AGAIN)

    def _show(self, board: str) -> None:
        self._version = int(found(VERSION, board))
        self._mark = board.partition('data-others="')[2].partition('"')[0]

    async def _tap(self) -> None:
        pause = self._pause
        due = time.perf_counter() + (self._phase - time.perf_counter()) % pause
        due += self._dice.random() * TOGETHER
        while True:
            for card in range(BURST):
                with contextlib.suppress(TimeoutError):
                    wait = max(0.0, due + card * APART - time.perf_counter())
                    await asyncio.wait_for(self._is_over.wait(), wait)
                if self._is_over.is_set():
                    return
                await self._tap_once()
            due += pause

    async def _tap_once(self) -> None:
        one, do = str(uuid4()), f"add:{self._dice.choice(FACES)}"
        if len(self._cards) >= MAX_CARDS:
            do = f"take:{self._cards.pop(0)}"
        else:
            self._cards.append(one)
        board = {"round": 1, "seat": self.place, "heard": self._version}
        tap = {"id": one, "round": 1, "seat": self.place, "do": do}
        began = time.perf_counter()
        self._answered.clear()
        path, asked = f"/api/v1/games/{self.table.game}/taps/", {"taps": [tap], "unsaid": []}
        answer = json.loads(await self._ask("POST", path, asked | {"board": board}))
        self.measured.tapped[self.table.game, answer["version"]] = began
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
            with contextlib.suppress(LostError):
                async for said in self._browser.told(self.table.streams[self.place - 1]):
                    version, *since = said.split()
                    if since:
                        changed = dict(one.split(":") for one in since[1].split(","))
                        self._news.append((int(version), int(since[0]), changed))
                        self._changed.set()
            self.measured.failed += 1
            await asyncio.sleep(AGAIN)

    async def _catch_up(self) -> None:
        """Fetch what others do, as static/js/live.js does."""
        while True:
            await self._changed.wait()
            await self._answered.wait()  # whose board may be all that is new
            self._changed.clear()
            if is_left_out := self._is_left_out:
                await asyncio.sleep(0.5 + self._dice.random())
                self._is_left_out = False
            self._news = unseen = [one for one in self._news if one[0] > self._version]
            if not unseen and not is_left_out:
                continue
            before, own = self._version, f"1-{self.place}"
            last = max((int(changed.get(own, 0)) for *_, changed in unseen), default=0)
            if is_left_out or unseen[0][1] > before or last > before:
                self._show(await self._ask("GET", self._page))
            elif (rest := self._entered + ENTERING - time.perf_counter()) > 0:
                await asyncio.sleep(rest)
                self._changed.set()
                continue
            else:
                glance = await self._ask("GET", f"{self._page}glance/")
                if 'id="board"' in glance:
                    self._show(glance)
                self._version = max(self._version, int(found(VERSION, glance)))
            now, tapped = time.perf_counter(), self.measured.tapped
            seen = ((self.table.game, at) for at in range(before + 1, self._version + 1))
            self.measured.others += [now - tapped[one] for one in seen if one in tapped]


# ---------------------------------------------------------------------- where phones go


@dataclass(eq=False)
class Site:
    """The processes that serve, with their ports, and the address of their PostgreSQL, if any."""

    ports: Sequence[int]
    servers: Sequence[psutil.Process]
    database: str

    def seconds(self) -> dict[str, float]:
        """The processor time that each part has taken; that of the phones is this process's."""
        parts = {"servers": self.servers, "phones": [psutil.Process()]}
        if self.database:
            parts["PostgreSQL"] = self._backends()
        return {part: sum(map(seconds_of, processes)) for part, processes in parts.items()}

    def _backends(self) -> list[psutil.Process]:
        """PostgreSQL's processes that serve this database, where it runs on this machine."""
        asked = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
        with psycopg.connect(self.database) as connection:
            pids = [pid for (pid,) in connection.execute(asked)]
        return [psutil.Process(pid) for pid in pids if psutil.pid_exists(pid)]

    def megabytes(self) -> float:
        """The memory of each server; what they share counts for each."""
        return sum(one.memory_info().rss for one in self.servers) / 1e6 / len(self.servers)


def seconds_of(process: psutil.Process) -> float:
    """The processor time that a process has taken."""
    with contextlib.suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return times.user + times.system
    return 0.0


@contextmanager
def put_up(folder: Path, processes: int, database: str) -> Iterator[Site]:
    """Start the processes.

    Raises:
        RuntimeError: where one does not start.
    """
    services = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")}
    servers = [Server(folder, {**alone(), **services}) for _ in range(processes)]
    with contextlib.ExitStack() as stack:
        for server in servers:  # one after the other: the first one migrates
            server.start()
            stack.callback(server.stop)
            server.wait_until_ready()
        found = [psutil.Process(server.process.pid) for server in servers]
        yield Site([server.port for server in servers], found, database)


# ------------------------------------------------------------------ in the process of a part


@dataclass
class Level:
    """What so many phones met; seconds, cores, and megabytes of a server."""

    phones: int
    taps: float
    tap: float
    late_tap: float
    others: float
    requests: float
    failed: int
    cores: dict[str, float]
    megabytes: float

    @property
    def is_held(self) -> bool:
        """Whether taps are quick enough, and each had its answer."""
        return self.late_tap <= AIM_TAP and not self.failed


@dataclass
class Result:
    """What a part holds at most; None where it is not a single table."""

    part: str
    at_rest: float
    most: Level | None
    taps: int
    lost: int


class Tables:
    """The phones of a site, of which the first so many play."""

    def __init__(self, site: Site, tables: Sequence[Table]) -> None:
        self.site, self.measured = site, Measured()
        self.phones = [
            Phone(site.ports[number % len(site.ports)], table, place, self.measured)
            for number, table in enumerate(tables)
            for place in range(1, SEATS + 1)
        ]
        self._playing: list[asyncio.Task[None]] = []

    async def seat(self, number: int) -> None:
        """Let so many phones play."""
        leaving = self._playing[number:]
        for phone in self.phones[number : len(self._playing)]:
            phone.stop()
        await asyncio.gather(*leaving)
        del self._playing[number:]
        for phone in self.phones[len(self._playing) : number]:
            self._playing.append(asyncio.create_task(phone.play()))

    async def level(self, number: int, seconds: float) -> Level:
        """Measure so many phones."""
        await self.seat(number)
        await asyncio.sleep(WARM_UP)
        for task in self._playing:
            if task.done():
                task.result()  # raises what went wrong
        before, began = self.site.seconds(), time.perf_counter()
        self.measured.begin()
        await asyncio.sleep(seconds)
        took, spent, measured = time.perf_counter() - began, self.site.seconds(), self.measured
        if len(measured.taps) < 2:
            raise RuntimeError("no tap was answered")
        level = Level(
            number,
            len(measured.taps) / took,
            statistics.median(measured.taps),
            p95(measured.taps),
            p95(measured.others) if len(measured.others) > 1 else 0.0,
            measured.requests / len(measured.taps),
            measured.failed,
            {part: (spent[part] - before[part]) / took for part in spent},
            self.site.megabytes(),
        )
        tell(
            f"    {number / SEATS:5.1f} tables: {level.taps:5.1f} taps/s, p50 "
            f"{1000 * level.tap:4.0f} ms, p95 {1000 * level.late_tap:5.0f} ms; "
            f"{level.failed} without an answer"
        )
        return level


def p95(seconds: Sequence[float]) -> float:
    """The time within which all but a twentieth lie."""
    return statistics.quantiles(seconds, n=20)[-1]


async def most_held(tables: Tables) -> Level | None:
    """The most phones whose taps are quick enough: doubled, then halved in between."""
    held, number, too_many = 0, 2 * SEATS, len(tables.phones) + 1
    while number not in (held, too_many) and too_many - held > max(1, held // 10):
        if (await tables.level(number, SEARCHED)).is_held:
            held = number
        else:
            too_many = number
        is_open = too_many > len(tables.phones)
        number = min(2 * held, len(tables.phones)) if is_open else (held + too_many) // 2
    most = await tables.level(held, MEASURED) if held else None
    await tables.seat(0)
    return most


def measure(part: str) -> Result:
    """Measure a part, on tables and processes of its own; in a fresh process."""
    allow_many_files()
    own = contextlib.nullcontext("") if part == "sqlite" else new_database()
    with tempfile.TemporaryDirectory() as data, own as url:
        os.environ |= {"SUSHISCORE_DATA": data, "DJANGO_SETTINGS_MODULE": "sushiscore.settings"}
        os.environ |= {"DATABASE_URL": url, "REDIS_URL": redis_server()[0] if url else ""}
        prepare_data()
        migrate()
        laid = set_tables(MOST_TABLES)
        with put_up(Path(data), PARTS[part], url) as site:
            at_rest = site.megabytes()
            tables = Tables(site, laid)
            most = asyncio.run(most_held(tables))
        taps = tables.measured.acknowledged
        return Result(part, at_rest, most, len(taps), len(taps) - stored(taps))


def stored(taps: Sequence[str]) -> int:
    """How many of these taps the database has."""
    from django.db import connections

    from referee.models import Tap

    parts = [taps[start : start + 500] for start in range(0, len(taps), 500)]
    found = sum(Tap.objects.filter(pk__in=part).count() for part in parts)
    connections.close_all()
    return found


def tell(line: str) -> None:
    """Say what goes on; the tables alone go to standard output."""
    print(line, file=sys.stderr, flush=True)


# ------------------------------------------------------------------------------ in all of them


def show(results: Sequence[Result]) -> None:
    """Print the table, and what was aimed at."""
    rows, notes, held, taken = [], [], {}, {}
    for one in results:
        level = one.most
        if level is None:
            notes.append(f"{one.part} does not hold a single table")
            continue
        held[one.part] = level.phones / SEATS
        taken[one.part] = 1000 * level.cores["servers"] / level.taps
        times = [f"{1000 * took:.0f} ms" for took in (level.tap, level.late_tap, level.others)]
        cores = ", ".join(f"{part} {busy:.2f}" for part, busy in level.cores.items())
        rows.append([one.part, held[one.part], f"{level.taps:.0f}", *times, cores])
        notes.append(
            f"{one.part}: a tap takes the servers {taken[one.part]:.1f} ms of processor and "
            f"{level.requests:.1f} requests; each has {one.at_rest:.0f} MB at rest (aim: at most "
            f"{AIM_REST}: {verdict(one.at_rest <= AIM_REST)}), then {level.megabytes:.0f} MB; "
            f"{one.lost} of {one.taps:,} taps lost (aim: none: {verdict(not one.lost)})"
        )
    print(f"\n{psutil.cpu_count()} cores, Python {platform.python_version()}\n")
    heads = ["", "tables", "taps/s", "p50", "p95", "others, p95", "cores"]
    print(tabulate(rows, heads, tablefmt="github", disable_numparse=True), end="\n\n")
    if "sqlite" in held:
        is_met = verdict(held["sqlite"] >= AIM_TABLES)
        notes.append(f"aim: at least {AIM_TABLES} tables on SQLite: {is_met}")
    if {"postgres-1", "postgres-2"} <= taken.keys():
        ratio = 2 * taken["postgres-1"] / taken["postgres-2"]
        notes.append(
            f"on cores enough two processes hold {ratio:.2f} × what one holds, by the processor "
            f"that a tap takes (aim: at least {AIM_SECOND}: {verdict(ratio >= AIM_SECOND)})"
        )
    print("\n".join(f"- {note}" for note in notes))


def main() -> None:
    """Measure each part in a process of its own, then print."""
    parser = argparse.ArgumentParser(prog="load", description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all")
    parts = parser.parse_args().parts or list(PARTS)
    if unknown := set(parts) - PARTS.keys():
        parser.error(f"no part is named {', '.join(unknown)}")
    results = []
    for part in parts:
        tell(f"{part}:")
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            try:
                results.append(pool.submit(measure, part).result(PATIENCE))
            except (LookupError, RuntimeError, TimeoutError, redis.RedisError) as error:
                tell(f"    {part} was not measured: {error!r}")
    show(results)


if __name__ == "__main__":
    main()
