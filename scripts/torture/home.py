"""The server that is attacked, and the phone at its table that goes on tapping meanwhile."""

import asyncio
import ctypes
import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from uuid import UUID, uuid4

from scripts.phones import Browser, LostError, Tap
from scripts.server import Server, alone

EVERY = 0.1  # seconds between two taps
MAX_AT_ONCE = 50  # taps in a batch, as on a phone
PAUSE = 0.2  # seconds between two tries
_LIBC = ctypes.CDLL(None)
_CAPBSET_DROP, _DAC_OVERRIDE = 24, 1  # of linux/prctl.h and linux/capability.h


class Home(Server):
    """``is_held_by_modes``: whether the modes of files bind it, also where root starts it."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, alone())
        self.is_held_by_modes = os.geteuid() != 0 or _can_be_bound()

    def open(self, files: int | None = None) -> None:
        """Start the process, with so many files that it may open at most, and wait for it."""
        self.start(preexec_fn=_bind)  # it calls the kernel and nothing else
        if files is not None and self.process:
            resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, (files, files))
        self.wait_until_ready()

    def limit_files_to(self, size: int) -> None:
        """Let no file of the server grow beyond so many bytes; -1 takes the limit away."""
        if self.process:
            _soft, hard = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, hard))

    def files(self) -> list[Path]:
        """The database and what lies beside it, as far as it is there."""
        names = (f"{self.database}{end}" for end in ("", "-wal", "-shm"))
        return [Path(name) for name in names if os.path.exists(name)]


def _bind() -> None:
    """Give up, for what is started from here, root's right to write where modes forbid it."""
    if os.geteuid() == 0:
        _LIBC.prctl(_CAPBSET_DROP, _DAC_OVERRIDE, 0, 0, 0)


def _can_be_bound() -> bool:
    """Whether that works here: it is Linux's, and a container may forbid it."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o555)
        tried = subprocess.run(
            [sys.executable, "-c", "import sys; open(sys.argv[1], 'w')", f"{folder}/probe"],
            check=False,
            capture_output=True,
            preexec_fn=_bind,
        )
    return tried.returncode != 0


class Tapper:
    """A phone that taps every tenth of a second, keeps what was not acknowledged, and sends it.

    ``made`` is every tap, ``times`` when each was made and acknowledged, ``answers`` how often it
    was answered how; ``made``, ``browser`` and ``seat`` are what the checks of `make torture` ask
    for.
    """

    def __init__(self, browser: Browser, game: str, seat: int = 1) -> None:
        self.browser, self.game, self.seat = browser, game, seat
        self.made: list[Tap] = []
        self.times: dict[str, tuple[float, float | None]] = {}
        self.answers: Counter[str] = Counter()
        self.is_paused = False
        self._outbox: list[Tap] = []

    async def run(self) -> None:
        """Tap and send for ever; no tap waits for what is sent."""
        await asyncio.gather(self._tap(), self._send_all())

    async def _tap(self) -> None:
        due = time.monotonic()
        while True:
            due += EVERY
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if self.is_paused:
                continue
            is_add = len(self.made) % 2 == 0
            do = "add:tempura" if is_add else f"take:{self.made[-1].id}"
            tap = Tap(str(uuid4()), 1, self.seat, do)
            self.made.append(tap)
            self.times[tap.id] = (time.monotonic(), None)
            self._outbox.append(tap)

    async def _send_all(self) -> None:
        while True:
            batch = self._outbox[:MAX_AT_ONCE]
            is_taken = bool(batch) and await self._send(batch)
            await asyncio.sleep(PAUSE if batch and not is_taken else 0.005)

    async def _send(self, batch: Sequence[Tap]) -> bool:
        path, taps = f"/api/v1/games/{self.game}/taps/", [asdict(tap) for tap in batch]
        try:
            answer = await self.browser.post_json(path, {"taps": taps})
        except LostError:
            self.answers["none"] += 1
            return False
        self.answers[told(answer.status, answer.headers)] += 1
        if answer.status != 200:
            return False
        receipt = json.loads(answer.text)
        refused = {one["id"] for one in receipt["refused"]}
        if refused:
            self.answers["a tap refused"] += len(refused)
        done, now = {*receipt["taken"], *receipt["late"], *refused}, time.monotonic()
        for tap in batch:
            if tap.id in done:
                self.times[tap.id] = (self.times[tap.id][0], now)
        self._outbox = [tap for tap in self._outbox if tap.id not in done]
        return bool(done)

    async def pause(self) -> None:
        """Tap no more, and wait until all that was tapped is acknowledged.

        Raises:
            RuntimeError: where that takes over half a minute.
        """
        self.is_paused = True
        deadline = time.monotonic() + 30
        while self._outbox:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{len(self._outbox)} taps wait for their acknowledgement.")
            await asyncio.sleep(0.02)

    def waits(self, begin: float, end: float) -> list[float]:
        """How long the taps made in a time waited for their acknowledgement, in seconds, sorted."""
        times = self.times.values()
        return sorted(acked - made for made, acked in times if acked and begin <= made < end)

    def lost(self, database: Path) -> int:
        """How many acknowledged taps the database has not."""
        with closing(sqlite3.connect(database)) as connection:
            there = {str(UUID(row[0])) for row in connection.execute("SELECT id FROM referee_tap")}
        return len({tap for tap, (_made, acked) in self.times.items() if acked} - there)


def told(status: int, headers: object) -> str:
    """An answer in a word; who is sent away must learn when to come again."""
    is_fair = status not in (429, 503) or "retry-after" in headers
    return str(status) if is_fair else f"{status} without Retry-After"


def p95(waits: Sequence[float]) -> float:
    """The time that 19 of 20 waits stay within, in seconds; 0 of none."""
    return waits[min(len(waits) - 1, len(waits) * 95 // 100)] if waits else 0.0
