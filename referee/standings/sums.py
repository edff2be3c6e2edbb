"""Sums of results, and the averages that standings show."""

from dataclasses import dataclass
from fractions import Fraction

from .placing import WHOLE_WIN


@dataclass(frozen=True, slots=True)
class Sums:
    """What a player's results add up to.

    ``wins`` in parts of ``WHOLE_WIN``; ``best`` and ``best_round`` are None without a game;
    ``nights``: on how many different ones they played. ``minutes`` are those of ``timed`` games, of
    which somebody knows how long they took; None of none. ``place_points``: what their places were
    worth (:mod:`.league`), None where nobody has asked for it.
    """

    games: int = 0
    wins: int = 0
    places: int = 0
    points: int = 0
    margins: int = 0
    best: int | None = None
    best_round: int | None = None
    nights: int = 0
    minutes: int | None = None
    timed: int = 0
    place_points: Fraction | None = None

    @property
    def won(self) -> Fraction:
        """Victories, a shared one as its share."""
        return Fraction(self.wins, WHOLE_WIN)

    @property
    def win_rate(self) -> Fraction:
        """Victories a game; raises ZeroDivisionError without a game, as the averages do."""
        return self.won / self.games

    @property
    def average_place(self) -> Fraction:
        """The mean rank."""
        return Fraction(self.places, self.games)

    @property
    def average_points(self) -> Fraction:
        """Points a game."""
        return Fraction(self.points, self.games)

    @property
    def average_margin(self) -> Fraction:
        """Points a game ahead of the best of the others, negative behind."""
        return Fraction(self.margins, self.games)

    @property
    def average_minutes(self) -> Fraction | None:
        """Minutes a game, of those of which they are known; None if there is none."""
        return Fraction(self.minutes or 0, self.timed) if self.timed else None
