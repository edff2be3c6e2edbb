"""Rows and their constraints; no rules."""

from .clubs import Club, GameNight, Player
from .entries import Claim, Entry, Tableau, Tap
from .games import Game, Round, RoundScore, Seat

__all__ = [
    "Claim",
    "Club",
    "Entry",
    "Game",
    "GameNight",
    "Player",
    "Round",
    "RoundScore",
    "Seat",
    "Tableau",
    "Tap",
]
