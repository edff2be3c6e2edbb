"""Who is at the table, how others get there, and the game at a glance."""

from typing import Any
from urllib.parse import urlsplit

from django.urls import reverse
from django.utils.translation import gettext as _

from ...access.games import Visit
from ...drawing.qr import qr_code
from ...models import Game, Guest
from ...wording.phrases import isolated
from ...wording.verdict import closing, verdict
from ..services.game_state import GameState
from ..services.joining import code_is_open
from .common import is_expected_of, isolated_names, with_shown_names
from .results import as_begun, celebration, kept_desserts, lead_in_words, standing_rows


def table_page(table: GameState, visit: Visit, address: str) -> dict[str, Any]:
    """The page as this phone sees it; ``address`` as for :func:`way_in`."""
    guests = table.game.guests.filter(seat=None)
    seats = table.current_round.seats if table.current_round else ()
    return {
        "table": table,
        "is_open": code_is_open(table.game),
        "watchers": guests.filter(sent_away=False),
        "sent_away": guests.filter(sent_away=True),
        "round": table.current_round,
        "may_enter": any(seat.is_waiting and is_expected_of(visit, seat) for seat in seats),
        **way_in(table.game, address),
        **_sitting(table, visit.phone),
    }


def join_page(table: GameState, visit: Visit | None, phone: str) -> dict[str, Any]:
    """The page of a phone that has the game's code; ``visit`` is None if it is not in yet. Of a
    finished game it has the result, and no seat to take."""
    asking = seats_asked_for(table.game, table) if visit else []
    page = {
        "table": table,
        "role": visit.role.value if visit else "",
        "asks": next((g for g in asking if g.phone == phone and not g.told), None),
        **_sitting(table, phone),
    }
    if table.game.state == Game.State.FINISHED:
        page |= {
            "verdict": verdict(with_shown_names(table, table.result)),
            "rows": standing_rows(table, table.result, with_end=True),
            **kept_desserts(table),
        }
    return page


def seats_asked_for(game: Game, table: GameState | None) -> list[Guest]:
    """The phones that ask for a seat, or were told what became of it, who came first first."""
    # Who has read the game knows whether there are any; mostly there are none.
    if table and not any(getattr(seat, "is_asked_for", True) for seat in table.seats):
        return []
    asking = game.guests.filter(sent_away=False).exclude(wants=None)
    return list(asking.select_related("wants__player", "seat__player"))


def wishes(table: GameState | None, visit: Visit) -> dict[str, Any]:
    """What a page says at its top of seats that are asked for: to a host of the phones that wait
    for an answer (``asked``), to the phone itself what becomes of its own wish."""
    asking = seats_asked_for(visit.game, table)
    waiting = [guest for guest in asking if not guest.told and guest.pk != visit.guest_id]
    own = next((guest for guest in asking if guest.pk == visit.guest_id), None)
    return {
        "asked": [_asked(guest) for guest in waiting] if visit.is_host else [],
        "own": own and {"told": own.told, "words": _told(own)},
    }


def _asked(guest: Guest) -> dict[str, Any]:
    """What a host is asked about a phone that wants a seat."""
    facts = {"name": isolated(guest.wants.name)} if guest.wants else {}
    words = _("A phone says it is %(name)s’s") % facts
    if guest.seat:
        words = _("%(other)s’s phone says it is %(name)s’s") % {
            **facts,
            "other": isolated(guest.seat.name),
        }
    return {"guest": guest.pk, "name": guest.wants and guest.wants.name, "words": words}


def _told(guest: Guest) -> str:
    """What a phone is told of the seat that it asks or asked for, or has lost."""
    words = {
        "": _("The host is asked whether you are %(name)s"),
        Guest.Told.GOT: _("You are %(name)s now"),
        Guest.Told.REFUSED: _("The host says no: the seat of %(name)s stays with the other phone"),
        Guest.Told.LOST: _("The host gave the seat of %(name)s to another phone: you watch now"),
    }[guest.told]
    return words % {"name": isolated(guest.wants.name)} if guest.wants else ""


def way_in(game: Game, address: str) -> dict[str, Any]:
    """The code, link and QR code by which other phones join a game, and where the code is typed.

    Args:
        address: the scheme and host under which they reach this server.
    """
    link = f"{address}{reverse('join-code', args=[game.code])}"
    return {
        "code_halves": (game.code[:3], game.code[3:]),
        "link": link,
        "qr_code": qr_code(link),
        "host": urlsplit(link).netloc,
    }


def _sitting(table: GameState, phone: str) -> dict[str, Any]:
    """The seats that people can sit on, and the name on that of a phone ("" for none)."""
    hosts = set(table.game.night.club.phones.values_list("phone", flat=True))
    standing = table.game.hostings.filter(begun_at__isnull=False, ended_at=None)
    hostings = dict(standing.values_list("guest", "pk"))
    seats, mine = [], ""
    for seat in table.seats:
        if seat.player is None:
            continue
        guest, holder = seat.holder, ""
        if guest is not None and guest.phone == phone:
            holder, mine = "you", seat.name
        elif guest is not None:
            holder = "host" if guest.phone in hosts else "guest"
        facts = {"place": seat.place, "name": seat.name, "guest": guest and guest.pk}
        seats.append({**facts, "holder": holder, "hosting": guest and hostings.get(guest.pk)})
    return {
        "seats": seats,
        "mine": mine,
        "is_full": all(seat["holder"] for seat in seats),
        "has_guests": any(seat["holder"] == "guest" for seat in seats),
    }


def scoreboard_page(table: GameState, address: str) -> dict[str, Any]:
    """The whole game as it stands; ``address`` as for :func:`way_in`."""
    round_ = table.current_round
    is_finished = table.game.state == Game.State.FINISHED
    result = as_begun(table, (round_ or table.rounds[-1]).result)
    lead = lead_in_words(table, result)
    if is_finished:
        lead = verdict(with_shown_names(table, result))
    elif not table.rounds[0].is_confirmed and not table.rounds[0].is_begun:
        lead = ""
    seats = round_.seats if round_ else ()
    return {
        "table": table,
        "round": round_,
        "entering": [seat.name for seat in seats if not seat.is_ready and seat.state != "complete"],
        "rows": standing_rows(table, result, with_end=is_finished),
        "told": lead,
        "closing": closing(result, isolated_names(table.seats)) if is_finished else [],
        **kept_desserts(table),
        "is_finished": is_finished,
        "raining": celebration(table),
        **({} if is_finished else way_in(table.game, address)),
    }
