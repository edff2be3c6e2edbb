"""Describes every operation by what its view declares: serializers, filters, pages, docstrings,
scopes and refusals. What all of them share is added by :mod:`referee.api.description`."""

import inspect
import re
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import SAFE_METHODS, AllowAny

from referee.models.fields import NameField
from referee.rules.reading import NAME

from .once import HEADER
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
_IF_MATCH = OpenApiParameter(
    "If-Match",
    location="header",
    description="An ETag that this address was read with: only if it is still the same.",
)


def limit_headers(*more: str) -> dict[str, Any]:
    """What every answer says of the limits on requests, and more."""
    names = ("RateLimit-Policy", "RateLimit", *more)
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


class OperationSchema(AutoSchema):
    """Describes an operation of :class:`~referee.api.base.views.Operations`."""

    view: Any

    def _action(self) -> Any:
        return getattr(self.view, self.view.action)

    def _paragraphs(self) -> tuple[str, str]:
        """The first line of the action's docstring, and the rest of it."""
        first, _blank, rest = inspect.cleandoc(self._action().__doc__ or "").partition("\n\n")
        return " ".join(first.split()).removesuffix("."), rest

    def get_operation_id(self) -> str:
        """The router's name of the resource and the action's: ``night_list``, ``round_confirm``."""
        return f"{self.view.basename}_{self.view.action}"

    def get_summary(self) -> str | None:
        if summary := super().get_summary() or self._paragraphs()[0]:
            return str(summary)
        serializer = self.get_response_serializers()
        serializer = getattr(serializer, "child", serializer)
        name = self._get_serializer_name(serializer, "response")
        noun = re.sub("(?<!^)(?=[A-Z])", " ", name).lower()
        if self.view.action == "list":
            noun = re.sub("y$", "ie", noun)
        return _SUMMARIES[self.view.action].format(noun)

    def get_description(self) -> str:  # type: ignore[override]  # drf-spectacular's is untyped
        return self._paragraphs()[1]

    def get_operation(self, *place: Any) -> Any:
        operation = super().get_operation(*place)
        if operation and self.view.may_change:
            parts = ("May change with any version.", operation.get("description"))
            operation["description"] = "\n\n".join(filter(None, parts))
        return operation

    def get_tags(self) -> list[str]:
        """The last part of the address that is a tag; one of its own for what may change."""
        if self.view.may_change:
            return [MAY_CHANGE]
        known = [tag["name"] for tag in spectacular_settings.TAGS]
        return [part for part in self.path.split("/") if part in known][-1:]

    def _is_conditional(self) -> bool:
        """Whether what is changed has an ETag at the same address."""
        takes = self.view.takes_if_match and "get" in self.view.action_map
        return takes and self.method in ("PUT", "PATCH", "DELETE")

    def get_filter_backends(self) -> list[Any]:
        """None for lists that are not filtered: they may be of no model."""
        is_filtered = getattr(self.view, "filterset_class", None)
        return [*super().get_filter_backends()] if is_filtered else []

    def get_override_parameters(self) -> list[Any]:
        parameters = [*super().get_override_parameters()]
        if query_class := self.view.get_query_class():
            parameters.append(query_class)
        if self._is_once():
            parameters.append(HEADER)
        if self._is_conditional():
            parameters.append(_IF_MATCH)
        return parameters

    def _is_once(self) -> bool:
        return getattr(self._action(), "is_once", False)

    def get_auth(self) -> list[Any]:
        """A key of a scope; without one a phone's cookie, or nothing at all."""
        auth = super().get_auth()
        if not self.view.permission_classes:
            return [{}]
        if AllowAny in self.view.permission_classes:
            return [{}, {"key": []}]
        scope = self.view.read_scope if self.method in SAFE_METHODS else self.view.scope
        return [{"key": [str(scope)]}, {}] if auth else auth

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
                described.setdefault("pattern", NAME["pattern"])
                if type(field.form_field) is NameField:  # takes nothing out of it, as lines do
                    described["not"] = NAME["not"]
        return described

    def _get_request_body(self, direction: Any = "request") -> Any:
        """No request does without its body."""
        body = super()._get_request_body(direction)
        return body and {**body, "required": True}

    def _refusals(self) -> list[int]:
        """The statuses that the operation may refuse with."""
        statuses = [400, 401, 404, 406, 429, *self.view.more_refusals]
        if self.view.permission_classes and AllowAny not in self.view.permission_classes:
            statuses.append(403)
            if self.method not in SAFE_METHODS:
                statuses += [409, 503]
        if self.method in ("POST", "PUT", "PATCH"):
            statuses += [413, 415]
        if self._is_conditional():
            statuses.append(412)
        return [*statuses, 422] if self._is_once() else statuses

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        answers = super()._get_response_bodies(direction)
        for code, answer in answers.items():
            if code < "300":
                answer["description"] = answer["description"] or _DONE[code]
                answer.setdefault("headers", {}).update(limit_headers())
        for status in self._refusals():
            named = {"$ref": f"#/components/responses/Refused{status}"}
            answers.setdefault(str(status), named)
        return dict(sorted(answers.items()))
