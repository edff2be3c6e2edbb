"""Cookies over https: named so that browsers take them from https and from this host alone."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.signing import get_cookie_signer
from django.test import Client

from referee.club.services.accounts import create_account
from tests.factories import PASSWORD, PHONE, GameFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]


@pytest.fixture
def https(settings):
    """As SUSHISCORE_HTTPS=1 sets it; tests/project/test_settings.py holds that it does."""
    settings.HTTPS = True
    settings.COOKIE_PREFIX = "__Host-"
    for name in ("PHONE", "CSRF", "LANGUAGE", "LOOK", "MESSAGES"):
        old = getattr(settings, f"{name}_COOKIE_NAME")
        setattr(settings, f"{name}_COOKIE_NAME", f"__Host-{old}")
    for name in ("SESSION", "CSRF", "LANGUAGE"):
        setattr(settings, f"{name}_COOKIE_SECURE", True)


def collect(client: Client) -> Iterator[Any]:
    """Does what sets each of the cookies, and every page that sets the phone's."""
    create_account("nobody's", "Ana", PASSWORD)
    game = GameFactory(phone="somebody's")
    yield client.get("/new/sushi-go/", secure=True)
    yield client.post("/language/", {"language": "es"}, secure=True)
    yield client.post("/look/", {"look": "dark"}, secure=True)
    yield client.post("/account/log-in/", {"name": "Ana", "password": PASSWORD}, secure=True)
    yield client.post("/account/new/", {"name": "Ben", "password": PASSWORD}, secure=True)
    yield client.post(f"/join/{game.code}/", {}, secure=True)


def test_over_https_every_cookie_is_this_hosts_alone(https):
    seen = set()
    for answer in collect(Client()):
        for name, cookie in answer.cookies.items():
            seen.add(name)
            if cookie["max-age"] != 0:
                assert cookie["secure"], name
            assert (cookie["path"], cookie["domain"]) == ("/", ""), name
            assert cookie["samesite"] == "Lax", name
    names = ("phone", "csrftoken", "language", "look", "messages")
    assert seen == {f"__Host-{name}" for name in names}


def test_a_phone_is_told_securely_also_where_the_proxy_says_nothing_of_https(https):
    game = GameFactory()
    answer = Client().post(f"/join/{game.code}/", {})
    assert answer.cookies["__Host-phone"]["secure"]


def test_over_plain_http_nothing_is_new():
    seen = set()
    client = Client()
    for answer in collect(client):
        seen |= set(answer.cookies)
    assert seen == {"phone", "csrftoken", "language", "look", "messages"}


def of_before() -> Client:
    """A phone with cookies that it got over https before they were named so."""
    client = Client()
    client.cookies["phone"] = get_cookie_signer(salt="phonephone").sign(PHONE)
    client.cookies["language"] = "es"
    client.cookies["csrftoken"] = "x" * 32
    return client


def test_a_phone_of_before_keeps_its_clubs_and_its_language(https):
    club = GameFactory().night.club
    client = of_before()
    answer = client.get(f"/club/{club.pk}/", secure=True)
    assert answer.status_code == 200
    assert answer.headers["Content-Language"] == "es"
    for name in ("phone", "language", "csrftoken"):
        assert answer.cookies[name]["max-age"] == 0
        assert answer.cookies[name].value == ""
    for name in ("__Host-phone", "__Host-language"):
        assert answer.cookies[name]["secure"]
        assert answer.cookies[name]["httponly"]
        assert answer.cookies[name]["max-age"] == 400 * 24 * 3600
    assert client.get(f"/club/{club.pk}/", secure=True).status_code == 200
    del client.cookies["phone"]  # as the browser does
    again = client.get(f"/club/{club.pk}/", secure=True)
    assert again.status_code == 200
    assert "phone" not in again.cookies


def signed_for_https(phone: str) -> str:
    return get_cookie_signer(salt="__Host-phonephone").sign(phone)


def test_what_was_signed_for_the_new_name_is_nobody_under_the_old_one(https):
    """A neighbouring site can set a cookie without the prefix, but not sign one."""
    club = GameFactory().night.club
    client = Client()
    client.cookies["phone"] = signed_for_https(PHONE)
    answer = client.get(f"/club/{club.pk}/", secure=True)
    assert answer.status_code == 404
    assert "__Host-phone" not in answer.cookies
    assert answer.cookies["phone"].value == ""


def test_the_new_cookie_goes_before_the_old_one(https):
    club = GameFactory().night.club
    client = of_before()
    client.cookies["__Host-phone"] = signed_for_https("another phone")
    answer = client.get(f"/club/{club.pk}/", secure=True)
    assert answer.status_code == 404
    assert answer.cookies["phone"].value == ""


def test_logging_in_with_an_old_cookie_gives_the_new_id_alone(https):
    create_account(PHONE, "Ana", PASSWORD)
    client = of_before()
    answer = client.post("/account/log-in/", {"name": "Ana", "password": PASSWORD}, secure=True)
    assert answer.status_code == 302
    assert not answer.cookies["__Host-phone"].value.startswith(PHONE)
    assert answer.cookies["phone"].value == ""
