"""The whole menu of every game on one small screen: each tile in view, large enough, readable.

Which tiles share a row is decided by how many buttons they have, so of the legal menus of one's
own those are played here that differ in it, each with the longest names that it can have.
"""

from collections.abc import Callable, Iterator
from itertools import cycle, islice, product
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from referee.rules import FACES
from referee.rules.cards import DISCARDED_WHEN_PLAYED, NAMED_MENUS
from referee.rules.menus import named_menu, own_menu, shape_faults
from referee.rules.rulesets import Setting, faces_in
from tests.browser.driver import become, cards_lie
from tests.browser.reflow import broken_names
from tests.factories import GameFactory, add, table_of, where
from tests.taps import send

pytestmark = pytest.mark.django_db(transaction=True)

SMALL_PHONE = {"width": 360, "height": 640}
OLD_PHONE = {"width": 320, "height": 568}
A_TABLEAU = 8  # cards

Play = dict[str, Any]


def named_games() -> Iterator[Any]:
    """Every named menu with the fewest, five and the most players that it is for."""
    for menu in NAMED_MENUS:
        fewest, most = named_menu(menu).player_limits()
        for number in sorted({fewest, 5, most}):
            yield _party(f"{menu} for {number}", menu, number)


def own_games() -> Iterator[Any]:
    """A menu for every mixture of tiles with one, three, four and six buttons."""
    rolls, fourth, specials, desserts = (
        ("uramaki", "temaki"),
        ("onigiri", "edamame"),
        ("takeout-box special-order", "takeout-box menu"),
        ("fruit", "green-tea-ice-cream"),
    )
    for choice in product(rolls, fourth, specials, desserts):
        types = " ".join(("miso-soup", "dumpling", *choice)).split()
        assert not shape_faults(types)
        assert not own_menu(types).unfit_types(4)
        yield _party(" ".join(choice), types, 4)


def _party(name: str, menu: str | list[str], number: int) -> Any:
    setup = {"party": True, "menu": menu, "number": number}
    return pytest.param(setup, id=name)


OTHER_GAMES = [
    pytest.param({}, id="sushi-go for 2"),
    pytest.param({"dummy": True}, id="sushi-go for 2 and a dummy"),
    pytest.param({"number": 5, "variants": ["soy-sauce-promo"]}, id="sushi-go with soy sauce"),
    pytest.param({"roll": True}, id="sushi-roll for 2"),
    pytest.param({"roll": True, "number": 5}, id="sushi-roll for 5"),
]
_MAX_BUTTONS = "uramaki onigiri miso-soup dumpling takeout-box special-order"
LARGEST = [
    _party("the longest name for a dessert", f"{_MAX_BUTTONS} green-tea-ice-cream".split(), 4),
    _party("the largest dessert", f"{_MAX_BUTTONS} fruit".split(), 4),
    pytest.param({"roll": True}, id="sushi-roll for 2"),
]

FAULTS = """() => {
    const faults = [];
    const inView = (e) => e.checkVisibility();
    const grid = document.querySelector(".grid");
    const targets = Array.from(grid.querySelectorAll("button, summary")).filter(inView);
    const called = (e) => (e.getAttribute("aria-label") || e.textContent).trim();
    const within = (inner, outer) => inner.left >= outer.left - 0.5
        && inner.right <= outer.right + 0.5 && inner.top >= outer.top - 0.5
        && inner.bottom <= outer.bottom + 0.5;
    const gap = (a, b) => Math.max(
        a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
    const boxes = targets.map((e) => e.getBoundingClientRect());
    targets.forEach((target, i) => {
        const box = boxes[i];
        if (box.width < 47.9 || box.height < 47.9)
            faults.push(`${called(target)}: ${box.width} x ${box.height}`);
        for (let j = 0; j < i; j += 1)
            if (gap(box, boxes[j]) < 7.9)
                faults.push(`${called(target)} is too near ${called(targets[j])}`);
    });
    for (const text of grid.querySelectorAll(".face-name, .brings, .tile-name, .count")) {
        if (!inView(text) || text.matches(".none")) continue;
        const outer = text.closest("button, summary, .tile");
        if (text.scrollWidth > text.clientWidth + 1)
            faults.push(`cut off: ${text.textContent} of ${called(outer)}`);
        const range = document.createRange();
        range.selectNodeContents(text);
        const letters = range.getBoundingClientRect();
        if (letters.width && !within(letters, outer.getBoundingClientRect()))
            faults.push(`sticks out: ${text.textContent} of ${called(outer)}`);
        for (const other of outer.querySelectorAll(".icon, .face-name, .brings"))
            if (other !== text && !text.contains(other) && inView(other)
                && text.classList.contains("tile-name") === false
                && letters.width && gap(letters, other.getBoundingClientRect()) < -1)
                faults.push(`${text.textContent} lies over a part of ${called(outer)}`);
    }
    return faults;
}"""


OUT_OF_VIEW = """() => {
    scrollTo(0, 0);
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const bar = box(".bar"), grid = box(".grid");
    const hidden = [];
    if (bar.bottom > innerHeight + 0.5) hidden.push("the bar");
    if (grid.top < 0 || grid.bottom > bar.top - 8) hidden.push("the grid");
    for (const target of document.querySelectorAll(".grid button, .grid summary")) {
        if (!target.checkVisibility()) continue;
        const rect = target.getBoundingClientRect();
        for (const [across, down] of [[0.5, 0.5], [0.2, 0.9], [0.8, 0.1]]) {
            const x = rect.left + rect.width * across, y = rect.top + rect.height * down;
            if (!target.contains(document.elementFromPoint(x, y))) {
                hidden.push(target.id || "the special order");
                break;
            }
        }
    }
    return hidden;
}"""

