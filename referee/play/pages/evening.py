"""What the pages of a game at a drawn table tell of its evening."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils import timezone

from ...access.games import Visit, visit_of
from ...access.tournaments import visitor_of
from ...models import ClubPhone, DrawnSeat, DrawnTable, Game, Tournament, Visitor
from ...wording.tournaments import draw_name, seat_text
from ..services.joining import CODE_OUTLIVES_ROUND


@dataclass(frozen=True, slots=True)
class Evening:
    """The evening of a game at a drawn table, and the ``seat`` of the phone's player in the newest
    draw since, None before there is one."""

    tournament: Tournament
    table: DrawnTable
    seat: DrawnSeat | None

    @property
    def draw(self) -> str:
        """The draw of that seat, in words; "" before there is one."""
        if self.seat is None:
            return ""
        draw = self.seat.draw
        return draw_name(draw.number, self.tournament.draws, is_final=draw.is_final)

    @property
    def seat_words(self) -> str:
        """Where the phone's player sits then: "Table 2, seat 1"; "" before there is a draw."""
        return seat_text(self.seat.table.number, self.seat.place) if self.seat else ""


def evening_of(visit: Visit) -> Evening | None:
    """The evening of a visit's game; None for a game at no drawn table, and for a phone that is not
    in the hall."""
    tables = DrawnTable.objects.filter(game=visit.game).select_related("draw__tournament")
    if (table := tables.first()) is None:
        return None
    tournament = table.draw.tournament
    visitor = visitor_of(tournament, visit.phone)
    if visitor is None and not visit.runs_club:
        return None
    later = DrawnSeat.objects.filter(
        draw__tournament=tournament, draw__number__gt=table.draw.number
    ).select_related("draw", "table__game")
    own = later.filter(entrant=visitor.entrant_id) if visitor and visitor.entrant_id else None
    return Evening(tournament, table, own.order_by("draw").last() if own is not None else None)


def evening_now(phone: str) -> Tournament | None:
    """The evening that a phone is at, or organises, until it is over; None for the phone ""."""
    if not phone:
        return None
    own = Exists(ClubPhone.objects.filter(club=OuterRef("night__club"), phone=phone))
    visits = Exists(Visitor.objects.filter(tournament=OuterRef("pk"), phone=phone, sent_away=False))
    since = timezone.now() - CODE_OUTLIVES_ROUND
    evenings = Tournament.objects.filter(own | visits, night__club__is_there=True, ended_at=None)
    return evenings.filter(created_at__gt=since).order_by("created_at").last()


def table_begun(visit: Visit) -> Game | None:
    """The game that a phone's player plays next on the evening of a game that is over; None before
    it begins, and for a phone that may not see it."""
    evening = evening_of(visit)
    game = evening.seat.table.game if evening and evening.seat else None
    if game is None or game.state != Game.State.PLAYING:
        return None
    return game if visit_of(visit.phone, game.pk) else None
