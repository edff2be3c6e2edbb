"""Links to standings, of a club and of its nights."""

import pytest

from referee.club.services.sharing import close_link, link_of, open_link
from referee.models import SharedStandings
from tests.factories import OTHER_PHONE, GameFactory
from tests.races import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """A night with a game."""
    return GameFactory().night


def test_a_club_and_its_night_have_a_link_each(night):
    clubs, nights = open_link(night.club), open_link(night.club, night)
    assert clubs.pk != nights.pk
    assert (clubs.night, nights.night) == (None, night)
    assert link_of(night.club) == clubs
    assert link_of(night.club, night) == nights


def test_shared_once_more_they_keep_their_link(night):
    assert open_link(night.club) == open_link(night.club)
    assert open_link(night.club, night) == open_link(night.club, night)
    assert SharedStandings.objects.count() == 2


def test_a_link_that_was_withdrawn_stays_so_and_the_next_is_another(night):
    first = open_link(night.club)
    assert close_link(night.club)
    assert link_of(night.club) is None
    assert not close_link(night.club)
    second = open_link(night.club)
    assert second.pk != first.pk
    first.refresh_from_db()
    assert first.closed_at is not None


def test_withdrawing_one_link_leaves_the_others(night):
    other = GameFactory(phone=OTHER_PHONE).night.club
    links = open_link(night.club), open_link(night.club, night), open_link(other)
    close_link(night.club, night)
    assert [link_of(night.club), link_of(night.club, night), link_of(other)] == [
        links[0],
        None,
        links[2],
    ]


def test_a_token_cannot_be_guessed(night):
    assert len(open_link(night.club).pk) == 32


@pytest.mark.django_db(transaction=True)
def test_shared_by_six_at_once_they_have_one_link():
    club = GameFactory().night.club
    assert at_once(*[lambda: open_link(club)] * 6) == [None] * 6
    assert SharedStandings.objects.count() == 1
