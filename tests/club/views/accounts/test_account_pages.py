"""Accounts, on the pages of a phone without JavaScript."""

import threading
from dataclasses import replace
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext

from referee.access.games import stream_game, stream_token, visit_of
from referee.access.throttle import Throttle
from referee.club import log_in_attempts
from referee.club.services import passwords
from referee.club.services.accounts import create_account, log_in
from referee.club.services.helping import invite
from referee.club.services.phones import change_id
from referee.club.views import accounts as views
from referee.models import Club, ClubPhone, Guest, Helper, LateTap, Tap
from referee.play.services.joining import join, send_away
from referee.play.signals import game_changed
from tests.club.views.player_pages import known_phone
from tests.factories import OTHER_PHONE, PASSWORD, PHONE, GameFactory, confirm
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone
from tests.rows import first

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

LOG_IN, NEW, CHANGE = "/account/log-in/", "/account/new/", "/account/password/"
KEYS, DELETE = "/account/keys/", "/account/delete/"


@pytest.fixture
def club() -> Club:
    """The club of a phone that has started a game."""
    return GameFactory().night.club


@pytest.fixture
def ana(club: Club) -> User:
    """The account that was made on that phone."""
    return create_account(PHONE, "Ana", PASSWORD)


def field(page: PlainPhone, name: str) -> str | None:
    """What stands in a field, None for nothing at all."""
    (box,) = [box for box in elements(page.page, "input") if attribute(box, "name") == name]
    return attribute(box, "value")


def forms_say(page: PlainPhone) -> list[str]:
    """The faults that the page tells of, at their fields."""
    wrong = [
        box for box in elements(page.page, "input") if attribute(box, "aria-invalid") == "true"
    ]
    return [attribute(box, "name") or "" for box in wrong]


# ------------------------------------------------------------- making one


def test_from_the_clubs_settings_to_an_account_and_to_another_phone(club):
    first = known_phone()
    first.open(f"/club/{club.pk}/settings/")
    assert "the club is lost with this phone" in first.text
    first.follow("Make an account").press("Make the account", name="Ana", password=PASSWORD)
    assert "The account Ana is there." in first.text
    assert first.url == f"/club/{club.pk}/"
    first.follow("Settings")
    assert "Log in with it on another phone, and the club is there too." in first.text
    assert "need not" not in first.text
    second = PlainPhone().open("/").follow("Your club").follow("Log in")
    second.press("Log in", name="ana", password=PASSWORD)
    assert second.url == f"/club/{club.pk}/"
    assert "You are logged in as Ana." in second.text
    assert Helper.objects.get().is_owner


def test_the_browser_is_told_what_the_fields_are_for():
    for address, purposes in (
        (NEW, ["username", "new-password"]),
        (LOG_IN, ["username", "current-password"]),
        (CHANGE, ["username", "current-password", "new-password"]),
    ):
        boxes = list(elements(PlainPhone().open(address).page, "input"))
        told = [attribute(box, "autocomplete") for box in boxes]
        assert [one for one in told if one] == purposes
        hidden = [box for box in boxes if "password" in (attribute(box, "name") or "")]
        assert {attribute(box, "type") for box in hidden} == {"password"}


@pytest.mark.parametrize(
    ("typed", "wrong", "said"),
    [
        ({"name": "", "password": ""}, ["name", "password"], "Write the name of the account."),
        ({"name": "Ana", "password": ""}, ["password"], "Write the password."),
        ({"name": "x" * 41, "password": PASSWORD}, ["name"], "41 characters; 40 are the most"),
        ({"name": "Ana", "password": "short"}, ["password"], "too short"),
        ({"name": "Ana", "password": "password1"}, ["password"], "too common"),
        ({"name": "Ana", "password": "4711471147"}, ["password"], "entirely numeric"),
        ({"name": "Anastasia", "password": "anastasia1"}, ["password"], "too similar"),
        ({"name": "Ana", "password": "sushiscore1"}, ["password"], "too much like a name"),
        ({"name": "Ana", "password": "x" * 1001}, ["password"], "at most 1000 characters"),
        ({"name": "A\0na", "password": PASSWORD}, ["name"], "Null characters"),
    ],
)
def test_what_is_wrong_is_said_where_it_stands_and_the_name_stays(typed, wrong, said):
    page = PlainPhone().open(NEW).press("Make the account", **typed)
    assert page.response.status_code == 400
    assert said in page.text
    assert forms_say(page) == wrong
    assert (field(page, "name") or "") == typed["name"]
    assert not field(page, "password")
    assert not User.objects.exists()


