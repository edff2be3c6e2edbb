"""The mistakes that people make when they score: ``diagnose`` scores a player's part of a sheet
again with each of them, and tells those that lead exactly to a claimed number."""

from .diagnosis import LEAST_LIKELIHOOD, MAX_EXPLANATIONS, Diagnosis, LineChange, diagnose
from .readings import CODES
from .terms import END, GAME, ClaimScope, Way
from .values import LikelyValue, likely_values

__all__ = [
    "CODES",
    "END",
    "GAME",
    "LEAST_LIKELIHOOD",
    "MAX_EXPLANATIONS",
    "ClaimScope",
    "Diagnosis",
    "LikelyValue",
    "LineChange",
    "Way",
    "diagnose",
    "likely_values",
]
