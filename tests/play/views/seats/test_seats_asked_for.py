"""Who are you? A page that follows who sits down, and "That's me" on a seat that is taken."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from referee.models import Game, Guest
from referee.play.services import joining
from referee.play.services.joining import ask_for_seat, change_code, free_seat, join
from referee.play.views.joining import FOLLOWED_SECONDS
from tests.factories import GameFactory, finish, version_of
from tests.plain_words import plain
from tests.play.views.joining import Joining, holders, host_phone, joined
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

NEW = "Ben's new phone"
PART = {"HX-Request": "true"}


@pytest.fixture
def game() -> Game:
    """A game of three; a phone holds Ben's seat."""
    game = GameFactory(setup__number=3)
    join(game.pk, "Ben's old phone", 2)
    return game


def asking(game: Game) -> Joining:
    """A new phone that says it is Ben's."""
    visitor = Joining()
    visitor.open(f"/join/{game.code}/")
    visitor.press_named("That’s me : Ben")
    return visitor


def test_without_scripts_a_seat_is_asked_for_given_and_both_phones_are_told(game):
    old = Joining("Ben's old phone")
    visitor = asking(game)
    assert visitor.url == f"/g/{game.pk}/scoreboard/"
    assert "The host is asked whether you are Ben" in plain(visitor.text)
    visitor.open(f"/join/{game.code}/")
    assert "The host is asked whether you are Ben." in plain(visitor.text)
    assert visitor.chairs()[1] == "Ben taken the host is asked"
    host = host_phone()
    host.open(f"/g/{game.pk}/r/1/1/")
    assert "A phone says it is Ben’s" in plain(host.text)
    host.press_named("Give it the seat : Ben")
    assert host.url == f"/g/{game.pk}/r/1/1/"
    assert "A phone says" not in host.text
    visitor.open(f"/g/{game.pk}/scoreboard/")
    assert "You are Ben now" in plain(visitor.text)
    visitor.press_named("To my cards")
    assert visitor.url == f"/g/{game.pk}/r/1/2/"
    assert "You are Ben now" not in plain(visitor.text)
    assert visitor.enter("tempura").heading.startswith("Ben 1 of")
    old.open(f"/g/{game.pk}/r/1/2/")
    assert "The host gave the seat of Ben to another phone: you watch now" in plain(old.text)
    old.press_named("Understood")
    assert old.url == f"/g/{game.pk}/r/1/2/"
    assert "to another phone" not in plain(old.text)


@pytest.mark.slow
def test_no_is_told_and_may_be_put_away(game):
    visitor = asking(game)
    host = host_phone()
    host.open(f"/g/{game.pk}/r/1/")
    host.press_named("No : Ben")
    visitor.open(f"/g/{game.pk}/scoreboard/")
    assert "The host says no: the seat of Ben stays with the other phone" in plain(visitor.text)
    visitor.press_named("Understood")
    assert "says no" not in visitor.text
    assert holders(game) == [False, True, False]


def test_a_wish_is_taken_back(game):
    visitor = asking(game)
    visitor.press_named("Never mind")
    assert visitor.url == f"/g/{game.pk}/scoreboard/"
    assert not Guest.objects.exclude(wants=None).exists()


def test_the_host_is_asked_on_every_page_of_the_game_and_nobody_else(game):
    ask_for_seat(game.pk, NEW, 2)
    pages = (
        "r/1/",
        "r/1/1/",
        "r/1/2/",
        "r/1/cards/",
        "table/",
        "scoreboard/",
        "why/1/",
        "dispute/",
    )
    pages += ("what-if/1/1/", "r/1/1/history/", "case/")
    host, guest = host_phone(), joined(game, "Cem")
    for page in pages:
        assert "A phone says it is Ben’s" in plain(host.open(f"/g/{game.pk}/{page}").text), page
        assert "A phone says" not in guest.open(f"/g/{game.pk}/{page}").text, page


def test_of_many_that_ask_two_are_shown(game):
    for number in range(4):
        ask_for_seat(game.pk, f"phone {number}", 2)
    host = host_phone()
    host.open(f"/g/{game.pk}/r/1/1/")
    assert host.names().count("Give it the seat : Ben") == 2


