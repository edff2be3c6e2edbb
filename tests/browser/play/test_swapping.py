"""Cards entered under the wrong player, and a tableau that is cleared, on a small phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game
from referee.rules.notation import tableau_text
from tests.browser.driver import become, cards_lie, new_game
from tests.factories import NAMES, fill, table_of

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = {"viewport": {"width": 360, "height": 640}}


def lying(game: Game) -> list[str]:
    """What lies on the tableaus of the first round."""
    return [tableau_text(seat.tableau) for seat in table_of(game).rounds[0].seats]


def tall_enough(page: Page, selector: str) -> bool:
    heights = [one.bounding_box()["height"] for one in page.locator(selector).all()]
    return bool(heights) and min(heights) >= 44


def test_cards_go_to_the_player_whose_they_are_with_what_was_tapped_just_before(open_phone):
    game = new_game({"players": list(NAMES[:3])})
    fill(game, [[["tempura", "maki-3"], [], ["pudding"]]])
    page = become(open_phone(**SMALL))
    page.goto(f"/g/{game.pk}/r/1/1/")
    for part in ("#tiles", "#strip", ".bar"):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= 640, f"{part} is pushed out of sight"
    page.locator("#whose > summary").tap()
    assert tall_enough(page, "#whose summary, #whose button, #clear")
    page.locator("#add-sashimi").tap()
    page.get_by_role("button", name="Cards of Cem").tap()
    expect(page).to_have_url(re.compile(r"/r/1/3/$"))
    cards_lie(page, 3)
    assert lying(game) == ["pudding", "", "maki-3 tempura sashimi"]
    page.locator("#undo").tap()
    cards_lie(page, 1)
    assert lying(game) == ["maki-3 tempura sashimi", "", "pudding"]


@pytest.mark.slow
def test_a_cleared_tableau_comes_back_and_the_focus_stays_with_the_cards(open_phone):
    game = new_game({"players": list(NAMES[:2])})
    fill(game, [[["wasabi", "squid-nigiri", "tempura"]]])
    page = become(open_phone(**SMALL))
    page.goto(f"/g/{game.pk}/r/1/1/")
    page.locator("#clear").press("Enter")
    cards_lie(page, 0)
    expect(page.locator("#strip")).to_be_focused()
    expect(page.locator("#clear")).to_have_count(0)
    expect(page.locator("#undo")).to_be_enabled()
    page.locator("#undo").tap()
    cards_lie(page, 3)
    assert lying(game) == ["wasabi+squid-nigiri tempura", ""]
