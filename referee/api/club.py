"""What a club is and has, for whoever runs it: read by programs with a key, or by its phones."""

from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError as UnreadableError
from django.db import DataError
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ErrorDetail, NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.clubs import clubs_run
from referee.club.filters import GamesFilter, StandingsFilter
from referee.club.pages.standings import club_standings
from referee.club.services import statistics
from referee.models import MOST_LEAST, Club
from referee.rules import RULESETS, Fault, SheetFaults
from referee.rules.problems.validation import shown
from referee.rules.rulesets import MAX_SEATS
from referee.standings.ranking import ORDERS

from . import sent, serializers
from .keys import KeyOrPhone
from .operations import WithETag, reading

ANY_CLUB = OpenApiParameter("club", UUID, description="The id of a club; without it all you run.")
ONE_CLUB = OpenApiParameter("club", UUID, description="The id of a club, if you run several.")
_ASKED: dict[str, Any] = {
    "month": {"type": "integer", "minimum": 1, "maximum": 12},
    "year": {"type": "integer"},
    "ruleset": {"type": "string", "enum": list(RULESETS)},
    "players": {"type": "integer", "minimum": 2, "maximum": MAX_SEATS},
    "first": {"type": "string", "format": "date"},
    "last": {"type": "string", "format": "date"},
    "by": {"type": "string", "enum": list(ORDERS)},
    "games": {"type": "integer", "minimum": 0, "maximum": MOST_LEAST},
    "nights": {"type": "integer", "minimum": 0, "maximum": MOST_LEAST},
}


def _asked(form: type[GamesFilter]) -> list[OpenApiParameter]:
    return [
        OpenApiParameter(
            name,
            _ASKED.get(name, {"type": "string", "minLength": 1}),
            description=name if field.label is None else field.label,
        )
        for name, field in form.base_fields.items()
    ]


GAMES_ASKED = _asked(GamesFilter)
STANDINGS_ASKED = _asked(StandingsFilter)


def asked_id(request: Request, name: str) -> UUID | None:
    """The id that stands in the address; None where there is none."""
    text = request.query_params.get(name)
    try:
        return None if text is None else UUID(text)
    except ValueError:
        raise SheetFaults([Fault(name, "not-a-uuid", shown(text))]) from None


def asked_number(request: Request, name: str, allowed: range) -> int | None:
    """The number that stands in the address; None where there is none."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if text.isascii() and text.isdigit() and len(text) < 9 and int(text) in allowed:
        return int(text)
    wanted = f"{allowed[0]}-{allowed[-1]}"
    raise SheetFaults([Fault(name, "out-of-range", shown(text), wanted=wanted)])


class Pages(CursorPagination):
    """Pages of a list; ``next`` and ``previous`` are the addresses of those beside it."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        """The rows of a page. Raises NotFound for a cursor whose place is no day and no text."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (UnreadableError, DataError, OverflowError):
            raise NotFound(self.invalid_cursor_message) from None

    def get_page_size(self, request: Request) -> int:
        """The size that is asked for. Raises SheetFaults for one that no page has."""
        sizes = range(1, self.max_page_size + 1)
        return asked_number(request, "page_size", sizes) or self.page_size

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Describe the parameters: how large a page may be too."""
        described: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for one in described:
            if one["name"] == self.page_size_query_param:
                one["schema"] |= {"minimum": 1, "maximum": self.max_page_size}
        return described

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        return tuple(view.ordering)


class OfClubs(WithETag):
    """What belongs to the clubs that the key's account, or the phone, runs."""

    permission_classes = [KeyOrPhone]
    parser_classes = [sent.JSONParser]
    new_id: UUID

    def clubs(self, asked: UUID | None = None) -> QuerySet[Club]:
        """The clubs that are asked for: all of them, or the one in the body or the address."""
        clubs = clubs_run(self.request)
        if asked := asked or asked_id(self.request, "club"):
            clubs = clubs.filter(pk=asked)
            if not clubs.exists():
                raise Http404
        return clubs

    def one_club(self, asked: UUID | None = None) -> Club:
        """The club that is asked for; who runs only one need not name it."""
        clubs = list(self.clubs(asked)[:2])
        if not clubs:
            raise Http404
        if len(clubs) > 1:
            raise SheetFaults([Fault("club", "missing")])
        return clubs[0]


def checked(form: GamesFilter, request: Request) -> GamesFilter:
    """Return a filter that makes sense. Raises ValidationError with every fault of another."""
    faults = {
        name: [ErrorDetail(one["message"], one["code"] or "no-sense") for one in found]
        for name, found in form.errors.get_json_data().items()
    }
    for name in form.base_fields:  # an address of the pages has them
        if request.query_params.get(name) == "":
            faults[name] = [ErrorDetail(_("Leave it out where nothing is to stand."), "empty")]
    if faults:
        raise ValidationError(faults)
    return form


class StandingsView(OfClubs):
    """Tells the standings."""

    @reading(
        "Get the standings, by the filters of their page",
        "standings",
        serializers.Standings,
        ONE_CLUB,
        *STANDINGS_ASKED,
    )
    def get(self, request: Request) -> Response:
        """The standings of all games, or of those that the address selects."""
        club = self.one_club()
        page = club_standings(club, request.query_params, links=False)
        checked(page["filter"], request)
        games, nights = page["filter"].least
        return Response(
            {
                "club": str(club.pk),
                "by": page["filter"].order,
                "least_games": games,
                "least_nights": nights,
                "standings": [serializers.standing(row) for row in page["standings"]["rows"]],
            }
        )


class RecordsView(OfClubs):
    """Tells the records."""

    @reading(
        "Get the records, by the filters of their page",
        "records",
        serializers.Records,
        ONE_CLUB,
        *GAMES_ASKED,
    )
    def get(self, request: Request) -> Response:
        """The records of all games, or of those that the address selects."""
        club = self.one_club()
        choice = checked(GamesFilter(club, request.query_params), request).choice
        players = statistics.players_of(club)
        return Response(
            {
                "club": str(club.pk),
                "highest_games": serializers.highest(statistics.highest_games(club, choice)),
                "highest_rounds": serializers.highest(statistics.highest_rounds(club, choice)),
                "feats": [
                    {"kind": kind, **serializers.record(found)}
                    for kind, found in statistics.feats(club, choice).items()
                    if found.holders and (found.holders[0].points or kind == "narrowest")
                ],
                "streaks": [
                    {
                        "player": {"id": str(who), "name": players[who].name},
                        "games": streak.games,
                        "first": streak.first,
                        "last": streak.last,
                    }
                    for who, streak in statistics.longest_streaks(club, choice).items()
                    if streak.games > 1
                ],
                "menus": statistics.menus_of(club, choice),
            }
        )
