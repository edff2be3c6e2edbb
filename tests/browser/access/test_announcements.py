"""What is read aloud: own taps once and briefly, others' changes politely and summed up."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, Route, expect

from referee.disputes.services.opinions import say_opinion
from referee.live import memory_bus
from referee.models import Entry, Game
from referee.play.services.confirming import reopen_round
from referee.play.services.joining import join
from tests.browser.connection import Post, bens, has_stream, row, tap
from tests.browser.driver import cards_lie
from tests.browser.hearing import Hearing
from tests.factories import OTHER_PHONE, add, confirm, finish, say_ready, where
from tests.taps import Where, say_bare, say_on

pytestmark = pytest.mark.django_db(transaction=True)

A_WHILE = 2_500  # milliseconds: longer than news are gathered


@pytest.fixture
def phone(another_phone: Callable[..., Page]) -> Page:
    return another_phone()


@pytest.fixture
def hearing(phone: Page, monkeypatch: pytest.MonkeyPatch) -> Hearing:
    """What the host's phone says. The page's clock is not the server's: changes wait only here."""
    monkeypatch.setattr(memory_bus, "APART_SECONDS", 0.0)
    return Hearing(phone)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.tap()


def test_own_taps_are_said_once_quick_ones_together_and_so_is_a_refusal(
    hearing: Hearing, host: Page
) -> None:
    has_stream(host)
    tap(host, "wasabi")
    hearing.hears("wasabi; 1 of 10 cards")
    tap(host, "squid-nigiri")
    asked = "What lies on Ana’s wasabi? For now: squid nigiri."
    hearing.hears(f"squid nigiri on wasabi, 9 points; 2 of 10 cards | {asked}")
    tap(host, "tempura", "tempura")
    hearing.hears("2 tempura, 5 points; 4 of 10 cards")
    press(host, "Take off wasabi: squid nigiri")
    hearing.hears("squid nigiri off wasabi, 3 points; 4 of 10 cards")
    press(host, "Take away: tempura")
    hearing.hears("tempura taken away; 3 of 10 cards")
    host.locator("#undo").tap()
    hearing.hears("Undone. Tempura, 5 points; 4 of 10 cards")
    hearing.hears_no_more(A_WHILE)  # not again when the stream tells of it
    host.locator("#add-tempura").evaluate("(button) => { button.value = 'add:lobster'; }")
    tap(host, "tempura")
    hearing.hears("There is no “lobster”. Nothing was changed. Understood")
    hearing.hears_no_more(A_WHILE)
    refusal = host.get_by_role("alert")
    expect(refusal).to_be_visible()  # until the next tap
    tap(host, "pudding")
    expect(refusal).to_have_count(0)


