"""The wheel: what is in it, and that it serves from an empty environment in another folder."""

import email.message
import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.parse
import urllib.request
import zipfile
from datetime import UTC, datetime
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from packaging.version import Version

import scripts.wheel
from scripts.make_env import uv_settings
from scripts.server import Server
from tests.environments import fill

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60  # seconds
OWN = subprocess.run(
    [
        *("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        *("locale", "referee", "static", "sushiscore", "templates"),
    ],
    capture_output=True,
    check=True,
    cwd=ROOT,
    text=True,
).stdout.split("\0")[:-1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """As `make wheel` builds it, in another folder."""
    return built(ROOT, tmp_path_factory.mktemp("dist"))


def built(source: Path, folder: Path) -> Path:
    """The wheel of a source, in that folder."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*build, "--directory", folder], capture_output=True, check=True, cwd=source)
    [wheel] = folder.iterdir()
    return wheel


def metadata_of(wheel: Path) -> email.message.Message:
    with zipfile.ZipFile(wheel) as opened:
        [about] = (name for name in opened.namelist() if name.endswith("/METADATA"))
        return email.message_from_bytes(opened.read(about))


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
        metadata = metadata_of(wheel)
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
    install = [uv, "pip", "install", "-q", f"--python={env}/bin/python", "--require-hashes"]
    settings = {**uv_settings(known.stdout), **os.environ}
    subprocess.run([*install, best, locked], check=True, env=settings)
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


def hidden_in(page: str) -> dict[str, str]:
    """The fields of a page's form that nobody sees."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


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
        for link in links:
            assert phone.open(link)
        players = {"player_1": "Ana", "player_2": "Ben"}
        started = phone.open("/new/sushi-go/", {**hidden_in(page), **players})
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
def test_pages_of_a_running_server_do_not_change_while_another_wheel_is_installed(
    wheel, elsewhere, tmp_path, db
):
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(site)
    server = Server(tmp_path / "data", environment={**elsewhere, "PYTHONPATH": str(site)})
    server.data.mkdir()
    fill(server.data)
    server.start([sys.executable, "-m", "sushiscore"], cwd=tmp_path)
    try:
        server.wait()
        # pip takes the old files away before it puts the new ones in their place.
        shutil.rmtree(site / "sushiscore/files/templates")
        phone = Phone(server.port)
        page = phone.open("/new/sushi-go/")
        players = {"player_1": "Ana", "player_2": "Ben"}
        assert "data-game=" in phone.open("/new/sushi-go/", {**hidden_in(page), **players})
        assert "Tempura" in phone.open("/rules/sushi-go/")
    finally:
        server.stop()


@pytest.mark.slow
def test_an_installed_one_names_its_version_and_its_own_commands(wheel, installed, elsewhere):
    def said(*words: str) -> str:
        command = [installed / "sushiscore", *words]
        done = subprocess.run(
            command, capture_output=True, check=False, cwd="/", env=elsewhere, text=True
        )
        return done.stdout + done.stderr

    assert said("--version") == f"SushiScore {version_of(wheel)}\n"
    assert "usage: sushiscore manage score" in said("manage", "score", "--help")
    assert "“sushiscore” makes it" in said("manage", "backup", "copy")


def version_of(wheel: Path) -> str:
    return wheel.name.split("-")[1]


@pytest.mark.parametrize("is_release", [True, False])
def test_only_a_release_has_the_version_alone(is_release, monkeypatch, tmp_path):
    """Two wheels of one version are one to pip, which leaves the older one where it is."""
    named = "0.9.0" if is_release else "0.9.1.dev0"
    for part in scripts.wheel.PARTS:
        (tmp_path / part).mkdir()
    (tmp_path / "sushiscore/__init__.py").write_text(f'__version__ = "{named}"\n')
    monkeypatch.setattr(scripts.wheel, "ROOT", tmp_path)
    page, compiled = tmp_path / "templates/page.html", tmp_path / "locale/django.mo"
    seen = []
    for changed in (5, 6):
        page.touch()
        os.utime(page, (datetime(2031, 1, 2, 3, 4, changed, tzinfo=UTC).timestamp(),) * 2)
        compiled.touch()
        os.utime(compiled, (2e9, 2e9))
        seen.append(scripts.wheel.version())
    wanted = ["0.9.0"] * 2 if is_release else ["0.9.1.dev20310102030405", "0.9.1.dev20310102030406"]
    assert seen == wanted
    assert [Version(one) for one in seen] == sorted(map(Version, seen))


def test_the_readme_leads_to_the_repository_or_nowhere():
    readme = (ROOT / "README.md").read_text()
    alone = scripts.wheel.description(readme, "", "HEAD")
    assert "<img" not in alone
    assert re.findall(r"\]\(", alone) == []
    assert "shortcut keys and a screen reader" in alone

    at = "https://code.example/ana/sushi"
    shown = scripts.wheel.description(readme, at, "v0.9.0")
    links = re.findall(r"\]\(([^)]+)\)", shown)
    pictures = re.findall(r'src="([^"]+)"', shown)
    assert all(link.startswith(f"{at}/blob/v0.9.0/") for link in links)
    assert all(picture.startswith(f"{at}/raw/v0.9.0/docs/screenshots/") for picture in pictures)
    assert f"git clone {at} sushiscore" in shown


def test_the_wheel_has_the_links_of_the_one_address_that_is_set(wheel):
    metadata = metadata_of(wheel)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    address = project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["repository"]
    links = metadata.get_all("Project-URL", [])
    assert bool(links) == bool(address)
    assert all(f", {address}" in link for link in links)
    assert metadata.get_payload().startswith("# SushiScore\n")
    assert "Programming Language :: Python :: 3.11" in metadata.get_all("Classifier")


@pytest.fixture(scope="module")
def wheel_before(tmp_path_factory) -> Path:
    """A wheel of the release before: of what stood there before the version was moved last."""
    source, folder = tmp_path_factory.mktemp("before"), tmp_path_factory.mktemp("dist-before")
    last = ["git", "log", "-1", "--format=%H", "--", "sushiscore/__init__.py"]
    moved = subprocess.run(last, capture_output=True, check=True, cwd=ROOT, text=True).stdout
    archive = ["git", "archive", "--format=tar", f"{moved.strip()}^"]
    tree = subprocess.run(archive, capture_output=True, check=False, cwd=ROOT)
    if tree.returncode:
        pytest.skip("the history is not here")
    subprocess.run(["tar", "-x"], check=True, cwd=source, input=tree.stdout)
    return built(source, folder)


@pytest.fixture(scope="module")
def wheel_after(tmp_path_factory) -> Path:
    """A wheel of today's files and one change of the database more."""
    source, folder = tmp_path_factory.mktemp("after"), tmp_path_factory.mktemp("dist-after")
    for part in (*scripts.wheel.PARTS, "LICENSE", "LICENSES.md", "scripts"):
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy2
        copy(ROOT / part, source / part)
    newest = max(path.stem for path in (ROOT / "referee/migrations").glob("0*.py"))
    (source / "referee/migrations/9999_soon.py").write_text(
        "from django.db import migrations\n\n\nclass Migration(migrations.Migration):\n"
        f'    dependencies = [("referee", "{newest}")]\n'
    )
    return built(source, folder)


@pytest.mark.slow
def test_an_upgrade_by_pip_brings_the_new_one_and_the_way_back_the_old_one_with_its_data(
    installed, wheel_before, wheel_after, elsewhere, tmp_path
):
    """docs/deploy.md, “Upgrade and roll back”, step by step."""
    pip = [installed / "python", "-I", "-m", "pip", "--quiet", "install", "--no-deps"]
    server = Server(tmp_path, environment={**elsewhere, "SUSHISCORE_SECRET_KEY": "k" * 40})
    command = [str(installed / "sushiscore")]
    phone = Phone(server.port)

    def version() -> str:
        told = subprocess.run(
            [*command, "--version"], capture_output=True, check=True, env=elsewhere
        )
        return told.stdout.decode().split()[1]

    def shown(path: str, form: dict[str, str] | None = None) -> str:
        server.start(command, cwd=tmp_path)
        try:
            server.wait()
            page = phone.open(path)
            return phone.open(path, {**hidden_in(page), **form}) if form else page
        finally:
            server.stop()

    subprocess.run([*pip, wheel_before], check=True)
    assert version() == version_of(wheel_before)
    started = shown("/new/sushi-go/", {"player_1": "Ana", "player_2": "Ben"})
    game = re.search(r"/g/[0-9a-f-]{36}/", started)[0]

    subprocess.run([*pip, "--upgrade", wheel_after], check=True)
    assert version() == version_of(wheel_after) != version_of(wheel_before)
    assert "Ana" in shown(game)
    [copy] = tmp_path.glob("before-*")

    subprocess.run([*pip, wheel_before], check=True)
    assert version() == version_of(wheel_before)
    with pytest.raises(RuntimeError, match=r"A newer SushiScore has changed this database"):
        shown(game)
    restore = [*command, "manage", "restore", copy, "--force"]
    subprocess.run(restore, capture_output=True, check=True, env=server.environment)
    assert "Ana" in shown(game)
