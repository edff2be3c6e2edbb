"""What a stranger sends is read in a time that grows with its length, and no faster."""

import contextlib
import gc
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from uuid import UUID

import pytest

from referee.club.account_forms import LogInForm, PasswordForm
from referee.club.services.accounts import account_key
from referee.club.services.files import read_club_file
from referee.club.services.files.read_club_file import read_archive
from referee.disputes.views.disputes import _NUMBER, _TYPE
from referee.play.services.refusals import Refused
from referee.play.services.tap_actions import parse_action
from referee.rules import SheetFaults, notation, read_sheet, reading, score_sheet
from referee.rules.names import plain_name, spoken_key
from referee.rules.notation import NotationError, parse_tableau
from referee.rules.phrases.table_talk import split_by_player
from referee.rules.problems.validation import Reading
from referee.wording.guide.answers import find
from referee.wording.guide.search import read as read_question
from tests.worst_inputs import worst_club_files, worst_sheets, worst_texts

TIMES = 8
"""The large input is so many times as long as the small one."""
MAX_TIMES = 4 * TIMES
"""So many times as long may reading it take: linear work takes 8 times as long, quadratic 64."""
TOO_SHORT = 0.06
"""Seconds; what takes no longer cannot be told from chance."""
TRIES = 4


def _score(source: bytes) -> None:
    score_sheet(read_sheet(source))


def _match(text: str) -> None:
    _TYPE.fullmatch(text)
    _NUMBER.fullmatch(text)


def _log_in(name: str) -> None:
    fields = {"name": name, "password": "one two three", "new_password": "four five six"}
    for form in (LogInForm(fields), PasswordForm(fields)):
        if form.is_valid():
            account_key(form.cleaned_data["name"])


def _ask(question: str) -> None:
    find(read_question(question))


SEATED = ("Ana", "Ana María", "Sal", "Salmon", "E", "Great Aunt Gus", "A", "Two")
READERS: dict[str, Callable[[str], object]] = {
    "questions to the referee": _ask,
    "names": plain_name,
    "names in other letters": spoken_key,
    "tableaus": parse_tableau,
    "disputes": _match,
    "accounts": _log_in,
    "taps": lambda text: parse_action(f"add:{text}"),
    "words for a table": lambda text: split_by_player(text, SEATED, 0, language="en"),
}
"""What is read at any length. Searches and phrases are cut off or refused at 80 and 500 signs, and
words for a table at 2,000."""


def _cases() -> Iterator[tuple[str, Callable[[Any], object], object, object]]:
    short: Mapping[str, object]
    for made, read in ((worst_club_files, read_archive), (worst_sheets, _score)):
        short, long = made(4_000), made(TIMES * 4_000)
        yield from ((name, read, short[name], long[name]) for name in short)
    short, long = worst_texts(1_000), worst_texts(TIMES * 1_000)
    for reader, read in READERS.items():
        yield from ((f"{reader}: {name}", read, short[name], long[name]) for name in short)


def _seconds(read: Callable[[Any], object], given: object) -> float:
    """The processor's time, which other work on the machine changes little."""
    gc.collect(0)
    start = time.thread_time()
    with contextlib.suppress(SheetFaults, NotationError, Refused):
        read(given)
    return time.thread_time() - start


def _times_as_long(read: Callable[[Any], object], short: object, long: object) -> float:
    _seconds(read, short)  # what is made once and kept
    quick, slow = [], []
    for _try in range(TRIES):
        quick.append(_seconds(read, short))
        slow.append(_seconds(read, long))
        if min(slow) <= TOO_SHORT or min(slow) <= MAX_TIMES * min(quick):
            return 0
    return min(slow) / min(quick)


@pytest.mark.slow
def test_eight_times_as_much_takes_about_eight_times_as_long():
    times = {name: _times_as_long(*case) for name, *case in _cases()}
    assert not {name: found for name, found in times.items() if found}


def test_no_such_file_is_read_in():
    for source in worst_club_files(32_000).values():
        with pytest.raises(SheetFaults):
            read_archive(source)


def test_a_large_file_that_cannot_be_one_is_refused_before_it_is_parsed(monkeypatch):
    monkeypatch.setattr(read_club_file, "SMALL", 31_000)
    monkeypatch.setattr(read_club_file, "MAX_OBJECTS", 1000)
    monkeypatch.setattr(read_club_file, "MAX_FIELDS", 2000)
    parsed = []
    parse = read_club_file.parse_json
    monkeypatch.setattr(
        read_club_file,
        "parse_json",
        lambda *given, **more: (parsed.append(1), parse(*given, **more))[1],
    )
    refused = {}
    for name, source in worst_club_files(50_000).items():
        with pytest.raises(SheetFaults) as error:
            read_archive(source)
        if not parsed:
            refused[name] = error.value.faults[0].code
        parsed.clear()
    assert refused["quotes"] == refused["many keys"] == "not-a-club-file"
    for many in ("many fields", "games that are none", "players that are lists"):
        assert refused[many] == "too-many-entries"


def test_of_thousands_of_fields_no_more_are_looked_at_than_of_entries(monkeypatch):
    looked = 0
    fault = Reading.fault

    def counted(*given: Any, **more: Any) -> None:
        nonlocal looked
        looked += 1
        fault(*given, **more)

    monkeypatch.setattr(Reading, "fault", counted)
    with pytest.raises(SheetFaults):
        read_archive(worst_club_files(100_000)["many fields"])
    assert looked <= read_club_file.MAX_FAULTS + 1


def test_a_long_name_is_not_looked_through(monkeypatch):
    looked = []
    monkeypatch.setattr("unicodedata.category", looked.append)
    monkeypatch.setattr("referee.models.fields.category", looked.append)
    for name in ("a name of many characters", "a name of many accents"):
        with pytest.raises(SheetFaults):
            read_archive(worst_club_files(10_000)[name])
    assert not looked


def test_of_thousands_of_players_no_more_are_looked_at_than_a_fault_needs(monkeypatch):
    looked = []
    key_of = reading._key_of_name
    monkeypatch.setattr(
        reading, "_key_of_name", lambda name: (looked.append(name), key_of(name))[1]
    )
    with pytest.raises(SheetFaults):
        read_sheet(worst_sheets()["players"])
    assert len(looked) == reading._MAX_NAMES + 1


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
    before = notation._nearest_face.cache_info().currsize
    with pytest.raises(NotationError):
        parse_tableau("x" * 10_000)
    assert notation._nearest_face.cache_info().currsize == before
