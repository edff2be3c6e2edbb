"""The tables of a club on a small phone: no number is out of sight, a short name is
whole, and no name is broken in a word.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from referee.models import Player
from tests.browser.driver import become
from tests.browser.reflow import broken_names
from tests.factories import played

LONG = "Maximiliana-Alexandra von Hohenfels-Berg"
SHORT = "Carmen"
HANDS = ("squid-nigiri*5 tempura*2", "egg-nigiri", "tempura")
SMALL = {"width": 360, "height": 640}
# How many pixels of each table must be scrolled to.
OUT_OF_SIGHT = """() => [...document.querySelectorAll(".fit")].filter((box) =>
    box.checkVisibility()).map((box) => box.scrollWidth - box.clientWidth)"""
NOT_WHOLE = """(names) => names.filter((name) => name.scrollWidth > name.clientWidth)
    .map((name) => name.textContent)"""


@pytest.mark.parametrize("language", ["es", pytest.param("en", marks=pytest.mark.slow)])
def test_every_number_of_a_clubs_tables_is_in_sight(
    open_phone: Callable[..., Page], language: str
) -> None:
    for players in ((LONG, SHORT), (LONG, SHORT, "Cem")) * 3:
        game = played(*HANDS[: len(players)], players=players)
    played(*HANDS, players=players, ruleset="sushi-go-party", menu="my-first-meal")
    phone = become(open_phone(locale=language, viewport=SMALL))
    club = f"/club/{game.night.club_id}/"
    one = Player.objects.get(name=LONG).pk
    shown = (
        club,
        f"{club}?by=points",
        f"{club}seasons/{game.night.date.year}/",
        f"/night/{game.night_id}/",
        f"{club}players/{one}/",
        f"{club}players/{one}/#of-rivals",
        f"{club}players/{one}/#of-cards",
    )
    for address in shown:
        phone.goto(address)
        boxes = phone.evaluate(OUT_OF_SIGHT)
        assert boxes, address
        assert max(boxes) <= 0, address
        names = phone.locator(f".club-standings tbody bdi:text-is('{SHORT}')")
        assert names.count() == ("/players/" not in address)
        assert names.evaluate_all(NOT_WHOLE) == [], address
        assert broken_names(phone, "h1 bdi, tbody bdi:visible, .podium bdi") == [], address
