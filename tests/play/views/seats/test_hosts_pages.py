"""What the pages say of who is host, and whom they let do what."""

import re

import pytest
from django.core.cache import caches

from referee.models import Game, Guest
from referee.play.services.hosts import begin_if_due
from referee.play.services.joining import join
from tests.access.undoing import undone
from tests.factories import PHONE, confirm, table_of
from tests.play.services.seats.test_hosts import (
    BEN,
    CEM,
    WATCHER,
    half_a_minute_passes,
    is_host,
    left_alone,
    make_host,
)
from tests.play.views.joining import Joining, links, result, table, token
from tests.play.views.plain_phone import attribute, elements, text_of

pytestmark = pytest.mark.django_db

TAKE_OVER = "The host is away: take over"
ISOLATES = {0x2068: None, 0x2069: None}


@pytest.fixture
def alone(game: Game) -> Game:
    """A game whose host was not seen for long."""
    for name, place in ((PHONE, 1), (BEN, 2), (CEM, 3), (WATCHER, None)):
        join(game.pk, name, place)
    return left_alone(game)


def on_round(name: str, game: Game) -> Joining:
    phone = Joining(name)
    phone.open(f"/g/{game.pk}/r/1/")
    return phone


def all_complete(game: Game) -> None:
    """Nobody has cards to enter any more."""
    for seat in table_of(game).rounds[0].seats:
        seat.laid.row.is_ready = True
        seat.laid.row.save()


def notes(phone: Joining) -> list[str]:
    found = (e for e in elements(phone.page, "div") if attribute(e, "class") == "note wish")
    return [text_of(next(elements(note, "span"))).translate(ISOLATES) for note in found]


def news(phone: Joining) -> list[str]:
    rows = elements(phone.page, "li")
    heard = [e for e in rows if (attribute(e, "data-name") or "").startswith("host-")]
    return [(attribute(e, "data-words") or "").translate(ISOLATES) for e in heard]


def taken_over(game: Game) -> None:
    all_complete(game)
    on_round(BEN, game).press_named(TAKE_OVER)
    half_a_minute_passes(game)
    begin_if_due(game.pk)


def test_a_player_is_offered_to_take_over_where_the_host_is_away(alone):
    all_complete(alone)
    assert TAKE_OVER in on_round(BEN, alone).names()
    assert TAKE_OVER in table(Joining(BEN), alone).names()
    assert TAKE_OVER not in on_round(WATCHER, alone).names()
    assert "The host confirms the round." in on_round(WATCHER, alone).text
    on_round(PHONE, alone)  # the host is back
    phone = on_round(BEN, alone)
    assert TAKE_OVER not in phone.names()
    assert "The host confirms the round." in phone.text


def test_after_the_game_it_is_offered_quietly(game):
    for name, place in ((PHONE, 1), (BEN, 2)):
        join(game.pk, name, place)
    confirm(game, 1, 2, 3)
    left_alone(game)
    ben = result(Joining(BEN), game)
    (button,) = (e for e in elements(ben.page, "button") if text_of(e) == TAKE_OVER)
    assert attribute(button, "class") == "quiet-action"


def test_a_page_that_is_open_learns_that_the_host_is_away_though_nothing_has_changed(alone):
    all_complete(alone)
    on_round(PHONE, alone)
    ben = on_round(BEN, alone)
    address, tag = f"/g/{alone.pk}/r/1/", ben.response.headers["ETag"]
    headers = {"HX-Request": "true", "If-None-Match": tag}
    assert ben.client.get(address, headers=headers).status_code == 304
    for cache in ("default", "counts"):
        caches[cache].clear()
    assert TAKE_OVER in ben.client.get(address, headers=headers).content.decode()


def test_everybody_is_told_who_takes_over_and_who_sits_can_say_no(alone):
    all_complete(alone)
    ben = on_round(BEN, alone).press_named(TAKE_OVER)
    assert ben.url == f"/g/{alone.pk}/r/1/"  # where it was pressed
    assert notes(ben) == news(ben) == ["You take over in half a minute, unless somebody says no"]
    assert "Never mind" in ben.names()
    assert TAKE_OVER not in ben.names()
    told = ["Ben takes over from Ana’s phone"]
    for name, may in ((CEM, True), (PHONE, True), (WATCHER, False)):
        for page in (
            "r/1/",
            "r/1/2/",
            "r/2/cards/",
            "why/2/",
            "table/",
            "scoreboard/",
            "case/",
        ):
            phone = Joining(name)
            phone.open(f"/g/{alone.pk}/{page}")
            assert notes(phone) == told, (name, page)
            assert ("No" in phone.names()) is may, (name, page)
            assert not any([*elements(form, "form")] for form in elements(phone.page, "form")), page
    cem = Joining(CEM)
    cem.open(f"/g/{alone.pk}/r/1/2/")
    assert news(cem) == told
    cem.press_named("No")
    assert cem.url == f"/g/{alone.pk}/r/1/2/"
    assert notes(cem) == news(cem) == ["Cem says no: Ben does not take over"]
    assert notes(on_round(BEN, alone)) == ["Cem says no: Ben does not take over"]
    ben = on_round(BEN, alone)
    left_alone(alone)
    ben.open(f"/g/{alone.pk}/r/1/").press_named(TAKE_OVER)
    assert "Somebody said no. You can ask again in" in ben.text


