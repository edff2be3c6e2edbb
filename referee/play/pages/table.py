"""Who is at the table, how others get there, and the game at a glance."""

from collections.abc import Sequence
from typing import Any

import segno
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from ...access.games import Visit
from ...models import Game
from ...rules import score_sheet
from ...wording.names import ruleset_name
from ...wording.verdict import verdict
from ..services.game_state import GameState, holder_of
from ..services.joining import code_is_open
from .common import seat_names, with_shown_names
from .results import lead_in_words, standing_rows
from .tableaus import round_problems, seat_states


def table_page(table: GameState, visit: Visit, address: str) -> dict[str, Any]:
    """The page as this phone sees it.

    Args:
        address: the scheme and host under which other phones reach this page.
    """
    code = table.game.code
    link = join_link(table.game, address)
    guests = list(table.game.guests.filter(seat=None))
    number = table.current_round
    seats = _seats(table, visit.phone)
    return {
        "table": table,
        "name": ruleset_name(table.game.ruleset),
        "code": code,
        "code_halves": halves(code),
        "is_open": code_is_open(table.game),
        "link": link,
        "qr_code": qr_code(link),
        "seats": seats,
        "watchers": [guest for guest in guests if not guest.sent_away],
        "sent_away": [guest for guest in guests if guest.sent_away],
        "mine": _mine(seats),
        "states": seat_states(table, number, round_problems(table, number)) if number else [],
    }


def join_page(table: GameState, visit: Visit | None, phone: str) -> dict[str, Any]:
    """The page of a phone that has the game's code; ``visit`` is None if it is not in yet."""
    seats = _seats(table, phone)
    role = visit.role.value if visit else ""
    return {
        "table": table,
        "name": ruleset_name(table.game.ruleset),
        "seats": seats,
        "role": role,
        "mine": (mine := _mine(seats)),
        # Watching is for a phone that is not in yet, and for a player who gives up a seat.
        "can_watch": not role or bool(mine),
        "is_full": all(seat["holder"] for seat in seats),
    }


def join_link(game: Game, address: str) -> str:
    """The link by which other phones join a game; ``address`` as for :func:`table_page`."""
    return f"{address}{reverse('join-code', args=[game.code])}"


def halves(code: str) -> tuple[str, str]:
    """A code in two groups of three."""
    return code[:3], code[3:]


def qr_code(link: str) -> SafeString:
    """A link as a QR code, drawn dark on light in both colour schemes, so that cameras read it."""
    drawn = segno.make(link, micro=False, error="m")
    svg = drawn.svg_inline(scale=6, border=4, light="#ffffff", omitsize=True)
    return mark_safe(svg)  # noqa: S308  # nothing but the code's squares: nobody's markup is in it


def _seats(table: GameState, phone: str) -> list[dict[str, Any]]:
    """Every seat that somebody can sit on: the dummy's is none."""
    hosts = set(table.game.night.club.phones.values_list("phone", flat=True))
    seats = []
    for row, name in zip(table.seats, seat_names(table), strict=True):
        if row.player is None:
            continue
        guest, holder = holder_of(row), ""
        if guest is not None:
            holder = "host" if guest.phone in hosts else "guest"
            holder = "you" if guest.phone == phone else holder
        seats.append(
            {"place": row.place, "name": name, "holder": holder, "guest": guest and guest.pk}
        )
    return seats


def _mine(seats: Sequence[dict[str, Any]]) -> str:
    return next((seat["name"] for seat in seats if seat["holder"] == "you"), "")


def scoreboard_page(table: GameState, address: str) -> dict[str, Any]:
    """The whole game as it stands.

    Args:
        address: the scheme and host under which other phones reach this page.
    """
    number = table.current_round
    is_finished = table.game.state == Game.State.FINISHED
    up_to = number or len(table.rounds)
    result = score_sheet(table.sheet_up_to(up_to))
    states = seat_states(table, number, round_problems(table, number)) if number else []
    nothing_yet = number == 1 and len(table.empty_seats(1)) == len(table.seats)
    told = "" if nothing_yet else lead_in_words(table, result)
    if is_finished:
        told = verdict(with_shown_names(table, result))
    link = join_link(table.game, address)
    return {
        "table": table,
        "name": ruleset_name(table.game.ruleset),
        "round_number": number,
        "rows": [
            {
                "standing": row,
                "state": states[row["seat"]] if states else None,
            }
            for row in standing_rows(table, result, with_end=is_finished)
        ],
        "states": states,
        "told": told,
        "is_finished": is_finished,
        "code_halves": None if is_finished else halves(table.game.code),
        "link": link,
        "qr_code": "" if is_finished else qr_code(link),
    }
