"""An account that is deleted, and what becomes of its clubs."""

import pytest
from django.contrib.auth.models import User

from referee.club.services.accounts import create_account, log_in
from referee.club.services.helping import invite, take_away_phone, take_invitation
from referee.models import Club, ClubPhone, Helper
from tests.club.views.player_pages import known_phone
from tests.factories import OTHER_PHONE, PASSWORD, PHONE, GameFactory
from tests.play.views.plain_phone import PlainPhone, phone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

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
    """The last question on a phone, to which its club's settings lead."""
    page = known_phone(name).open("/club/")
    return (
        page.open(f"{page.url}settings/")
        .follow("Delete the account …")
        .press("Continue", name="Ana", password=PASSWORD)
    )


def lose_the_first_phone() -> None:
    """From then on the account alone owns its club."""
    row = ClubPhone.objects.get(phone=PHONE)
    take_away_phone(row.club, row.pk)


def test_the_club_stays_with_the_phone_that_made_it(ana):
    phone(OTHER_PHONE).post(DELETE, {"name": "Ana", "password": "wrong"})
    page = asked(TABLET)
    assert "Tuesdays" in page.text
    assert "with the phone that made them" in page.text
    assert "Delete these clubs" not in page.text
    page.press("Delete the account")
    assert "The account is deleted." in page.text
    assert not User.objects.exists()
    assert [row.phone for row in ClubPhone.objects.all()] == [PHONE]
    assert Club.objects.get().nights.get().games.count() == 1


def test_a_club_that_nobody_else_owns_stays_on_this_phone(ana):
    lose_the_first_phone()
    page = asked(TABLET)
    assert "Nobody else owns these clubs." in page.text
    assert "Tuesdays 1 game" in page.text
    page.press("Delete the account")
    row = ClubPhone.objects.get()
    assert (row.phone, row.account, row.is_current) == (TABLET, None, True)
    assert phone(TABLET).get(f"/club/{row.club_id}/delete/").status_code == 200


def test_a_club_of_which_this_phone_knows_nothing_comes_to_it(ana):
    lose_the_first_phone()
    GameFactory(phone="another tablet")
    other = ClubPhone.objects.get(phone="another tablet")
    Helper.objects.create(club=other.club, account=ana, is_owner=True)
    other.delete()
    asked(TABLET).press("Delete the account")
    rows = ClubPhone.objects.order_by("-is_current")
    assert [(row.phone, row.account) for row in rows] == [(TABLET, None), (TABLET, None)]


def test_clubs_that_nobody_else_owns_can_go_with_it(ana):
    lose_the_first_phone()
    GameFactory(phone=OTHER_PHONE)
    eves = Club.objects.get(phones__phone=OTHER_PHONE)
    take_invitation(invite(eves).pk, TABLET, ana)
    asked(TABLET).press("Delete the account", with_clubs="on")
    assert list(Club.objects.filter(is_there=True)) == [eves]
    assert [row.phone for row in ClubPhone.objects.all()] == [OTHER_PHONE]
    assert not Helper.objects.exists()


def test_the_phone_that_made_the_account_need_not_log_in(ana):
    page = asked(PHONE).press("Delete the account")
    assert "The account is deleted." in page.text
    assert not User.objects.exists()


def test_a_club_may_stay_with_a_browser_that_had_none(ana):
    lose_the_first_phone()
    page = PlainPhone().open(DELETE).press("Continue", name="Ana", password=PASSWORD)
    page.press("Delete the account").open("/club/")
    assert page.url == f"/club/{Club.objects.get().pk}/"


def test_wrong_passwords_are_counted_as_at_log_in(ana):
    client, typed = phone(TABLET), {"name": "Ana", "password": "wrong"}
    answers = [client.post(DELETE, typed) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [400] * 4 + [429] * 2
    assert not [answer for answer in answers if b'name="sure"' in answer.content]
    typed["password"] = PASSWORD
    assert client.post(DELETE, typed).status_code == 429


def test_who_was_asked_is_who_deletes_and_soon(ana, clock):
    sure = phone(TABLET).post(DELETE, {"name": "Ana", "password": PASSWORD}).context["sure"]
    for client, token in (
        (phone(OTHER_PHONE), sure),
        (phone(), sure),
        (phone(TABLET), f"{sure[:-1]}{'a' if sure[-1] != 'a' else 'b'}"),
        (phone(TABLET), ""),
    ):
        assert client.post(DELETE, {"sure": token}).url == DELETE
    clock(601)
    assert phone(TABLET).post(DELETE, {"sure": sure}).url == DELETE
    clock(0)
    assert User.objects.exists()
    assert phone(TABLET).post(DELETE, {"sure": sure}).url == "/"
    assert not User.objects.exists()
