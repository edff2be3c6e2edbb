"""Shortcut keys of the entry page: they press what a finger would, and can be switched off."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.models import Game
from tests.browser.connection import tap
from tests.browser.driver import PILES, cards_lie, sit
from tests.factories import OTHER_PHONE, add, where

pytestmark = pytest.mark.django_db(transaction=True)

POINTS_PLATTER = {
    "ruleset": "sushi-go-party",
    "menu": "points-platter",
    "players": ["Ana", "Ben", "Cem"],
}
ROLL = {"ruleset": "sushi-roll", "players": ["Ana", "Ben"]}


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def names(page: Page) -> Locator:
    return page.locator(PILES)


def list_of_keys(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Shortcut keys")


def test_keys_enter_cards_undo_and_go_on_and_say_where_there_is_nothing(host: Page) -> None:
    for key, said in (
        ("u", "There is nothing to undo."),
        (".", "Nothing is asked here now."),
        (",", "There is nothing to repeat."),
    ):
        press(host, key)
        expect(host.locator("#said")).to_have_text(said)
    press(host, "t", "t", "3", "w", "q")
    expect(names(host)).to_have_text(
        ["Tempura", "Maki roll with 3 icons", "Squid nigiri on wasabi"]
    )
    cards_lie(host, 5)
    press(host, "u")
    cards_lie(host, 4)
    press(host, "Shift+T")
    cards_lie(host, 5)
    # A key that is held, or meant for the browser, enters nothing more.
    host.keyboard.down("t")
    for _ in range(10):
        host.keyboard.down("t")  # the same key again: as when it is held
    host.keyboard.up("t")
    # As events: a browser would open a page for some of these.
    for modifier in ("ctrlKey", "metaKey", "altKey"):
        host.evaluate(
            """(modifier) => document.body.dispatchEvent(
                new KeyboardEvent("keydown", {key: "t", bubbles: true, [modifier]: true}))""",
            modifier,
        )
    cards_lie(host, 6)
    press(host, "n")
    expect(host.get_by_role("heading", level=1)).to_contain_text("Ben")
    press(host, "d")
    expect(names(host)).to_have_text(["Dumpling"])


@pytest.mark.slow
def test_a_key_enters_once_more_what_this_phone_has_entered_last(host: Page, game: Game) -> None:
    press(host, "t", "3", ",", ",")
    expect(names(host)).to_have_text(["Tempura", "Maki roll with 3 icons"])
    cards_lie(host, 4)
    expect(host.locator("#said")).to_contain_text("3 times maki roll with 3 icons")
    # What is undone is not what lies there; what lies there is known after a reload, too.
    press(host, "u", "u", "u")
    cards_lie(host, 1)
    press(host, ",")
    expect(names(host)).to_have_text(["Tempura"])
    cards_lie(host, 2)
    add(replace(where(game), phone=OTHER_PHONE), "pudding")
    expect(names(host)).to_have_text(["Tempura", "Pudding"])
    host.reload()
    press(host, ",")
    cards_lie(host, 4)
    expect(names(host)).to_have_text(["Tempura", "Pudding"])
    expect(host.locator("#said")).to_contain_text("tempura")
    # Each tableau has its own; and of others' cards nothing is this phone's.
    host.goto(f"/g/{game.pk}/r/1/2/")
    press(host, ",")
    expect(host.locator("#said")).to_have_text("There is nothing to repeat.")
    cards_lie(host, 0)


@pytest.mark.slow
def test_a_tile_of_several_cards_takes_a_letter_and_a_digit(phone: Page) -> None:
    sit(phone, ROLL)
    press(phone, "t")
    expect(phone.locator("#said")).to_have_text("tempura: press a digit")
    press(phone, "3", "2", "t", "d", "1")  # 2 by itself is a maki; d makes t mean nothing
    expect(names(phone)).to_have_text(
        ["Tempura with 3 icons", "Maki roll with 2 icons", "Dumpling"]
    )


@pytest.mark.slow
def test_a_digit_that_the_tile_lacks_enters_no_other_card_and_keys_are_letters_in_a_field(
    phone: Page,
) -> None:
    sit(phone, POINTS_PLATTER)
    press(phone, "o", "5", "1")  # 5 by itself is an uramaki
    expect(names(phone)).to_have_count(1)
    expect(names(phone).first).to_contain_text("nigiri")
    press(phone, "o")
    phone.get_by_role("heading", level=1).tap()
    press(phone, "5")
    expect(names(phone)).to_have_count(2)
    expect(names(phone).last).to_have_text("Uramaki with 5 icons")
    press(phone, "/")
    expect(phone.locator("#words")).to_be_focused()
    phone.keyboard.type("two teas?")
    expect(phone.locator("#words")).to_have_value("two teas?")
    icons = phone.get_by_role("textbox", name="Icons")
    icons.focus()
    press(phone, "t")
    phone.get_by_label("Player", exact=True).focus()
    press(phone, "t")
    expect(list_of_keys(phone)).to_be_hidden()
    cards_lie(phone, 2)


@pytest.mark.slow
def test_the_special_order_opens_and_shows_what_it_can_copy(phone: Page) -> None:
    sit(phone, POINTS_PLATTER)
    press(phone, "t")
    expect(names(phone)).to_have_text(["Tea"])
    press(phone, "p")
    expect(phone.locator("#copy-tea")).to_be_focused()
    press(phone, "Enter")
    expect(names(phone)).to_have_text(["Tea", "Special order: tea"])
    expect(phone.locator("#tile-special-order summary")).to_be_focused()


@pytest.mark.slow
def test_the_list_names_every_key_and_gives_the_focus_back(host: Page) -> None:
    host.locator("#add-tempura").focus()
    press(host, "?")
    expect(host.get_by_role("heading", name="Shortcut keys")).to_be_focused()
    rows = list_of_keys(host).get_by_role("row").all_inner_texts()
    listed = dict(row.split("\t") for row in rows[1:])
    assert {key: listed[key] for key in ("t", "3", "w", "q", ",", "u", "s")} == {
        "t": "Tempura",
        "3": "Maki roll with 3 icons",
        "w": "Wasabi",
        "q": "Squid nigiri",
        ",": "Once more what you entered last",
        "u": "Undo",
        "s": "Read the score",
    }
    assert len(listed) == 12 + 7
    press(host, "t", "Escape")
    expect(list_of_keys(host)).to_be_hidden()
    expect(host.locator("#add-tempura")).to_be_focused()
    cards_lie(host, 0)


@pytest.mark.slow
def test_keys_can_be_switched_off_on_this_phone(
    host: Page, another_phone: Callable[..., Page]
) -> None:
    tempura = host.locator("#add-tempura")
    expect(tempura).to_have_attribute("aria-keyshortcuts", "t")
    press(host, "?")
    switch = host.get_by_role("checkbox", name="Shortcut keys on this phone")
    switch.uncheck()
    host.get_by_role("button", name="Close").tap()
    press(host, "t", "?")
    expect(list_of_keys(host)).to_be_hidden()
    assert tempura.get_attribute("aria-keyshortcuts") is None
    host.reload()
    press(host, "t")
    tap(host, "dumpling")
    expect(names(host)).to_have_text(["Dumpling"])
    assert tempura.get_attribute("aria-keyshortcuts") is None
    host.locator("summary", has_text="More").tap()
    host.get_by_role("button", name="Shortcut keys").tap()
    expect(switch).not_to_be_checked()
    switch.check()
    press(host, "Escape", "t")
    expect(names(host)).to_have_text(["Dumpling", "Tempura"])
    expect(tempura).to_have_attribute("aria-keyshortcuts", "t")
