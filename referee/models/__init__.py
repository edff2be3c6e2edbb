"""Rows and their constraints; no rules."""

from .clubs import (
    Club,
    ClubPhone,
    GameNight,
    Helper,
    Invitation,
    Player,
    SharedStandings,
)
from .disputes import CaseFile, Dispute
from .entries import Claim, Entry, LateTap, Tableau, Tap
from .games import CODE_LENGTH, CODE_LETTERS, Game, Round, Seat, new_code
from .guests import Guest
from .seasons import Champion, Season
from .standings import Placing
from .versions import MAX_WORDS, Opinion, Reopening, RoundScore, RoundVersion

__all__ = [
    "CODE_LENGTH",
    "CODE_LETTERS",
    "MAX_WORDS",
    "CaseFile",
    "Champion",
    "Claim",
    "Club",
    "ClubPhone",
    "Dispute",
    "Entry",
    "Game",
    "GameNight",
    "Guest",
    "Helper",
    "Invitation",
    "LateTap",
    "Opinion",
    "Placing",
    "Player",
    "Reopening",
    "Round",
    "RoundScore",
    "RoundVersion",
    "Season",
    "Seat",
    "SharedStandings",
    "Tableau",
    "Tap",
    "new_code",
]
