"""Accounts, on the pages of a phone without JavaScript."""

import datetime

import pytest
from asgiref.sync import async_to_sync
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.models import Club, ClubPhone, Helper
from referee.services.accounts import create_account, log_in
from referee.services.helping import invite
from tests.factories import OTHER_PHONE, PHONE, GameFactory
from tests.views.joining import host_phone
from tests.views.plain_phone import PlainPhone, attribute, elements, phone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

PASSWORD = "seventeen puddings"
LOG_IN, NEW, CHANGE = "/account/log-in/", "/account/new/", "/account/password/"


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
    first = host_phone()
    first.open(f"/club/{club.pk}/settings/")
    assert "the club is lost with this phone" in first.text
    first.follow("Make an account").press("Make the account", name="Ana", password=PASSWORD)
    assert "The account \u2068Ana\u2069 is there." in first.text
    assert first.url == f"/club/{club.pk}/"
    second = PlainPhone().open("/").follow("Your club").follow("Log in")
    second.press("Log in", name="ana", password=PASSWORD)
    assert second.url == f"/club/{club.pk}/"
    assert "You are logged in as \u2068Ana\u2069." in second.text
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
        ({"name": "A\0na", "password": PASSWORD}, ["name"], "Null characters"),
    ],
    ids=["nothing", "no password", "long", "short", "common", "figures", "similar", "null"],
)
def test_what_is_wrong_is_said_where_it_stands_and_the_name_stays(typed, wrong, said):
    page = PlainPhone().open(NEW).press("Make the account", **typed)
    assert page.response.status_code == 400
    assert said in page.text
    assert forms_say(page) == wrong
    assert (field(page, "name") or "") == typed["name"]
    assert not field(page, "password")
    assert not User.objects.exists()


def test_a_name_that_is_taken_is_said_to_be(ana):
    page = PlainPhone().open(NEW).press("Make the account", name="ANA", password=PASSWORD)
    assert "There is an account “\u2068ANA\u2069” already." in page.text
    assert User.objects.count() == 1
    assert not ClubPhone.objects.exclude(phone=PHONE).exists()


def test_a_password_of_spaces_around_words_is_kept_whole(club):
    first = host_phone()
    first.open(NEW).press("Make the account", name="Ana", password="  two spaces ")
    assert User.objects.get().check_password("  two spaces ")


def test_a_phone_that_was_never_here_gets_its_cookie_by_logging_in(club, ana):
    client = Client()
    answer = client.post(LOG_IN, {"name": "Ana", "password": PASSWORD})
    assert answer.status_code == 302
    cookie = answer.cookies["phone"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert client.get(f"/club/{club.pk}/settings/").status_code == 200


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
    ids=["password", "name", "endless", "unseen", "clever"],
)
def test_a_wrong_name_and_a_wrong_password_look_the_same(ana, name, password):
    page = PlainPhone().open(LOG_IN).press("Log in", name=name, password=password)
    assert page.response.status_code == 400
    assert "The name and the password do not go together." in page.text
    assert field(page, "name") == name
    assert not field(page, "password")
    assert not ClubPhone.objects.exclude(phone=PHONE).exists()
    assert "phone" not in page.client.cookies


def try_wrong(page: PlainPhone, times: int, name: str = "Ana") -> PlainPhone:
    page.open(LOG_IN)
    for _ in range(times):
        page.press("Log in", name=name, password="something else")
    return page


def test_after_five_wrong_passwords_the_right_one_has_to_wait_too(ana):
    page = try_wrong(PlainPhone(), 4)
    assert page.response.status_code == 400
    page.press("Log in", name="ANA", password="wrong once more")
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
    try_wrong(PlainPhone(), 5)
    client = AsyncClient()
    answer = async_to_sync(client.post)(LOG_IN, {"name": "Ana", "password": PASSWORD})
    assert answer.status_code == 429
    assert "The password was wrong too often." in answer.content.decode()


def test_another_name_and_another_address_need_not_wait(ana):
    try_wrong(PlainPhone(), 5)
    create_account(OTHER_PHONE, "Ben", PASSWORD)
    assert Client().post(LOG_IN, {"name": "Ben", "password": PASSWORD}).status_code == 302
    right = {"name": "Ana", "password": PASSWORD}
    assert Client(REMOTE_ADDR="192.0.2.7").post(LOG_IN, right).status_code == 302


def earlier(**before: float) -> None:
    """Lets the tries up to now lie further back."""
    then = timezone.now() - datetime.timedelta(**before)
    AccessAttempt.objects.update(attempt_time=then)


