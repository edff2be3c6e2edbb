"""The first page: start a game, or go on with one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ...access.games import phone_of
from ..pages.home import home_page


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The three games, and this phone's latest ones."""
    return render(request, "play/home.html", {"page": home_page(phone_of(request))})
