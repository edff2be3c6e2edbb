"""SushiScore in a process of its own, for scripts and tests that measure or visit it."""

import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RUN = (sys.executable, "-m", "sushiscore")
"""What `make run` starts."""
WAIT_SECONDS = 60
_PORTS = range(20_000, 32_000)


def lasting_port() -> int:
    """Return a free port that is still free when the server comes back after a kill.

    From below those that a system lends to connections: else a phone that calls the server while
    it is down might be lent the server's own port.
    """
    while True:
        port = random.choice(_PORTS)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("", port))  # free on every interface
            except OSError:
                continue
            return port


def alone() -> dict[str, str]:
    """An environment for a server on loopback, without that of whoever starts it."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "SUSHISCORE_BIND": "127.0.0.1", "SUSHISCORE_LOG_TO": "stderr"}


class Server:
    """A server with its data in one folder and always the same port.

    Args:
        environment: what its process sees besides PORT and SUSHISCORE_DATA; by default what this
            one sees.
    """

    def __init__(self, data: Path, environment: dict[str, str] | None = None) -> None:
        self.port = lasting_port()
        self.data = data
        self.database = data / "sushiscore.sqlite3"
        self.process: subprocess.Popen[bytes] | None = None
        self._log = data / "server.log"
        given = {**os.environ} if environment is None else environment
        given.pop("DJANGO_SETTINGS_MODULE", None)
        self.environment = {**given, "PORT": str(self.port), "SUSHISCORE_DATA": str(data)}
        self._lock = threading.Lock()
        self._is_over = False

    def start(self, command: Sequence[str] = RUN, **options: Any) -> None:
        """Start the process; ``options`` go to Popen. See ``wait``.

        Raises:
            RuntimeError: when all is over.
        """
        with self._lock, self._log.open("ab") as log:
            if self._is_over:
                raise RuntimeError("The server is not to be started again.")
            self.process = subprocess.Popen(
                command,
                env=self.environment,
                **{"cwd": ROOT, "stdout": subprocess.DEVNULL, "stderr": log, **options},
            )

    def wait(self) -> None:
        """Wait until the server accepts connections.

        Raises:
            RuntimeError: when it has ended by itself, or does not within a minute.
        """
        deadline = time.monotonic() + WAIT_SECONDS
        while not self._answers():
            ended = self.process is None or self.process.poll() is not None
            if ended or time.monotonic() > deadline:
                raise RuntimeError(f"The server did not start.\n{self.log()}")
            time.sleep(0.02)

    def wait_until_ready(self) -> None:
        """Wait until pages are answered: it listens before it has looked at its database.

        Raises:
            RuntimeError: when it ends before, or answers with an error.
        """
        self.wait()
        address = f"http://127.0.0.1:{self.port}/readyz"
        try:
            urllib.request.urlopen(address, timeout=WAIT_SECONDS).close()
        except OSError as error:
            raise RuntimeError(f"The server is not ready: {error}.\n{self.log()}") from error

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """End the process with SIGKILL: it can finish nothing and close nothing."""
        self.stop(signal.SIGKILL)

    def stop(self, by: signal.Signals = signal.SIGTERM) -> None:
        """End the process, and wait for its end."""
        if self.process is not None:
            self.process.send_signal(by)
            self.process.wait()

    def end(self) -> None:
        """Kill the process for good, whoever else would start it again."""
        with self._lock:
            self._is_over = True
        self.kill()

    def log(self) -> str:
        """Return what all its lives have logged: warnings and errors."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""


@contextmanager
def demo_server(data: str = "") -> Iterator[str]:
    """The address of a running SushiScore.

    Args:
        data: its data folder; an empty one that goes again where none is named.

    Raises:
        RuntimeError: when it does not start.
    """
    with tempfile.TemporaryDirectory() as empty:
        server = Server(Path(data or empty))
        server.start()
        try:
            server.wait()
            yield f"http://127.0.0.1:{server.port}"
        finally:
            server.stop()


def demo_club(data: str) -> tuple[str, str]:
    """Make the club of `manage.py demo`; return its account's name and password."""
    demo = [sys.executable, ROOT / "manage.py", "demo"]
    # It says in English what is read here.
    settings = {**os.environ, "SUSHISCORE_DATA": data, "LC_ALL": "C"}
    made = subprocess.run(demo, env=settings, capture_output=True, check=True, text=True)
    says = dict(line.strip().rsplit(maxsplit=1) for line in made.stdout.splitlines() if line)
    return says["as"], says["with the password"]


def chromium() -> str:
    """Return the path of a Chromium; end the script with the reason where there is none."""
    found = subprocess.run(
        [ROOT / "scripts" / "chromium", "--install"], capture_output=True, check=False, text=True
    )
    if found.returncode:
        sys.exit(found.stderr.strip())
    return found.stdout.strip()
