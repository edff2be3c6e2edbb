"""Every page, in every state that looks different, by name."""

from collections.abc import Iterator
from typing import Any

from django.test import Client

from tests.pages.club_pages import club_pages
from tests.pages.game_pages import game_pages
from tests.pages.hall_pages import hall_pages
from tests.pages.organising_pages import organising_pages


def every_page(**headers: str) -> Iterator[tuple[str, Any]]:
    """Every page by name, asked for by one phone; headers go along with every request."""
    client = Client(headers=headers)
    yield from game_pages(client)
    yield from club_pages(client)
    yield from hall_pages(client)
    yield from organising_pages(client)
