"""Server processes for a test: each with a data folder and a port of its own, one key for all."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from django.conf import settings

from scripts.server import ROOT, RUN, Server
from tests.environments import bare
from tests.live.serving import PATIENCE, PREPARE

END_ALL = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
"""Ends all connections to a database but the one that asks, as a restart of PostgreSQL does."""


@dataclass
class Game:
    """A game of two that waits for taps: its stream's address and its host's cookie."""

    id: str
    stream: str
    cookie: str


@dataclass
class Home:
    """What the servers of one database share."""

    folder: Path
    database: str
    servers: list[Server] = field(default_factory=list)

    def environment(self, **more: str) -> dict[str, str]:
        """Return what a process of this home sees."""
        usual = {
            "DATABASE_URL": self.database,
            "REDIS_URL": settings.REDIS_URL,
            "SUSHISCORE_BIND": "127.0.0.1",
            "SUSHISCORE_SECRET_KEY": "the same key for every server of this home",
        }
        return bare(**usual | more)

    def server(self, **more: str) -> Server:
        """Return a server that is not started yet."""
        data = self.folder / f"data-{len(self.servers)}"
        data.mkdir()
        server = Server(data, self.environment(**more))
        self.servers.append(server)
        return server

    def serving(self, **more: str) -> Server:
        """Start a server, and wait until it answers."""
        server = self.server(**more)
        server.start()
        server.wait()
        assert status(server) == 200, server.log()
        return server

    def refused(self, **more: str) -> str:
        """Start a server that cannot serve; return the one line with which it ends."""
        # Without a busy machine's slow statements.
        server = self.server(SUSHISCORE_LOG_LEVEL="ERROR", **more)
        done = subprocess.run(
            RUN,
            capture_output=True,
            check=False,
            env=server.environment,
            text=True,
            timeout=PATIENCE,
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.count("\n") == 1, done.stderr
        assert done.stderr.startswith("run: ")
        return done.stderr

    def manage(self, *command: str, **more: str) -> "subprocess.Popen[str]":
        """Begin a command of manage.py."""
        more.setdefault("SUSHISCORE_DATA", str(self.folder / "commands"))
        return subprocess.Popen(
            [sys.executable, ROOT / "manage.py", *command],
            env=self.environment(**more),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def game(self, **more: str) -> Game:
        """Begin a game."""
        made = subprocess.run(
            [sys.executable, "-c", PREPARE],
            capture_output=True,
            check=True,
            cwd=ROOT,
            env=self.environment(DJANGO_SETTINGS_MODULE="sushiscore.settings", **more),
            text=True,
        )
        return Game(*json.loads(made.stdout))


def status(server: Server, path: str = "/about/", *, port: int = 0) -> int:
    """Return what a page is answered with."""
    try:
        address = f"http://127.0.0.1:{port or server.port}{path}"
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # our own
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def tap(port: int, game: Game, do: str = "add:tempura", id_: str = "") -> tuple[int, str]:
    """Send a tap; return the answer's status and the tap's id."""
    one = {"id": id_ or str(uuid4()), "round": 1, "seat": 1, "do": do}
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/games/{game.id}/taps/",
        json.dumps({"taps": [one]}).encode(),
        {"Content-Type": "application/json", "Cookie": f"phone={game.cookie}"},
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310  # our own
            assert json.load(answer)["taken"] == [one["id"]]
            return 200, one["id"]
    except urllib.error.HTTPError as error:
        error.close()
        return error.code, one["id"]
