"""The page of a club's webhooks, on a phone without JavaScript."""

from uuid import uuid4

import pytest

from referee.club.calling import Answer
from referee.club.services.webhooks import make_webhook
from referee.models import Club, Delivery, Webhook
from tests.club.receiving import settle, take_due
from tests.club.views.player_pages import known_phone
from tests.factories import OTHER_PHONE, PHONE, GameFactory, confirm
from tests.play.views.plain_phone import PlainPhone, elements, phone, text_of

pytestmark = pytest.mark.django_db

ADDRESS = "https://hooks.example/sushi"


@pytest.fixture
def club() -> Club:
    return GameFactory().night.club


@pytest.fixture
def page(club: Club) -> PlainPhone:
    return known_phone().open(f"/club/{club.pk}/settings/").follow("Webhooks")


def secrets_on(page: PlainPhone) -> list[str]:
    return [text_of(one) for one in elements(page.page, "code")]


def test_a_webhook_is_made_and_its_secret_shown_once(page, club):
    assert "There is no webhook yet." in page.text
    page.press("Make the webhook", address=ADDRESS)
    made = Webhook.objects.get()
    assert (made.club, made.address, made.events) == (club, ADDRESS, ["game.finished"])
    assert secrets_on(page) == [made.secret]
    page.open(page.url)
    assert "It is told when: a game is finished" in page.text
    assert secrets_on(page) == []


def test_what_is_wrong_stands_at_the_address_and_nothing_is_lost(page):
    for typed, words in (
        ("", "Write the address."),
        ("nothing", "begins with https:// or http://"),
        ("http://192.168.1.7/", "private network"),
        ("https://a.example:22/", "ports 80, 443"),
        ("https://a.example/" + "x" * 500, "at most 500 characters"),
    ):
        page.press("Make the webhook", address=typed)
        assert page.response.status_code == 400
        assert words in page.text
        assert not Webhook.objects.exists()
    page.press("Make the webhook", address=ADDRESS)
    assert Webhook.objects.exists()


def test_a_button_that_was_pressed_twice_makes_one(club):
    form = {"do": "make", "which": "0" * 32, "address": ADDRESS, "events": ["game.finished"]}
    first, second = (phone(PHONE).post(f"/club/{club.pk}/webhooks/", form) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 302)
    assert Webhook.objects.count() == 1


def test_an_id_of_a_webhook_of_others_makes_none(club):
    make_webhook(club, which := uuid4(), ADDRESS, ["game.finished"])
    other = GameFactory(phone=OTHER_PHONE).night.club
    form = {"do": "make", "which": which, "address": ADDRESS, "events": ["game.finished"]}
    assert phone(OTHER_PHONE).post(f"/club/{other.pk}/webhooks/", form).status_code == 404
    assert not other.webhooks.exists()


def test_a_webhook_is_turned_off_on_and_deleted(page):
    page.press("Make the webhook", address=ADDRESS)
    page.press("Turn it off")
    assert "Turned off." in page.text
    assert not Webhook.objects.get().is_on
    page.press("Turn it on")
    assert Webhook.objects.get().is_on
    page.press("Delete it")
    assert not Webhook.objects.exists()


def test_a_test_is_sent_by_a_button_of_a_webhook_that_is_on(page, club):
    page.press("Make the webhook", address=ADDRESS)
    page.press("Send it a test")
    assert "open" in dict(next(elements(page.page, "details")).attributes)
    (sent,) = take_due(9)
    assert (sent.event, sent.webhook) == ("test", Webhook.objects.get())
    settle(sent, Answer(204, ""))
    shown = page.open(page.url).text
    assert "a test" in shown
    assert "· delivered" in shown
    form = {"do": "test", "which": sent.webhook_id}
    page.press("Turn it off")
    assert "Send it a test" not in page.text
    late = phone(PHONE).post(f"/club/{club.pk}/webhooks/", form, follow=True)
    assert "The webhook is turned off." in late.content.decode()
    assert Delivery.objects.count() == 1


def test_what_became_of_a_delivery_is_said_and_it_is_told_again(page, club):
    page.press("Make the webhook", address=ADDRESS)
    Webhook.objects.update(events=["round.confirmed"])
    assert "It has been told nothing yet." in page.open(page.url).text
    confirm(club.nights.get().games.get(), 1)
    (one,) = Delivery.objects.all()
    for answer, tries, words in (
        (None, 0, "waiting"),
        (Answer(204, ""), 1, "delivered"),
        (Answer(500, "status"), 1, "answered with 500; tried once"),
        (Answer(302, "redirect"), 2, "answered with 302, which leads elsewhere; tried 2 times"),
        (Answer(None, "private"), 1, "not called: the address lies in a private network"),
        (Answer(None, "unknown-name"), 1, "the name of the address is not known"),
        (Answer(None, "unreachable"), 1, "nobody answers there"),
        (Answer(None, "certificate"), 1, "the certificate is not valid"),
        (Answer(None, "no-tls"), 1, "no secure connection could be made"),
        (Answer(None, "no-http"), 1, "the answer was not HTTP"),
        (Answer(None, "timed-out"), 7, "given up: no answer within five seconds"),
    ):
        for done in range(tries):
            one.tries = done
            settle(one, answer)
        assert f"· {words}" in page.open(page.url).text
    page.press("Tell it again")
    assert Delivery.objects.get().tries == 0
    assert "· waiting" in page.text
