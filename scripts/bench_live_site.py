"""The addresses that `make bench-live` measures: SushiScore's own, and beside them one bare view.

The bare view is the yardstick: the same server, middleware and database, and one INSERT.
"""

import uuid

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from referee.models import Club


@csrf_exempt
def bare(request: HttpRequest) -> HttpResponse:
    """Stores one row, and says so."""
    club = Club.objects.create(phone=uuid.uuid4().hex)
    return JsonResponse({"stored": club.pk})


urlpatterns = [path("bare/", bare), path("", include("sushiscore.urls"))]
