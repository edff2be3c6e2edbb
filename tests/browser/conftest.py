"""What tests of the connection may use beside the fixtures of every test."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.signing import get_cookie_signer
from playwright.sync_api import Page

from referee.models import Game

from .connection import GAME, NOTE_STREAM, Post
from .driver import Person
from .real_server import Way


@pytest.fixture
def way(server_url: str) -> Iterator[Way]:
    """A phone's way to the server, which can be cut."""
    port = urlsplit(server_url).port
    assert port
    way = Way(port)
    yield way
    way.cut()


@pytest.fixture
def another_phone(open_phone: Callable[..., Page]) -> Callable[..., Page]:
    """Opens phones without a service worker, as on a plain address of the home network."""

    def open_one(**options: Any) -> Page:
        page = open_phone(service_workers="block", **options)
        page.add_init_script(NOTE_STREAM)
        return page

    return open_one


@pytest.fixture
def phone_of(open_phone: Callable[..., Page], server_url: str) -> Callable[[str], Page]:
    """Opens the phone that has a given id already: it has started or joined a game before."""

    def open_one(name: str) -> Page:
        page = open_phone()
        signed = get_cookie_signer(salt="phone" + "phone").sign(name)
        page.context.add_cookies([{"name": "phone", "value": signed, "url": server_url}])
        return page

    return open_one


@pytest.fixture
def post(phone: Page) -> Post:
    """The way of the phone's taps."""
    return Post(phone)


@pytest.fixture
def cut_off(phone: Page, post: Post) -> Page:
    """A phone on the first tableau of a new game, whose taps do not arrive."""
    Person(phone).start(GAME)
    post.is_open = False
    return phone


@pytest.fixture
def host(phone: Page) -> Page:
    """The host's phone, on the first tableau of a new game of Ana and Ben."""
    Person(phone).start(GAME)
    return phone


@pytest.fixture
def game(host: Page) -> Game:
    """The game that the host's phone has started."""
    return Game.objects.get()
