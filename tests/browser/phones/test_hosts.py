"""The host's phone is closed, and the game goes on; three phones."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from referee.jobs import runner
from referee.models import Game, Hosting, Job, RoundScore
from referee.play.services.hosts import NO_WITHIN, begin_if_due
from referee.play.services.joining import join
from tests.browser.connection import row
from tests.browser.driver import cards_lie, new_game
from tests.browser.places import too_wide
from tests.factories import PHONE, add, say_ready, where

pytestmark = pytest.mark.django_db(transaction=True)

BEN, DAN, TELEVISION = "phone of Ben", "phone of Dan", "television"


@pytest.fixture
def game() -> Game:
    """Ana's game with Ben and Dan, each on a phone, of whose first round all has been entered."""
    game = new_game({"players": ["Ana", "Ben", "Dan"]})
    for place, name in enumerate((PHONE, BEN, DAN), start=1):
        join(game.pk, name, place)
        add(where(game, 1, place), *[("tempura", "dumpling", "sashimi")[place - 1]] * 9)
        say_ready(game.pk, 1, place, ready=True)
    return game


def on_round(phone: Page, game: Game) -> Page:
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(f"/g/{game.pk}/r/1/")
    return phone


def told(phone: Page, words: str) -> Locator:
    """What stands on a page; what is read aloud of it stands elsewhere."""
    return phone.locator("#board").get_by_text(words)


def two_minutes_pass(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(created_at=timezone.now() - timedelta(hours=1))
    for cache in ("default", "counts"):
        caches[cache].clear()


def half_a_minute_passes(game: Game) -> None:
    """And the job is done that waits for that."""
    (job,) = Job.objects.filter(kind=Job.Kind.TAKE_OVER)
    assert job.due_at
    assert timedelta(0) < job.due_at - timezone.now() <= NO_WITHIN
    Hosting.objects.update(at=timezone.now() - NO_WITHIN)
    assert runner.WORKS[job.kind]
    begin_if_due(game.pk)


def test_the_host_leaves_a_player_takes_over_and_the_host_gets_it_back_by_one_tap(
    phone_of: Callable[[str], Page], game: Game
) -> None:
    ana, ben, dan = map(phone_of, (PHONE, BEN, DAN))
    ben.clock.install()
    for phone in (ana, ben, dan):
        on_round(phone, game)
    expect(ben.get_by_text("The host confirms the round.")).to_be_visible()
    ana.close()
    two_minutes_pass(game)
    take_over = ben.get_by_role("button", name="The host is away: take over")
    ben.clock.fast_forward(25_000)  # it asks by itself: nothing has changed
    expect(take_over).to_be_visible()
    assert too_wide(ben, 320, 360) == []
    take_over.tap()

    expect(told(ben, "You take over in half a minute, unless somebody says no")).to_be_visible()
    expect(told(dan, "Ben takes over from Ana’s phone")).to_be_visible()
    no = dan.get_by_role("button", name="No", exact=True)
    expect(no).to_be_visible()  # Dan could have said no
    box = no.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    assert box["y"] + box["height"] <= 640
    assert too_wide(dan, 320, 360) == []
    half_a_minute_passes(game)

    expect(told(ben, "You are the host now")).to_be_visible()
    expect(no).to_have_count(0)
    ben.get_by_role("button", name="Confirm", exact=True).tap()
    ben.wait_for_url("**/r/2/2/")
    assert RoundScore.objects.count() == 3

    ana = on_round(phone_of(PHONE), game)
    expect(told(ana, "Ben took over while you were away")).to_be_visible()
    assert too_wide(ana, 320, 360) == []
    ana.get_by_role("button", name="Take it back").tap()
    expect(told(ana, "Ben took over while you were away")).to_have_count(0)
    expect(told(ben, "You are not the host any more")).to_be_visible()
    assert Hosting.objects.get().ended_at


def test_a_no_on_another_phone_ends_it(phone_of: Callable[[str], Page], game: Game) -> None:
    two_minutes_pass(game)
    join(game.pk, TELEVISION, None)
    ben, dan, television = (on_round(phone_of(name), game) for name in (BEN, DAN, TELEVISION))
    take_over = ben.get_by_role("button", name="The host is away: take over")
    expect(take_over).to_be_visible()
    take_over.tap()
    no = dan.get_by_role("button", name="No", exact=True)
    expect(no).to_be_visible()
    # Who only watches is told, and has no say.
    expect(told(television, "Ben takes over from Ana’s phone")).to_be_visible()
    expect(television.get_by_role("button", name=re.compile("^No$|take over"))).to_have_count(0)
    no.tap()
    for page in (ben, dan, television):
        said_no = told(page, "Dan says no: Ben does not take over")
        expect(said_no).to_be_visible(timeout=20_000)  # a page may have to ask anew
    expect(ben.get_by_role("button", name="Confirm", exact=True)).to_have_count(0)


def test_the_host_makes_a_players_phone_the_host_too_and_leaves_and_the_game_goes_on(
    phone_of: Callable[[str], Page], game: Game
) -> None:
    ana, ben, dan = phone_of(PHONE), on_round(phone_of(BEN), game), phone_of(DAN)
    expect(ben.get_by_text("The host confirms the round.")).to_be_visible()
    for page in (ana, dan):
        page.goto(f"/g/{game.pk}/table/")
    ana.get_by_text("More", exact=True).tap()
    ana.get_by_role("button", name="Make this phone the host too: Ben").tap()
    for page in (ana, dan):  # the third phone has not been touched
        hosts = page.locator(".at-table li", has_text="host too")
        expect(hosts).to_contain_text("Ben")
    expect(told(ben, "You are host too now")).to_be_visible()
    ana.close()
    dan.get_by_role("link", name="To round 1").tap()
    expect(dan.get_by_text("The host confirms the round.")).to_be_visible()
    ben.get_by_role("button", name="Confirm", exact=True).tap()
    ben.wait_for_url("**/r/2/2/")
    dan.get_by_role("link", name="To round 2").tap()
    dan.wait_for_url("**/r/2/3/")
    ana = phone_of(PHONE)
    ana.goto(f"/g/{game.pk}/")
    ana.wait_for_url("**/r/2/1/")
    for page, place in ((ana, 1), (ben, 2), (dan, 3)):
        page.locator("#add-pudding").tap()
        cards_lie(page, 1)
        expect(row(ben, place)).to_contain_text("1/9")
