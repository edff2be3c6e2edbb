"""The end of a game in one look on a small phone: who won, what everybody made, and the way on."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.places import edges
from tests.browser.reflow import broken_names, faults_of_letters
from tests.factories import PHONE, GameFactory, fill, finish

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = (
    "Maximiliano",
    "Francisco Javier",
    "Anna-Katharina",
    "Bartholomew J.",
    "Charlotte",
    "Valentina",
    "Maria del Carmen",
    "Konstantin",
)


def ending(phone_of: Callable[[str], Page], players: int, language: str = "en") -> Page:
    """The end of a game that was close: its closing words are long."""
    game = GameFactory(setup__party=players > 5, setup__players=NAMES[:players])
    hands = [["tempura"] * 2, ["squid-nigiri", "pudding"], *[["egg-nigiri"]] * (players - 2)]
    fill(game, [hands] * 3)
    finish(game)
    page = phone_of(PHONE)
    page.set_extra_http_headers({"Accept-Language": language})
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"/g/{game.pk}/result/")
    return page


@pytest.mark.parametrize("language", ["en", "es"])
def test_four_players_fit_on_one_screen_with_whole_names(
    phone_of: Callable[[str], Page], language: str
) -> None:
    page = ending(phone_of, 4, language)
    page.locator(".fault").evaluate_all("(notes) => notes.forEach((note) => note.remove())")
    expect(page.locator(".name > bdi")).to_have_count(4)
    assert broken_names(page, ".name > bdi") == []
    assert faults_of_letters(page) == []
    closing, bar = edges(page, ".closing", ".bar")
    assert closing[3] <= bar[1] < bar[3] == 640
    assert page.locator(".bar .actions").bounding_box()["height"] < 60  # its buttons in a line


@pytest.mark.slow
def test_eight_players_take_no_more_than_two_screens(phone_of: Callable[[str], Page]) -> None:
    page = ending(phone_of, 8)
    expect(page.locator(".name > bdi")).to_have_count(8)
    assert broken_names(page, ".name > bdi") == []
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 2 * 640


@pytest.mark.slow
def test_the_bar_unfolds_why_and_what_to_share(phone_of: Callable[[str], Page]) -> None:
    page = ending(phone_of, 2)
    for name, there in (("Why?", "Every point explained"), ("Share", "Save it")):
        expect(page.get_by_text(there)).to_be_hidden()
        page.get_by_role("link", name=name, exact=True).tap()
        expect(page.get_by_text(there)).to_be_in_viewport()
