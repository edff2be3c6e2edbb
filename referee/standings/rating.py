"""Ratings: how strong each player is, as far as the games tell (openskill, Plackett-Luce)."""

import math
from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from openskill.models import PlackettLuce

Who = TypeVar("Who")

LEAST_GAMES = 5
"""Before so many games a rating says more about luck than about its player, and is not shown."""
CAUTION = 3
"""So many sigma to either side of mu the strength may be: in 997 of 1,000 cases it is there. It is
the one yardstick: what stands behind ±, the band of the chart, and what ratings are ranked by."""

_MODEL = PlackettLuce()


class Rating(NamedTuple):
    """A player's strength: ``mu`` is the best guess, ``sigma`` (above 0) how uncertain it is."""

    mu: float
    sigma: float

    @property
    def spread(self) -> float:
        """How far from ``mu`` the strength may be."""
        return CAUTION * self.sigma

    @property
    def cautious(self) -> float:
        """What ratings are compared by: so much the player is worth almost surely."""
        return self.mu - self.spread


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


def shares(
    player: Who, places: Mapping[Who, int], before: Mapping[Who, Rating]
) -> dict[Who, float]:
    """How much each of the others moved a player's ``mu`` in a game: who was behind them moved it
    up, who was ahead down. Together it is what the game moved it by.

    The model's update is a sum over the places: each place is a choice among those who had not yet
    been placed, and whoever might have been chosen instead has a term in it.

    Args:
        places, before: as of :func:`after_game`; the player is among the places.
    """
    came = {who: before.get(who, NEWCOMER) for who in places}
    variance = {who: rating.sigma**2 + _MODEL.tau**2 for who, rating in came.items()}
    scale = math.sqrt(sum(variance.values()) + len(places) * _MODEL.beta**2)
    strength = {who: math.exp(rating.mu / scale) for who, rating in came.items()}

    def chance(chosen: Who, at: Who) -> float:
        """How likely somebody was to have another's place, among those who were left for it."""
        left = [who for who in places if places[who] >= places[at]]
        tied = sum(place == places[at] for place in places.values())
        return strength[chosen] / sum(strength[who] for who in left) / tied

    moved = {}
    for other in places.keys() - {player}:
        won = chance(other, player) if places[other] >= places[player] else 0.0
        lost = chance(player, other) if places[other] <= places[player] else 0.0
        moved[other] = (won - lost) * variance[player] / scale
    return moved
