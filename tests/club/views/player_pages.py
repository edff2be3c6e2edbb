"""Players' pages as a phone without JavaScript sees them."""

from typing import Any

from django.test.html import Element
from django.urls import reverse

from referee.models import Game, Player
from tests.factories import PHONE, played
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone, text_of


def play(*names: str, **setup: Any) -> Game:
    """A finished game: the first has 3 points from a squid, the second 5 from two tempura."""
    return played("squid-nigiri", "tempura*2", *[""] * (len(names) - 2), players=names, **setup)


def known(name: str) -> Player:
    return Player.objects.get(name=name)


def address(name: str) -> str:
    return reverse("player", args=[known(name).club_id, known(name).pk])


def known_phone(name: str = PHONE) -> PlainPhone:
    """The phone that runs the club, or another that the server knows."""
    running = PlainPhone()
    running.client.cookies = phone(name).cookies
    return running


def rows_of(page: Element, name: str) -> list[list[str]]:
    """The table with that class, by rows and cells, with its head."""
    found = next(one for one in elements(page, "table") if name in (attribute(one, "class") or ""))
    return [[text_of(cell) for cell in elements(row, "th", "td")] for row in elements(found, "tr")]


def table(page: PlainPhone, name: str) -> list[list[str]]:
    """The body of that table."""
    return rows_of(page.page, name)[1:]


def figures(page: PlainPhone) -> dict[str, str]:
    """The sums by what they are called, those of all games."""
    listed = next(elements(page.page, "dl"))
    return {
        text_of(next(elements(one, "dt"))): text_of(next(elements(one, "dd")))
        for one in elements(listed, "div")
    }


def named(page: PlainPhone, kind: str) -> list[Element]:
    return list(elements(page.page, kind))
