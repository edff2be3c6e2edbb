"""Describes every operation by what its view declares: serializers, filters, pages, docstrings,
scopes and refusals."""

import inspect
import json
import re
from itertools import count
from pathlib import Path
from typing import Any

from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import SAFE_METHODS, AllowAny

from referee.models.fields import NameField
from referee.rules.reading import NAME

from ..hosting.problems import CONTENT_TYPE
from .once import HEADER
from .schema import PROBLEM, Schema
from .strict import SheetPart, Text

MAY_CHANGE = "may change"
"""The tag of what is the pages' own business."""
_SUMMARIES = {
    "list": "List the {}s",
    "retrieve": "Get a {}",
    "create": "Make a {}",
    "partial_update": "Change a {}",
    "destroy": "Delete a {}",
}
_DONE = {
    "200": "As it is now.",
    "201": "It is made; Location says where.",
    "202": "It is begun; Location says where to ask how far it is.",
    "204": "It is done.",
}
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
_IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "schema": {"type": "string"},
    "description": "An ETag that this address was read with: only if it is still the same.",
}


class OperationSchema(AutoSchema):
    """Describes an operation of :class:`~referee.api.views.Operations`."""

    view: Any

    def _action(self) -> Any:
        return getattr(self.view, getattr(self.view, "action", None) or self.method.lower(), None)

    def _paragraphs(self) -> tuple[str, str]:
        """The first line of the action's docstring, and the rest of it."""
        first, _blank, rest = inspect.cleandoc(self._action().__doc__ or "").partition("\n\n")
        return " ".join(first.split()).removesuffix("."), rest

    def get_operation_id(self) -> str:
        """The router's name of the resource and the action's: ``night_list``, ``round_confirm``."""
        if basename := getattr(self.view, "basename", None):
            return f"{basename}_{self.view.action}"
        return str(super().get_operation_id())

    def get_summary(self) -> str | None:
        if said := super().get_summary():
            return str(said)
        own, _rest = self._paragraphs()
        if own:
            return own
        serializer = self.get_response_serializers()
        serializer = getattr(serializer, "child", serializer)
        name = self._get_serializer_name(serializer, "response")
        noun = re.sub("(?<!^)(?=[A-Z])", " ", name).lower()
        return _SUMMARIES[self.view.action].format(noun)

    def get_description(self) -> str:  # type: ignore[override]  # drf-spectacular's is untyped
        return self._paragraphs()[1]

    def get_tags(self) -> list[str]:
        if getattr(self.view, "may_change", False):
            return [MAY_CHANGE]
        return super().get_tags()

    def get_filter_backends(self) -> list[Any]:
        """None for lists that are not filtered: they may be of no model."""
        is_filtered = getattr(self.view, "filterset_class", None)
        return [*super().get_filter_backends()] if is_filtered else []

    def get_override_parameters(self) -> list[Any]:
        parameters = [*super().get_override_parameters()]
        if query_class := getattr(self.view, "get_query_class", lambda: None)():
            parameters.append(query_class)
        if self._is_once():
            parameters.append(HEADER)
        return parameters

    def _is_once(self) -> bool:
        return getattr(self._action(), "is_once", False)

    def get_auth(self) -> list[Any]:
        """A key of a scope; without one a phone's cookie, or nothing at all."""
        auth = super().get_auth()
        if any(isinstance(one, AllowAny) for one in self.view.get_permissions()):
            return [{}, {"key": []}]
        reads = self.method in SAFE_METHODS
        scope = getattr(self.view, "read_scope" if reads else "scope", "")
        return [{"key": [str(scope)] if scope else []}, {}] if auth else auth

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Any:
        """Nothing else is taken than what is described, and all of that is answered, but for the
        serializer's ``sometimes``."""
        described = super()._map_basic_serializer(serializer, direction)
        if direction == "request":
            described["additionalProperties"] = False
        else:
            sometimes = getattr(serializer, "sometimes", ())
            named = described.get("properties", {})
            described["required"] = sorted(named.keys() - {*sometimes})
        return described

    def _map_serializer_field(self, field: Any, direction: Any, *args: Any, **more: Any) -> Any:
        """Without the label that a form has, and with a letter where a text is needed."""
        part = (field.kind.schema or {}) if isinstance(field, SheetPart) else {}
        if "title" in part:  # which is shared: no word of the field is added
            return None if field.write_only and direction == "response" else {**part}
        described = super()._map_serializer_field(field, direction, *args, **more)
        if isinstance(described, dict) and not isinstance(field, SheetPart):
            described.pop("title", None)
            if direction == "request" and isinstance(field, Text) and not field.allow_blank:
                described["pattern"] = NAME["pattern"]
                if type(field.form_field) is NameField:  # takes nothing out of it, as lines do
                    described["not"] = NAME["not"]
        return described

    def _get_request_body(self, direction: Any = "request") -> Any:
        """No request does without its body."""
        body = super()._get_request_body(direction)
        return body and {**body, "required": True}

    def _refusals(self) -> list[int]:
        """The statuses that the operation may refuse with."""
        statuses = [400, 401, 404, 406, 429, *getattr(self.view, "more_refusals", ())]
        if self.view.permission_classes and AllowAny not in self.view.permission_classes:
            statuses.append(403)
            if self.method not in SAFE_METHODS:
                statuses += [409, 503]
        if self.method in ("POST", "PUT", "PATCH"):
            statuses += [413, 415]
        is_read = "get" in (self.view.action_map or {}) and self.view.takes_if_match
        if self.method not in SAFE_METHODS and is_read:
            statuses.append(412)
        return [*statuses, 422] if self._is_once() else statuses

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        answers = super()._get_response_bodies(direction)
        for code, answer in answers.items():
            if code < "300":
                answer["description"] = answer["description"] or _DONE[code]
                answer.setdefault("headers", {}).update(_named_limits())
        for status in self._refusals():
            named = {"$ref": f"#/components/responses/Refused{status}"}
            answers.setdefault(str(status), named)
        return dict(sorted(answers.items()))