def test_the_names_in_ones_club_are_no_passwords(club):
    club.name = "The Rolling Nigiri"
    club.save()
    club.players.create(name="Wilhelmina")
    for wrong in ("rollingnigiri", "wilhelmina7"):
        page = known_phone().open(NEW).press("Make the account", name="Ana", password=wrong)
        assert "too much like a name that others at the table know" in page.text
        assert forms_say(page) == ["password"]
    stranger = PlainPhone().open(NEW)
    stranger.press("Make the account", name="Ana", password="wilhelmina7")
    assert User.objects.count() == 1


def test_strangers_learn_no_names_by_trying_new_passwords(club, ana):
    club.name = "The Rolling Nigiri"
    club.save()
    page = PlainPhone().open(CHANGE)
    page.press("Change it", name="Ana", password="wrong", new_password="rollingnigiri")
    assert forms_say(page) == ["password"]
    page.press("Change it", name="Ana", password=PASSWORD, new_password="rollingnigiri")
    assert forms_say(page) == ["new_password"]
    assert User.objects.get().check_password(PASSWORD)


def test_so_many_names_are_tried_from_one_address_and_in_all(clock, monkeypatch):
    """One that is taken counts, and what is mistyped does not."""
    for password, statuses in (("short", [400] * 5), (PASSWORD, [302] + [400] * 19)):
        typed = {"name": "Name", "password": password}
        assert [Client().post(NEW, typed).status_code for _ in statuses] == statuses
    taken = Client().post(NEW, {"name": "Name", "password": PASSWORD})
    assert "already" not in taken.content.decode()
    page = PlainPhone().open(NEW).press("Make the account", name="Ana", password=PASSWORD)
    assert page.response.status_code == 429
    assert 0 < int(page.response.headers["Retry-After"]) <= 3600
    assert "Wait 60 minutes, then type the password again." in page.text
    assert field(page, "name") == "Ana"
    assert not field(page, "password")
    assert User.objects.count() == 1
    typed = {"name": "Ana", "password": PASSWORD}
    monkeypatch.setattr(views, "ALL_NEW_ACCOUNTS", Throttle("all-new-accounts", 21, 3600))
    assert Client(REMOTE_ADDR="192.0.2.7").post(NEW, typed).status_code == 302
    typed["name"] = "Ben"
    assert Client(REMOTE_ADDR="192.0.2.8").post(NEW, typed).status_code == 429
    clock(3601)
    assert Client().post(NEW, typed).status_code == 302


@pytest.mark.parametrize("address", [NEW, LOG_IN, CHANGE, KEYS, DELETE])
def test_while_too_many_others_wait_one_is_asked_to_try_again(ana, monkeypatch, address):
    monkeypatch.setattr(passwords, "_places", threading.BoundedSemaphore(1))
    typed = {"name": "Ben" if address == NEW else "Ana", "password": PASSWORD}
    with passwords.turn_to_hash():
        answer = Client().post(address, {**typed, "new_password": "nineteen dumplings"})
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert "Wait a moment, then try again." in answer.content.decode()


def test_a_name_that_is_taken_is_said_to_be(ana):
    page = PlainPhone().open(NEW).press("Make the account", name="ANA", password=PASSWORD)
    assert "There is an account “ANA” already." in page.text
    assert User.objects.count() == 1
    assert not ClubPhone.objects.exclude(phone=PHONE).exists()


def test_a_password_of_spaces_around_words_is_kept_whole(club):
    first = known_phone()
    first.open(NEW).press("Make the account", name="Ana", password="  two spaces ")
    assert User.objects.get().check_password("  two spaces ")


