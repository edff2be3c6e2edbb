"""Who is host beside those that run the club: who was handed the table, or takes it over while no
host is there."""

from datetime import datetime, timedelta
from math import ceil
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from ...access.presence import is_host_away
from ...jobs.runner import ask
from ...models import Game, Guest, Hosting, Job
from .clubs import runs
from .locking import locked, next_version
from .refusals import Refused

NO_WITHIN = timedelta(seconds=30)
"""For which everybody can say no to who takes over."""
ASK_AGAIN = timedelta(minutes=2)
"""After which somebody who was told no can ask again."""


def hand_over(game_id: UUID, guest_id: int, *, by: int | None) -> None:
    """Makes a seated phone the host too. One that waits to take over is the host at once.

    Args:
        by: the row's id of the seat of who hands it over, None for a phone without one.

    Raises:
        Refused: ``not-seated`` for a phone that holds no seat.
    """
    with locked(game_id) as game:
        guest = game.guests.filter(pk=guest_id).select_related("seat").first()
        if guest is None or guest.seat is None:
            raise Refused("not-seated")
        if runs(guest.phone, game.night.club_id):
            return
        row = _standing(game).filter(guest=guest).first()
        if row is None:
            row = Hosting(game=game, seat=guest.seat, guest=guest)
        elif row.begun_at:
            return
        row.is_taken, row.by_id = False, by
        _begin(game, row)


def take_over(game_id: UUID, phone: str) -> bool:
    """Asks everybody whether a seated phone may be the host, as no host is there; after half a
    minute without a no it is. Returns whether it is the host by now.

    Raises:
        Refused: ``not-seated``; ``host-here``, where a host was seen within two minutes;
            ``taking-over`` while somebody else asks; ``said-no`` for who was just told no.
    """
    with locked(game_id) as game:
        guest = game.guests.filter(phone=phone).select_related("seat").first()
        if guest is None or guest.seat is None:
            raise Refused("not-seated")
        row = _standing(game).filter(guest=guest).first()
        if runs(phone, game.night.club_id) or (row and row.begun_at):
            return True
        now = timezone.now()
        asked = _standing(game).filter(begun_at=None).select_related("seat__player").first()
        if asked and asked.at + NO_WITHIN <= now:  # no job has begun it
            _begin(game, asked)
            return asked == row
        if asked and asked != row:
            raise Refused("taking-over", name=asked.seat.name)
        if asked:
            return False
        if not is_host_away(game):
            raise Refused("host-here")
        told_no = game.hostings.filter(seat=guest.seat, begun_at=None, ended_at__lte=now)
        last = told_no.exclude(ended_by=guest.seat).order_by("ended_at").last()
        if last and last.ended_at and (left := last.ended_at + ASK_AGAIN - now) > timedelta(0):
            raise Refused("said-no", seconds=ceil(left.total_seconds()))
        Hosting.objects.create(game=game, seat=guest.seat, guest=guest, is_taken=True, at=now)
        ask(Job.Kind.TAKE_OVER, game.pk, due_at=now + NO_WITHIN)
        next_version(game)
        return False


def begin_if_due(game_id: UUID) -> datetime | None:
    """Makes the host who has asked to take over, where nobody has said no in time; returns when
    that is, where it is later."""
    try:
        with locked(game_id) as game:
            asked = _standing(game).filter(begun_at=None).first()
            if asked is None:
                return None
            if (due := asked.at + NO_WITHIN) > timezone.now():
                return due
            _begin(game, asked)
    except Game.DoesNotExist:  # it was deleted meanwhile
        pass
    return None


def say_no(game_id: UUID, hosting_id: int, *, by: int | None) -> None:
    """Keeps somebody from taking over; ``by`` as for :func:`hand_over`.

    Raises:
        Refused: ``took-over``, where that one is the host by now.
    """
    with locked(game_id) as game:
        row = _standing(game).filter(pk=hosting_id).select_related("seat__player").first()
        if row and row.begun_at:
            raise Refused("took-over", name=row.seat.name)
        if row:
            _end(game, row, by)


def end_hosting(game_id: UUID, hosting_id: int, *, by: int | None) -> None:
    """Makes a phone a player's alone again; ``by`` as for :func:`hand_over`."""
    with locked(game_id) as game:
        row = _standing(game).filter(pk=hosting_id).first()
        if row:
            _end(game, row, by)


def leave_it_so(game_id: UUID, hosting_id: int) -> None:
    """Notes that a phone of the club has seen who took over, and does not take it back."""
    with locked(game_id) as game:
        rows = _standing(game).filter(pk=hosting_id, begun_at__isnull=False, agreed_at=None)
        if rows.update(agreed_at=timezone.now()):
            next_version(game)


def end_hostings(guests: QuerySet[Guest], *, by: int | None = None) -> None:
    """Ends what phones were as hosts that are about to lose their seats, of a locked game whose
    version its caller raises; ``by`` as for :func:`hand_over`."""
    rows = Hosting.objects.filter(guest__in=guests, ended_at=None)
    rows.update(ended_at=timezone.now(), ended_by=by)


def bring_hostings(game: Game, new: Game) -> None:
    """Makes the phones hosts of a game that were those of the one before it, where they sit; the
    rows keep when that was asked."""
    seats = {seat.player_id: seat for seat in new.seats.select_related("guest")}
    now = timezone.now()
    for row in _standing(game).exclude(begun_at=None).select_related("guest__seat", "by"):
        sat = row.guest.seat if row.guest else None
        seat = seats.get(sat.player_id) if sat else None
        if seat and seat.holder:  # the same phone: all have come along to their players' seats
            Hosting.objects.create(
                game=new,
                seat=seat,
                guest=seat.holder,
                is_taken=row.is_taken,
                by=seats.get(row.by.player_id) if row.by else None,
                at=row.at,
                begun_at=now,
                agreed_at=row.agreed_at,
            )


def _standing(game: Game) -> QuerySet[Hosting]:
    """The rows by which phones are hosts of a game, or are about to be."""
    return game.hostings.filter(ended_at=None)


def _begin(game: Game, row: Hosting) -> None:
    row.begun_at = timezone.now()
    row.save()
    next_version(game, access_changed=True)


def _end(game: Game, row: Hosting, by: int | None) -> None:
    row.ended_at, row.ended_by_id = timezone.now(), by
    row.save()
    next_version(game, access_changed=True)
