"""The browser that the other tests tap in is what they take it for, and is never quietly absent."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = "/static/django_htmx/htmx-2.min.js"


def test_a_phone_is_a_small_touched_screen_with_a_server_behind_it(phone):
    answer = phone.goto(SCRIPT)
    assert answer.status == 200
    shape = phone.evaluate(
        "[screen.width, screen.height, devicePixelRatio, navigator.maxTouchPoints]"
    )
    assert shape[0:3] == [390, 844, 2]
    assert shape[3] > 0


@pytest.mark.slow
def test_in_ci_a_skipped_browser_test_is_a_failure():
    name = "test_a_phone_is_a_small_touched_screen_with_a_server_behind_it"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"{__file__}::{name}"],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "CI": "true", "SUSHISCORE_CHROMIUM": "/nowhere/chromium"},
        text=True,
    )
    assert done.returncode == 1, done.stdout
    assert "a browser test must run in CI" in done.stdout
    assert "'/nowhere/chromium', which does not start" in done.stdout


@pytest.mark.parametrize("option", [[], ["--install"]])
def test_a_named_chromium_that_does_not_start_is_reported_and_not_replaced(option):
    done = subprocess.run(
        [ROOT / "scripts" / "chromium", *option],
        capture_output=True,
        check=False,
        env={**os.environ, "SUSHISCORE_CHROMIUM": "/nowhere/chromium"},
        text=True,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
