"""What a phone chooses for itself: its language, and whether it looks light or dark."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

LOOKS = ("light", "dark")
"""What a phone can be switched to; else it looks as its own system says."""


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


def look_of_phone(request: HttpRequest | None) -> str:
    """The look that a phone was switched to, "" for its system's own."""
    look = request.COOKIES.get(settings.LOOK_COOKIE_NAME, "") if request else ""
    return look if look in LOOKS else ""


def look_choice(request: HttpRequest | None, address: str = "") -> dict[str, object]:
    """What the form to choose a look shows, see ``language_choice``."""
    if request is None:
        return {"looks": []}
    looks = [("light", _("Light")), ("dark", _("Dark")), ("", _("Automatic"))]
    now = look_of_phone(request)
    return {"looks": looks, "now": now, "next": address or _address_of(request)}


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