# ------------------------------------------------------------- logging in


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Ana", "something else"),
        ("Nobody", PASSWORD),
        ("x" * 5000, PASSWORD),
        ("\u200b", PASSWORD),
        ("' OR 1=1 --", "' OR 1=1 --"),
    ],
)
def test_a_wrong_name_and_a_wrong_password_look_the_same(ana, name, password):
    page = PlainPhone().open(LOG_IN).press("Log in", name=name, password=password)
    assert page.response.status_code == 400
    assert "The name or the password is wrong." in page.text
    assert field(page, "name") == name
    assert not field(page, "password")
    assert not ClubPhone.objects.exclude(phone=PHONE).exists()
    assert "phone" not in page.client.cookies


RIGHT = {"name": "Ana", "password": PASSWORD}


def try_wrong(times: int) -> int:
    """Types a wrong password so often; returns the last answer's status."""
    wrong = {"name": "Ana", "password": "something else"}
    return [Client().post(LOG_IN, wrong).status_code for _ in range(times)][-1]


def test_after_five_wrong_passwords_the_right_one_has_to_wait_too(ana):
    assert try_wrong(4) == 400
    page = PlainPhone().open(LOG_IN).press("Log in", name="ANA", password="wrong once more")
    for password in ("wrong again", PASSWORD):
        assert page.response.status_code == 429
        assert "The password was wrong too often. Wait 15 minutes, then try again." in page.text
        assert 890 < int(page.response.headers["Retry-After"]) <= 900
        assert field(page, "name")
        page.press("Log in", name="Ana", password=password)
    assert page.response.status_code == 429
    assert not ClubPhone.objects.exclude(phone=PHONE).exists()


def test_the_server_answers_who_has_to_wait_as_the_tests_are_answered(ana):
    """It runs the views from an event loop, in which the middleware goes another way."""
    try_wrong(5)
    answer = async_to_sync(AsyncClient().post)(LOG_IN, RIGHT)
    assert answer.status_code == 429
    assert "The password was wrong too often." in answer.content.decode()


def test_another_name_and_another_address_need_not_wait(ana):
    try_wrong(5)
    create_account(OTHER_PHONE, "Ben", PASSWORD)
    assert Client().post(LOG_IN, {**RIGHT, "name": "Ben"}).status_code == 302
    assert Client(REMOTE_ADDR="192.0.2.7").post(LOG_IN, RIGHT).status_code == 302


def test_the_wait_grows_shorter_and_is_over(ana, clock):
    try_wrong(5)
    page = PlainPhone().open(LOG_IN)
    clock(13.5 * 60)
    page.press("Log in", name="Ana", password=PASSWORD)
    assert "Wait 2 minutes," in page.text
    clock(14.5 * 60)
    page.press("Log in", name="Ana", password=PASSWORD)
    assert "Wait 1 minute," in page.text
    clock(15 * 60 + 1)
    page.press("Log in", name="Ana", password=PASSWORD)
    assert page.response.status_code == 200
    assert page.url.startswith("/club/")


def test_a_clock_that_is_set_back_makes_nobody_wait_longer(ana, clock):
    try_wrong(5)
    page = PlainPhone().open(LOG_IN)
    clock(-3600)
    page.press("Log in", name="Ana", password=PASSWORD)
    assert page.url.startswith("/club/")


def test_right_passwords_of_one_address_are_limited_too_on_every_page(ana, monkeypatch):
    few = replace(log_in_attempts.RIGHT_PASSWORDS, most=3)
    monkeypatch.setattr(log_in_attempts, "RIGHT_PASSWORDS", few)
    assert Client().post(LOG_IN, RIGHT).status_code == 302
    assert Client().post(KEYS, RIGHT).status_code == 200
    assert Client().post(DELETE, RIGHT).status_code == 200
    for address in (LOG_IN, KEYS, DELETE, CHANGE):
        waits = Client().post(address, {**RIGHT, "new_password": "nineteen dumplings"})
        assert waits.status_code == 429, address
        assert 890 < int(waits.headers["Retry-After"]) <= 900
        words = "Many have logged in from this network lately. Wait 15 minutes, then try again."
        assert words in waits.content.decode()
    assert Client(REMOTE_ADDR="192.0.2.7").post(LOG_IN, RIGHT).status_code == 302


