"""Whether anybody or anything can stop a table: attacks and faults while a phone goes on tapping.

`make faults`; the rows of one kind: `make faults ARGS=storage` (or `attacks`). On loopback alone;
it ends by itself. A tap's wait counts from the finger to the acknowledgement. p95 may grow twofold
where a row says so; below a tenth of a second nobody notices it, and it passes.
"""

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from scripts.torture.attacks import ATTACKS, Did, Row, words
from scripts.torture.checks import Stored, faults_of_storage
from scripts.torture.home import Home, Tapper, p95
from scripts.torture.host import Host
from scripts.torture.network import Browser, Network
from scripts.torture.phone import Page
from scripts.torture.storage import FAULT_SECONDS, STORAGE, without_database

CALM_SECONDS = 3.0  # of tapping before each attack, and at least during it
SHORT_CALM, SHORT = 1.0, 2.0  # seconds of calm, and of a fault, in a short run
UNNOTICED = 0.1  # seconds
MAX_WAL = 8 * 1024 * 1024  # bytes; SQLite folds it in at four


class Run:
    """A server, a game at it, and the phone that taps."""

    def __init__(self, home: Home, host: Host, tapper: Tapper, calm: float) -> None:
        self.home, self.host, self.tapper, self._calm = home, host, tapper, calm

    async def under(self, row: Row) -> list[str]:
        """Tap for a while, then under an attack, and wait until every tap is acknowledged; print
        the row of the table. Everything that is wrong with it."""
        tapper, sent = self.tapper, row.make()
        await asyncio.sleep(self._calm)
        log, began = self.home.log(), time.monotonic()
        tapper.answers.clear()
        did = await row.attack(self.home, *sent)
        await asyncio.sleep(max(0.0, began + self._calm - time.monotonic()))
        ended = time.monotonic()
        await self._catch_up(row, did)
        calm, under = tapper.waits(began - self._calm, began), tapper.waits(began, ended)
        before, during, longest = p95(calm), p95(under), under[-1] if under else 0.0
        lost, lines = tapper.lost(self.home.database), self.home.log()[len(log) :].count("\n")
        taps = words(tapper.answers)
        bad = [one for one in tapper.answers if one not in ("200", "503")]
        bars = {
            "nothing was answered with 503: the fault was none": row.is_fault
            and "503" not in did.answered + taps,
            f"{lost} taps are lost": lost,
            f"the tap's p95 is over {row.most_times} times the usual": row.most_times
            and during > max(row.most_times * before, UNNOTICED),
            f"a tap waited {longest:.1f} s": row.most_wait and longest > row.most_wait,
            f"{lines} lines of log": lines > row.most_lines,
            f"taps were answered: {', '.join(bad)}": bad,
        }
        wrong = [*did.wrong, *(what for what, is_so in bars.items() if is_so)]
        print(f"{'FAIL' if wrong else 'ok':4}  {row.name}: {did.sent}")
        print(f"      answered: {did.answered}")
        print(
            f"      tap p95 {before * 1000:.0f} → {during * 1000:.0f} ms, longest "
            f"{longest * 1000:.0f} ms; {taps}; lost {lost}; log {lines} lines"
        )
        for one in wrong:
            print(f"      FAIL: {one}", flush=True)
        tapper.is_paused = False
        return wrong

    async def _catch_up(self, row: Row, did: Did) -> None:
        """Wait until every tap is acknowledged; by a new server where the old one has stopped."""
        try:
            await self.tapper.pause()
        except RuntimeError as error:
            did.wrong.append(f"the server has stopped: {error}")
            self.home.kill()
            self.home.open(row.files)
            await self.tapper.pause()

    async def storage(self) -> list[str]:
        """What is wrong in the database once all is acknowledged, in words."""
        await self.tapper.pause()
        wal = Path(f"{self.home.database}-wal")
        log = wal.stat().st_size if wal.exists() else 0
        print(f"      the write-ahead log has {log // 1024} KB, with a live stream open")
        found = list(faults_of_storage(Stored(self.home.database), [self.tapper]))
        if log > MAX_WAL:
            found.append("the write-ahead log grows: somebody reads all the time")
        for fault in found:
            print(f"FAIL  {fault}")
        return found


@asynccontextmanager
async def running(files: int | None = None, calm: float = CALM_SECONDS) -> AsyncIterator[Run]:
    """A run with data of its own, gone at the end."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Home(Path(folder))
        try:
            home.open(files)
            network = Network(home.port)
            host = Host(Browser(network))
            await host.start(["Ana", "Ben"])
            tapper, board = Tapper(host.browser, host.game), Page(host.browser, "")
            board.open(f"/g/{host.game}/scoreboard/")
            working = [asyncio.create_task(one.run()) for one in (tapper, board)]
            yield Run(home, host, tapper, calm)
            for task in working:
                task.cancel()
        finally:
            home.end()


def of_storage(run: Run, seconds: float) -> Iterator[Row]:
    """The rows of the database; without the one that the server's rights would make none."""
    for what in STORAGE:
        if what == "read-only" and not run.home.is_held_by_modes:
            print("      read-only is left out: modes bind no process of root's here")
            continue
        # A lock that is shorter is waited for.
        lasts = max(seconds, FAULT_SECONDS) if what == "locked" else seconds
        host = {"host": run.host.browser, "table": run.host.table}
        attack = partial(without_database, what=what, seconds=lasts, **host)
        yield Row(f"database {what}", attack, most_wait=None, is_fault=True)


async def tried(which: str, only: str, is_short: bool) -> list[str]:
    """Attack and print; everything that is wrong, in words."""
    wrong: list[str] = []
    if which != "attacks":
        calm, lasts = (SHORT_CALM, SHORT) if is_short else (CALM_SECONDS, FAULT_SECONDS)
        async with running(calm=calm) as run:
            for row in of_storage(run, lasts):
                if only in row.name:
                    wrong += await run.under(row)
            wrong += await run.storage()
    rows = [row for row in ATTACKS if only in row.name and which != "storage"]
    for files in dict.fromkeys(row.files for row in rows):
        async with running(files) as run:
            for row in rows:
                if row.files == files:
                    wrong += await run.under(row)
    return wrong


def main() -> int:
    """Attack, check and print; the exit status."""
    parser = argparse.ArgumentParser(prog="faults", description=__doc__)
    parser.add_argument("which", nargs="?", choices=("all", "storage", "attacks"), default="all")
    parser.add_argument("--only", default="", help="the row with this name")
    parser.add_argument("--short", action="store_true", help="faults that are soon over")
    asked, began = parser.parse_args(), time.monotonic()
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(143))  # and end the server, too
    wrong = asyncio.run(tried(asked.which, asked.only, asked.short))
    print(f"      {time.monotonic() - began:.0f} s")
    if not wrong:
        print("Nothing stops the table, and every acknowledged tap is there.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
