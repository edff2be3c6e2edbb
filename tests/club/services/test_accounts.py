"""Accounts: a name and a password that carry a club to other phones."""

import pytest
from django.contrib.auth.models import User

from referee.club.services import accounts
from referee.club.services.accounts import (
    account_key,
    account_of,
    change_password,
    create_account,
    log_in,
    log_out,
)
from referee.models import Club, ClubPhone, Game, Helper
from referee.play.services import clubs
from referee.play.services.clubs import current_club
from referee.play.services.refusals import Refused
from tests.factories import OTHER_PHONE, PASSWORD, PHONE, GameFactory
from tests.races import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

NEW_PHONE = "a phone that is new"


def club_of(game: Game) -> Club:
    return game.night.club


def runs(phone: str) -> dict[Club, tuple[str, bool]]:
    """The clubs of a phone, with the account that brought each ("" for none), and which is
    current."""
    rows = ClubPhone.objects.filter(phone=phone).select_related("account", "club")
    return {row.club: (row.account.username if row.account else "", row.is_current) for row in rows}


@pytest.fixture
def club() -> Club:
    """The club of a phone that has started a game."""
    return club_of(GameFactory())


@pytest.fixture
def ana(club: Club) -> User:
    """The account that was made on that phone."""
    return create_account(PHONE, "Ana", PASSWORD)


# ------------------------------------------------------------- making one


def test_an_account_owns_the_club_of_the_phone_on_which_it_was_made(club, ana):
    helper = Helper.objects.get()
    assert (helper.club, helper.account, helper.is_owner) == (club, ana, True)
    assert runs(PHONE) == {club: ("", True)}
    assert ana.check_password(PASSWORD)


def test_an_account_made_before_the_first_game_owns_the_club_of_that_game():
    create_account(NEW_PHONE, "Ben", PASSWORD)
    game = GameFactory(phone=NEW_PHONE)
    assert Helper.objects.get().club == club_of(game)
    assert Club.objects.count() == 1


def test_an_account_gets_no_club_that_another_account_brought_to_the_phone(club, ana):
    log_in(NEW_PHONE, ana)
    ben = create_account(NEW_PHONE, "Ben", PASSWORD)
    assert club not in runs(NEW_PHONE)
    assert not Helper.objects.filter(account=ben, club=club).exists()


@pytest.mark.parametrize(
    "typed",
    ["Ana", "ana", "ANA", " ana\t", "Ａｎａ", "a\u200bna", "\u202eana"],
    ids=["same", "small", "capitals", "spaces", "wide", "unseen", "turned"],
)
def test_a_name_that_looks_the_same_is_taken(ana, typed):
    with pytest.raises(Refused) as refused:
        create_account(NEW_PHONE, typed, PASSWORD)
    assert refused.value.code == "account-taken"
    assert User.objects.count() == 1
    assert runs(NEW_PHONE) == {}


def test_names_of_any_writing_are_compared_without_regard_to_capitals():
    assert account_key("ÉMILE") == account_key("e\u0301mile")
    assert account_key("ΣΊΣΥΦΟΣ") == account_key("σίσυφος")
    assert account_key("Straße") == account_key("STRASSE")
    assert account_key("Ana Maria") == account_key("Ana  Maria") != account_key("AnaMaria")
    assert account_key("Ana") != account_key("Anna")


def test_the_name_stands_as_it_was_typed():
    assert create_account(PHONE, "  José María ", PASSWORD).first_name == "José María"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "name-missing"),
        ("\u200b \u2060", "name-missing"),
        ("x" * 41, "name-too-long"),
        ("\ufdfa" * 40, "name-too-long"),
        ("a\x07b", "name-unprintable"),
    ],
)
def test_a_name_that_is_none_makes_no_account(typed, code):
    with pytest.raises(Refused) as refused:
        create_account(PHONE, typed, PASSWORD)
    assert refused.value.code == code
    assert not User.objects.exists()


def test_a_password_is_the_same_from_every_keyboard(ana):
    change_password(ana, "pässwörter", phone=PHONE)
    ana.refresh_from_db()
    assert ana.check_password(accounts.plain_password("pa\u0308sswo\u0308rter"))


# ------------------------------------------------------------- logging in and out


def test_logging_in_brings_every_club_of_the_account(club, ana):
    assert log_in(NEW_PHONE, ana) == club.pk
    assert runs(NEW_PHONE) == {club: ("ana", True)}
    assert clubs.runs(NEW_PHONE, club.pk)
    assert account_of(NEW_PHONE) == ana


def test_the_club_that_was_played_last_becomes_the_current_one(club, ana):
    other = club_of(GameFactory(phone=OTHER_PHONE))
    Helper.objects.create(club=other, account=ana)
    GameFactory(phone=NEW_PHONE)
    assert log_in(NEW_PHONE, ana) == other.pk
    GameFactory()
    assert log_in(NEW_PHONE, ana) == club.pk
    assert current_club(NEW_PHONE) == club
    assert len(runs(NEW_PHONE)) == 3