@pytest.mark.parametrize("way", [NEW, LOG_IN, CHANGE])
def test_the_token_against_forgery_is_another_one_afterwards(club, way):
    create_account(OTHER_PHONE, "Ana", PASSWORD)
    page = known_phone()
    page.open(way)
    before = page.client.cookies["csrftoken"].value
    typed = {"name": "Ben" if way == NEW else "Ana", "password": PASSWORD}
    typed |= {"new_password": "nineteen dumplings"} if way == CHANGE else {}
    page.press({NEW: "Make the account", LOG_IN: "Log in", CHANGE: "Change it"}[way], **typed)
    assert page.client.cookies["csrftoken"].value != before


@pytest.mark.slow
def test_many_names_from_one_address_wait_as_well_and_a_home_is_one_in_ipv6(ana):
    for end in range(20):
        wrong = {"name": f"Name {end}", "password": PASSWORD}
        answer = Client(REMOTE_ADDR=f"2001:db8::{end:x}").post(LOG_IN, wrong)
        assert answer.status_code == (429 if end == 19 else 400)
    assert Client(REMOTE_ADDR="2001:db8::ffff").post(LOG_IN, RIGHT).status_code == 429
    assert Client(REMOTE_ADDR="2001:db8:0:1::1").post(LOG_IN, RIGHT).status_code == 302


def test_a_right_password_forgives_the_wrong_ones_before_it(ana):
    try_wrong(4)
    assert Client().post(LOG_IN, RIGHT).status_code == 302
    assert try_wrong(4) == 400


@pytest.mark.slow
def test_a_right_password_does_not_forgive_what_was_tried_of_other_names(ana):
    for number in range(19):
        Client().post(LOG_IN, {"name": f"Name {number}", "password": PASSWORD})
    assert Client().post(LOG_IN, {"name": "Ana", "password": PASSWORD}).status_code == 302
    assert Client().post(LOG_IN, {"name": "Ben", "password": PASSWORD}).status_code == 429


def test_nothing_is_stored_of_a_wrong_log_in_and_the_log_names_nobody(ana, caplog):
    wrong = {"name": "Ana", "password": "mistyped secret", "new_password": "other secret 17"}
    with CaptureQueriesContext(connection) as asked:
        for address in (LOG_IN, CHANGE) * 3:
            Client().post(address, wrong)
    assert not [one for one in asked if not one["sql"].startswith("SELECT")]
    assert [table for table in connection.introspection.table_names() if "axes" in table] == []
    assert "too many wrong passwords" in caplog.text
    assert not any(word in caplog.text for word in ("secret", "Ana", "ana", "127.0.0.1"))


@pytest.mark.skipif(bool(settings.REDIS_URL), reason="the test's clock is not that of Redis")
def test_what_was_tried_is_forgotten_within_a_day(ana, clock):
    try_wrong(4)
    counts = caches["counts"]
    (kept,) = [key for key in counts._cache if "wrong-passwords-of-name" in key and "since" in key]
    assert "ana" not in kept.lower()
    clock(24 * 3600)
    assert counts.get(kept.removeprefix(":1:")) is None


def test_a_name_that_nobody_has_is_as_much_work(ana, monkeypatch, settings):
    settings.PASSWORD_HASHERS = ["referee.club.services.passwords.Argon2"]
    ana.set_password(PASSWORD)
    ana.save()
    hashed = []
    for method in ("encode", "verify"):
        real = getattr(passwords.Argon2, method)
        monkeypatch.setattr(
            passwords.Argon2,
            method,
            lambda self, *of, real=real: hashed.append(of) or real(self, *of),
        )
    for name in ("Ana", "Nobody"):
        Client().post(LOG_IN, {"name": name, "password": "something else"})
    assert len(hashed) == 2


def test_the_phones_own_club_goes_with_the_account_only_where_that_is_ticked(ana):
    own = GameFactory(phone=OTHER_PHONE).night.club
    page = known_phone(OTHER_PHONE)
    page.open(LOG_IN).press("Log in", name="Ana", password=PASSWORD)
    assert not own.helpers.exists()
    page.open(f"/club/{own.pk}/settings/").follow("Use an account I have")
    page.press("Log in", name="Ana", password=PASSWORD)
    assert own.helpers.get().account == ana


