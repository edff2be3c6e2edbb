"""``manage.py demo`` makes a club with simulated games."""

import os
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urljoin

from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from referee.demo.club import Founded, fill, found, many_games, worth_looking_at
from referee.demo.evenings import Played
from referee.management.language import TerminalCommand
from sushiscore.data import RUN, served_at
from sushiscore.network import own_addresses

TELL_EVERY = 2_000


class Command(TerminalCommand):
    """Makes a new club each time and changes nothing else."""

    help = "Make a club with games in it, to look around in."
    needs_database = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--games", type=int, metavar="N", help="so many games, over months or years"
        )
        parser.add_argument("--seed", default="1", help="another one deals other hands")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the club, then say how to get there."""
        wanted, seed = options["games"], options["seed"]
        if wanted is not None and wanted < 1:
            raise CommandError(_("--games must be 1 or more."))
        # A checkout that was never started has no database yet.
        call_command("migrate", verbosity=0, interactive=False)
        if wanted is None:
            # All of it or nothing: it is over in a moment.
            with transaction.atomic():
                founded = found()
                games = fill(founded.club, worth_looking_at(seed))
        else:
            with transaction.atomic():
                founded = found()
            games = fill(founded.club, self._told(many_games(wanted, seed)))
        self._show(founded, games)

    def _told(self, played: Iterable[Played]) -> Iterator[Played]:
        """Print progress while games are made."""
        for number, one in enumerate(played, start=1):
            yield one
            if number % TELL_EVERY == 0:
                self.stdout.write(_("%(number)s games …") % {"number": number})

    def _show(self, founded: Founded, games: int) -> None:
        club = founded.club
        served = served_at()
        self.stdout.write(
            _("%(games)s games on %(nights)s nights, of %(players)s players.")
            % {"games": games, "nights": club.nights.count(), "players": club.players.count()}
        )
        lines = (
            (_("Log in:"), address(served, "log-in")),
            (_("as"), founded.account),
            (_("with the password"), founded.password),
            (_("Let another account in:"), address(served, "invited", founded.invitation)),
            (_("Only read the standings:"), address(served, "shared", founded.shared)),
        )
        width = 2 + max(len(what) for what, _value in lines)
        for what, value in lines:
            self.stdout.write(f"{what:{width}}{value}")
        if served is None:
            self.stdout.write(_("Nothing is served yet: “%(run)s” starts it.") % {"run": RUN})


def address(served: str | None, name: str, *parts: str) -> str:
    """Return where a page is: on the server that runs here, else where `make run` would serve."""
    host = next(iter(own_addresses()), "localhost")
    port = os.environ.get("PORT") or "8000"
    return urljoin(served or f"http://{host}:{port}/", reverse(name, args=parts))
