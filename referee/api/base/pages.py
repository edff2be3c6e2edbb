"""Lists: all of one shape, long ones in pages."""

from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError as UnreadableError
from django.db import DataError
from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, NotFound, ValidationError
from rest_framework.pagination import BasePagination, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

_BESIDE = {"type": ["string", "null"], "format": "uri"}


class _Listed:
    """The one shape of lists."""

    def get_paginated_response_schema(self, schema: Any) -> dict[str, Any]:
        """Describe a page, or the whole of a short list: then no other is beside it."""
        return {
            "type": "object",
            "properties": {
                "next": {**_BESIDE, "description": "The address of the next page."},
                "previous": {**_BESIDE, "description": "The address of the page before."},
                "results": schema,
            },
            "required": ["next", "previous", "results"],
        }


class Pages(_Listed, CursorPagination):
    """Pages of a list; ``next`` and ``previous`` are the addresses of those beside it."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        """The rows of a page. Raises ParseError for a cursor that is none, or whose place is no day
        and no text."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (UnreadableError, DataError, NotFound, OverflowError):
            wrong = ErrorDetail(self.invalid_cursor_message, "no-such-cursor")
            raise ValidationError({self.cursor_query_param: [wrong]}) from None

    def decode_cursor(self, request: Request) -> Any:
        """The cursor that was sent. Raises NotFound for what no page has as its own: the rest of
        what can be decoded would be taken for the first page."""
        cursor = super().decode_cursor(request)
        if cursor is not None:
            own = QueryDict(urlsplit(self.encode_cursor(cursor)).query)
            name = self.cursor_query_param
            if own.get(name) != request.query_params[name]:
                raise NotFound(self.invalid_cursor_message)
        return cursor

    def get_page_size(self, request: Request) -> int:
        """The size that is asked for. Raises ValidationError for one that no page has."""
        text = request.query_params.get(self.page_size_query_param)
        if text is None:
            return self.page_size
        if text in map(str, range(1, self.max_page_size + 1)):
            return int(text)
        wrong = _("A page has from 1 to %(most)s rows.") % {"most": self.max_page_size}
        raise ValidationError({self.page_size_query_param: [ErrorDetail(wrong, "out-of-range")]})

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Describe the parameters: how large a page may be too."""
        described: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in described:
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"] |= {"minimum": 1, "maximum": self.max_page_size}
        return described

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        return tuple(view.ordering)


class OnePage(_Listed, BasePagination):
    """A list that is so short that all of it comes at once."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        return list(queryset)

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"next": None, "previous": None, "results": data})
