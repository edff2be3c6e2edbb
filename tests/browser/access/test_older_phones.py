"""iPhones with iOS 15.4 to 16.3, whose style sheets know less, and those with a notch."""

import re

import pytest
from playwright.sync_api import Page, Route

from referee.models import Game
from tests.browser.driver import become, new_game, sit
from tests.browser.reflow import faults_of_letters
from tests.conftest import ROOT
from tests.factories import add, where

pytestmark = pytest.mark.django_db(transaction=True)

UNKNOWN = re.compile(
    r"(?<=@)(?=container\b)"  # before iOS 16, as the next two
    r"|(?=container-type:)"
    r"|(?<=\d)(?=cq[iw]\b)"
    r"|(?=color-mix\()"  # before 16.2
    r"|(?<=:)(?=dir\()"  # before 16.4, as the next
    r"|(?<=\()(?=[^()]*(?:width|height) ?[<>]|[^()]*[<>]=? ?(?:width|height))"
)
"""Where what they do not know begins."""
LIGHT = """() => [...document.querySelectorAll(".plate, .faces button")].map((one) =>
    getComputedStyle(one).backgroundColor).filter((colour) => colour === "rgba(0, 0, 0, 0)")"""
COLUMNS = """() => getComputedStyle(document.querySelector(".grid"))
    .gridTemplateColumns.split(" ").length"""
LARGE = """() => ["th bdi", ".points"].map((one) =>
    parseFloat(getComputedStyle(document.querySelector(`.scores tbody ${one}`)).fontSize))"""
INSETS = {"top": 47, "left": 44, "bottom": 34, "right": 44}
OUTSIDE = """({ top, left, bottom, right }) =>
    [...document.querySelectorAll("a, button, input, h1, .notices > p")].filter((one) => {
        if (!one.checkVisibility() || one.closest(".skip, .on-enter, .words")) return false;
        const box = one.getBoundingClientRect();
        return box.top < top || box.left < left || box.right > innerWidth - right
            || one.closest(".bar") && box.bottom > innerHeight - bottom;
    }).map((one) => one.outerHTML)"""


def without_what_is_newer(route: Route) -> None:
    """Answers with a style sheet in which newer words are such as nobody knows."""
    name = route.request.url.partition("?")[0].rsplit("/", 1)[-1]
    text = (ROOT / "static/css" / name).read_text(encoding="utf-8")
    route.fulfill(content_type="text/css", body=UNKNOWN.sub("no-", text))


@pytest.fixture
def game(phone: Page) -> Game:
    """A game of Party on the phone, with a full menu and some cards."""
    game = new_game({"ruleset": "sushi-go-party", "menu": "master-menu", "players": [*"ABCDE"]})
    add(where(game, 1, 1), "temaki", "pudding")
    become(phone)
    return game


def test_what_an_older_iphone_does_not_know_leaves_pages_readable_and_complete(
    phone: Page, game: Game
) -> None:
    phone.set_viewport_size({"width": 375, "height": 667})
    phone.route("**/css/*.css*", without_what_is_newer)
    for address in ("r/1/1/", "r/1/", "scoreboard/"):
        phone.goto(f"/g/{game.pk}/{address}")
        assert faults_of_letters(phone) == []
        assert phone.evaluate(LIGHT) == []
        if address == "r/1/1/":
            assert phone.evaluate(COLUMNS) == 2
    name, points = phone.evaluate(LARGE)
    assert points > name > 16


@pytest.mark.slow
def test_an_installed_app_keeps_clear_of_the_notch_and_the_foot(phone: Page) -> None:
    session = phone.context.new_cdp_session(phone)
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": INSETS})
    sit(phone)
    phone.evaluate("() => { document.querySelector('[data-notice=offline]').hidden = false; }")
    assert phone.locator("meta[name=viewport]").get_attribute("content") == (
        "width=device-width, initial-scale=1, viewport-fit=cover"
    )
    assert phone.evaluate(OUTSIDE, INSETS) == []
