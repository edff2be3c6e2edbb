"""The choice of a phone's language."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class InLanguage:
    """Something in a language's own words.

    Attributes:
        code: the language's, as ``es``.
        name: the words.
    """

    code: str
    name: str


def language_choice(request: HttpRequest | None, address: str = "") -> dict[str, object]:
    """What the form to choose a language shows; without a request, or a choice, no languages.

    Each language stands there by its own name, and the word "language" in all of them: who reads
    none but theirs finds it.

    Args:
        address: where the page is to be had again; "" for where it was asked for.
    """
    languages = [InLanguage(code, name) for code, name in settings.LANGUAGES]
    if request is None or len(languages) < 2:
        return {"languages": []}
    words: dict[str, InLanguage] = {}
    for word in _word_for_language():
        words.setdefault(word.name, word)
    return {
        "languages": languages,
        "words": list(words.values()),
        "now": get_language(),
        "next": address or _address_of(request),
    }


def _word_for_language() -> Iterator[InLanguage]:
    for code, _name in settings.LANGUAGES:
        with override(code):
            yield InLanguage(code, _("Language"))


def _address_of(request: HttpRequest) -> str:
    """Where a page is to be had again: one that answers a form may have no address to look at, so
    it is the page where the form was, or the first."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    try:
        before = urlsplit(request.headers.get("Referer", ""))
    except ValueError:  # no address at all
        return "/"
    if before.netloc != request.get_host():
        return "/"
    return f"{before.path}?{before.query}" if before.query else before.path
