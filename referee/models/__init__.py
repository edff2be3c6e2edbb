"""Rows and their constraints; no rules."""

from .clubs import Club, GameNight, Player
from .disputes import CaseFile, Dispute
from .entries import Claim, Entry, LateTap, Tableau, Tap
from .games import CODE_LENGTH, CODE_LETTERS, Game, Round, Seat, new_code
from .guests import Guest
from .versions import MOST_WORDS, Opinion, Reopening, RoundScore, RoundVersion

__all__ = [
    "CODE_LENGTH",
    "CODE_LETTERS",
    "MOST_WORDS",
    "CaseFile",
    "Claim",
    "Club",
    "Dispute",
    "Entry",
    "Game",
    "GameNight",
    "Guest",
    "LateTap",
    "Opinion",
    "Player",
    "Reopening",
    "Round",
    "RoundScore",
    "RoundVersion",
    "Seat",
    "Tableau",
    "Tap",
    "new_code",
]
