"""Pages that follow the game without being touched."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game
from referee.play.services.confirming import reopen_round
from tests.browser.connection import bens, has_stream, row
from tests.browser.driver import sit
from tests.factories import OTHER_PHONE, add, confirm, finish, say_ready, version_of
from tests.taps import Where

pytestmark = pytest.mark.django_db(transaction=True)

PARTY = {"ruleset": "sushi-go-party", "menu": "points-platter", "players": ["Ana", "Ben", "Cem"]}
PLACES = """() => Array.from(
    document.querySelectorAll(".seats a, .score-line, .tile, .strip, .bar, .bar button"),
    (part) => JSON.stringify(part.getBoundingClientRect()))"""


@pytest.fixture
def phone(another_phone: Callable[..., Page]) -> Page:
    """A phone that hears of others by its stream alone."""
    return another_phone()


def test_cards_of_others_appear_and_move_nothing_and_a_round_that_is_confirmed_closes(
    host: Page, game: Game
) -> None:
    before = host.evaluate(PLACES)
    assert before
    for place in (1, 2):
        expect(row(host, place)).to_contain_text("0/10")
        add(Where(game.pk, 1, place, OTHER_PHONE), "tempura")
        expect(row(host, place)).to_contain_text("1/10")
        assert host.evaluate(PLACES) == before
    expect(host.get_by_text("entered 1 of what lies here.")).to_be_visible()
    add(bens(game), *["tempura"] * 9)
    expect(row(host, 2)).to_contain_text("complete")
    say_ready(game.pk, 1, 2, ready=True)
    expect(row(host, 2)).to_contain_text("ready")
    confirm(game, 1)
    expect(host.get_by_text("Round 1 is confirmed:")).to_be_visible()
    expect(host.locator("#add-tempura")).to_have_count(0)
    reopen_round(game.pk, 1, reason="a card was missed")
    expect(host.locator("#add-tempura")).to_be_visible()


@pytest.mark.slow
def test_a_result_that_is_corrected_has_its_winner_in_the_title(host: Page, game: Game) -> None:
    add(Where(game.pk, 1, 1, OTHER_PHONE), "tempura", "tempura")
    finish(game)
    host.wait_for_url("**/result/")  # it was on a tableau
    expect(host).to_have_title("Ana wins with 5 points. · SushiScore")
    host.context.set_offline(True)  # else it would go along to the round that is open again
    reopen_round(game.pk, 1, reason="a card was missed")
    add(bens(game), "sashimi", "sashimi", "sashimi")
    confirm(game, 1)
    host.context.set_offline(False)
    expect(host.locator("h1")).to_have_text("Ben wins with 10 points.")
    expect(host).to_have_title("Ben wins with 10 points. · SushiScore")


@pytest.mark.slow
def test_the_link_that_skips_to_what_to_check_keeps_its_key(host: Page, game: Game) -> None:
    add(bens(game), "wasabi", "squid-nigiri")
    add(Where(game.pk, 1, 1, OTHER_PHONE), *["tempura"] * 11)
    host.goto(f"/g/{game.pk}/r/1/")
    skip = host.locator("#skip-on")
    expect(skip).to_have_attribute("aria-keyshortcuts", "c")
    add(bens(game), "sashimi")
    expect(host.locator("#board")).to_have_attribute("data-version", str(version_of(game)))
    expect(skip).to_have_attribute("aria-keyshortcuts", "c")


@pytest.mark.slow
def test_the_scoreboard_and_the_final_result_follow_the_whole_game(host: Page, game: Game) -> None:
    host.goto(f"/g/{game.pk}/scoreboard/")
    add(bens(game), "tempura", "tempura")
    expect(host.locator(".scores tbody tr").first).to_contain_text("Ben")
    expect(host.locator(".scores tbody .points").first).to_have_text("5")
    finish(game)
    expect(host.locator(".game-name")).to_contain_text("finished")
    expect(host.get_by_role("heading", level=1)).to_contain_text("Ben")
    host.goto(f"/g/{game.pk}/result/")
    expect(host.locator("h1.verdict")).to_be_visible()
    has_stream(host)
    reopen_round(game.pk, 3, reason="a card was missed")
    expect(host).not_to_have_url(re.compile("/result/"))


@pytest.mark.slow
def test_news_leave_alone_what_somebody_is_doing(phone: Page) -> None:
    game = sit(phone, PARTY)
    phone.get_by_text("How this round scores so far").tap()
    icons = phone.get_by_role("textbox", name="Icons")
    icons.fill("12")
    phone.get_by_label("Player", exact=True).select_option("3")
    icons.focus()
    add(bens(game), "tea")
    expect(row(phone, 2)).to_contain_text("1/10")
    expect(icons).to_have_value("12")
    expect(icons).to_be_focused()
    expect(phone.get_by_label("Player", exact=True)).to_have_value("3")
    expect(phone.locator("#so-far")).to_have_attribute("open", "")
    button = phone.get_by_role("button", name="Enter the claim")
    button.focus()
    add(bens(game), "tea")
    expect(row(phone, 2)).to_contain_text("2/10")
    expect(button).to_be_focused()
