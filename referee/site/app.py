"""SushiScore as an app on a phone: manifest, service worker, the page without a network.

Browsers take the worker over https and on localhost alone; everything else works without it.
"""

import hashlib
import json
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_cookie

PAPER = "#fbf7ee"
"""The light page's background, as in the style sheet."""
ICONS = (
    ("icon-192.png", 192, "any"),
    ("icon-512.png", 512, "any"),
    ("mask-512.png", 512, "maskable"),
)
"""File below static/img/app, pixels a side, purpose; scripts/assets/app_icons.py draws them."""


@require_safe
@vary_on_cookie  # which tells the language
@cache_control(no_cache=True)
@conditional_page
def manifest(request: HttpRequest) -> HttpResponse:
    """Describe the app for installation, in the phone's language."""
    home = reverse("home")
    described = {
        "id": home,
        "start_url": home,
        "scope": home,
        "name": "SushiScore",
        "short_name": "SushiScore",
        "description": _("Who won at Sushi Go!, Sushi Go Party! or Sushi Roll, and why."),
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games", "utilities"],
        "icons": [
            {
                "src": static(f"img/app/{name}"),
                "sizes": f"{side}x{side}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, side, purpose in ICONS
        ],
    }
    return JsonResponse(described, content_type="application/manifest+json")


@require_safe
@vary_on_cookie  # which tells the language
@cache_control(no_cache=True)
@conditional_page
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, which changes with the offline page.

    That page links the static files by their versions, so a phone that opens a newer SushiScore
    finds a newer worker, which fetches the page anew; so does a phone that changes its language.
    """
    path = finders.find("js/worker.js")
    if not isinstance(path, str):
        raise FileNotFoundError("js/worker.js")
    version = hashlib.sha256(_offline_page().encode()).hexdigest()[:10]
    script = Path(path).read_text(encoding="utf-8")
    return HttpResponse(
        f"const VERSION = {json.dumps(version)};\n{script}",
        content_type="text/javascript; charset=utf-8",
    )


@require_safe
@vary_on_cookie  # which tells the language
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page for a phone that is offline."""
    return HttpResponse(_offline_page())


def _offline_page() -> str:
    """The same for everybody who reads a language: the worker keeps it.

    It is made without the request, whose messages are meant for the page that a person opens next.
    """
    return render_to_string("site/offline.html")
