"""The diagnosis beside the server: the same as the rules', remembered, and out of the way."""

import json
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import psutil
import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from referee.disputes import diagnosing
from referee.disputes.diagnosing import DiagnosisUnavailableError, explanations
from referee.jobs.processes import JobError, in_own_process
from referee.rules import read_sheet, score_sheet
from referee.rules.mistakes import GAME, ClaimScope, diagnose
from tests.browser.real_server import RealServer
from tests.live.serving import until

ROOT = Path(__file__).resolve().parents[2]
SHEETS = sorted((ROOT / "examples").glob("*.json"))
VARIED = ("sushi-go-dummy", "sushi-roll")
"""Examples that have nothing in common; the others repeat much of them."""
SIX_DUMPLINGS = {
    "ruleset": "sushi-go",
    "players": ["Ana Qx", "Ben"],
    "rounds": [{"tableaus": {"Ana Qx": "dumpling*6", "Ben": "maki-1"}}],
}
CLAIMED = {**SIX_DUMPLINGS, "claimed": {"Ana Qx": 21}}


@pytest.fixture
def own_process(monkeypatch):
    """Diagnose in a real process: elsewhere the tests diagnose in their own."""
    monkeypatch.setattr(diagnosing, "in_own_process", in_own_process)


@pytest.fixture
def nothing_more(monkeypatch):
    """Let nothing more be worked out."""
    return lambda: monkeypatch.setattr(diagnosing, "_MOST_QUESTIONS", 0)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[] if path.stem in VARIED else pytest.mark.slow)
        for path in SHEETS
    ],
)
def test_it_answers_what_the_rules_answer(path):
    sheet = read_sheet(path.read_text())
    totals = score_sheet(sheet).totals
    for off in (0, 3):
        claims = {name: totals[name] + off for name in reversed(sheet.players)}
        fresh = explanations(sheet, claims)
        remembered = explanations(sheet, claims)
        assert fresh == remembered == diagnose(sheet, claims)
        assert list(fresh) == list(remembered) == (list(claims) if off else [])


def test_each_scope_and_claim_and_sheet_is_remembered_by_itself():
    sheet = read_sheet(SIX_DUMPLINGS)
    other = read_sheet({**SIX_DUMPLINGS, "house_rules": {"zero-maki-scores": True}})
    asked = [
        (sheet, {"Ana Qx": 21}, GAME),
        (sheet, {"Ana Qx": 21}, ClaimScope(1)),
        (sheet, {"Ana Qx": 21}, ClaimScope(1, "dumpling")),
        (sheet, {"Ana Qx": 22}, GAME),
        (sheet, {"Ben": 21}, GAME),
        (other, {"Ana Qx": 21}, GAME),
    ]
    for _ in range(2):
        assert [explanations(*one) for one in asked] == [diagnose(*one) for one in asked]
    by_seat = [
        (one, {one.seats.index(n): c for n, c in claims.items()}, scope, True)
        for one, claims, scope in asked
    ]
    assert len({diagnosing._key(*one) for one in by_seat}) == len(asked)


def test_nothing_is_worked_out_twice_in_a_day(nothing_more):
    sheet = read_sheet(SIX_DUMPLINGS)
    first = explanations(sheet, {"Ana Qx": 21})
    nothing_more()
    assert explanations(sheet, {"Ana Qx": 21}) == first
    # What the sheet claims by itself is not what is asked for.
    assert explanations(read_sheet(CLAIMED), {"Ana Qx": 21}) == first
    with pytest.raises(DiagnosisUnavailableError):
        explanations(sheet, {"Ana Qx": 22})


def test_another_version_of_the_rules_remembers_nothing(monkeypatch):
    sheet = read_sheet(SIX_DUMPLINGS)
    before = diagnosing._key(sheet, {0: 21}, GAME, True)
    monkeypatch.setattr(diagnosing, "VERSION", diagnosing.VERSION + 1)
    assert diagnosing._key(sheet, {0: 21}, GAME, True) != before


def test_no_name_is_remembered_in_clear():
    explanations(read_sheet(SIX_DUMPLINGS), {"Ana Qx": 21})
    # The cache is in memory, and holds what it keeps pickled.
    ((key, value),) = [one for one in cache._cache.items() if "diagnoses-" in one[0]]
    assert b"sixth-dumpling" in value
    assert "Qx" not in key
    assert b"Qx" not in value


def test_who_does_not_play_is_not_asked_about(nothing_more):
    nothing_more()
    with pytest.raises(KeyError, match="Nobody"):
        explanations(read_sheet(SIX_DUMPLINGS), {"Nobody": 3})


