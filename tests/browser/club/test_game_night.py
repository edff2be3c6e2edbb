"""A night of three games, read from the pages of night and club."""

import re
from collections.abc import Callable, Mapping
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game
from referee.play.services.joining import join
from referee.play.services.rematch import rematch
from tests.browser.driver import become
from tests.factories import OTHER_PHONE, GameFactory, add, finish, where

pytestmark = pytest.mark.django_db(transaction=True)

# Rank, player, games, victories, average place, average points.
STANDINGS = [
    ["1", "Ana", "3", "2", "1.67", "2.0"],
    ["2=", "Ben", "3", "½", "2.00", "1.0"],
    ["2=", "Cem", "3", "½", "2.00", "1.0"],
    ["4", "Dora", "1", "0", "2.00", "1.0"],
]


def play(game: Game, cards: Mapping[int, str]) -> Game:
    """Ends a game in which these seats have one card each in the first round, and nobody another;
    returns it."""
    for place, face in cards.items():
        add(where(game, 1, place), face)
    finish(game)
    return game


def standings_on(page: Page) -> list[list[str]]:
    """Each player's standings, as far as they are to be seen, cell by cell."""
    rows = page.locator("table.club-standings tbody > tr")
    expect(rows).to_have_count(4)
    return [row.locator(":is(td, th):visible").all_inner_texts() for row in rows.all()]


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


@pytest.mark.slow
def test_a_night_of_three_games_with_a_rematch_a_late_comer_and_a_shared_victory(
    phone: Page, open_phone: Callable[..., Page]
) -> None:
    # Ana wins. In the rematch Ben sits first, Cem second; they share the victory.
    first = play(GameFactory(setup__number=3), {1: "squid-nigiri"})
    second = play(rematch(first.pk, uuid4()), {1: "squid-nigiri", 2: "squid-nigiri"})
    become(phone).goto(f"/g/{second.pk}/result/")
    expect(phone.locator("h1.verdict")).to_have_text(re.compile("Ben.* and .*Cem.* share"))

    # Dora comes late: she takes the fourth seat, and has a phone of her own.
    phone.get_by_role("link", name="Change players or menu").tap()
    expect(phone.get_by_label("Seat 1:")).to_have_value("Cem")
    phone.get_by_label("Seat 4:").fill("Dora")
    phone.get_by_role("button", name="Start the game").tap()
    expect(phone).to_have_url(re.compile(r"/r/1/1/$"))
    third = Game.objects.latest("created_at")
    dora = become(open_phone(), OTHER_PHONE)
    join(third.pk, OTHER_PHONE, 4)
    play(third, {2: "squid-nigiri", 4: "egg-nigiri"})
    phone.goto(f"/g/{third.pk}/result/")
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
    expect(phone.locator(".night-list li")).to_have_text([re.compile("3 games")])
    expect(phone.locator(".night-list li")).to_contain_text("Ana")


def test_the_filter_of_the_standings_acts_in_place_and_its_address_can_be_kept(phone: Page) -> None:
    play(GameFactory(), {1: "squid-nigiri"})
    become(phone).goto("/club/")
    phone.evaluate("() => { window.same = true; }")
    phone.get_by_text("Filter", exact=True).tap()
    phone.get_by_label("Game:", exact=True).select_option(label="Sushi Roll")
    expect(phone.get_by_text("No finished game fits this choice.")).to_be_visible()
    expect(phone).to_have_url(re.compile(r"\?.*ruleset=sushi-roll"))
    phone.get_by_label("Game:", exact=True).focus()
    phone.get_by_label("Game:", exact=True).select_option(label="Sushi Go!")
    expect(phone.locator("table.club-standings")).to_contain_text("Ana")
    expect(phone.get_by_label("Game:", exact=True)).to_be_focused()
    assert phone.evaluate("() => window.same") is True
    phone.go_back()
    expect(phone.get_by_text("No finished game fits this choice.")).to_be_visible()
    phone.locator("#filter summary").tap()  # the page is loaded again, with its filter folded
    phone.route("**/club/**", lambda route: route.abort())
    phone.get_by_label("Game:", exact=True).select_option(label="Sushi Go!")
    expect(phone.locator('[data-notice="failed"]')).to_have_text(re.compile("^The server does not"))
