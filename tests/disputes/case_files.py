"""A phone that has nothing but the link of a case file, and what it reads there."""

from django.test.html import Element

from referee.disputes.services.case_files import open_case_file
from referee.models import Game
from tests.plain_words import plain
from tests.play.views.plain_phone import PlainPhone, attribute, elements, text_of


def address_of(game: Game) -> str:
    """The address of a game's case file, which is opened."""
    return f"/case/{open_case_file(game.pk).pk}/"


def reading(game: Game) -> PlainPhone:
    """A phone that knows nothing but the link."""
    return PlainPhone().open(address_of(game))


def section(phone: PlainPhone, name: str) -> Element:
    """The section whose heading has that id, or the fold whose contents have it."""
    (found,) = [
        e
        for e in elements(phone.page, "section", "details")
        if attribute(e, "aria-labelledby") == name
        or any(attribute(part, "id") == name for part in elements(e, "div"))
    ]
    return found


def words_in(phone: PlainPhone, name: str) -> str:
    """What a section says."""
    return plain(text_of(section(phone, name)))
