"""An evening of several tables, as its phones and the hall's television see it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Draw, Game
from referee.tournament.services.drawing import make_draw
from referee.tournament.services.tables import enter_totals
from tests.factories import PHONE, confirm
from tests.tournament.evening import an_evening, by_seat

pytestmark = pytest.mark.django_db(transaction=True)

TELEVISION = {
    "viewport": {"width": 1920, "height": 1080},
    "device_scale_factor": 1,
    "is_mobile": False,
    "has_touch": False,
}


def enter_others(draw: Draw) -> None:
    """Keep what the tables have written down that no phone has begun."""
    for table in draw.tables.filter(game=None):
        totals = by_seat(draw, table.number, [(40 - place, 0) for place in range(8)])
        enter_totals(draw.tournament_id, draw.number, table.number, totals, phone=PHONE)


def test_thirteen_people_two_phones_and_a_television_from_the_code_to_the_next_draw(
    open_phone: Callable[..., Page],
) -> None:
    tournament = an_evening(12, draws=2)
    zoe, ana = open_phone(), open_phone()
    screen = open_phone(**TELEVISION)

    # By the code on the wall: one types her name, one is on the list, the screen only watches.
    for page in (zoe, ana, screen):
        page.goto("/join/")
        page.get_by_label("The code").fill(tournament.code.lower())
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()
    ana.get_by_role("button", name="Ana", exact=True).tap()
    screen.get_by_role("button", name="This is the hall’s screen").click()
    expect(screen.get_by_text("12 are here").first).to_be_visible()
    zoe.get_by_role("textbox", name="Your name").fill("Zoe")
    zoe.get_by_role("button", name="I am in").tap()
    expect(zoe.get_by_text("You are in, Zoe. 13 are here.")).to_be_visible()
    expect(screen.get_by_text("13 are here").first).to_be_visible()

    # Drawn: each phone shows its table by itself.
    draw = make_draw(tournament.pk, 1)
    for page, name in ((zoe, "Zoe"), (ana, "Ana")):
        seat = draw.seats.get(entrant__player__name=name)
        told = f"Table {seat.table.number}, seat {seat.place}"
        expect(page.get_by_role("heading", name=told)).to_be_visible()
    expect(screen.get_by_role("heading", name="Draw 1 of 2")).to_be_visible()
    expect(screen.get_by_role("heading", name="Table 1")).to_be_visible()
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")

    # One tap begins the game; the phones of that table are taken along, the other one is not.
    own = draw.seats.get(entrant__player__name="Zoe")
    is_together = draw.seats.get(entrant__player__name="Ana").table == own.table
    zoe.get_by_role("button", name="Begin the game").tap()
    expect(zoe).to_have_url(re.compile(f"/r/1/{own.place}/$"))
    game = Game.objects.get()
    if is_together:
        expect(ana).to_have_url(re.compile(f"/g/{game.pk}/"))

    # Its end leads to the result, and on to the evening.
    confirm(game, 1, 2, 3)
    expect(zoe).to_have_url(re.compile(f"/g/{game.pk}/result/$"))
    expect(zoe.get_by_text(f"Table {own.table.number} is over.")).to_be_visible()
    enter_others(draw)
    expect(screen.get_by_text("Every table is over.").first).to_be_visible()

    # The next draw is said there at once; one tap, and the evening shows the table.
    draw = make_draw(tournament.pk, 2)
    own = draw.seats.get(entrant__player__name="Zoe")
    told = f"Table {own.table.number}, seat {own.place}"
    expect(zoe.get_by_text(f"Draw 2 of 2: {told}")).to_be_visible()
    zoe.locator(".bar").get_by_role("link", name=told).tap()
    expect(zoe.get_by_role("heading", name=told)).to_be_visible()
    expect(screen.get_by_role("heading", name="Draw 2 of 2")).to_be_visible()


def test_the_screen_turns_its_pages_until_somebody_asks_for_all_of_it(
    open_phone: Callable[..., Page],
) -> None:
    tournament = an_evening(60)
    make_draw(tournament.pk, 1)
    screen = open_phone(**TELEVISION)
    screen.clock.install()
    screen.goto(f"/tables/join/{tournament.code}/")
    screen.get_by_role("button", name="This is the hall’s screen").click()
    page = screen.locator("[data-page]")
    expect(page).to_have_text(re.compile(r"^1/\d$"))
    number = int((page.text_content() or "").split("/")[1])
    seen: set[str] = set()
    for turn in range(number):
        expect(page).to_have_text(f"{turn + 1}/{number}")
        seen |= set(
            screen.evaluate(
                """() => [...document.querySelectorAll(".tables-of > li")].filter((one) => {
                    const { left, right, bottom } = one.getBoundingClientRect();
                    return left >= 0 && right <= innerWidth && bottom <= innerHeight;
                }).map(({ id }) => id)"""
            )
        )
        screen.clock.fast_forward(9000)
    assert seen == {f"table-{number}" for number in range(1, 16)}
    expect(screen.get_by_role("heading", name="Come in with your phone")).to_be_visible()
    screen.clock.fast_forward(9000)
    expect(page).to_have_text(f"1/{number}")
    screen.get_by_role("button", name="Show all on one page").focus()
    screen.keyboard.press("Enter")
    expect(screen.get_by_role("heading", name="Come in with your phone")).to_be_visible()
    assert screen.evaluate("document.documentElement.scrollHeight > innerHeight")
    screen.get_by_role("button", name="Turn the pages again").click()
    expect(page).to_have_text(f"1/{number}")
    assert not screen.evaluate("document.documentElement.scrollHeight > innerHeight")


def test_without_scripts_the_screen_is_one_long_page(open_phone: Callable[..., Page]) -> None:
    tournament = an_evening(12)
    make_draw(tournament.pk, 1)
    screen = open_phone(**TELEVISION, java_script_enabled=False)
    screen.goto(f"/tables/join/{tournament.code}/")
    screen.get_by_role("button", name="This is the hall’s screen").click()
    expect(screen.get_by_role("heading", name="Table 3")).to_be_visible()
    expect(screen.get_by_role("heading", name="Come in with your phone")).to_be_visible()