def test_an_account_without_a_club_says_so(ana):
    Helper.objects.all().delete()
    GameFactory(phone=OTHER_PHONE)
    page = known_phone(OTHER_PHONE)
    page.open(LOG_IN).press("Log in", name="Ana", password=PASSWORD)
    assert "This account keeps no club yet." in page.text


# ------------------------------------------------------------- another id


@pytest.mark.parametrize("way", first(1, [NEW, LOG_IN, CHANGE]))
def test_whoever_knew_the_old_cookie_is_a_stranger_afterwards(club, way):
    """And all that the phone had goes with it."""
    game = club.nights.get().games.get()
    other = GameFactory(phone=OTHER_PHONE)  # at which the phone is a guest
    join(other.pk, PHONE, 2)
    create_account(OTHER_PHONE, "Ana", PASSWORD)
    one = {"id": str(uuid4()), "round": 1, "seat": 2, "do": "add:tempura"}
    taps = f"/api/v1/games/{other.pk}/taps/"
    thief, owner = phone(PHONE), phone(PHONE)
    sent = owner.post(taps, {"taps": [one]}, content_type="application/json")
    assert sent.json()["taken"] == [one["id"]]
    streams = [stream_token(visit_of(PHONE, it.pk)) for it in (game, other)]
    typed = {"name": "Ben" if way == NEW else "Ana", "password": PASSWORD}
    assert owner.post(way, {**typed, "new_password": "nineteen dumplings"}).status_code == 302

    new = owner.cookies["phone"].value.partition(":")[0]
    assert new != PHONE
    for model in (ClubPhone, Guest, Tap):
        assert not model.objects.filter(phone=PHONE).exists()
    for page in (f"/club/{club.pk}/", f"/g/{game.pk}/table/", f"/g/{other.pk}/table/"):
        assert thief.get(page).status_code == 404
        assert owner.get(page).status_code == 200
    assert [stream_game(token) for token in streams] == [None, None]
    # What waited on the phone is known again, and can be undone.
    again = owner.post(taps, {"taps": [one]}, content_type="application/json")
    assert again.json()["taken"] == [one["id"]]
    undo = {"id": str(uuid4()), "round": 1, "seat": 2, "do": "undo:"}
    owner.post(taps, {"taps": [undo]}, content_type="application/json")
    assert Tap.objects.get(pk=one["id"]).undone_by_id
    assert thief.post(taps, {"taps": [one]}, content_type="application/json").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("way", [NEW, LOG_IN, CHANGE])
def test_who_did_not_hear_the_answer_keeps_clubs_and_seats(club, way):
    """A button that was pressed twice: the browser drops the first answer, and its cookie."""
    game = GameFactory(phone=OTHER_PHONE)
    join(game.pk, PHONE, 2)
    create_account(OTHER_PHONE, "Ana", PASSWORD)
    first, second = phone(PHONE), phone(PHONE)
    typed = {"name": "Ben" if way == NEW else "Ana", "password": PASSWORD}
    first.post(way, {**typed, "new_password": "nineteen dumplings"})
    if way == CHANGE:
        typed["password"] = "nineteen dumplings"
    for _ in range(2):
        assert second.post(LOG_IN, typed).status_code == 302
        for page in (f"/club/{club.pk}/", f"/g/{game.pk}/table/"):
            assert second.get(page).status_code == 200
    # Another account's log-in does not find them.
    create_account("a third phone", "Cem", PASSWORD)
    thief = phone(PHONE)
    assert thief.post(LOG_IN, {"name": "Cem", "password": PASSWORD}).status_code == 302
    assert thief.get(f"/club/{club.pk}/").status_code == 404


def test_who_did_not_hear_the_answer_and_has_begun_anew_gets_one_more_id(club, ana):
    first, second = phone(PHONE), phone(PHONE)
    for one in (first, second):
        one.post(LOG_IN, {"name": "Ana", "password": PASSWORD})
        assert one.get(f"/club/{club.pk}/").status_code == 200
        join(GameFactory(phone=OTHER_PHONE).pk, PHONE, 2)
    third = phone(PHONE)
    assert third.post(LOG_IN, {"name": "Ana", "password": PASSWORD}).status_code == 302
    assert not Guest.objects.filter(phone=PHONE).exists()
    assert Guest.objects.values("phone").distinct().count() == 2


