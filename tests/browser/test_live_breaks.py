"""Pages that lose the stream, an answer, or their place at the table, and find back."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from referee.models import Game, Guest
from referee.play.services.joining import let_back, send_away
from tests.factories import add

from .connection import CARDS, GAME, LATER, SOON, bens, has_stream, notice, row
from .driver import Person
from .real_server import Way

pytestmark = pytest.mark.django_db(transaction=True)

NO_INTERVALS = "window.setInterval = () => 0;"


@pytest.fixture
def phone(another_phone: Callable[..., Page]) -> Page:
    """A phone without a service worker, as on a plain address of the home network."""
    return another_phone()


def test_without_a_stream_the_page_asks_and_says_so(phone: Page) -> None:
    phone.route("**/live/**", lambda route: route.fulfill(status=404))
    Person(phone).start(GAME)
    game = Game.objects.get()
    polls: list[int] = []
    phone.on("response", lambda got: polls.append(got.status) if "/r/1/1/" in got.url else None)
    add(bens(game), "tempura")
    expect(row(phone, 2)).to_contain_text("1/10", timeout=LATER)
    expect(notice(phone, "Live news cannot be had")).to_be_visible(timeout=LATER)
    while polls[-1:] != [304]:  # nothing new costs nothing
        phone.wait_for_timeout(100)
        assert len(polls) < 5, polls
    add(bens(game), "tempura")
    expect(row(phone, 2)).to_contain_text("2/10", timeout=LATER)
    phone.unroute("**/live/**")
    expect(notice(phone, "Live news cannot be had")).to_be_hidden(timeout=LATER)
    add(bens(game), "tempura")
    expect(row(phone, 2)).to_contain_text("3/10", timeout=SOON)


@pytest.mark.parametrize(
    "event",
    [
        "() => dispatchEvent(new Event('online'))",
        "() => document.dispatchEvent(new Event('visibilitychange'))",
        "() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))",
    ],
    ids=["online", "visible", "shown again"],
)
def test_a_page_that_is_looked_at_again_is_fresh(phone: Page, event: str) -> None:
    phone.add_init_script(NO_INTERVALS)
    phone.route("**/live/**", lambda route: route.abort())
    Person(phone).start(GAME)
    phone.wait_for_timeout(500)
    add(bens(Game.objects.get()), "tempura")
    phone.wait_for_timeout(500)
    expect(row(phone, 2)).to_contain_text("0/10")
    phone.evaluate(event)
    expect(row(phone, 2)).to_contain_text("1/10", timeout=SOON)


def test_back_shows_the_game_as_it_is_now(host: Page, game: Game) -> None:
    host.goto("/")
    add(bens(game), "tempura")
    host.go_back()
    expect(row(host, 2)).to_contain_text("1/10", timeout=SOON)


def test_an_answer_that_was_lost_is_fetched_again(host: Page, game: Game) -> None:
    """The stream stays open all the while: nothing else would tell the page to ask once more."""
    lost: list[str] = []

    def lose_once(route: Route) -> None:
        if route.request.headers.get("hx-request") and not lost:
            lost.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    has_stream(host)
    host.route("**/r/1/1/", lose_once)
    add(bens(game), "tempura")
    expect(notice(host, "The server does not answer")).to_be_visible()
    expect(row(host, 2)).to_contain_text("1/10", timeout=10_000)
    expect(notice(host, "The server does not answer")).to_be_hidden()
    assert lost


def test_a_phone_that_was_sent_away_says_so_until_it_is_let_back(
    host: Page, game: Game, another_phone: Callable[..., Page]
) -> None:
    watcher = another_phone()
    watcher.goto(f"/join/{game.code}/")
    watcher.get_by_role("button", name="Watch").tap()
    expect(watcher.locator(".scoreboard")).to_be_visible()
    has_stream(watcher)
    guest = Guest.objects.get().pk
    send_away(game.pk, guest)
    expect(notice(watcher, "no longer at this table")).to_be_visible(timeout=8_000)
    let_back(game.pk, guest)
    watcher.evaluate("() => dispatchEvent(new Event('online'))")
    expect(notice(watcher, "no longer at this table")).to_be_hidden()


@pytest.fixture
def way(server_url: str) -> Iterator[Way]:
    """A way to the server that can be cut."""
    way = Way(int(server_url.rpartition(":")[2]))
    yield way
    way.is_stalled = False
    way.cut()


def test_a_network_that_swallows_everything_holds_nothing_up_for_good(
    another_phone: Callable[..., Page], way: Way
) -> None:
    phone = another_phone(base_url=way.url)
    Person(phone).start(GAME)
    game = Game.objects.get()
    has_stream(phone)
    way.is_stalled = True
    phone.locator("#add-tempura").tap()
    expect(notice(phone, "One tap waits to be sent.")).to_be_visible(timeout=LATER)
    add(bens(game), "tempura")
    way.is_stalled = False
    expect(phone.locator(CARDS)).to_have_count(1, timeout=LATER)
    expect(row(phone, 2)).to_contain_text("1/10", timeout=LATER)
    expect(phone.locator("#notices p:visible")).to_have_count(0, timeout=LATER)
    add(bens(game), "tempura")
    expect(row(phone, 2)).to_contain_text("2/10", timeout=SOON)
