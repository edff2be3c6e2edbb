"""What can be changed of a player, as a phone without JavaScript does it."""

from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.urls import reverse

from referee.models import Club, ClubPhone, Game, Player
from referee.play.services.games import Setup, start_game
from tests.club.views.player_pages import address, figures, known, known_phone, play
from tests.factories import OTHER_PHONE, PHONE, GameFactory
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> PlainPhone:
    """The phone that runs the club."""
    return known_phone()


def ask_to_merge(page: PlainPhone, other: str) -> None:
    """Chooses the other entry and presses "Merge": a form that only asks for a page."""
    *_filter, form = (
        one for one in elements(page.page, "form") if attribute(one, "method") == "get"
    )
    offered = {text_of(one): attribute(one, "value") for one in elements(form, "option")}
    page.open(f"{attribute(form, 'action')}?{urlencode({'merge': offered[other]})}")


def test_a_player_is_renamed(host):
    play("Ana", "Ben")
    host.open(address("Ana")).press("Rename", name=" Anna ")
    assert host.heading == "Anna"
    assert known("Anna").seats.count() == 1


def test_a_name_that_is_none_is_refused_beside_the_field(host):
    play("Ana", "Ben")
    host.open(address("Ana"))
    for typed, said in (
        (" ", "Write a name."),
        ("A" * 41, "That is 41 characters; 40 are the most."),
        ("a\tb", "This name contains a character that cannot be shown."),
    ):
        host.press("Rename", name=typed)
        assert host.response.status_code == 409
        (alert,) = [one for one in elements(host.page, "p") if attribute(one, "role") == "alert"]
        assert said in text_of(alert)
        (field,) = [one for one in elements(host.page, "input") if attribute(one, "id") == "name"]
        assert attribute(field, "value") == typed
        assert attribute(field, "aria-describedby") == attribute(alert, "id")
        assert known("Ana")


def test_a_name_that_is_taken_leads_to_merging_and_merging_makes_one(host):
    play("Ana", "Ben")
    play("Anna", "Cem")
    host.open(address("Ana")).press("Rename", name="Anna")
    assert "Anna is another player of this club" in host.text
    host.follow("Are both one person?")
    assert host.heading == "Are Ana and Anna one person?"
    host.press("Yes, both are")
    assert host.heading == "Ana"
    assert "Both are one player now" in host.text
    assert figures(host)["Games"] == "2"
    assert not Player.objects.filter(name="Anna").exists()


def test_the_other_name_can_be_the_one_that_stays(host):
    play("Ana", "Ben")
    play("Anna", "Cem")
    ask_to_merge(host.open(address("Ana")), "Anna")
    host.follow("Keep the name Anna instead").press("Yes, both are")
    assert host.heading == "Anna"
    assert not Player.objects.filter(name="Ana").exists()


def test_merging_is_refused_with_a_clear_answer_before_and_after_the_question(host):
    play("Ana", "Ben")
    start_game(OTHER_PHONE, uuid4(), Setup("sushi-go", ("Cem", "Dan")))
    date = Game.objects.first().night.date  # type: ignore[union-attr]  # it is there
    together = f"sat in one game ({date.day} {date:%B %Y})"
    for other, said in (
        (str(known("Ana").pk), "one and the same player"),
        (str(known("Ben").pk), together),
        (str(known("Cem").pk), "no such player in this club"),
        ("x", "no such player in this club"),
    ):
        for answer in (
            host.client.get(address("Ana"), {"merge": other}),
            phone(PHONE).post(address("Ana"), {"do": "merge", "other": other}),
        ):
            assert answer.status_code == 409
            text = answer.content.decode().replace("<bdi>", "").replace("</bdi>", "")
            assert said.rstrip(".") in text
    assert Player.objects.count() == 4


def test_making_anonymous_is_asked_once_and_then_stays(host):
    play("Ana", "Ben")
    host.open(address("Ana")).follow("Make anonymous")
    assert known("Ana")
    assert host.heading == "Make anonymous?"
    host.press("Take the name away")
    assert host.heading == "Player 1"
    assert "Ana" not in host.text
    assert "Rename" not in host.text
    assert host.open(f"{address('Player 1')}?ask=anonymous").heading == "Player 1"


def test_a_player_is_hidden_and_shown_again(host):
    play("Ana", "Ben")
    host.open(address("Ana")).press("Hide")
    assert known("Ana").is_hidden
    assert "Hidden: not offered for new games" in host.text
    host.press("Show again")
    assert not known("Ana").is_hidden


def test_a_player_is_no_player_of_another_club_of_the_same_phone():
    play("Ana", "Ben")
    other = Club.objects.create()
    ClubPhone.objects.create(club=other, phone=PHONE, is_current=False)
    wrong = reverse("player", args=[other.pk, known("Ana").pk])
    assert phone(PHONE).get(wrong).status_code == 404
    assert phone(PHONE).post(wrong, {"do": "hide"}).status_code == 404
    assert not known("Ana").is_hidden


# ------------------------------------------------------------- off the list


def test_a_player_in_no_game_can_be_taken_off_the_list(host):
    play("Ana", "Ben")
    Player.objects.create(club=Club.objects.get(), name="Benn")
    host.open(address("Benn")).press("Take off the list")
    assert "Benn" not in Player.objects.values_list("name", flat=True)
    assert host.heading == "Players"


def test_a_player_who_sits_in_a_game_stays_on_the_list(host):
    GameFactory()  # which nobody has finished
    page = address("Ana")
    assert "Take off the list" not in phone(PHONE).get(page).content.decode()
    answer = phone(PHONE).post(page, {"do": "remove"})
    assert answer.status_code == 409
    assert "sits in a game" in answer.content.decode()
    assert Player.objects.filter(name="Ana").exists()
