"""Decides who may see or do what with a night of several tables.

The phones and keys that run the club are the organisers. A visitor is a phone that came in by the
code on the wall: an entrant's, or one that only watches. For everybody else there is no evening.
"""

from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from ..models import ClubPhone, Entrant, Helper, Tournament, Visitor
from .games import sender_of
from .keys import key_of

LARGEST_HALL = 200
"""So many people play on one evening at most."""


@dataclass(frozen=True, slots=True)
class TournamentVisit:
    """A phone, or a key, that may see a tournament. ``runs``: it is an organiser's and may change
    it; ``entrant``: whose phone it is, None for nobody's."""

    tournament: Tournament
    phone: str
    runs: bool
    entrant: Entrant | None = None


def tournament_visit(request: HttpRequest, tournament_id: UUID) -> TournamentVisit:
    """The visit of an organiser or a visitor. Raises Http404 for a stranger."""
    key, phone = key_of(request), sender_of(request)
    rows = Tournament.objects.filter(pk=tournament_id, night__club__is_there=True)
    tournament = rows.select_related("night__club").first()
    if tournament is None or not phone:
        raise Http404
    club = tournament.night.club_id
    if key:
        runs = Helper.objects.filter(club=club, account=key.account_id).exists()
    else:
        runs = ClubPhone.objects.filter(club=club, phone=phone).exists()
    visitors = Visitor.objects.filter(tournament=tournament, phone=phone, sent_away=False)
    visitor = None if key else visitors.select_related("entrant__player").first()
    if not runs and visitor is None:
        raise Http404
    return TournamentVisit(tournament, phone, runs, visitor.entrant if visitor else None)


def visitor_of(tournament: Tournament, phone: str) -> Visitor | None:
    """The row by which a phone is in the hall; None for one that is not, or was sent away."""
    return tournament.visitors.filter(phone=phone, sent_away=False).first()


def organiser_visit(request: HttpRequest, tournament_id: UUID) -> TournamentVisit:
    """The visit of an organiser. Raises Http404 for a stranger, PermissionDenied for others."""
    visit = tournament_visit(request, tournament_id)
    if not visit.runs:
        raise PermissionDenied
    return visit
