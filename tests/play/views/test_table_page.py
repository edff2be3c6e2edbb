"""Who sits where, and what the host may do about it."""

import re
from datetime import timedelta
from itertools import product
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.views.defaults import permission_denied

from referee.drawing.qr import qr_code
from referee.models import Game, Guest, RoundVersion
from tests.factories import finish
from tests.play.views.joining import Joining, code_of, holders, joined, table, token
from tests.play.views.plain_phone import attribute, elements

pytestmark = pytest.mark.django_db


def test_the_table_shows_the_code_its_link_and_its_picture(game):
    phone = table(joined(game), game)
    assert f"Code {game.code[:3]} {game.code[3:]}" in phone.text
    (link,) = [attribute(e, "value") for e in elements(phone.page, "input") if attribute(e, "id")]
    assert link is not None
    assert link.endswith(f"/join/{game.code}/")
    assert str(qr_code(link)) in phone.response.content.decode()
    assert str(qr_code(link)) != str(qr_code(link.replace("/join/", "/joint/")))
    pictures = [e for e in elements(phone.page, "div") if attribute(e, "role") == "img"]
    assert [attribute(e, "aria-label") for e in pictures] == [f"QR code of the address {link}"]


def test_everybody_sees_who_sits_where_and_only_the_host_has_their_buttons(game, host):
    player, watcher = joined(game, "Ben"), joined(game)
    for phone in (player, watcher):
        assert table(phone, game).names() == ["Leave the table"]
    assert "Ben this phone" in player.text
    assert "Ben own phone" in watcher.text
    assert "Ana no phone" in watcher.text
    came = re.search(r"A phone that came at (\d\d:\d\d)", table(host, game).text)
    assert came
    assert host.names() == [
        "Draw a new code",
        "Let players enter for anyone",
        "Make this phone the host too: Ben",
        "Free the seat of Ben",
        "Take the phone off the table: Ben",
        f"Take the phone off the table: it came at {came[1]}",
    ]


def test_a_freed_seat_is_anybodys_and_its_phone_watches(game, host):
    player = joined(game, "Ben")
    table(host, game).press_named("Free the seat of Ben")
    assert "Ben you enter the cards" in host.text
    assert "You watch" in table(player, game).text
    joined(game, "Ben")
    assert "Ben you enter the cards" not in table(host, game).text


def test_a_phone_that_was_sent_away_stays_out_until_it_is_let_back(game, host):
    player = joined(game, "Ben")
    table(host, game).press_named("Take the phone off the table: Ben")
    assert player.client.get(f"/g/{game.pk}/table/").status_code == 404
    player.open(f"/join/{game.code}/")
    assert player.response.status_code == 403
    assert "The host has taken this phone off the table." in player.text
    assert "Ana" not in player.text
    own = {"seat": "2", "csrfmiddlewaretoken": player.client.cookies["csrftoken"].value}
    refused = player.client.post(f"/join/{game.code}/", own)
    assert refused.status_code == 403
    assert "The host has taken this phone off the table" in refused.content.decode()
    (back,) = [name for name in host.names() if name.startswith("Let back the phone that came")]
    host.press_named(back)
    assert "You watch" in table(player, game).text
    assert not holders(game)[1]


def test_after_a_change_of_the_code_the_old_one_opens_nothing_and_nobody_has_to_go(game, host):
    player = joined(game, "Ben")
    table(host, game).press_named("Draw a new code")
    assert "There is a new code." in host.text
    new = code_of(game)
    assert new != game.code
    assert f"Code {new[:3]} {new[3:]}" in host.text
    stranger = Joining()
    stranger.open(f"/join/{game.code}/")
    assert stranger.response.status_code == 404
    assert f"Code {new[:3]} {new[3:]}" in table(player, game).text


@pytest.mark.slow
def test_a_code_that_has_ended_is_not_shown_and_the_host_draws_a_new_one(game, host):
    watcher = joined(game)
    finish(game)
    Game.objects.update(code_since=timezone.now() - timedelta(days=1))
    RoundVersion.objects.update(at=timezone.now() - timedelta(days=1))
    for phone in (host, watcher):
        assert game.code[:3] not in table(phone, game).text
        assert "The code ended with the game" in phone.text
        assert "Take a seat" not in phone.text
    stranger = Joining()
    stranger.open(f"/join/{game.code}/")
    assert stranger.response.status_code == 404
    host.press_named("Draw a new code")
    stranger.open(f"/join/{code_of(game)}/")
    assert stranger.response.status_code == 200


def test_players_enter_their_own_cards_until_the_host_says_anyones(game, host):
    player = joined(game, "Ben")

    def entering_for_ana() -> int:
        tap = {"tap": str(uuid4()), "do": "add:tempura", **token(table(player, game))}
        return player.client.post(f"/g/{game.pk}/r/1/1/", tap).status_code

    assert entering_for_ana() == 403
    table(host, game).press_named("Let players enter for anyone")
    assert "Every player may enter for everybody." in host.text
    assert entering_for_ana() == 302
    host.press_named("For themselves only")
    assert entering_for_ana() == 403


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Ben", ""])
def test_who_leaves_the_table_finds_it_closed_and_may_come_again(game, name):
    phone = joined(game, name)
    table(phone, game).press_named("Leave the table")
    assert phone.url == "/"
    assert "You have left the table." in phone.text
    assert str(game.pk) not in phone.response.content.decode()
    assert phone.client.get(f"/g/{game.pk}/").status_code == 404
    assert holders(game) == [False, False, False]
    assert phone.open(f"/join/{game.code}/").heading == "Who are you?"


@pytest.mark.slow
def test_a_seat_or_phone_that_is_none_changes_nothing(game, host):
    joined(game, "Ana")
    before = list(Guest.objects.values())
    own = token(table(host, game))
    nothing = ("", "0", "-1", "99999999999", "x", "\0")
    for case in product(("free", "send-away", "let-back"), nothing):
        sent = {**dict(zip(("do", "which"), case, strict=True)), **own}
        assert host.client.post(f"/g/{game.pk}/table/", sent).status_code == 302, case
        assert list(Guest.objects.values()) == before, case


def test_the_page_of_what_is_the_hosts_reveals_no_reason_and_leads_home_where_no_game_is(rf):
    answer = permission_denied(rf.get("/"), PermissionDenied("Ana is the host"))
    page = answer.content.decode()
    assert "This is the host’s to do" in page
    assert "To your games" in page
    assert "Ana" not in page
