"""What stands in a form's field or in an address, read without a form."""

import datetime
from uuid import UUID, uuid4

from django.http import HttpRequest
from django.utils.dateparse import parse_date

_MAX_DIGITS = 9
"""More than any number of a game has; Python itself refuses to read thousands of them."""


def typed_number(request: HttpRequest, field: str) -> int:
    """The whole number, zero or more, in a field of the request; -1 for what is none."""
    text = request.POST.get(field, "").strip()
    is_number = text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS
    return int(text) if is_number else -1


def typed_id(text: str) -> UUID:
    """The id that a page made for what its form starts; a new one where it cannot be read."""
    try:
        return UUID(text)
    except ValueError:
        return uuid4()


def typed_day(text: str) -> datetime.date | None:
    """The day that is written; None for what is none, as the thirtieth of February."""
    try:
        return parse_date(text)
    except ValueError:
        return None
