"""The outbox: taps wait on the phone until the server has acknowledged their ids."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.connection import (
    HIDING,
    LOOK,
    WAITING,
    Post,
    notice,
    stored,
    tap,
    wait_until_stored,
)
from tests.browser.driver import cards_lie, sit

pytestmark = pytest.mark.django_db(transaction=True)

# Pauses between two tries never end: what is sent is sent for another reason.
NO_TIMER = """(() => {
    const real = setTimeout;
    window.setTimeout = (go, ms, ...more) => (ms >= 700 ? 0 : real(go, ms, ...more));
})()"""
NO_ROOM = """Storage.prototype.setItem = () => {
    throw new DOMException("no room", "QuotaExceededError");
};"""


def test_waiting_taps_survive_a_reload_a_busy_server_and_a_closed_page(
    cut_off: Page, post: Post
) -> None:
    tap(cut_off, "tempura", "sashimi")
    expect(notice(cut_off, "2 taps wait to be sent.")).to_be_visible()
    for status in (500, 429):
        post.instead = {"status": status, "json": {"errors": []}}
        cut_off.reload()
        cut_off.wait_for_function("() => outbox.failures > 0")
        expect(notice(cut_off, "2 taps wait to be sent.")).to_be_visible()
    expect(cut_off.locator(".progress")).to_have_text("2 of 10")
    tap(cut_off, "dumpling")
    expect(notice(cut_off, "3 taps wait to be sent.")).to_be_visible()
    assert not stored()
    context = cut_off.context
    cut_off.close()
    post.is_open = True
    other = context.new_page()
    other.goto("/")  # any page sends what waits
    assert wait_until_stored(other, 3) == ["tempura", "sashimi", "dumpling"]
    other.wait_for_function("() => outbox.waiting().length === 0")


@pytest.mark.slow
def test_taps_are_sent_in_their_order_in_batches(cut_off: Page, post: Post) -> None:
    tap(cut_off, "pudding")
    expect(notice(cut_off, "One tap waits to be sent.")).to_be_visible()
    cut_off.evaluate("""() => {
        for (let n = 0; n < 59; n += 1) {
            document.querySelector(n % 3 ? "#add-tempura" : "#add-sashimi").click();
        }
    }""")
    expected = ["pudding", *("tempura" if n % 3 else "sashimi" for n in range(59))]
    expect(notice(cut_off, "60 taps wait to be sent.")).to_be_visible()
    post.batches.clear()
    post.is_open = True
    expect(cut_off.get_by_text("No more than 20 fit here.").first).to_be_visible()
    assert wait_until_stored(cut_off, 20) == expected[:20]
    cut_off.wait_for_function("() => outbox.waiting().length === 0")
    assert [len(batch) for batch in post.batches] == [50, 10]
    cards_lie(cut_off, 20)


@pytest.mark.slow
def test_pauses_between_tries_grow_and_the_server_may_ask_for_more(phone: Page, post: Post) -> None:
    """The page's clock is the test's: it says when the next try was due."""
    phone.add_init_script("Math.random = () => 0.5;")
    now = time.time()
    phone.clock.install(time=now)
    phone.clock.pause_at(now + 1)
    sit(phone)

    def next_try() -> int:
        """Lets the page's time go on to its next try; says how much went by."""
        tries, went = len(post.batches), 0
        while len(post.batches) == tries:
            assert went < 60_000
            phone.clock.run_for(250)
            went += 250
            phone.wait_for_timeout(10)
        expect(phone.locator("#notices p:visible")).to_have_count(1)
        return went

    post.is_open = False
    tap(phone, "tempura")
    next_try()
    first, second = next_try(), next_try()
    assert first >= 900
    assert second >= first + 500
    # A server that can store nothing is named, and left alone for as long as it says.
    post.instead = {
        "status": 503,
        "content_type": "application/json",
        "headers": {"Retry-After": "20"},
        "body": '{"errors": [{"place": "", "message": "Not now."}]}',
    }
    next_try()
    said = notice(phone, "cannot save anything just now; your taps are kept and will be sent.")
    expect(said).to_contain_text("One tap waits to be sent.")
    expect(notice(phone, "The server does not answer.")).to_be_hidden()
    tap(phone, "dumpling")
    phone.evaluate("() => dispatchEvent(new Event('online'))")
    assert next_try() > 19_000  # neither a tap nor an event was a reason to ask sooner
    expect(said).to_contain_text("2 taps wait to be sent.")
    post.is_open = True
    next_try()
    expect(said).to_be_hidden()
    assert stored() == ["tempura", "dumpling"]


@pytest.mark.slow
def test_taps_are_sent_without_waiting_for_the_timer(phone: Page, post: Post) -> None:
    phone.add_init_script(NO_TIMER)
    sit(phone)
    for number, event in enumerate(
        (
            "dispatchEvent(new Event('online'))",
            "document.dispatchEvent(new Event('visibilitychange'))",
            "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))",
        ),
        start=1,
    ):
        post.is_open = False
        tap(phone, "tempura")
        phone.wait_for_function("() => outbox.isCutOff()")
        post.is_open = True
        phone.evaluate(event)
        assert wait_until_stored(phone, number) == ["tempura"] * number
        expect(notice(phone, "to be sent")).to_be_hidden()


