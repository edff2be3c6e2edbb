"""Whether every page is sound, and every word on it goes through the catalogue.

The pages are asked for in a language in which every text of the catalogue stands in brackets. What
a page says outside of brackets was never offered to a translator.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from django.test import Client
from django.test.html import Element, parse_html
from django.urls import URLPattern, get_resolver

from tests.pages.html import faults, header_faults
from tests.pages.table import MARKUP, PLAYERS
from tests.pages.texts import texts
from tests.play.views.plain_phone import elements, text_of

LANGUAGE = "da"
"""One in whose dates Django has no word but the names of days and months, which are in brackets. No
other test says anything in it: what the catalogue says in a language is remembered."""
OPEN, CLOSE = "⟦", "⟧"
TYPED = ("maki tie", "wasabi", "dummy win")
OWN_WORDS = ("SushiScore", "Bracketed", *PLAYERS, "Q" * 41, "1234", MARKUP, *TYPED)
"""Names: of this program, of the language, of the players, and what a user has typed."""


def unsound(
    pages: Callable[[Client], Iterator[tuple[str, Any]]],
) -> tuple[dict[str, list[str]], set[str | None]]:
    """What is wrong with pages, by their names; and the names of the addresses they are at."""
    found: dict[str, list[str]] = {}
    titled: dict[tuple[str, str], set[str]] = defaultdict(set)
    visited: set[str | None] = set()
    for name, answer in pages(Client(headers={"Accept-Language": LANGUAGE})):
        html = answer.content.decode()
        page = parse_html(html)
        if wrong := [*page_faults(name, page, html), *header_faults(answer)]:
            found[name] = wrong
        address = answer.request["PATH_INFO"].removesuffix("words/")  # said on a tableau's page
        if address.startswith("/g/") and answer.status_code == 200:
            titled[address[:40], text_of(next(elements(page, "title")))].add(address)
        visited.add(answer.resolver_match and answer.resolver_match.view_name)
    shared = {title: sorted(pages) for (_, title), pages in titled.items() if len(pages) > 1}
    return found | shared, visited


def page_faults(name: str, page: Element, html: str) -> Iterator[str]:
    for text in texts(page, LANGUAGE):
        yield from untranslated(text)
    yield from faults(page, html)
    if f'lang="{LANGUAGE}"' not in html:
        yield "another language"
    # What stands in another site's page leads to the whole page, and nowhere else.
    if "in a frame" not in name and not re.search(r'href="[^"]*/rules/"', html):
        yield "no way to the referee"
    if "<hr" in html:
        yield "typed markup"
    # The end of the inner one would close the outer one, before its last fields.
    if any([*elements(form, "form")] for form in elements(page, "form")):
        yield "a form in a form"


def untranslated(text: str) -> list[str]:
    """The words that stand outside of brackets, names left out."""
    outside, depth = "", 0
    for letter in text:
        depth += (letter == OPEN) - (letter == CLOSE)
        assert depth >= 0, f"a bracket too many in: {text[:200]}"
        outside += letter if not depth else " " if letter == OPEN else ""
    assert depth == 0, f"a bracket is not closed in: {text[:200]}"
    for known in OWN_WORDS:
        outside = outside.replace(known, " ")
    # Shares of victories are letters to the expression, and numbers to a reader.
    return [word for word in re.findall(r"[^\W\d_]+", outside) if word.strip("½⅓⅔¼¾⅙⅚")]


def names_of_addresses(*starts: str) -> set[str | None]:
    """The names of all addresses that begin so."""
    addresses = get_resolver("referee.urls").url_patterns
    pages = [one for one in addresses if isinstance(one, URLPattern)]
    return {one.name for one in pages if str(one.pattern).startswith(starts)}
