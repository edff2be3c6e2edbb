"""The scoreboard can be read on a screen of any width, from a small phone to a television."""

from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game
from tests.browser.reflow import ADD_STYLE, broken_names, faults_of_letters
from tests.factories import PHONE, GameFactory, add, confirm, say_ready, where

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = (
    "Maximiliana-Josefina Anastasia von Hohen",
    "Q" * 40,
    "Ana Ben Cem Dan Eve Fay Gus Hal Ida Jon",
    "Bo",
    "Wolfeschlegelsteinhausenbergerdorff-Ott",
    "Al",
    "Ottilie-Bernadette Marie Großkreutz-Lang",
    "Зинаида Александровна Римская-Корсакова",
)
CARDS = ["wasabi", "squid-nigiri"] * 4 + ["sashimi"] * 6

# Numbers that are not whole on one line of their cell, and pictures that something lies over.
FAULTS = """() => {
  const faults = [];
  const fit = document.querySelector(".scoreboard .fit");
  if (fit.scrollWidth > fit.clientWidth) faults.push(`the table is ${fit.scrollWidth} px wide`);
  const box = (element) => element.getBoundingClientRect();
  const range = document.createRange();
  const letters = (element) => {
    const boxes = [...element.querySelectorAll("svg")].map(box);
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest(".sr")) continue;
      range.selectNodeContents(walker.currentNode);
      boxes.push(...range.getClientRects());
    }
    return boxes.filter(({ width, height }) => width > 1 && height > 1);
  };
  const names = [...document.querySelectorAll(".scores tbody th bdi")].map(box);
  const lieOver = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.3 * other.height;
  const numbers = ".scores :is(.rank, .far, .word, .now, .points)";
  for (const number of document.querySelectorAll(numbers)) {
    const what = `${number.className} ${number.textContent.trim()}`;
    const [first, ...others] = letters(number);
    const cell = box(number.closest("td"));
    if (!first) faults.push(`${what} is not shown`);
    else if (others.some(({ top, bottom }) => top >= first.bottom - 1 || bottom <= first.top + 1))
      faults.push(`${what} stands in several lines`);
    else if ([first, ...others, ...(number.matches(".rank") ? [box(number)] : [])].some(
        ({ left, right }) => left < cell.left - 1 || right > cell.right + 1))
      faults.push(`${what} leaves its cell`);
    else if (names.some((name) => lieOver(name, first))) faults.push(`a name lies over ${what}`);
  }
  for (const picture of document.querySelectorAll(".glance .qr, .belt .plate")) {
    if (!picture.checkVisibility()) continue;
    const { left, top, right, bottom } = box(picture);
    if (left < -1 || right > innerWidth + 1) faults.push(`${picture.className} is outside`);
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (bottom < innerHeight && !picture.contains(middle))
      faults.push(`${picture.className} is covered`);
  }
  return faults;
}"""


def a_game(players: int) -> Game:
    """A game in its third round: totals of three digits and of one, ranks that are shared, and
    every state that a tableau can be in."""
    game = GameFactory(setup__party=True, setup__players=NAMES[:players])
    for number in (1, 2, 3):
        add(where(game, number, 1), *CARDS)
        add(where(game, number, 2), "egg-nigiri")
        if number < 3:
            confirm(game, number)
    if players > 2:
        add(where(game, 3, 3), *["tempura"] * 4)
        say_ready(game.pk, 3, 3, ready=True)
    if players > 3:
        add(where(game, 3, 4), *["tempura"] * (8 if players == 5 else 7))
    return game


