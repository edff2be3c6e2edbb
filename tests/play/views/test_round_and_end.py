"""From the confirmed round to the next one and to the end: what every phone is shown on the way."""

from uuid import uuid4

import pytest

from referee.models import Game, Reopening, Round
from referee.play.services.confirming import reopen_round
from tests.factories import (
    GameFactory,
    add,
    confirm,
    fill,
    finish,
    where,
)
from tests.plain_words import plain
from tests.play.views.joining import Joining, code_of, holders, host_phone, joined, links
from tests.play.views.plain_phone import PlainPhone, attribute, elements, places, rows, text_of
from tests.taps import tap

pytestmark = pytest.mark.django_db

PUDDINGS = [
    [["tempura", "tempura"], ["pudding"], ["pudding", "pudding"]],
    [["dumpling"], [], ["pudding"]],
    [["egg-nigiri"], [], ["salmon-nigiri"]],
]
"""Ana has 7 points before puddings and Cem 2; with them Ana has 1 and Cem 8."""


@pytest.fixture
def game() -> Game:
    """A game of Ana, Ben and Cem with cards in every round."""
    game = GameFactory(setup__number=3)
    fill(game, PUDDINGS)
    return game


def at(phone: PlainPhone, game: Game, page: str) -> PlainPhone:
    return phone.open(f"/g/{game.pk}/{page}")


def main_action(phone: PlainPhone) -> str:
    found = [
        text_of(one)
        for one in elements(phone.page, "a", "button")
        if "main-action" in (attribute(one, "class") or "")
        and text_of(one) != "Close"  # of a dialog that only a script opens
    ]
    assert len(found) == 1
    return found[0]


def test_puddings_stand_beside_every_total_from_the_first_round(game):
    ben = at(joined(game, "Ben"), game, "r/1/")
    assert rows(ben) == [
        "1 Ana 0 5",
        "2= Ben 1 0",
        "2= Cem 2 0",
    ]
    assert "Totals before puddings." in ben.text
    board = at(joined(game), game, "scoreboard/")
    assert [row.split()[-1] for row in rows(board)] == ["0", "1", "2"]
    assert "Ana leads with 5 points before puddings." in plain(board.heading)


def test_the_page_of_entry_says_how_many_puddings_there_are_and_how_that_stands(game):
    told = {
        name: at(joined(game, name), game, f"r/2/{place}/").text
        for place, name in enumerate(("Ana", "Ben", "Cem"), start=1)
    }
    assert "0 puddings, fewest so far" in told["Ana"]
    assert "1 pudding" in told["Ben"]
    assert "so far" not in told["Ben"].partition("1 pudding")[2][:12]
    assert "3 puddings, most so far" in told["Cem"]


@pytest.mark.slow
def test_desserts_that_are_not_compared_are_counted_all_the_same():
    game = GameFactory(setup__ruleset="sushi-go-party", setup__menu="my-first-meal")
    add(where(game), "green-tea-ice-cream", "green-tea-ice-cream")
    page = at(host_phone(), game, "r/1/1/")
    assert "2 dessert cards" in page.text
    assert "most so far" not in page.text


def test_the_last_round_counts_the_end_and_every_page_names_the_points_that_it_lists(game):
    confirm(game, 1, 2)
    ben = joined(game, "Ben")
    last = at(ben, game, "r/3/")
    assert "So far Cem leads 7 ahead of Ana 8 points" in card(last)
    assert rows(last)[0] == "1 Cem 3 2 6 8"
    confirm(game, 3)
    last = at(ben, game, "r/3/")
    assert card(last) == "The game is over Cem wins with 8 points. 8 points"
    assert rows(last)[0] == "1 Cem 3 2 6 8"
    first = at(ben, game, "r/1/")
    assert card(first) == "After round 1 Ana leads 5 ahead of Ben and Cem 5 points"


def card(phone: PlainPhone) -> str:
    """What the card above the standing says, without the number that is only for the eye."""
    (shown,) = (e for e in elements(phone.page, "div") if attribute(e, "class") == "leader")
    words = (e for e in elements(shown, "p", "span") if attribute(e, "aria-hidden") is None)
    return plain(" ".join(map(text_of, words)))


