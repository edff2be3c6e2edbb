"""What a club is and has, for whoever runs it: read by programs with a key, or by its phones."""

from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError as UnreadableError
from django.db import DataError
from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from referee.access.clubs import clubs_run
from referee.models import Club
from referee.rules import Fault, SheetFaults
from referee.rules.problems.validation import shown

from . import sent
from .keys import KeyOrPhone
from .operations import WithETag

ANY_CLUB = OpenApiParameter("club", UUID, description="The id of a club; without it all you run.")
ONE_CLUB = OpenApiParameter("club", UUID, description="The id of a club, if you run several.")


def asked_id(request: Request, name: str) -> UUID | None:
    """The id that stands in the address; None where there is none."""
    text = request.query_params.get(name)
    try:
        return None if text is None else UUID(text)
    except ValueError:
        raise SheetFaults([Fault(name, "not-a-uuid", shown(text))]) from None


def asked_number(request: Request, name: str, allowed: range) -> int | None:
    """The number that stands in the address; None where there is none."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if text.isascii() and text.isdigit() and len(text) < 9 and int(text) in allowed:
        return int(text)
    wanted = f"{allowed[0]}-{allowed[-1]}"
    raise SheetFaults([Fault(name, "out-of-range", shown(text), wanted=wanted)])


class Pages(CursorPagination):
    """Pages of a list; ``next`` and ``previous`` are the addresses of those beside it."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        """The rows of a page. Raises NotFound for a cursor whose place is no day and no text."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (UnreadableError, DataError, OverflowError):
            raise NotFound(self.invalid_cursor_message) from None

    def get_page_size(self, request: Request) -> int:
        """The size that is asked for. Raises SheetFaults for one that no page has."""
        sizes = range(1, self.max_page_size + 1)
        return asked_number(request, "page_size", sizes) or self.page_size

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Describe the parameters: how large a page may be too."""
        described: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for one in described:
            if one["name"] == self.page_size_query_param:
                one["schema"] |= {"minimum": 1, "maximum": self.max_page_size}
        return described

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        return tuple(view.ordering)


class OfClubs(WithETag):
    """What belongs to the clubs that the key's account, or the phone, runs."""

    permission_classes = [KeyOrPhone]
    parser_classes = [sent.JSONParser]
    new_id: UUID

    def clubs(self, asked: UUID | None = None) -> QuerySet[Club]:
        """The clubs that are asked for: all of them, or the one in the body or the address."""
        clubs = clubs_run(self.request)
        if asked := asked or asked_id(self.request, "club"):
            clubs = clubs.filter(pk=asked)
            if not clubs.exists():
                raise Http404
        return clubs

    def one_club(self, asked: UUID | None = None) -> Club:
        """The club that is asked for; who runs only one need not name it."""
        clubs = list(self.clubs(asked)[:2])
        if not clubs:
            raise Http404
        if len(clubs) > 1:
            raise SheetFaults([Fault("club", "missing")])
        return clubs[0]
