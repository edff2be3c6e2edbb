"""Clubs: their names, which one is played in, who helps to run them, and their end."""

from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import SET_NULL, Model

from referee.club.services import deleting, helping
from referee.club.services.accounts import create_account, log_in
from referee.club.services.deleting import Contents, contents_of, delete_club, remove_gone
from referee.club.services.sharing import open_link
from referee.club.services.statistics import shown_ratings
from referee.disputes.services.case_files import open_case_file
from referee.disputes.services.disputes import Claimed, dispute
from referee.disputes.services.opinions import say_opinion
from referee.models import Club, ClubPhone, Game, Helper, Job
from referee.play.services import clubs
from referee.play.services.confirming import reopen_round
from referee.play.services.joining import join
from referee.play.services.refusals import Refused
from referee.play.signals import game_changed
from referee.rules.mistakes import GAME
from tests.factories import (
    OTHER_PHONE,
    PASSWORD,
    PHONE,
    GameFactory,
    add,
    claim,
    confirm,
    finish,
    where,
)
from tests.people import rows_stored
from tests.races import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

BENS_PHONE = "phone of Ben"


@pytest.fixture
def club() -> Club:
    """The club of a phone that has started a game."""
    return GameFactory().night.club


def account(name: str) -> User:
    """An account without a club."""
    return create_account(f"nobody's phone, {name}", name, PASSWORD, with_club=False)


def phones_of(club: Club) -> set[str]:
    return set(ClubPhone.objects.filter(club=club).values_list("phone", flat=True))


def refused(act: object, *args: object) -> str:
    with pytest.raises(Refused) as found:
        act(*args)
    return found.value.code


# ------------------------------------------------------------- its name, and the current one


def test_a_club_is_named_and_loses_its_name(club):
    clubs.name_club(club.pk, "  The Belt ")
    assert Club.objects.get().name == "The Belt"
    family = "👨\u200d👩\u200d👧"
    clubs.name_club(club.pk, family)
    assert Club.objects.get().name == family
    clubs.name_club(club.pk, "")
    assert Club.objects.get().name == ""


@pytest.mark.parametrize(("typed", "code"), [("x" * 61, "name-too-long"), ("a\0", "")])
def test_a_name_that_is_none_is_refused(club, typed, code):
    assert refused(clubs.name_club, club.pk, typed) == (code or "name-unprintable")
    assert Club.objects.get().name == ""


def test_a_club_that_the_phone_does_not_run_becomes_nobodys_current_one(club):
    other = GameFactory(phone=OTHER_PHONE).night.club
    assert not clubs.make_current(PHONE, other.pk)
    assert clubs.current_club(PHONE) == club


def test_two_choices_at_once_leave_one_current_club(transactional_db):
    first, second = (GameFactory(phone=name).night.club for name in (PHONE, OTHER_PHONE))
    ClubPhone.objects.create(club=second, phone=PHONE, is_current=False)
    acts = [lambda pk=one.pk: clubs.make_current(PHONE, pk) for one in (first, second) * 4]
    assert at_once(*acts) == [None] * 8
    assert ClubPhone.objects.filter(phone=PHONE, is_current=True).count() == 1


# ------------------------------------------------------------- helpers


def test_an_invitation_makes_one_account_a_helper(club):
    ben = account("Ben")
    invitation = helping.invite(club)
    assert helping.take_invitation(invitation.pk, BENS_PHONE, ben) == club
    helper = Helper.objects.get()
    assert (helper.account, helper.is_owner) == (ben, False)
    assert clubs.current_club(BENS_PHONE) == club
    assert (
        refused(helping.take_invitation, invitation.pk, OTHER_PHONE, account("Cem"))
        == "invitation-over"
    )
    assert phones_of(club) == {PHONE, BENS_PHONE}


def test_there_is_one_open_invitation_at_a_time_and_after_it_another(club):
    first = helping.invite(club)
    assert helping.invite(club) == helping.invitation_of(club) == first
    helping.take_invitation(first.pk, BENS_PHONE, account("Ben"))
    assert helping.invitation_of(club) is None
    assert helping.invite(club).pk != first.pk


