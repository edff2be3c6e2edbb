"""How many busy tables SushiScore holds. `make load`; `make load ARGS=sqlite` measures one part.

Five phones a table, as pages behave: each taps a card every two seconds, three in a burst, hears
the stream, and fetches what others do at most once a second. Phones are added until a twentieth of
the taps waits longer than a quarter of a second; then a tenth, a half and all of them are measured
on processes that were started anew. On loopback; prints tables in Markdown; stops by itself, after
twenty minutes at most.

Each process has a core of its own as far as there are any, the phones and nginx the rest;
PostgreSQL and Redis run where the system lets them. Where there are fewer cores than all these
need, many processes hold less than they could: then the processor that a tap takes says more.
nginx sends all phones of a table to one process, which then has the game in mind.
"""

import argparse
import asyncio
import contextlib
import json
import os
import platform
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil
import redis
from tabulate import tabulate

from scripts.bench.live import SEATS, Table, set_tables
from scripts.bench.load_phones import BURST, EVERY, Measured, Phone
from scripts.bench.load_site import Database, Site, dealt_evenly, put_up
from scripts.bench.scoring import verdict
from scripts.services import new_database, redis_server
from sushiscore.run import allow_many_files, migrate, prepare_data

PARTS = {"sqlite": 1, "postgres-1": 1, "postgres-2": 2, "postgres-4": 4}
"""The number of processes of each."""
AIM_TABLES, AIM_TAP, AIM_OTHERS, AIM_SECOND, AIM_REST = 8, 0.25, 1.3, 1.7, 120
MOST_TABLES = 80
WARM_UP = SEARCHED = BURST * EVERY
MEASURED = 2 * WARM_UP
"""Seconds of a level, which are whole bursts: while the most is searched, and what is printed."""
PATIENCE = 300  # seconds of a part; then it is ended


@dataclass
class Level:
    """What so many phones met; seconds, and cores."""

    phones: int
    taps: int
    tap: float
    late_tap: float
    others: float
    requests: float
    failed: int
    cores: dict[str, float]
    megabytes: float
    transactions: float
    messages: float

    @property
    def is_held(self) -> bool:
        """Whether taps are quick enough, and each had its answer."""
        return self.late_tap <= AIM_TAP and not self.failed


@dataclass
class Result:
    """What a part holds: ``levels`` are a tenth, a half and all of that."""

    part: str
    processes: int
    at_rest: float
    levels: list[Level]
    taps: int
    lost: int


# --------------------------------------------------------------------- in the process of a part


class Tables:
    """The phones of a site, of which the first so many play."""

    def __init__(self, site: Site, tables: Sequence[Table], measured: Measured) -> None:
        self.site = site
        self.measured = measured
        places = range(1, SEATS + 1)
        self.phones = [Phone(site.port, one, place, measured) for one in tables for place in places]
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

    async def level(self, number: int, seconds: float = MEASURED) -> Level:
        """Measure so many phones."""
        await self.seat(number)
        await asyncio.sleep(WARM_UP)
        for task in self._playing:
            if task.done():
                task.result()  # raises what went wrong
        before, counted = self.site.seconds(), self._counts()
        self.measured.begin()
        began = time.perf_counter()
        await asyncio.sleep(seconds)
        took = time.perf_counter() - began
        spent = self.site.seconds()
        measured, taps = self.measured, len(self.measured.taps)
        if taps < 2:
            raise RuntimeError("no tap was answered")
        level = Level(
            number,
            taps,
            statistics.median(measured.taps),
            p95(measured.taps),
            p95(measured.others) if len(measured.others) > 1 else 0.0,
            measured.requests / taps,
            measured.failed,
            {part: (spent[part] - before[part]) / took for part in spent},
            self.site.megabytes(),
            *((now - then) / taps for now, then in zip(self._counts(), counted, strict=True)),
        )
        tell(
            f"    {number / SEATS:5.1f} tables: {taps / took:5.1f} taps/s, p50 "
            f"{1000 * level.tap:4.0f} ms, p95 {1000 * level.late_tap:5.0f} ms; others have it, p95 "
            f"{1000 * level.others:5.0f} ms; {level.requests:.1f} requests a tap; "
            f"{level.failed} without an answer; cores: "
            + ", ".join(f"{part} {cores:.2f}" for part, cores in level.cores.items())
        )
        return level

    def _counts(self) -> tuple[int, int]:
        database = self.site.database
        return (database.transactions(), database.messages()) if database else (0, 0)


