"""What commands read and write, and how they say what is wrong."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.core.management.base import CommandError, OutputWrapper
from django.utils.translation import gettext as _

from referee.wording import visible

FAULTY = 2
"""The exit code where a command cannot begin."""
PIPE_CLOSED = 141
"""The exit code of a program that the closed pipe behind it has ended, as shells know it."""


def fault(words: str, error: Exception | None = None, **facts: Any) -> CommandError:
    """Return a command's end with ``FAULTY``, in words that name the facts and the error's
    ``reason``; paths are shown without control characters."""
    shown = {name: visible(str(it)) if isinstance(it, Path) else it for name, it in facts.items()}
    if error is not None:
        shown["reason"] = getattr(error, "strerror", None) or one_line(error)
    return CommandError(words % shown, returncode=FAULTY)


def one_line(error: Exception) -> str:
    """Return what an error says, in one line without its full stop."""
    return " ".join(str(error).split()).rstrip(".")


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
