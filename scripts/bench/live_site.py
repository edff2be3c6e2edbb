"""The addresses that `make bench-live` measures: SushiScore's own, and beside them some of its own.

The bare view is the yardstick: the same server, middleware and database, and one INSERT.
"""

import itertools
import random
import uuid

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from referee.disputes.diagnosing import explanations
from referee.models import Club
from scripts.bench.scoring import EVERYBODY_OFF, disputed_game

_seeds = itertools.count()


@csrf_exempt
def bare(request: HttpRequest) -> HttpResponse:
    """Stores one row, and says so."""
    club = Club.objects.create(name=uuid.uuid4().hex)
    return JsonResponse({"stored": club.pk})


@csrf_exempt
def diagnosis(request: HttpRequest) -> HttpResponse:
    """Diagnoses a game that was never diagnosed before."""
    game = disputed_game(max(EVERYBODY_OFF), random.Random(next(_seeds)))
    return JsonResponse({"diagnosed": len(explanations(*game))})


urlpatterns = [
    path("bare/", bare),
    path("diagnosis/", diagnosis),
    path("", include("sushiscore.urls")),
]
