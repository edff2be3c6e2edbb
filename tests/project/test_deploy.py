"""What servers are set up with: Dockerfile, compose.yaml, Caddyfile and systemd units."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands
from django.db.migrations import DeleteModel, RemoveField, RenameField, RenameModel
from django.db.migrations.loader import MigrationLoader

from scripts import services

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
SETTINGS = set(re.findall(r"`([A-Z_]+)`", (ROOT / "docs/settings.md").read_text()))
UNITS = sorted((ROOT / "deploy/systemd").iterdir())
SERVERS = ("alone", "app")
"""The services that are SushiScore itself."""


def instructions() -> Iterator[tuple[str, str]]:
    """Each instruction of the Dockerfile with what follows it."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        if line.strip():
            keyword, _, rest = line.partition(" ")
            yield keyword, rest.strip()


def files_of_the_image() -> set[str]:
    """Every file that .dockerignore lets in, by its path in the checkout."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    left = [line.removeprefix("**/") for line in lines if line.startswith("**/")]
    taken = [ROOT / line[1:] for line in lines if line.startswith("!")]
    below = (path for one in taken for path in (one, *one.rglob("*")) if path.is_file())
    names = {path.relative_to(ROOT) for path in below}
    return {
        name.as_posix()
        for name in names
        if not any(fnmatch(part, one) for part in name.parts for one in left)
    }


def environment_of(service: str) -> dict[str, str]:
    return COMPOSE["services"][service]["environment"]


def services_of(profile: str) -> set[str]:
    return {name for name, one in COMPOSE["services"].items() if profile in one["profiles"]}


def test_compose_has_two_profiles_and_every_service_is_in_one():
    assert services_of("alone") == {"alone"}
    assert services_of("public") == {*COMPOSE["services"]} - {"alone"}


@pytest.mark.parametrize("service", SERVERS)
def test_compose_passes_on_every_setting_but_the_port_and_the_folder_inside(service):
    assert COMPOSE["services"][service]["env_file"] == [{"path": ".env", "required": False}]
    inside = environment_of(service)
    words = dict(instructions())
    assert {"SUSHISCORE_HOSTS"} <= set(inside) <= SETTINGS
    assert (inside["PORT"], inside["SUSHISCORE_DATA"]) == (words["EXPOSE"], words["VOLUME"])


def test_neither_git_nor_the_image_takes_the_file_of_settings():
    asked = ["git", "check-ignore", "--quiet", "--no-index", ".env"]
    assert subprocess.run(asked, check=False, cwd=ROOT).returncode == 0
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in lines
    assert not [line for line in lines if line.startswith("!.")]


@pytest.mark.parametrize("service", SERVERS)
def test_compose_gives_sushiscore_no_rights_and_one_folder_to_write_to(service):
    of = COMPOSE["services"][service]
    assert of["read_only"] is True
    assert of["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in of["security_opt"]
    [volume] = (rest for keyword, rest in instructions() if keyword == "VOLUME")
    assert of["volumes"] == [f"sushiscore:{volume}"]


def test_compose_and_caddy_name_services_and_ports_that_are_there():
    app = environment_of("app")
    hosts = re.findall(r"[@/]([a-z]+):\d+", app["DATABASE_URL"] + app["REDIS_URL"])
    assert hosts == ["postgres", "redis"]
    [network] = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert app["SUSHISCORE_PROXIES"] == network["subnet"]
    port = next(rest for keyword, rest in instructions() if keyword == "EXPOSE")
    assert f"dynamic a app {port} " in (ROOT / "deploy/Caddyfile").read_text()
    assert COMPOSE["services"]["alone"]["ports"] == [f"${{PORT:-8000}}:{port}"]
    database = environment_of("postgres")
    assert app["DATABASE_URL"] == (
        f"postgres://{database['POSTGRES_USER']}:{database['POSTGRES_PASSWORD']}"
        f"@postgres:5432/{database['POSTGRES_DB']}"
    )


def test_a_backup_is_restored_by_a_container_of_its_own_while_the_service_is_stopped():
    way = re.search(
        r"docker compose stop (\w+)\n"
        # Without a terminal: the backup comes on standard input.
        r" +docker compose run --rm -T \1 sushiscore manage (\w+) - < copy.sqlite3\n"
        r" +docker compose start \1\n",
        (ROOT / "docs/deploy.md").read_text(),
    )
    assert way[1] in services_of("alone")
    assert way[2] in get_commands()


def test_images_of_others_are_named_with_their_version_and_postgresql_is_the_tested_one():
    images = [one["image"] for one in COMPOSE["services"].values() if "build" not in one]
    assert [one for one in images if not re.fullmatch(r"[a-z]+:\d+", one)] == []
    assert f"postgres:{services.LEAST_POSTGRESQL}" in images
    docs = (ROOT / "docs/settings.md").read_text()
    assert f"it is tested on {services.LEAST_POSTGRESQL}" in docs


def test_docker_run_is_one_line_that_names_the_images_port_and_folder():
    [line] = re.findall(r"^    (docker run .*)$", (ROOT / "docs/deploy.md").read_text(), re.M)
    words = dict(instructions())
    assert line.endswith(f" --env-file .env {COMPOSE['services']['alone']['image']}")
    assert f" --publish 8000:{words['EXPOSE']} --volume sushiscore:{words['VOLUME']} " in line


def test_the_image_is_made_of_the_files_that_the_wheel_is_made_of():
    there = files_of_the_image()
    listed = ["git", "ls-files", "locale", "referee", "requirements", "static", "templates"]
    tracked = subprocess.run(listed, capture_output=True, check=True, cwd=ROOT, text=True).stdout
    assert {name for name in tracked.splitlines() if (ROOT / name).exists()} <= there
    assert {"pyproject.toml", "README.md", "sushiscore/run.py", "scripts/wheel.py"} <= there
    assert not [name for name in there if name.endswith((".mo", ".pyc")) or "var/" in name]


def test_the_image_runs_the_command_of_the_wheel_and_not_as_root():
    steps = list(instructions())
    assert steps[-1] == ("CMD", '["sushiscore"]')
    [user] = (rest for keyword, rest in steps if keyword == "USER")
    assert user.isdigit()  # Kubernetes takes no name for a proof that it is not root
    assert any(f"useradd --uid {user} " in rest for keyword, rest in steps if keyword == "RUN")
    build, last = (rest for keyword, rest in steps if keyword == "FROM")
    assert build == f"{last} AS build"  # whose Python is that of the environment


def test_a_start_that_first_brings_a_large_database_up_to_date_is_given_half_an_hour():
    [health] = (rest for keyword, rest in instructions() if keyword == "HEALTHCHECK")
    assert "--start-period=30m " in health
    unit = (ROOT / "deploy/systemd/sushiscore.service").read_text()
    # systemd bounds no start of a service that says nothing of when it is ready.
    assert not re.search(r"^(Type|WatchdogSec)=", unit, re.MULTILINE)


def test_systemd_understands_the_units(tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not here")
    for unit in UNITS:
        # Where it is installed is not here.
        here = unit.read_text().replace("/opt/sushiscore/bin/sushiscore", sys.executable)
        (tmp_path / unit.name).write_text(here)
    units = [tmp_path / unit.name for unit in UNITS]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units],
        capture_output=True,
        check=False,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_one_of_several_processes_is_the_same_unit_named_by_its_port():
    several = ROOT / "deploy/systemd/sushiscore@.service"
    assert several.readlink() == Path("sushiscore.service")
    assert re.search(r"^Environment=.* PORT=%i$", several.read_text(), re.MULTILINE)
    docs = (ROOT / "docs/deploy.md").read_text()
    ports = re.findall(r"server 127\.0\.0\.1:(\d+)", (ROOT / "docs/proxy.md").read_text())
    assert len(ports) == 2
    assert "systemctl enable --now " + " ".join(f"sushiscore@{port}" for port in ports) in docs
    assert f"for port in {' '.join(ports)}; do" in docs


def test_all_processes_are_to_be_stopped_where_old_code_misses_what_a_change_takes_away():
    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", *words], capture_output=True, check=False, cwd=ROOT, text=True
        )
        return done.stdout

    moved = git("log", "-1", "--format=%H", "--", "sushiscore/__init__.py").strip()
    if not git("cat-file", "-t", f"{moved}^"):
        pytest.skip("the history is not here")
    released = re.search('= "(.*)"', git("show", f"{moved}^:sushiscore/__init__.py"))[1]
    before = git("ls-tree", "--name-only", f"{moved}^", "referee/migrations/").splitlines()
    taken_away = [
        operation
        for (app, name), change in MigrationLoader(None).disk_migrations.items()
        if app == "referee" and f"referee/migrations/{name}.py" not in before
        for operation in change.operations
        if isinstance(operation, (DeleteModel, RemoveField, RenameField, RenameModel))
    ]
    if taken_away:
        docs = " ".join((ROOT / "docs/deploy.md").read_text().split())
        assert f"For an upgrade from {released} or older stop all of them" in docs


def test_units_set_what_the_settings_know_and_keep_one_data_folder():
    for unit in (one for one in UNITS if one.suffix == ".service"):
        text = unit.read_text()
        named = set(re.findall(r"\b(SUSHISCORE_\w+|PORT)=", text))
        assert named
        assert named <= SETTINGS
        folder = re.search(r"SUSHISCORE_DATA=/var/lib/(\S+)", text)[1]
        assert folder in re.search(r"^StateDirectory=(.+)$", text, re.MULTILINE)[1].split()
