"""What a stranger sends is read in a time that grows with its length, and no faster."""

import contextlib
import gc
import time
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest

from referee.club.account_forms import LogInForm, PasswordForm
from referee.club.services.accounts import account_key
from referee.club.services.read_club_file import read_archive
from referee.disputes.views.disputes import _NUMBER, _WHAT
from referee.play.services.refusals import Refused
from referee.play.services.tap_actions import parse_action
from referee.rules import SheetFaults, notation, read_sheet, score_sheet
from referee.rules.names import plain_name, spoken_key
from referee.rules.notation import NotationError, parse_tableau
from scripts.torture.worst_inputs import worst_club_files, worst_sheets, worst_texts

TIMES = 8
"""The large input is so many times as long as the small one."""
MAX_TIMES = 4 * TIMES
"""So many times as long may reading it take: linear work takes 8 times as long, quadratic 64."""
TOO_SHORT = 0.06
"""Seconds; what takes no longer cannot be told from the machine's other work."""
TRIES = 4

_FILES = worst_club_files(4_000), worst_club_files(TIMES * 4_000)
_SHEETS = worst_sheets(4_000), worst_sheets(TIMES * 4_000)
_TEXTS = worst_texts(1_000), worst_texts(TIMES * 1_000)


def _score(source: bytes) -> None:
    score_sheet(read_sheet(source))


def _match(text: str) -> None:
    _WHAT.fullmatch(text)
    _NUMBER.fullmatch(text)


def _log_in(name: str) -> None:
    fields = {"name": name, "password": "one two three", "new_password": "four five six"}
    for form in (LogInForm(fields), PasswordForm(fields)):
        if form.is_valid():
            account_key(form.cleaned_data["name"])


READERS: dict[str, Callable[[str], object]] = {
    "names": plain_name,
    "names in other letters": spoken_key,
    "tableaus": parse_tableau,
    "disputes": _match,
    "accounts": _log_in,
    "taps": lambda text: parse_action(f"add:{text}"),
}
"""What is read at any length. Searches and phrases are cut off or refused at 80 and 500 signs."""


def _cases() -> Iterator[object]:
    for name in _FILES[0]:
        yield pytest.param(read_archive, _FILES[0][name], _FILES[1][name], id=f"file: {name}")
    for name in _SHEETS[0]:
        yield pytest.param(_score, _SHEETS[0][name], _SHEETS[1][name], id=f"sheet: {name}")
    for reader, read in READERS.items():
        for name in _TEXTS[0]:
            yield pytest.param(read, _TEXTS[0][name], _TEXTS[1][name], id=f"{reader}: {name}")


def _seconds(read: Callable[[object], object], given: object) -> float:
    gc.collect(0)
    start = time.perf_counter()
    with contextlib.suppress(SheetFaults, NotationError, Refused):
        read(given)
    return time.perf_counter() - start


@pytest.mark.parametrize(("read", "short", "long"), list(_cases()))
def test_eight_times_as_much_takes_about_eight_times_as_long(read, short, long):
    _seconds(read, short)  # what is made once and kept
    quick, slow = [], []
    for _try in range(TRIES):
        quick.append(_seconds(read, short))
        slow.append(_seconds(read, long))
        if min(slow) <= TOO_SHORT or min(slow) <= MAX_TIMES * min(quick):
            return
    pytest.fail(f"{min(quick):.4f} s became {min(slow):.4f} s")


@pytest.mark.parametrize("name", _FILES[1])
def test_no_such_file_is_read_in(name):
    with pytest.raises(SheetFaults):
        read_archive(_FILES[1][name])


def test_ids_that_all_have_one_hash_are_not_compared_each_with_each(monkeypatch):
    compared = 0
    equal = UUID.__eq__

    def counted(one: UUID, other: object) -> bool:
        nonlocal compared
        compared += 1
        return equal(one, other)

    source = worst_club_files(200_000)["ids with one hash"]
    monkeypatch.setattr(UUID, "__eq__", counted)
    with pytest.raises(SheetFaults):
        read_archive(source)
    assert compared < source.count(b'"id"')


def test_a_club_file_that_is_nested_as_deep_as_can_be_is_refused_in_words():
    for depth in range(500, 1100, 20):
        sheet = b"[" * depth + b"]" * depth
        game = b'{"id": "", "sheet": {"ruleset": %s}}' % sheet
        source = b'{"format": "sushiscore-club", "version": 1, "nights": [{"games": [%s]}]}' % game
        with pytest.raises(SheetFaults):
            read_archive(source)


def test_what_is_too_long_to_be_a_card_is_not_kept():
    before = notation._nearest_to.cache_info().currsize
    with pytest.raises(NotationError):
        parse_tableau("x" * 10_000)
    assert notation._nearest_to.cache_info().currsize == before