@pytest.mark.slow
def test_while_many_tap_taps_are_counted_and_said_at_once_and_the_board_is_fetched_once(
    hearing: Hearing, host: Page, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.api.taps.MANY", 0)
    has_stream(host)
    host.evaluate("() => { Math.random = () => 0.9; }")  # a pause that outlasts what is said
    asked: list[str] = []
    host.on("request", lambda request: asked.append(request.url.split("/")[-2]))
    tap(host, "tempura", "tempura")
    hearing.hears("2 tempura, 5 points; 2 of 10 cards")
    assert set(asked) == {"taps"}
    expect(host.locator("#add-tempura .count")).to_have_text("2")
    add(bens(game), "pudding")
    hearing.pass_time(A_WHILE)
    cards_lie(host, 2)
    expect(host.locator("#add-tempura .count")).to_have_text("2")
    expect(row(host, 2)).to_contain_text("1/10")
    assert [one for one in asked if one != "taps"] == ["1"]
    assert hearing.all() == []


@pytest.mark.slow
def test_what_cannot_be_right_is_said_when_it_arises(hearing: Hearing, host: Page) -> None:
    has_stream(host)
    tap(host, *["tempura"] * 10)
    hearing.hears("10 tempura, 25 points; 10 of 10 cards")
    tap(host, "tempura")
    too_many = "Ana has 11 cards, but 10 were dealt: one too many."
    hearing.hears(f"tempura, 25 points; 11 of 10 cards | {too_many}")
    tap(host, "wasabi")
    assert "\u2068" not in host.locator("#said").inner_text()  # some readers read the sign aloud
    hearing.hears(f"wasabi; 12 of 10 cards | {too_many.replace('11', '12').replace('one', '2')}")
    press(host, "Undo")
    press(host, "Undo")
    hearing.hears("Undone. Tempura taken away; wasabi taken away; 10 of 10 cards")
    hearing.hears_no_more(A_WHILE)


@pytest.mark.slow
def test_taps_that_cannot_be_sent_are_said_to_wait_and_said_when_they_arrive(
    hearing: Hearing, cut_off: Page, post: Post
) -> None:
    tap(cut_off, "tempura", "tempura")
    hearing.hears("The server does not answer. 2 taps wait to be sent.")
    tap(cut_off, "tempura", "sashimi")
    hearing.hears("The server does not answer. 4 taps wait to be sent.")
    cut_off.reload()
    hearing.hears("The server does not answer. 4 taps wait to be sent.")
    post.is_open = True
    hearing.hears("3 tempura, 5 points; sashimi, 0 points; 4 of 10 cards")
    hearing.hears_no_more(A_WHILE)


@pytest.mark.slow
def test_what_another_phone_does_is_summed_up(hearing: Hearing, host: Page, game: Game) -> None:
    has_stream(host)
    mine = Where(game.pk, 1, 1, OTHER_PHONE)
    tap(host, "tempura")
    hearing.hears("tempura, 0 points; 1 of 10 cards")
    add(mine, "tempura")
    cards_lie(host, 2)
    hearing.hears_no_more(600)
    add(mine, "wasabi")
    hearing.hears("Ana, changed on another phone: 2 added; 3 of 10 cards")
    # The next comes after five seconds at the soonest, with all that happened meanwhile.
    add(bens(game), *["tempura"] * 10)
    hearing.hears_no_more(900)
    say_ready(game.pk, 1, 2, ready=True)
    hearing.hears_no_more(1_000)  # in which the page gathers what others do
    expect(row(host, 2)).to_contain_text("ready")
    add(mine, "pudding")
    hearing.hears_no_more(1_000)
    cards_lie(host, 4)
    hearing.hears(
        "Ben: 10 of 10 cards; ready | Ana, changed on another phone: 1 added; 4 of 10 cards"
    )
    hearing.hears_no_more(A_WHILE)


@pytest.mark.slow
def test_taps_are_said_also_where_the_next_one_finds_the_phone_sent_away(
    host: Page, post: Post
) -> None:
    tap(host, "tempura")
    post.instead = {"status": 404, "json": {"errors": [{"place": "", "message": "No game."}]}}
    cards_lie(host, 1)
    post.is_open = False
    tap(host, "wasabi")
    expect(host.locator("#said")).to_contain_text("tempura, 0 points; 1 of 10 cards")


@pytest.mark.slow
def test_what_was_told_while_the_board_was_on_its_way_is_not_told_again(
    hearing: Hearing, host: Page, game: Game
) -> None:
    has_stream(host)
    mine = Where(game.pk, 1, 1, OTHER_PHONE)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)
        hearing.wait_not_for(route.request)

    add(mine, "tempura")
    cards_lie(host, 1)
    host.route("**/r/1/**", hold)
    add(bens(game), "pudding")
    hearing.hears("Ana, changed on another phone: 1 added; 1 of 10 cards")
    tap(host, "wasabi")
    hearing.hears("wasabi; 2 of 10 cards")
    assert len(held) == 1
    host.unroute("**/r/1/**")  # which lets it go on
    cards_lie(host, 2)
    hearing.hears_no_more(7_000)


@pytest.mark.slow
def test_the_same_words_are_said_of_another_change(
    hearing: Hearing, host: Page, game: Game
) -> None:
    has_stream(host)
    mine = Where(game.pk, 1, 1, OTHER_PHONE)
    add(mine, "egg-nigiri", "wasabi")
    words = "Ana, changed on another phone: {}; 2 of 10 cards"
    asked = "What lies on Ana’s wasabi? For now: nothing."
    hearing.hears(f"{words.format('2 added')} | {asked}")
    egg, wasabi = Entry.objects.filter(withdrawn_by=None).values_list("card", flat=True)
    say_on(mine, uuid4(), wasabi, egg)
    hearing.hears(words.format("1 lies differently"))
    say_bare(mine, uuid4(), wasabi)
    hearing.hears(words.format("1 lies differently"))