def test_a_process_of_its_own_answers_the_same(own_process):
    sheet = read_sheet(SIX_DUMPLINGS)
    found = explanations(sheet, {"Ana Qx": 21}, is_over=False)
    assert found == diagnose(sheet, {"Ana Qx": 21}, is_over=False)


class Gate:
    """Stands for a process whose answers wait until it is opened."""

    def __init__(self, monkeypatch):
        self.begun, self.is_open = [], threading.Event()
        monkeypatch.setattr(diagnosing, "in_own_process", self.work_out)

    def work_out(self, work, seconds):
        self.begun.append(seconds)
        assert self.is_open.wait(60)
        return work()


def test_who_asks_for_the_same_gets_the_same_answer_and_of_others_eight_wait(monkeypatch):
    gate, sheet = Gate(monkeypatch), read_sheet(SIX_DUMPLINGS)
    with ThreadPoolExecutor(20) as threads:
        asked = [threads.submit(explanations, sheet, {"Ana Qx": 21}) for _ in range(9)]
        others = [threads.submit(explanations, sheet, {"Ana Qx": n}) for n in range(22, 29)]
        until(lambda: len(diagnosing._questions) == 16)
        with pytest.raises(DiagnosisUnavailableError, match="too much waits"):
            explanations(sheet, {"Ana Qx": 30})
        assert len(gate.begun) == 1, "one is worked out after the other"
        gate.is_open.set()
        assert len({str(future.result(60)) for future in asked}) == 1
        assert all(other.result(60) for other in others)
    assert len(gate.begun) == 8
    assert all(0 < seconds <= 20 for seconds in gate.begun)


def test_whose_process_dies_is_told_as_unavailable_and_the_next_is_answered(monkeypatch):
    def die(_work, seconds):
        raise JobError("its process died")

    sheet = read_sheet(SIX_DUMPLINGS)
    with monkeypatch.context() as patch:
        patch.setattr(diagnosing, "in_own_process", die)
        with pytest.raises(DiagnosisUnavailableError, match="died"):
            explanations(sheet, {"Ana Qx": 21})
    assert explanations(sheet, {"Ana Qx": 21})


def test_one_that_takes_too_long_is_told_as_unavailable(own_process, monkeypatch):
    monkeypatch.setattr(diagnosing, "_MOST_SECONDS", 0.0)
    with pytest.raises(DiagnosisUnavailableError, match="too long"):
        explanations(read_sheet(SIX_DUMPLINGS), {"Ana Qx": 21})


def test_the_process_knows_nothing_of_django():
    loaded = f"__import__({diagnose.__module__!r}) and sorted(__import__('sys').modules)"
    modules = in_own_process(eval, loaded, seconds=60)
    assert "referee.rules.mistakes.diagnosis" in modules
    foreign = ("django", "rest_framework", "sushiscore", "referee.models", "referee.wording")
    assert [m for m in modules if m.startswith(foreign)] == []


def test_the_interface_says_when_it_cannot_be_worked_out_now(nothing_more):
    nothing_more()
    answer = APIClient().post("/api/v1/score/", CLAIMED, format="json")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    words = "The claims could not be worked out now. Try again in a moment."
    fault = {"path": "", "code": "unavailable", "message": words}
    assert answer.json()["errors"] == [fault]
    # Sheets without claims are scored all the same.
    assert APIClient().post("/api/v1/score/", SIX_DUMPLINGS, format="json").status_code == 200


# ------------------------------------------------------------------ a server as `make run` has it


@pytest.fixture
def server(tmp_path):
    running = RealServer(tmp_path)
    running.start()
    yield running
    running.kill()


def send_claim(server):
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        head = {"Content-Type": "application/json"}
        connection.request("POST", "/api/v1/score/", json.dumps(CLAIMED), head)
        answer = connection.getresponse()
        assert answer.status == 200
        return json.load(answer)


@pytest.mark.slow
@pytest.mark.parametrize(
    "ask", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_a_server_that_is_asked_to_end_ends_with_its_process(server, ask):
    parent = psutil.Process(server.process.pid)
    assert parent.children(recursive=True) == []
    assert send_claim(server)["diagnosis"]["Ana Qx"][0]["mistakes"] == ["sixth-dumpling"]
    children = parent.children(recursive=True)
    assert children
    # None of them is a second server.
    assert [child for child in children if child.net_connections("tcp")] == []
    assert parent.net_connections("tcp")
    parent.send_signal(ask)
    gone, alive = psutil.wait_procs([*children, parent], timeout=60)
    assert (len(gone), alive) == (len(children) + 1, [])
