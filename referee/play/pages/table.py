"""Who is at the table, and how others get there."""

import datetime
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import segno
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from ...access.games import Visit
from ...models import Game, Guest
from ...wording.names import ruleset_name
from ..services.game_state import GameTable, holder_of
from ..services.joining import code_is_open
from .common import seat_names
from .tableaus import SeatState, round_problems, seat_states


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat as the table's page shows it.

    Attributes:
        holder: whose phone holds it: "" (it is free), "you", "host" or "guest".
        guest: the id of that phone's row, by which the host may send it away; None for a free seat.
    """

    place: int
    name: str
    holder: str
    guest: int | None


@dataclass(frozen=True, slots=True)
class Watcher:
    """A phone without a seat; one that was sent away has its own list."""

    id: int
    since: datetime.datetime
    is_you: bool


@dataclass(frozen=True, slots=True)
class TablePage:
    """Everything that the page shows.

    Attributes:
        code_halves: the code in two groups of three, as people read it out.
        is_open: whether the code still lets phones in.
        mine: the name of the seat that this phone holds, "" for none.
        states: how far every tableau of the round that is open has come.
    """

    table: GameTable
    name: str
    code: str
    code_halves: tuple[str, str]
    is_open: bool
    link: str
    qr_code: SafeString
    seats: Sequence[TableSeat]
    watchers: Sequence[Watcher]
    sent_away: Sequence[Watcher]
    mine: str
    states: Sequence[SeatState]


@dataclass(frozen=True, slots=True)
class JoinPage:
    """The seats to choose from.

    Attributes:
        role: what the phone is at this table already, "" for one that is not in.
        mine: the name of the seat that it holds, "" for none.
    """

    table: GameTable
    name: str
    seats: Sequence[TableSeat]
    role: str
    mine: str

    @property
    def can_watch(self) -> bool:
        """Watching is for who is not in yet, and for a player who gives up a seat."""
        return not self.role or bool(self.mine)

    @property
    def is_full(self) -> bool:
        """Whether no seat is free."""
        return all(seat.holder for seat in self.seats)


def table_page(table: GameTable, visit: Visit, address: str) -> TablePage:
    """The page as this phone sees it.

    Args:
        address: the scheme and host under which other phones reach this page.
    """
    code = table.game.code
    link = join_link(table.game, address)
    guests = list(table.game.guests.filter(seat=None))
    number = table.current_round
    seats = _seats(table, visit.phone)
    return TablePage(
        table=table,
        name=ruleset_name(table.game.ruleset),
        code=code,
        code_halves=halves(code),
        is_open=code_is_open(table.game),
        link=link,
        qr_code=qr_code(link),
        seats=seats,
        watchers=[_watcher(guest, visit) for guest in guests if not guest.sent_away],
        sent_away=[_watcher(guest, visit) for guest in guests if guest.sent_away],
        mine=_mine(seats),
        states=seat_states(table, number, round_problems(table, number)) if number else [],
    )


def join_page(table: GameTable, visit: Visit | None, phone: str) -> JoinPage:
    """The page of a phone that has the game's code; ``visit`` is None if it is not in yet."""
    seats = _seats(table, phone)
    role = visit.role.value if visit else ""
    return JoinPage(table, ruleset_name(table.game.ruleset), seats, role, _mine(seats))


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


def _seats(table: GameTable, phone: str) -> list[TableSeat]:
    """Every seat that somebody can sit on: the dummy's is none."""
    hosts = set(table.game.night.club.phones.values_list("phone", flat=True))
    return [
        TableSeat(row.place, name, _holder(guest, phone, hosts), guest.pk if guest else None)
        for row, name in zip(table.seats, seat_names(table), strict=True)
        if row.player is not None
        for guest in [holder_of(row)]
    ]


def _holder(guest: Guest | None, phone: str, hosts: Collection[str]) -> str:
    if guest is None:
        return ""
    if guest.phone == phone:
        return "you"
    return "host" if guest.phone in hosts else "guest"


def _mine(seats: Sequence[TableSeat]) -> str:
    return next((seat.name for seat in seats if seat.holder == "you"), "")


def _watcher(guest: Guest, visit: Visit) -> Watcher:
    return Watcher(guest.pk, guest.joined_at, guest.phone == visit.phone)
