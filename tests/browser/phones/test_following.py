"""Everybody goes along: to the end of a game, and to the next one, with a word and a way back."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from referee.models import Game
from referee.play.services.confirming import enter_tokens, reopen_round
from referee.play.services.joining import join
from referee.play.services.rematch import rematch
from tests.browser.connection import HIDING, LOOK, Post, notice
from tests.factories import PHONE, GameFactory, add, confirm, finish, where

pytestmark = pytest.mark.django_db(transaction=True)

BEN, DAN, EVE, TELEVISION = "phone of Ben", "phone of Dan", "phone of Eve", "television"
BEGUN = "The next game has begun."


def a_table(**setup: object) -> Game:
    """A game of four: Ben, Dan and Eve hold their seats, and a television watches."""
    game = GameFactory(setup__players=["Ana", "Ben", "Dan", "Eve"], **setup)
    for place, name in enumerate((BEN, DAN, EVE), start=2):
        join(game.pk, name, place)
    join(game.pk, TELEVISION, None)
    for number in (1, 2, 3):
        for seat in (1, 2, 3, 4):
            add(where(game, number, seat), "tempura")
    return game


def is_at(page: Page, game: Game, path: str) -> None:
    expect(page).to_have_url(re.compile(rf"/g/{game.pk}/{re.escape(path)}$"))


def look_anew(page: Page) -> None:
    """Has an open page ask what is new, and waits for the answer."""
    page.wait_for_function("() => window.refresh")
    page.evaluate("() => refresh()")


def test_a_rematch_takes_along_everybody_from_any_page_with_a_word_and_a_way_back(
    phone_of: Callable[[str], Page],
) -> None:
    game = a_table()
    finish(game)
    ben, dan, television = map(phone_of, (BEN, DAN, TELEVISION))
    ben.goto(f"/g/{game.pk}/why/2/")
    dan.goto(f"/g/{game.pk}/table/")
    television.goto(f"/g/{game.pk}/scoreboard/")
    host = phone_of(PHONE)
    host.goto(f"/g/{game.pk}/result/")
    host.get_by_role("button", name="Rematch", exact=True).tap()
    expect(host).to_have_url(re.compile(r"/r/1/4/$"))
    new = Game.objects.get(follows=game)

    is_at(ben, new, "r/1/1/")
    is_at(dan, new, "r/1/2/")
    is_at(television, new, "scoreboard/")
    expect(television.get_by_role("heading", level=1)).to_have_text(BEGUN)
    for page in (ben, dan, television):
        expect(page.locator("#said")).to_contain_text(BEGUN)

    # Who goes back stays there, and has the way on; the word was for once.
    ben.get_by_role("link", name="Back to the last one").tap()
    is_at(ben, game, "result/")
    look_anew(ben)
    ben.get_by_role("link", name="Next game").first.tap()
    is_at(ben, new, "r/1/1/")
    expect(ben.get_by_text(BEGUN)).to_have_count(0)
    dan.go_back()
    is_at(dan, game, "table/")
    look_anew(dan)
    expect(dan.get_by_role("link", name="Next game")).to_be_visible()
    is_at(dan, game, "table/")
    television.get_by_role("link", name="The last game").tap()
    is_at(television, game, "scoreboard/")


@pytest.mark.slow
def test_nobody_is_torn_away_who_types_or_tries_something(phone_of: Callable[[str], Page]) -> None:
    game = a_table()
    finish(game)
    ben, dan, television = map(phone_of, (BEN, DAN, TELEVISION))
    ben.goto(f"/g/{game.pk}/dispute/")
    ben.get_by_text("I only know my total").tap()
    ben.get_by_role("textbox").fill("37")
    dan.goto(f"/g/{game.pk}/what-if/3/3/")
    dan.locator("#add-pudding").tap()
    expect(dan.locator("#board")).to_have_attribute("data-stays", "")
    television.goto(f"/g/{game.pk}/scoreboard/")
    new = rematch(game.pk, uuid4())

    is_at(television, new, "scoreboard/")
    for page in (ben, dan):
        expect(page.get_by_role("link", name="Next game")).to_be_visible()
        look_anew(page)
    is_at(ben, game, "dispute/")
    expect(ben.get_by_role("textbox")).to_have_value("37")
    assert re.search(r"/what-if/3/3/\?.*add:pudding", dan.url)


def test_who_confirms_the_last_round_goes_where_the_answer_leads_although_the_stream_is_sooner(
    phone_of: Callable[[str], Page],
) -> None:
    game = a_table()
    confirm(game, 1, 2)
    host, television = map(phone_of, (PHONE, TELEVISION))
    television.goto(f"/g/{game.pk}/scoreboard/")
    host.goto(f"/g/{game.pk}/r/3/?asks=1")
    answers: list[tuple[Route, APIResponse]] = []
    host.route(
        "**/r/3/confirm/", lambda route: answers.append((route, route.fetch(max_redirects=0)))
    )
    host.get_by_role("button", name=re.compile("^Confirm")).tap(no_wait_after=True)
    expect(television.locator(".falls")).to_have_count(1)
    host.wait_for_timeout(1500)  # in which the stream would have led on
    assert host.url.endswith("/r/3/?asks=1")
    ((route, answer),) = answers
    route.fulfill(response=answer)
    expect(host.locator("h1.verdict")).to_be_visible()


@pytest.mark.slow
def test_who_is_led_nowhere_by_an_answer_goes_on_with_the_others(
    phone_of: Callable[[str], Page],
) -> None:
    game = a_table()
    confirm(game, 1, 2)
    host = phone_of(PHONE)
    host.clock.install()
    host.goto(f"/g/{game.pk}/r/3/?asks=1")
    host.route("**/r/3/confirm/", lambda route: route.fulfill(status=204))  # as one that is stopped
    with host.expect_response("**/r/3/confirm/"):
        host.get_by_role("button", name=re.compile("^Confirm")).tap(no_wait_after=True)
    host.clock.fast_forward(11_000)
    confirm(game, 3)
    expect(host.locator("h1.verdict")).to_be_visible()


def test_everybody_sees_who_has_won_when_the_tokens_are_in(phone_of: Callable[[str], Page]) -> None:
    game = a_table(setup__roll=True)
    confirm(game, 1, 2)
    ben, dan, eve, television = map(phone_of, (BEN, DAN, EVE, TELEVISION))
    dan.add_init_script(HIDING)
    ben.goto(f"/g/{game.pk}/r/3/")
    dan.goto(f"/g/{game.pk}/r/3/cards/")
    eve.goto(f"/g/{game.pk}/r/3/4/")
    television.goto(f"/g/{game.pk}/scoreboard/")
    post = Post(eve)
    post.is_open = False
    eve.locator("#add-pudding").tap()
    expect(notice(eve, "One tap waits to be sent.")).to_be_visible()
    confirm(game, 3)
    for page in (ben, dan):
        expect(page.get_by_text("The host enters the tokens that are left.")).to_be_visible()
    dan.evaluate(LOOK, False)
    enter_tokens(game.pk, {})

    is_at(ben, game, "result/")
    expect(ben.locator(".falls")).to_have_count(1)
    expect(television.locator(".falls")).to_have_count(1)
    is_at(television, game, "scoreboard/")
    is_at(dan, game, "r/3/cards/")  # which sleeps
    dan.evaluate(LOOK, True)
    is_at(dan, game, "result/")
    expect(dan.locator(".falls")).to_have_count(1)
    # Who has something that is not sent yet goes by themselves, and reads what has become of it.
    expect(eve.get_by_role("link", name="To the result")).to_be_visible()
    post.mend()
    expect(notice(eve, "your tap is kept aside")).to_be_visible()
    is_at(eve, game, "r/3/4/")

    # Who opens the round later looks closer. When it is opened again, all are led there and back.
    ben.goto(f"/g/{game.pk}/r/3/")
    look_anew(ben)
    is_at(ben, game, "r/3/")
    reopen_round(game.pk, 3, reason="a miscount")
    expect(dan).to_have_url(re.compile(r"/r/3/"))
    expect(ben.locator(".reopened")).to_be_visible()
    confirm(game, 3)
    for page in (ben, dan):
        is_at(page, game, "result/")
        expect(page.locator(".falls")).to_have_count(0)
