"""``manage.py score``: scores sheets from files or standard input. Opens no database."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from referee.management.language import terminal_language
from referee.management.table import result_table
from referee.rules import SheetFaults, read_sheet, score_sheet
from referee.rules.json_text import MAX_LENGTH
from referee.rules.mistakes import diagnose
from referee.wording import errors_document, fault_message, result_document, visible

FAULTY = 2
"""The exit code where a sheet could not be read."""
PIPE_CLOSED = 141
"""The exit code of a program that the closed pipe behind it has ended, as shells know it."""


class Command(BaseCommand):
    """Scores one score sheet, or a file of them; the formats stand in docs/score-sheet.md."""

    help = "Score a game from its score sheet (docs/score-sheet.md)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """SHEET, or --lines FILE; --text for people; --language."""
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
        """Score; to people in the terminal's language, to programs in the settings' whoever runs
        it, so that equal sheets give equal bytes."""
        chosen = options["language"]
        told = chosen or terminal_language()
        written = told if options["text"] else chosen or settings.LANGUAGE_CODE
        with override(told):
            self._score(options["sheet"], options["lines"], text=options["text"], written=written)

    def _score(self, sheet: str | None, lines: str | None, *, text: bool, written: str) -> None:
        if (sheet is None) == (lines is None) or (lines and text):
            raise CommandError(
                _("give either a SHEET (perhaps with --text) or --lines FILE."), returncode=FAULTY
            )
        try:
            if lines is not None:
                faulty = self._score_lines(lines, written)
            else:
                faulty = self._score_one(sheet or "", written, text=text)
            self.stdout.flush()
        except BrokenPipeError:
            # Nobody reads on. What is still in the buffer would complain when Python ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(PIPE_CLOSED)
        if faulty:
            sys.exit(FAULTY)

    def _score_one(self, path: str, language: str, *, text: bool) -> bool:
        with self._opened(path) as file:
            source = self._read(path, file, MAX_LENGTH + 1)
        try:
            result = score_sheet(read_sheet(source))
        except SheetFaults as error:
            for fault in error.faults:
                self.stderr.write(fault_message(fault))
            return True
        if text:
            self._write(result_table(result))
        else:
            with override(language):
                document = result_document(result, diagnose)
            self._write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
        return False

    def _score_lines(self, path: str, language: str) -> bool:
        lines = faulty = 0
        with self._opened(path) as file:
            for source in self._lines(path, file):
                lines += 1
                with override(language):
                    document, good = _answer(source)
                faulty += not good
                answer = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
                self._write(answer + "\n")
        if faulty:
            self.stderr.write(
                ngettext(
                    "%(faulty)d of %(lines)d line cannot be read.",
                    "%(faulty)d of %(lines)d lines cannot be read.",
                    lines,
                )
                % {"faulty": faulty, "lines": lines}
            )
        return faulty > 0

    def _lines(self, path: str, file: IO[bytes]) -> Iterator[bytes]:
        """Yield one line at a time, of a line that is too long only the beginning."""
        while line := self._read(path, file, MAX_LENGTH + 2, line=True):
            ended = line.endswith(b"\n")
            yield line.removesuffix(b"\n")
            while not ended:
                rest = self._read(path, file, MAX_LENGTH, line=True)
                ended = not rest or rest.endswith(b"\n")

    def _opened(self, path: str) -> IO[bytes]:
        if path == "-":
            # Kept open: it is not ours.
            return open(sys.stdin.fileno(), "rb", closefd=False)
        try:
            return Path(path).open("rb")
        except (OSError, ValueError) as error:
            raise _unreadable(path, error) from error

    def _read(self, path: str, file: IO[bytes], limit: int, *, line: bool = False) -> bytes:
        try:
            return file.readline(limit) if line else file.read(limit)
        except OSError as error:
            raise _unreadable(path, error) from error

    def _write(self, text: str) -> None:
        """Write UTF-8, whatever the terminal's encoding."""
        binary = getattr(self.stdout, "buffer", None)
        if binary is None:
            self.stdout.write(text, ending="")
        else:
            binary.write(text.encode())


def _answer(source: bytes) -> tuple[dict[str, object], bool]:
    """Return the answer to one line, and whether it was a readable sheet."""
    try:
        return result_document(score_sheet(read_sheet(source)), diagnose), True
    except SheetFaults as error:
        return errors_document(error.faults), False


def _unreadable(path: str, error: Exception) -> CommandError:
    reason = getattr(error, "strerror", None) or str(error)
    words = _("%(path)s cannot be read: %(reason)s.") % {"path": visible(path), "reason": reason}
    return CommandError(words, returncode=FAULTY)