def test_after_the_confirmation_every_phone_has_the_next_step(game):
    host, ben, watcher = host_phone(), joined(game, "Ben"), joined(game)
    confirm(game, 1)
    for page in ("r/1/", "r/1/1/", "r/1/cards/"):
        assert main_action(at(host, game, page)) == "To round 2", page
    assert main_action(at(host, game, "table/")) == "Enter the cards"
    for phone, there in ((host, "r/2/1/"), (ben, "r/2/2/"), (watcher, "scoreboard/")):
        assert at(phone, game, "r/1/").follow("To round 2").url == f"/g/{game.pk}/{there}"
    confirm(game, 2, 3)
    for page in ("r/3/", "r/1/", "r/3/1/", "r/2/cards/", "table/"):
        assert main_action(at(host, game, page)) == "To the result", page
    for phone in (host, ben, watcher):
        final = at(phone, game, "r/3/").follow("To the result")
        assert final.url == at(phone, game, "").url == f"/g/{game.pk}/result/"
        assert places(final)[0] == "1 Cem 0 + 0 + 2 ★ won round 3 + 6 8"


def test_what_is_to_be_done_between_rounds_is_one_tap_away(game):
    confirm(game, 1)
    ben = joined(game, "Ben")
    card = at(ben, game, "r/1/").follow("Set up round 2")
    for words in (
        "Put the cards of the last round aside",
        "Keep your puddings",
        "Deal everybody 9 cards",
        "Pass your hand to the left",
    ):
        assert words in card.text
    assert links(card)["Enter the cards"] == f"/g/{game.pk}/r/2/2/"
    fresh = GameFactory(setup__number=3)
    assert "Set up round 1" in links(at(host_phone(), fresh, "r/1/1/"))


@pytest.mark.parametrize(
    ("lying", "told"),
    [
        (16, ["2 taps are added. Look, then confirm round 1."]),
        (
            17,
            [
                "1 tap is added. Look, then confirm round 1.",
                "1 tap no longer fits and is set aside.",
            ],
        ),
    ],
)
def test_the_host_is_told_what_became_of_taps_that_came_late(lying, told):
    game = GameFactory(setup__number=3)
    add(where(game, seat=2), *["tempura"] * lying)
    confirm(game, 1)
    for _tap in range(2):
        tap(where(game, seat=2), uuid4(), "add:tempura")
    host = at(host_phone(), game, "r/1/").press("Open the round again and add")
    notes = [one for one in elements(host.page, "p") if attribute(one, "role") == "status"]
    assert [text_of(one) for one in notes if " tap" in text_of(one)] == told


def test_a_finished_games_link_shows_the_result_and_nobody_takes_a_seat(game):
    finish(game)
    late = Joining()
    late.open(f"/join/{code_of(game)}/")
    assert late.heading == "The game is over"
    assert [text_of(one) for one in elements(late.page, "title")] == [
        "The game is over · SushiScore"
    ]
    assert "Cem wins with 8 points." in plain(late.text)
    assert rows(late) == ["1 Cem 8 3", "2 Ana 1 0", "3 Ben 0 1"]
    assert [text_of(button) for _form, button in late.buttons()] == ["To the result"]
    form, _button = late.buttons()[0]
    token = next(attribute(box, "value") for box in elements(form, "input"))
    taken = late.client.post(late.url, {"seat": "1", "csrfmiddlewaretoken": token})
    assert "nobody takes a seat any more" in taken.content.decode()
    assert not any(holders(game))
    assert late.open(late.url).press("To the result").url == f"/g/{game.pk}/result/"
    assert main_action(joined(game).open(f"/join/{code_of(game)}/")) == "To the result"


