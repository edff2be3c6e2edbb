"""What a page fetches of the game: with its own taps nothing, of others seldom and no more than
has changed, and nothing while nobody looks at it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from referee.models import Game
from tests.browser.connection import HIDING, LOOK, NOTE_STREAM, bens, has_stream, row, tap
from tests.browser.driver import PILES, become, cards_lie, sit
from tests.browser.hearing import Hearing
from tests.browser.real_server import Way
from tests.factories import OTHER_PHONE, add
from tests.taps import Where

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone(open_phone: Callable[..., Page]) -> Page:
    phone = open_phone()
    phone.add_init_script(NOTE_STREAM + HIDING)
    return phone


@pytest.fixture
def asked(phone: Page) -> list[str]:
    """What the phone asks for: the last part of each address."""
    found: list[str] = []

    def note(url: str) -> None:
        if re.search(r"/(r/1/.*|taps)/$", url):
            found.append(url.split("/")[-2])

    phone.on("request", lambda request: note(request.url))
    return found


@pytest.mark.slow
def test_quick_changes_by_others_are_fetched_together_and_only_what_has_changed(
    phone: Page, asked: list[str]
) -> None:
    game = sit(phone)
    has_stream(phone)
    asked.clear()
    add(bens(game), "tempura")
    expect(row(phone, 2)).to_contain_text("1/10")
    for _ in range(3):
        add(bens(game), "tempura")
    expect(row(phone, 2)).to_contain_text("4/10")
    assert asked == ["glance", "glance"]
    expect(row(phone, 1)).to_have_attribute("aria-current", "page")
    # The points for maki on one's own tiles depend on theirs: they come along.
    add(bens(game), "maki-3")
    expect(phone.locator("#compared")).to_have_text(re.compile("Ana.? 0, .?Ben.? 3"))
    expect(phone.locator("#add-maki-1")).to_contain_text("+3")
    assert asked == ["glance", "glance", "glance"]


@pytest.mark.slow
def test_the_lines_of_the_score_are_fetched_when_they_are_unfolded(
    phone: Page, asked: list[str]
) -> None:
    game = sit(phone)
    has_stream(phone)
    tap(phone, "maki-2")
    cards_lie(phone, 1)
    maki = phone.locator("#so-far .lines .why").first
    expect(maki).to_contain_text(re.compile("Ana.? 2"))
    asked.clear()
    for icons in (3, 5):
        add(bens(game), "maki-3" if icons == 3 else "maki-2")
        expect(phone.locator("#compared")).to_have_text(re.compile(f"Ben.? {icons}"))
        if icons == 3:
            assert asked == ["glance"]
            phone.locator("#so-far > summary").tap()
        expect(maki).to_contain_text(re.compile(f"Ben.? {icons}"))
    assert set(asked[1:]) == {"1"}  # once for each change, or for news in between


@pytest.mark.slow
def test_a_change_of_the_own_tableau_during_a_fetch_is_shown(phone: Page) -> None:
    game = sit(phone)
    has_stream(phone)

    def be_late(route: Route) -> None:
        add(Where(game.pk, 1, 1, OTHER_PHONE), "pudding")
        route.continue_()  # the glance is as new as that

    phone.route("**/glance/", be_late, times=1)
    add(bens(game), "tempura")
    expect(row(phone, 2)).to_contain_text("1/10")
    expect(phone.locator(PILES)).to_have_text(["Pudding"])


def test_what_others_do_between_two_own_taps_comes_with_the_answer_to_the_second(
    phone: Page, asked: list[str]
) -> None:
    clock = Hearing(phone)  # no moment passes that the test does not let pass
    game = sit(phone)
    has_stream(phone)
    tap(phone, "tempura")
    clock.pass_time(300)
    cards_lie(phone, 1)
    asked.clear()
    for _ in range(2):  # which the stream tells one after the other
        add(bens(game), "tempura")
        game.refresh_from_db()
        phone.wait_for_function("(version) => window.told >= version", arg=game.version)
    tap(phone, "pudding")
    clock.pass_time(300)
    expect(row(phone, 2)).to_contain_text("2/10")
    assert asked == ["taps"]
    for _ in range(2):
        add(bens(game), "tempura")
        game.refresh_from_db()
        phone.wait_for_function("(version) => window.told >= version", arg=game.version)
    assert asked == ["taps"]
    clock.pass_time(1500)  # and no own tap follows
    expect(row(phone, 2)).to_contain_text("4/10")
    assert asked == ["taps", "glance"]


@pytest.mark.slow
def test_a_page_that_nobody_looks_at_fetches_when_somebody_does(
    phone: Page, asked: list[str], another_phone: Callable[..., Page]
) -> None:
    game: Game = sit(phone)
    has_stream(phone)
    other = become(another_phone())
    other.goto(f"/g/{game.pk}/r/1/1/")
    asked.clear()
    phone.evaluate(LOOK, False)
    for cards in (1, 2):
        add(bens(game), "tempura")
        expect(row(other, 2)).to_contain_text(f"{cards}/10")
    expect(row(phone, 2)).to_contain_text("0/10")
    assert asked == []
    phone.evaluate(LOOK, True)
    expect(row(phone, 2)).to_contain_text("2/10")
    assert len(asked) == 1


@pytest.mark.slow
def test_a_press_on_a_tile_that_news_are_about_counts(phone: Page) -> None:
    game = sit(phone)
    has_stream(phone)
    tile = phone.locator("#add-maki-1")
    expect(tile).to_contain_text("+6")
    place = tile.bounding_box()
    assert place
    phone.mouse.move(place["x"] + 10, place["y"] + 10)
    phone.mouse.down()
    with phone.expect_response(lambda answer: "/glance/" in answer.url) as news:
        add(bens(game), "maki-3")
    news.value.finished()
    phone.evaluate("() => fetch(location.href)")  # in which it would have been shown
    assert "+6" in tile.inner_text()  # nothing changes under a finger
    phone.mouse.up()
    expect(phone.locator(PILES)).to_have_text([re.compile("Maki")])
    expect(tile).to_contain_text("+0")


@pytest.mark.slow
def test_a_phone_that_has_slept_for_an_hour_shows_the_game_as_it_is_now(
    open_phone: Callable[..., Page], way: Way
) -> None:
    phone = open_phone(base_url=way.url)
    phone.add_init_script(NOTE_STREAM + HIDING)
    phone.clock.install()
    game = sit(phone)
    has_stream(phone)
    phone.evaluate(LOOK, False)
    way.cut()  # whoever sleeps keeps no connection
    add(bens(game), "tempura")
    phone.clock.fast_forward("01:00:00")
    way.mend()
    expect(row(phone, 2)).to_contain_text("0/10")
    phone.evaluate(LOOK, True)
    expect(row(phone, 2)).to_contain_text("1/10")
    phone.clock.run_for(10_000)  # in which the browser has opened the stream again
    add(bens(game), "tempura")
    expect(row(phone, 2)).to_contain_text("2/10")
    tap(phone, "pudding")
    expect(phone.locator(PILES)).to_have_text(["Pudding"])
