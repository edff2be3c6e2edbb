"""The switch of a phone's language."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods
from django.views.i18n import set_language


@require_http_methods(["GET", "HEAD", "POST"])
def language(request: HttpRequest) -> HttpResponse:
    """Keeps the language that was chosen in a cookie, and goes back to ``next``, on this site.

    A language that SushiScore does not speak, and a mere look at the address, change nothing.
    """
    if request.POST.get("language") not in dict(settings.LANGUAGES):
        return redirect("home")
    return set_language(request)
