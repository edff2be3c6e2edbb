"""A club's settings on real phones: an account, an invitation, and a second phone."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import sit
from tests.browser.targets import faults_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("quick_passwords"),
]

PASSWORD = "seventeen puddings"
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture
def host(phone: Page) -> Page:
    """The settings of the club of a phone that has started a game."""
    sit(phone)
    phone.goto("/club/")
    phone.get_by_role("link", name="Settings").tap()
    expect(phone.get_by_role("heading", name="On other devices")).to_be_visible()
    return phone


def make_account(page: Page) -> None:
    """Makes an account on the page that leads there, and comes back to the settings."""
    settings = page.url
    page.get_by_role("link", name="Make an account").tap()
    page.get_by_label("Name of the account").fill("Ana")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").tap()
    expect(page.get_by_role("status").first).to_contain_text("is there")
    page.goto(settings)


def address_in(page: Page, field: str) -> str:
    """The path of a link that stands in a field to be copied."""
    return urlsplit(page.locator(field).input_value()).path


def fits(page: Page) -> None:
    """Everything can be touched, and nothing is wider than the smallest phone."""
    assert faults_of(page) == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(SIDEWAYS) == 0


def test_an_account_brings_the_club_to_another_phone_and_a_friend_is_let_in(
    host: Page, open_phone: Callable[..., Page]
) -> None:
    settings = host.url
    make_account(host)
    tablet = open_phone()
    tablet.goto("/account/log-in/")
    tablet.get_by_label("Name of the account").fill("ana")
    tablet.get_by_label("Password").fill(PASSWORD)
    tablet.get_by_role("button", name="Log in").tap()
    expect(tablet.get_by_role("status").first).to_contain_text("You are logged in")
    tablet.goto(settings)
    tablet.get_by_role("button", name="Invite somebody to help").tap()
    expect(tablet.locator("#invitation-link")).to_be_visible()
    friend = open_phone()
    friend.goto(address_in(tablet, "#invitation-link"))
    friend.get_by_role("link", name="Make an account").tap()
    friend.get_by_label("Name of the account").fill("Ben")
    friend.get_by_label("Password").fill(PASSWORD)
    friend.get_by_role("button", name="Make the account").tap()
    expect(friend).to_have_url(re.compile(r"/club/[0-9a-f-]{36}/$"))
    tablet.goto(settings)
    take = tablet.get_by_role("button", name="Take the club away from Ben")
    expect(take).to_be_hidden()  # one tap too many takes nothing away
    tablet.locator("#helpers ~ ul li", has_text="Ben").get_by_text("Take away …").tap()
    expect(take).to_be_visible()
    fits(tablet)
    tablet.get_by_role("link", name="Delete the club").tap()
    expect(tablet.get_by_role("heading", name="Delete the club?")).to_be_visible()
    fits(tablet)


def test_a_stranger_reads_the_standings_until_they_are_withdrawn(
    host: Page, open_phone: Callable[..., Page]
) -> None:
    host.get_by_role("button", name="Share by a link").tap()
    expect(host.locator("#shared-link")).to_be_visible()
    fits(host)
    stranger = open_phone(java_script_enabled=False)
    stranger.goto(address_in(host, "#shared-link"))
    expect(stranger.get_by_role("heading", name="Standings")).to_be_visible()
    host.get_by_role("button", name="Withdraw the link").tap()
    expect(host.get_by_role("button", name="Share by a link")).to_be_visible()
    stranger.reload()
    expect(stranger.get_by_role("heading")).to_have_text("These standings are no longer shared")
