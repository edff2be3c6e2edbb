"""Rows and their constraints; no rules."""

from .clubs import Club, GameNight, Player
from .entries import Claim, Entry, LateTap, Tableau, Tap
from .games import CODE_LENGTH, CODE_LETTERS, Game, Round, RoundScore, Seat, new_code
from .guests import Guest

__all__ = [
    "CODE_LENGTH",
    "CODE_LETTERS",
    "Claim",
    "Club",
    "Entry",
    "Game",
    "GameNight",
    "Guest",
    "LateTap",
    "Player",
    "Round",
    "RoundScore",
    "Seat",
    "Tableau",
    "Tap",
    "new_code",
]
