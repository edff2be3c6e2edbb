"""A club's settings on real phones: an account, an invitation, and a second phone."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from referee.club.services.accounts import create_account
from tests.browser.driver import become
from tests.browser.places import too_wide
from tests.browser.targets import faults_of
from tests.factories import PASSWORD, PHONE, GameFactory

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("quick_passwords"),
]


@pytest.fixture
def host(phone: Page) -> Page:
    """The settings of the club of a phone that has started a game."""
    become(phone).goto(f"/club/{GameFactory().night.club_id}/settings/")
    expect(phone.get_by_role("heading", name="On other devices")).to_be_visible()
    return phone


def address_in(page: Page, field: str) -> str:
    """The path of a link that stands in a field to be copied."""
    return urlsplit(page.locator(field).input_value()).path


def fits(page: Page) -> None:
    """Everything can be touched, and nothing is wider than the smallest phone."""
    assert faults_of(page) == []
    assert too_wide(page, 320) == []


def test_an_account_brings_the_club_to_another_phone_and_a_friend_is_let_in(
    host: Page, open_phone: Callable[..., Page]
) -> None:
    settings = host.url
    create_account(PHONE, "Ana", PASSWORD)
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


@pytest.mark.slow
def test_an_account_is_made_where_the_settings_lead_and_a_club_is_deleted_on_a_small_phone(
    host: Page,
) -> None:
    settings = host.url
    host.get_by_role("link", name="Make an account").tap()
    host.get_by_label("Name of the account").fill("Ana")
    host.get_by_label("Password").fill(PASSWORD)
    host.get_by_role("button", name="Make the account").tap()
    expect(host.get_by_role("status").first).to_contain_text("is there")
    host.goto("/club/")
    host.get_by_role("link", name="Settings").tap()
    expect(host).to_have_url(settings)
    host.get_by_role("link", name="Delete the club").tap()
    expect(host.get_by_role("heading", name="Delete the club?")).to_be_visible()
    fits(host)


@pytest.mark.slow
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
