"""The addresses that `make bench` measures: SushiScore's own, and beside them a bare one."""

from django.urls import include, path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class Bare(APIView):
    """Parses JSON, and sends it back."""

    def post(self, request: Request) -> Response:
        return Response(request.data)


urlpatterns = [path("bare/", Bare.as_view()), path("", include("sushiscore.urls"))]
