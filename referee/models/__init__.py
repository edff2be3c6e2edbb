"""Rows and what each of them refuses; no rules of the games."""

from .clubs import (
    Calendar,
    Club,
    ClubPhone,
    GameNight,
    Helper,
    Invitation,
    Merge,
    PastFile,
    Player,
    SharedStandings,
)
from .disputes import CaseFile, Dispute, Proposal
from .entries import Claim, Counted, Entry, LateTap, Tableau, Tap
from .fields import MAX_LINE, MAX_NAME, MAX_NOTE
from .games import (
    CODE_LENGTH,
    CODE_LETTERS,
    MOST_MINUTES,
    Game,
    Guest,
    Hosting,
    Round,
    Seat,
    minutes_between,
    new_code,
)
from .jobs import Job
from .keys import KeptAnswer, Key
from .seasons import MOST_LEAST, Champion, Season
from .standings import Placing
from .versions import MAX_WORDS, Correction, Opinion, Reopening, RoundScore, RoundVersion
from .webhooks import MAX_ADDRESS, Delivery, Webhook

__all__ = [
    "CODE_LENGTH",
    "CODE_LETTERS",
    "MAX_ADDRESS",
    "MAX_LINE",
    "MAX_NAME",
    "MAX_NOTE",
    "MAX_WORDS",
    "MOST_LEAST",
    "MOST_MINUTES",
    "Calendar",
    "CaseFile",
    "Champion",
    "Claim",
    "Club",
    "ClubPhone",
    "Correction",
    "Counted",
    "Delivery",
    "Dispute",
    "Entry",
    "Game",
    "GameNight",
    "Guest",
    "Helper",
    "Hosting",
    "Invitation",
    "Job",
    "KeptAnswer",
    "Key",
    "LateTap",
    "Merge",
    "Opinion",
    "PastFile",
    "Placing",
    "Player",
    "Proposal",
    "Reopening",
    "Round",
    "RoundScore",
    "RoundVersion",
    "Season",
    "Seat",
    "SharedStandings",
    "Tableau",
    "Tap",
    "Webhook",
    "minutes_between",
    "new_code",
]
