"""Every page is in one language, whichever it is: without a word of another one.

A word that the texts of the other languages have, and those of the page's own have not, was said by
something that forgot which phone was asking, or never offered to the translators.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.test.html import Element, parse_html
from django.utils.translation import override

from referee.rules import NAMED_MENUS
from referee.wording.names import menu_name
from tests.factories import GameFactory
from tests.pages.every_page import every_page
from tests.pages.table import PLAYERS
from tests.pages.texts import texts
from tests.play.views.joining import host_phone
from tests.play.views.plain_phone import attribute, elements

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
PLACEHOLDER = re.compile(r"%(\(\w+\))?[sd]|</?\w[^>]*>")
QUOTED = {
    "a club file": {"nights", "players", "version"},
    "a file of games": {"date", "game", "totals"},
}
"""Names of a file's fields or columns, by which its faults are found in it."""
NAMES = {name.lower() for name in (*PLAYERS, "SushiScore")} | {"q" * 41}


@cache
def printed_names() -> list[str]:
    """The named menus as they are called on Party's tiles, in English."""
    with override("en"):
        return [menu_name(slug) for slug in NAMED_MENUS]


def words(text: str) -> set[str]:
    """The words in a text, in small letters, without addresses and places in a file; what is one
    letter long is in many languages. A menu has its printed name beside that of the language."""
    spoken = re.sub(rf"\S*[/\[\]]\S*|\(({'|'.join(printed_names())})\)", " ", text)
    return {word.lower() for word in re.findall(r"[^\W\d_]{2,}", spoken)}


def words_of(said: Iterable[str]) -> set[str]:
    """The words in texts of a catalogue, without what is filled in."""
    return words(" ".join(PLACEHOLDER.sub(" ", text) for text in said))


@cache
def vocabulary(language: str) -> frozenset[str]:
    """Every word of SushiScore in a language; English is what the catalogues translate."""
    found = set()
    for path in Path(settings.BASE_DIR, "locale").glob("*/LC_MESSAGES/django.po"):
        with path.open("rb") as file:
            texts_ = [text for text in read_po(file) if text.id]
        if language == settings.LANGUAGE_CODE:
            said = [text.id for text in texts_]
        elif path.parts[-3] == language:
            said = [text.string for text in texts_]
        else:
            continue
        found |= words_of(
            one for text in said for one in ([text] if isinstance(text, str) else text)
        )
    return frozenset(found)


def foreign_words(language: str) -> set[str]:
    """The words that only other languages have."""
    others = set().union(*(vocabulary(code) for code in LANGUAGES if code != language))
    return others - vocabulary(language) - NAMES


def typed(page: Element) -> set[str]:
    """The words in a page's fields, which it may quote."""
    return set().union(*(words(attribute(box, "value") or "") for box in elements(page, "input")))


def around(word: str, text: str) -> str:
    """Where a word stands, with what is near it."""
    at = text.lower().find(word)
    return " ".join(text[max(0, at - 30) : at + 30].split())


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_has_a_word_of_another_language(language):
    foreign = foreign_words(language)
    found = defaultdict(list)
    for name, answer in every_page(**{"Accept-Language": language}):
        page = parse_html(answer.content.decode())
        assert f'<html lang="{language}"' in re.sub(r"<html [^>]*?lang", "<html lang", str(page))
        of_file = (one for file, one in QUOTED.items() if name.startswith(file))
        quoted = typed(page).union(*of_file)
        for text in texts(page, language):
            for word in words(text) & foreign - quoted:
                found[word].append(f"{name}: “{around(word, text)}”")
    faults = [f"{word}: {'; '.join(places[:3])}" for word, places in sorted(found.items())]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("language", "said", "caught"),
    [
        ("es", "Ana: 3 points", {"points"}),
        ("es", "Ana: 3 puntos", set()),
        ("en", "Ana: 3 puntos", {"puntos"}),
        ("en", "Ana: 3 points", set()),
    ],
)
def test_a_word_of_another_language_would_be_found(language, said, caught):
    page = parse_html(f"<html><head><title>–</title></head><body><p>{said}</p></body></html>")
    (found,) = [
        words(text) & foreign_words(language) for text in texts(page, language) if said in text
    ]
    assert found == caught


def test_the_printed_names_of_menus_are_marked_as_english_on_spanish_pages(client):
    spanish = {"Accept-Language": "es"}
    names = {f'<span lang="en">{name}</span>' for name in printed_names()} - {
        '<span lang="en">Sushi Go!</span>'  # no other name in Spanish
    }
    form = client.get("/new/sushi-go-party/", headers=spanish).content.decode()
    assert [name for name in names if name not in form] == []
    game = GameFactory(setup__party=True, setup__menu="points-platter", setup__number=3)
    for page in ("r/1/setup/", "rules/"):
        shown = host_phone().client.get(f"/g/{game.pk}/{page}", headers=spanish).content.decode()
        assert '(<span lang="en">Points Platter</span>)' in shown, page