def test_the_wait_grows_shorter_and_is_over(ana):
    page = try_wrong(PlainPhone(), 5)
    earlier(minutes=13, seconds=30)
    page.press("Log in", name="Ana", password=PASSWORD)
    assert "Wait 2 minutes," in page.text
    earlier(minutes=14, seconds=30)
    page.press("Log in", name="Ana", password=PASSWORD)
    assert "Wait 1 minute," in page.text
    earlier(minutes=15, seconds=1)
    page.press("Log in", name="Ana", password=PASSWORD)
    assert page.response.status_code == 200
    assert page.url.startswith("/club/")


def test_a_right_password_forgives_the_wrong_ones_before_it(ana):
    page = try_wrong(PlainPhone(), 4)
    page.press("Log in", name="Ana", password=PASSWORD)
    assert not AccessAttempt.objects.exists()
    page = try_wrong(PlainPhone(), 4)
    assert page.response.status_code == 400


def test_wrong_passwords_are_noted_without_the_password(ana):
    wrong = {"name": "Ana", "password": "mistyped secret", "new_password": "other secret 17"}
    for address in (LOG_IN, CHANGE):
        Client().post(address, wrong)
    (noted,) = AccessAttempt.objects.values()
    assert noted["failures_since_start"] == 2
    assert "secret" not in str(noted)


def test_an_address_tells_nobody_in(ana):
    answer = Client().get(LOG_IN, {"name": "Ana", "password": PASSWORD})
    assert answer.status_code == 200
    assert not ClubPhone.objects.exclude(phone=PHONE).exists()
    assert PASSWORD not in answer.content.decode()


def test_the_phones_own_club_goes_with_the_account_only_where_that_is_ticked(ana):
    own = GameFactory(phone=OTHER_PHONE).night.club
    page = PlainPhone()
    page.client.cookies = phone(OTHER_PHONE).cookies
    page.open(LOG_IN).press("Log in", name="Ana", password=PASSWORD)
    assert not own.helpers.exists()
    page.open(f"/club/{own.pk}/settings/").follow("Use an account I have")
    page.press("Log in", name="Ana", password=PASSWORD)
    assert own.helpers.get().account == ana


def test_an_account_without_a_club_says_so(ana):
    Helper.objects.all().delete()
    GameFactory(phone=OTHER_PHONE)
    page = PlainPhone()
    page.client.cookies = phone(OTHER_PHONE).cookies
    page.open(LOG_IN).press("Log in", name="Ana", password=PASSWORD)
    assert "This account keeps no club yet." in page.text


# ------------------------------------------------------------- logging out, another password


def logged_in(account: User) -> PlainPhone:
    """Another phone on which somebody is logged in."""
    page = PlainPhone().open(LOG_IN)
    return page.press("Log in", name=account.first_name, password=PASSWORD)


def test_logging_out_takes_the_club_from_this_phone(club, ana):
    page = logged_in(ana).open(f"/club/{club.pk}/settings/")
    assert "You are logged in as Ana ." in page.text
    page.press("Log out")
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
    assert "do not go together" in page.text
    assert forms_say(page) == ["password"]
    page.press("Change it", password=PASSWORD, new_password="short")
    assert forms_say(page) == ["new_password"]
    page.press("Change it", password=PASSWORD, new_password="nineteen dumplings")
    assert "The password is changed. All other phones are logged out." in page.text
    assert page.open(f"/club/{club.pk}/").response.status_code == 200
    assert other.open(f"/club/{club.pk}/").response.status_code == 404
    assert Client().post(LOG_IN, {"name": "Ana", "password": PASSWORD}).status_code == 400


def test_guessing_the_old_password_is_limited_as_well(ana):
    page = PlainPhone().open(CHANGE)
    for _ in range(5):
        page.press("Change it", name="Ana", password="wrong", new_password="nineteen dumplings")
    assert page.response.status_code == 429
    assert try_wrong(PlainPhone(), 1).response.status_code == 429


# ------------------------------------------------------------- invitations


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


def test_nobody_takes_an_invitation_without_an_account(club):
    address = f"/club/invited/{invite(club).pk}/"
    assert phone(OTHER_PHONE).post(address).status_code == 403
    assert not Helper.objects.exists()


def test_who_runs_the_club_is_told_that_the_invitation_is_for_others(club):
    ana = create_account(PHONE, "Ana", PASSWORD)
    token = invite(club).pk
    for page in (host_phone(), logged_in(ana)):
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