def _named_limits(*more: str) -> Schema:
    names = ("RateLimit-Policy", "RateLimit", *more)
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _refusal(status: int) -> Schema:
    answer: Schema = {
        "description": _REFUSALS[status],
        "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    if status == 429:
        answer["headers"] = _named_limits("Retry-After")
    if status == 503:
        answer["headers"] = {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}
    return answer


def _shared(described: Any, named: dict[str, Schema]) -> Any:
    """Return a part of the description in which every schema that has a title is a reference, and
    put what it refers to into ``named``: what stands in many places is described once."""
    if isinstance(described, list):
        return [_shared(one, named) for one in described]
    if not isinstance(described, dict):
        return described
    described = {key: _shared(value, named) for key, value in described.items()}
    if not isinstance(title := described.get("title"), str):
        return described
    for number in count(2):
        words = re.findall("[A-Za-z0-9]+", described["title"])
        name = "".join(word[0].upper() + word[1:] for word in words)
        if named.setdefault(name, described) == described:
            break
        described["title"] = f"{title} {number}"
    return {"$ref": f"#/components/schemas/{name}"}


def complete(result: Schema, **_options: Any) -> Schema:
    """Add to the description what all operations share, and the examples, which the tests send."""
    named = result["components"]["schemas"]
    _shared(PROBLEM, named)
    result["paths"] = _shared(result["paths"], named)
    for name in [*named]:
        named[name] = _inside(named[name], named)
    result["components"]["schemas"] = dict(sorted(named.items()))
    result["components"]["headers"] = _LIMITS
    result["components"]["responses"] = {
        f"Refused{status}": _refusal(status) for status in _REFUSALS
    }
    examples = json.loads((Path(__file__).parent / "examples.json").read_text())
    for operations in result["paths"].values():
        for operation in operations.values():
            example = examples.get(operation["operationId"], {})
            if "requestBody" in operation and "body" in example:
                operation["requestBody"]["content"]["application/json"]["example"] = example["body"]
            if "answer" in example:
                answered = operation["responses"][str(example["status"])]
                for content in answered.get("content", {}).values():
                    content["example"] = example["answer"]
    return result


def _inside(described: Schema, named: dict[str, Schema]) -> Schema:
    """Share what has a title inside a schema that has a name itself."""
    return {key: _shared(value, named) for key, value in described.items()}
