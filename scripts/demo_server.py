"""A server of its own for scripts that look at pages: fresh data, a free port, ended with them."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WAIT_SECONDS = 20


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def demo_club(data: str) -> tuple[str, str]:
    """Makes the club of `manage.py demo` in a data folder; its account's name and password."""
    demo = [sys.executable, ROOT / "manage.py", "demo"]
    # It says in English what is read here.
    settings = {**os.environ, "SUSHISCORE_DATA": data, "LC_ALL": "C"}
    made = subprocess.run(demo, env=settings, capture_output=True, check=True, text=True)
    says = dict(line.strip().rsplit(maxsplit=1) for line in made.stdout.splitlines() if line)
    return says["as"], says["with the password"]


@contextmanager
def demo_server(data: str = "") -> Iterator[str]:
    """The address of a running SushiScore.

    Args:
        data: its data folder; an empty one that goes again where none is named.

    Raises:
        RuntimeError: when it does not answer within 20 seconds.
    """
    port = free_port()
    with tempfile.TemporaryDirectory() as empty:
        settings = {"PORT": str(port), "SUSHISCORE_DATA": data or empty}
        server = subprocess.Popen(
            [sys.executable, ROOT / "scripts" / "run.py"],
            env={**os.environ, **settings},
            stdout=subprocess.DEVNULL,
        )
        try:
            deadline = time.monotonic() + WAIT_SECONDS
            while not _answers(port):
                if time.monotonic() > deadline or server.poll() is not None:
                    raise RuntimeError("The server did not start.")
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def chromium() -> str:
    """The path of a Chromium; ends the script with the reason where there is none."""
    found = subprocess.run(
        [ROOT / "scripts" / "chromium", "--install"], capture_output=True, check=False, text=True
    )
    if found.returncode:
        sys.exit(found.stderr.strip())
    return found.stdout.strip()
