"""A night of three games, tapped on a phone and read from the pages of night and club."""

import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game
from tests.browser.driver import sit
from tests.factories import add, finish, where

pytestmark = pytest.mark.django_db(transaction=True)

PLAIN = {"ruleset": "sushi-go", "players": ["Ana", "Ben", "Cem"]}
# Rank, player, games, victories, average place, average points.
STANDINGS = [
    ["1", "Ana", "3", "2", "1.67", "2.0"],
    ["2=", "Ben", "3", "½", "2.00", "1.0"],
    ["2=", "Cem", "3", "½", "2.00", "1.0"],
    ["4", "Dora", "1", "0", "2.00", "1.0"],
]


def play(page: Page, cards: Mapping[int, str]) -> None:
    """Ends the newest game, in which these seats have one card each in the first round, and nobody
    another; leads the page to its result."""
    expect(page).to_have_url(re.compile(r"/r/1/1/$"))
    game = Game.objects.latest("created_at")
    for place, face in cards.items():
        add(where(game, 1, place), face)
    finish(game)
    page.goto(f"/g/{game.pk}/result/")
    expect(page.locator("h1.verdict")).to_be_visible()


def standings_on(page: Page) -> list[list[str]]:
    """The first line of each player's standings, read cell by cell."""
    rows = page.locator("table.club-standings tbody > tr:first-child")
    expect(rows).to_have_count(4)
    return [row.locator("td, th").all_inner_texts() for row in rows.all()]


def copied(page: Page) -> str:
    """Copies the text of the page, and says what another page would get if it were pasted there."""
    page.get_by_role("button", name="Copy the text").tap()
    expect(page.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
    other = page.context.new_page()
    other.set_content("<textarea></textarea>")
    other.locator("textarea").press("Control+V")
    text = other.locator("textarea").input_value()
    other.close()
    return text


def test_a_night_of_three_games_with_a_rematch_a_late_comer_and_a_shared_victory(
    phone: Page, open_phone: Callable[..., Page]
) -> None:
    # Ana wins. A rematch, one tap: Ben sits first now, Cem second; they share the victory.
    sit(phone, PLAIN)
    play(phone, {1: "squid-nigiri"})
    expect(phone.locator("h1.verdict")).to_contain_text("Ana")
    phone.get_by_role("button", name="Rematch", exact=True).tap()
    play(phone, {1: "squid-nigiri", 2: "squid-nigiri"})
    expect(phone.locator("h1.verdict")).to_have_text(re.compile("Ben.* and .*Cem.* share"))

    # Dora comes late: she takes the fourth seat, and has a phone of her own.
    phone.get_by_role("link", name="Change players or menu").tap()
    expect(phone.get_by_label("Seat 1:")).to_have_value("Cem")
    phone.get_by_label("Seat 4:").fill("Dora")
    phone.get_by_role("button", name="Start the game").tap()
    expect(phone).to_have_url(re.compile(r"/r/1/1/$"))
    dora = open_phone()
    dora.goto(f"/join/{Game.objects.latest('created_at').code}/")
    dora.get_by_role("button", name="Dora").tap()
    play(phone, {2: "squid-nigiri", 4: "egg-nigiri"})
    expect(phone.locator("h1.verdict")).to_contain_text("Ana")

    # The standings of the night: on the host's phone, and on that of Dora, who was at one table.
    phone.get_by_role("link", name="The night").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Game night")
    assert standings_on(phone) == STANDINGS
    phone.get_by_text("The same as a table").tap()
    through = phone.locator(".through tbody tr", has_text="Dora").locator("td")
    expect(through).to_have_text(["–not there", "–not there", "0"])
    assert copied(phone).startswith("Game night")
    # On a plain address of the home network a browser has the old way to copy alone.
    dora.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    dora.goto(phone.url)
    assert standings_on(dora) == STANDINGS
    assert "2= Ben: ½ of 3 games won" in copied(dora)
    expect(dora.get_by_role("region", name="Games").get_by_role("link")).to_have_count(1)

    # The club has played nothing else: its standings are the same, and its history has the games.
    club = phone.get_by_role("navigation", name="The club")
    club.get_by_role("link", name="Standings").tap()
    assert standings_on(phone) == STANDINGS
    club.get_by_role("link", name="Nights").tap()
    expect(phone.locator(".night li")).to_have_text(
        [re.compile("Ana.* won with 3"), re.compile("share the victory"), re.compile("Ana.* won")]
    )
