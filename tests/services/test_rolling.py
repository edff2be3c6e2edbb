"""Two servers behind nginx are restarted in turn while phones tap and listen."""

import http.client
import re
import subprocess
import threading
import time
from collections import Counter
from contextlib import suppress
from uuid import uuid4

import pytest

from scripts.server import ROOT, lasting_port
from tests.live.serving import PATIENCE, Phone, until
from tests.needed import needed
from tests.services.serving import Game, tap

PHONES, RESTARTS = 8, 4
MOST_TRIES = 6
"""Of a tap: an outbox that tries again shows nothing else."""


@pytest.fixture
def nginx(tmp_path, home):
    """Starts nginx with the example of docs/proxy.md for several processes; returns its port."""
    program = needed("nginx")
    running = []

    def start(ports):
        text = (ROOT / "docs/proxy.md").read_text()
        upstream = re.search(r"```nginx\n(map .*?)```", text, re.DOTALL)[1]
        for number, port in enumerate(ports):
            named = f"127.0.0.1:{8001 + number}"
            assert named in upstream
            upstream = upstream.replace(named, f"127.0.0.1:{port}")
        port = lasting_port()
        upstream = upstream.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
        upstream = re.sub(r"\n *ssl_certificate.*;", "", upstream)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = "".join(f"{kind}_temp_path {tmp_path}/{kind};\n" for kind in kinds)
        conf = tmp_path / "nginx.conf"
        conf.write_text(
            f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log;\n"
            "events { worker_connections 512; }\n"
            f"http {{ access_log off;\n{temporary}{upstream}\n}}\n"
        )
        command = [program, "-p", str(tmp_path), "-c", str(conf)]
        running.append(subprocess.Popen(command, stderr=subprocess.DEVNULL))
        return port

    yield start
    for process in running:
        process.terminate()
        process.wait(PATIENCE)


class Player(threading.Thread):
    """Taps one card after the other until it is stopped; a tap is tried until it is taken, as an
    outbox does."""

    def __init__(self, port: int, game: Game) -> None:
        super().__init__(daemon=True)
        self.port, self.game = port, game
        self.taken: list[str] = []
        self.tries: Counter[int] = Counter()
        self.faults: Counter[object] = Counter()
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            one, tries = str(uuid4()), 0
            # A card, then away with it: the tableau stays small.
            do = f"take:{self.taken[-1]}" if len(self.taken) % 2 else "add:tempura"
            while one not in self.taken:
                tries += 1
                try:
                    code = tap(self.port, self.game, do, one)[0]
                except (OSError, http.client.HTTPException) as error:
                    code = type(error).__name__
                if code == 200:
                    self.taken.append(one)
                    break
                self.faults[code] += 1
                time.sleep(0.1)
            self.tries[tries] += 1


class Listener(threading.Thread):
    """Hears a game's stream, and asks for it again where it ends, as a browser does."""

    def __init__(self, port: int, game: Game) -> None:
        super().__init__(daemon=True)
        self.port, self.game = port, game
        self.versions: list[int] = []
        self.reconnects = 0
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            with (
                suppress(OSError, http.client.HTTPException),
                Phone(self.port, self.game.stream) as phone,
            ):
                while phone.status == 200 and (version := phone.version()) is not None:
                    self.versions.append(version)
            self.reconnects += 1
            time.sleep(0.1)


@pytest.mark.slow
def test_servers_that_are_restarted_in_turn_lose_nothing_and_keep_nobody_waiting(home, nginx, rows):
    servers = [home.serving(), home.serving()]
    port = nginx([server.port for server in servers])
    games = [home.game() for _ in range(PHONES)]
    players = [Player(port, game) for game in games]
    listeners = [Listener(port, game) for game in games]
    for thread in (*listeners, *players):
        thread.start()
    until(lambda: all(len(player.taken) > 3 for player in players))
    for number in range(RESTARTS):
        server = servers[number % 2]
        server.stop()
        assert server.process.returncode == 0
        taken = [len(player.taken) for player in players]
        server.start()
        server.wait()
        # Before the other one goes, everybody has tapped on.
        until(
            lambda taken=taken: all(
                len(player.taken) > before + 3
                for player, before in zip(players, taken, strict=True)
            )
        )
    for player in players:
        player.over.set()
    for player in players:
        player.join(PATIENCE)
    stored = {id_ for (id_,) in rows.execute("SELECT id::text FROM referee_tap")}
    assert {tap_ for player in players for tap_ in player.taken} == stored
    tries = sum((player.tries for player in players), Counter())
    faults = sum((player.faults for player in players), Counter())
    assert max(tries) <= MOST_TRIES, (tries, faults)
    # Everybody who listens has the last version, and lost the stream once a restart at most.
    last = dict(rows.execute("SELECT id::text, version FROM referee_game").fetchall())
    for listener in listeners:
        until(lambda one=listener: one.versions and one.versions[-1] == last[one.game.id])
        listener.over.set()
        assert listener.versions == sorted(listener.versions)
    faults = [line for server in servers for line in server.log().splitlines() if "Error" in line]
    assert faults == []
