"""The streams of a club's evenings: who may hear them, and what they tell."""

import pytest
from django.core.signing import TimestampSigner
from django.urls import reverse

from referee.access.clubs import club_stream_token, stream_club
from referee.club.services.deleting import delete_club
from referee.models import Club, ClubPhone, Game, Guest
from referee.play.services.games import delete_game
from referee.play.services.joining import join, send_away
from tests.factories import OTHER_PHONE, PHONE, GameFactory, add, confirm, where
from tests.live.serving import elsewhere
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    """A game at whose table another phone sits."""
    game = GameFactory()
    join(game.pk, OTHER_PHONE, 1)
    return game


def club_of(game: Game) -> Club:
    return Club.objects.get(pk=game.night.club_id)


def test_a_club_numbers_what_its_pages_show(game):
    before = club_of(game).version
    add(where(game), "tofu")
    confirm(game, 1, 2)
    assert club_of(game).version == before
    confirm(game, 3)
    assert club_of(game).version == before + 1
    other = GameFactory()
    assert club_of(game).version == before + 2
    delete_game(other.pk)
    assert club_of(game).version == before + 3
    delete_game(game.pk)
    assert club_of(game).version > before + 3


def test_pages_of_the_evening_hear_of_a_game_that_ends(game, opened):
    club = club_of(game)
    listening = []
    for name in (PHONE, OTHER_PHONE):
        page = phone(name).get(reverse("night", args=[game.night_id]))
        address = page.context["stream"]
        assert address.startswith(f"/club/{club.pk}/live/?token=")
        assert f'data-version="{club.version}"' in page.content.decode()
        listening.append(opened(address))
    assert [one.version() for one in listening] == [club.version] * 2
    elsewhere(lambda: confirm(game, 1, 2, 3))
    assert [one.version() for one in listening] == [club.version + 1] * 2
    elsewhere(lambda: delete_club(club.pk))
    assert [one.version() for one in listening] == [None, None]


def test_who_runs_the_club_or_was_at_a_table_hears_it_and_nobody_else(game):
    club = club_of(game)
    for name in (PHONE, OTHER_PHONE):
        assert stream_club(club_stream_token(club.pk, name)) == (club.pk, club.version)
    assert club_stream_token(club.pk, "a stranger") == club_stream_token(club.pk, "") == ""
    token = club_stream_token(club.pk, OTHER_PHONE)
    send_away(game.pk, Guest.objects.get(phone=OTHER_PHONE).pk)
    assert stream_club(token) is None
    token = club_stream_token(club.pk, PHONE)
    ClubPhone.objects.filter(phone=PHONE).update(phone="another id")
    assert stream_club(token) is None
    for forged in ("", "x:y", TimestampSigner(salt="live stream of a club").sign("chess")):
        assert stream_club(forged) is None


def test_the_token_of_another_clubs_evenings_opens_no_stream(game, opened):
    other = GameFactory(phone="somebody-else")
    token = club_stream_token(other.night.club_id, "somebody-else")
    assert opened(f"/club/{game.night.club_id}/live/?token={token}").status == 403