@pytest.mark.slow
def test_of_a_reopened_round_the_way_to_the_cards_is_the_main_button(game):
    confirm(game, 1)
    host, ben = host_phone(), joined(game, "Ben")
    at(host, game, "r/1/").press("Correct Ben’s cards", reason="a maki is missing")
    assert host.url == f"/g/{game.pk}/r/1/2/"
    assert main_action(at(host, game, "r/1/")) == "Cards of Ben"
    assert host.text.count("Round 1 is open again") == 1
    assert main_action(at(ben, game, "r/1/")) == "To my cards"
    add(where(game, seat=2), "maki-1")
    assert main_action(at(host, game, "r/1/")) == "Confirm"


@pytest.mark.slow
def test_a_round_that_was_opened_again_can_be_left_as_it_was_at_any_time(game):
    confirm(game, 1)
    joined(game, "Ben")
    host = host_phone()
    for faces in ((), ("maki-1", "maki-2")):
        at(host, game, "r/1/").press("Correct Cem’s cards", reason="a maki is missing")
        add(where(game, seat=3), *faces)
        at(host, game, "r/1/").press("Leave it as it was")
        assert host.url.startswith(f"/g/{game.pk}/r/2/")
        assert "Nothing was changed: round 1 stands as it was confirmed before." in host.text
        assert game.rounds.get(number=1).version == 1


@pytest.mark.slow
def test_with_one_phone_a_round_is_corrected_without_a_reason_from_where_people_look(game):
    confirm(game, 1)
    host = host_phone()
    for page, leads in (("r/1/", ()), ("why/3/", ()), ("r/1/3/", ("Correct this round",))):
        at(host, game, page)
        for label in leads:
            host.follow(label)
        assert "Why? Everybody" not in host.text
        buttons = [text_of(button) for _form, button in host.buttons()]
        assert next(one for one in buttons if one.startswith("Correct ")) == (
            "Correct Ana’s cards" if page == "r/1/" else "Correct Cem’s cards"
        )
        host.press("Correct Cem’s cards")
        assert host.url == f"/g/{game.pk}/r/1/3/"
        assert "Round 1 is open again" in host.text
        confirm(game, 1)
    assert {row.reason for row in Reopening.objects.all()} == {""}
    at(host, game, "r/1/versions/")
    assert "“”" not in host.text


@pytest.mark.slow
def test_who_is_no_host_is_led_on_from_what_is_not_right_too(game):
    confirm(game, 1)
    ben = at(joined(game, "Ben"), game, "why/3/")
    assert not any(text_of(button).startswith("Correct") for _form, button in ben.buttons())
    assert ben.follow("What if …?").url == f"/g/{game.pk}/what-if/1/3/"


def test_whoever_disagrees_is_heard_on_every_page_of_the_game(game):
    confirm(game, 1)
    host, ben = host_phone(), joined(game, "Ben")
    page = at(ben, game, "r/1/")
    # It is asked right below the standings.
    assert page.text.index("Totals before") < page.text.index("do you agree?")
    assert page.text.index("do you agree?") < page.text.index("Look closer")
    page.press("I disagree", words="A maki of mine")
    for name in (
        "r/2/1/",
        "r/1/",
        "r/2/",
        "table/",
        "scoreboard/",
        "r/2/cards/",
        "case/",
        "dispute/",
        "why/1/",
        "r/2/1/history/",
        "what-if/1/1/",
    ):
        assert "Round 1, Ben disagrees: “A maki of mine”" in at(host, game, name).text, name
    assert "do you agree?" not in at(ben, game, "r/1/").text
    confirm(game, 2, 3)
    assert "Round 1, Ben disagrees" in at(host, game, "result/").text


def test_the_table_and_the_case_file_have_a_link_to_copy_and_to_share(game):
    host = host_phone()
    at(host, game, "case/").press("Open the report")
    for page, words in (("table/", f"/join/{code_of(game)}/"), ("case/", "/case/")):
        shown = at(host, game, page)
        (field,) = [e for e in elements(shown.page, "input") if "data-select" in dict(e.attributes)]
        assert words in (attribute(field, "value") or "")
        assert 'data-copy="' in shown.response.content.decode()
        assert 'data-share="' in shown.response.content.decode()
        assert "js/share" in shown.response.content.decode()


