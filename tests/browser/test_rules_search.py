"""The rules in a real browser: the list follows what is typed."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_list_follows_what_is_typed_and_says_how_many_are_left(phone: Page):
    phone.goto("/rules/sushi-go-party/")
    expect(phone.locator("article.rule")).to_have_count(23)
    field = phone.get_by_role("searchbox", name="Search a card or a word")
    field.press_sequentially("gyoza", delay=20)
    expect(phone.locator("article.rule")).to_have_count(1)
    expect(phone.get_by_role("heading", name="Dumplings")).to_be_visible()
    expect(phone.get_by_role("status")).to_contain_text("1 card found")
    expect(phone).to_have_url(re.compile(r"\?q=gyoza$"))
    expect(field).to_be_focused()
    phone.reload()
    expect(phone.locator("article.rule")).to_have_count(1)
    field.fill("")
    expect(phone.locator("article.rule")).to_have_count(23)
    expect(phone.get_by_role("status")).to_be_empty()


@pytest.mark.parametrize("width", [320, 390, 1600])
@pytest.mark.parametrize("ruleset", ["sushi-go", "sushi-go-party", "sushi-roll"])
def test_nothing_is_wider_than_the_screen_with_everything_unfolded(open_phone, ruleset, width):
    page = open_phone(viewport={"width": width, "height": 800})
    page.goto(f"/rules/{ruleset}/")
    for scale in ("100%", "200%"):
        page.evaluate(
            """scale => {
                document.documentElement.style.fontSize = scale;
                for (const fold of document.querySelectorAll("details")) fold.open = true;
            }""",
            scale,
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_link_to_a_card_leads_to_it(phone: Page):
    phone.goto("/rules/sushi-go-party/#fruit")
    expect(phone.locator("#fruit")).to_be_in_viewport()