def p95(seconds: Sequence[float]) -> float:
    """The time within which all but a twentieth lie."""
    return statistics.quantiles(seconds, n=20)[-1]


async def most_held(tables: Tables) -> int:
    """The most phones whose taps are quick enough: doubled, then halved in between."""
    held, number = 0, 2 * SEATS
    too_many = len(tables.phones) + 1
    while too_many - held > max(1, held // 10):
        if (await tables.level(number, SEARCHED)).is_held:
            held = number
        else:
            too_many = number
        if too_many > len(tables.phones):
            number = min(2 * held, len(tables.phones))
        else:
            number = (held + too_many) // 2
        if number in (held, too_many):
            break
    await tables.seat(0)
    return held


async def levels_of(tables: Tables, most: int) -> list[Level]:
    """Measure a tenth, a half and all of the most."""
    numbers = sorted({max(1, round(most * part)) for part in (0.1, 0.5, 1)})
    found = [await tables.level(number) for number in numbers]
    await tables.seat(0)
    return found


def measure(part: str, *, by_table: bool) -> Result:
    """Measure a part, on tables and processes of its own."""
    processes, acknowledged = PARTS[part], []
    own = contextlib.nullcontext("") if part == "sqlite" else new_database()
    with tempfile.TemporaryDirectory() as data, own as url:
        os.environ["SUSHISCORE_DATA"] = data
        os.environ["DJANGO_SETTINGS_MODULE"] = "sushiscore.settings"
        database = Database(url, redis_server()[0]) if url else None
        os.environ["DATABASE_URL"] = url
        os.environ["REDIS_URL"] = database.redis_url if database else ""
        prepare_data()
        migrate()
        laid = set_tables(MOST_TABLES)
        most, levels, at_rest = 0, [], 0.0
        for work in (most_held, levels_of):
            with put_up(Path(data), processes, database=database, by_table=by_table) as site:
                at_rest = site.megabytes() / processes
                tables = Tables(site, dealt_evenly(site, laid), Measured())
                if work is most_held:
                    most = asyncio.run(most_held(tables))
                elif most:
                    levels = asyncio.run(levels_of(tables, most))
                acknowledged += tables.measured.acknowledged
        lost = len(acknowledged) - stored(acknowledged)
    return Result(part, processes, at_rest, levels, len(acknowledged), lost)


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


def machine() -> str:
    """This machine in a line."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    memory = psutil.virtual_memory().total / 2**30
    return (
        f"{(names or [platform.processor()])[0]}, {psutil.cpu_count()} cores, {memory:.0f} GB, "
        f"{platform.system()}, Python {platform.python_version()}; load before it began: "
        f"{psutil.getloadavg()[0]:.1f}"
    )


def show(results: Sequence[Result], where: str) -> None:
    """Print the tables, and what was aimed at."""
    print(f"\n{time.strftime('%Y-%m-%d')}: {where}.\n")
    parts = ["servers", "PostgreSQL", "Redis", "nginx", "phones"]
    holds, costs, notes, held, taken = [], [], [], {}, {}
    for one in results:
        first, last = one.levels[0], one.levels[-1]
        held[one.part] = tables = last.phones / SEATS
        times = [f"{1000 * seconds:.0f} ms" for seconds in (last.tap, last.late_tap, last.others)]
        lost = f"{one.lost} of {one.taps:,}"
        holds.append([one.part, tables, f"{last.taps / MEASURED:.1f}", *times, lost])
        for level in one.levels:
            tables = level.phones / SEATS
            cores = (level.cores.get(part) for part in parts)
            each = ["–" if busy is None else f"{1000 * busy / tables:.1f}" for busy in cores]
            counts = [f"{level.transactions:.1f}", f"{level.messages:.2f}"]
            costs.append(
                [one.part, tables, *each, f"{level.megabytes:.0f} MB"]
                + (counts if "PostgreSQL" in level.cores else ["–", "–"])
            )
        taken[one.part] = tap = 1000 * last.cores["servers"] * MEASURED / last.taps
        grown = (last.megabytes - first.megabytes) * SEATS / max(1, last.phones - first.phones)
        notes.append(
            f"{one.part}: a tap takes the servers {tap:.1f} ms of processor; from a tenth to all, "
            f"{grown:.1f} MB more a table; a process at rest {one.at_rest:.0f} MB (aim: at most "
            f"{AIM_REST}: {verdict(one.at_rest <= AIM_REST)})"
        )
    heads = ["", "tables", "taps/s", "p50", "p95", "others, p95", "taps lost"]
    print(tabulate(holds, heads, tablefmt="github", disable_numparse=True))
    print("\nProcessor, in thousandths of a core for each table, and memory:\n")
    heads = ["", "tables", *parts, "servers' memory", "commits a tap", "messages a tap"]
    print(tabulate(costs, heads, tablefmt="github", disable_numparse=True), end="\n\n")
    if "sqlite" in held:
        is_met = verdict(held["sqlite"] >= AIM_TABLES)
        notes.append(f"aim: at least {AIM_TABLES} tables on SQLite: {is_met}")
    if {"postgres-1", "postgres-2"} <= held.keys():
        ratio = held["postgres-2"] / held["postgres-1"]
        notes.append(
            f"two processes hold {ratio:.2f} × what one holds (aim: at least {AIM_SECOND}: "
            f"{verdict(ratio >= AIM_SECOND)}); by the processor that a tap takes, on cores enough, "
            f"{2 * taken['postgres-1'] / taken['postgres-2']:.2f} ×"
        )
    notes.append(f"aim: no tap is lost: {verdict(not any(one.lost for one in results))}")
    print("\n".join(f"- {note}" for note in notes))


def main() -> None:
    """Measure each part in a process of its own, then print."""
    parser = argparse.ArgumentParser(prog="load", description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all")
    parser.add_argument(
        "--in-turn",
        action="store_true",
        help="nginx sends requests to the processes in turn, not all of a table's phones to one",
    )
    parser.add_argument("--only", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    parts = asked.parts or list(PARTS)
    if unknown := set(parts) - PARTS.keys():
        parser.error(f"no part is named {', '.join(sorted(unknown))}")
    allow_many_files()
    if asked.only:
        # Ended by Ctrl-C or from outside, it ends what it has started.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            print(json.dumps(asdict(measure(parts[0], by_table=not asked.in_turn))))
        except (LookupError, RuntimeError, redis.RedisError) as error:
            sys.exit(f"load: {error}")
        except KeyboardInterrupt:
            sys.exit(130)
        return
    where, results = machine(), []
    for part in parts:
        tell(f"{part}:")
        command = [sys.executable, "-m", "scripts.bench.load", part, "--only"]
        command += ["--in-turn"] if asked.in_turn else []
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as working:
            try:
                printed, _ = working.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                working.terminate()
                tell(f"    {part} takes more than {PATIENCE} s")
                printed, _ = working.communicate()
        if working.returncode:
            tell(f"    {part} was not measured")
            continue
        said = json.loads(printed.splitlines()[-1])
        said["levels"] = [Level(**level) for level in said["levels"]]
        result = Result(**said)
        if result.levels:
            results.append(result)
        else:
            tell(f"    {part} does not hold a single table")
    if not results:
        sys.exit("load: nothing was measured")
    show(results, where)


if __name__ == "__main__":
    main()
