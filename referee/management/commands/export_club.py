"""``manage.py export_club``: everything of a club as one file. See docs/club-file.md."""

from typing import Any
from uuid import UUID

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from referee.club.services.files.export_club import archive_of
from referee.management.language import TerminalCommand
from referee.management.streams import fault, flushed, write_text
from referee.models import Club
from referee.wording import visible


class Command(TerminalCommand):
    """Writes the file to standard output."""

    help = "Write everything of a club as one file (docs/club-file.md) to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "club_id",
            nargs="?",
            metavar="CLUB_ID",
            help="the id in the address of the club's pages; needed where there are several clubs",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        clubs = Club.objects.filter(is_there=True).order_by("created_at")
        club_id = options["club_id"]
        if club_id is not None:
            try:
                clubs = clubs.filter(pk=UUID(club_id))
            except ValueError:
                clubs = clubs.none()
            if not clubs:
                raise fault(_("There is no club %(id)s."), id=visible(club_id))
        shown = list(clubs[:100])
        if len(shown) != 1:
            lines = [_("Say which club:") if shown else _("There is no club yet.")]
            lines += [f"{club.pk}  {visible(club.name)}".rstrip() for club in shown]
            raise fault("%(lines)s", lines="\n".join(lines))
        with flushed(self.stdout):
            for piece in archive_of(shown[0]):
                write_text(self.stdout, piece)
