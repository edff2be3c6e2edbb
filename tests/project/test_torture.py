"""`make torture` and `make faults`, short: no tap is lost, and one that is lost is found."""

import subprocess
import sys

import pytest

from scripts.server import ROOT, alone

pytestmark = pytest.mark.slow
PATIENCE = 300  # seconds; each ends by itself long before


def run(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A run in a process of its own, without the environment of the tests."""
    return subprocess.run(
        [sys.executable, "-m", f"scripts.torture.{module}", *arguments],
        cwd=ROOT,
        capture_output=True,
        check=False,
        env=alone(),
        text=True,
        timeout=PATIENCE,
    )


def test_no_tap_is_lost_on_a_bad_network_with_a_server_that_is_killed():
    done = run("taps", "--taps", "4", "--kills", "1", "--seconds", "240")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "20 taps of 5 phones" in done.stdout
    assert "kills 1," in done.stdout
    assert done.stdout.endswith(
        "Every tap is there exactly once, every page shows it, and who hosts is as answered.\n"
    )
    assert done.stderr == ""


def test_taps_that_a_phone_forgets_are_found():
    done = run("taps", "--taps", "9", "--kills", "0", "--faulty", "--seconds", "240")
    assert done.returncode == 1, done.stdout + done.stderr
    wrong = [line for line in done.stdout.splitlines() if line.startswith("WRONG: ")]
    assert [line for line in wrong if "taps are missing" in line]
    in_disorder = [line for line in wrong if "not in the order" in line]
    assert in_disorder == ["WRONG: the taps of seat 1 are not in the order in which they were made"]


def test_every_acknowledged_tap_outlives_a_storage_that_fails_meanwhile():
    """A real server: its database is locked, full, taken away and read-only while a phone taps."""
    done = run("faults", "storage", "--short")
    assert done.returncode == 0, done.stdout + done.stderr
    for what in ("locked", "full", "gone"):
        assert f"ok    database {what}: " in done.stdout
    assert ("ok    database read-only: " in done.stdout) or ("read-only is left out" in done.stdout)
    assert done.stdout.endswith("every acknowledged tap is there.\n")


def test_nobodys_small_club_waits_for_a_strangers_large_one():
    """A real server, 28 MB of games, and two other phones."""
    done = run("faults", "attacks", "--only", "imports")
    assert "a small club waited" not in done.stdout
    assert "a file: " not in done.stdout
    assert "imports: 28 MB of games" in done.stdout, done.stderr
