"""``manage.py import_club``: makes a club of a file that export_club has written."""

import sys
from pathlib import Path
from typing import IO, Any

from django.core.management.base import CommandError, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.club.services.import_club import import_as_new
from referee.club.services.read_club_file import MAX_BYTES, read_archive
from referee.management.language import TerminalCommand
from referee.rules import SheetFaults
from referee.wording import fault_message, visible

FAULTY = 2
"""The exit code where the file could not be read."""


class Command(TerminalCommand):
    """Reads a club file into a new club, and prints the address by which an account gets it."""

    help = "Make a club of a club file (docs/club-file.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        """FILE."""
        parser.add_argument("file", metavar="FILE", help="a club file; - is standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check everything first; a file with faults changes nothing."""
        source = _read(options["file"])
        try:
            archive = read_archive(source)
        except SheetFaults as error:
            self._complain(error)
            sys.exit(FAULTY)
        invitation = import_as_new(archive)
        number = len(archive.ids)
        self.stdout.write(
            ngettext("%(games)d game was read in.", "%(games)d games were read in.", number)
            % {"games": number}
        )
        self.stdout.write(_("Open this address on this server, logged in, to run the club:"))
        self.stdout.write(reverse("invited", args=[invitation.token]))

    def _complain(self, error: SheetFaults) -> None:
        for fault in error.faults:
            self.stderr.write(fault_message(fault))
        self.stderr.write(_("Nothing was read in."))


def _read(path: str) -> bytes:
    try:
        with _opened(path) as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        words = _("%(path)s cannot be read: %(reason)s.")
        raise CommandError(
            words % {"path": visible(path), "reason": reason}, returncode=FAULTY
        ) from error


def _opened(path: str) -> IO[bytes]:
    if path == "-":
        return open(sys.stdin.fileno(), "rb", closefd=False)
    return Path(path).open("rb")
