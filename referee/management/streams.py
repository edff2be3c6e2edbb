"""What commands read and write, and how they say what is wrong."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from referee.rules import SheetFaults
from referee.rules.json_text import MAX_LENGTH
from referee.wording import errors_document, visible
from referee.wording.result import printed_line

from ..hosting.logs import without_row

FAULTY = 2
"""The exit code where a command cannot begin."""
PIPE_CLOSED = 141
"""The exit code of a program that the closed pipe behind it has ended, as shells know it."""


def fault(words: str, error: Exception | None = None, **facts: Any) -> CommandError:
    """Return a command's end with ``FAULTY``, in words that name the facts and the error's
    ``reason``; paths are shown without control characters."""
    shown = {key: visible(str(it)) if isinstance(it, Path) else it for key, it in facts.items()}
    if error is not None:
        shown["reason"] = getattr(error, "strerror", None) or one_line(error)
    return CommandError(words % shown, returncode=FAULTY)


def one_line(error: Exception) -> str:
    """Return what an error says, in one line without control characters and its full stop."""
    return visible(" ".join(without_row(error).split())).rstrip(".")


def unreadable(path: str, error: Exception) -> CommandError:
    """Return the end of a command that cannot read its file."""
    return fault(_("%(path)s cannot be read: %(reason)s."), error, path=visible(path))


def open_input(path: str) -> IO[bytes]:
    """Open a file, or standard input for "-". Raises CommandError where it cannot."""
    if path == "-":
        return open(sys.stdin.fileno(), "rb", closefd=False)
    try:
        return Path(path).open("rb")
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error


def write_text(stdout: OutputWrapper, text: str) -> None:
    """Write UTF-8, whatever the terminal's encoding."""
    binary = getattr(stdout, "buffer", None)
    if binary is None:
        stdout.write(text, ending="")
    else:
        binary.write(text.encode())


@contextmanager
def flushed(stdout: OutputWrapper) -> Iterator[None]:
    """Flush what is written; end as shells expect where nobody reads on."""
    try:
        yield
        stdout.flush()
    except BrokenPipeError:
        # What is still in the buffer would complain when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(PIPE_CLOSED)


def answer_lines(
    command: BaseCommand, path: str, language: str, answer: Callable[[bytes], dict[str, object]]
) -> bool:
    """Write one answer a line to the JSON document of each line, in a language; return whether one
    could not be read. ``answer`` raises SheetFaults for those."""
    lines = faulty = 0
    with open_input(path) as file:
        for source in _lines(path, file):
            lines += 1
            with override(language):
                try:
                    document = answer(source)
                except SheetFaults as error:
                    document = errors_document(error.faults)
                    faulty += 1
            write_text(command.stdout, printed_line(document) + "\n")
    if faulty:
        words = ngettext(
            "%(faulty)d of %(lines)d line cannot be read.",
            "%(faulty)d of %(lines)d lines cannot be read.",
            lines,
        )
        command.stderr.write(words % {"faulty": faulty, "lines": lines})
    return faulty > 0


def _lines(path: str, file: IO[bytes]) -> Iterator[bytes]:
    """Yield one line at a time; of one that is too long only the beginning."""
    while line := read_some(path, file, MAX_LENGTH + 2, line=True):
        ended = line.endswith(b"\n")
        yield line.removesuffix(b"\n")
        while not ended:
            rest = read_some(path, file, MAX_LENGTH, line=True)
            ended = not rest or rest.endswith(b"\n")


def read_some(path: str, file: IO[bytes], limit: int, *, line: bool = False) -> bytes:
    """Read at most so many bytes, of one line only or not. Raises CommandError where it cannot."""
    try:
        return file.readline(limit) if line else file.read(limit)
    except OSError as error:
        raise unreadable(path, error) from error
