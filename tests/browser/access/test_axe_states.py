"""Axe-core on live pages, in the states that only come about in a browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import has_no_fault
from tests.browser.connection import Post
from tests.browser.driver import Person
from tests.browser.reflow import hidden_when_focused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_notices_and_the_list_of_keys_have_no_fault(cut_off: Page, post: Post) -> None:
    page = cut_off
    page.locator("#add-tempura").tap()
    page.locator("#add-squid-nigiri").tap()
    expect(page.locator('[data-notice="offline"]')).to_be_visible()
    has_no_fault(page, "cut off, with taps that wait")
    assert hidden_when_focused(page) == []
    # The other notices come with other troubles; here they are only shown, all at once.
    page.evaluate("""() => document.querySelectorAll("[data-notice]").forEach((e) => {
        e.hidden = false;
        for (const words of e.querySelectorAll("[data-words]")) words.textContent ||= "Words.";
    })""")
    has_no_fault(page, "every notice")
    page.evaluate(
        "() => document.querySelectorAll('[data-notice]').forEach((e) => e.hidden = true)"
    )
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    has_no_fault(page, "the list of shortcut keys")
    post.is_open = True


@pytest.mark.slow
def test_faults_and_what_was_just_entered_have_no_fault(host: Page) -> None:
    page = host
    for _ in range(9):
        page.locator("#add-maki-3").tap()
    Person(page)._settle()
    page.locator("#add-wasabi").tap()
    Person(page)._settle()
    expect(page.locator(".said .fault").first).to_be_visible()
    has_no_fault(page, "too many cards, after the page has renewed itself")
    page.locator("#so-far > summary").tap()
    has_no_fault(page, "the points, unfolded")
