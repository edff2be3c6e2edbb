"""What SushiScore is, whose games these are, and where its parts come from."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """The same for everybody."""
    return render(request, "site/about.html")
