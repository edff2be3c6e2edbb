"""The interface described, for programs and for people."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from csp.decorators import csp_update
from django.conf import settings
from django.utils.decorators import method_decorator
from django.utils.translation import override
from django.views import View
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from ..hosting.problems import CONTENT_TYPE
from . import webhooks
from .base.auto_schema import limit_headers
from .base.views import Operations
from .schema import PROBLEM, Schema

_REFUSALS = {
    400: "What was sent, or the address, cannot be read: every fault.",
    401: "Neither a key nor a phone, or no such key.",
    403: "The key or the phone may not do that, or another site's page has sent it.",
    404: "There is no such thing for this key or phone, or not in this format.",
    406: "Another form of answer was asked for than there is.",
    409: "It cannot be done as things are, or the first request of this Idempotency-Key is under"
    " way.",
    412: "It is not what If-Match names any more.",
    413: "The request is too long.",
    415: "It is not sent as application/json.",
    422: "Another request had this Idempotency-Key.",
    429: "Too many requests.",
    503: "It cannot be done now: try again.",
}
_LIMITS: dict[str, Schema] = {
    "RateLimit-Policy": {
        "description": "The limits that apply here, each with its name, its quota, and the seconds "
        "for which that is given.",
        "schema": {"type": "string"},
        "example": '"reads";q=600;w=60',
    },
    "RateLimit": {
        "description": "What remains of each, and in how many seconds it is counted anew.",
        "schema": {"type": "string"},
        "example": '"reads";r=598;t=42',
    },
    "Retry-After": {
        "description": "How many seconds to wait.",
        "schema": {"type": "integer"},
    },
}
_SIGNED: dict[str, Schema] = {
    f"webhook-{name}": {
        "name": f"webhook-{name}",
        "in": "header",
        "required": True,
        "schema": {"type": "string"},
        "description": description,
    }
    for name, description in {
        "id": "The same when it is sent again.",
        "timestamp": "When it is sent, in seconds since 1970.",
        "signature": "By the webhook's secret, as standardwebhooks.com has it.",
    }.items()
}
_LINE = 120
"""Characters of a line that holds more than one thing."""
_SHARED_PARAMETERS = ("cursor", "page_size", "Idempotency-Key", "If-Match")


# ------------------------------------------------------------------ what all operations share


def _refusal(status: int) -> Schema:
    answer: Schema = {
        "description": _REFUSALS[status],
        "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    if status == 429:
        answer["headers"] = limit_headers("Retry-After")
    if status == 503:
        answer["headers"] = {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}
    return answer


def _shared(described: Any, named: dict[str, Schema]) -> Any:
    """Return a part of the description in which every schema that has a title is a reference, and
    put what it refers to into ``named``: what stands in many places is described once."""
    if isinstance(described, list):
        return [_shared(part, named) for part in described]
    if not isinstance(described, dict):
        return described
    described = {key: _shared(value, named) for key, value in described.items()}
    if not isinstance(title := described.get("title"), str):
        return described
    del described["title"]
    name = "".join(word[0].upper() + word[1:] for word in re.findall("[A-Za-z0-9]+", title))
    if named.setdefault(name, described) != described:
        raise ValueError(f"Two schemas are called {name}.")
    return {"$ref": f"#/components/schemas/{name}"}


def _events(generator: SchemaGenerator) -> Schema:
    """What webhooks are sent, by event."""
    return {
        event: {
            "post": {
                "operationId": event.replace(".", "_"),
                "summary": str(serializer.__doc__).partition("\n")[0].removesuffix("."),
                "tags": ["webhooks"],
                "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in _SIGNED],
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": _component(generator, serializer)}},
                },
                "responses": {"2XX": {"description": "It has arrived."}},
                "security": [],
            }
        }
        for event, serializer in webhooks.EVENTS.items()
    }


def _component(generator: SchemaGenerator, serializer: Any) -> Schema:
    schema: Schema = generator.schemas_storage[0].resolve_serializer(serializer(), "response").ref
    return schema


def _operations(result: Schema) -> Iterator[Schema]:
    for operations in result["paths"].values():
        yield from operations.values()


def complete(result: Schema, generator: SchemaGenerator, **_options: Any) -> Schema:
    """Add to the description what all operations share, events, and the examples, which the tests
    send."""
    result["webhooks"] = _events(generator)
    components = generator.registry.build({})
    named, parameters = components["schemas"], {**_SIGNED}
    _shared(PROBLEM, named)
    result["paths"] = _shared(result["paths"], named)
    for name in [*named]:
        named[name] = {key: _shared(value, named) for key, value in named[name].items()}
    examples = json.loads((Path(__file__).parent / "examples.json").read_text())
    for operation in _operations(result):
        for at, parameter in enumerate(operation.get("parameters", ())):
            if (name := parameter["name"]) in _SHARED_PARAMETERS:
                parameters[name] = parameter
                operation["parameters"][at] = {"$ref": f"#/components/parameters/{name}"}
        _show(operation, examples.get(operation["operationId"], {}))
    result["components"] = {
        **components,
        "schemas": dict(sorted(named.items())),
        "headers": _LIMITS,
        "parameters": dict(sorted(parameters.items())),
        "responses": {f"Refused{status}": _refusal(status) for status in _REFUSALS},
    }
    _leave_out_unused(result)
    return _tidy(result)


def _leave_out_unused(result: Schema) -> None:
    """Leave out the schemas that nothing refers to, nor what only these refer to."""
    named = result["components"]["schemas"]
    used = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(result, default=str))
    if unused := named.keys() - {*used}:
        for name in unused:
            del named[name]
        _leave_out_unused(result)


def _show(operation: Schema, example: Schema) -> None:
    """Put an example of what is sent and answered beside them."""
    if "requestBody" in operation and "body" in example:
        operation["requestBody"]["content"]["application/json"]["example"] = example["body"]
    if "answer" in example:
        answered = operation["responses"].get(str(example["status"]), {})
        for content in answered.get("content", {}).values():
            content["example"] = example["answer"]


def _tidy(described: Any) -> Any:
    """Return a part of the description without what says nothing (what need not be sent is not
    said to be; schemas for answers have their own names: no part of them is only to be read), and
    without defaults, for which generators take what may be left out for what is always there."""
    if isinstance(described, list):
        return [_tidy(part) for part in described]
    if not isinstance(described, dict):
        return described
    tidy = {}
    for key, part in described.items():
        is_schema = isinstance(part, dict)  # of a field of this name
        is_empty = key in ("readOnly", "default", "x-spec-enum-id")
        if is_schema or not (is_empty or (key == "required" and not part)):
            tidy[key] = part if key == "example" else _tidy(part)
    match tidy:
        case {"allOf": [{"$ref": _} as alone]} if len(tidy) == 1:
            return alone
    return tidy


# ------------------------------------------------------------------ where it is to be had


def _written(value: Any, indent: str = "\n") -> str:
    """JSON in which what fits on a line stands on one: half as long as an entry a line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) <= _LINE or not isinstance(value, dict | list):
        return line
    inner = f"{indent} "
    if isinstance(value, list):
        parts = [_written(part, inner) for part in value]
    else:
        parts = [f"{json.dumps(name)}: {_written(part, inner)}" for name, part in value.items()]
    text = inner + f",{inner}".join(parts) + indent
    return f"[{text}]" if isinstance(value, list) else f"{{{text}}}"