WIDEST_FIGURES = """() => {
    for (const brings of document.querySelectorAll(".grid .brings"))
        if (/^[+−]/.test(brings.textContent)) brings.textContent = "−15";
}"""


@pytest.fixture
def open_tableau(open_phone: Callable[..., Page]) -> Callable[..., Page]:
    """Opens the page of a new game's first tableau, with eight cards or all that were dealt."""

    def open_one(setup: Play, **options: Any) -> Page:
        game = GameFactory(**{f"setup__{name}": value for name, value in setup.items()})
        setting = table_of(game).setting
        cards = min(A_TABLEAU, setting.hand_size)
        add(where(game), *islice(cycle(_faces_that_stay(setting)), cards))
        page = become(open_phone(viewport=SMALL_PHONE, **options))
        page.goto(f"/g/{game.pk}/r/1/1/")
        cards_lie(page, cards)
        expect(page.locator(".bar :is(.fault, .note):visible")).to_have_count(0)
        return page

    return open_one


def _faces_that_stay(setting: Setting) -> list[str]:
    """What may lie there once without any doubt, nigiri last: more of them are never wrong."""
    gone = {"special-order", *(() if setting.rules.dice else DISCARDED_WHEN_PLAYED)}
    faces = [face for face in faces_in(setting) if FACES[face].type not in gone]
    return sorted(faces, key=lambda face: FACES[face].type == "nigiri")


def every_game() -> list[Any]:
    """The largest game, and for `make test-slow` all the others."""
    others = [*named_games(), *own_games(), *OTHER_GAMES, *LARGEST[1:]]
    return [LARGEST[0], *(pytest.param(*o.values, id=o.id, marks=pytest.mark.slow) for o in others)]


@pytest.mark.parametrize("setup", every_game())
def test_the_whole_menu_is_in_view_and_readable_in_every_language(
    open_tableau: Callable[..., Page], setup: Play
) -> None:
    for language, _name in settings.LANGUAGES:
        page = open_tableau(setup, locale=language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert page.evaluate(OUT_OF_VIEW) == [], language
        fits(page, SMALL_PHONE)
        # On a smaller phone it scrolls, but down only.
        fits(page, OLD_PHONE)
        page.set_viewport_size(SMALL_PHONE)  # type: ignore[arg-type]  # two numbers, as it wants
        page.evaluate(WIDEST_FIGURES)
        assert page.evaluate(FAULTS) == [], language


def fits(page: Page, size: dict[str, int]) -> None:
    """No word is broken, no tile too small, and nothing wider than the screen."""
    page.set_viewport_size(size)  # type: ignore[arg-type]  # two numbers, as it wants
    assert broken_names(page, ".grid .face-name, .grid .tile-name") == []
    assert page.evaluate(FAULTS) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") == size["width"]


CARDS_OUT_OF_VIEW = """() => {
    const faults = [], box = (e) => e.getBoundingClientRect();
    const strip = document.querySelector(".strip"), bar = box(document.querySelector(".bar"));
    scrollTo(0, 0);
    if (strip.scrollWidth > strip.clientWidth) faults.push("the strip scrolls sideways");
    if (box(strip).top < 0 || box(strip).bottom > bar.top + 0.5) faults.push("no room for all");
    for (const one of strip.querySelectorAll(".pile, .pile button")) {
        const { left, right, top, width, height } = box(one);
        const x = left + width / 2, y = top + height / 2;
        if (left < 0 || right > innerWidth) faults.push(`${one.id} sticks out`);
        if (Math.min(width, height) < 43.9) faults.push(`${one.id}: ${width} x ${height}`);
        if (!one.contains(document.elementFromPoint(x, y))) faults.push(`${one.id} is covered`);
    }
    return faults;
}"""


@pytest.mark.slow
@pytest.mark.parametrize("setup", every_game())
def test_a_full_tableau_lies_in_view(
    open_phone: Callable[..., Page], setup: Play, request: pytest.FixtureRequest
) -> None:
    """As many different cards as one may have, with a pair on wasabi and two that lie face down."""
    game = GameFactory(**{f"setup__{name}": value for name, value in setup.items()})
    setting = table_of(game).setting
    rng = Random(request.node.callspec.id)
    others = [face for face in _faces_that_stay(setting) if FACES[face].type != "nigiri"]
    rng.shuffle(others)
    # A third uramaki card would have to be claimed.
    others = [face for face in others if face not in ("wasabi", "uramaki-5")]
    pair = ["wasabi"] if "wasabi" in setting.types else []
    # And of a wasabi it would be asked what lies on it.
    game.seats.update(in_order=True)
    rest = others if pair else [*others, "salmon-nigiri", "egg-nigiri"]
    hand = [*pair, "squid-nigiri", *islice(cycle(rest), 10)][: setting.hand_size]
    cards = add(where(game), *hand)
    for card in cards[3:5] if "takeout-box" in setting.types else []:
        send(where(game), (uuid4(), f"flip:{card}"))
    for language, _name in settings.LANGUAGES:
        page = become(open_phone(viewport=SMALL_PHONE, locale=language))
        page.goto(f"/g/{game.pk}/r/1/1/")
        cards_lie(page, setting.hand_size)
        assert page.evaluate(CARDS_OUT_OF_VIEW) == [], language
