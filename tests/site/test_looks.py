"""A phone looks as its system says, or as it was switched to: light or dark."""

import pytest
from django.test import Client
from django.test.html import parse_html

from tests.factories import PHONE, GameFactory
from tests.play.views.plain_phone import attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db

LIGHT, DARK = "#fbf7ee", "#14183a"


def switch(client, look, **more):
    return client.post("/look/", {"look": look, "next": "/about/", **more})


def look_of(client):
    """What a page says of its look: its root, and the colours for the frame around it."""
    page = parse_html(client.get("/about/").content.decode())
    root = page if page.name == "html" else next(elements(page, "html"))
    metas = {attribute(meta, "name"): attribute(meta, "content") for meta in elements(page, "meta")}
    frames = {
        attribute(meta, "content"): attribute(meta, "media")
        for meta in elements(page, "meta")
        if attribute(meta, "name") == "theme-color"
    }
    return attribute(root, "data-look"), metas["color-scheme"], frames


SYSTEM = (
    None,
    "light dark",
    {LIGHT: "(prefers-color-scheme: light)", DARK: "(prefers-color-scheme: dark)"},
)


@pytest.mark.parametrize(("look", "colour"), [("light", LIGHT), ("dark", DARK)])
def test_a_phone_that_was_switched_stays_so_until_it_is_switched_back(look, colour):
    client = Client()
    assert look_of(client) == SYSTEM
    answer = switch(client, look)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/about/")
    cookie = answer.cookies["look"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert cookie["max-age"] > 300 * 24 * 3600
    assert look_of(client) == (look, look, {colour: None})
    switch(client, "")
    assert look_of(client) == SYSTEM


@pytest.mark.parametrize("look", ["sepia", "LIGHT", "d" * 5000, "dark "])
def test_a_look_that_there_is_not_changes_nothing(look):
    client = Client()
    assert "look" not in switch(client, look).cookies
    client.cookies["look"] = look
    assert look_of(client) == SYSTEM


@pytest.mark.parametrize("target", ["https://example.org/", "//example.org/", "/\\example.org", ""])
def test_the_switch_leads_to_no_other_site(target):
    assert switch(Client(), "dark", next=target).headers["Location"] == "/"


def test_a_mere_look_at_the_address_and_other_sites_change_nothing():
    assert "look" not in Client().get("/look/?look=dark").cookies
    assert switch(Client(enforce_csrf_checks=True), "dark").status_code == 403


def test_the_form_stands_on_every_page_and_comes_back_to_it():
    game = GameFactory()
    client = phone(PHONE)
    for address in (f"/g/{game.pk}/table/", f"/g/{game.pk}/r/1/1/", f"/g/{game.pk}/r/1/", "/"):
        page = parse_html(client.get(address).content.decode())
        (form,) = [f for f in elements(page, "form") if attribute(f, "action") == "/look/"]
        (to,) = [box for box in elements(form, "input") if attribute(box, "name") == "next"]
        assert attribute(to, "value") == address
        assert [text_of(one) for one in elements(form, "button")] == ["Light", "Dark"]
        assert [text_of(one) for one in elements(form, "strong")] == ["Automatic"]
