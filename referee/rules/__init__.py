"""What the rulebooks say: pure Python, no Django, no I/O, no clock.

``read_sheet`` reads a score sheet, ``score_sheet`` scores it; ``parse_tableau`` and
``tableau_text`` read and print what lies in front of one player.
"""

from .cards import CARD_TYPES, FACES, NAMED_MENUS
from .game import Rank, Result, score_sheet
from .house_rules import SWITCHES, HouseRules
from .json_text import parse_json
from .notation import NotationError, parse_tableau, tableau_text
from .problems.faults import Fault, SheetFaults
from .problems.problem import Problem, Severity
from .reading import read_sheet
from .rulesets import RULESETS, Setting, faces_in
from .scoring.lines import Comparison, Line, Place, PlayerScore
from .scoring.plan import score_round
from .sheet import RoundSheet, Sheet, kept_document, sheet_document
from .tableau import Tableau

__all__ = [
    "CARD_TYPES",
    "FACES",
    "NAMED_MENUS",
    "RULESETS",
    "SWITCHES",
    "Comparison",
    "Fault",
    "HouseRules",
    "Line",
    "NotationError",
    "Place",
    "PlayerScore",
    "Problem",
    "Rank",
    "Result",
    "RoundSheet",
    "Setting",
    "Severity",
    "Sheet",
    "SheetFaults",
    "Tableau",
    "faces_in",
    "kept_document",
    "parse_json",
    "parse_tableau",
    "read_sheet",
    "score_round",
    "score_sheet",
    "sheet_document",
    "tableau_text",
]
VERSION = 1
"""The rules' version: goes up when the same sheet may score otherwise; frozen with every score."""
