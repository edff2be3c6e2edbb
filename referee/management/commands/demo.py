"""``manage.py demo`` makes a club of the club file that lies beside it."""

import json
import secrets
from datetime import date, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urljoin
from uuid import uuid4

from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.club.services.accounts import create_account, log_out
from referee.club.services.files.import_club import import_as_new
from referee.club.services.files.read_club_file import read_archive
from referee.club.services.helping import invite, take_invitation
from referee.club.services.sharing import open_link
from referee.management.language import TerminalCommand
from referee.play.services.refusals import Refused

from ...hosting.data import RUN, served_at

FILE = Path(__file__).with_suffix(".json")
ACCOUNT = "demo"
PLAYED = timedelta(minutes=13)
"""How long the last game has been going on."""


class Command(TerminalCommand):
    """Makes a new club each time and changes nothing else."""

    help = "Make a club with games in it, to look around in."
    needs_database = False

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the club and an account that owns it, then say how to get there."""
        # A checkout that was never started has no database yet.
        call_command("migrate", verbosity=0, interactive=False)
        archive = read_archive(json.dumps(file_of_today(timezone.now())).encode())
        invitation = import_as_new(archive)
        club = invitation.club
        # Nobody's phone: the account takes the club on it, and leaves it.
        phone, password = secrets.token_urlsafe(24), secrets.token_urlsafe(9)
        account = _make_account(phone, password)
        take_invitation(invitation.token, phone, account)
        log_out(phone)
        games, nights, players = len(archive.ids), len(archive.nights), len(archive.players)
        words = _("%(games)s games on %(nights)s nights, of %(players)s players.")
        self.stdout.write(words % {"games": games, "nights": nights, "players": players})
        invited = reverse("invited", args=[invite(club).token])
        shared = reverse("shared", args=[open_link(club).token])
        server = served_at() or ""
        lines = {
            _("Log in:"): urljoin(server, reverse("log-in")),
            _("as"): account.first_name,
            _("with the password"): password,
            _("Let another account in:"): urljoin(server, invited),
            _("Only read the standings:"): urljoin(server, shared),
        }
        width = 2 + max(map(len, lines))
        for label, value in lines.items():
            self.stdout.write(f"{label:{width}}{value}")
        if not server:
            words = _("Put the server’s address before these pages; “%(run)s” starts one.")
            self.stdout.write(words % {"run": RUN})


def file_of_today(now: datetime) -> dict[str, Any]:
    """Read the club file, moved in time: its last game is being played now, and earlier evenings
    were as many days ago, at the same hours, as before that one. Its games get new ids, which
    nobody who has read the file can guess."""
    document: dict[str, Any] = json.loads(FILE.read_bytes())
    tonight = document["nights"][-1]
    zone = timezone.get_default_timezone()
    by = now - PLAYED - datetime.fromisoformat(tonight["games"][-1]["started"])
    begins = datetime.fromisoformat(tonight["games"][0]["started"]) + by
    days = begins.astimezone(zone).date() - date.fromisoformat(tonight["date"])
    for night in document["nights"]:
        before = None
        for game in night["games"]:
            for end in ("started", "finished"):
                if game[end]:
                    at = datetime.fromisoformat(game[end])
                    moved = at + by if night is tonight else (at + days).replace(tzinfo=zone)
                    game[end] = moved.isoformat()
            game["id"] = str(uuid4())
            if "follows" in game:
                game["follows"] = before
            before = game["id"]
    for part in (*document["nights"], *document["seasons"]):
        for field in {"date", "first", "last"} & part.keys():
            part[field] = f"{date.fromisoformat(part[field]) + days}"
        for field in {"made", "closed"} & part.keys():
            if part[field]:
                part[field] = (datetime.fromisoformat(part[field]) + days).isoformat()
    return document


def _make_account(phone: str, password: str) -> User:
    """Make an account with the first free name."""
    for number in count(1):
        name = ACCOUNT if number == 1 else f"{ACCOUNT} {number}"
        try:
            return create_account(phone, name, password, with_club=False)
        except Refused as refused:
            if refused.code != "account-taken":
                raise
    raise AssertionError("there is always another name")
