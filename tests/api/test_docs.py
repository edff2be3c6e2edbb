"""What docs/api.md shows is run as it stands there, against a server of this project."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils import timezone

from referee.api.base.auto_schema import MAY_CHANGE
from referee.api.description import description
from referee.club.services.accounts import create_account
from referee.club.services.keys import make_key
from referee.models import GameNight
from referee.rules import read_sheet, score_sheet
from referee.wording import result_document
from referee.wording.result import printed
from scripts.wheel import version
from tests.api.openapi import OPERATIONS
from tests.factories import PASSWORD, PHONE
from tests.needed import needed
from tests.people import play

ROOT = Path(__file__).resolve().parents[2]
DOCS = (ROOT / "docs/api.md").read_text()
CURLS = re.findall(r"(?m)^    (curl (?:.*[\\|]\n)*.*)$", DOCS)
PROGRAMS = dict(re.findall(r"#+ ([^\n]+)\n(?:(?!\n#|```).)*```python\n(.*?)```", DOCS, re.S))
SERVER, KEY = "http://localhost:8000", "sushi_…"
"""As they stand there."""


@pytest.fixture(scope="module")
def client_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client, generated from docs/openapi.json."""
    folder = tmp_path_factory.mktemp("client") / "client"
    subprocess.run([ROOT / "scripts/client", folder], check=True, capture_output=True)
    return folder


@pytest.fixture
def key(transactional_db: None, quick_passwords: None) -> str:
    """A key to a club in which Ana has won three times, Ben never."""
    for day in (1, 2, 3):
        play("Ana", "Ben", on=day)
    return make_key(create_account(PHONE, "Ana", PASSWORD), uuid4(), "bot", "manage")


def run(command: list[str], **environment: str) -> str:
    """What a command prints that must succeed."""
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def curl(server_url: str, key: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a line with curl, and return what it prints."""
    path = str(Path(needed("curl")).parent)
    needed("jq")

    def sent(line: str) -> str:
        line = line.replace(SERVER, server_url).replace(KEY, key)
        return run(["sh", "-c", line.replace("curl ", "curl -sS --fail-with-body ", 1)], PATH=path)

    return sent


def test_a_game_is_scored_with_curl_in_one_line(curl):
    line = CURLS[0]
    assert "\n" not in line
    sheet = read_sheet((ROOT / "examples/sushi-go.json").read_text())
    assert curl(line) == printed(result_document(score_sheet(sheet), lambda *_: {}))


def test_the_other_lines_with_curl_are_answered(curl):
    for address, shown in (
        ("/ask/", '"is_found":true'),
        ("/clubs/", '"results":[{"id":'),
        ("/standings/", "1 Ana: 3\n2 Ben: 1\n"),
        ("/games/?", "2026-11-03: 3, 1\n2026-11-02: 3, 1\n"),
        ("/nights/", '"name":"The final"'),
    ):
        (line,) = (line for line in CURLS if address in line)
        assert shown in curl(line)


@pytest.mark.slow
def test_the_client_has_the_version_of_the_wheel(client_folder):
    project = tomllib.loads((client_folder / "pyproject.toml").read_text())["project"]
    assert project["version"] == version()


def test_the_client_has_a_function_for_every_operation(client_folder):
    described = [operation["operationId"] for _method, _path, operation in OPERATIONS]
    modules = (client_folder / "sushiscore_client/api").glob("*/[!_]*.py")
    assert sorted(module.stem for module in modules) == sorted(described)


def test_twenty_lines_keep_a_night(python):
    sheets = [f"examples/{name}.json" for name in ("sushi-go", "dinner-for-two")]
    assert python("Keep a night", *sheets) == "Ana: 2 of 2\nCem: 0 of 1\nBen: 0 of 2\n"
    assert GameNight.objects.get(date=timezone.localdate()).games.count() == 2
    assert len([line for line in PROGRAMS["Keep a night"].split("\n") if line]) <= 20


@pytest.mark.slow
def test_a_program_says_why_a_sheet_is_refused(python, tmp_path):
    sheet = tmp_path / "wrong.json"
    sheet.write_text((ROOT / "examples/sushi-go.json").read_text().replace("tempura*2", "tempra"))
    with pytest.raises(AssertionError, match=r"^sheet\.rounds\[0\]\.tableaus\.Ana.*tempura"):
        python("Keep a night", str(sheet))


@pytest.fixture
def discord() -> Iterator[tuple[str, list[Any]]]:
    """The address of what stands for Discord, and the messages that it gets."""
    messages: list[Any] = []

    class Channel(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            messages.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Channel) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", messages
        server.shutdown()


@pytest.fixture
def python(server_url: str, key: str, client_folder: Path) -> Any:
    """Run a program, and return what it prints."""

    def ran(heading: str, *arguments: str, **environment: str) -> str:
        program = PROGRAMS[heading].replace(SERVER, server_url)
        environment |= {"PYTHONPATH": str(client_folder), "SUSHISCORE_KEY": key}
        environment |= {"NO_PROXY": "*", "TZ": settings.TIME_ZONE}
        return run([sys.executable, "-c", program, *arguments], **environment)

    return ran


@pytest.mark.slow
def test_a_discord_bot_posts_the_standings(python, discord):
    address, messages = discord
    python("A Discord bot", DISCORD_WEBHOOK=address)
    (message,) = messages
    assert message["content"] == "Points a game:\n1. Ana, 3.0 points\n2. Ben, 1.0 points"


def operations(*, may_change: bool) -> dict[str, dict[str, list[str]]]:
    """The methods of each address that the description has, by the scope that they take."""
    named = {name: f"<{name}>" for name in ("seat", "table", "ruleset")} | {"number": "<n>"}
    found: dict[str, dict[str, list[str]]] = {}
    for path, methods in description()["paths"].items():
        address = re.sub(r"{(\w+)}", lambda name: named.get(name[1], "<id>"), path)
        for method, operation in methods.items():
            if (MAY_CHANGE in operation["tags"]) == may_change:
                scopes = [scope for way in operation["security"] for scope in way.get("key", ())]
                under = found.setdefault(address.removeprefix("/api/v1/"), {})
                under.setdefault(*scopes or ["no key"], []).append(f"`{method.upper()}`")
    return found


def rows(heading: str) -> list[str]:
    """The rows of operations in a table of the docs."""
    return re.findall(r"(?m)^\| `.*$", DOCS.partition(f"## {heading}\n")[2].partition("\n## ")[0])


def test_the_docs_have_every_operation_under_the_scope_that_it_takes():
    described = []
    for address, under in operations(may_change=False).items():
        scopes = [", ".join(under.get(name, ())) for name in ("no key", "read", "enter", "manage")]
        cells = [f"`{address}`", *scopes]
        described.append("|" + "".join(f" {cell} |" if cell else " |" for cell in cells))
    assert sorted(rows("Every operation")) == sorted(described)


def test_the_docs_have_what_may_change_in_a_line_for_each_address():
    described = []
    for address, under in operations(may_change=True).items():
        methods = ", ".join(name for names in under.values() for name in names)
        scopes = ", ".join(f"`{scope}`" for scope in under if scope != "no key")
        described.append((f"{methods[:-1]} {address}`", scopes))
    cells = [[cell.strip() for cell in row.split("|")] for row in rows("What may change")]
    assert sorted((cell[1], cell[3]) for cell in cells) == sorted(described)
