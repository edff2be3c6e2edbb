"""Settings run on a bare checkout, are closed by default, and refuse values that make no sense."""

import json
import runpy
import stat
import subprocess
import traceback
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from sushiscore import names
from tests.environments import python

ROOT = Path(__file__).resolve().parents[2]
COOKIES = (
    "PHONE_COOKIE_NAME", "CSRF_COOKIE_NAME", "LANGUAGE_COOKIE_NAME", "MESSAGES_COOKIE_NAME",
    "COOKIE_PREFIX", "SESSION_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE",
)  # fmt: skip
SHOWN = (*COOKIES, "DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "CSRF_COOKIE_SECURE", "DATABASES")
SHOW = f"""
import json
from sushiscore import settings
print(json.dumps({{name: getattr(settings, name) for name in {SHOWN!r}}}, default=str))
"""


def shown(**environment: str) -> dict[str, object]:
    """What the settings are in that environment."""
    done = python(SHOW, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_bare_checkout_is_closed_by_default_and_writes_nothing(tmp_path):
    data = tmp_path / "data"
    seen = shown(SUSHISCORE_DATA=str(data))
    assert seen["DEBUG"] is False
    assert "*" not in seen["ALLOWED_HOSTS"]
    assert "localhost" in seen["ALLOWED_HOSTS"]
    assert not data.exists()


def test_without_a_key_every_process_has_another(tmp_path):
    one, other = (shown(SUSHISCORE_DATA=str(tmp_path))["SECRET_KEY"] for _ in range(2))
    assert one != other
    assert len(one) > 50


def test_the_key_file_is_made_once_for_its_owner_alone_and_then_used(tmp_path):
    data = tmp_path / "a" / "b"
    make = "from referee.hosting.data import make_data_folder; make_data_folder()"
    for _ in range(2):
        assert python(make, SUSHISCORE_DATA=str(data)).returncode == 0
        key = (data / "secret.key").read_text().strip()
        assert shown(SUSHISCORE_DATA=str(data))["SECRET_KEY"] == key
    assert stat.S_IMODE((data / "secret.key").stat().st_mode) == 0o600
    assert [path.name for path in data.iterdir()] == ["secret.key"]


def test_the_environments_key_goes_before_the_files(tmp_path):
    (tmp_path / "secret.key").write_text("f" * 50)
    seen = shown(SUSHISCORE_DATA=str(tmp_path), SUSHISCORE_SECRET_KEY="e" * 50)
    assert seen["SECRET_KEY"] == "e" * 50


def test_hosts_and_https_are_taken_from_the_environment(tmp_path):
    seen = shown(SUSHISCORE_HOSTS="sushi.example, 192.168.1.5", SUSHISCORE_HTTPS="1")
    assert {"sushi.example", "192.168.1.5"} <= set(seen["ALLOWED_HOSTS"])
    assert seen["CSRF_COOKIE_SECURE"] is True


def test_behind_https_djangos_check_of_a_deployment_finds_nothing(tmp_path):
    command = "['manage.py', 'check', '--deploy', '--fail-level', 'WARNING']"
    check = f"from django.core.management import execute_from_command_line as do; do({command})"
    kept = {"DJANGO_SETTINGS_MODULE": "sushiscore.settings", "SUSHISCORE_DATA": str(tmp_path)}
    key = "".join(map(chr, range(48, 112)))
    done = python(check, SUSHISCORE_HTTPS="1", SUSHISCORE_SECRET_KEY=key, **kept)
    assert (done.returncode, done.stderr) == (0, "")


def test_cookies_are_named_for_https_alone():
    seen = shown(SUSHISCORE_HTTPS="1")
    assert [seen[name] for name in COOKIES] == [
        "__Host-phone", "__Host-csrftoken", "__Host-language", "__Host-messages", "__Host-", True,
        True,
    ]  # fmt: skip
    seen = shown()
    names = ["phone", "csrftoken", "language", "messages", "", False, False]
    assert [seen[name] for name in COOKIES] == names


def test_a_database_url_names_another_database():
    seen = shown(DATABASE_URL="postgres://ana:word@db.example:5432/sushi")
    assert seen["DATABASES"]["default"]["ENGINE"] == "django.db.backends.postgresql"
    assert seen["DATABASES"]["default"]["HOST"] == "db.example"
    assert seen["DATABASES"]["default"]["OPTIONS"]["prepare_threshold"] == 3


def test_behind_pgbouncer_no_statements_are_prepared():
    seen = shown(DATABASE_URL="postgres://ana@db.example/sushi?DISABLE_SERVER_SIDE_CURSORS=True")
    assert seen["DATABASES"]["default"]["OPTIONS"]["prepare_threshold"] is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SUSHISCORE_DEBUG", "yes please"),
        ("SUSHISCORE_HTTPS", "true"),
        ("SUSHISCORE_SECRET_KEY", "short"),
        ("SUSHISCORE_HOSTS", "*"),
        ("SUSHISCORE_HOSTS", "http://sushi.example/"),
        ("SUSHISCORE_PROXIES", "nginx"),
        ("SUSHISCORE_CORS", "league.example"),
        ("SUSHISCORE_CORS", "https://league.example/"),
        ("SUSHISCORE_CORS", "https://League.example"),
        ("SUSHISCORE_CORS", "null"),
        ("SUSHISCORE_CORS", "*, https://league.example"),
        ("SUSHISCORE_PROXIES", "10.0.0.0/64"),
        ("SUSHISCORE_BIND", "localhost"),
        ("SUSHISCORE_METRICS_TOKEN", "short"),
        ("SUSHISCORE_METRICS_TOKEN", "long enough with spaces"),
        ("SUSHISCORE_LOG_ADDRESSES", "yes"),
        ("SUSHISCORE_LOG_LEVEL", "LOUD"),
        ("SUSHISCORE_LOG_FORMAT", "xml"),
        ("SUSHISCORE_TIME_ZONE", "Mars"),
        ("SUSHISCORE_TIME_ZONE", "../Madrid"),
        ("DATABASE_URL", "postgres://ana:the-word@db.example:port/sushi"),
        ("DATABASE_URL", "postgres://ana:the-word@db.example"),
        ("DATABASE_URL", "mysql://ana:the-word@db.example/sushi"),
        ("DATABASE_URL", "postgres://[::1/sushi"),
        ("REDIS_URL", "127.0.0.1:6379"),
    ],
)
def test_a_value_that_makes_no_sense_stops_the_program_and_is_named(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=f"^{name}") as wrong:
        runpy.run_path(str(ROOT / "sushiscore/settings.py"))
    assert "the-word" not in "".join(traceback.format_exception(wrong.value))


