"""Every page, in every state that looks different, by name."""

from collections.abc import Iterator
from typing import Any

from django.test import Client

from tests.pages.club_pages import club_pages
from tests.pages.game_pages import game_pages
    yield from organising_pages(client)