def test_a_withdrawn_invitation_lets_nobody_in(club):
    invitation = helping.invite(club)
    assert helping.withdraw_invitation(club)
    assert (
        refused(helping.take_invitation, invitation.pk, BENS_PHONE, account("Ben"))
        == "invitation-over"
    )
    assert not Helper.objects.exists()
    assert not helping.withdraw_invitation(club)


def test_who_helps_already_uses_no_invitation_up(club):
    ana = create_account(PHONE, "Ana", PASSWORD)
    invitation = helping.invite(club)
    helping.take_invitation(invitation.pk, BENS_PHONE, ana)
    assert helping.invitation_of(club) == invitation
    assert Helper.objects.get().is_owner


def test_two_who_take_one_invitation_at_once_are_one_helper(transactional_db):
    club = GameFactory().night.club
    invitation, accounts = helping.invite(club), [account(name) for name in ("Ben", "Cem", "Dan")]
    found = at_once(
        *[
            lambda who=who: helping.take_invitation(invitation.pk, f"phone of {who}", who)
            for who in accounts
        ]
    )
    assert sorted(str(error) for error in found if error) == ["invitation-over"] * 2
    assert Helper.objects.count() == 1


def test_a_helper_who_is_taken_away_loses_the_club_on_every_phone(club):
    ben = account("Ben")
    own = GameFactory(phone=BENS_PHONE).night.club
    helping.take_invitation(helping.invite(club).pk, BENS_PHONE, ben)
    log_in(OTHER_PHONE, ben)
    assert helping.take_away_helper(club, Helper.objects.get().pk)
    assert phones_of(club) == {PHONE}
    assert clubs.current_club(BENS_PHONE) == own
    assert clubs.current_club(OTHER_PHONE) is None


def test_a_phone_that_is_taken_away_plays_on_in_its_other_club(club):
    create_account(PHONE, "Ana", PASSWORD)
    own = GameFactory(phone=BENS_PHONE).night.club
    log_in(BENS_PHONE, User.objects.get())
    row = ClubPhone.objects.get(phone=BENS_PHONE, club=club)
    assert row.is_current
    assert helping.take_away_phone(club, row.pk)
    assert clubs.current_club(BENS_PHONE) == own


def test_nobody_is_taken_away_who_is_the_last_to_own_the_club(club):
    row = ClubPhone.objects.get()
    assert refused(helping.take_away_phone, club, row.pk) == "last-owner"
    helping.take_invitation(helping.invite(club).pk, BENS_PHONE, account("Ben"))
    assert refused(helping.take_away_phone, club, row.pk) == "last-owner"
    ana = create_account(PHONE, "Ana", PASSWORD)
    assert helping.take_away_phone(club, row.pk), "a lost one, by its account"
    assert clubs.current_club(PHONE) is None
    owner = Helper.objects.get(account=ana)
    assert refused(helping.take_away_helper, club, owner.pk) == "last-owner"
    assert Helper.objects.filter(club=club).count() == 2


def test_nobody_is_taken_away_from_a_club_of_others(club):
    other = GameFactory(phone=OTHER_PHONE).night.club
    create_account(OTHER_PHONE, "Ben", PASSWORD)
    before = rows_stored()
    assert not helping.take_away_phone(club, other.phones.get().pk)
    assert not helping.take_away_helper(club, other.helpers.get().pk)
    assert rows_stored() == before


# ------------------------------------------------------------- its end


GOING = "phone of a club that goes"


def full_game() -> Game:
    """A game with everything that a game can have: joined, in a race, disputed and corrected."""
    game = GameFactory(
        phone=GOING, setup__party=True, setup__menu="points-platter", setup__number=3
    )
    join(game.pk, BENS_PHONE, 2)
    add(where(game, 1, 1), "tofu", "tofu")
    claim(game, 1, 10)
    confirm(game, 1)
    say_opinion(game.pk, 1, 1, version=1, agrees=False, words="no")
    dispute(game.pk, uuid4(), Claimed(2, GAME, 90))
    add(where(game, 1, 2), "edamame")
    reopen_round(game.pk, 1, reason="a card was missed")
    add(where(game, 1, 2), "edamame")
    finish(game)
    open_case_file(game.pk)
    return game


