"""A game from paper on a phone, and what only phones are offered."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game
from tests.browser.driver import become
from tests.browser.targets import ZOOMING
from tests.factories import played

pytestmark = pytest.mark.django_db(transaction=True)

DESK = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False}


def test_the_way_to_bg_stats_is_there_on_phones_alone_and_a_correction_two_taps_away(
    open_phone: Callable[..., Page],
) -> None:
    game = played("squid-nigiri", "egg-nigiri")
    phone, desk = open_phone(), open_phone(**DESK)
    for page, is_there in ((phone, True), (desk, False)):
        become(page)
        page.goto(f"/g/{game.pk}/result/")
        link = page.get_by_role("link", name="Hand it to BG Stats")
        expect(link).to_have_count(int(is_there))
        told = page.get_by_text("BG Stats is another program.")
        expect(told).to_be_visible(visible=is_there)
    corrections = phone.get_by_role("region", name="Correct this game")
    corrections.get_by_role("link", name="Round 2").tap()
    reason = phone.get_by_label("Why? Everybody at the table will read it.")
    expect(reason).to_be_visible()
    reason.fill("a card was missed")
    phone.get_by_role("button", name="Open round 2 again").tap()
    expect(phone.get_by_text("Round 2 is open again").first).to_be_visible()


def test_a_game_from_paper_is_entered_and_corrected_on_a_phone(phone: Page) -> None:
    night = played("squid-nigiri", "egg-nigiri").night
    become(phone)
    phone.goto(f"/night/{night.pk}/")
    phone.get_by_role("link", name="Enter a game from paper").tap()
    phone.get_by_label("Sushi Roll").check()
    for number, (name, points) in enumerate((("Ana", "61"), ("Zoe", "64")), start=1):
        phone.get_by_label(f"Player {number}", exact=True).fill(name)
        phone.get_by_label(f"Points of player {number}").fill(points)
    wide = phone.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide
    assert phone.evaluate(ZOOMING) == []
    phone.get_by_role("button", name="Enter the game").tap()
    expect(phone.get_by_text("Zoe won with 64 points")).to_be_visible()
    phone.get_by_role("link", name="Sushi Roll").tap()
    expect(phone.get_by_text("only the totals are known")).to_be_visible()
    phone.get_by_role("link", name="Correct this game").tap()
    phone.get_by_label("Points of player 1").fill("65")
    phone.get_by_label("Why? Everybody at the table will read it.").fill("misread")
    phone.get_by_role("button", name="Save").tap()
    expect(phone.get_by_role("heading", name=re.compile("Ana.? won with 65"))).to_be_visible()
    assert Game.objects.get(totals_only=True).corrections.count() == 1