def test_who_holds_a_seat_is_named(game):
    join(game.pk, "Dan's phone", 3)
    ask_for_seat(game.pk, "Dan's phone", 2)
    assert "Cem’s phone says it is Ben’s" in plain(host_phone().open(f"/g/{game.pk}/r/1/1/").text)


def test_a_button_of_a_note_leads_back_to_no_other_site(game):
    guest = ask_and_find(game)
    for there in ("https://elsewhere.example/", "//elsewhere.example/", "", "\0"):
        sent = {"refuse": guest, "then": there}
        answer = phone("phone-of-the-table").post(f"/g/{game.pk}/table/", sent)
        assert answer.headers["Location"] == f"/g/{game.pk}/table/", there


def ask_and_find(game: Game) -> int:
    ask_for_seat(game.pk, NEW, 2)
    return Guest.objects.get(phone=NEW).pk


# ------------------------------------------------------------- the page follows


def follow(client: Client, game: Game, tag: str = "", since: int | str = "") -> Any:
    """What a page of seats that is open gets."""
    headers = {**PART, **({"If-None-Match": tag} if tag else {})}
    return client.get(f"/join/{game.code}/", {"since": since}, headers=headers)


def tag_of(answer: Any) -> str:
    """The tag by which the page that was answered asks again."""
    found = re.search('hx-headers="([^"]+)"', answer.content.decode())
    assert found
    return str(json.loads(unescape(found[1]))["If-None-Match"])


def test_an_open_page_gets_its_part_when_somebody_sits_down_and_else_nothing(
    game, client, django_assert_max_num_queries
):
    tag = tag_of(client.get(f"/join/{game.code}/"))
    with django_assert_max_num_queries(3):
        assert follow(client, game, tag).status_code == 304
    free_seat(game.pk, 2)
    answer = follow(client, game, tag)
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    assert answer.content.decode().count("take this seat") == 3
    assert follow(client, game, tag_of(answer)).status_code == 304
    assert not Guest.objects.exclude(seat=None).exists()
    assert "phone" not in client.cookies


def test_it_asks_for_half_an_hour_then_somebody_looks_again(game, client, clock):
    first = client.get(f"/join/{game.code}/")
    since, tag = first.context["since"], tag_of(first)
    assert 'hx-trigger="every 2s"' in first.content.decode()
    clock(FOLLOWED_SECONDS + 5)
    answer = follow(client, game, tag, since)
    assert answer.status_code == 200
    assert "every 2s" not in answer.content.decode()
    assert "See who sits where now" in answer.content.decode()
    assert "every 2s" in client.get(f"/join/{game.code}/").content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("since", ["", "x", "-1", "\0", "9" * 5000, "1e9", "²"])
def test_whatever_stands_in_its_address_it_is_answered(game, client, since):
    assert follow(client, game, since=since).status_code == 200


def test_when_the_game_is_over_it_leads_to_the_result_and_asks_no_more(game, client):
    tag = tag_of(client.get(f"/join/{game.code}/"))
    finish(game)
    assert follow(client, game, tag).headers["HX-Refresh"] == "true"
    assert "every 2s" not in client.get(f"/join/{game.code}/").content.decode()


def test_a_code_that_was_changed_is_one_wrong_code_and_it_asks_no_more(game, client):
    change_code(game.pk)
    answer = follow(client, game)
    assert "every 2s" not in answer.content.decode()
    assert "No game has this code." in answer.content.decode()
    for _ in range(9):
        assert client.get("/join/AAAAAA/").status_code == 404
    assert client.get("/join/AAAAAA/").status_code == 429
    # While others guess, who follows stays where they are.
    game.refresh_from_db()
    assert follow(client, game).status_code == 204


def test_asking_for_parts_is_no_way_around_the_limit_of_guesses(game, client):
    for _ in range(10):
        client.get("/join/AAAAAA/", headers=PART)
    assert client.get(f"/join/{game.code}/").status_code == 429
    assert client.post(f"/join/{game.code}/", {"asks": "2"}).status_code == 429
    assert not Guest.objects.exclude(wants=None).exists()


def test_what_is_no_seat_is_refused(game):
    before = version_of(game)
    for seat in ("4", "0", "-1", "two", "\0", "9" * 5000):
        answer = Client().post(f"/join/{game.code}/", {"asks": seat})
        assert answer.status_code == 409, seat
    assert version_of(game) == before
    assert joining.MAX_WATCHERS == 50
