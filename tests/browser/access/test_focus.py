"""The focus never jumps when a page renews itself, nor when what had it is taken away."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game
from referee.play.services.joining import join
from tests.browser.connection import bens, has_stream, tap
from tests.browser.driver import cards_lie, sit
from tests.browser.hearing import Hearing
from tests.factories import OTHER_PHONE, add, confirm, say_ready, where
from tests.taps import Where

pytestmark = pytest.mark.django_db(transaction=True)

PARTY = {"ruleset": "sushi-go-party", "menu": "points-platter", "players": ["Ana", "Ben", "Cem"]}
MARK = """() => {
    const kinds = "a[href], button:enabled, select, input:not([type=hidden]), summary, .strip";
    const all = [...document.querySelectorAll(`#board :is(${kinds})`)];
    const found = all.filter((one) => one.checkVisibility());
    found.forEach((one, place) => { one.marked = place; });
    return found.length;
}"""
FOCUS = """(place) => {
    const one = [...document.querySelectorAll("#board *")].find((node) => node.marked === place);
    one.focus({preventScroll: true});
    return [one.outerHTML.slice(0, 60), scrollY];
}"""
FOCUSED = "() => [document.activeElement.marked ?? -1, scrollY]"
NAME = "() => document.activeElement.getAttribute('aria-label') || document.activeElement.id"
VERSION = "(old) => Number(document.querySelector('#board').dataset.version) > old"


@pytest.fixture
def phone(another_phone: Callable[..., Page]) -> Page:
    return another_phone()


def version(page: Page) -> int:
    return int(page.locator("#board").get_attribute("data-version") or 0)


def renewed(page: Page, change: Callable[[], object]) -> None:
    """Makes a change and waits until the page shows it."""
    before = version(page)
    change()
    page.wait_for_function(VERSION, arg=before)


@pytest.mark.parametrize(
    ("pages", "step"),
    [
        (["r/1/1/", "scoreboard/"], 25),
        pytest.param(
            ["r/1/1/", "r/1/", "table/", "scoreboard/", "what-if/1/1/"], 9, marks=pytest.mark.slow
        ),
    ],
)
def test_whatever_has_the_focus_keeps_it_while_others_change_the_game(
    phone: Page, pages: list[str], step: int
) -> None:
    game = sit(phone, PARTY)
    join(game.pk, OTHER_PHONE, 2)
    here = Where(game.pk, 1, 1, OTHER_PHONE)
    tap(phone, "tea", "dumpling", "egg-nigiri")
    cards_lie(phone, 3)
    for address in pages:
        phone.goto(f"/g/{game.pk}/{address}")
        has_stream(phone)
        number = phone.evaluate(MARK)
        assert number, address
        # Each while one more card comes to one tableau or the other.
        for turn, place in enumerate(range(0, number, step)):
            what, scrolled = phone.evaluate(FOCUS, place)
            where = here if turn % 2 else bens(game)
            renewed(phone, lambda where=where: add(where, "tea"))
            assert phone.evaluate(FOCUSED) == [place, scrolled], (address, what)


@pytest.mark.slow
def test_a_player_who_moves_up_takes_the_focus_along_and_a_refusal_has_it(
    host: Page, game: Game
) -> None:
    host.goto(f"/g/{game.pk}/r/1/")
    has_stream(host)
    ben = host.locator(".ranks").get_by_role("row", name="Ben")
    ben.get_by_role("link").focus()
    renewed(host, lambda: add(bens(game), "tempura", "tempura"))
    expect(host.locator(".ranks tbody tr").first).to_contain_text("Ben")
    expect(ben.get_by_role("link")).to_be_focused()
    # Why something is refused has the focus, and keeps it.
    join(game.pk, OTHER_PHONE, 2)
    host.get_by_role("button", name="Confirm").focus()
    host.keyboard.press("Enter")
    expect(host.get_by_role("alert").first).to_be_focused()
    renewed(host, lambda: say_ready(game.pk, 1, 2, ready=True))
    expect(host.get_by_role("alert").first).to_be_focused()


@pytest.mark.slow
def test_who_takes_cards_away_goes_on_with_the_next(host: Page) -> None:
    tap(host, "tempura", "sashimi", "wasabi", "egg-nigiri")
    cards_lie(host, 4)
    seen = []
    host.get_by_role("button", name="Take away: sashimi").focus()
    for cards in (3, 2, 1, 0):
        host.keyboard.press("Enter")
        cards_lie(host, cards)
        seen.append(host.evaluate(NAME))
    assert seen == [
        "Take away, the wasabi stays: egg nigiri",
        "Take away: tempura",
        "Take away: wasabi",
        "On the table",
    ]


@pytest.mark.slow
def test_who_moves_turns_or_copies_a_card_stays_with_it(phone: Page) -> None:
    menu = ["uramaki", "tempura", "tofu", "dumpling", "special-order", "takeout-box", "fruit"]
    sit(phone, {**PARTY, "menu": menu})
    tap(phone, "tofu", "dumpling")
    cards_lie(phone, 2)
    phone.get_by_role("button", name="Flip face down: tofu").focus()
    phone.keyboard.press("Space")
    expect(phone.get_by_role("button", name="Flip face up: tofu")).to_be_focused()
    phone.keyboard.press("Space")
    expect(phone.get_by_role("button", name="Flip face down: tofu")).to_be_focused()
    summary = phone.locator("#tile-special-order summary")
    expect(phone.locator("#copy-tofu")).to_be_attached()
    summary.focus()
    phone.keyboard.press("Enter")
    phone.locator("#copy-tofu").focus()
    phone.keyboard.press("Enter")
    expect(summary).to_be_focused()
    cards_lie(phone, 3)
    expect(summary).to_be_focused()


@pytest.mark.slow
def test_who_moves_a_nigiri_undoes_or_reads_a_notice_is_not_led_astray(host: Page) -> None:
    tap(host, "egg-nigiri", "wasabi")
    on = host.get_by_role("button", name="Put onto wasabi: egg nigiri")
    on.focus()
    host.keyboard.press("Enter")
    expect(host.get_by_role("button", name="Take off wasabi: egg nigiri")).to_be_focused()
    host.keyboard.press("Enter")
    expect(on).to_be_focused()
    for _ in range(4):
        host.locator("#undo").focus()
        host.keyboard.press("Enter")
    expect(host.locator("#undo")).to_be_disabled()
    expect(host.locator("#strip")).to_be_focused()
    host.locator("#add-tempura").evaluate("(button) => { button.value = 'add:lobster'; }")
    tap(host, "tempura")
    host.get_by_role("button", name="Understood").focus()
    host.keyboard.press("Enter")
    expect(host.get_by_role("heading", level=1)).to_be_focused()


@pytest.mark.slow
def test_an_older_phone_finds_the_focus_again_too(open_phone: Callable[..., Page]) -> None:
    """It has no checkVisibility, as Safari before 17.4."""
    older = open_phone()
    older.add_init_script("delete Element.prototype.checkVisibility")
    sit(older)
    tap(older, "tempura")
    cards_lie(older, 1)
    older.locator("#undo").focus()
    older.keyboard.press("Enter")
    expect(older.locator("#undo")).to_be_disabled()
    expect(older.locator("#strip")).to_be_focused()
    expect(older.locator('[data-notice="offline"]')).to_be_hidden()


@pytest.mark.slow
def test_when_a_round_is_confirmed_meanwhile_the_focus_stays_near(host: Page, game: Game) -> None:
    has_stream(host)
    host.locator("#add-tempura").focus()
    confirm(game, 1)
    expect(host.locator("#add-tempura")).to_have_count(0)
    expect(host.locator("#strip")).to_be_focused()


def test_a_question_is_a_key_away_and_the_focus_goes_on_with_the_next_thing(
    host: Page, game: Game
) -> None:
    """To the question are two headings from any card, and one more swipe to its first answer."""
    asked = host.get_by_role("heading", name=re.compile("^What lies on .*wasabi"))
    tap(host, "wasabi", "squid-nigiri", "wasabi", "egg-nigiri")
    cards_lie(host, 4)
    expect(asked).to_have_count(2)
    headings = host.get_by_role("heading", level=2).all_inner_texts()
    assert headings.index("Add a card") + 2 == [*map(str.split, headings)].index(
        asked.first.inner_text().split()
    )
    skip = host.get_by_role("link", name="Skip to the open question")
    expect(skip).to_have_attribute("aria-keyshortcuts", ".")
    host.locator("#add-tempura").focus()
    host.keyboard.press(".")
    expect(asked.first).to_be_focused()
    host.keyboard.press("Tab")
    host.keyboard.press("Enter")
    expect(asked).to_have_count(1)
    expect(asked).to_be_focused()  # the other wasabi
    host.keyboard.press("Tab")
    host.keyboard.press("Enter")
    expect(asked).to_have_count(0)
    expect(host.locator("#add-tempura")).to_be_focused()  # where the cards were left
    expect(skip).to_have_count(0)
    host.locator("#undo").tap()
    expect(asked).to_have_count(1)
    add(where(game), *["tempura"] * 6)
    cards_lie(host, 10)
    host.keyboard.press(".")
    host.keyboard.press("Tab")
    host.keyboard.press("Enter")
    expect(host.locator("#next")).to_be_focused()


@pytest.mark.slow
def test_an_answer_on_the_result_loads_no_page_and_is_heard(phone: Page) -> None:
    hearing = Hearing(phone)
    game = sit(phone, {"players": ["Ana", "Ben"]})
    for place in (1, 2):
        add(where(game, 1, place), "squid-nigiri", "wasabi", *["tempura", "dumpling"] * 4)
    phone.goto(f"/g/{game.pk}/r/1/")
    asked = phone.get_by_role("heading", name=re.compile("^What lies on .*wasabi"), level=3)
    expect(asked).to_have_count(2)
    phone.evaluate("() => { window.isSame = true; }")
    answers = phone.get_by_role("button", name="Squid nigiri on wasabi")
    answers.first.focus()
    hearing.forget()
    phone.keyboard.press("Enter")
    said = "squid nigiri on wasabi, 9 points; 10 of 10 cards"
    assert said in hearing.next_words()[0]
    expect(asked).to_have_count(1)
    expect(asked).to_be_focused()
    phone.keyboard.press("Tab")  # to the cards
    phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    hearing.pass_time()
    expect(asked).to_have_count(0)
    expect(phone.get_by_role("button", name="Confirm", exact=True)).to_be_focused()
    assert phone.evaluate("() => window.isSame")


STOPS = """() => [...document.querySelectorAll("#cards :is(a[href], button:enabled, summary)")]
    .map((one) => one.id || one.getAttribute("href") || "")"""
FAR = 10


@pytest.mark.slow
@pytest.mark.parametrize(
    "setup", [PARTY, pytest.param({"players": ["Ana", "Ben"]}, marks=pytest.mark.slow)]
)
def test_undo_is_ten_swipes_from_every_tile_and_the_first_tile_one_skip_from_the_top(
    phone: Page, setup: dict[str, object]
) -> None:
    sit(phone, setup)
    phone.keyboard.press("Tab")
    expect(phone.get_by_role("link", name="Skip to the cards")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator("#tiles button").first).to_be_focused()
    tap(phone, "egg-nigiri")
    cards_lie(phone, 1)
    stops = phone.evaluate(STOPS)
    tiles = [at for at, one in enumerate(stops) if one.startswith(("add-", "copy-"))]
    skip, undo = stops.index("#undo"), stops.index("undo")
    assert max(min(undo - at, at - skip + 1) for at in tiles) <= FAR
    phone.get_by_role("link", name="Skip to undo").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#undo")).to_be_focused()
