""" "My cards are complete" and links, while the server answers and while it is away."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game, Tableau
from referee.play.services.joining import join
from tests.browser.connection import WAITING, notice, reconnect, tap
from tests.browser.driver import become, new_game
from tests.browser.real_server import Way
from tests.factories import OTHER_PHONE, PHONE, add, confirm, where

pytestmark = pytest.mark.django_db(transaction=True)

HELD = "This page stays open: go on when the server answers again."


@pytest.fixture
def ben(open_phone: Callable[..., Page], way: Way) -> Page:
    """Ben's phone at his own cards, of which nine of ten lie there."""
    game = new_game({})
    join(game.pk, OTHER_PHONE, 2)
    add(where(game, 1, 2), *["maki-1"] * 9)
    page = become(open_phone(base_url=way.url), OTHER_PHONE)
    page.goto(f"/g/{game.pk}/r/1/2/")
    page.wait_for_load_state()
    return page


def is_ready() -> bool:
    return Tableau.objects.filter(is_ready=True).exists()


@pytest.mark.slow
def test_the_word_is_kept_while_the_server_is_away_and_sent_after_the_cards_before_it(
    ben: Page, way: Way
) -> None:
    way.cut()
    tap(ben, "tempura")
    expect(notice(ben, "One tap waits to be sent.")).to_be_visible()
    ben.get_by_text("My cards are complete").tap()  # ten are counted: no question
    expect(ben.get_by_text("My cards are complete · will be sent")).to_be_visible()
    assert ben.evaluate(WAITING) == ["add:tempura", "ready:"]
    assert not is_ready()
    reconnect(ben, way)
    expect(ben.get_by_role("heading", level=1)).to_contain_text("Round 1")
    assert is_ready()


@pytest.mark.slow
def test_a_card_after_the_word_takes_it_back_also_while_the_server_is_away(
    ben: Page, way: Way
) -> None:
    way.cut()
    ben.get_by_text("My cards are complete").tap()
    ben.get_by_role("button", name="Yes, these are all").tap()
    expect(ben.locator("#later")).to_be_visible()
    tap(ben, "tempura")
    expect(ben.locator("#later")).to_be_hidden()
    reconnect(ben, way)
    expect(notice(ben, "wait to be sent")).to_be_hidden()
    expect(ben.get_by_role("button", name="My cards are complete")).to_be_visible()
    assert not is_ready()


def test_forms_and_links_are_held_while_the_server_is_away_and_what_was_typed_stays(
    ben: Page, way: Way
) -> None:
    game = Game.objects.get()
    ben.goto("about:blank")  # a page of the game would go along by itself
    confirm(game, 1)
    become(ben, PHONE).goto(f"/g/{game.pk}/r/1/")
    here = ben.url
    ben.get_by_role("radio", name="Not right?").check()
    reason = ben.get_by_label("Why? Everybody at the table will read it.")
    reason.fill("a pudding was missed")
    form = ben.get_by_role("button", name="Correct Ana’s cards")
    link = ben.get_by_role("link", name="I get another number").first
    for press in (form, link):
        way.cut()
        press.tap()
        expect(notice(ben, HELD)).to_be_visible()
        expect(ben).to_have_url(here)
        expect(reason).to_have_value("a pudding was missed")
        reconnect(ben, way)
        expect(notice(ben, HELD)).to_be_hidden()
    form.tap()
    expect(ben.get_by_text("Round 1 is open again").first).to_be_visible()