@pytest.mark.slow
def test_the_score_is_read_on_request_alone_with_the_last_tap(hearing: Hearing, host: Page) -> None:
    tap(host, "tempura", "tempura")
    hearing.hears("2 tempura, 5 points; 2 of 10 cards")
    score = "This round: 5 points; total: 5 points; {} of 10 cards"
    host.keyboard.press("s")
    hearing.hears(score.format(2))
    read = host.get_by_role("button", name="Read the score")
    expect(read).not_to_be_in_viewport()
    read.focus()
    expect(read).to_be_in_viewport(ratio=1)
    host.keyboard.press("Enter")
    hearing.hears(score.format(2))
    expect(read).to_be_focused()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)
        hearing.wait_not_for(route.request)

    host.route("**/r/1/1/", hold)
    tap(host, "sashimi")
    hearing.hears("sashimi, 0 points; 3 of 10 cards")
    host.keyboard.press("s")
    host.unroute("**/r/1/1/")  # which lets it go on
    hearing.hears(score.format(3))


AHEAD = "{} leads with {} points before puddings. That is {} more than {}."


@pytest.mark.slow
def test_whoever_answers_on_the_result_is_told_once(
    hearing: Hearing, host: Page, game: Game
) -> None:
    add(where(game), "wasabi", "squid-nigiri", *["tempura"] * 8)
    host.goto(f"/g/{game.pk}/r/1/")
    has_stream(host)
    press(host, "Nothing lies on the wasabi")
    hearing.hears("squid nigiri off wasabi, 3 points; 10 of 10 cards")
    hearing.hears_no_more(6_000)


@pytest.mark.slow
def test_points_that_an_answer_moved_are_told_though_the_round_is_confirmed_at_once(
    hearing: Hearing, host: Page, game: Game
) -> None:
    wasabi, _, squid = add(where(game), "wasabi", "egg-nigiri", "squid-nigiri")
    add(where(game), *["tempura"] * 7)
    add(bens(game), *["dumpling"] * 10)
    host.goto(f"/g/{game.pk}/r/1/")
    has_stream(host)
    say_on(where(game), uuid4(), wasabi, squid)
    hearing.pass_time(600)  # the board is shown, the news are gathered
    confirm(game, 1)
    moved = "Ana: 10 of 10 cards | Ana, this round: 25, before 21"
    hearing.hears(f"{moved} | Round 1 is confirmed. | {AHEAD.format('Ana', 25, 10, 'Ben')}")
    hearing.hears_no_more(A_WHILE)


@pytest.mark.slow
def test_pages_that_follow_the_game_say_what_matters(
    hearing: Hearing, host: Page, game: Game
) -> None:
    join(game.pk, OTHER_PHONE, 2)
    for cards, page in enumerate(("table/", "scoreboard/", "r/1/"), start=1):
        host.goto(f"/g/{game.pk}/{page}")
        has_stream(host)
        add(bens(game), "tempura")  # what decides nothing is not said
        say_ready(game.pk, 1, 2, ready=True)
        hearing.hears(f"Ben: {cards} of 10 cards; ready")
    confirm(game, 1)
    hearing.hears(f"Round 1 is confirmed. | {AHEAD.format('Ben', 5, 5, 'Ana')}")
    reopen_round(game.pk, 1, reason="a card was missed")
    hearing.hears("Round 1 is open again: “a card was missed”")
    host.goto(f"/g/{game.pk}/table/")
    has_stream(host)
    join(game.pk, "another phone", 1)
    hearing.hears("Ana sits at a phone.")
    host.goto(f"/g/{game.pk}/r/2/")
    has_stream(host)
    finish(game)
    hearing.pass_time(A_WHILE)
    host.wait_for_url("**/result/")  # it goes there by itself
    has_stream(host)
    say_opinion(game.pk, 1, 2, version=1, agrees=False, words="a card is missing")
    hearing.hears("Round 1, Ben disagrees: “a card is missing”")
    hearing.hears_no_more(A_WHILE)
