"""Settings run on a bare checkout, are closed by default, and refuse values that make no sense."""

import stat
import subprocess
import traceback
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from referee.hosting import data
from sushiscore import names
from tests.environments import python, settings_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The key's place, in a data folder that is not there yet."""
    monkeypatch.setattr(data, "KEY_FILE", tmp_path / "data/secret.key")
    return data.KEY_FILE


def test_a_bare_checkout_is_closed_by_default_and_writes_nothing(place):
    seen = settings_of()
    assert seen.DEBUG is False
    assert "*" not in seen.ALLOWED_HOSTS
    assert "localhost" in seen.ALLOWED_HOSTS
    assert not place.parent.exists()


def test_without_a_key_every_process_has_another(place):
    one, other = (settings_of().SECRET_KEY for _ in range(2))
    assert one != other
    assert len(one) > 50


def test_the_environments_key_goes_before_the_files(place):
    place.parent.mkdir()
    place.write_text("f" * 50)
    assert settings_of().SECRET_KEY == "f" * 50
    assert settings_of(SUSHISCORE_SECRET_KEY="e" * 50).SECRET_KEY == "e" * 50


def test_the_key_file_is_made_once_for_its_owner_alone_and_then_used(tmp_path):
    folder = tmp_path / "a" / "b"
    make = (
        "from referee.hosting.data import make_data_folder; make_data_folder();"
        " from sushiscore import settings; print(settings.SECRET_KEY)"
    )
    said = [python(make, SUSHISCORE_DATA=str(folder)).stdout for _ in range(2)]
    assert said == [(folder / "secret.key").read_text()] * 2
    assert stat.S_IMODE((folder / "secret.key").stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == ["secret.key"]


def test_hosts_and_https_are_taken_from_the_environment():
    seen = settings_of(SUSHISCORE_HOSTS="sushi.example, 192.168.1.5", SUSHISCORE_HTTPS="1")
    assert {"sushi.example", "192.168.1.5"} <= set(seen.ALLOWED_HOSTS)
    assert seen.CSRF_COOKIE_SECURE is True


@pytest.mark.parametrize(("https", "prefix"), [("1", "__Host-"), ("", "")])
def test_cookies_are_named_for_https_alone(https, prefix):
    seen = settings_of(SUSHISCORE_HTTPS=https)
    for name in ("phone", "csrftoken", "language", "messages"):
        setting = f"{name.removesuffix('token').upper()}_COOKIE_NAME"
        assert getattr(seen, setting) == f"{prefix}{name}"
    assert prefix == seen.COOKIE_PREFIX
    assert seen.SESSION_COOKIE_SECURE is seen.LANGUAGE_COOKIE_SECURE is bool(https)


@pytest.mark.parametrize(
    ("more", "threshold"),
    [("", 3), ("?DISABLE_SERVER_SIDE_CURSORS=True", None)],  # as behind pgbouncer
)
def test_a_database_url_names_another_database(more, threshold):
    address = f"postgres://ana:word@db.example:5432/sushi{more}"
    database = settings_of(DATABASE_URL=address).DATABASES["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert database["HOST"] == "db.example"
    assert database["OPTIONS"]["prepare_threshold"] == threshold


@pytest.mark.parametrize(
    ("environment", "proxies"),
    [
        ({}, []),
        ({"SUSHISCORE_HTTPS": "1"}, ["127.0.0.1/32", "::1/128"]),
        (
            {
                "SUSHISCORE_HTTPS": "1",
                "SUSHISCORE_PROXIES": " 10.1.2.3/8, 192.0.2.1 ,2001:db8::/32,",
            },
            ["10.0.0.0/8", "192.0.2.1/32", "2001:db8::/32"],
        ),
    ],
)
def test_proxies_are_addresses_or_networks_and_this_machine_with_https_alone(environment, proxies):
    assert proxies == settings_of(**environment).PROXIES


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
def test_a_value_that_makes_no_sense_stops_the_program_and_is_named(name, value):
    with pytest.raises(ImproperlyConfigured, match=f"^{name}") as wrong:
        settings_of(**{name: value})
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
