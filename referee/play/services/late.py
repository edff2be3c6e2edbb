"""Taps that arrived after their round was confirmed: the host adds them, or sets them aside."""

from itertools import groupby
from uuid import UUID

from django.db.models import QuerySet

from ...access.games import Sender
from ...models import Game, LateTap, Reopening
from .confirming import open_again
from .locking import locked, next_version
from .taps import MAX_TAPS, SentTap, take_taps


def waiting_late_taps(game: Game) -> QuerySet[LateTap]:
    """The taps of a game that wait for the host, in their order."""
    taps = LateTap.objects.filter(tableau__round__game=game, decision=LateTap.Decision.WAITING)
    return taps.select_related("tableau__round", "tableau__seat__player", "by__player")


def add_late_taps(game_id: UUID, round_number: int) -> tuple[int, int]:
    """Opens a round again and makes the taps that wait, in their order.

    Returns:
        how many are made, and how many are set aside: those that no longer fit.
    """
    with locked(game_id) as game:
        waiting = list(waiting_late_taps(game).filter(tableau__round__number=round_number))
        if not waiting:
            return 0, 0
        open_again(game, round_number, cause=Reopening.Cause.LATE_TAPS)
        next_version(game)
        # They are made as what they were asked to be: taps of their own, with their own ids.
        rows = LateTap.objects.filter(pk__in=[tap.pk for tap in waiting])
        rows.update(decision=LateTap.Decision.ADDED)
        made: list[UUID] = []
        for (phone, seat), taps in groupby(waiting, key=lambda tap: (tap.phone, tap.by_id)):
            sent = [SentTap(tap.pk, round_number, tap.tableau.seat.place, tap.do) for tap in taps]
            # One batch holds fewer taps than may wait.
            for start in range(0, len(sent), MAX_TAPS):
                batch = sent[start : start + MAX_TAPS]
                made += take_taps(game_id, Sender(phone, seat), batch).taken
        aside = rows.exclude(pk__in=made).update(decision=LateTap.Decision.SET_ASIDE)
        return len(made), aside


def set_late_taps_aside(game_id: UUID, round_number: int) -> int:
    """Leaves the waiting taps of a round out for good, but for its history; returns how many."""
    with locked(game_id) as game:
        waiting = waiting_late_taps(game).filter(tableau__round__number=round_number)
        number = waiting.update(decision=LateTap.Decision.SET_ASIDE)
        if number:
            next_version(game)
        return number
