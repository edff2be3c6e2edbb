"""The mistakes that people make when they score, and which of them explains a claimed number.

``diagnose`` scores a player's part of a sheet again as somebody would who makes a mistake, for
every mistake that it knows, and tells those that lead exactly to what is claimed.
"""

from .diagnosis import MAX_EXPLANATIONS, Diagnosis, LineChange, diagnose
from .likelihood import CODES, LIKELIHOOD
from .terms import END, GAME, ClaimScope, Way

__all__ = [
    "CODES",
    "END",
    "GAME",
    "LIKELIHOOD",
    "MAX_EXPLANATIONS",
    "ClaimScope",
    "Diagnosis",
    "LineChange",
    "Way",
    "diagnose",
]
