"""Many pages of one browser, which opens six connections to a server and no more."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from referee.live.endpoint import process_endpoint
from referee.models import Game
from tests.browser.connection import (
    HIDING,
    LOOK,
    NO_POLLING,
    bens,
    notice,
    row,
    stored,
    tap,
)
from tests.browser.driver import cards_lie, new_game, sit
from tests.browser.hearing import Hearing
from tests.browser.stored import STORED, has_worker
from tests.factories import add
from tests.live.serving import until

pytestmark = pytest.mark.django_db(transaction=True)

MANY = [
    (7, "block"),
    *(pytest.param(*case, marks=pytest.mark.slow) for case in [(6, "allow"), (9, "allow")]),
]
"""How many pages, and whether they may have a worker."""
# Slots of the streams of two other games, which pages hold that will say nothing more from now on.
TAKEN = """(ms) => {
    for (const number of [1, 2]) {
        const slot = { path: `/g/${number}/live/`, page: `${number}`, at: Date.now() + ms };
        localStorage.setItem(`sushiscore stream ${number}`, JSON.stringify(slot));
    }
}"""


def streams_are(number: int) -> None:
    """Waits until the server holds so many streams."""
    until(lambda: len(process_endpoint()) == number)


def open_first(phone: Page, workers: str, script: str = "") -> Game:
    """The first page of a phone, with a new game; every page of it runs the script."""
    phone.context.add_init_script(HIDING + script)
    game = sit(phone)
    if workers == "allow":
        has_worker(phone)
    return game


def open_next(page: Page) -> Page:
    """One more page, as a link opens it that is followed again."""
    another = page.context.new_page()
    another.goto(urlsplit(page.url).path)
    return another


@pytest.mark.slow
@pytest.mark.parametrize(("number", "workers"), MANY)
def test_a_page_comes_and_sends_its_taps_however_many_are_open_behind_it(
    open_phone: Callable[..., Page], number: int, workers: str
) -> None:
    first = last = open_phone(service_workers=workers)
    open_first(first, workers)
    for _ in range(number - 1):
        last.evaluate(LOOK, False)
        last = open_next(last)
    tap(last, "tempura")
    cards_lie(last, 1)
    assert stored() == ["tempura"]
    expect(last.locator(STORED)).to_be_hidden()
    streams_are(1)
    last.evaluate(LOOK, False)
    streams_are(0)
    first.evaluate(LOOK, True)
    cards_lie(first, 1)
    streams_are(1)


@pytest.mark.parametrize(("number", "workers"), MANY)
def test_windows_that_are_all_looked_at_share_one_stream(
    open_phone: Callable[..., Page], number: int, workers: str
) -> None:
    first = last = open_phone(service_workers=workers)
    game = open_first(first, workers, NO_POLLING)
    windows = [first, *((last := open_next(last)) for _ in range(number - 1))]
    tap(last, "tempura")
    for window in windows:
        cards_lie(window, 1)
    streams_are(1)
    first.close()  # which held it
    streams_are(1)
    add(bens(game), "tempura")
    for window in windows[1:]:
        expect(row(window, 2)).to_contain_text("1/10")
    streams_are(1)


@pytest.mark.slow
def test_windows_of_three_games_have_two_streams_and_one_asks_by_itself(phone: Page) -> None:
    sit(phone)
    windows = [phone]
    games = [new_game({}), new_game({})]
    for game in games:
        windows.append(phone.context.new_page())
        windows[-1].goto(f"/g/{game.pk}/r/1/1/")
    for window, game in zip(windows[1:], games, strict=True):
        add(bens(game), "tempura")
        expect(row(window, 2)).to_contain_text("1/10")
    streams_are(2)
    asks = notice(windows[-1], "Live news cannot be had")
    expect(asks).to_be_visible()
    phone.close()
    expect(asks).to_be_hidden()
    streams_are(2)


@pytest.mark.slow
def test_a_page_takes_the_stream_of_one_that_has_crashed(phone: Page) -> None:
    clock = Hearing(phone)
    phone.goto("/about/")
    phone.evaluate(TAKEN, 5_900)  # they last said so after six seconds
    game = sit(phone)
    clock.pass_time(9_000)
    expect(notice(phone, "Live news cannot be had")).to_be_visible()
    add(bens(game), "tempura")
    clock.pass_time(4_500)
    expect(row(phone, 2)).to_contain_text("1/10")
    streams_are(1)
    expect(notice(phone, "Live news cannot be had")).to_be_hidden()


@pytest.mark.slow
def test_a_page_that_nobody_has_looked_at_asks_for_nothing_and_later_does_not_say_that_it_asks(
    phone: Page,
) -> None:
    phone.add_init_script(HIDING + "window.isLookedAt = false;")
    clock = Hearing(phone)
    game = sit(phone)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    add(bens(game), "tempura")
    clock.pass_time(20_000)
    assert [url for url in asked if "/g/" in url] == []
    phone.evaluate(LOOK, True)
    clock.pass_time(600)
    expect(row(phone, 2)).to_contain_text("1/10")
    streams_are(1)
    expect(notice(phone, "Live news cannot be had")).to_be_hidden()
    for is_looked_at in (False, True):
        phone.evaluate(LOOK, is_looked_at)
        streams_are(is_looked_at)
        expect(notice(phone, "Live news cannot be had")).to_be_hidden()
        clock.pass_time(9_000)
