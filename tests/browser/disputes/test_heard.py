"""A disputed number on three phones: everybody hears of it, and it comes to an end."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.disputes.pages.disputes import explain
from referee.disputes.services.disputes import Claimed, ask_host, dispute
from referee.models import Dispute, Game
from referee.play.services.joining import join
from referee.rules.mistakes import ClaimScope
from tests.browser.places import too_wide
from tests.factories import GameFactory, add, confirm, fill, where

pytestmark = pytest.mark.django_db(transaction=True)

ANA, BEN, CEM = "phone of Ana", "phone of Ben", "phone of Cem"
ROUND = [["dumpling", "dumpling", "maki-2"], ["maki-3", "tempura"], ["maki-1", "egg-nigiri"]]
"""Ana 3 + 3, Ben 6, Cem 1: Ben's second tempura is missing."""


@pytest.fixture
def game() -> Game:
    """A game of three with a phone each, of which Ana's is the host."""
    game = GameFactory(phone=ANA, setup__number=3)
    for place, phone in enumerate((ANA, BEN, CEM), start=1):
        join(game.pk, phone, place)
    fill(game, [ROUND])
    return game


@pytest.fixture
def open_at(game: Game, phone_of: Callable[[str], Page]) -> Callable[..., Page]:
    """Opens somebody's phone, a small one, on a page of the game."""

    def open_one(name: str, address: str) -> Page:
        page = phone_of(name)
        page.set_viewport_size({"width": 360, "height": 640})
        page.goto(f"/g/{game.pk}/{address}")
        return page

    return open_one


def disputed(game: Game, number: int = 11, place: int = 2) -> Dispute:
    """The number that Ben gets for somebody in the first round, and what explains it."""
    by = game.seats.get(place=2).pk
    made = dispute(game.pk, uuid4(), Claimed(place, ClaimScope(1), number), by=by)
    assert made
    explain(made)
    return made


def note(page: Page) -> Locator:
    """What a page tells of disputed numbers."""
    return page.locator(".other-number")


SAID = re.compile(r"Ben.? gets 11, not 6")


def test_a_number_is_heard_by_everybody_shown_to_the_host_and_mended(
    game: Game, open_at: Callable[..., Page]
) -> None:
    ana, cem = open_at(ANA, "r/1/1/"), open_at(CEM, "r/1/3/")
    ben = open_at(BEN, "r/1/")
    # From the number that is not right.
    ben.get_by_role("link", name=re.compile("^Ben: 6 points, why")).first.tap()
    ben.locator("#r1-wrong summary").tap()
    ben.locator("#r1-wrong").get_by_role("link", name="I get another number").tap()
    ben.get_by_role("link", name="All the same, only the sum").tap()
    ben.get_by_text("Another number").tap()
    ben.get_by_label("What do you get?").fill("11")
    ben.get_by_role("button", name="See what leads there").tap()
    expect(ben.get_by_role("heading", level=1)).to_have_text("11, not 6?")
    # Nobody has touched these; the line that is likely wrong comes once it is known.
    for page in (ana, cem):
        expect(note(page)).to_have_text(re.compile(SAID.pattern + r"\s+· Round 1, tempura\?"))
        expect(note(page)).to_be_in_viewport(ratio=1)
    ben.get_by_role("button", name="Show Ana").tap()
    expect(ben.get_by_text("Ana has been asked to look.")).to_be_visible()
    # Ana looks, goes to Ben's cards, and mends them.
    ana.get_by_role("link", name=re.compile("^See it")).tap()
    expect(ana.get_by_role("heading", level=1)).to_have_text("11, not 6?")
    ana.get_by_role("link", name="Correct the cards").tap()
    expect(ana.locator("#seats [aria-current]")).to_contain_text("Ben")
    expect(note(ana)).to_contain_text("See it")
    ana.locator("#add-tempura").tap()
    # It goes on all phones, and each says why.
    for page in (ana, cem):
        expect(note(page)).to_have_count(1)
        expect(note(page)).to_have_text(re.compile("Settled: " + SAID.pattern))
    expect(ben.get_by_text("Settled: since a correction")).to_be_visible()
    expect(ben.get_by_role("button", name="Agreed")).to_have_count(0)
    confirm(game, 1)
    for page in (ana, cem):
        expect(note(page)).to_have_count(0)


@pytest.mark.slow
def test_who_was_wrong_says_so_and_the_notice_goes_everywhere(
    game: Game, open_at: Callable[..., Page]
) -> None:
    ana, ben, cem = open_at(ANA, "r/1/"), open_at(BEN, "r/1/2/"), open_at(CEM, "scoreboard/")
    disputed(game)
    for page in (ana, cem):
        expect(note(page)).to_contain_text(SAID)
    note(ben).get_by_role("link").tap()
    ben.get_by_role("button", name="Agreed: 6").tap()
    expect(ben.get_by_role("heading", level=1)).to_contain_text("Which number is different")
    for page in (ana, ben, cem):
        expect(note(page)).to_have_count(0)


@pytest.mark.slow
def test_what_if_shows_the_change_that_leads_to_the_number(
    game: Game, open_at: Callable[..., Page]
) -> None:
    confirm(game, 1)
    disputed(game)
    ben, cem = open_at(BEN, "why/2/"), open_at(CEM, "why/2/")
    note(cem).get_by_role("link").tap()
    cem.get_by_role("link", name="Correct the cards").tap()
    expect(cem.locator(".changes")).to_have_text(re.compile(r"Ben.?: \+ tempura"))
    expect(cem.locator(".moved-points")).to_contain_text(re.compile("Ben.? .*5"))
    cem.get_by_role("link", name="Leave it as it is").tap()
    expect(note(cem)).to_contain_text(SAID)
    # The host is led to the correction of that round.
    ana = open_at(ANA, "")
    note(ana).get_by_role("link").tap()
    ana.get_by_role("button", name="Correct the cards").tap()
    for page in (ana, ben, cem):
        expect(page.locator(".reopened")).to_contain_text(re.compile("Ben.? gets 11, not 6"))


@pytest.mark.slow
def test_a_line_says_it_also_with_long_names_on_the_smallest_phone(
    game: Game, open_at: Callable[..., Page]
) -> None:
    for place, words in ((2, "Round 1, tempura"), (1, "Round 1")):
        row = disputed(game, place=place)
        for name, address in ((ANA, "r/1/1/"), (CEM, "r/1/3/"), (CEM, "table/")):
            page = open_at(name, address)
            expect(note(page).first).to_contain_text(words)
            line = note(page).first.bounding_box()
            assert line
            assert line["height"] < 50, address
        row.delete()
    player = game.seats.get(place=2).player
    player.name = "Bartholomäus Fredersdorf"
    player.save()
    row = disputed(game)
    add(where(game, 1, 3), "pudding")
    ask_host(game.pk, row.pk)
    for name, address in ((ANA, "r/1/1/"), (CEM, "r/1/"), (CEM, f"dispute/{row.pk}/")):
        page = open_at(name, address)
        assert too_wide(page, 360, 320, letters=(100, 150)) == []
