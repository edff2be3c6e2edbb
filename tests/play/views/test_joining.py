"""Coming to a table by its code: on a plain phone, and by guessing."""

import pytest
from django.core.cache import cache
from django.test import Client

from referee.access import throttle
from referee.models import Game, Guest
from referee.play.services import joining
from referee.play.services.joining import change_code, join, send_away
from tests.factories import PHONE, GameFactory, version_of
from tests.play.views.plain_phone import PlainPhone, phone

pytestmark = pytest.mark.django_db

BEN = "phone of Ben"


@pytest.fixture(autouse=True)
def fresh_throttle():
    cache.clear()


@pytest.fixture
def game() -> Game:
    """A game of three."""
    return GameFactory(setup__number=3)


def wrong(client: Client, times: int = 1, **more: str) -> list[int]:
    """Tries as many wrong codes; returns the answers' statuses."""
    return [client.get("/join/AAAAAA/", **more).status_code for _ in range(times)]


# ------------------------------------------------------------- a plain phone


def test_a_phone_joins_by_the_link_and_enters_its_own_cards(game):
    ben = PlainPhone().open(f"/join/{game.code}/")
    answer = ben.client.post(
        f"/join/{game.code}/",
        {"seat": "2", "csrfmiddlewaretoken": ben.client.cookies["csrftoken"].value},
    )
    assert (answer.status_code, answer.url) == (302, f"/g/{game.pk}/")
    ben.open(answer.url)
    assert ben.url == f"/g/{game.pk}/r/1/2/"
    ben.enter("tempura")
    assert ben.heading.startswith("Ben 1 of")


def test_who_only_looks_at_the_seats_has_not_joined(game):
    client = Client()
    assert client.get(f"/join/{game.code}/").status_code == 200
    assert "phone" not in client.cookies
    assert not Guest.objects.exists()


@pytest.mark.parametrize("typed", ["{0}", " {0} ", "{1}", "{2}", "{3}"])
def test_a_code_that_is_typed_leads_to_the_seats(game, typed):
    code = game.code
    text = typed.format(code, code.lower(), f"{code[:3]} {code[3:]}", f"{code[:3]}-{code[3:]}")
    answer = Client().get("/join/", {"code": text}, follow=True)
    assert answer.status_code == 200
    assert [name for name in ("Ana", "Ben", "Cem") if name in answer.content.decode()] == [
        "Ana",
        "Ben",
        "Cem",
    ]


@pytest.mark.parametrize("code", ["AAAAAA", "-", "☃", "A" * 300, "%00", "..", "%2e%2e", "<b>"])
def test_a_wrong_code_is_answered_with_the_question_again(game, code):
    answer = Client().get("/join/", {"code": code}, follow=True)
    assert answer.status_code == 404
    assert "No game has this code." in answer.content.decode()
    assert "Ana" not in answer.content.decode()


@pytest.mark.parametrize("seat", ["2", "4", "0", "-1", "two", "\0", "9" * 5000])
def test_a_seat_that_cannot_be_had_is_refused_in_words(game, seat):
    join(game.pk, BEN, 2)
    answer = Client().post(f"/join/{game.code}/", {"seat": seat})
    assert answer.status_code == 409
    assert "This seat is taken." in answer.content.decode()
    assert (Guest.objects.count(), version_of(game)) == (1, 1)


def test_the_form_of_another_site_lets_nobody_in(game):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(f"/join/{game.code}/", {"seat": "2"}).status_code == 403
    assert not Guest.objects.exists()


def test_who_was_sent_away_is_told_so_and_stays_out(game):
    join(game.pk, BEN, 2)
    send_away(game.pk, Guest.objects.get().pk)
    for answer in (
        phone(BEN).get(f"/join/{game.code}/"),
        phone(BEN).post(f"/join/{game.code}/", {"seat": "2"}),
    ):
        assert answer.status_code in (403, 409)
        assert "The host has sent this phone away" in answer.content.decode()
    assert phone(BEN).get(f"/g/{game.pk}/").status_code == 404


def test_the_page_of_a_code_that_was_changed_is_that_of_a_wrong_one(game):
    old = game.code
    change_code(game.pk)
    assert Client().get(f"/join/{old}/").status_code == 404
    assert Client().post(f"/join/{old}/", {"seat": "2"}).status_code == 404
    assert not Guest.objects.exists()


