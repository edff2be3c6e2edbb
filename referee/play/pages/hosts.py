"""Who is host beside those that run the club, as the pages tell it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ...access.games import Visit
from ...access.presence import is_host_away
from ...models import Game, Hosting
from ...wording.phrases import isolated
from ..services.hosts import NO_WITHIN
from .history import who

_TOLD = timedelta(minutes=2)
"""For which everybody is told of a change."""


class HostChange(NamedTuple):
    """What became of who is host, when and by whom."""

    at: datetime
    who: str
    what: str


def may_take_over(visit: Visit) -> bool:
    """Whether a player's phone may ask to take over: no host is there, and nobody is about to."""
    if visit.seat is None or visit.is_host or not is_host_away(visit.game):
        return False
    asked = Q(begun_at=None, ended_at=None, at__gt=timezone.now() - NO_WITHIN)
    return visit.newest_hosting_id is None or not visit.game.hostings.filter(asked).exists()


def host_changes(visit: Visit) -> list[dict[str, Any]]:
    """What everybody is to know of who is host: who takes over, until somebody says no or half a
    minute is over, and what has come of it; a phone of the club, who took over meanwhile.

    Each in ``words``, with the ``key`` of what it is, and the ``hosting`` that its buttons name.
    """
    since = timezone.now() - _TOLD
    is_told = Q(begun_at=None, ended_at=None) | Q(begun_at__gt=since) | Q(ended_at__gt=since)
    if visit.runs_club:
        is_told |= Q(is_taken=True, ended_at=None, agreed_at=None)
    rows = visit.game.hostings.filter(is_told).select_related("seat__player", "ended_by__player")
    shown = ((row, *_shown(row, visit)) for row in rows)
    return [
        {"hosting": row, "key": key, "words": words, "is_own": _is_own(row, visit)}
        for row, key, words in shown
        if words
    ]


def _is_own(row: Hosting, visit: Visit) -> bool:
    return row.seat_id == visit.seat_id


def _shown(row: Hosting, visit: Visit) -> tuple[str, str]:
    """What a row is to a visitor, and that in words; "" for nothing."""
    name, own = isolated(row.seat.name), _is_own(row, visit)
    if row.ended_at and not row.begun_at:
        if row.ended_by == row.seat:
            return "", ""
        if row.ended_by is None:
            return "no", _("The host says no: %(name)s does not take over") % {"name": name}
        facts = {"who": isolated(row.ended_by.name), "name": name}
        return "no", _("%(who)s says no: %(name)s does not take over") % facts
    if row.ended_at:
        words = _("You are not the host any more") if own else _("%(name)s is not host any more")
        return "ended", words % {"name": name}
    if row.begun_at is None:
        words = _("You take over in half a minute, unless somebody says no")
        return "asked", words if own else _asked(row, name)
    if row.is_taken and visit.runs_club and not row.agreed_at:
        return "taken", _("%(name)s took over while you were away") % {"name": name}
    if _came_along(row) or row.agreed_at:
        return "", ""
    if row.is_taken:
        words = _("You are the host now") if own else _("%(name)s is the host now")
    else:
        words = _("You are host too now") if own else _("%(name)s is host too now")
    return "host", words % {"name": name}


def _came_along(row: Hosting) -> bool:
    """Whether it was host in the game before already."""
    return row.at < row.game.created_at


def _asked(row: Hosting, name: str) -> str:
    """From whom somebody takes over: the player on whose phone the host is, where it has a seat."""
    game = row.game
    clubs = game.night.club.phones.values("phone")
    is_host = Q(phone__in=clubs) | Q(hostings__begun_at__isnull=False, hostings__ended_at=None)
    guests = game.guests.filter(is_host).exclude(seat=None).select_related("seat__player")
    host = guests.first()
    if host is None or host.seat is None:
        return _("%(name)s takes over from the host’s phone") % {"name": name}
    facts = {"name": name, "host": isolated(host.seat.name)}
    return _("%(name)s takes over from %(host)s’s phone") % facts


def host_history(game: Game) -> list[HostChange]:
    """Who handed the game over, asked to take it over, said no, took it over, and took it back."""
    rows = game.hostings.select_related("seat__player", "by__player", "ended_by__player")
    changes = [change for row in rows for change in _changes(row)]
    return sorted(changes, key=lambda change: change.at)


def _changes(row: Hosting) -> Iterator[HostChange]:
    own, name = who(row.seat), isolated(row.seat.name)
    if row.begun_at and _came_along(row):
        yield HostChange(row.begun_at, own, _("is host as in the game before"))
    elif row.is_taken:
        yield HostChange(row.at, own, _("asked to take over"))
        if row.begun_at:
            yield HostChange(row.begun_at, own, _("took over"))
    elif row.begun_at:
        yield HostChange(row.begun_at, who(row.by), _("made %(name)s host too") % {"name": name})
    if row.agreed_at and row.begun_at and row.agreed_at > row.begun_at:
        yield HostChange(row.agreed_at, who(None), _("left it to %(name)s") % {"name": name})
    if row.ended_at:
        yield HostChange(row.ended_at, who(row.ended_by), _ended(row, name))


def _ended(row: Hosting, name: str) -> str:
    is_own = row.ended_by == row.seat
    if row.begun_at:
        words = _("is host no longer") if is_own else _("took it back from %(name)s")
    else:
        words = _("took the question back") if is_own else _("said no to %(name)s")
    return words % {"name": name}
