"""What is made: a small club with an evening that is worth looking at, or a great many games."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random

from django.utils import timezone

from .evenings import Played, evenings
from .habits import PEOPLE
from .tonight import tonight

SMALL_CLUB = 6
GAMES_BEFORE = 21
"""Games of the evenings before the one that is worth looking at."""
DAYS_BEFORE = 5


def worth_looking_at(seed: str) -> list[Played]:
    """Some weeks of evenings among six people, and one that is going on now."""
    rng = Random(seed)
    people = PEOPLE[:SMALL_CLUB]
    zone = timezone.get_default_timezone()
    latest = tonight(people, timezone.localtime(timezone=zone), rng)
    last_before = latest[0].date - timedelta(days=DAYS_BEFORE)
    return [*evenings(GAMES_BEFORE, people, last_before, zone, rng), *latest]


def many_games(number: int, seed: str) -> Iterator[Played]:
    """So many games among everybody, up to yesterday."""
    zone = timezone.get_default_timezone()
    yesterday = timezone.localdate(timezone=zone) - timedelta(days=1)
    yield from evenings(number, PEOPLE, yesterday, zone, Random(seed))
