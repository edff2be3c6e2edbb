"""What SushiScore is, and in which language a phone reads it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe
from django.views.i18n import set_language


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Say what SushiScore is, and where its parts come from."""
    return render(request, "site/about.html")


@require_http_methods(["GET", "HEAD", "POST"])
def language(request: HttpRequest) -> HttpResponse:
    """Keep the language that was chosen in a cookie, and go back to ``next``, on this site.

    A language that SushiScore does not speak, and a mere look at the address, change nothing.
    """
    if request.POST.get("language") not in dict(settings.LANGUAGES):
        return redirect("home")
    return set_language(request)
