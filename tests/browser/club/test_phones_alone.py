"""What only phones are offered."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import become
from tests.factories import played

pytestmark = pytest.mark.django_db(transaction=True)

DESK = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False}


@pytest.mark.slow
def test_the_way_to_bg_stats_is_there_on_phones_alone(
    open_phone: Callable[..., Page],
) -> None:
    game = played("squid-nigiri", "egg-nigiri")
    phone, desk = open_phone(), open_phone(**DESK)
    for page, is_there in ((phone, True), (desk, False)):
        become(page)
        page.goto(f"/g/{game.pk}/result/")
        page.get_by_role("link", name="Share", exact=True).click()
        link = page.get_by_role("link", name="Hand it to BG Stats")
        expect(link).to_have_count(int(is_there))
        told = page.get_by_text("BG Stats is another program.")
        expect(told).to_be_visible(visible=is_there)