def test_a_club_goes_with_everything_in_it_and_nothing_else(club):
    finish(GameFactory())
    ana = create_account(PHONE, "Ana", PASSWORD)
    log_in(OTHER_PHONE, ana)
    open_link(club)
    before = rows_stored()

    full_game()
    for number in (2, 2, 2, 2, 3):
        finish(GameFactory(phone=GOING, setup__number=number))
    roll = GameFactory(phone=GOING, setup__roll=True)
    going = roll.night.club
    finish(roll, {1: {"menu": 1}})
    GameFactory(phone=GOING, setup__dummy=True)
    helping.take_invitation(helping.invite(going).pk, OTHER_PHONE, ana)
    helping.invite(going)
    for night in (None, going.nights.get()):
        open_link(going, night)
    assert shown_ratings(going)
    added = {type(row).__name__ for rows in new_rows(before) for row in rows}
    assert added >= {"Opinion", "Dispute", "CaseFile", "Reopening", "Claim", "LateTap", "Placing"}
    assert contents_of(going) == Contents(games=8, players=3, nights=1)

    delete_club(going.pk)
    remove_gone()
    Job.objects.all().delete()  # as a server forgets them

    assert rows_stored() == before
    delete_club(going.pk)
    assert rows_stored() == before


def new_rows(before: list) -> list[list]:
    """All rows by model, of the models of which there are more than before."""
    models = apps.get_app_config("referee").get_models()
    return [
        list(model.objects.all())
        for model, rows in zip(models, before, strict=True)
        if model.objects.count() > len(rows)
    ]


def test_a_phone_whose_club_is_deleted_starts_its_next_game_in_a_new_one(club):
    delete_club(club.pk)
    again = GameFactory().night.club
    assert again.pk != club.pk
    assert clubs.current_club(PHONE) == again


def test_a_phone_with_another_club_plays_on_in_that_one(club):
    ana = create_account(PHONE, "Ana", PASSWORD)
    own = GameFactory(phone=BENS_PHONE).night.club
    log_in(BENS_PHONE, ana)
    delete_club(club.pk)
    assert clubs.current_club(BENS_PHONE) == own
    assert GameFactory(phone=BENS_PHONE).night.club == own


def hanging_on(model: type[Model]) -> set[type[Model]]:
    """The models whose rows go with a row of this one, or keep it from going."""
    relations = (one for one in model._meta.related_objects if one.on_delete is not SET_NULL)
    rows = {one.through if one.many_to_many else one.related_model for one in relations}
    return rows - {model}


def test_nothing_of_a_game_is_forgotten_and_nothing_goes_before_what_hangs_on_it():
    """A new model must be added to the list of what is in a game."""
    order = [rows.model for rows in deleting._rows_of([])]
    assert len(order) == len(set(order))
    gone: set[type[Model]] = set()
    for model in order:
        assert hanging_on(model) <= gone
        gone.add(model)
    assert Game in gone


def test_everybody_who_looks_at_a_game_hears_that_it_is_gone(
    club, django_capture_on_commit_callbacks
):
    heard = []

    def hear(sender: object, **news: object) -> None:
        heard.append((news["game_id"], news["access_changed"]))

    game_changed.connect(hear)
    try:
        game = Game.objects.get()
        with django_capture_on_commit_callbacks(execute=True):
            delete_club(club.pk)
    finally:
        game_changed.disconnect(hear)
    assert heard == [(game.pk, True)]


def test_a_game_that_starts_while_its_club_is_deleted_is_in_it_or_in_a_new_one(transactional_db):
    club = GameFactory().night.club
    acts = [lambda: delete_club(club.pk), GameFactory, GameFactory]
    assert at_once(*acts) == [None] * 3
    remove_gone()
    assert not Club.objects.filter(pk=club.pk).exists()
    assert Game.objects.exclude(night__club__phones__phone=PHONE).count() == 0
    assert ClubPhone.objects.filter(phone=PHONE, is_current=True).count() <= 1
