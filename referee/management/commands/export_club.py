"""``manage.py export_club``: everything of a club as one file. See docs/club-file.md."""

import os
import sys
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from referee.club.services.export_club import archive_of
from referee.management.commands.score import PIPE_CLOSED
from referee.management.language import TerminalCommand
from referee.models import Club
from referee.wording import visible

FAULTY = 2
"""The exit code where there is no such club."""


class Command(TerminalCommand):
    """Writes the file to standard output."""

    help = "Write everything of a club as one file (docs/club-file.md) to standard output."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """CLUB_ID, which may be left out where there is one club."""
        parser.add_argument(
            "club_id",
            nargs="?",
            metavar="CLUB_ID",
            help="the id in the address of the club's pages; needed where there are several clubs",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write UTF-8, whatever the terminal's encoding."""
        club = _club(options["club_id"])
        binary = getattr(self.stdout, "buffer", None)
        try:
            for piece in archive_of(club):
                if binary is None:
                    self.stdout.write(piece, ending="")
                else:
                    binary.write(piece.encode())
            self.stdout.flush()
        except BrokenPipeError:
            # Nobody reads on. What is still in the buffer would complain when Python ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(PIPE_CLOSED)


def _club(typed: str | None) -> Club:
    if typed is None:
        return _only_club()
    try:
        return Club.objects.get(pk=UUID(typed), is_there=True)
    except (ValueError, Club.DoesNotExist) as error:
        words = _("There is no club %(id)s.") % {"id": visible(typed)}
        raise CommandError(words, returncode=FAULTY) from error


def _only_club() -> Club:
    clubs = list(Club.objects.filter(is_there=True).order_by("created_at")[:100])
    if len(clubs) == 1:
        return clubs[0]
    lines = [_("Say which club:") if clubs else _("There is no club yet.")]
    lines += [f"{club.pk}  {visible(club.name)}".rstrip() for club in clubs]
    raise CommandError("\n".join(lines), returncode=FAULTY)
