"""The link of a case file: who opens and closes it, and who has it."""

from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.core.signing import get_cookie_signer
from django.test import Client

from referee.disputes.services.case_files import close_case_file, open_case_file
from referee.disputes.services.disputes import Claimed, dispute
from referee.disputes.services.opinions import say_opinion
from referee.drawing.qr import qr_code
from referee.models import CaseFile, Game
from referee.play.services.games import delete_game
from referee.rules.mistakes import ClaimScope
from tests.disputes.case_files import address_of, reading
from tests.factories import OTHER_PHONE, PHONE, GameFactory, add, confirm, finish, where
from tests.play.views.joining import Joining, host_phone, joined, links
from tests.play.views.plain_phone import PlainPhone, attribute, elements

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game of Ana, Ben and Cem that has just begun."""
    return GameFactory(setup__number=3)


@pytest.fixture
def host(game: Game) -> Joining:
    """The phone that started it."""
    return host_phone()


def sharing(phone: Joining, game: Game) -> Joining:
    phone.open(f"/g/{game.pk}/case/")
    return phone


def link_on(phone: PlainPhone) -> str:
    (field,) = [e for e in elements(phone.page, "input") if attribute(e, "id") == "case-link"]
    return attribute(field, "value") or ""


# ------------------------------------------------------------- its link


def test_the_host_opens_the_case_file_and_everybody_at_the_table_has_its_link(game, host):
    watcher = joined(game)
    assert "It is not open." in sharing(watcher, game).text
    assert watcher.names() == []
    assert sharing(host, game).names() == ["Open the report"]
    host.press_named("Open the report")
    link = link_on(host)
    assert urlsplit(link).path == f"/case/{CaseFile.objects.get().pk}/"
    assert urlsplit(link).scheme == "http"
    assert str(qr_code(link)) in host.response.content.decode()
    assert link_on(sharing(watcher, game)) == link
    assert watcher.names() == []
    assert sharing(host, game).names() == ["Close the report"]
    assert Client().get(urlsplit(link).path).status_code == 200


def test_opened_twice_it_has_one_link_and_after_closing_another(game, host):
    first = address_of(game)
    assert address_of(game) == first
    sharing(host, game).press_named("Close the report")
    assert "The report is closed. Its link shows nothing any more." in host.text
    assert Client().get(first).status_code == 410
    host.press_named("Open the report")
    second = urlsplit(link_on(host)).path
    assert second != first
    assert Client().get(second).status_code == 200
    assert Client().get(first).status_code == 410


def test_the_button_that_shares_stays_hidden_until_a_script_finds_it_can(game, host):
    open_case_file(game.pk)
    sharing(host, game)
    (button,) = [e for e in elements(host.page, "button") if attribute(e, "data-share")]
    assert attribute(button, "class") == "sharing"  # which the style sheet shows to scripts alone
    assert attribute(button, "data-share") == link_on(host)


def test_the_pages_of_a_game_lead_to_its_case_file(game, host):
    finish(game)
    for page in ("table/", "r/1/", "result/"):
        host.open(f"/g/{game.pk}/{page}")
        assert f"/g/{game.pk}/case/" in links(host).values(), page


# ------------------------------------------------------------- who has the link


def test_whoever_has_the_link_reads_it_without_a_cookie_and_gets_none(game):
    address = address_of(game)
    for path in (address, f"{address}sheet.json"):
        answer = Client().get(path)
        assert answer.status_code == 200
        assert not answer.cookies
        assert "no-store" in answer["Cache-Control"]
        assert answer["Referrer-Policy"] == "no-referrer"
        assert "noindex" in answer["X-Robots-Tag"]
        assert Client().head(path).status_code == 200
    page = Client().get(address).content.decode()
    assert '<meta name="robots" content="noindex, nofollow">' in page


def test_it_is_only_read(game):
    address = address_of(game)
    for method in ("post", "put", "patch", "delete", "options"):
        for path in (address, f"{address}sheet.json"):
            assert getattr(Client(), method)(path).status_code == 405, method


def test_a_closed_case_file_says_so(game):
    address = address_of(game)
    close_case_file(game.pk)
    for path in (address, f"{address}sheet.json"):
        answer = Client().get(path)
        assert answer.status_code == 410
        assert "The host has closed this report." in answer.content.decode()
        assert "no-store" in answer["Cache-Control"]
        assert "Ana" not in answer.content.decode()
        assert Client().head(path).status_code == 410


def test_a_link_that_no_game_has_leads_nowhere(game):
    open_case_file(game.pk)
    for token in ("A" * 32, "x", "A" * 3000, "%00", "é"):
        for path in (f"/case/{token}/", f"/case/{token}/sheet.json"):
            assert Client().get(path).status_code == 404, token


def test_the_case_file_of_a_game_that_is_deleted_leads_nowhere(game):
    address = address_of(game)
    delete_game(game.pk)
    assert Client().get(address).status_code == 404


def test_a_message_for_the_host_waits_for_the_hosts_own_page(game, host):
    address = address_of(game)
    form = {"do": "close", "csrfmiddlewaretoken": _token(sharing(host, game))}
    host.client.post(f"/g/{game.pk}/case/", form)
    assert host.client.get(address).status_code == 410
    assert "Its link shows nothing any more." in sharing(host, game).text


def _token(phone: PlainPhone) -> str:
    boxes = elements(phone.page, "input")
    return next(attribute(b, "value") or "" for b in boxes if attribute(b, "type") == "hidden")


def test_nothing_on_it_changes_anything_or_is_secret(game):
    player, watcher = joined(game, "Ben"), joined(game)
    player.open(f"/g/{game.pk}/r/1/2/").enter("tempura")
    watcher.open(f"/g/{game.pk}/")
    add(where(game), *["maki-3"] * 12)
    confirm(game, 1)
    dispute(game.pk, uuid4(), Claimed(2, ClaimScope(), 40))
    say_opinion(game.pk, 1, 2, version=1, agrees=True)
    case = reading(game)
    source = case.response.content.decode()
    phones = [guest.phone for guest in game.guests.all()]
    assert len(phones) == 2
    for secret in (PHONE, *phones, game.code, str(game.pk), "/g/", "csrf", "data-stream"):
        assert secret not in source, secret
    assert case.buttons() == []
    assert not list(elements(case.page, "form", "input", "select"))
    scripts = [attribute(e, "src") or "" for e in elements(case.page, "script")]
    assert [urlsplit(src).path for src in scripts] == ["/static/js/folds.js", "/static/js/case.js"]
    before = list(Game.objects.values())
    Client().get(address_of(game))
    assert list(Game.objects.values()) == before


def test_the_host_and_a_stranger_see_the_same(game):
    address, host = address_of(game), Client()
    host.cookies["phone"] = get_cookie_signer(salt="phonephone").sign(PHONE)
    other = Client()
    other.cookies["phone"] = get_cookie_signer(salt="phonephone").sign(OTHER_PHONE)
    pages = {client.get(address).content for client in (host, other, Client())}
    assert len(pages) == 1