@pytest.mark.parametrize(
    ("players", "widths"),
    [
        (8, [320, 360, 600, 768, 820, 844, 1280, 1920]),
        *(pytest.param(n, range(320, 1921, 20), marks=pytest.mark.slow) for n in range(2, 9)),
    ],
)
def test_no_number_is_cut_or_lies_on_anything_at_any_width(
    phone_of: Callable[[str], Page], players: int, widths: Iterable[int]
) -> None:
    game = a_game(players)
    page = phone_of(PHONE)
    page.goto(f"/g/{game.pk}/scoreboard/")
    expect(page.locator(".scores .points")).to_have_count(players)
    wrong: dict[str, list[int]] = {}

    def look(width: int, height: int) -> None:
        page.set_viewport_size({"width": width, "height": height})
        # Of long names only two lines are shown, which is looked at here and not there.
        cut = [fault for fault in faults_of_letters(page) if " bdi " not in fault]
        for fault in page.evaluate(FAULTS) + cut:
            wrong.setdefault(fault, []).append(width)
        if width >= 360 and broken_names(page, ".scores tbody bdi"):
            wrong.setdefault("a name is broken in a word", []).append(width)

    for width in widths:
        # So high that nothing is smaller than the width lets it be.
        look(width, 1200)
    for width, height in ((820, 1180), (1280, 720), (1920, 1080)):
        look(width, height)
        if page.evaluate("() => document.documentElement.scrollHeight > innerHeight"):
            wrong.setdefault("something stands below the fold", []).append(width)
    assert wrong == {}


# Pictures of the rain that are in sight.
DROPS = """() => [...document.querySelectorAll(".raining .icon")].filter((e) => {
  const { top, bottom } = e.getBoundingClientRect();
  return e.checkVisibility({ visibilityProperty: true }) && bottom > 0 && top < innerHeight;
}).length"""
# What a person goes for at the end, where something else lies over its middle.
COVERED = """() => [...document.querySelectorAll(".verdict bdi, .name, main a, main button")]
  .filter((e) => e.checkVisibility()).filter((e) => {
    const { left, right, top, bottom } = e.getBoundingClientRect();
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return bottom < innerHeight && top > 0 && !e.contains(middle) && !e.closest(".sr");
  }).map((e) => e.textContent.trim())"""
FALLEN_MS = 5000


@pytest.mark.slow
@pytest.mark.parametrize(
    "where_to", ["scoreboard/", pytest.param("result/", marks=pytest.mark.slow)]
)
def test_sushi_rains_once_over_a_victory_and_is_gone(
    phone_of: Callable[[str], Page], where_to: str
) -> None:
    game = a_game(4)
    confirm(game, 3)
    page = phone_of(PHONE)
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"/g/{game.pk}/{where_to}")
    page.wait_for_function(f"() => ({DROPS})() > 3")
    page.wait_for_timeout(FALLEN_MS)
    # Fingers go through the rain; it is asked whether anything lies there for the eye.
    assert page.evaluate(DROPS) == 0
    page.evaluate(ADD_STYLE, ".raining { pointer-events: auto !important; }")
    assert page.evaluate(COVERED) == []
    page.reload()
    expect(page.locator(".raining")).to_have_count(1)
    expect(page.locator(".falls")).to_have_count(0)


@pytest.mark.slow
def test_it_rains_over_the_scoreboard_on_which_the_game_has_ended(
    phone_of: Callable[[str], Page],
) -> None:
    game = a_game(2)
    page = phone_of(PHONE)
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"/g/{game.pk}/scoreboard/")
    expect(page.locator(".raining")).to_have_count(0)
    confirm(game, 3)
    page.wait_for_function(f"() => ({DROPS})() > 3")


@pytest.mark.slow
@pytest.mark.parametrize("where_to", ["scoreboard/", "result/"])
def test_nothing_moves_where_that_is_not_welcome(
    phone_of: Callable[[str], Page], where_to: str
) -> None:
    game = a_game(2)
    confirm(game, 3)
    page = phone_of(PHONE)
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/g/{game.pk}/{where_to}")
    expect(page.locator(".falls")).to_have_count(1)
    moves = "(e) => getComputedStyle(e).animationName !== 'none'"
    assert (
        page.evaluate(f"() => [...document.querySelectorAll('body *')].filter({moves}).length") == 0
    )
