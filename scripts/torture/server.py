"""The server that is tortured: a process of its own, which is killed and started again."""

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WAIT_SECONDS = 30
_PORTS = range(20_000, 32_000)
_KEPT = ("PATH", "HOME", "LANG")


def lasting_port() -> int:
    """A free port that is still free when the server comes back after a kill.

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


class Server:
    """SushiScore on loopback alone, with its data in one folder and always the same port."""

    def __init__(self, data: Path) -> None:
        self.port = lasting_port()
        self.database = data / "sushiscore.sqlite3"
        self.starts = 0
        self._log = data / "server.log"
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        self._environment = {**kept, "SUSHISCORE_DATA": str(data), "SUSHISCORE_LOG_TO": "stderr"}
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._is_over = False

    def prepare(self) -> None:
        """Makes the data folder's key and the database.

        Raises:
            RuntimeError: when that fails.
        """
        make = "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'sushiscore.settings'; "
        make += "from scripts import run; run.prepare_data(); run.migrate()"
        done = subprocess.run(
            [sys.executable, "-c", make],
            cwd=ROOT,
            env=self._environment,
            capture_output=True,
            check=False,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"The database could not be made: {done.stderr.strip()}")

    def start(self) -> None:
        """Starts the process; ``wait`` waits until it answers.

        Raises:
            RuntimeError: when all is over.
        """
        serve = "from sushiscore.asgi import application; from sushiscore.server import Server; "
        serve += "import socket; listening = socket.create_server(('127.0.0.1', "
        serve += f"{self.port})); Server(application).run(sockets=[listening])"
        command = [sys.executable, "-c", serve]
        with self._lock, self._log.open("ab") as log:
            if self._is_over:
                raise RuntimeError("The server is not to be started again.")
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=self._environment, stdout=log, stderr=log
            )
        self.starts += 1

    def wait(self) -> None:
        """Waits until the server answers.

        Raises:
            RuntimeError: when it has ended by itself, or does not answer within half a minute.
        """
        deadline = time.monotonic() + WAIT_SECONDS
        while not self._answers():
            ended = self._process is None or self._process.poll() is not None
            if ended or time.monotonic() > deadline:
                raise RuntimeError(f"The server did not start.\n{self.log()}")
            time.sleep(0.02)

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """Ends the process with SIGKILL: it can finish nothing and close nothing."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    def end(self) -> None:
        """Ends the process for good, whoever else would start it again."""
        with self._lock:
            self._is_over = True
        self.kill()

    def log(self) -> str:
        """What all its lives have logged: warnings and errors."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""
