"""`make bench` measures what it says it measures."""

import gc
import random
from collections.abc import Iterator

import pytest

from referee.rules import Setting, Tableau
from referee.rules.menus import named_menu
from referee.rules.mistakes import diagnose
from scripts.bench import scoring as bench
from scripts.bench import sheets

SETTINGS = [
    Setting("sushi-go", 2),
    Setting("sushi-go-party", 8, named_menu("my-first-meal")),
]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.ruleset)
def test_hands_are_full_and_some_nigiri_lie_on_wasabi(setting):
    deals = bench.dealt(setting, 50, random.Random(1))
    hands = [hand for deal in deals for hand in deal]
    assert len(hands) == 50 * setting.players
    assert {len(Tableau(hand)) for hand in hands} == {setting.hand_size}
    assert any(entry.base for hand in hands for entry in hand)
    assert len({Tableau(hand) for hand in hands}) > 0.9 * len(hands)


@pytest.fixture
def nothing_is_frozen() -> Iterator[None]:
    """What was loaded before the first test is hidden from who looks for objects."""
    gc.unfreeze()
    yield
    gc.freeze()


@pytest.mark.usefixtures("nothing_is_frozen")
def test_what_scorers_remember_is_found_and_forgotten():
    setting = SETTINGS[0]
    tables = [
        [Tableau(hand) for hand in deal] for deal in bench.dealt(setting, 5, random.Random(1))
    ]
    assert bench.cold(setting, tables) > 0
    kept = [memo for memo in bench.memos() if memo.__name__ in ("line", "lines")]
    assert len(kept) >= 8
    assert max(memo.cache_info().currsize for memo in kept) <= 2


def test_the_memory_of_a_child_is_told_in_megabytes(tmp_path):
    assert 15 < bench.peak_megabytes(4, tmp_path) < 200


@pytest.mark.django_db
@pytest.mark.urls("scripts.bench.sheets_site")
def test_sheets_are_asked_for_beside_the_bare_work(monkeypatch, capsys):
    monkeypatch.setattr(sheets, "BATCH", 3)
    monkeypatch.setattr(sheets, "TURNS", 1)
    for dealt in (sheets.rounds_of_two, sheets.whole_games):
        sheets.measure(dealt.__name__, dealt(random.Random(1)))
    told = capsys.readouterr().out
    assert [told.count(name) for name in ("singly", "in lists", "--lines")] == [2, 2, 2]
    with pytest.raises(AssertionError, match="400"):
        sheets.Asked("/api/v1/score/")(["{}"])


@pytest.mark.slow  # of the bench alone
def test_eight_players_dispute_what_only_pairs_of_mistakes_explain():
    sheet, claims = bench.disputed_game(max(bench.EVERYBODY_OFF), random.Random(1))
    found = diagnose(sheet, claims)
    assert len(found) == 8
    told = [one.mistakes for diagnoses in found.values() for one in diagnoses]
    assert told
    assert {len(mistakes) for mistakes in told} == {2}
    assert bench.disputed_game(37, random.Random(2))[0] != sheet
