"""Forms sent straight to their addresses, as nobody's page would; and what is answered."""

from typing import Any
from uuid import uuid4

from django.test import Client
from django.test.html import parse_html

from referee.models import Game
from referee.rules import tableau_text
from tests.factories import NAMES, PHONE, GameFactory, table_of, version_of
from tests.play.views.plain_phone import attribute, elements, phone, text_of

NONE = {"menu_1": "0", "chopsticks_1": "0", "menu_2": "0", "chopsticks_2": "0"}
"""Roll's tokens of two players who have none left."""


def begin(client: Client, ruleset: str = "sushi-go", *names: str, menu: str | None = None) -> str:
    """Starts a game that this phone runs; returns its address."""
    client.cookies = phone(PHONE).cookies
    players = names or NAMES[:2]
    game = GameFactory(setup__ruleset=ruleset, setup__players=players, setup__menu=menu)
    return f"/g/{game.pk}/"


def tap(client: Client, url: str, do: str) -> Any:
    """Presses a button of an entry page."""
    return client.post(url, {"tap": str(uuid4()), "do": do})


def said(answer: Any) -> str:
    """The page's faults in words."""
    page = parse_html(answer.content.decode())
    faults = [
        element
        for element in elements(page, "p", "li")
        if attribute(element, "class") in ("fault", "error")
        and attribute(element, "hidden") is None
    ]
    return " ".join(text_of(element) for element in faults)


def lying(seat: int = 1, number: int = 1) -> str:
    """A tableau of the only game, in the notation."""
    return tableau_text(table_of(Game.objects.get()).rounds[number - 1].seats[seat - 1].tableau)


def confirm(client: Client, game: str, number: int, seen: object = None) -> Any:
    """Confirms a round, by default from a page that is up to date; empty seats are meant."""
    seen = version_of(Game.objects.get()) if seen is None else seen
    return client.post(f"{game}r/{number}/confirm/", {"seen": seen, "sure": "1"})


def claim(client: Client, game: str, icons: object, **more: Any) -> Any:
    """Enters a claim of the first seat in the first round."""
    return client.post(f"{game}r/1/1/", {"tap": str(uuid4()), "icons": icons, **more})