def test_who_has_taken_over_confirms_and_the_host_takes_it_back_in_one_tap(alone):
    taken_over(alone)
    ben = on_round(BEN, alone)
    assert notes(ben) == ["You are the host now"]
    assert notes(on_round(CEM, alone)) == ["Ben is the host now"]
    ana = on_round(PHONE, alone)
    assert notes(ana) == ["Ben took over while you were away"]
    ana.press_named("Take it back")
    assert ana.url == f"/g/{alone.pk}/r/1/"
    assert not is_host(alone, BEN)
    assert notes(on_round(BEN, alone)) == ["You are not the host any more"]
    assert notes(on_round(CEM, alone)) == ["Ben is not host any more"]


def test_the_host_may_leave_it_so(alone):
    taken_over(alone)
    on_round(PHONE, alone).press_named("Leave it so")
    assert is_host(alone, BEN)
    assert notes(on_round(PHONE, alone)) == []


def test_the_host_makes_a_phone_host_too_and_ends_it(alone):
    host = table(Joining(PHONE), alone)
    host.press_named("Make this phone the host too: Ben")
    assert is_host(alone, BEN)
    assert "Ben own phone, host too" in host.text
    ben = table(Joining(BEN), alone)
    assert notes(ben) == ["You are host too now"]
    assert "Make this phone the host too: Cem" in ben.names()
    assert "Not host any more" in ben.names()
    host.press_named("Not host any more: Ben")
    assert not is_host(alone, BEN)
    host.press_named("Make this phone the host too: Ben")
    table(ben, alone).press_named("Not host any more")
    assert not is_host(alone, BEN)


def test_a_host_at_the_table_is_shown_nothing_that_is_the_clubs(alone):
    make_host(alone, BEN)
    confirm(alone, 1)
    for page in ("r/1/", "r/1/2/", "r/2/2/", "table/", "case/", "scoreboard/"):
        ben, ana = Joining(BEN), Joining(PHONE)
        for phone in (ben, ana):
            phone.open(f"/g/{alone.pk}/{page}")
        theirs = {name for name in links(ana) if not name.startswith("Next: ")}
        assert theirs - set(links(ben)) <= {"Names and seats", "Delete this game"}, page
        assert not {"Names and seats", "Delete this game"} & set(links(ben)), page
        assert "Open the report" not in ben.names()
    confirm(alone, 2, 3)
    ben, ana = result(Joining(BEN), alone), result(Joining(PHONE), alone)
    assert "Rematch" in ben.names()
    only = {
        "Change players or menu",
        "Who sat there",
        "Note, place and minutes",
        "Delete this game",
    }
    assert set(links(ana)) - set(links(ben)) == only


def test_a_host_at_the_table_starts_the_rematch_and_is_its_host(alone):
    make_host(alone, BEN)
    confirm(alone, 1, 2, 3)
    ben = result(Joining(BEN), alone)
    ben.press_named("Rematch")
    new = Game.objects.get(follows=alone)
    assert is_host(new, BEN)
    assert notes(ben) == []


@pytest.mark.slow
def test_when_it_leaves_the_host_at_the_table_is_off_it(alone):
    make_host(alone, BEN)
    ben = table(Joining(BEN), alone)
    ben.press_named("Leave the table")
    assert ben.url == "/"
    assert not Guest.objects.filter(phone=BEN).exists()


@pytest.mark.slow
def test_a_way_back_leads_to_no_other_address(alone):
    make_host(alone, BEN)
    ben = table(Joining(BEN), alone)
    for back in ("https://evil.example/", "//evil.example/", "/club/", f"/g/{alone.pk}\n/x"):
        with undone():
            typed = {"do": "own", "then": back, **token(ben)}
            answer = ben.client.post(f"/g/{alone.pk}/table/", typed)
        assert (answer.status_code, answer.url) == (302, f"/g/{alone.pk}/table/"), back


@pytest.mark.slow
def test_who_did_what_says_who_was_host(alone):
    taken_over(alone)
    on_round(PHONE, alone).press_named("Take it back")
    page = Joining(CEM)
    page.open(f"/g/{alone.pk}/r/1/2/history/")
    told = page.text.translate(ISOLATES)
    words = ("Who was host", "Ben asked to take over", "Ben took over", "Ana took it back from Ben")
    assert re.search(r" \S+ ".join(words), told)
    case = table(Joining(PHONE), alone)
    case.open(f"/g/{alone.pk}/case/").press_named("Open the report").follow("Read the report")
    assert "Ana took it back from Ben" in case.text.translate(ISOLATES)