# ------------------------------------------------------------- guessing


def test_ten_wrong_codes_are_answered_and_the_eleventh_has_to_wait(client):
    assert wrong(client, 11) == [404] * 10 + [429]
    answer = client.get("/join/AAAAAA/")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert "Wait a minute" in answer.content.decode()


def test_who_has_to_wait_gets_in_with_a_right_code_neither(client, game):
    wrong(client, 10)
    assert client.get(f"/join/{game.code}/").status_code == 429
    assert client.post(f"/join/{game.code}/", {"seat": "2"}).status_code == 429
    assert not Guest.objects.exists()


@pytest.mark.parametrize("way", ["get", "head", "post"])
def test_every_way_of_guessing_counts(client, way):
    statuses = [getattr(client, way)("/join/AAAAAA/").status_code for _ in range(11)]
    assert statuses == [404] * 10 + [429]


def test_a_new_phone_or_another_name_of_the_sender_is_no_way_around(game):
    for number in range(10):
        wrong(Client(), REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=f"10.9.9.{number}")
    assert wrong(phone(PHONE), REMOTE_ADDR="10.0.0.1") == [429]


def test_another_address_need_not_wait(client, game):
    wrong(client, 10, REMOTE_ADDR="10.0.0.1")
    assert wrong(client, REMOTE_ADDR="10.0.0.1") == [429]
    assert wrong(client, REMOTE_ADDR="10.0.0.2") == [404]
    assert client.get(f"/join/{game.code}/", REMOTE_ADDR="10.0.0.2").status_code == 200


def test_right_codes_are_not_counted(client, game):
    for _ in range(15):
        assert client.get(f"/join/{game.code}/").status_code == 200
    assert wrong(client, 10) == [404] * 10


def test_who_waits_a_minute_may_try_again(client, game, monkeypatch):
    now = 1_000_000.0
    monkeypatch.setattr(throttle.time, "time", lambda: now)
    assert wrong(client, 4) == [404] * 4
    now += 30
    assert wrong(client, 7) == [404] * 6 + [429]
    assert client.get("/join/AAAAAA/").headers["Retry-After"] == "30"
    now += 29.5
    assert wrong(client) == [429]
    now += 1
    assert client.get(f"/join/{game.code}/").status_code == 200
    assert wrong(client, 11) == [404] * 10 + [429]


def test_a_clock_that_is_set_back_makes_nobody_wait(client, game, monkeypatch):
    now = 1_000_000.0
    monkeypatch.setattr(throttle.time, "time", lambda: now)
    assert wrong(client, 11) == [404] * 10 + [429]
    now -= 3600
    assert wrong(client, 11) == [404] * 10 + [429]
    assert client.get("/join/AAAAAA/").headers["Retry-After"] == "60"


def guess_from_many_addresses(client, times: int) -> None:
    for number in range(times):
        wrong(client, REMOTE_ADDR=f"10.1.{number // 250}.{number % 250}")


def test_who_guesses_from_many_addresses_has_one_try_from_each(client, game, monkeypatch):
    monkeypatch.setattr(joining, "ALL_WRONG_CODES", throttle.Throttle("all", most=20, seconds=60))
    guess_from_many_addresses(client, 20)
    assert wrong(client, 2, REMOTE_ADDR="10.2.0.1") == [404, 429]
    assert wrong(client, REMOTE_ADDR="10.1.0.0") == [429]
    # Whoever types the right code at once still gets in.
    found = client.get(f"/join/{game.code}/", REMOTE_ADDR="10.3.0.1")
    assert found.status_code == 200


def watch(game, address: str) -> int:
    return Client().post(f"/join/{game.code}/", {"seat": ""}, REMOTE_ADDR=address).status_code


def test_one_address_cannot_fill_a_table_with_watchers(game):
    came = [watch(game, "10.0.0.1") for _ in range(23)]
    assert came == [302] * 20 + [409] * 3
    assert watch(game, "10.0.0.2") == 302
    seated = Client().post(f"/join/{game.code}/", {"seat": "2"}, REMOTE_ADDR="10.0.0.1")
    assert seated.status_code == 302


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_the_addresses_of_one_home_count_together(rf, address, counted_as):
    assert throttle.address_of(rf.get("/", REMOTE_ADDR=address)) == counted_as
