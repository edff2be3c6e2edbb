"""``manage.py phrases``: reads what somebody says of the cards. Opens no database."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import override

from referee.management.language import terminal_language
from referee.management.streams import FAULTY, answer_lines, flushed
from referee.rules import parse_json
from referee.rules.phrases import read_request
from referee.wording import phrase_document


class Command(BaseCommand):
    """Reads a file of phrases; the format stands in docs/score-sheet.md."""

    help = "Read phrases that say what lies in front of a player (docs/score-sheet.md)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--lines",
            metavar="FILE",
            required=True,
            help="one request a line, one answer a line; - is standard input",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Read each phrase, and ask what must be asked in its own language."""

        def answer(source: bytes) -> dict[str, object]:
            request = read_request(parse_json(source))
            with override(request.language):
                return phrase_document(request)

        with override(terminal_language()), flushed(self.stdout):
            is_faulty = answer_lines(self, options["lines"], "en", answer)
        if is_faulty:
            sys.exit(FAULTY)
