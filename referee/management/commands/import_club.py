"""``manage.py import_club``: makes a club of a file that export_club has written."""

import sys
from typing import Any

from django.core.management.base import CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.club.services.files.import_club import import_as_new
from referee.club.services.files.read_club_file import MAX_BYTES, read_archive
from referee.management.language import TerminalCommand
from referee.management.streams import FAULTY, open_input, unreadable
from referee.rules import SheetFaults
from referee.wording import fault_message


class Command(TerminalCommand):
    """Reads a club file into a new club, and prints the address by which an account gets it."""

    help = "Make a club of a club file (docs/club-file.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a club file; - is standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check everything first; a file with faults changes nothing."""
        path = options["file"]
        try:
            with open_input(path) as file:
                archive = read_archive(file.read(MAX_BYTES + 1))
        except SheetFaults as error:
            for fault in error.faults:
                self.stderr.write(fault_message(fault))
            self.stderr.write(_("Nothing was read in."))
            sys.exit(FAULTY)
        except (OSError, ValueError) as error:
            raise unreadable(path, error) from error
        invitation = import_as_new(archive)
        games = len(archive.ids)
        words = ngettext("%(games)d game was read in.", "%(games)d games were read in.", games)
        self.stdout.write(words % {"games": games})
        self.stdout.write(_("Open this address on this server, logged in, to run the club:"))
        self.stdout.write(reverse("invited", args=[invitation.token]))
