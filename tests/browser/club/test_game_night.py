"""The text of a night, copied, and the standings of a club, filtered in place."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import become
from tests.factories import played

pytestmark = pytest.mark.django_db(transaction=True)


def copied(page: Page) -> str:
    """Copies the text of the page, and says what another page would get if it were pasted there."""
    page.get_by_text("As a text for a chat").tap()
    page.get_by_role("button", name="Copy the text").tap()
    expect(page.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
    other = page.context.new_page()
    other.set_content("<textarea></textarea>")
    other.locator("textarea").press("Control+V")
    text = other.locator("textarea").input_value()
    other.close()
    return text


@pytest.mark.slow
def test_the_text_of_a_night_is_copied(phone: Page) -> None:
    night = played("squid-nigiri", "").night_id
    become(phone).goto(f"/night/{night}/")
    text = copied(phone)
    assert text.startswith("Game night")
    assert "1 Ana: 1 of 1 game won" in text


@pytest.mark.slow
def test_the_filter_of_the_standings_acts_in_place_and_its_address_can_be_kept(phone: Page) -> None:
    played("squid-nigiri", "")
    become(phone).goto("/club/")
    phone.evaluate("() => { window.same = true; }")
    phone.locator("summary", has_text="Filter").tap()
    phone.get_by_label("Game:", exact=True).select_option(label="Sushi Roll")
    expect(phone.get_by_text("No finished game fits this choice.")).to_be_visible()
    expect(phone).to_have_url(re.compile(r"\?.*ruleset=sushi-roll"))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Standings · Sushi Roll")
    expect(phone).to_have_title("Standings · Sushi Roll · SushiScore")
    phone.get_by_label("Game:", exact=True).focus()
    phone.get_by_label("Game:", exact=True).select_option(label="Sushi Go!")
    expect(phone.locator("table.club-standings")).to_contain_text("Ana")
    expect(phone.get_by_label("Game:", exact=True)).to_be_focused()
    assert phone.evaluate("() => window.same") is True
    phone.go_back()
    expect(phone.get_by_text("No finished game fits this choice.")).to_be_visible()
    phone.locator("#filter summary").tap()  # the page is loaded again, with its filter folded
    phone.route("**/club/**", lambda route: route.abort())
    phone.get_by_label("Game:", exact=True).select_option(label="Sushi Go!")
    expect(phone.locator('[data-notice="failed"]')).to_have_text(re.compile("The server does not"))
