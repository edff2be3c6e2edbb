"""What is sent as JSON, parsed as strictly as the command does."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from referee.rules import parse_json
from referee.rules.json_text import MAX_LENGTH


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
