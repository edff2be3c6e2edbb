"""The wheel: what is in it, and that it serves from an empty environment in another folder."""

import email
import os
import re
import subprocess
import sys
import urllib.parse
import urllib.request
import zipfile
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from scripts.make_env import uv_settings
from scripts.server import Server

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60  # seconds
OWN = subprocess.run(
    [
        "git",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
        "locale",
        "referee",
        "static",
        "sushiscore",
        "templates",
    ],
    capture_output=True,
    check=True,
    cwd=ROOT,
    text=True,
).stdout.split("\0")[:-1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """As `make wheel` builds it, in another folder."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*build, "--directory", folder], capture_output=True, check=True, cwd=ROOT)
    [built] = folder.iterdir()
    return built


def place_in_the_wheel(name: str) -> str:
    """Where a file of the checkout lies in the wheel."""
    beside = name.split("/")[0] in ("locale", "static", "templates")
    return f"sushiscore/files/{name}".replace(".po", ".mo") if beside else name


def test_it_holds_the_packages_pages_static_files_and_catalogues_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as opened:
        names = {name for name in opened.namelist() if ".dist-info/" not in name}
    there = {name for name in OWN if (ROOT / name).exists()}
    assert names == set(map(place_in_the_wheel, there))


def test_it_asks_for_what_requirements_name_and_brings_the_command_and_the_licences(wheel):
    with zipfile.ZipFile(wheel) as opened:
        [about] = (name for name in opened.namelist() if name.endswith("/METADATA"))
        metadata = email.message_from_bytes(opened.read(about))
        commands = opened.read(about.replace("METADATA", "entry_points.txt")).decode()
        names = opened.namelist()
    lines = metadata.get_all("Requires-Dist")
    for lock, asked in (
        ("run", [line for line in lines if "extra ==" not in line]),
        ("postgres", [line for line in lines if "extra == 'postgres'" in line]),
    ):
        text = (ROOT / f"requirements/{lock}.in").read_text()
        wanted = re.findall(r"^([\w-]+)", text, re.MULTILINE)
        named = [re.match(r"[\w-]+", line)[0] for line in asked]
        assert sorted(map(str.lower, named)) == sorted(map(str.lower, wanted))
    assert "sushiscore = sushiscore.__main__:main" in commands
    for licence in metadata.get_all("License-File"):
        assert f"{about.removesuffix('METADATA')}licenses/{licence}" in names


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The programs of a new environment with the locked packages and the wheel, and no more."""
    env = tmp_path_factory.mktemp("installed") / "env"
    uv = Path(sys.executable).with_name("uv")
    if not uv.exists():
        pytest.skip("uv does not run here; pip would take minutes")
    subprocess.run([sys.executable, "-m", "venv", env], check=True)
    pip = [env / "bin/python", "-I", "-m", "pip", "--disable-pip-version-check"]
    known = subprocess.run([*pip, "config", "list"], capture_output=True, check=True, text=True)
    locked = f"--requirement={ROOT}/requirements/run.txt"
    best = "--index-strategy=unsafe-best-match"
    subprocess.run(
        [
            uv,
            "pip",
            "install",
            "-q",
            f"--python={env}/bin/python",
            "--require-hashes",
            best,
            locked,
        ],
        check=True,
        env={**uv_settings(known.stdout), **os.environ},
    )
    subprocess.run([*pip, "install", "--quiet", "--no-deps", wheel], check=True)
    subprocess.run([*pip, "check"], check=True)
    return env / "bin"


@pytest.fixture
def elsewhere(tmp_path) -> dict[str, str]:
    """An environment that knows nothing of this checkout."""
    return {"HOME": str(tmp_path), "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}


class Phone:
    """Opens pages and sends forms, and keeps cookies."""

    def __init__(self, port: int) -> None:
        self._url = f"http://127.0.0.1:{port}"
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(CookieJar()), urllib.request.ProxyHandler({})
        )

    def open(self, path: str, form: dict[str, str] | None = None, language: str = "en") -> str:
        request = urllib.request.Request(  # noqa: S310  # our own
            urllib.parse.urljoin(self._url, path),
            data=urllib.parse.urlencode(form).encode() if form else None,
            headers={"Accept-Language": language},
        )
        with self._opener.open(request, timeout=PATIENCE) as answer:
            return answer.read().decode(errors="replace")  # a font is no text


@pytest.mark.slow
def test_from_an_empty_environment_it_serves_pages_static_files_and_a_game(
    installed, elsewhere, tmp_path
):
    server = Server(tmp_path, environment=elsewhere)
    del server.environment["SUSHISCORE_DATA"]
    data = tmp_path / ".local/share/sushiscore"
    server.start([str(installed / "sushiscore")], cwd=tmp_path)
    try:
        server.wait()
        phone = Phone(server.port)
        assert "quién gana y por qué" in phone.open("/", language="es")
        page = phone.open("/new/sushi-go/")
        links = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
        assert len(links) > 3
        for link in links:
            assert phone.open(link)
        hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)
        players = {"player_1": "Ana", "player_2": "Ben"}
        started = phone.open("/new/sushi-go/", {**dict(hidden), **players})
        assert "Ana" in started
        assert "data-game=" in started
        backup = [installed / "sushiscore", "manage", "backup", tmp_path / "copy"]
        subprocess.run(backup, capture_output=True, check=True, cwd="/", env=elsewhere)
    finally:
        server.stop()
    assert server.process.returncode == 0
    assert sorted(path.name for path in data.iterdir()) == [
        "secret.key", "server.lock", "sushiscore.sqlite3",
    ]  # fmt: skip
    assert (tmp_path / "copy").stat().st_size > 0


@pytest.mark.slow
def test_an_installed_one_names_its_own_commands(installed, elsewhere):
    def said(*words: str) -> str:
        command = [installed / "sushiscore", *words]
        done = subprocess.run(
            command, capture_output=True, check=False, cwd="/", env=elsewhere, text=True
        )
        return done.stdout + done.stderr

    version = re.search(r'"(.+)"', (ROOT / "sushiscore/__init__.py").read_text().split("=")[1])[1]
    assert said("--version") == f"SushiScore {version}\n"
    assert "usage: sushiscore manage score" in said("manage", "score", "--help")
    assert "“sushiscore” makes it" in said("manage", "backup", "copy")
