"""Reading the body of a request as the score sheet's own JSON."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import APIException
from rest_framework.parsers import BaseParser

from referee.rules import SheetFaults, parse_json
from referee.rules.json_text import MAX_LENGTH


class UnreadableSheetError(APIException):
    """A body that is no score sheet; carries its faults."""

    status_code = 400
    default_code = "unreadable"

    def __init__(self, error: SheetFaults) -> None:
        self.faults = error.faults
        super().__init__(str(error), self.faults[0].code if len(self.faults) == 1 else None)
        if any(fault.code in ("too-long", "file-too-large") for fault in self.faults):
            self.status_code = 413


class SheetParser(BaseParser):
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
        """The body's value. Of a body that is too long only the beginning is read."""
        body = stream.read(max(MAX_LENGTH, self.longest_list) + 1)
        is_list = self.longest_list and body.lstrip().startswith(b"[")
        try:
            return parse_json(body, longest=self.longest_list if is_list else MAX_LENGTH)
        except SheetFaults as error:
            raise UnreadableSheetError(error) from error
