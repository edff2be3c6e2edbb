"""What operations have in common: how they are described, and an ETag."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from django.views.decorators.vary import vary_on_headers
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.views import APIView

from referee.rules.problems.validation import Kind

from ..hosting.problems import CONTENT_TYPE
from . import schema
from .once import HEADER, ONCE_REFUSED, once


@method_decorator(
    [
        conditional_page,
        cache_control(private=True, no_cache=True),
        vary_on_headers("Authorization", "Cookie", "Accept-Language"),
    ],
    name="dispatch",
)
class WithETag(APIView):
    """What is read has an ETag: whoever names it in If-None-Match gets 304 while it is the same."""


_DONE = {200: "As it is now.", 201: "It is made; Location says where.", 204: "It is done."}
_OF_ALL = {
    400: "The key stands in the address.",
    401: "There is no such key.",
    404: "?format= names another format than json.",
    405: "Another method than those here.",
    406: "Another answer than JSON was asked for.",
    429: "Too many requests in a minute.",
}
_REFUSED = {
    400: "What was sent cannot be read: every fault.",
    401: "Neither a key nor a phone, or no such key.",
    403: "The key or the phone may not do that, or another site's page has sent it.",
    404: "There is no such thing for this key or phone.",
    409: "It cannot be done as things are.",
    413: "The request is too long.",
    415: "It is not sent as application/json.",
    503: "Nothing can be stored now: try again.",
}


def described(
    what: str,
    operation: str,
    answer: Any,
    statuses: Iterable[int],
    *parameters: OpenApiParameter,
    body: schema.Schema | None = None,
    status: int = 200,
    said: str = "",
    refused: Mapping[int, str] | None = None,
    description: str = "",
) -> Any:
    """Describe an operation.

    Args:
        answer: None for an answer without a body.
        statuses: those of refusals, which mean here what they mean elsewhere.
        said: what the answer is, where that is not plain.
        refused: statuses that mean something else here, and those that are its own.
    """
    texts = {**_OF_ALL, **{one: _REFUSED[one] for one in statuses}, **(refused or {})}
    return extend_schema(
        operation_id=operation,
        summary=what,
        description=description or None,
        parameters=list(parameters),
        request={"application/json": body} if body else None,
        responses={
            status: OpenApiResponse(answer, said or _DONE[status]),
            **{
                (one, CONTENT_TYPE): OpenApiResponse(schema.PROBLEM, why)
                for one, why in sorted(texts.items())
            },
        },
    )


def reading(
    what: str, operation: str, answer: Any, *parameters: OpenApiParameter, **more: Any
) -> Any:
    """Describe an operation that only reads; ``more`` as for :func:`described`."""
    return described(what, operation, answer, (400, 401, 404), *parameters, **more)


def changing(
    what: str,
    operation: str,
    answer: Any,
    kind: Kind | None = None,
    *parameters: OpenApiParameter,
    made: bool = False,
    refused: Mapping[int, str] | None = None,
    description: str = "",
) -> Any:
    """Describe an operation that changes something.

    Args:
        kind: what is sent, None for nothing.
        made: it creates something: it is done :func:`~referee.api.once.once`.
    """
    describe = described(
        what,
        operation,
        answer,
        (400, 401, 403, 404, 409, 503, *((413, 415) if kind else ())),
        *parameters,
        *([HEADER] if made else ()),
        body=kind.schema if kind else None,
        status=201 if made else 200 if answer else 204,
        refused={**(ONCE_REFUSED if made else {}), **(refused or {})},
        description=description,
    )
    return (lambda post: describe(once(post))) if made else describe
