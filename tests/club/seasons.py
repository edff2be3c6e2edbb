"""A club and its games of a year that is over."""

import datetime

from django.utils import timezone

from referee.models import Club, Game, Season
from referee.play.services.clubs import club_for
from referee.play.services.confirming import reopen_round
from tests.factories import PHONE, add, confirm, played, where

NIGHT = datetime.datetime(2025, 3, 7, 19, tzinfo=datetime.UTC)


def games(*winners: str, since: datetime.datetime = NIGHT) -> list[Game]:
    """A game a week in 2025: the first of two names wins it with a squid."""
    return [
        played(
            "squid-nigiri",
            "",
            players=(winner, "Ben" if winner == "Ana" else "Ana"),
            at=since + datetime.timedelta(weeks=n),
        )
        for n, winner in enumerate(winners)
    ]


def club(*, began: int = 2025) -> Club:
    """The club, as if it had begun on the first of January of a year."""
    one = club_for(PHONE)
    one.created_at = datetime.datetime(began, 1, 1, tzinfo=timezone.get_current_timezone())
    one.save()
    Season.objects.update(made_at=one.created_at)
    return Club.objects.get(pk=one.pk)


def correct(game: Game) -> None:
    """The second player had more: two tempura and a squid."""
    reopen_round(game.pk, 1, reason="a card was missed")
    add(where(game, 1, 2), "squid-nigiri", "tempura", "tempura")
    confirm(game, 1)
