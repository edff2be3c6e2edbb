"""Whether anybody or anything can stop a table: attacks and faults while a phone goes on tapping.

`make faults`; the rows of one kind: `make faults ARGS=storage` (or `attacks`). On loopback alone;
it ends by itself. A tap's wait counts from the finger to the acknowledgement. p95 may grow twofold
where a row says so; below a tenth of a second nobody notices it, and it passes.
"""

import argparse
import os
import random
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scripts.torture.browser import Browser, Page
from scripts.torture.checks import Stored, faults_of_storage
from scripts.torture.faults_home import Home, Tapper, p95
from scripts.torture.faults_rows import (
    ATTACKS,
    FAULT_SECONDS,
    STORAGE,
    Did,
    Row,
    without_database,
)
from scripts.torture.host import Host
from scripts.torture.network import Network

CALM_SECONDS = 3.0  # of tapping before each attack, and at least during it
SHORT_CALM, SHORT = 1.0, 2.0  # seconds of calm, and of a fault, in a short run
UNNOTICED = 0.1  # seconds
MAX_WAL = 8 * 1024 * 1024  # bytes; SQLite folds it in at four


@dataclass(frozen=True, slots=True)
class Outcome:
    """A row as it came out: waits in seconds, the tap's other answers, lines and bytes of log."""

    row: Row
    did: Did
    before: float
    during: float
    longest: float
    lost: int
    taps: str
    lines: int
    log: int

    def wrong(self) -> Iterator[str]:
        """Every bar that is not met, in words."""
        yield from self.did.wrong
        if self.row.is_fault and "503" not in self.did.answered + self.taps:
            yield "nothing was answered with 503: the fault was none"
        if self.lost:
            yield f"{self.lost} taps are lost"
        times, most = self.row.most_times, self.row.most_wait
        if times is not None and self.during > max(times * self.before, UNNOTICED):
            yield f"the tap's p95 is over {times:g} times the usual"
        if most is not None and self.longest > most:
            yield f"a tap waited {self.longest:.1f} s"
        if self.lines > self.row.most_lines:
            yield f"{self.lines} lines of log, {self.log // 1024} KB"
        if bad := [
            one for one in self.taps.split(", ") if one and not one.endswith(("200", "503"))
        ]:
            yield f"taps were answered: {', '.join(bad)}"


class Run:
    """A server, a game at it, and the phone that taps."""

    def __init__(self, folder: Path, seed: str, files: int | None, calm: float) -> None:
        self.home = Home(folder)
        self._calm = calm
        self._files = files
        self.home.open(files)
        self.network = Network(self.home.port, random.Random(seed))
        self.host = Host(Browser(self.network), ("Ana", "Ben"))
        self.host.let_anyone_enter()
        self.tapper = Tapper(self.host.browser, self.host.game)
        self.tapper.start()
        board = f"/g/{self.host.game}/scoreboard/"
        self.page = Page(Browser(self.network, self.host.browser.cookies), board, seed)
        self.page.start()

    def under(self, row: Row) -> Outcome:
        """Taps for a while, then under an attack, and waits until every tap is acknowledged."""
        time.sleep(self._calm)
        log, began = self.home.log(), time.monotonic()
        self.tapper.answers.clear()
        did = row.attack(self.home)
        time.sleep(max(0.0, began + self._calm - time.monotonic()))
        ended = time.monotonic()
        self._catch_up(did)
        calm = self.tapper.waits(began - self._calm, began)
        under = self.tapper.waits(began, ended)
        said = self.home.log()[len(log) :]
        lost, answers = self.tapper.lost(self.home.database), dict(self.tapper.answers)
        self.tapper.go_on()
        taps = ", ".join(f"{n} × {what}" for what, n in answers.items())
        longest = under[-1] if under else 0.0
        lines, length = said.count("\n"), len(said.encode())
        return Outcome(row, did, p95(calm), p95(under), longest, lost, taps, lines, length)

    def _catch_up(self, did: Did) -> None:
        """Waits until every tap is acknowledged; by a new server where the old one has stopped."""
        try:
            self.tapper.pause()
        except RuntimeError as error:
            did.wrong.append(f"the server has stopped: {error}")
            self.home.kill()
            self.home.open(self._files)
            self.tapper.pause()

    def storage(self) -> Sequence[str]:
        """What is wrong in the database once all is acknowledged, in words."""
        self.tapper.pause()
        wal = Path(f"{self.home.database}-wal")
        log = wal.stat().st_size if wal.exists() else 0
        print(f"      the write-ahead log has {log // 1024} KB, with a live stream open")
        found = list(faults_of_storage(Stored(self.home.database), [self.tapper]))
        if log > MAX_WAL:
            found.append("the write-ahead log grows: somebody reads all the time")
        self.tapper.go_on()
        return found

    def end(self) -> None:
        """Stops everything."""
        self.tapper.end()
        self.page.end()
        self.network.close()
        self.home.end()


