"""What every test may use: a database file of its own, and phones in a real Chromium.

A test that takes `phone`, `open_phone` or `browser` is a browser test (marker `browser`). Where no
Chromium is to be had it is skipped with the reason; with CI=true that is a failure.
"""

import asyncio
import gc
import os
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, settings

from tests.needed import IN_CI

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Commands speak the terminal's language; the tests read English, whatever that is here.
os.environ.update(LC_ALL="C.UTF-8", LANG="C.UTF-8")

ROOT = Path(__file__).resolve().parent.parent
BROWSER_FIXTURES = {"browser", "phone", "open_phone"}
LIMIT = 60_000
"""Milliseconds for what is to be seen: a machine may be busy with something else."""
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# Rows and patches are the same for all examples of a property on purpose. `make test-slow` tries
# every property with the profile "thorough".
ANY = {"deadline": None, "suppress_health_check": [*HealthCheck]}
settings.register_profile("quick", max_examples=6, **ANY)
settings.register_profile("thorough", max_examples=200, **ANY)
settings.load_profile("quick")


def pytest_configure() -> None:
    """Spare each test what costs much and is not tested."""
    from django.conf import settings

    # Each test client would list every static file anew.
    settings.WHITENOISE_AUTOREFRESH = True
    # No test process empties what another one counts in Redis.
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    if settings.REDIS_URL and (where := urlsplit(settings.REDIS_URL)).path.strip("/").isdigit():
        own = str(int(where.path.strip("/")) - int(worker))
        settings.REDIS_URL = where._replace(path=own).geturl()
        settings.CACHES["counts"]["LOCATION"] = settings.REDIS_URL


def pytest_collection_finish() -> None:
    """Look for garbage less often, and no more among the modules and tests."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the browser tests."""
    for item in items:
        if BROWSER_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let a test start an event loop where one with a browser came before: Playwright leaves its
    own running in this thread, and needs it again when it is asked for something. Django has other
    connections to the database beside a running loop: it is hidden from setup to teardown."""
    loop = None if item.get_closest_marker("browser") else asyncio._get_running_loop()
    if loop:
        asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        if loop and not loop.is_closed():
            asyncio._set_running_loop(loop)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """In CI, a browser test that was skipped has failed, whatever skipped it."""
    report: Any = yield
    if IN_CI and report.skipped and item.get_closest_marker("browser"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = (
            f"{item.nodeid}: a browser test must run in CI. {reason}"
            "; this installs one: apt-get install chromium-headless-shell"
        )
    return report


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Give each test process a database of its own, out of the way of other runs."""
    from django.db import connections

    settings = connections.settings["default"]
    if "sqlite" in settings["ENGINE"]:
        settings["TEST"]["NAME"] = str(tmp_path_factory.mktemp("data") / "test.sqlite3")
    else:
        settings["TEST"]["NAME"] = f"sushiscore_test_{uuid4().hex}"
        # No test cuts PostgreSQL's power.
        settings["OPTIONS"]["options"] += " -c synchronous_commit=off"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """End what a server of the tests has left open, so that their PostgreSQL database can go."""
    yield
    from django.db import connection

    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(autouse=True)
def forgotten_tries() -> None:
    """No test waits because of what others tried."""
    from django.core.cache import caches

    for cache in ("default", "counts", "statistics", "pictures"):
        caches[cache].clear()


@pytest.fixture(autouse=True)
def jobs_here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Read club files in at once, in the test's own process and database, with a data folder of the
    test's own, and diagnose there. No server runs: other jobs wait."""
    from referee.disputes import diagnosing
    from referee.hosting import data
    from referee.jobs import processes, runner

    with pytest.MonkeyPatch.context() as patch:
        # Made by whoever writes to it: to make and remove a folder for each test takes a while.
        patch.setattr(data, "DATA_DIR", tmp_path_factory.getbasetemp() / f"data-{uuid4()}")
        # Tests run on a full disk too.
        patch.setattr("referee.club.services.files.imports.LEAST_FREE", 0)
        patch.setattr(runner, "_runners", {})
        patch.setattr(processes, "_over", threading.Event())
        patch.setattr(diagnosing, "in_own_process", lambda work, seconds: work())
        yield