@pytest.mark.slow
def test_what_can_be_done_is_one_block_and_deleting_stands_apart(game):
    finish(game)
    for name in ("r/1/", "result/"):
        page = at(host_phone(), game, name)
        lists = [e for e in elements(page.page, "ul") if attribute(e, "class") == "doings"]
        assert len(lists) == 2  # corrections first
        doings = lists[-1]
        assert "Delete this game" not in text_of(doings)
        assert page.text.index("Report of this game") < page.text.index("Delete this game")
        summaries = [text_of(e) for e in elements(page.page, "summary")]
        assert sum(words.startswith("Ana") for words in summaries) == (name == "result/")


def news(phone: PlainPhone, name: str) -> list[str]:
    """What a page has read aloud of something, as soon as it is new."""
    items = elements(phone.page, "li")
    words = [
        attribute(one, "data-words") or "" for one in items if attribute(one, "data-name") == name
    ]
    return [plain(one) for one in words]


def test_whoever_looks_on_hears_who_leads_after_a_round_and_who_has_won(game):
    ben = joined(game, "Ben")
    assert not news(at(ben, game, "r/1/"), "standing")
    confirm(game, 1)
    leads = "Ana leads with 5 points before puddings. That is 5 more than Ben and Cem."
    for page in ("r/1/", "r/2/2/", "table/", "scoreboard/", "r/1/cards/"):
        assert news(at(ben, game, page), "standing") == [leads]
    fields = elements(at(ben, game, "r/1/").page, "input")
    (why,) = [one for one in fields if attribute(one, "name") == "words"]
    assert attribute(why, "aria-required") == "true"
    confirm(game, 2, 3)
    for page in ("r/1/", "r/2/2/", "table/", "scoreboard/", "result/"):
        assert news(at(ben, game, page), "standing") == ["Cem wins with 8 points."]
    (title,) = elements(ben.page, "title")
    assert text_of(title) == "Cem wins with 8 points. · SushiScore"


@pytest.mark.slow
def test_a_corrected_round_says_whose_points_have_moved(game):
    confirm(game, 1)
    reopen_round(game.pk, 1, reason="a miscount")
    add(where(game, 1, 2), "tempura", "tempura", "dumpling")
    host = host_phone().open(f"/g/{game.pk}/r/1/")
    assert not news(host, "round-1")
    assert not news(host, "corrected-1")
    host.press("Confirm")
    again = "Round 1 is corrected: Ben 6, before 0."
    lead = "Ben leads with 6 points before puddings. That is 1 more than Ana."
    assert f"{again} What changed" in plain(host.text)
    assert lead in plain(host.text)
    assert host.url.startswith(f"/g/{game.pk}/r/2/")
    assert host.follow("What changed").url == f"/g/{game.pk}/r/1/versions/"
    assert news(at(joined(game, "Ben"), game, "r/1/"), "corrected-1") == [again]


@pytest.mark.slow
def test_a_round_that_is_confirmed_as_it_was_is_no_correction(game):
    confirm(game, 1)
    reopen_round(game.pk, 1, reason="a miscount")
    add(where(game, 1, 2), "tempura", "tempura", "dumpling")
    confirm(game, 1)
    reopen_round(game.pk, 1, reason="once more")
    confirm(game, 1)
    ben = at(joined(game, "Ben"), game, "r/1/")
    assert news(ben, "round-1") == ["Round 1 is confirmed."]
    assert not news(ben, "corrected-1")
    reopen_round(game.pk, 1, reason="another card")
    add(where(game, 1, 2), "dumpling")
    confirm(game, 1)
    assert news(at(ben, game, "r/1/"), "corrected-1") == ["Round 1 is corrected: Ben 8, before 6."]


@pytest.mark.slow
def test_who_led_before_a_round_that_is_open_again_is_no_news(game):
    finish(game)
    ben = joined(game, "Ben")
    assert news(at(ben, game, "scoreboard/"), "standing") == ["Cem wins with 8 points."]
    reopen_round(game.pk, 3, reason="a miscount")
    assert not news(at(ben, game, "scoreboard/"), "standing")
    confirm(game, 3)
    assert news(at(ben, game, "scoreboard/"), "standing") == ["Cem wins with 8 points."]


