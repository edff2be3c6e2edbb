"""What a page says in its own language."""

from collections.abc import Iterator

from django.test.html import Element

from tests.play.views.plain_phone import attribute, elements

NO_WORDS = ("script", "style", "kbd")
"""Elements whose text no reader takes for words; a key is called as it is on the keyboard."""
SPOKEN = ("alt", "title", "placeholder", "aria-label", "aria-description", "aria-roledescription")


def texts(root: Element, language: str) -> Iterator[str]:
    """Texts that stand for themselves: those of the page, of its title, and of attributes. What is
    marked as of another language is left out, such as the languages' own names, and what is of
    none."""
    yield "".join(_inner(next(elements(root, "title")), language))
    yield "".join(_inner(next(elements(root, "body")), language))
    for element in (root, *_all(root, language)):
        yield from (value for name, value in element.attributes if name in SPOKEN and value)


def _is_of(language: str, element: Element) -> bool:
    is_words = attribute(element, "translate") != "no"
    return is_words and attribute(element, "lang") in (None, language)


def _all(root: Element, language: str) -> Iterator[Element]:
    for child in root.children:
        if isinstance(child, Element) and _is_of(language, child):
            yield child
            yield from _all(child, language)


def _inner(element: Element, language: str) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif child.name not in NO_WORDS and _is_of(language, child):
            yield from _inner(child, language)
            yield "\n" if child.name in ("p", "li", "tr", "td", "th", "h1", "h2") else ""
