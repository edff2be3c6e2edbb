"""A whole game of each rule set, tapped on a phone from the first page to the winner."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.rules import read_sheet, score_sheet
from tests.browser.driver import Person, Sheet

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
