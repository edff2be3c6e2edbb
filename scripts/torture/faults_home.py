"""The server that is attacked, and the phone at its table that goes on tapping meanwhile."""

import ctypes
import http.client
import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from uuid import UUID, uuid4

from scripts.torture.browser import Browser
from scripts.torture.network import PATIENCE
from scripts.torture.phone import Tap
from scripts.torture.server import Server

EVERY = 0.1  # seconds between two taps
MAX_AT_ONCE = 50  # taps in a batch, as on a phone
PAUSE = 0.2  # seconds between two tries
_LIBC = ctypes.CDLL(None)
_CAPBSET_DROP, _DAC_OVERRIDE = 24, 1  # of linux/prctl.h and linux/capability.h


class Home(Server):
    """``is_held_by_modes``: whether the modes of files bind it, also where root starts it."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.is_held_by_modes = os.geteuid() != 0 or _can_be_bound()

    def open(self, files: int | None = None) -> None:
        """Start the process, with so many files that it may open at most, and wait for it."""
        self.start(preexec_fn=_bind)  # it calls the kernel and nothing else
        if files is not None and self.process:
            resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, (files, files))
        self.wait()

    def limit_files_to(self, size: int) -> None:
        """Lets no file of the server grow beyond so many bytes; -1 takes the limit away."""
        if self.process is None:
            return
        _soft, hard = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, hard))

    def files(self) -> list[Path]:
        """The database and what lies beside it, as far as it is there."""
        names = (f"{self.database}{end}" for end in ("", "-wal", "-shm"))
        return [Path(name) for name in names if os.path.exists(name)]


def _bind() -> None:
    """Gives up, for what is started from here, root's right to write where modes forbid it."""
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


class Tapper(threading.Thread):
    """A phone that taps every tenth of a second, keeps what was not acknowledged, and sends it.

    ``made`` is every tap, ``times`` when each was made and acknowledged, ``answers`` how often it
    was answered how; `made`, `browser` and `seat` are what the checks of `make torture` ask for.
    """

    def __init__(self, browser: Browser, game: UUID, seat: int = 1) -> None:
        super().__init__(daemon=True)
        self.browser, self.game, self.seat = browser, game, seat
        self.made: list[Tap] = []
        self.times: dict[str, tuple[float, float | None]] = {}
        self.answers: Counter[str] = Counter()
        self._outbox: list[Tap] = []
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._is_paused = threading.Event()
        self._connection: http.client.HTTPConnection | None = None  # kept open, as a browser's is

    def run(self) -> None:
        """Sends until the end; taps come from a thread of their own, so that none waits for it."""
        threading.Thread(target=self._tap, daemon=True).start()
        while not self._is_over.is_set():
            with self._lock:
                batch = self._outbox[:MAX_AT_ONCE]
            if not batch:
                self._is_over.wait(0.005)
            elif not self._send(batch):
                self._is_over.wait(PAUSE)

    def _tap(self) -> None:
        due = time.monotonic()
        while not self._is_over.wait(max(0.0, due - time.monotonic())):
            due += EVERY
            if self._is_paused.is_set():
                continue
            is_add = len(self.made) % 2 == 0
            do = "add:tempura" if is_add else f"take:{self.made[-1].id}"
            tap = Tap(str(uuid4()), 1, self.seat, do)
            with self._lock:
                self.made.append(tap)
                self.times[tap.id] = (time.monotonic(), None)
                self._outbox.append(tap)

    def _send(self, batch: Sequence[Tap]) -> bool:
        port = self.browser.network.port
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        headers = {
            "Content-Type": "application/json",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.browser.cookies.items()),
            "Origin": f"http://127.0.0.1:{port}",
        }
        document = json.dumps({"taps": [asdict(tap) for tap in batch]})
        try:
            path = f"/api/v1/games/{self.game}/taps/"
            self._connection.request("POST", path, document, headers)
            answer = self._connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            self._connection = None
            self.answers["none"] += 1
            return False
        promises = answer.status != 503 or "Retry-After" in answer.headers
        self.answers[str(answer.status) if promises else "503 without Retry-After"] += 1
        if answer.status != 200:
            return False
        receipt = json.loads(body)
        refused = {one["id"] for one in receipt["refused"]}
        if refused:
            self.answers["a tap refused"] += len(refused)
        done = {*receipt["taken"], *receipt["late"], *refused}
        now = time.monotonic()
        with self._lock:
            for tap in batch:
                if tap.id in done:
                    self.times[tap.id] = (self.times[tap.id][0], now)
            self._outbox = [tap for tap in self._outbox if tap.id not in done]
        return bool(done)

    def pause(self) -> None:
        """Taps no more, and waits until all that was tapped is acknowledged.

        Raises:
            RuntimeError: where that takes over half a minute.
        """
        self._is_paused.set()
        deadline = time.monotonic() + 30
        while self._outbox:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{len(self._outbox)} taps wait for their acknowledgement.")
            time.sleep(0.02)

    def go_on(self) -> None:
        """Taps again."""
        self._is_paused.clear()

    def end(self) -> None:
        """Taps and sends no more."""
        self._is_over.set()

    def waits(self, begin: float, end: float) -> list[float]:
        """How long the taps made in a time waited for their acknowledgement, in seconds, sorted."""
        with self._lock:
            times = list(self.times.values())
        return sorted(acked - made for made, acked in times if acked and begin <= made < end)

    def lost(self, database: Path) -> int:
        """How many acknowledged taps the database has not."""
        with closing(sqlite3.connect(database)) as connection:
            there = {str(UUID(row[0])) for row in connection.execute("SELECT id FROM referee_tap")}
        return len({tap for tap, (_made, acked) in self.times.items() if acked} - there)


def p95(waits: Sequence[float]) -> float:
    """The time that 19 of 20 waits stay within, in seconds; 0 of none."""
    return waits[min(len(waits) - 1, len(waits) * 95 // 100)] if waits else 0.0
