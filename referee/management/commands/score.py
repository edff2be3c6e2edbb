"""``manage.py score``: scores sheets from files or standard input. Opens no database."""

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import override

from referee.management.language import terminal_language
from referee.management.streams import (
    FAULTY,
    answer_lines,
    fault,
    flushed,
    open_input,
    read_some,
    write_text,
)
from referee.management.table import result_table
from referee.rules import SheetFaults, read_sheet, score_sheet
from referee.rules.json_text import MAX_LENGTH
from referee.rules.mistakes import diagnose
from referee.wording import fault_message, result_document
from referee.wording.result import printed


class Command(BaseCommand):
    """Scores one score sheet, or a file of them; the formats stand in docs/score-sheet.md."""

    help = "Score a game from its score sheet (docs/score-sheet.md)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "sheet", nargs="?", metavar="SHEET", help="a score sheet; - is standard input"
        )
        parser.add_argument("--lines", metavar="FILE", help="one sheet a line, one result a line")
        parser.add_argument("--text", action="store_true", help="the result as a table to read")
        parser.add_argument(
            "--language",
            choices=[code for code, _name in settings.LANGUAGES],
            help="what the explanations are written in; without it JSON has English ones, and the "
            "table is in the terminal's language",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Score, in the terminal's language for people. Programs get the settings' language whoever
        runs it, so that equal sheets give equal bytes."""
        sheet, lines, text = options["sheet"], options["lines"], options["text"]
        language = options["language"] or terminal_language()
        with override(language):
            if (sheet is None) == (lines is None) or (lines and text):
                raise fault(_("give either a SHEET (perhaps with --text) or --lines FILE."))
            written = options["language"] or settings.LANGUAGE_CODE
            with flushed(self.stdout):
                if lines is not None:

                    def answer(source: bytes) -> dict[str, object]:
                        return result_document(score_sheet(read_sheet(source)), diagnose)

                    is_faulty = answer_lines(self, lines, written, answer)
                else:
                    is_faulty = self._write_result(sheet, None if text else written)
        if is_faulty:
            sys.exit(FAULTY)

    def _write_result(self, path: str, language: str | None) -> bool:
        """Write one result, as JSON in a language or as a table; return whether the sheet could not
        be read."""
        with open_input(path) as file:
            source = read_some(path, file, MAX_LENGTH + 1)
        try:
            result = score_sheet(read_sheet(source))
        except SheetFaults as error:
            for sheet_fault in error.faults:
                self.stderr.write(fault_message(sheet_fault))
            return True
        if language is None:
            write_text(self.stdout, result_table(result))
        else:
            with override(language):
                write_text(self.stdout, printed(result_document(result, diagnose)))
        return False
