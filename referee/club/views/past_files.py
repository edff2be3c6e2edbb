"""Files of games that were kept elsewhere: what is in one is shown before any of it is entered."""

import base64
import datetime
import zlib
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from ...access.clubs import club_visit
from ...hosting.body_limit import WAS_TOO_LARGE
from ...models import Club
from ...play.services.clubs import called, known_players, names_in
from ...rules import RULESETS, Fault
from ...wording import fault_message
from ...wording.names import ruleset_name
from ..services.files import past_files
from ..services.files.import_games import Totals
from ..services.files.past_games import MAX_BYTES, MAX_GAMES, MAX_TABLE, Found
from ..services.files.read_past_games import example_lines, read_past_games
from .csv_files import BYTE_ORDER_MARK
from .downloads import Download

MAX_ASKED = 500
"""Of so many people of a file a page asks who they are; the others are called as in the file."""
MAX_PACKED = 2_000_000
"""Characters of a file that a page can bring back."""
MAX_FILES = 10
"""So many files can be taken back, the newest."""
MAX_SHOWN = 50
"""So many games are shown of those that are new."""


@require_http_methods(["GET", "HEAD", "POST"])
def read_csv(request: HttpRequest, club_id: UUID) -> HttpResponse | Download:
    """Show what is in a file of past games, then enter what is new in it; hand out an example.

    Nothing is kept meanwhile: the page brings the file back.
    """
    club = club_visit(request, club_id).club
    if request.method != "POST":
        if "example" in request.GET:
            lines = (f"{line}\r\n" for line in example_lines())
            pieces = (BYTE_ORDER_MARK, *lines)
            return Download(pieces, "games.csv", "text/csv; charset=utf-8")
        return _choose(request, club, too_large=WAS_TOO_LARGE in request.META)
    sent = request.FILES.get("file")
    if isinstance(sent, UploadedFile):
        source: bytes | None = sent.read(MAX_BYTES + 1)
    else:
        source = _unpacked(request.POST.get("kept", ""))
    if source is None:
        return _choose(request, club, missing=True)
    ruleset = request.POST.get("ruleset", "")
    who = {n: request.POST[name] for n in range(MAX_ASKED) if (name := f"who-{n}") in request.POST}
    found = Found(
        club,
        timezone.localdate(),
        ruleset=ruleset if ruleset in RULESETS else "",
        who=who,
    )
    read_past_games(source, found)
    if "enter" not in request.POST or found.reading.faults or not found.new:
        return _show(request, found, source)
    try:
        number = past_files.enter_file(found)
    except Club.DoesNotExist:  # deleted by another phone just now
        raise Http404 from None
    words = ngettext("%(games)d game was read in.", "%(games)d games were read in.", number)
    back = _("“Past games from a file” can take them back.")
    messages.info(request, f"{words % {'games': number}} {back}")
    day = max(each.game.date for each in found.new) + datetime.timedelta(days=1)
    return redirect(f"{reverse('nights', args=[club.pk])}?before={day}")


@require_POST
def take_back(request: HttpRequest, club_id: UUID, file_id: UUID) -> HttpResponse:
    """Take back what came with a file."""
    club = club_visit(request, club_id).club
    try:
        gone, stay = past_files.take_back(club.pk, file_id)
    except Club.DoesNotExist:  # deleted by another phone just now
        raise Http404 from None
    words = ngettext("%(games)d game is taken back.", "%(games)d games are taken back.", gone)
    messages.info(request, words % {"games": gone})
    if stay:
        words = ngettext(
            "%(games)d game stays, as somebody has corrected or described it since.",
            "%(games)d games stay, as somebody has corrected or described them since.",
            stay,
        )
        messages.info(request, words % {"games": stay})
    return redirect("paper-csv", club.pk)


