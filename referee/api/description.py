"""The interface described, for programs and for people."""

from typing import Any

from csp.decorators import csp_update
from django.conf import settings
from django.utils.decorators import method_decorator
from django.utils.translation import override
from drf_spectacular.utils import OpenApiParameter
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from . import schema
from .operations import described


class SchemaView(SpectacularAPIView):
    """The interface as an OpenAPI description, for programmers: in one language for everybody."""

    @described(
        "Get this description",
        "schema",
        schema.OPENAPI,
        (),
        OpenApiParameter(
            "format", enum=["json", "yaml", ""], description="YAML where nothing is named."
        ),
        said="The interface as an OpenAPI description.",
        refused={
            404: "?format= names another format than json and yaml.",
            406: "Another answer than JSON or YAML was asked for.",
        },
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The description in the settings' language, whatever the request asks for."""
        with override(settings.LANGUAGE_CODE):
            described: Response = super().get(request, *args, **kwargs)
            return described


# Swagger UI's style sheet holds its small pictures itself, as data: addresses.
@method_decorator(csp_update({"img-src": ["'self'", "data:"]}), name="dispatch")
class DocsView(SpectacularSwaggerSplitView):
    """The same to read and to try out; its script is a request of its own, for the strict CSP."""

    url_name = "api:schema"
    template_name = "api/docs.html"