class DescriptionRenderer(OpenApiJsonRenderer):
    """The description as the repository has it, too."""

    def render(self, data: Any, *_options: Any, **_more: Any) -> bytes:
        return f"{_written(data)}\n".encode()


class JSONDescriptionRenderer(DescriptionRenderer):
    """The same, for who asks for plain JSON."""

    media_type = "application/json"


@cache
def description() -> dict[str, Any]:
    """The description, for programmers: in one language for everybody."""
    with override(settings.LANGUAGE_CODE):
        described: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    return described


class DescriptionViewSet(Operations):
    """Answers with the description of the interface."""

    renderer_classes = [
        OpenApiYamlRenderer,
        OpenApiYamlRenderer2,
        DescriptionRenderer,
        JSONDescriptionRenderer,
    ]

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "format", enum=["json", "yaml"], description="YAML where nothing is named."
            )
        ],
        responses=OpenApiResponse(OpenApiTypes.OBJECT, "The interface as OpenAPI describes it."),
    )
    def retrieve(self, request: Request) -> Response:
        """Get this description"""
        return Response(description())


# Swagger UI's style sheet holds its small pictures itself, as data: addresses.
@method_decorator(csp_update({"img-src": ["'self'", "data:"]}), name="dispatch")
class DocsView(SpectacularSwaggerSplitView):
    """The same to read and to try out; its script is a request of its own, for the strict CSP."""

    url_name = "api:schema"
    template_name = "api/docs.html"
    options = View.options  # type: ignore[assignment]  # REST framework's would be drawn as a page
