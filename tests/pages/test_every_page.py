"""Every page is sound, and every word on it goes through the catalogue.

The pages are asked for in another language, in which every text of the catalogue stands in
brackets, whatever Django itself has for that language. What a page says outside of brackets was
never offered to a translator.
"""

import re
from collections import defaultdict

import pytest
from django.test.html import parse_html
from django.utils.translation.trans_real import CONTEXT_SEPARATOR, DjangoTranslation

from tests.pages.every_page import MARKUP, PLAYERS, every_page
from tests.pages.html import faults, header_faults
from tests.pages.texts import texts
from tests.play.views.plain_phone import elements, text_of

pytestmark = pytest.mark.django_db

LANGUAGE = "da"
"""One in whose dates Django has no word but the names of days and months, which are in brackets. No
other test says anything in it: what the catalogue says in a language is remembered."""
OPEN, CLOSE = "⟦", "⟧"
OWN_WORDS = (
    "SushiScore",
    "Bracketed",
    *PLAYERS,
    "Q" * 41,
    "1234",
    MARKUP,
    "maki tie",
    "wasabi",
    "dummy win",
)
"""Names: of this program, of the language, of the players, and what a user has typed."""


@pytest.fixture(autouse=True)
def _brackets(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second language, in which every text is itself in brackets."""
    settings.LANGUAGES = [("en", "English"), (LANGUAGE, "Bracketed")]

    def bracketed(texts: DjangoTranslation, message: str) -> str:
        return f"{OPEN}{message.rpartition(CONTEXT_SEPARATOR)[2]}{CLOSE}"

    def gettext(texts: DjangoTranslation, message: str) -> str:
        if texts.language() != LANGUAGE:
            return original(texts, message)
        return bracketed(texts, message)

    def ngettext(texts: DjangoTranslation, one: str, many: str, number: int) -> str:
        if texts.language() != LANGUAGE:
            return original_plural(texts, one, many, number)
        return bracketed(texts, one if number == 1 else many)

    original, original_plural = DjangoTranslation.gettext, DjangoTranslation.ngettext
    monkeypatch.setattr(DjangoTranslation, "gettext", gettext)
    monkeypatch.setattr(DjangoTranslation, "ngettext", ngettext)


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


def test_every_page_is_sound_and_every_word_of_it_can_be_translated():
    found: dict[str, list[str]] = {}
    titled: dict[tuple[str, str], set[str]] = defaultdict(set)
    pages = 0
    for name, answer in every_page(**{"Accept-Language": LANGUAGE}):
        pages += 1
        html = answer.content.decode()
        page = parse_html(html)
        assert f'lang="{LANGUAGE}"' in html, name
        words = [word for text in texts(page, LANGUAGE) for word in untranslated(text)]
        # What stands in another site's page leads to the whole page, and nowhere else.
        leads = "in a frame" in name or re.search(r'href="[^"]*/rules/"', html)
        lost = [] if leads else ["no way to the referee"]
        markup = ["typed markup"] if "<hr" in html else []
        if wrong := words + faults(page, html) + header_faults(answer) + lost + markup:
            found[name] = wrong
        address = answer.request["PATH_INFO"].removesuffix("words/")  # said on a tableau's page
        if address.startswith("/g/") and answer.status_code == 200:
            titled[address[:40], text_of(next(elements(page, "title")))].add(address)
    assert not found
    assert pages > 35
    assert not [(title, one) for (_game, title), one in titled.items() if len(one) > 1]


def test_words_outside_of_the_catalogue_would_be_found():
    page = """<html><head><title>Result</title></head><body><p>⟦Next: <bdi>Qxana</bdi>⟧ is R1
    <button aria-label="Take away">×</button></p><p>⟦⟦tofu⟧ 2⟧: 5 · SushiScore</p></body></html>"""
    words = [word for text in texts(parse_html(page), LANGUAGE) for word in untranslated(text)]
    assert words == ["Result", "is", "R", "Take", "away"]


def test_the_faults_that_are_looked_for_would_be_found():
    page = """<!doctype html><html><head><title></title></head><body><main><h1></h1><h3>x</h3>
    <td>–</td><a href="/">1</a>4/9 R1<b aria-hidden="true">ø</b>
    <p style="color: red" onclick="x()" id="a" title="\u2068x\u2069"></p>\u2068
    <script>x()</script><img src="x"><a></a>
    <form method="post"><input name="x" aria-describedby="b"></form><i id="a"></i><table><thead>
    <tr><th></th></tr></thead><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody></table></main></body>
    </html>"""
    found = " ".join(faults(parse_html(page), page))
    for fault in (
        *(
            "no language",
            "a title that tells no page",
            "inline style",
            "inline script",
            "alternative text",
        ),
        *("a table without a name", "no scope", "an empty header", "rows without a header"),
        *("leads nowhere", "no token", "no label", "names b", "id a 2 times", "h3 follows h1"),
        *("signs of direction: \u2068x", "signs of direction: \u2068"),
        *("a lone – in td", "a link says 1 alone", "heard: ", "4/9"),
    ):
        assert fault in found
