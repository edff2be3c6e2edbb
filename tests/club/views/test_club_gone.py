"""A tap on its way while another phone deletes the club: there is nothing here any more."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.club.services.deleting import delete_club
from referee.club.views import club as club_pages
from referee.club.views import night as night_pages
from referee.club.views import players as player_pages
from referee.models import Club, Player
from tests.access.undoing import undone
from tests.factories import PHONE, GameFactory, finish
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """A club with a finished game."""
    game = GameFactory()
    finish(game)
    return game.night.club


@pytest.fixture
def deleted_after(monkeypatch: pytest.MonkeyPatch, club: Club) -> Callable[[object, str], None]:
    """Deletes the club as soon as a page has let somebody in by this function of its module."""

    def when(module: object, name: str) -> None:
        let_in = getattr(module, name)

        def then_gone(*args: Any, **more: Any) -> Any:
            found = let_in(*args, **more)
            delete_club(club.pk)
            return found

        monkeypatch.setattr(module, name, then_gone)

    return when


def test_of_the_settings(club, deleted_after):
    deleted_after(club_pages, "club_visit")
    for do in ("invite", "share", "take-helper", "take-phone"):
        with undone():
            form = {"do": do, "which": "1"}
            answer = phone(PHONE).post(f"/club/{club.pk}/settings/", form)
        assert answer.status_code == 404, do


def test_of_a_player(club, deleted_after):
    one, other = Player.objects.all()[:2]
    deleted_after(player_pages, "get_object_or_404")
    for do in ("rename", "hide", "show", "anonymous", "merge"):
        with undone():
            form = {"do": do, "name": "Dora", "other": str(other.pk)}
            answer = phone(PHONE).post(f"/club/{club.pk}/players/{one.pk}/", form)
        assert answer.status_code == 404, do


def test_of_a_night(club, deleted_after):
    night = club.nights.get()
    deleted_after(night_pages, "night_visit")
    for do in ("name", "share", "withdraw"):
        with undone():
            form = {"do": do, "name": "The Belt"}
            answer = phone(PHONE).post(f"/night/{night.pk}/", form, follow=True)
        assert answer.status_code == 404, do