def test_a_postgresql_without_its_libraries_is_told_in_one_line_that_names_them():
    command = "import sys; sys.modules['psycopg_pool'] = None; from sushiscore.__main__ import main"
    for words, end in (
        (["sushiscore", "manage", "demo"], "stderr"),
        (["sushiscore", "--check"], "stdout"),
    ):
        done = python(
            f"{command}; sys.argv = {words}; main()",
            DATABASE_URL="postgres://ana:word@db.example/x",
        )
        assert done.returncode == 1
        assert (done.stdout + done.stderr).count("\n") == 1
        # By its bare name an index has nothing, or what is somebody else's.
        assert "install sushiscore[postgres] as docs/deploy.md says" in getattr(done, end)


def test_a_system_that_locks_no_files_is_told_what_to_use():
    """As Windows, which has no fcntl."""
    command = (
        "import sys; sys.modules['fcntl'] = None; from sushiscore.__main__ import main; main()"
    )
    done = python(command)
    assert done.returncode == 1
    assert done.stderr == (
        "SushiScore needs Linux or macOS; on Windows, run it in WSL or in a container.\n"
    )


def test_every_name_that_is_read_is_known_and_documented():
    listed = ["git", "grep", "-hoE", r"SUSHISCORE_[A-Z_]+\b"]
    read = ["Dockerfile", "compose.yaml", "deploy", "scripts", "sushiscore", "referee"]
    found = {
        place: subprocess.run(
            [*listed, "--", *of], capture_output=True, check=True, cwd=ROOT, text=True
        ).stdout.split()
        for place, of in (("read", read), ("documented", ["docs/settings.md"]))
    }
    assert set(found["read"]) <= names.KNOWN
    assert set(found["documented"]) == names.KNOWN - {"SUSHISCORE_KEY"}


@pytest.mark.django_db
def test_tests_meet_the_database_as_it_is_served():
    if connection.vendor != "sqlite":
        pytest.skip("another database was chosen")
    assert Path(connection.settings_dict["NAME"]).is_file()
    with connection.cursor() as cursor:
        answers = [
            cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        ]
    assert answers == ["wal", 1, 5_000, 1]
    assert settings.DATABASES["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
