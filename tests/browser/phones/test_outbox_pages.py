"""Taps that wait while the phone goes from page to page, or is sent away."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from referee.models import Game, Guest, RoundScore, Tap
from referee.play.services.games import delete_game
from referee.play.services.joining import join, send_away
from tests.browser.connection import WAITING, Post, notice, stored, tap, wait_until_stored
from tests.browser.driver import PILES, become, cards_lie, sit
from tests.factories import OTHER_PHONE, GameFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_two_pages_of_one_phone_send_each_tap_once(cut_off: Page, post: Post) -> None:
    other = cut_off.context.new_page()
    other.goto(cut_off.url)
    tap(cut_off, "tempura", "sashimi")
    tap(other, "dumpling")
    for page in (cut_off, other):
        expect(notice(page, "3 taps wait to be sent.")).to_be_visible()
    post.is_open = True
    for page in (cut_off, other):
        cards_lie(page, 3)
        expect(page.locator(".progress")).to_have_text("3 of 10")
        expect(notice(page, "wait to be sent")).to_be_hidden()
    assert stored() == ["tempura", "sashimi", "dumpling"]
    assert Tap.objects.count() == 3


@pytest.mark.slow
def test_the_next_players_page_sends_what_the_last_one_could_not(cut_off: Page, post: Post) -> None:
    tap(cut_off, "tempura", "sashimi")
    expect(notice(cut_off, "2 taps wait to be sent.")).to_be_visible()
    cut_off.locator("#next").tap()
    expect(cut_off.get_by_role("heading", level=1)).to_contain_text("Ben")
    tap(cut_off, "dumpling")
    expect(notice(cut_off, "3 taps wait to be sent.")).to_be_visible()
    expect(cut_off.locator(".progress")).to_have_text("1 of 10")
    post.is_open = True
    assert wait_until_stored(cut_off, 1, seat=2) == ["dumpling"]
    assert stored() == ["tempura", "sashimi"]


def test_a_round_is_not_confirmed_before_the_taps_that_wait(cut_off: Page, post: Post) -> None:
    tap(cut_off, "tempura")
    expect(notice(cut_off, "One tap waits")).to_be_visible()
    cut_off.get_by_role("navigation", name="Rounds").get_by_role("link").first.tap()
    expect(cut_off.get_by_role("heading", level=1)).to_contain_text("Round 1")
    expect(notice(cut_off, "One tap waits")).to_be_visible()
    confirm = cut_off.get_by_role("button", name="Confirm all the same")
    confirm.tap()
    question = cut_off.get_by_role("alert").filter(has_text="Confirm all the same?")
    expect(question).to_contain_text(re.compile("Ana.? 0 of 10"))  # as far as the server knows
    expect(notice(cut_off, "One tap waits")).to_be_visible()  # the scripts are there
    confirm.tap()
    assert stored() == []
    post.mend()
    # The taps are sent first. With them it is another question, which is asked anew.
    expect(question).to_contain_text(re.compile("Ana.? 1 of 10"))
    assert stored() == ["tempura"]
    assert not RoundScore.objects.exists()
    confirm.tap()
    expect(cut_off.locator(".plate.eaten")).to_have_count(1)


@pytest.mark.slow
def test_undo_takes_back_a_tap_that_still_waits(cut_off: Page, post: Post) -> None:
    tap(cut_off, "tempura", "sashimi")
    cut_off.get_by_role("button", name="Undo").tap()
    expect(cut_off.locator(".progress")).to_have_text("1 of 10")
    expect(cut_off.locator("#add-sashimi .count")).to_be_hidden()
    cut_off.get_by_role("button", name="Undo").tap()
    expect(cut_off.locator(".progress")).to_have_text("0 of 10")
    tap(cut_off, "dumpling")
    cut_off.reload()
    expect(cut_off.locator(".progress")).to_have_text("1 of 10")
    post.is_open = True
    expect(cut_off.locator(PILES)).to_have_text(["Dumpling"])
    assert stored() == ["dumpling"]


@pytest.mark.slow
def test_a_phone_that_was_sent_away_says_so_and_keeps_its_taps(phone: Page) -> None:
    game = GameFactory()
    join(game.pk, OTHER_PHONE, 2)
    guest = become(phone, OTHER_PHONE)
    guest.goto(f"/g/{game.pk}/r/1/2/")
    post = Post(guest)
    post.is_open = False
    tap(guest, "tempura", "sashimi")
    expect(notice(guest, "2 taps wait to be sent.")).to_be_visible()
    send_away(game.pk, Guest.objects.get(seat__place=2).pk)
    expect(notice(guest, "no longer at this table")).to_be_visible()
    post.is_open = True
    guest.evaluate("() => dispatchEvent(new Event('online'))")
    expect(notice(guest, "no longer at this table")).to_be_visible()
    guest.evaluate("() => outbox.send()")
    assert guest.evaluate(WAITING) == ["add:tempura", "add:sashimi"]
    assert not stored(2)
    guest.goto("/")
    guest.wait_for_function("() => outbox.isGone(outbox.waiting()[0].game)")
    assert guest.evaluate(WAITING) == ["add:tempura", "add:sashimi"]


@pytest.mark.slow
def test_taps_of_a_game_that_was_deleted_hide_nothing_of_the_next(
    cut_off: Page, post: Post
) -> None:
    tap(cut_off, "tempura")
    expect(notice(cut_off, "One tap waits")).to_be_visible()
    delete_game(Game.objects.get().pk)
    sit(cut_off)
    post.mend()
    tap(cut_off, "sashimi")
    expect(cut_off.locator(PILES)).to_have_text(["Sashimi"])
    assert cut_off.evaluate(WAITING) == ["add:tempura"]


@pytest.mark.slow
def test_a_board_from_before_the_last_taps_is_not_shown(phone: Page, post: Post) -> None:
    """It was asked for before they were stored, and arrives when nothing waits any more."""
    sit(phone)
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if route.request.headers.get("hx-request") and not held:
            held.append(route)
        else:
            route.continue_()

    phone.evaluate("""() => {
        window.counts = [];
        new MutationObserver(() => window.counts.push(
            Number(document.querySelector("[data-cards]").textContent)
        )).observe(document.body, {subtree: true, childList: true, characterData: true});
    }""")
    before = phone.evaluate(
        "() => fetch(location.href, {headers: {'HX-Request': 'true'}}).then((got) => got.text())"
    )
    phone.route("**/r/1/1/", hold_first)
    phone.evaluate("() => { refresh(); }")
    tap(phone, "tempura", "tempura")
    phone.wait_for_function("() => outbox.waiting().length === 0")
    assert held
    held[0].fulfill(body=before, content_type="text/html")
    cards_lie(phone, 2)
    counts = phone.evaluate("() => window.counts")
    assert counts == sorted(counts)
