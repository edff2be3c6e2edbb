"""Taps that come at one moment where a club is made, chosen or deleted.

SQLite lets one transaction in after the other; what PostgreSQL does between two statements is put
there by hand. See test_clubs and test_accounts for the same with real threads.
"""

from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction

from referee.models import Club, ClubPhone, Game
from referee.play.services import clubs
from tests.factories import OTHER_PHONE, PHONE, GameFactory

pytestmark = pytest.mark.django_db


def test_of_two_first_games_of_a_phone_the_second_finds_the_club_of_the_first(monkeypatch):
    atomic = transaction.atomic

    def begun_meanwhile(*args: Any, **more: Any) -> Any:
        monkeypatch.setattr(clubs.transaction, "atomic", atomic)
        GameFactory()
        return atomic(*args, **more)

    monkeypatch.setattr(clubs.transaction, "atomic", begun_meanwhile)
    found = clubs.club_for(PHONE)
    assert found == Game.objects.get().night.club == Club.objects.get()


def test_a_club_is_chosen_though_a_game_has_just_made_another_the_current_one(monkeypatch):
    own, other = (GameFactory(phone=name).night.club for name in (PHONE, OTHER_PHONE))
    ClubPhone.objects.create(club=other, phone=PHONE, is_current=False)
    choose = clubs._make_current

    def too_late(phone: str, club_id: UUID) -> bool:
        monkeypatch.setattr(clubs, "_make_current", choose)
        raise IntegrityError

    monkeypatch.setattr(clubs, "_make_current", too_late)
    assert clubs.current_club(PHONE) == own
    assert clubs.make_current(PHONE, other.pk)
    assert clubs.current_club(PHONE) == other
