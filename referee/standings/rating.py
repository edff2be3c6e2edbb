"""Ratings: how strong each player is, as far as the games tell (openskill, Plackett-Luce)."""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from openskill.models import PlackettLuce

Who = TypeVar("Who")

LEAST_GAMES = 5
"""Before so many games a rating says more about luck than about its player, and is not shown."""
CAUTION = 3
"""Ratings are compared by what their player is worth at the very least: mu less so many sigma."""

_MODEL = PlackettLuce()


class Rating(NamedTuple):
    """A player's strength: ``mu`` is the best guess, ``sigma`` (above 0) how uncertain it is."""

    mu: float
    sigma: float

    @property
    def cautious(self) -> float:
        """What ratings are compared by: so much the player is worth almost surely."""
        return self.mu - CAUTION * self.sigma


NEWCOMER = Rating(_MODEL.mu, _MODEL.sigma)
"""Everybody's rating before the first game."""


def after_game(places: Mapping[Who, int], before: Mapping[Who, Rating]) -> dict[Who, Rating]:
    """The ratings after a game.

    Args:
        places: everybody's rank in it, from 1, at least two; equal ranks are a tie.
        before: the ratings that they came with; who is not in it is a newcomer.
    """
    teams = [[_MODEL.create_rating(list(before.get(who, NEWCOMER)))] for who in places]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places.values()])
    return {who: Rating(team[0].mu, team[0].sigma) for who, team in zip(places, rated, strict=True)}