def _choose(
    request: HttpRequest, club: Club, *, missing: bool = False, too_large: bool = False
) -> HttpResponse:
    """Let somebody choose a file."""
    large = Fault("", "file-too-large", wanted=str(MAX_BYTES // 1024**2))
    context = {
        "faults": [fault_message(large)] if too_large else [],
        "club": club,
        "missing": missing,
        "example": "\n".join(example_lines()),
        "most_games": MAX_GAMES,
        "most": MAX_TABLE // 1024**2,
        "most_of_export": MAX_BYTES // 1024**2,
        "rulesets": _rulesets(),
        "files": club.past_files.all()[:MAX_FILES],
    }
    status = 413 if too_large else 400 if missing else 200
    return render(request, "club/paper/csv.html", context, status=status)


def _show(request: HttpRequest, found: Found, source: bytes) -> HttpResponse:
    """Show what is in a file, and let somebody say who is who."""
    kept = base64.urlsafe_b64encode(zlib.compress(source)).decode()
    if len(kept) > MAX_PACKED and not found.reading.faults:
        return _choose(request, found.club, too_large=True)
    faults = [fault_message(fault) for fault in found.reading.faults]
    people: list[dict[str, Any]] = []
    known = names_in(found.club)
    # Of games that are known nobody need be settled.
    of_known = {name for place in found.known for name in found.games[place].names}
    of_new = {name for each in found.new for name in each.names}
    for name, number in [*found.names.items()][:MAX_ASKED]:
        is_settled = name in of_known - of_new and number not in found.who
        if is_settled and not faults:
            continue
        here = found.who.get(number, called([name], dict(known))[0])
        is_known = bool(here) and here in known.values()
        people.append({"name": name, "here": here, "is_known": is_known, "field": f"who-{number}"})
    new = sorted((each.game for each in found.new), key=lambda game: game.date)
    context = {
        "club": found.club,
        "found": found,
        "faults": faults,
        "needs_game": any(fault.code == "no-game-named" for fault in found.reading.faults),
        "left_out": _left_out(found),
        "passed_over": [fault_message(fault) for fault in found.passed_over],
        "people": sorted(people, key=lambda row: row["is_known"]),
        "known_players": known_players(found.club),
        "new": [
            {
                "date": game.date,
                "played": ruleset_name(totals.ruleset),
                "rows": zip(called(totals.players, dict(known)), totals.rows, strict=True),
            }
            for game in new[:MAX_SHOWN]
            if isinstance(totals := game.sheet, Totals)
        ],
        "more": max(0, len(new) - MAX_SHOWN),
        "kept": kept if len(kept) <= MAX_PACKED else "",
        "rulesets": _rulesets(),
    }
    return render(request, "club/paper/file.html", context, status=400 if faults else 200)


def _left_out(found: Found) -> list[str]:
    """Say how many games of a file are left out, and why."""
    words = {
        "players": ngettext_lazy(
            "%(games)d game of players who are left out",
            "%(games)d games of players who are left out",
            "games",
        ),
        "boards": ngettext_lazy(
            "%(games)d game of another board", "%(games)d games of other boards", "games"
        ),
        "points": ngettext_lazy(
            "%(games)d game without everybody’s points",
            "%(games)d games without everybody’s points",
            "games",
        ),
        "deleted": ngettext_lazy(
            "%(games)d game that was deleted there",
            "%(games)d games that were deleted there",
            "games",
        ),
        "twice": ngettext_lazy(
            "%(games)d game that stands twice in the file",
            "%(games)d games that stand twice in the file",
            "games",
        ),
    }
    return [words[why] % {"games": number} for why, number in found.left_out.items() if number]


def _rulesets() -> list[tuple[str, str]]:
    return [(slug, ruleset_name(slug)) for slug in RULESETS]


def _unpacked(kept: str) -> bytes | None:
    """Return the file that a page has brought back, None where that is none."""
    try:
        packed = base64.urlsafe_b64decode(kept)
        return zlib.decompressobj().decompress(packed, MAX_BYTES + 1) or None
    except (ValueError, zlib.error):
        return None
