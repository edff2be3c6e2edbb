"""A whole game of each rule set, tapped on a phone from the first page to the winner."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from referee.rules import parse_tableau, read_sheet, score_sheet
from tests.browser.driver import Person, Sheet
from tests.simulation import Game, party_game, sushi_go_game, sushi_roll_game

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
STANDING = "table.standing tbody tr"

pytestmark = pytest.mark.django_db(transaction=True)


def example(name: str) -> Sheet:
    """A worked game that the project ships; its own test says what it must score."""
    sheet: Sheet = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    return sheet


@pytest.mark.slow  # the games by ear and by keyboard are whole games too
@pytest.mark.parametrize(
    "name", ["sushi-go", "dinner-for-two", "sushi-roll", "sushi-go-dummy", "master-menu"]
)
def test_a_whole_game_is_tapped_and_the_winner_read(phone: Page, name: str) -> None:
    sheet = example(name)
    verdict = Person(phone).play(sheet)
    result = score_sheet(read_sheet(sheet))
    for winner in result.winners:
        expect(verdict).to_contain_text(winner)
    rows = phone.locator(STANDING)
    shown = {
        row.locator("th").inner_text(): int(row.locator(".points").inner_text())
        for row in rows.all()
    }
    assert shown == {name.replace("dummy", "Dummy"): total for name, total in result.totals.items()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "most"),
    [
        (sushi_go_game(Random("taps"), 4), 117),
        (party_game(Random("taps"), 5, "points-platter"), 190),
        (sushi_roll_game(Random("taps"), 3), 84),
    ],
    ids=["sushi-go", "points-platter", "sushi-roll"],
)
def test_a_whole_game_takes_few_taps(phone: Page, game: Game, most: int) -> None:
    """One for each card, to the next player, and a few a round; the start is not counted."""
    phone.context.add_init_script(
        "addEventListener('pointerup', () => {"
        "  localStorage.taps = 1 + Number(localStorage.taps || 0);"
        "}, true)"
    )
    sheet = {"variants": [], **game.document}
    person = Person(phone)
    person.start(sheet)
    phone.evaluate("() => { localStorage.taps = 0; }")
    for number in range(1, 4):
        person.enter_round(sheet, number)
    taps = int(phone.evaluate("() => localStorage.taps"))
    cards = sum(
        len(parse_tableau(text)) for one in sheet["rounds"] for text in one["tableaus"].values()
    )
    assert cards < taps <= most


@pytest.mark.slow  # tests/play/views/plain_phone.py reads and sends the same forms
def test_a_game_is_entered_without_javascript(open_phone: Callable[..., Page]) -> None:
    page = open_phone(java_script_enabled=False)
    verdict = Person(page).play(example("sushi-roll"))
    winners = score_sheet(read_sheet(example("sushi-roll"))).winners
    expect(verdict).to_contain_text(winners[0])
