"""The token that opens the stream of a game, and no longer than its phone may look."""

from uuid import uuid4

import pytest
from django.core.signing import TimestampSigner, get_cookie_signer

from referee.access.games import stream_game, stream_token, visit_of
from referee.models import ClubPhone, Game, Guest
from referee.play.services.joining import join, leave, send_away
from tests.factories import PHONE, GameFactory

pytestmark = pytest.mark.django_db

BEN, CEM, WATCHER = "phone of Ben", "phone of Cem", "phone of a watcher"


@pytest.fixture
def game() -> Game:
    game = GameFactory(setup__number=3)
    for name, place in ((BEN, 2), (CEM, 3), (WATCHER, None)):
        join(game.pk, name, place)
    return game


def token_of(game: Game, name: str) -> str:
    visit = visit_of(name, game.pk)
    assert visit
    return stream_token(visit)


def test_a_token_opens_the_stream_of_its_game(game):
    version = Game.objects.get(pk=game.pk).version
    for name in (PHONE, BEN, WATCHER):
        assert stream_game(token_of(game, name)) == (game.pk, version), name
        assert name not in token_of(game, name)


def test_the_token_of_a_phone_that_is_sent_away_or_has_left_opens_nothing(game):
    bens, cems = token_of(game, BEN), token_of(game, CEM)
    send_away(game.pk, Guest.objects.get(phone=BEN).pk)
    leave(game.pk, CEM)
    assert stream_game(bens) is stream_game(cems) is None
    join(game.pk, CEM, 3)
    assert stream_game(cems) is None


def test_the_token_of_a_game_that_is_gone_opens_nothing(game):
    token = token_of(game, PHONE)
    Game.objects.all().delete()
    assert stream_game(token) is None


def test_the_token_of_a_phone_that_runs_the_club_no_more_opens_nothing(game):
    hosts = token_of(game, PHONE)
    row = ClubPhone.objects.get(club=game.night.club, phone=PHONE)
    again = {"club": row.club, "phone": PHONE}
    row.delete()
    assert stream_game(hosts) is None
    ClubPhone.objects.create(**again)
    assert stream_game(hosts) is None
    assert stream_game(token_of(game, PHONE))


def test_a_forged_token_opens_nothing(game):
    token = token_of(game, BEN)
    for what, forged_token in {
        "nothing": "",
        "no signature": token.rpartition(":")[0],
        "another signature": token[:-1] + ("A" if token[-1] != "A" else "B"),
        "another game": f"{uuid4().hex}{token[32:]}",
        "the host's": f"{token[:33]}club-1:{token.split(':', 2)[2]}",
        "an earlier version's": TimestampSigner(salt="live stream").sign(f"{game.pk.hex}:host"),
        "the cookie's signature": get_cookie_signer(salt="phonephone").sign(token),
        "signs of all sorts": "☃\0:\x7f:x",
    }.items():
        assert stream_game(forged_token) is None, what


def test_a_token_of_yesterday_opens_nothing(game, clock):
    token = token_of(game, BEN)
    clock(12 * 3600 - 60)
    assert stream_game(token)
    clock(12 * 3600 + 60)
    assert stream_game(token) is None