def test_a_tap_that_came_too_late_and_a_phone_that_was_sent_away_go_with_it(club, ana):
    game = GameFactory(phone=OTHER_PHONE)
    join(game.pk, PHONE, 2)
    confirm(game, 1)
    one = {"id": str(uuid4()), "round": 1, "seat": 2, "do": "add:tempura"}
    owner = phone(PHONE)
    owner.post(f"/api/v1/games/{game.pk}/taps/", {"taps": [one]}, content_type="application/json")
    send_away(game.pk, game.guests.get().pk)
    owner.post(LOG_IN, {"name": "Ana", "password": PASSWORD})
    assert owner.get(f"/g/{game.pk}/table/").status_code == 404
    assert owner.get(f"/join/{game.code}/").status_code == 403
    assert not LateTap.objects.filter(phone=PHONE).exists()


def test_open_streams_are_asked_again_who_they_are(club, django_capture_on_commit_callbacks):
    heard = []

    def hear(**news):
        heard.append((news["game_id"], news["access_changed"]))

    game_changed.connect(hear)
    with django_capture_on_commit_callbacks(execute=True):
        change_id(PHONE, "another id")
    game_changed.disconnect(hear)
    assert heard == [(club.nights.get().games.get().pk, True)]


def test_another_id_costs_a_few_questions_however_many_games(club, django_assert_num_queries):
    for _ in range(3):
        GameFactory()
    with django_assert_num_queries(8):  # two are the transaction's own
        change_id(PHONE, "another id")


# ------------------------------------------------------------- logging out, another password


def logged_in(account: User) -> PlainPhone:
    """Another phone on which somebody is logged in."""
    log_in(name := str(uuid4()), account)
    return known_phone(name)


def test_logging_out_takes_the_club_from_this_phone(club, ana):
    page = logged_in(ana).open(f"/club/{club.pk}/settings/")
    assert "You are logged in as Ana ." in page.text
    token = page.client.cookies["csrftoken"].value
    page.press("Log out")
    assert page.client.cookies["csrftoken"].value != token
    assert "You are logged out on this phone." in page.text
    gone = page.open(f"/club/{club.pk}/")
    assert gone.response.status_code == 404
    assert "If you have an account, log in." in gone.text
    assert gone.follow("Log in").heading == "Log in"


def test_nobody_is_logged_out_by_a_link(club, ana):
    page = logged_in(ana)
    assert page.client.get("/account/log-out/").status_code == 405
    assert page.open(f"/club/{club.pk}/").response.status_code == 200


def test_another_password_is_asked_for_the_old_one(club, ana):
    page, other = logged_in(ana), logged_in(ana)
    page.open(f"/club/{club.pk}/settings/").follow("Change the password")
    assert field(page, "name") == "Ana"
    page.press("Change it", password="wrong", new_password="nineteen dumplings")
    assert "The name or the password is wrong" in page.text
    assert forms_say(page) == ["password"]
    page.press("Change it", password=PASSWORD, new_password="short")
    assert forms_say(page) == ["new_password"]
    page.press("Change it", password=PASSWORD, new_password="nineteen dumplings")
    assert "The password is changed. All other phones are logged out." in page.text
    assert page.open(f"/club/{club.pk}/").response.status_code == 200
    assert other.open(f"/club/{club.pk}/").response.status_code == 404
    assert Client().post(LOG_IN, {"name": "Ana", "password": PASSWORD}).status_code == 400


def test_guessing_the_old_password_is_limited_as_well(ana):
    typed = {"name": "Ana", "password": "wrong", "new_password": "nineteen dumplings"}
    assert [Client().post(CHANGE, typed).status_code for _ in range(5)] == [400] * 4 + [429]
    assert try_wrong(1) == 429


# ------------------------------------------------------------- invitations


