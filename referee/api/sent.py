"""What programs send: read strictly, every fault at once. What may stand there is declared once:
read, and published."""

import re
from collections.abc import Mapping
from typing import IO, Any
from uuid import UUID

from django.forms import fields_for_model
from django.urls import reverse
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from referee.models import Game, GameNight
from referee.models.fields import LineField, NoteField
from referee.models.kinds import read_day
from referee.rules import Fault, SheetFaults, parse_json
from referee.rules.json_text import MAX_LENGTH
from referee.rules.problems.validation import (
    Kind,
    Reading,
    Wrong,
    flag,
    text,
    value,
)
from referee.rules.reading import NAME

LINE = LineField(required=False)


class JSONParser(BaseParser):
    """Parses strict JSON like the command: no duplicate names, no NaN, limited nesting."""

    media_type = "application/json"
    longest_list = 0
    """Bytes of a list, where one may stand for a sheet."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The body's value, or SheetFaults. Of one that is too long only the beginning is read."""
        body = stream.read(max(MAX_LENGTH, self.longest_list) + 1)
        is_list = self.longest_list and body.lstrip().startswith(b"[")
        return parse_json(body, longest=self.longest_list if is_list else MAX_LENGTH)


def body(request: Request, kind: Kind, reading: Reading | None = None) -> Any:
    """Return what was sent. Raises SheetFaults, which names every fault with its place.

    Args:
        reading: knows the players who may be named.
    """
    if request.stream is None:
        raise SheetFaults([Fault("", "missing")])
    reading = reading or Reading()
    values = kind.read(request.data, "", reading)
    if reading.faults:
        raise SheetFaults(reading.faults)
    return values


def made(document: Any, view: str, *ids: object) -> Response:
    """Answer with what was made, and where it is."""
    return Response(document, 201, headers={"Location": reverse(f"api:{view}", args=ids)})


# ------------------------------------------------------------------ single values

_UUID = "^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"


def uuid(description: str) -> Kind:
    """An id as it is usually written, with hyphens."""

    def parse(found: object) -> UUID:
        if not re.fullmatch(_UUID, text(found)):
            raise Wrong("not-a-uuid", found)
        return UUID(str(found))

    shape = {"type": "string", "format": "uuid", "pattern": _UUID, "maxLength": 36}
    return value(parse, {**shape, "description": description})


def words(field: LineField | NoteField, most: int, *, least: int = 0) -> Kind:
    """Text as the field of a page's form reads it."""

    def parse(found: object) -> str:
        said = field.to_python(text(found))
        if max(len(str(found)), len(said)) > most:
            raise Wrong("too-many-characters", found, wanted=str(most))
        if least and not re.search(NAME["pattern"], said):
            raise Wrong("missing")
        return said

    shape = {"type": "string", "maxLength": most}
    return value(parse, {**shape, "pattern": NAME["pattern"]} if least else shape)


def words_of(row: type[Game | GameNight]) -> dict[str, Kind]:
    """What is written about a game or a night."""
    of_form = fields_for_model(row, row.WORDS).items()
    return {name: words(field, field.max_length) for name, field in of_form}


_YEARS = "^(?:19|2[0-9])[0-9]{2}-"
"""1900 to 2999, as on pages."""


CLUB_ID = uuid("The club, if you run several.")
DAY = value(read_day, {"type": "string", "format": "date", "pattern": _YEARS})
FLAG = value(flag, {"type": "boolean"})
