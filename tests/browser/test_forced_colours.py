"""In the reader's own few colours (forced colours), what shows something shows it still."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from .shown import Saved, Screen, saved_pages, screen

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

SAMPLE = {
    "the first page": 3,
    "a tableau with problems": 20,
    "flipped cards": 10,
    "a round with a race": 3,
    "a final table of Party": 3,
    "the form of sushi-go-party": 3,
    "a disputed number": 3,
    "the settings of a club that is shared": 3,
    "a player with many games": 3,
    "the scoreboard of a watcher": 1,
}
"""Pages by name, and how many controls and framed parts each has at least."""

# What stands out by its ground or its shadow elsewhere, and has no border here.
WITHOUT_FRAME = """() => {
  const framed = [...document.querySelectorAll("button, .button, .tile, .choice, .card, .count, " +
    ".fault, .note, .plate, .seats a, .club-nav a, select, input:not([type=hidden])")]
    .filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > 0);
  const bare = framed.filter((e) => {
    const style = getComputedStyle(e);
    return !["Top", "Right", "Bottom", "Left"].every((side) =>
      style[`border${side}Style`] !== "none" && parseFloat(style[`border${side}Width`]) >= 1);
  }).filter((e) => !e.matches("[type=radio], [type=checkbox], [type=file]"));
  return { count: framed.length, bare: bare.map((e) => e.outerHTML.slice(0, 90)) };
}"""

WITHOUT_RING = """() => [...document.querySelectorAll(
    "a[href], button:not(:disabled), summary, input:not([type=hidden]), select")]
  .filter((e) => e.tabIndex >= 0 && e.checkVisibility())
  .filter((e) => {
    e.focus();
    const { outlineStyle, outlineWidth, outlineColor, backgroundColor } = getComputedStyle(e);
    return outlineStyle === "none" || parseFloat(outlineWidth) < 2 ||
      outlineColor === backgroundColor;
  }).map((e) => e.outerHTML.slice(0, 90))"""

# A current item looks as the others do.
NOT_TOLD_APART = """() => [...document.querySelectorAll("a[aria-current]")]
  .filter((e) => e.checkVisibility())
  .filter((current) => {
    const look = (e) => { const s = getComputedStyle(e); return s.borderWidth + s.borderColor; };
    const others = [...current.closest("ul, ol, nav").querySelectorAll("a:not([aria-current])")];
    return others.some((other) => look(other) === look(current));
  }).map((e) => e.outerHTML.slice(0, 90))"""

LINES = """() => [...document.querySelectorAll(".chart")].map((chart) =>
  [...chart.querySelectorAll("polyline")].map((line) => {
    const { stroke, strokeDasharray } = getComputedStyle(line);
    const mark = line.parentElement.querySelector(".mark");
    return [stroke, `${strokeDasharray} ${mark && mark.getAttribute("d")}`];
  }))"""
CANVAS_TEXT = """() => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "CanvasText";
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}"""


@pytest.fixture
def shown(browser: Browser) -> Iterator[tuple[Screen, list[Saved]]]:
    """The sample, on a screen of which the reader has set the colours: light letters on black."""
    pages = [page for page in saved_pages() if page.name in SAMPLE]
    assert {page.name for page in pages} == set(SAMPLE)
    with screen(browser, forced_colors="active", color_scheme="dark") as a_screen:
        yield a_screen, pages


def test_frames_rings_and_lines_are_there_in_forced_colours(
    shown: tuple[Screen, list[Saved]],
) -> None:
    a_screen, pages = shown
    page, wrong, charts = a_screen.page, {}, 0
    for wanted in pages:
        a_screen.show(wanted)
        assert page.evaluate("matchMedia('(forced-colors: active)').matches")
        frames = page.evaluate(WITHOUT_FRAME)
        assert frames["count"] >= SAMPLE[wanted.name], wanted.name
        faults = [*frames["bare"], *page.evaluate(WITHOUT_RING), *page.evaluate(NOT_TOLD_APART)]
        for lines in page.evaluate(LINES):
            charts += 1
            looks = [look for _, look in lines]
            faults += [] if len(set(looks)) == len(looks) else [f"lines that look alike: {looks}"]
            others = {stroke for stroke, _ in lines} - {page.evaluate(CANVAS_TEXT)}
            faults += [f"a line in a colour of ours: {stroke}" for stroke in others]
        if faults:
            wrong[wanted.name] = faults
    assert charts >= 2
    assert not wrong
