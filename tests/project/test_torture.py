"""`make torture`, short: no tap is lost, doubled or changed, and what is wrong is found."""

import os
import subprocess
import sys
from pathlib import Path
from typing import cast
from uuid import UUID

import pytest

from referee.rules import Setting
from scripts.torture.browser import Browser
from scripts.torture.model import Table
from scripts.torture.phone import Phone, Tap
from scripts.torture.taps import NAMES, SHARED, SHARERS

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300  # seconds; it ends by itself long before
EVERY_LOSS = 26  # a seed with which seat 1's first taps arrive, and the answer does not


def torture(*arguments: str, seed: int | None = None) -> subprocess.CompletedProcess[str]:
    """A run in a process of its own, without the environment of the tests."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-m", "scripts.torture.taps", "--seconds", "240", *arguments],
        cwd=ROOT,
        capture_output=True,
        check=False,
        env=kept if seed is None else {**kept, "SEED": str(seed)},
        text=True,
        timeout=PATIENCE,
    )


@pytest.mark.slow
def test_no_tap_is_lost_on_a_bad_network_with_a_server_that_is_killed():
    done = torture("--taps", "4", "--kills", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("torture: SEED=")
    assert "20 taps of 5 phones" in done.stdout
    assert "kills 1," in done.stdout
    assert done.stdout.endswith("Every tap is there exactly once, and every page shows it.\n")
    assert done.stderr == ""


@pytest.mark.slow
def test_phones_with_faults_are_found_and_the_others_are_not_accused():
    done = torture("--taps", "9", "--kills", "0", "--faulty", seed=EVERY_LOSS)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "SEED=26" in done.stdout
    wrong = [line for line in done.stdout.splitlines() if line.startswith("WRONG: ")]
    assert [line for line in wrong if "taps are there that nobody made" in line]
    assert [line for line in wrong if "taps are missing" in line]
    in_disorder = [line for line in wrong if "not in the order" in line]
    assert in_disorder == [
        f"WRONG: the taps of seat {seat} are not in the order in which they were made"
        for seat in (1, 2, 3)
    ]


@pytest.mark.slow
def test_a_run_that_takes_too_long_is_given_up():
    done = torture("--taps", "500", "--kills", "1", "--seconds", "2")
    assert done.returncode == 1
    assert "WRONG: It has not ended within 2 seconds." in done.stdout


@pytest.mark.parametrize("seed", range(3))
def test_phones_that_know_nothing_of_each_other_do_not_fill_the_tableau_they_share(tmp_path, seed):
    """A whole tableau refuses cards, and a tap that was refused looks like one that was lost."""
    table = Table({})
    cards = [0]
    for place in (*SHARERS, SHARED):
        store = tmp_path / f"{place}.json"
        phone = Phone(cast(Browser, None), UUID(int=1), place, store, f"{seed} {place}")
        phone.shared, phone.faces = SHARED, ["tofu"]
        for _tap in range(70):
            phone.tap(1)
        for tap in phone.made:
            if tap.seat == SHARED:
                cards.append(len(table.play([(str(place), tap)]).cards))
    most = Setting("sushi-go-party", len(NAMES)).max_cards
    assert most // 2 < max(cards) <= most


A, B = "phone a", "phone b"
ONE, TWO, OTHER = (str(UUID(int=number)) for number in (1, 2, 3))


def left(*taps: tuple[str, str, str], entries: dict[str, tuple[str, str]] | None = None) -> list:
    """What the model says lies there after taps: phone, id and what is asked for."""
    table = Table(entries or {})
    table.play((phone, Tap(tap, 1, 1, do)) for phone, tap, do in taps)
    return [(lying.face, lying.flipped) for lying in table.cards.values()]


@pytest.mark.parametrize(
    ("taps", "there"),
    [
        ([(A, ONE, "add:tofu"), (A, TWO, "add:tofu")], [("tofu", False)] * 2),
        ([(A, ONE, "add:flipped")], [("", True)]),
        ([(A, ONE, "add:flipped"), (A, TWO, f"flip:{ONE}")], [("", True)]),
        ([(A, ONE, "add:tofu"), (B, TWO, f"take:{ONE}")], []),
        ([(A, ONE, "add:tofu"), (A, TWO, f"flip:{ONE}")], [("tofu", True)]),
        # What has been turned shows another side, and is not turned by its old name, but taken.
        (
            [(A, ONE, "add:tofu"), (A, TWO, f"flip:{ONE}"), (B, "x", f"flip:{ONE}")],
            [("tofu", True)],
        ),
        ([(A, ONE, "add:tofu"), (A, TWO, f"flip:{ONE}"), (B, "x", f"take:{ONE}")], []),
        ([(A, ONE, "add:tofu"), (B, TWO, "undo:")], [("tofu", False)]),
        ([(A, ONE, "add:tofu"), (A, TWO, f"take:{ONE}"), (A, "x", "undo:")], [("tofu", False)]),
        # The second press found nothing: the undo passes it over.
        (
            [
                (A, ONE, "add:tofu"),
                (B, TWO, f"take:{ONE}"),
                (A, "x", f"take:{ONE}"),
                (A, "y", "undo:"),
            ],
            [],
        ),
        # Turned by one, taken away by the other: undoing the turn does not bring it back.
        (
            [
                (A, ONE, "add:tofu"),
                (A, TWO, f"flip:{ONE}"),
                (B, "x", f"take:{ONE}"),
                (A, "y", "undo:"),
            ],
            [],
        ),
    ],
)
def test_the_model_is_right_about_cases_worked_by_hand(taps, there):
    assert left(*taps) == there


def test_the_model_knows_entries_by_their_card_and_the_tap_that_laid_them():
    turned = [(A, ONE, "add:tofu"), (A, TWO, f"flip:{ONE}")]
    assert left(*turned, (B, "x", f"flip:{OTHER}"), entries={OTHER: (ONE, TWO)}) == [
        ("tofu", False)
    ]
    # An entry that showed the other side: it is not turned again, but its card is taken.
    before = {OTHER: (ONE, ONE)}
    assert left(*turned, (B, "x", f"flip:{OTHER}"), entries=before) == [("tofu", True)]
    assert left(*turned, (B, "x", f"take:{OTHER}"), entries=before) == []
