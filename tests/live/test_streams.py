"""Phones at a real server on loopback, with the database file: nothing missed, nobody let in."""

from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError

from referee.club.services.accounts import log_out
from referee.club.services.helping import take_away_phone
from referee.live import endpoint as endpoint_module
from referee.live import stream as stream_module
from referee.live.bus import process_bus
from referee.models import ClubPhone, Guest, Tap
from referee.play.services.joining import join, leave, send_away
from tests.factories import OTHER_PHONE, PHONE, GameFactory, add, version_of, where
from tests.live.serving import (
    Phone,
    address,
    elsewhere,
    serving,
    token_of,
    until,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game():
    """A game whose host has no seat; another phone holds the first one."""
    game = GameFactory()
    join(game.pk, OTHER_PHONE, 1)
    return game


@pytest.fixture
def listen(opened):
    """Opens a stream, for the host unless another phone is named."""

    def open_one(game, phone=PHONE, token="", **how):
        return opened(address(game.pk, token or token_of(phone, game.pk)), **how)

    return open_one


# ------------------------------------------------------------- what is told


def test_the_present_version_comes_at_once_and_then_each_change(game, listen):
    phone = listen(game)
    assert phone.status == 200
    assert phone.version() == version_of(game) == 1
    elsewhere(lambda: add(where(game), "tofu"))
    assert phone.version() == 2
    elsewhere(lambda: add(where(game), "tempura"))
    assert phone.version() == 3


def test_the_answer_is_an_event_stream_that_nobody_keeps_packs_or_holds_back(game, listen):
    phone = listen(game)
    assert phone.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    for word in ("no-cache", "no-store", "no-transform"):
        assert word in phone.headers["Cache-Control"]
    assert phone.headers["X-Accel-Buffering"] == "no"
    assert phone.headers["Content-Encoding"] is None
    assert phone.headers["Set-Cookie"] is None
    first = phone.lines()
    assert first[0].startswith("retry: ")
    assert 500 <= int(first[0].removeprefix("retry: ")) < 1500
    assert first[1:] == ["id: 1", "event: version", "data: 1"]


def test_every_phone_at_the_table_is_told_and_no_other_table(game, listen):
    phones = [listen(game), listen(game, OTHER_PHONE)]
    other = GameFactory(phone="somebody-else")
    bystander = listen(other, "somebody-else")
    assert [phone.version() for phone in (*phones, bystander)] == [1, 1, 0]
    elsewhere(lambda: add(where(game), "tofu"))
    assert [phone.version() for phone in phones] == [2, 2]
    elsewhere(lambda: add(where(other), "tofu"))
    assert bystander.version() == 1


def test_a_change_between_the_check_and_the_first_event_is_not_missed(game, listen, monkeypatch):
    """It is committed when the version has been read, and before the stream could say it."""
    read = stream_module.stream_game

    def reading(token):
        found = read(token)
        if found[1] == 1:
            elsewhere(lambda: add(where(game), "tofu"))
        return found

    monkeypatch.setattr(stream_module, "stream_game", reading)
    phone = listen(game)
    told = [phone.version()]
    while told[-1] != 2:
        told.append(phone.version())
    assert told in ([2], [1, 2])


def test_under_ten_writers_a_reader_never_steps_over_a_number(game, listen):
    phone = listen(game)
    told, first = [], phone.version()

    def follow():
        while not told or told[-1] < first + 50:
            version = phone.version()
            told.append(version)
            # Whoever is told a number finds every change up to it.
            numbers = Tap.objects.filter(number__lte=version).values_list("number", flat=True)
            assert sorted(numbers) == list(range(first + 1, version + 1))

    def write(number):
        for _ in range(5):
            add(where(game, 1 + number % 3), "tofu")

    elsewhere(follow, *(partial(write, number) for number in range(10)))
    assert told == sorted(set(told))
    assert told[-1] == version_of(game)


def test_a_silent_stream_is_kept_alive(game, listen, monkeypatch):
    monkeypatch.setattr(endpoint_module, "KEEP_ALIVE_SECONDS", 0.05)
    phones = [listen(game), listen(game, OTHER_PHONE)]
    for phone in phones:
        assert phone.version() == 1
        assert phone.lines() == ["event: alive", "data: 1"]
        assert phone.lines() == ["event: alive", "data: 1"]


# ------------------------------------------------------------- who is let in


def send_away_the_guest(game):
    send_away(game.pk, Guest.objects.get(phone=OTHER_PHONE).pk)


def take_away_the_helper(game):
    take_away_phone(game.night.club, ClubPhone.objects.get(phone="helper").pk)


@pytest.mark.parametrize(
    ("name", "ends"),
    [
        (OTHER_PHONE, send_away_the_guest),
        (OTHER_PHONE, lambda game: leave(game.pk, OTHER_PHONE)),
        ("helper", take_away_the_helper),
        ("helper", lambda game: log_out("helper")),
    ],
    ids=["sent away", "leaves", "helps no more", "logs out"],
)
def test_who_may_listen_no_more_hears_no_more_and_is_not_let_in_again(game, listen, name, ends):
    helper = User.objects.create(username="helper")
    ClubPhone.objects.create(club=game.night.club, phone="helper", account=helper)
    host, other, token = listen(game), listen(game, name), token_of(name, game.pk)
    assert (host.version(), other.version()) == (1, 1)
    elsewhere(lambda: ends(game))
    assert other.version() is None
    assert listen(game, token=token).status == 403
    elsewhere(lambda: join(game.pk, "third-phone", 2))
    until(lambda: host.version() == version_of(game))


@pytest.mark.parametrize("forged", ["", "x", "%C3%A9", "%FF%00", "a:" * 999])
def test_a_forged_token_is_refused_in_a_few_words(game, opened, served, forged):
    phone = opened(address(game.pk, forged))
    assert phone.status == opened(f"/g/{game.pk}/live/").status == 403
    assert phone.headers["Content-Type"].startswith("text/plain")
    assert phone.text() == "This address opens no stream; load the page again.\n"
    until(lambda: len(served.endpoint) == len(process_bus()) == 0)


def test_a_token_of_another_game_is_refused(game, listen):
    other = GameFactory()
    assert listen(game, token=token_of(PHONE, other.pk)).status == 403


@pytest.mark.parametrize("method", ["POST", "OPTIONS"])
def test_another_method_is_refused_with_those_that_are_not(game, listen, method):
    phone = listen(game, method=method)
    assert (phone.status, phone.headers["Allow"]) == (405, "GET, HEAD")


def test_head_answers_as_get_would_and_ends(game, listen, served):
    phone = listen(game, method="HEAD")
    assert phone.status == 200
    assert phone.headers["Content-Type"].startswith("text/event-stream")
    assert phone.text() == ""
    assert listen(game, token="x", method="HEAD").status == 403
    until(lambda: len(served.endpoint) == 0)


@pytest.mark.parametrize("path", ["/g/nonsense/live/", "/g/{}/live", "/g/{}/live/more/", "/live/"])
def test_an_address_that_is_no_streams_is_djangos_to_answer(game, opened, path):
    phone = opened(path.format(game.pk))
    assert phone.status == 404
    assert "Content-Security-Policy" in phone.headers


# ------------------------------------------------------------- what stays behind


def test_phones_that_have_gone_are_forgotten(game, listen, served):
    phones = [listen(game) for _ in range(6)]
    assert [phone.version() for phone in phones] == [1] * 6
    assert len(served.endpoint) == len(process_bus()) == 6
    for phone in phones[1:]:
        phone.go()
    until(lambda: len(served.endpoint) == len(process_bus()) == 1)
    elsewhere(lambda: add(where(game), "tofu"))
    assert phones[0].version() == 2
    phones[0].go()
    until(lambda: len(served.endpoint) == len(process_bus()) == 0)
    assert served.endpoint._holders == {}


def test_a_server_has_room_for_so_many_streams_and_says_when_to_come_back(game):
    with serving(limit=2) as small:
        path = address(game.pk, token_of(PHONE, game.pk))
        with Phone(small.port, path) as one, Phone(small.port, path) as two:
            assert (one.version(), two.version()) == (1, 1)
            with Phone(small.port, path) as third:
                assert (third.status, third.headers["Retry-After"]) == (503, "10")
        until(lambda: len(small.endpoint) == 0)
        with Phone(small.port, path) as again:
            assert again.status == 200


def test_one_phone_has_room_for_so_many_streams_and_takes_no_others(game, listen, monkeypatch):
    monkeypatch.setattr(endpoint_module, "MAX_STREAMS_PER_PHONE", 2)
    assert [listen(game).version() for _ in range(2)] == [1, 1]
    assert listen(game).status == 503
    assert listen(game, OTHER_PHONE).status == 200


def test_after_a_restart_a_phone_comes_back_to_the_present_version(game):
    path = address(game.pk, token_of(PHONE, game.pk))
    with serving() as first, Phone(first.port, path) as phone:
        port = first.port
        assert phone.version() == 1
    with phone:
        assert len(process_bus()) == 0
    elsewhere(lambda: add(where(game), "tofu", "tempura"))
    with serving(port), Phone(port, path) as again:
        assert again.version() == 3
        elsewhere(lambda: add(where(game), "tofu"))
        assert again.version() == 4


def test_a_database_that_does_not_answer_is_no_reason_to_send_somebody_away(
    game, listen, monkeypatch
):
    def failing(token):
        raise OperationalError("database is locked")

    token = token_of(PHONE, game.pk)
    monkeypatch.setattr(stream_module, "stream_game", failing)
    phone = listen(game, token=token)
    assert (phone.status, phone.headers["Retry-After"]) == (503, "10")
