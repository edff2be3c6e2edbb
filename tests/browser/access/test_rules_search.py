"""The rules in a real browser: the list follows what is typed."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.places import too_wide
from tests.browser.reflow import unfold

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_the_list_follows_what_is_typed_and_says_how_many_are_left(phone: Page):
    phone.goto("/rules/sushi-go-party/")
    expect(phone.locator("details.rule")).to_have_count(23)
    field = phone.get_by_role("searchbox", name="Ask the referee")
    field.press_sequentially("gyoza")
    expect(phone.get_by_role("heading", name="Dumplings", exact=True)).to_be_visible()
    expect(phone.get_by_role("status")).to_contain_text(re.compile("answers? to"))
    expect(phone).to_have_url(re.compile(r"\?q=gyoza$"))
    expect(field).to_be_focused()
    phone.reload()
    expect(phone.get_by_role("status")).to_contain_text(re.compile("answers? to"))
    field = phone.get_by_role("searchbox", name="What do you want to know?")
    field.fill("")
    expect(phone.locator("details.rule")).to_have_count(23)
    expect(phone.get_by_role("status")).to_be_empty()


@pytest.mark.slow
def test_a_link_leads_to_its_card_and_nothing_is_wider_than_the_screen(phone: Page):
    phone.goto("/rules/sushi-go-party/#fruit")
    expect(phone.locator("#fruit")).to_be_in_viewport()
    expect(phone.locator("details[open] > #fruit")).to_be_visible()
    unfold(phone)
    assert too_wide(phone, 320, 390, 1600, letters=(100, 200)) == []


@pytest.mark.slow
def test_a_picture_unfolds_its_card_and_folds_the_one_before(phone: Page):
    phone.goto("/rules/sushi-go-party/")
    phone.get_by_role("heading", name="Maki rolls").tap()
    expect(phone.locator("#maki")).to_be_visible()
    phone.get_by_role("heading", name="Pudding", exact=True).tap()
    expect(phone.locator("#maki")).to_be_hidden()
    expect(phone.get_by_role("heading", name="Pudding", exact=True)).to_be_in_viewport()
    expect(phone.locator("#pudding")).to_be_in_viewport()
