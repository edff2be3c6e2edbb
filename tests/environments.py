"""SushiScore in an environment of a test's own: its settings, its data folder, its processes."""

import os
import runpy
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from django.db import connection

ROOT = Path(__file__).resolve().parents[1]
KEY = "k" * 50


def bare(**more: str) -> dict[str, str]:
    """An environment that says of SushiScore only what is given here."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return kept | more


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh Python, in a bare environment."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=bare(**environment),
        text=True,
    )


def settings_of(**environment: str) -> SimpleNamespace:
    """What the settings are in a bare environment, but for the place of the data folder."""
    with mock.patch.dict(os.environ, bare(**environment), clear=True):
        return SimpleNamespace(**runpy.run_path(str(ROOT / "sushiscore/settings.py")))


def fill(folder: Path) -> None:
    """Put a key and an empty database that is up to date into a data folder."""
    for name, content in (("secret.key", KEY.encode()), ("sushiscore.sqlite3", _migrated())):
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o600)


@cache
def _migrated() -> bytes:
    """A copy of the tests' own database, which no migration needs to make again."""
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary, "copy")
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as tests:
            tests.execute("VACUUM INTO ?", (str(copy),))
        return copy.read_bytes()
