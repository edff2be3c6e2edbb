"""A server that streams, and phones and programs that follow it."""

from collections.abc import Callable, Iterator

import pytest

from tests.live.serving import Phone, Served, serving


@pytest.fixture
def served() -> Iterator[Served]:
    with serving() as running:
        yield running


@pytest.fixture
def opened(served: Served) -> Iterator[Callable[..., Phone]]:
    """Opens an address of the server; what is open at the end is closed."""
    phones = []

    def open_one(path: str, **how: object) -> Phone:
        phones.append(Phone(served.port, path, **how))
        return phones[-1]

    yield open_one
    for phone in phones:
        phone.go()
