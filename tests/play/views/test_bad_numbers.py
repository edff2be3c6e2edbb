"""Claims and tokens that cannot be: each gets a clear answer, and stands in its field still."""

from typing import Any

import pytest
from django.test import Client
from django.test.html import parse_html

from referee.models import Game
from referee.play.services.confirming import enter_tokens, reopen_round
from referee.play.views import rounds
from referee.rules import sheet_document
from tests.factories import confirm, table_of, version_of
from tests.play.views.plain_phone import attribute, elements
from tests.play.views.sending import NONE, begin, claim, lying, said, tap
from tests.rows import first

pytestmark = pytest.mark.django_db


WRONG_ICONS = (
    *("-10", "0", "9", "64", "9" * 5000),
    *("ten", "", "10.5", "１２", "\0"),
)


def test_a_claim_that_cannot_be_is_refused_and_still_stands_in_its_field(client):
    game = begin(client, "sushi-go-party", menu="dinner-for-two")
    tap(client, f"{game}r/1/1/", "add:tofu")
    for icons in WRONG_ICONS:
        answer = claim(client, game, icons)
        assert answer.status_code == 409, icons
        assert "A claim takes 10 to 63 icons, written as a number." in said(answer), icons
        page = parse_html(answer.content.decode())
        field = next(box for box in elements(page, "input") if attribute(box, "name") == "icons")
        assert attribute(field, "value") == (icons or "10"), icons
        assert lying() == "tofu", icons
        assert version_of(Game.objects.get()) == 1, icons


@pytest.mark.parametrize(
    ("when", "turns"),
    first(
        2,
        [
            ("", [{"Ana": 10}, {"Ben": 12}]),
            ("with-1", [{"Ana": 10, "Ben": 12}]),
            ("before-1", [{"Ben": 12}, {"Ana": 10}]),
            # What is no moment is none, and what looks like one but is none is refused.
            ("now", [{"Ana": 10}, {"Ben": 12}]),
            ("after-1", [{"Ana": 10}]),
            ("with-" + "1" * 9999, [{"Ana": 10}]),
        ],
    ),
    ids=lambda it: str(it)[:12],
)
def test_a_claim_stands_on_the_turn_that_the_form_names(client, when, turns):
    game = begin(client, "sushi-go-party", menu="dinner-for-two")
    claim(client, game, 10)
    claim(client, game, 12, seat="2", when=when)
    found = sheet_document(table_of(Game.objects.get()).sheet)["rounds"][0]["uramaki_claims"]
    assert found == turns


@pytest.mark.parametrize(
    ("menu", "claims", "told"),
    [
        ("sushi-go", ["10"], "This game has no uramaki"),
        ("dinner-for-two", ["10", "12:with-1"], "This player has a claim on that turn already."),
    ],
)
def test_a_claim_that_is_refused_says_why(client, menu, claims, told):
    url = begin(client, "sushi-go-party", menu=menu) + "r/1/1/"
    answers = [tap(client, url, f"claim:{icons}") for icons in claims]
    assert answers[-1].status_code == 409
    assert told in said(answers[-1])


def test_a_claim_for_a_seat_that_there_is_not_is_not_found(client):
    game = begin(client, "sushi-go-party", menu="dinner-for-two")
    for seat in ("0", "3", "-1", "", "two", "9" * 5000, "\0"):
        assert claim(client, game, 10, seat=seat).status_code == 404, seat
        assert version_of(Game.objects.get()) == 0, seat


# ------------------------------------------------------------- tokens


def to_tokens(client: Client) -> str:
    """A game of Roll after its third round."""
    game = begin(client, "sushi-roll")
    confirm(Game.objects.get(), 1, 2, 3)
    return f"{game}tokens/"


WRONG_TOKENS = (
    {"menu_1": "-1"},
    {"menu_1": "99"},
    {"chopsticks_2": "many"},
    {"menu_2": "1.5"},
    {"menu_2": "9" * 5000},
    {"menu_2": "\0"},
)


def test_tokens_that_cannot_be_are_refused_and_still_stand_in_their_field(client):
    url = to_tokens(client)
    before = version_of(Game.objects.get())
    for wrong in WRONG_TOKENS:
        answer = client.post(url, {**NONE, "chopsticks_1": "2", **wrong})
        assert answer.status_code == 400, wrong
        assert said(answer), wrong
        page = parse_html(answer.content.decode())
        kept = {attribute(b, "name"): attribute(b, "value") or "" for b in elements(page, "input")}
        for name, value in {"chopsticks_1": "2", **wrong}.items():
            assert kept[name] == value
        row = Game.objects.get()
        assert (row.state, row.version) == (Game.State.PLAYING, before), wrong


def test_more_tokens_than_the_box_holds_are_refused(client):
    url = to_tokens(client)
    page = parse_html(client.get(url).content.decode())
    field = next(box for box in elements(page, "input") if attribute(box, "name") == "menu_1")
    most = attribute(field, "max")
    answer = client.post(url, {**NONE, "menu_1": most, "menu_2": "1"})
    assert answer.status_code == 400
    assert f"{int(most) + 1} tokens are entered, but the box holds {most}." in said(answer)
    assert Game.objects.get().state == Game.State.PLAYING


def test_an_empty_field_is_no_token(client):
    url = to_tokens(client)
    assert client.post(url, {"menu_1": "2", "menu_2": ""}).status_code == 302
    assert [seat.tokens_left for seat in Game.objects.get().seats.all()] == [{"menu": 2}, {}]


def test_tokens_that_come_after_a_round_was_opened_again_lead_to_that_round(client):
    url = to_tokens(client)
    client.post(url.replace("tokens/", "r/2/reopen/"), {"reason": "a card was missed"})
    answer = client.post(url, NONE, follow=True)
    assert "/r/2/" in answer.redirect_chain[-1][0]
    assert Game.objects.get().state == Game.State.PLAYING


def test_a_round_opened_between_the_look_and_the_tokens_is_no_failure(client, monkeypatch):
    """The form was right when the page looked, and the round was opened before it was taken."""
    url = to_tokens(client)

    def late(game_id: Any, *left: Any) -> None:
        reopen_round(game_id, 2, reason="a card was missed")
        enter_tokens(game_id, *left)

    monkeypatch.setattr(rounds, "enter_tokens", late)
    answer = client.post(url, NONE, follow=True)
    assert "/r/2/" in answer.redirect_chain[-1][0]


def test_a_card_game_has_no_tokens(client):
    game = begin(client)
    confirm(Game.objects.get(), 1, 2, 3)
    assert (
        client.post(f"{game}tokens/", NONE, follow=True).redirect_chain[-1][0].endswith("result/")
    )
