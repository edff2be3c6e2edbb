"""A confirmed round is corrected from where somebody looks, and the game goes on where it was."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game, Proposal, Reopening
from referee.play.services.joining import join
from tests.browser.driver import become, cards_lie, new_game
from tests.factories import GameFactory, confirm, fill, say_ready

pytestmark = pytest.mark.django_db(transaction=True)

HOST, BEN, CEM = "phone of Ana", "phone of Ben", "phone of Cem"
ROUND = [["dumpling"] * 3, ["maki-3", "tempura"], ["maki-1", "egg-nigiri"]]


@pytest.fixture
def game() -> Game:
    """A game of three with a phone each in its second round: of the first, Ben has forgotten a
    tempura."""
    game = GameFactory(phone=HOST, setup__number=3)
    for place, phone in enumerate((HOST, BEN, CEM), start=1):
        join(game.pk, phone, place)
    fill(game, [ROUND])
    for place in (1, 2, 3):
        say_ready(game.pk, 1, place, ready=True)
    confirm(game, 1)
    return game


@pytest.mark.slow
def test_the_host_corrects_a_round_from_why_and_is_back_in_the_next_one(
    game: Game, phone_of: Callable[[str], Page]
) -> None:
    ana, ben, cem = map(phone_of, (HOST, BEN, CEM))
    for place, page in ((1, ana), (2, ben), (3, cem)):
        page.goto(f"/g/{game.pk}/r/2/{place}/")
    ben.locator("#add-pudding").tap()
    ana.goto(f"/g/{game.pk}/why/2/#r1")
    wrong = ana.locator("#r1-wrong")
    wrong.locator("summary").tap()
    wrong.get_by_label("Why?").fill("a tempura lay under the napkin")
    wrong.get_by_role("button", name="Correct Ben’s cards").tap()
    expect(ana).to_have_url(re.compile(r"/r/1/2/$"))
    ana.locator("#add-tempura").tap()
    cards_lie(ana, 3)
    for page in (ben, cem):
        expect(page.locator(".reopened")).to_contain_text("a tempura lay under the napkin")
    ben.locator("#add-pudding").tap()  # the second round goes on
    ana.get_by_role("link", name="Round result").first.tap()
    expect(ana.get_by_text("Round 1 is open again")).to_have_count(1)
    confirm_button = ana.get_by_role("button", name="Confirm", exact=True)
    expect(confirm_button).to_be_in_viewport(ratio=1)
    confirm_button.tap()
    expect(ana).to_have_url(re.compile(r"/r/2/1/$"))
    expect(
        ana.get_by_text(re.compile("Round 1 is corrected: .*Ben.* 11, before 6"))
    ).to_be_visible()
    for page in (ben, cem):
        expect(page.locator(".reopened")).to_have_count(0)
    cards_lie(ben, 2)
    ana.get_by_role("link", name="What changed").tap()
    expect(ana.get_by_role("heading", level=1)).to_have_text("Versions of round 1")


@pytest.mark.slow
def test_one_phone_corrects_without_a_reason_or_leaves_it_as_it_was(phone: Page) -> None:
    game = new_game({})
    fill(game, [ROUND[:2]])
    confirm(game, 1)
    become(phone).goto(f"/g/{game.pk}/r/1/")
    phone.get_by_role("radio", name="Not right?").check()
    expect(phone.get_by_label("Why? Everybody")).to_have_count(0)
    phone.get_by_role("button", name="Correct Ben’s cards").tap()
    expect(phone).to_have_url(re.compile(r"/r/1/2/$"))
    phone.get_by_role("link", name="Round result").first.tap()
    expect(phone.get_by_role("link", name="Cards of Ben")).to_be_in_viewport(ratio=1)
    phone.get_by_role("button", name="Leave it as it was").tap()
    expect(phone).to_have_url(re.compile(r"/r/2/1/$"))
    expect(phone.get_by_text("Nothing was changed")).to_be_visible()
    phone.go_back()  # to a page of what was then, which does no harm
    phone.goto(f"/g/{game.pk}/r/1/2/")
    phone.get_by_role("link", name="Correct this round").tap()
    phone.get_by_role("button", name="Correct Ben’s cards").tap()
    phone.locator("#add-tempura").tap()
    cards_lie(phone, 3)
    phone.get_by_role("link", name="Round result").first.tap()
    phone.get_by_role("button", name="Confirm", exact=True).tap()
    expect(phone).to_have_url(re.compile(r"/r/2/1/$"))
    assert {row.reason for row in Reopening.objects.all()} == {""}


def test_a_guest_proposes_and_the_host_makes_it_while_the_try_stays_as_it_was(
    game: Game, phone_of: Callable[[str], Page]
) -> None:
    ana, ben, cem = map(phone_of, (HOST, BEN, CEM))
    ana.goto(f"/g/{game.pk}/r/2/1/")
    cem.goto(f"/g/{game.pk}/r/2/3/")
    ben.goto(f"/g/{game.pk}/why/2/#r1")
    ben.locator("#r1-wrong summary").tap()
    ben.locator("#r1-wrong").get_by_role("link", name="What if …?").tap()
    ben.locator("#add-tempura").tap()
    expect(ben.locator(".moved-points")).to_contain_text("+5")
    ben.get_by_role("link", name="See the difference").tap()
    ben.get_by_role("button", name="Send it to Ana").tap()
    expect(ben.get_by_text("Round 1, sent to Ana.")).to_be_visible()
    note = ana.locator(".proposed")
    expect(note).to_contain_text(re.compile("Round 1, .*Ben.* proposes: .*Ben.*: \\+ tempura"))
    expect(cem.locator(".proposed")).to_have_count(0)
    note.get_by_role("link").tap()
    expect(ana.locator(".moved-points")).to_contain_text("+5")
    ana.get_by_role("link", name="See the difference").tap()
    ana.get_by_role("button", name="Make this correction").tap()
    expect(ana).to_have_url(re.compile(r"/r/1/$"))
    expect(ana.locator(".reopened")).to_contain_text("Ben’s proposal")
    # What Ben has tried stays what it was, on his page that is still open.
    expect(ben.get_by_text("Round 1, your correction is made.")).to_be_visible()
    expect(ben.locator(".moved-points")).to_contain_text("+5")
    expect(ben.get_by_role("link", name="Try it on what lies there now")).to_be_visible()
    ana.get_by_role("button", name="Confirm", exact=True).tap()
    expect(ana).to_have_url(re.compile(r"/r/2/1/$"))
    expect(ben.locator(".moved-points")).to_contain_text("+5")
    ben.get_by_role("button", name="OK").tap()
    expect(ben).to_have_url(re.compile(r"/r/2/2/$"))
    assert not Proposal.objects.exists()