@pytest.fixture(autouse=True)
def no_language_is_left_on() -> Iterator[None]:
    """Speak English in the next test, whatever a page was asked for in this one."""
    yield
    from django.utils import translation

    translation.deactivate()


@pytest.fixture(
    params=[
        "Pacific/Kiritimati",
        pytest.param("Asia/Kolkata", marks=pytest.mark.slow),
        "America/Los_Angeles",
    ]
)
def each_zone(request: pytest.FixtureRequest, settings: Any) -> None:
    """Run the test where the day begins first, where it begins on a half hour, and far in the west:
    what is of a day is of the day there."""
    settings.TIME_ZONE = request.param


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the clock that many seconds on, or back, for all who ask `time.time` or Django."""
    now, moment = time.time, timezone.now

    def move(seconds: float) -> None:
        monkeypatch.setattr(time, "time", lambda: now() + seconds)
        monkeypatch.setattr(timezone, "now", lambda: moment() + timedelta(seconds=seconds))

    return move


@pytest.fixture
def quick_passwords(settings: Any) -> None:
    """Passwords kept in no time; the way they are really kept takes its time on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """A headless Chromium, started once for each test process, with a fresh profile."""
    found = subprocess.run(
        [ROOT / "scripts" / "chromium"], capture_output=True, check=False, text=True
    )
    if found.returncode:
        pytest.skip(found.stderr.strip())
    api = pytest.importorskip("playwright.sync_api", reason="Playwright has no build for this")
    # Playwright's event loop makes Django take the test's own thread for an asynchronous one.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    api.expect.set_options(timeout=LIMIT)
    with api.sync_playwright() as playwright:
        # chromium_sandbox: off by default, as it must be for root.
        running = playwright.chromium.launch(executable_path=found.stdout.strip(), args=FLAGS)
        loop = asyncio.get_running_loop()
        yield running
        asyncio._set_running_loop(loop)  # whatever test was the last
        running.close()


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """The address of the whole of SushiScore, live stream included, on the tests' database."""
    from sushiscore.asgi import application
    from sushiscore.server import Server

    server = Server(application, timeout_graceful_shutdown=1)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        yield f"http://localhost:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(timeout=10)


@pytest.fixture
def open_phone(
    browser: "Browser", server_url: str, transactional_db: None
) -> "Iterator[Callable[..., Page]]":
    """Open pages as on phones at the table: each call is another phone, with cookies of its own.

    A phone shows 390 × 844 pixels at scale 2 and is touched. Addresses are relative to a live
    server. Arguments go to Playwright's `new_context` (`java_script_enabled=False`, `locale="es"`).
    A script's uncaught error, a break of the content security policy and a permissions policy that
    the browser does not know fail the test.
    """
    contexts = []
    complaints: list[str] = []

    def listen(page: "Page") -> None:
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda said: (
                complaints.append(f"{page.url}: {said.text}")
                if "Content Security Policy" in said.text or "Permissions-Policy" in said.text
                else None
            ),
        )

    def open_one(**options: Any) -> "Page":
        shape = {
            "viewport": {"width": 390, "height": 844},
            "device_scale_factor": 2,
            "is_mobile": True,
            "has_touch": True,
            "locale": "en",
            "base_url": server_url,
            # As on a plain address of the home network; tests of the worker allow it.
            "service_workers": "block",
        }
        context = browser.new_context(**{**shape, **options})
        contexts.append(context)
        context.set_default_timeout(LIMIT)
        context.on("page", listen)
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()
    assert not complaints, complaints


@pytest.fixture
def phone(open_phone: "Callable[..., Page]") -> "Page":
    """One phone; see `open_phone`."""
    return open_phone()