@contextmanager
def running(seed: str, files: int | None = None, calm: float = CALM_SECONDS) -> Iterator[Run]:
    """A run with data of its own, gone at the end."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        run = Run(Path(folder), seed, files, calm)
        try:
            yield run
        finally:
            run.end()


def show(outcome: Outcome) -> list[str]:
    """Prints a row of the table; everything that is wrong with it."""
    wrong = list(outcome.wrong())
    times = outcome.during / outcome.before if outcome.before else 0
    print(f"{'FAIL' if wrong else 'ok':4}  {outcome.row.name}: {outcome.did.sent}")
    print(f"      answered: {outcome.did.answered}")
    print(
        f"      tap p95 {outcome.before * 1000:.0f} → {outcome.during * 1000:.0f} ms"
        f" ({times:.1f} ×), longest {outcome.longest * 1000:.0f} ms; {outcome.taps};"
        f" lost {outcome.lost}; log {outcome.lines} lines, {outcome.log / 1024:.1f} KB"
    )
    for one in wrong:
        print(f"      FAIL: {one}")
    sys.stdout.flush()
    return wrong


def of_storage(run: Run, seconds: float) -> Iterator[Row]:
    """The rows of the database; without the one that the server's rights would make none."""
    table = run.host.table
    for what in STORAGE:
        if what == "read-only" and not run.home.is_held_by_modes:
            print("      read-only is left out: modes bind no process of root's here")
            continue
        fault = partial(without_database, what=what, host=run.host.browser, table=table)
        # A lock that is shorter is waited for.
        lasts = max(seconds, FAULT_SECONDS) if what == "locked" else seconds
        attack: Callable[[Home], Did] = partial(fault, seconds=lasts)
        yield Row(f"database {what}", attack, most_wait=None, is_fault=True)


def main() -> int:
    """Attacks, checks and prints; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", nargs="?", choices=("all", "storage", "attacks"), default="all")
    parser.add_argument("--only", default="", help="the row with this name")
    parser.add_argument("--short", action="store_true", help="faults that are soon over")
    asked = parser.parse_args()
    seed = os.environ.get("SEED") or str(secrets.randbelow(10**6))
    print(f"faults: SEED={seed}", flush=True)
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(143))  # and end the server, too
    began = time.monotonic()
    wrong: list[str] = []
    if asked.which != "attacks":
        calm, lasts = (SHORT_CALM, SHORT) if asked.short else (CALM_SECONDS, FAULT_SECONDS)
        with running(seed, calm=calm) as run:
            for row in of_storage(run, lasts):
                if asked.only in row.name:
                    wrong += show(run.under(row))
            for fault in run.storage():
                print(f"FAIL  {fault}")
                wrong.append(fault)
    if asked.which != "storage":
        rows = [row for row in ATTACKS if asked.only in row.name]
        for files in dict.fromkeys(row.files for row in rows):
            with running(seed, files) as run:
                for row in rows:
                    if row.files == files:
                        wrong += show(run.under(row))
    print(f"      {time.monotonic() - began:.0f} s")
    if not wrong:
        print("Nothing stops the table, and every acknowledged tap is there.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
