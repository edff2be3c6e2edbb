"""Pages that lose the stream, an answer, or their place at the table, and find back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from referee.models import Game, Guest
from referee.play.services.joining import let_back, send_away
from tests.browser.connection import NO_POLLING, NOTE_STREAM, bens, has_stream, notice, row
from tests.browser.driver import cards_lie, sit
from tests.browser.hearing import Hearing
from tests.browser.real_server import Way
from tests.factories import add

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone(open_phone: Callable[..., Page]) -> Page:
    phone = open_phone()
    phone.add_init_script(NOTE_STREAM)
    return phone


def test_without_a_stream_the_page_asks_and_says_so(phone: Page) -> None:
    phone.route("**/live/**", lambda route: route.fulfill(status=404))
    clock = Hearing(phone)
    game = sit(phone)
    answers: list[int] = []
    phone.on("response", lambda got: answers.append(got.status) if "/r/1/1/" in got.url else None)
    add(bens(game), "tempura")
    clock.pass_time(9_000)
    expect(row(phone, 2)).to_contain_text("1/10")
    expect(notice(phone, "Live news cannot be had")).to_be_visible()
    assert answers[-1] == 304  # nothing new costs nothing
    add(bens(game), "tempura")
    clock.pass_time(5_000)
    expect(row(phone, 2)).to_contain_text("2/10")
    phone.unroute("**/live/**")
    clock.pass_time(9_000)
    phone.wait_for_function("() => window.hasStream")
    expect(notice(phone, "Live news cannot be had")).to_be_hidden()
    add(bens(game), "tempura")
    expect(row(phone, 2)).to_contain_text("3/10")


@pytest.mark.slow
def test_a_page_that_is_looked_at_again_is_fresh(phone: Page) -> None:
    phone.add_init_script(NO_POLLING)
    phone.route("**/live/**", lambda route: route.abort())
    game = sit(phone)
    for cards, event in enumerate(
        (
            "dispatchEvent(new Event('online'))",
            "document.dispatchEvent(new Event('visibilitychange'))",
            "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))",
        )
    ):
        add(bens(game), "tempura")
        phone.evaluate("() => fetch(location.href)")  # news would have been shown by now
        expect(row(phone, 2)).to_contain_text(f"{cards}/10")
        phone.evaluate(event)
        expect(row(phone, 2)).to_contain_text(f"{cards + 1}/10")


@pytest.mark.slow
def test_back_shows_the_game_as_it_is_now(host: Page, game: Game) -> None:
    host.goto("/")
    add(bens(game), "tempura")
    host.go_back()
    expect(row(host, 2)).to_contain_text("1/10")


@pytest.mark.slow
def test_an_answer_that_was_lost_is_fetched_again(phone: Page) -> None:
    """The stream stays open all the while: nothing else would tell the page to ask once more."""
    lost: list[str] = []

    def lose_once(route: Route) -> None:
        if route.request.headers.get("hx-request") and not lost:
            lost.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    clock = Hearing(phone)
    game = sit(phone)
    has_stream(phone)
    phone.route("**/r/1/**", lose_once)
    add(bens(game), "tempura")
    expect(notice(phone, "The server does not answer")).to_be_visible()
    clock.pass_time(5_000)
    expect(row(phone, 2)).to_contain_text("1/10")
    expect(notice(phone, "The server does not answer")).to_be_hidden()
    assert lost


@pytest.mark.slow
def test_a_phone_that_was_sent_away_says_so_until_it_is_let_back(
    host: Page, game: Game, open_phone: Callable[..., Page]
) -> None:
    watcher = open_phone()
    watcher.add_init_script(NOTE_STREAM)
    watcher.goto(f"/join/{game.code}/")
    watcher.get_by_role("button", name="Watch").tap()
    expect(watcher.locator(".scoreboard")).to_be_visible()
    has_stream(watcher)
    guest = Guest.objects.get().pk
    send_away(game.pk, guest)
    expect(notice(watcher, "no longer at this table")).to_be_visible()
    let_back(game.pk, guest)
    watcher.evaluate("() => dispatchEvent(new Event('online'))")
    expect(notice(watcher, "no longer at this table")).to_be_hidden()


@pytest.mark.slow
def test_a_network_that_swallows_everything_holds_nothing_up_for_good(
    open_phone: Callable[..., Page], way: Way
) -> None:
    phone = open_phone(base_url=way.url)
    phone.add_init_script(NOTE_STREAM)
    phone.clock.install()
    game = sit(phone)
    has_stream(phone)
    way.is_stalled = True
    with phone.expect_request("**/taps/"):
        phone.locator("#add-tempura").tap()
    phone.clock.fast_forward(10_500)  # nobody waits for an answer as long as that
    expect(notice(phone, "One tap waits to be sent.")).to_be_visible()
    add(bens(game), "tempura")
    way.is_stalled = False
    cards_lie(phone, 1)
    expect(row(phone, 2)).to_contain_text("1/10")
    expect(phone.locator("#notices p:visible")).to_have_count(0)
    add(bens(game), "tempura")
    expect(row(phone, 2)).to_contain_text("2/10")
