"""The choice of a phone's language."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _


def language_choice(request: HttpRequest | None, address: str = "") -> dict[str, object]:
    """What the form to choose a language shows; without a request, or a choice, no languages.

    The word "language" stands there in all of them: who reads none but theirs finds it.
    ``address`` is where the page is to be had again, "" for where it was asked for.
    """
    if request is None or len(settings.LANGUAGES) < 2:
        return {"languages": []}
    words: dict[str, str] = {}
    for code, _name in settings.LANGUAGES:
        with override(code):
            words.setdefault(_("Language"), code)
    return {
        "languages": settings.LANGUAGES,
        "words": words,
        "now": get_language(),
        "next": address or _address_of(request),
    }


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
