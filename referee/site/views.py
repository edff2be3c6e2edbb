"""What SushiScore is, and in which language and look a phone reads it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_safe
from django.views.i18n import set_language

from .choices import LOOKS


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


@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest) -> HttpResponse:
    """Keep whether a phone looks light or dark in a cookie, or none for its system's own look, and
    go back to ``next``, on this site. A mere look at the address changes nothing."""
    chosen, target = request.POST.get("look"), request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure())
    answer = redirect(target if is_ours else "home")
    if chosen in LOOKS:
        answer.set_cookie(
            settings.LOOK_COOKIE_NAME,
            chosen,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    elif chosen == "":
        answer.delete_cookie(settings.LOOK_COOKIE_NAME, samesite="Lax")
    return answer