@pytest.mark.parametrize("address", [LOG_IN, CHANGE])
def test_a_password_that_is_changed_while_it_is_looked_at_is_wrong(ana, monkeypatch, address):
    """Else who knew the old one would stay in."""
    looked = log_in_attempts.account_of_password

    def slowly(name: str, password: str) -> User | None:
        found = looked(name, password)
        User.objects.update(password=make_password("nineteen dumplings"))
        return found

    monkeypatch.setattr(log_in_attempts, "account_of_password", slowly)
    client = Client()
    typed = {"name": "Ana", "password": PASSWORD, "new_password": "twenty dumplings"}
    answer = client.post(address, typed)
    assert answer.status_code == 400
    assert "The name or the password is wrong." in answer.content.decode()
    assert User.objects.get().check_password("nineteen dumplings")
    assert not ClubPhone.objects.exclude(account=None).exists()


def test_an_invitation_is_taken_with_a_new_account(club):
    club.name = "The Belt"
    club.save()
    page = PlainPhone().open(f"/club/invited/{invite(club).pk}/")
    assert "With running this club: The Belt" in page.text
    page.follow("Make an account")
    assert "Then you help to run: The Belt" in page.text
    page.press("Make the account", name="", password=PASSWORD)
    page.press("Make the account", name="Ben", password=PASSWORD)
    assert page.url == f"/club/{club.pk}/"
    assert not Helper.objects.get(account__username="ben").is_owner
    assert Club.objects.count() == 1


def test_an_invitation_is_taken_by_logging_in(club):
    ben = create_account(OTHER_PHONE, "Ben", PASSWORD)
    page = PlainPhone().open(f"/club/invited/{invite(club).pk}/").follow("I have an account")
    page.press("Log in", name="Ben", password=PASSWORD)
    assert page.url == f"/club/{club.pk}/"
    assert Helper.objects.get(club=club).account == ben


def test_who_is_logged_in_takes_an_invitation_in_one_tap(club):
    ben = create_account(OTHER_PHONE, "Ben", PASSWORD)
    page = logged_in(ben).open(f"/club/invited/{invite(club).pk}/")
    page.press("Help as Ben")
    assert page.url == f"/club/{club.pk}/"
    assert ClubPhone.objects.filter(club=club, account=ben).count() == 1


@pytest.mark.parametrize("address", [LOG_IN, NEW])
def test_an_invitation_that_can_be_none_is_not_looked_for(client, address):
    """PostgreSQL would not even take the question."""
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address, {"invitation": "a\0"}).status_code == 200
        assert client.post(address, {"invitation": "a\0"}).status_code == 400
    assert not [query for query in asked if "referee_invitation" in query["sql"]]


def test_an_invitation_that_was_used_is_over(club):
    address = f"/club/invited/{invite(club).pk}/"
    first, second = PlainPhone().open(address), PlainPhone().open(address)
    second.follow("Make an account")
    first.follow("Make an account").press("Make the account", name="Ben", password=PASSWORD)
    second.press("Make the account", name="Cem", password=PASSWORD)
    assert "This invitation has been used, or withdrawn." in second.text
    assert not Helper.objects.filter(account__username="cem", club=club).exists()
    third = PlainPhone().open(address)
    assert third.response.status_code == 410
    assert third.heading == "This invitation is over"
    assert third.client.post(address).status_code == 403  # without a token against forgery
    assert Client().post(address).status_code == 410


def test_an_invitation_that_there_is_not_opens_nothing(club):
    assert Client().get(f"/club/invited/{'A' * 32}/").status_code == 404
    page = PlainPhone().open(f"{NEW}?invitation={'A' * 32}")
    assert page.heading == "Make an account"
    page.press("Make the account", name="Ben", password=PASSWORD)
    assert not Helper.objects.filter(club=club).exists()


def test_who_runs_the_club_is_told_that_the_invitation_is_for_others(club):
    ana = create_account(PHONE, "Ana", PASSWORD)
    token = invite(club).pk
    for page in (known_phone(), logged_in(ana)):
        page.open(f"/club/invited/{token}/")
        assert "You run this club already." in page.text
        assert not page.buttons()


def test_a_phone_is_logged_in_with_one_account_at_a_time(club, ana):
    ben = create_account(OTHER_PHONE, "Ben", PASSWORD)
    page = logged_in(ana)
    page.open(LOG_IN).press("Log in", name="Ben", password=PASSWORD)
    assert page.open(f"/club/{club.pk}/").response.status_code == 404
    log_in(OTHER_PHONE, ben)
    assert not Helper.objects.filter(account=ben, club=club).exists()
