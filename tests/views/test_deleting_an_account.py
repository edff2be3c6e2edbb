"""An account that is deleted, and what becomes of its clubs."""

import pytest
from django.contrib.auth.models import User

from referee.models import Club, ClubPhone, Helper
from referee.services.accounts import create_account, log_in
from referee.services.helping import invite, take_away_phone, take_invitation
from tests.factories import OTHER_PHONE, PHONE, GameFactory
from tests.views.plain_phone import PlainPhone, phone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

PASSWORD = "seventeen puddings"
TABLET = "tablet of Ana"
DELETE = "/account/delete/"


@pytest.fixture
def ana() -> User:
    """An account, with the club that its phone made and a game, logged in on a tablet too."""
    GameFactory()
    account = create_account(PHONE, "Ana", PASSWORD)
    Club.objects.update(name="Tuesdays")
    log_in(TABLET, account)
    return account


def asked(name: str) -> PlainPhone:
    """The page on a phone, as that of its club's settings leads there."""
    page = PlainPhone()
    page.client.cookies.update(phone(name).cookies)
    page.open("/club/")
    return page.open(f"{page.url}settings/").follow("Delete the account")


def lose_the_first_phone() -> None:
    """From then on the account alone owns its club."""
    row = ClubPhone.objects.get(phone=PHONE)
    take_away_phone(row.club, row.pk)


def test_the_club_stays_with_the_phone_that_made_it(ana):
    page = asked(TABLET)
    assert "Tuesdays" in page.text
    assert "with the phone that made them" in page.text
    assert "Delete these clubs" not in page.text
    page.press("Delete the account", password=PASSWORD)
    assert "The account is deleted." in page.text
    assert not User.objects.exists()
    assert [row.phone for row in ClubPhone.objects.all()] == [PHONE]
    assert Club.objects.get().nights.get().games.count() == 1


def test_a_club_that_nobody_else_owns_stays_on_this_phone(ana):
    lose_the_first_phone()
    page = asked(TABLET)
    assert "Nobody else owns these clubs." in page.text
    assert "Tuesdays 1 game" in page.text
    page.press("Delete the account", password=PASSWORD)
    row = ClubPhone.objects.get()
    assert (row.phone, row.account, row.is_current) == (TABLET, None, True)
    assert phone(TABLET).get(f"/club/{row.club_id}/delete/").status_code == 200


def test_a_club_of_which_this_phone_knows_nothing_comes_to_it(ana):
    lose_the_first_phone()
    GameFactory(phone="another tablet")
    other = ClubPhone.objects.get(phone="another tablet")
    Helper.objects.create(club=other.club, account=ana, is_owner=True)
    other.delete()
    asked(TABLET).press("Delete the account", password=PASSWORD)
    rows = ClubPhone.objects.order_by("-is_current")
    assert [(row.phone, row.account) for row in rows] == [(TABLET, None), (TABLET, None)]


def test_clubs_that_nobody_else_owns_can_go_with_it(ana):
    lose_the_first_phone()
    GameFactory(phone=OTHER_PHONE)
    eves = Club.objects.get(phones__phone=OTHER_PHONE)
    take_invitation(invite(eves).pk, TABLET, ana)
    asked(TABLET).press("Delete the account", password=PASSWORD, with_clubs="on")
    assert list(Club.objects.all()) == [eves]
    assert [row.phone for row in ClubPhone.objects.all()] == [OTHER_PHONE]
    assert not Helper.objects.exists()


@pytest.mark.parametrize("password", ["", "wrong"])
def test_without_the_password_nothing_goes(ana, password):
    page = asked(TABLET).press("Delete the account", password=password)
    assert page.response.status_code == 400
    assert User.objects.get() == ana
    assert ClubPhone.objects.count() == 2


def test_wrong_passwords_are_counted_as_at_log_in(ana):
    client = phone(TABLET)
    statuses = [client.post(DELETE, {"password": "wrong"}).status_code for _ in range(6)]
    assert statuses == [400] * 4 + [429] * 2
    assert client.post(DELETE, {"password": PASSWORD}).status_code == 429
    assert User.objects.exists()


@pytest.mark.parametrize("name", ["", PHONE, OTHER_PHONE])
def test_a_phone_that_is_not_logged_in_is_asked_to_log_in(ana, name):
    ClubPhone.objects.filter(phone=PHONE).update(account=None)
    for answer in (phone(name).get(DELETE), phone(name).post(DELETE, {"password": PASSWORD})):
        assert (answer.status_code, answer.url) == (302, "/account/log-in/")
    assert User.objects.exists()