@pytest.mark.slow
def test_who_confirms_hears_who_leads_and_who_enters_the_last_tokens_who_has_won():
    game = GameFactory(setup__roll=True)
    add(where(game), "tempura", "tempura")
    add(where(game, 1, 2), "tempura")
    host = host_phone().open(f"/g/{game.pk}/r/1/")
    host.press("Confirm all the same").press("Confirm all the same")
    assert "Round 1 is confirmed. Ana leads with 5 points" in plain(host.text)
    confirm(game, 2, 3)
    host.open(f"/g/{game.pk}/tokens/").press("Who has won?")
    assert "Ana wins with 11 points." in [plain(text_of(one)) for one in elements(host.page, "p")]


def told_points(phone: PlainPhone) -> list[str | None]:
    """The points that a page has read aloud where an answer moves them."""
    items = elements(phone.page, "li")
    points = [attribute(one, "data-points") for one in items]
    return [one for one in points if one is not None]


@pytest.mark.slow
def test_points_of_cards_that_still_come_are_no_news_where_some_may_be_discarded():
    menu = ["maki", "takeout-box", "tempura", "dumpling", "tofu", "special-order", "fruit"]
    game = GameFactory(setup__party=True, setup__menu=menu)
    add(where(game), "dumpling", "dumpling", "tempura", "tempura")
    ben = joined(game, "Ben")
    assert not told_points(at(ben, game, "r/1/"))
    tap(where(game), uuid4(), "ready:")
    assert told_points(at(ben, game, "r/1/")) == ["8"]


@pytest.mark.slow
def test_points_that_moved_are_those_that_the_table_shows_of_the_round():
    game = GameFactory()
    add(where(game), "tempura", "tempura")
    confirm(game, 1, 2)
    add(where(game, 3, 1), *["tempura"] * 4, *["dumpling"] * 5, "pudding")
    add(where(game, 3, 2), *["dumpling"] * 10)
    ben = at(joined(game, "Ben"), game, "r/3/")
    assert told_points(ben) == ["25", "15"]
    assert "This round End Total" in ben.text
    assert rows(ben) == ["1 Ana 1 25 6 36", "2 Ben 0 15 0 15"]


def test_cards_that_may_have_been_discarded_do_not_keep_the_host_from_confirming():
    game = GameFactory(setup__party=True, setup__number=3, setup__menu="my-first-meal")
    fours = [*["tempura"] * 4, *["sashimi"] * 4]
    # Ana and Ben have laid a miso soup each on the same turn.
    for place, cards in enumerate(
        ([*fours, "tea"], [*fours, "tea"], [*["maki-2"] * 5, *["maki-1"] * 4, "tea"]), start=1
    ):
        add(where(game, 1, place), *cards)
    joined(game, "Ben")
    tap(where(game, 1, 2), uuid4(), "ready:")
    host = at(host_phone(), game, "r/1/")
    assert "Ben has 9 cards, and 10 were dealt. That is right if" in host.text
    assert main_action(host) == "Confirm"
    host.press("Confirm")
    assert game.rounds.get(number=1).state == Round.State.CONFIRMED


def test_the_key_that_confirms_is_one_buttons_where_only_a_hint_stands():
    game = GameFactory(setup__party=True, setup__number=3, setup__menu="my-first-meal")
    fours = [*["tempura"] * 4, *["sashimi"] * 4]
    for place, cards in enumerate(
        ([*fours, "tea"], [*fours, "tea"], [*["maki-2"] * 5, *["maki-1"] * 4, "tea"]), start=1
    ):
        add(where(game, 1, place), *cards)
    joined(game, "Ben")
    tap(where(game, 1, 2), uuid4(), "ready:")
    host = at(host_phone(), game, "r/1/")
    keyed = [one for one in elements(host.page, "a", "button") if attribute(one, "data-key") == "c"]
    assert [attribute(one, "id") for one in keyed] == ["confirm"]
