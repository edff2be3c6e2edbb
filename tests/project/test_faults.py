"""`make faults`: no tap is lost while the storage fails, and a bar that is not met is named."""

import os
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import pytest

from referee.club.services.files.read_club_file import read_archive
from scripts.torture import faults_rows
from scripts.torture.faults import Did, Outcome, Row
from scripts.torture.faults_home import Tapper, p95
from scripts.torture.network import Answer

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300  # seconds; it ends by itself long before


@pytest.mark.slow
def test_every_acknowledged_tap_outlives_a_storage_that_fails_meanwhile():
    """A real server: its database is locked, full, taken away and read-only while a phone taps."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-m", "scripts.torture.faults", "storage", "--short"],
        cwd=ROOT,
        capture_output=True,
        check=False,
        env=kept,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("faults: SEED=")
    for what in ("locked", "full", "gone"):
        assert f"ok    database {what}: " in done.stdout
    assert ("ok    database read-only: " in done.stdout) or ("read-only is left out" in done.stdout)
    assert done.stdout.endswith("every acknowledged tap is there.\n")


def outcome(**changes):
    row = changes.pop("row", Row("a row", lambda home: Did(""), most_times=2))
    facts = {
        "did": Did("sent", "400"), "before": 0.06, "during": 0.11, "longest": 0.9, "lost": 0,
        "taps": "30 × 200", "lines": 100, "log": 5000,
    }  # fmt: skip
    return list(Outcome(row, **(facts | changes)).wrong())


def test_a_bar_that_is_not_met_is_named():
    assert outcome() == []
    assert outcome(lost=1) == ["1 taps are lost"]
    assert outcome(during=0.13) == ["the tap's p95 is over 2 times the usual"]
    assert outcome(before=0.01, during=0.1) == []  # nobody notices it
    assert outcome(longest=1.1) == ["a tap waited 1.1 s"]
    assert outcome(lines=101) == ["101 lines of log, 4 KB"]
    assert outcome(taps="3 × 200, 2 × 500") == ["taps were answered: 2 × 500"]
    assert outcome(did=Did("sent", "500", ["it is 500"])) == ["it is 500"]
    fault = Row("a fault", lambda home: Did(""), most_wait=None, is_fault=True)
    assert outcome(row=fault, longest=9.0, taps="3 × 503") == []
    assert outcome(row=fault) == ["nothing was answered with 503: the fault was none"]


@pytest.mark.parametrize(
    ("took", "wrong"), [(1.0, []), (3.9, []), (4.1, ["a small club waited 4.1 s"])]
)
def test_a_small_club_that_waits_for_strangers_is_named(monkeypatch, took, wrong):
    clock = SimpleNamespace(now=0.0)
    sent = []

    def send_club(_who, content):
        sent.append(len(content))
        clock.now += took if len(sent) == 2 else 1.0
        return Answer(302, {"location": f"/club/{uuid4()}/"}, (), b"")

    answer = Answer(302, {"location": "/club/import/1/"}, (), b"")
    other = SimpleNamespace(get=lambda _path: answer, post_file=lambda _path, _content: answer)
    monkeypatch.setattr(faults_rows, "LARGE", 100_000)
    monkeypatch.setattr(faults_rows, "stranger", lambda *_given, **_more: other)
    monkeypatch.setattr(faults_rows, "_send_club", send_club)
    monkeypatch.setattr(faults_rows, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(faults_rows, "together", one_after_the_other)
    did = faults_rows.imports(SimpleNamespace())
    assert did.wrong == wrong
    assert len(sent) == 3
    read = read_archive(faults_rows.club_file(7, 5, faults_rows.SMALL_GAMES))
    assert len(read.ids) == faults_rows.SMALL_GAMES
    monkeypatch.setattr(faults_rows, "_send_club", lambda _who, _content: Answer(503, {}, (), b""))
    assert "a file: 503 without a club" in faults_rows.imports(SimpleNamespace()).wrong


def one_after_the_other(what, times):
    return Counter(what(number) for number in range(times))


@pytest.mark.slow
def test_nobodys_small_club_waits_for_a_strangers_large_one():
    """A real server, 28 MB of games, and two other phones."""
    command = [sys.executable, "-m", "scripts.torture.faults", "attacks", "--only", "imports"]
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, check=False, env=kept, text=True, timeout=PATIENCE
    )
    assert "a small club waited" not in done.stdout
    assert "a file: " not in done.stdout
    assert "imports: 28 MB of games" in done.stdout, done.stderr


def test_a_lost_tap_is_counted_and_one_that_was_not_acknowledged_is_not(tmp_path):
    database = tmp_path / "there.sqlite3"
    there, lost, waits = uuid4(), uuid4(), uuid4()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE referee_tap (id)")
        connection.execute("INSERT INTO referee_tap VALUES (?)", [there.hex])
        connection.commit()
    tapper = Tapper(None, uuid4())
    now = time.monotonic()
    for tap, waited in ((there, 0.2), (lost, 0.1), (waits, None)):
        tapper.times[str(tap)] = (now, waited and now + waited)
    assert tapper.lost(database) == 1
    assert tapper.waits(now, now + 1) == pytest.approx([0.1, 0.2])
    assert p95([n / 100 for n in range(100)]) == 0.95
    assert p95([]) == 0
