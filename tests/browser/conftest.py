"""What tests of the connection may use beside the fixtures of every test."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from referee.models import Game

from .connection import NO_POLLING, NOTE_STREAM, Post
from .driver import become, sit
from .real_server import Way


@pytest.fixture
def way(server_url: str) -> Iterator[Way]:
    """A phone's way to the server, which can be cut."""
    port = urlsplit(server_url).port
    assert port
    way = Way(port)
    yield way
    way.is_stalled = False
    way.cut()


@pytest.fixture
def another_phone(open_phone: Callable[..., Page]) -> Callable[..., Page]:
    """Opens phones that hear of others by their stream alone: they never ask by themselves."""

    def open_one(**options: Any) -> Page:
        page = open_phone(**options)
        page.add_init_script(NOTE_STREAM + NO_POLLING)
        return page

    return open_one


@pytest.fixture
def phone_of(open_phone: Callable[..., Page]) -> Callable[[str], Page]:
    """Opens the phone that has a given id already: it has started or joined a game before."""
    return lambda name: become(open_phone(), name)


@pytest.fixture
def post(phone: Page) -> Post:
    """The way of the phone's taps."""
    return Post(phone)


@pytest.fixture
def cut_off(phone: Page, post: Post) -> Page:
    """A phone on the first tableau of a new game, whose taps do not arrive."""
    sit(phone)
    post.is_open = False
    return phone


@pytest.fixture
def host(phone: Page) -> Page:
    """The host's phone, on the first tableau of a new game of Ana and Ben."""
    sit(phone)
    return phone


@pytest.fixture
def game(host: Page) -> Game:
    """The game of the host's phone."""
    return Game.objects.get()
