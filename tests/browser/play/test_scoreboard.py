"""The scoreboard can be read on a screen of any width, from a small phone to a television."""

from collections.abc import Callable, Iterable
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game
from tests.browser.reflow import broken_names, faults_of_letters
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

# Every fault of the page as it is laid out now.
FAULTS = """() => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} px wide`);
  const fit = document.querySelector(".scoreboard .fit");
  if (fit.scrollWidth > fit.clientWidth) faults.push(`the table is ${fit.scrollWidth} px wide`);
  const range = document.createRange();
  const lines = (element) => {
    const boxes = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest(".sr")) continue;
      range.selectNodeContents(walker.currentNode);
      boxes.push(...range.getClientRects());
    }
    for (const picture of element.querySelectorAll("svg"))
      boxes.push(picture.getBoundingClientRect());
    return boxes.filter((box) => box.width > 1 && box.height > 1);
  };
  const inside = (box, frame) => box.left >= frame.left - 1 && box.right <= frame.right + 1 &&
    box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  const shown = [];
  const note = (name, boxes) => boxes.forEach((box) => shown.push({ name, box }));
  for (const number of document.querySelectorAll(
    ".scores :is(.rank, .far, .word, .now, .points)")) {
    const what = `${number.className} ${number.textContent.trim()}`;
    const own = lines(number);
    // A sign and its word are two boxes, side by side.
    const [first, ...others] = own;
    if (!first) { faults.push(`${what} is not shown`); continue; }
    if (others.some((box) => box.top >= first.bottom - 1 || box.bottom <= first.top + 1))
      faults.push(`${what} stands in several lines`);
    const cell = number.closest("td").getBoundingClientRect();
    const across = { left: cell.left, right: cell.right, top: -Infinity, bottom: Infinity };
    const frame = number.matches(".rank") ? number.getBoundingClientRect() : across;
    if (!own.every((box) => inside(box, frame))) faults.push(`${what} is cut`);
    if (number.matches(".rank")) {
      note(what, [number.getBoundingClientRect()]);
      if (!inside(number.getBoundingClientRect(), cell)) faults.push(`${what} leaves its cell`);
    } else note(what, own);
  }
  for (const name of document.querySelectorAll(".scores tbody th bdi")) {
    // Of a name that is too long for two lines, the others are hidden; of a word that is too long
    // for a line, its end.
    const frame = name.getBoundingClientRect();
    const clips = getComputedStyle(name).overflowY === "hidden";
    const seen = lines(name).filter((box) => !clips || (box.top + box.bottom) / 2 < frame.bottom)
      .map((box) => clips ? new DOMRect(box.left, box.top,
        Math.min(box.right, frame.right) - box.left, box.height) : box);
    if (!seen.length) faults.push(`${name.textContent} is not shown`);
    const wide = Math.max(...seen.map((box) => box.width));
    if (seen.length > 4 && wide < 40) faults.push(`${name.textContent} has ${wide} px`);
    note(name.textContent, seen);
  }
  for (const words of document.querySelectorAll(
    ".scores thead th:not(:has(.sr)), .verdict, .entering-now, .game-name, .code, .ways a"))
    note(words.textContent.trim(), lines(words));
  for (const picture of document.querySelectorAll(".glance .qr, .belt .plate"))
    if (picture.checkVisibility()) note(picture.className, [picture.getBoundingClientRect()]);
  shown.forEach((one, index) => {
    if (one.box.left < -1 || one.box.right > innerWidth + 1) faults.push(`${one.name} is outside`);
    for (const other of shown.slice(index + 1)) {
      if (one.name === other.name) continue;
      const across = Math.min(one.box.right, other.box.right) -
        Math.max(one.box.left, other.box.left);
      // A line's box is higher than its letters.
      const down = Math.min(one.box.bottom, other.box.bottom) -
        Math.max(one.box.top, other.box.top);
      const slack = 0.3 * Math.min(one.box.height, other.box.height);
      if (across > 1 && down > slack) faults.push(`${one.name} lies on ${other.name}`);
    }
  });
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


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", 10), ("reduce", 0)])
def test_a_victory_is_celebrated_where_things_may_move(
    phone_of: Callable[[str], Page], motion: Literal["no-preference", "reduce"], moves: int
) -> None:
    game = a_game(2)
    confirm(game, 3)
    page = phone_of(PHONE)
    page.emulate_media(reduced_motion=motion)
    page.goto(f"/g/{game.pk}/scoreboard/")
    expect(page.locator(".verdict")).to_contain_text("wins")
    # What has already come to rest counts too: a busy machine asks late.
    assert (
        page.evaluate(
            "() => [...document.querySelectorAll('body *')]"
            ".filter((e) => getComputedStyle(e).animationName !== 'none').length"
        )
        == moves
    )