def test_the_phones_own_club_stays_reachable_and_stays_its_own(club, ana):
    own = club_of(GameFactory(phone=NEW_PHONE))
    log_in(NEW_PHONE, ana)
    assert runs(NEW_PHONE) == {club: ("ana", True), own: ("", False)}
    assert not Helper.objects.filter(club=own).exists()
    assert clubs.make_current(NEW_PHONE, own.pk)
    assert club_of(GameFactory(phone=NEW_PHONE)) == own


def test_the_phones_own_club_goes_with_the_account_where_that_was_asked_for(ana):
    own = club_of(GameFactory(phone=NEW_PHONE))
    log_in(NEW_PHONE, ana, keep_own=True)
    assert Helper.objects.get(club=own).is_owner
    log_in("a third phone", ana)
    assert own in runs("a third phone")


def test_a_club_that_another_account_brought_is_not_the_phones_own(club, ana):
    log_in(NEW_PHONE, ana)
    ben = create_account(OTHER_PHONE, "Ben", PASSWORD)
    log_in(NEW_PHONE, ben, keep_own=True)
    assert club not in runs(NEW_PHONE)
    assert not Helper.objects.filter(club=club, account=ben).exists()


def test_logging_in_twice_changes_nothing(club, ana):
    log_in(NEW_PHONE, ana)
    log_in(NEW_PHONE, ana)
    assert runs(NEW_PHONE) == {club: ("ana", True)}


def test_an_account_without_a_club_gets_one_where_the_phone_has_none(ana):
    Helper.objects.all().delete()
    club_id = log_in(NEW_PHONE, ana)
    assert Helper.objects.get(club=club_id, account=ana).is_owner
    assert club_of(GameFactory(phone=NEW_PHONE)).pk == club_id


def test_an_account_without_a_club_takes_none_of_the_phones(ana):
    Helper.objects.all().delete()
    own = club_of(GameFactory(phone=NEW_PHONE))
    assert log_in(NEW_PHONE, ana) is None
    assert runs(NEW_PHONE) == {own: ("", True)}
    assert not Helper.objects.exists()


def test_logging_out_takes_the_accounts_clubs_from_this_phone_alone(club, ana):
    own = club_of(GameFactory(phone=NEW_PHONE))
    for phone in (NEW_PHONE, OTHER_PHONE):
        log_in(phone, ana)
    assert log_out(NEW_PHONE)
    assert runs(NEW_PHONE) == {own: ("", True)}
    assert club in runs(OTHER_PHONE)
    assert not log_out(NEW_PHONE)


def test_logging_out_leaves_the_phone_that_made_the_club_as_it_is(club, ana):
    log_in(PHONE, ana)
    assert not log_out(PHONE)
    assert runs(PHONE) == {club: ("", True)}


def test_a_phone_that_has_logged_out_can_start_a_game_of_its_own(club, ana):
    log_in(NEW_PHONE, ana)
    log_out(NEW_PHONE)
    assert club_of(GameFactory(phone=NEW_PHONE)) != club


# ------------------------------------------------------------- another password


def test_another_password_logs_all_other_phones_out(club, ana):
    for phone in (NEW_PHONE, OTHER_PHONE):
        log_in(phone, ana)
    assert change_password(ana, "nineteen dumplings", phone=NEW_PHONE) == 1
    ana.refresh_from_db()
    assert ana.check_password("nineteen dumplings")
    assert runs(OTHER_PHONE) == {}
    assert club in runs(NEW_PHONE)
    assert club in runs(PHONE)


# ------------------------------------------------------------- several at once


@pytest.mark.django_db(transaction=True)
def test_eight_log_ins_at_once_leave_one_current_club():
    clubs_of_ana = [club_of(GameFactory())]
    ana = create_account(PHONE, "Ana", PASSWORD)
    clubs_of_ana.append(club_of(GameFactory(phone=OTHER_PHONE)))
    Helper.objects.create(club=clubs_of_ana[1], account=ana)
    assert at_once(*[lambda: log_in(NEW_PHONE, ana)] * 8) == [None] * 8
    assert set(runs(NEW_PHONE)) == set(clubs_of_ana)
    assert ClubPhone.objects.filter(phone=NEW_PHONE, is_current=True).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_game_and_a_log_in_at_once_leave_one_current_club():
    GameFactory()
    ana = create_account(PHONE, "Ana", PASSWORD)
    acts = [lambda: log_in(NEW_PHONE, ana), lambda: GameFactory(phone=NEW_PHONE)]
    assert at_once(*acts * 3) == [None] * 6
    assert ClubPhone.objects.filter(phone=NEW_PHONE, is_current=True).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_name_is_given_once_to_many_who_ask_at_once():
    phones = [f"phone {number}" for number in range(4)]
    found = at_once(*[lambda p=p: create_account(p, "Ana", PASSWORD) for p in phones])
    assert sorted(str(error) for error in found if error) == ["account-taken"] * 3
    assert User.objects.count() == Helper.objects.count() == 1
