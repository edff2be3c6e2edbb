"""A server that is killed in the middle of its jobs, and the next one on its data."""

import json
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from referee.club.services.files.export_club import archive_of
from referee.club.services.files.import_games import store_games
from tests.browser.real_server import RealServer
from tests.club.files.past_games import a_club, every_kind, past_game
from tests.environments import fill
from tests.live.serving import until

pytestmark = pytest.mark.django_db

GAMES = 100


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RealServer]:
    fill(tmp_path)
    running = RealServer(tmp_path)
    running.start()
    yield running
    running.kill()


class Phone:
    """A phone with its cookie."""

    def __init__(self, server: RealServer) -> None:
        self.server, self.cookie = server, ""
        self.ask("GET", "/club/import/")

    def ask(self, method: str, path: str, body: bytes | None = None) -> tuple[int, Any]:
        with closing(HTTPConnection("127.0.0.1", self.server.port, timeout=60)) as connection:
            head = {"Content-Type": "application/json", "Cookie": self.cookie}
            connection.request(method, path, body, head)
            answer = connection.getresponse()
            for name, cookie in answer.getheaders():
                if name.lower() == "set-cookie" and cookie.startswith("phone="):
                    self.cookie = cookie.partition(";")[0]
            text = answer.read().decode()
            return answer.status, json.loads(text) if text.startswith("{") else text


@pytest.mark.slow
def test_a_killed_server_leaves_nothing_half_done(server):
    club = a_club("a phone that is gone")
    store_games(club, [past_game(n, every_kind()[n % 5]) for n in range(GAMES)])
    source = "".join(archive_of(club)).encode()
    phone = Phone(server)

    def games() -> int:
        return len(server.rows("SELECT id FROM referee_game"))

    def waiting(kind: str) -> bool:
        jobs = server.rows("SELECT kind FROM referee_job WHERE due_at IS NOT NULL")
        return (kind,) in jobs

    _status, sent = phone.ask("POST", "/api/v1/imports/", source)
    until(games)
    assert not phone.ask("GET", f"/api/v1/imports/{sent['id']}/")[1]["is_over"]
    server.kill()
    assert 0 < games() < GAMES
    server.start()
    stopped = phone.ask("GET", f"/api/v1/imports/{sent['id']}/")[1]
    assert [fault["code"] for fault in stopped["faults"]] == ["import-stopped"]
    status, again = phone.ask("POST", "/api/v1/imports/", source)
    assert status == 202
    until(lambda: not waiting("import"))
    whole = phone.ask("GET", f"/api/v1/imports/{again['id']}/")[1]
    assert (whole["written"], whole["faults"]) == (GAMES, [])
    until(lambda: games() == GAMES and not waiting("remove"))
    # Its rows go, also where the server is killed meanwhile.
    assert phone.ask("DELETE", f"/api/v1/clubs/{whole['club']}/")[0] == 204
    until(lambda: games() < GAMES)
    server.kill()
    assert games()
    # As if the time were over for which the killed one held its work.
    server.rows("UPDATE referee_job SET held_until = made_at")
    server.start()
    until(lambda: not games())
