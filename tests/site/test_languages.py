"""Each phone has its own language; one game may be in several at once."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.test.html import parse_html

from referee.models import Dispute, Game
from tests.factories import PHONE, GameFactory, add, confirm, where
from tests.play.views.joining import joined
from tests.play.views.plain_phone import attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db

SPANISH = {"Accept-Language": "es-MX,es;q=0.9,en;q=0.5"}


def language_of(answer: HttpResponse) -> str | None:
    """The language of a page, which its header and its root agree on."""
    page = parse_html(answer.content.decode())
    root = page if page.name == "html" else next(elements(page, "html"))
    language = attribute(root, "lang")
    assert answer.headers["Content-Language"] == language
    return language


def page_of(answer: HttpResponse) -> str:
    return text_of(next(elements(parse_html(answer.content.decode()), "body")))


def switch(client: Client, language: str, **more: str) -> HttpResponse:
    return client.post("/language/", {"language": language, "next": "/about/", **more})


# ------------------------------------------------------------- which language a phone gets


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("", "en"),
        ("en-GB", "en"),
        ("es", "es"),
        ("es-MX,es;q=0.9,en;q=0.5", "es"),
        ("fr,de;q=0.8", "en"),
        ("fr,es;q=0.3", "es"),
        ("*", "en"),
        (";;;", "en"),
    ],
)
def test_a_phone_that_is_new_is_answered_in_the_language_it_asks_for(asked, language):
    answer = Client().get("/about/", headers={"Accept-Language": asked})
    assert language_of(answer) == language
    assert "Accept-Language" in answer.headers["Vary"]


def test_a_phone_that_was_switched_stays_so_whatever_it_asks_for():
    client = Client(headers=SPANISH)
    answer = switch(client, "en")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/about/")
    cookie = answer.cookies["language"]
    assert cookie.value == "en"
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] > 300 * 24 * 3600
    page = client.get("/about/")
    assert language_of(page) == "en"
    assert "Cookie" in page.headers["Vary"]
    switch(client, "es")
    assert language_of(client.get("/about/")) == "es"


def test_a_language_that_there_is_not_changes_nothing():
    for language in ("fr", "", "EN", "../en", "e" * 10_000, "en\0"):
        answer = switch(Client(), language)
        assert (answer.status_code, answer.headers["Location"]) == (302, "/")
        assert "language" not in answer.cookies


@pytest.mark.parametrize("cookie", ["fr", "x" * 5000, "\x7f"])
def test_a_cookie_without_sense_is_as_none(cookie):
    client = Client(headers=SPANISH)
    client.cookies["language"] = cookie
    assert language_of(client.get("/about/")) == "es"


@pytest.mark.parametrize(
    "target", ["https://example.org/", "//example.org/", "javascript:alert(1)", "/\\example.org"]
)
def test_the_switch_leads_to_no_other_site(target):
    answer = switch(Client(), "es", next=target)
    assert answer.headers["Location"] == "/"


def test_other_sites_cannot_switch():
    strict = Client(enforce_csrf_checks=True)
    assert switch(strict, "es").status_code == 403


def test_looking_at_the_address_changes_nothing():
    answer = Client().get("/language/?language=es")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert "language" not in answer.cookies


# ------------------------------------------------------------- the form


def forms(answer: HttpResponse) -> list[Any]:
    page = parse_html(answer.content.decode())
    return [form for form in elements(page, "form") if attribute(form, "action") == "/language/"]


def test_the_form_names_every_language_in_itself_and_comes_back_to_the_page():
    client = Client(enforce_csrf_checks=True)
    (form,) = forms(client.get("/rules/sushi-go/?q=maki"))
    (button,) = elements(form, "button")
    assert (attribute(button, "lang"), text_of(button)) == ("es", "Español")
    (now,) = elements(form, "strong")
    assert (attribute(now, "lang"), text_of(now)) == ("en", "English")
    words = {attribute(one, "lang"): text_of(one) for one in elements(form, "span")}
    assert (words["en"], words["es"]) == ("Language", "Idioma")
    sent = {attribute(box, "name"): attribute(box, "value") for box in elements(form, "input")}
    answer = client.post("/language/", {**sent, "language": attribute(button, "value")})
    assert answer.headers["Location"] == "/rules/sushi-go/?q=maki"
    assert language_of(client.get("/rules/sushi-go/")) == "es"


def test_every_page_of_a_game_that_a_phone_taps_in_has_the_form():
    game = GameFactory()
    client = phone(PHONE)
    for address in (f"/g/{game.pk}/table/", f"/g/{game.pk}/r/1/1/", f"/g/{game.pk}/r/1/", "/"):
        (form,) = forms(client.get(address))
        (to,) = [box for box in elements(form, "input") if attribute(box, "name") == "next"]
        assert attribute(to, "value") == address


def test_a_page_that_answers_a_form_leads_back_to_where_the_form_was():
    """Its own address may show nothing to who only looks at it."""
    client = Client()
    for before, back in (
        ("http://testserver/rules/?q=1", "/rules/?q=1"),
        ("http://testserver/", "/"),
        ("https://other.example/rules/", "/"),
        ("http://[", "/"),
        ("", "/"),
    ):
        answer = client.post("/new/sushi-go/", {"game": "1"}, headers={"Referer": before})
        assert answer.status_code == 400
        (form,) = forms(answer)
        (to,) = [box for box in elements(form, "input") if attribute(box, "name") == "next"]
        assert attribute(to, "value") == back


def test_the_page_for_times_without_a_server_has_no_form_that_needs_one():
    assert forms(Client().get("/offline/")) == []


def test_with_one_language_there_is_nothing_to_choose(settings):
    settings.LANGUAGES = [("en", "English")]
    assert forms(Client().get("/about/")) == []


# ------------------------------------------------------------- one game in two languages


@pytest.fixture
def table() -> tuple[Game, Client, Client]:
    """A game, an English phone at it, and a Spanish one."""
    game = GameFactory(setup__players=("Ana", "Ben"))
    spanish = joined(game, "Ben").client
    spanish.cookies["language"] = "es"
    return game, phone(PHONE), spanish


Table = tuple[Game, Client, Client]


def test_each_phone_sees_its_own_language_after_the_others_taps(table: Table):
    game, english, spanish = table
    address = f"/g/{game.pk}/r/1/1/"
    for _ in range(2):
        add(where(game), "wasabi", "squid-nigiri")
        one, other = (page_of(client.get(address)) for client in (english, spanish))
        assert "squid nigiri" in one
        assert "calamar" not in one
        assert "nigiri de calamar" in other
        assert "squid" not in other


def test_a_confirmed_round_and_its_correction_are_told_in_each_language(table: Table):
    game, english, spanish = table
    add(where(game), "tempura", "tempura")
    add(where(game, seat=2), "dumpling")
    # What is stored of it is in no language.
    confirm(game, 1)
    english.post(f"/g/{game.pk}/r/1/reopen/", {"reason": "1234"})
    for address in (f"/g/{game.pk}/r/1/", f"/g/{game.pk}/why/1/"):
        one, other = (page_of(client.get(address)) for client in (english, spanish))
        assert "points" in one
        assert "puntos" in other
        assert "puntos" not in one
        assert "points" not in other


def test_a_dispute_is_explained_in_the_language_of_whoever_reads_it(table: Table):
    game, english, spanish = table
    add(where(game), *["dumpling"] * 6)
    said = {"seat": "1", "part": "1", "type": "dumpling", "number": "21"}
    answer = english.post(f"/g/{game.pk}/dispute/", said)
    address = f"/g/{game.pk}/dispute/{Dispute.objects.get().pk}/"
    assert answer.headers["Location"].endswith(address)
    # The English phone has the diagnosis worked out, and it is remembered for the Spanish one.
    one, other = (page_of(client.get(address)) for client in (english, spanish))
    assert "A sixth dumpling counted as 6 more points." in one
    assert "sixth dumpling" not in other
    assert "gyoza" in other


# ------------------------------------------------------------- what is shown where nothing works


def test_a_fault_of_ours_is_told_in_the_phones_language(monkeypatch: pytest.MonkeyPatch):
    def fail(*_args: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("referee.play.views.games.latest_games", fail)
    for headers, words in (({}, "Something went wrong"), (SPANISH, "Algo ha salido mal")):
        client = Client(raise_request_exception=False, headers=headers)
        answer = client.get("/")
        assert answer.status_code == 500
        assert f"<title>{words} · SushiScore</title>" in answer.content.decode()
        assert language_of(answer) == ("es" if headers else "en")


@pytest.mark.parametrize("address", ["/offline/", "/sw.js", "/manifest.webmanifest"])
def test_what_a_phone_keeps_is_of_its_language_and_says_so(address):
    client = Client()
    one = client.get(address)
    switch(client, "es")
    other = client.get(address)
    assert one.content != other.content
    assert {"Cookie", "Accept-Language"} <= set(re.split(", *", other.headers["Vary"]))
    assert client.get(address).content == other.content


def test_the_manifest_is_asked_for_with_the_phones_cookies():
    links = elements(parse_html(Client().get("/about/").content.decode()), "link")
    (manifest,) = [link for link in links if attribute(link, "rel") == "manifest"]
    assert attribute(manifest, "crossorigin") == "use-credentials"
