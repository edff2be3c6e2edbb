"""The rules at hand: what every card scores, in our own words, with the place in the rulebook.

What is said depends on a :class:`Scope`: a rule set in general, or a game with its menu, players
and house rules. Numbers come from the rules.
"""

from .cards import CardGuide, Group, SwitchState, card_guide, groups, switch_states
from .general import Section, sections
from .scope import Scope
from .search import LONGEST_QUERY, matches
from .text import CardText, PointsTable

__all__ = [
    "LONGEST_QUERY",
    "CardGuide",
    "CardText",
    "Group",
    "PointsTable",
    "Scope",
    "Section",
    "SwitchState",
    "card_guide",
    "groups",
    "matches",
    "sections",
    "switch_states",
]