@pytest.mark.slow
def test_taps_that_are_refused_or_unreadable_hold_up_no_other(cut_off: Page, post: Post) -> None:
    cut_off.evaluate("() => { document.querySelector('#add-sashimi').value = 'add:lobster'; }")
    tap(cut_off, "tempura", "sashimi", "dumpling")
    expect(notice(cut_off, "3 taps wait to be sent.")).to_be_visible()
    post.mend()
    refusal = cut_off.get_by_role("alert").filter(has_text="There is no “lobster”.")
    expect(refusal).to_be_visible()
    assert stored() == ["tempura", "dumpling"]
    assert cut_off.evaluate(WAITING) == []
    refusal.get_by_role("button", name="Understood").tap()
    expect(refusal).to_be_hidden()
    post.is_open = False
    tap(cut_off, "tempura")
    cut_off.evaluate("""() => {
        const { game } = document.querySelector("#board").dataset;
        localStorage.setItem("sushiscore tap of somebody else", "{{{");
        outbox.add({ id: "5", game, round: 1, seat: 1, do: "add:tempura" });
    }""")
    tap(cut_off, "dumpling")
    expect(notice(cut_off, "3 taps wait to be sent.")).to_be_visible()
    post.mend()
    assert wait_until_stored(cut_off, 4) == ["tempura", "dumpling"] * 2
    expect(cut_off.get_by_role("alert").filter(has_text="UUID")).to_be_visible()
    cut_off.wait_for_function("() => outbox.waiting().length === 0")


@pytest.mark.slow
def test_a_page_of_a_hotel_is_no_answer(cut_off: Page, post: Post) -> None:
    hotel = {"content_type": "text/html", "body": "<h1>Room number?</h1>"}
    for number, status in enumerate((200, 403, 404, 405), start=1):
        post.instead = {"status": status, **hotel}
        tap(cut_off, "tempura")
        tries = len(post.batches)
        cut_off.evaluate("() => dispatchEvent(new Event('online'))")
        words = "One tap waits" if number == 1 else f"{number} taps wait"
        expect(notice(cut_off, f"{words} to be sent.")).to_be_visible()
        while len(post.batches) == tries:
            cut_off.wait_for_timeout(20)
    post.is_open = True
    assert wait_until_stored(cut_off, 4) == ["tempura"] * 4


@pytest.mark.slow
def test_without_room_in_the_storage_taps_wait_in_memory(phone: Page, post: Post) -> None:
    phone.add_init_script(NO_ROOM)
    sit(phone)
    post.is_open = False
    tap(phone, "tempura", "dumpling")
    expect(notice(phone, "2 taps wait to be sent.")).to_be_visible()
    expect(notice(phone, "storage is full")).to_be_visible()
    asked: list[str] = []
    phone.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    with phone.expect_event("dialog"):
        phone.close(run_before_unload=True)
    assert asked == ["beforeunload"]
    phone.locator("#next").tap()  # which would lose them: it waits
    phone.evaluate("() => fetch(location.href)")  # in which Ben's page would have come
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Ana")
    post.is_open = True
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Ben")
    assert stored() == ["tempura", "dumpling"]
    expect(notice(phone, "storage is full")).to_be_hidden()


@pytest.mark.slow
def test_who_leaves_sends_what_the_storage_had_no_room_for(phone: Page, post: Post) -> None:
    post.instead = {"status": 503, "headers": {"Retry-After": "60"}, "json": {"errors": []}}
    phone.add_init_script(NO_ROOM + HIDING)
    sit(phone)
    phone.evaluate(NO_TIMER)
    for cards, leave in enumerate(("() => { dispatchEvent(new Event('pagehide')); }", LOOK), 1):
        post.is_open = False
        tap(phone, "tempura")
        phone.wait_for_function("() => outbox.trouble === 'unable'")
        post.is_open = True
        phone.evaluate(leave, False)
        assert len(wait_until_stored(phone, cards)) == cards


@pytest.mark.slow
def test_a_clock_that_is_a_year_off_changes_nothing(cut_off: Page, post: Post) -> None:
    year = 365 * 24 * 3600
    cut_off.clock.set_fixed_time(time.time() + year)
    tap(cut_off, "tempura", "sashimi")
    cut_off.clock.set_fixed_time(time.time() - year)
    cut_off.reload()
    tap(cut_off, "dumpling")
    expect(notice(cut_off, "3 taps wait to be sent.")).to_be_visible()
    post.is_open = True
    assert wait_until_stored(cut_off, 3) == ["tempura", "sashimi", "dumpling"]
    expect(notice(cut_off, "wait to be sent")).to_be_hidden()
