"""Simulated tables: the three games dealt and played at random, card by card, as the rulebooks say.

A second statement of the rules, independent of ``referee.rules``: the only thing that the two
share is the spelling of the cards. Every game ends in the score sheet that a careful scorer at
that table would hand in, so the referee must find nothing wrong with it.
"""

from .game import Game
from .party import party_game
from .party_deck import MENUS, legal_players, own_menu
from .sushi_go import sushi_go_game
from .sushi_roll import sushi_roll_game

__all__ = [
    "MENUS",
    "Game",
    "legal_players",
    "own_menu",
    "party_game",
    "sushi_go_game",
    "sushi_roll_game",
]
