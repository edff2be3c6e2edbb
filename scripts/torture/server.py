"""The server that is tortured: killed and started again."""

import os
import subprocess
import sys
from pathlib import Path

from scripts import server

_KEPT = ("PATH", "HOME", "LANG")
_MAKE = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "sushiscore.settings"
from scripts import run
run.prepare_data()
run.migrate()
"""
_SERVE = """
import os, socket
from sushiscore.asgi import application
from sushiscore.server import Server
listening = socket.create_server(("127.0.0.1", int(os.environ["PORT"])))
Server(application).run(sockets=[listening])
"""


class Server(server.Server):
    """SushiScore on loopback alone, without the environment of whoever started the torture."""

    def __init__(self, data: Path) -> None:
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        super().__init__(data, {**kept, "SUSHISCORE_LOG_TO": "stderr"})

    def prepare(self) -> None:
        """Make the data folder's key and the database.

        Raises:
            RuntimeError: when that fails.
        """
        done = subprocess.run(
            [sys.executable, "-c", _MAKE],
            cwd=server.ROOT,
            env=self.environment,
            capture_output=True,
            check=False,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"The database could not be made: {done.stderr.strip()}")

    def serve(self) -> None:
        """Start the process without what `make run` does before; ``wait`` waits for it."""
        self.start([sys.executable, "-c", _SERVE])
