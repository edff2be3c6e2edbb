"""Where the rulebooks say what a score line is worth."""

from functools import cache
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..cards import CARDS
from ..names import ruleset_name

_Words = str | Promise


class Citation(NamedTuple):
    """Where a rule stands: the game, and the heading as its rulebook in the language in use has it
    (else a plain translation); and how the referee reads it, or ""."""

    rulebook: str
    section: str
    ruling: str = ""


_ALL_EQUAL = _(
    "Where three or more players all have the same number, they have the most and the fewest at "
    "once: 0 points."
)
_ONE_COLOUR_A_TYPE = _("Nigiri and wasabi share a colour; every other kind of card has its own.")
_RULINGS: dict[str, _Words] = {
    "sushi-go/soy-sauce": _(
        "Owners who tie split the points and the remainder is dropped. A second soy sauce of a "
        "player scores nothing."
    ),
    "sushi-go-party/temaki": _ALL_EQUAL,
    "sushi-go-party/pudding": _ALL_EQUAL,
    "sushi-go-party/uramaki": _(
        "At the end of a round a place goes only to players with an icon left. Players who share a "
        "place use up as many places as they are."
    ),
    "sushi-go-party/soy-sauce": _ONE_COLOUR_A_TYPE,
    "sushi-go-party/tea": _ONE_COLOUR_A_TYPE,
    "sushi-roll/pudding": _ALL_EQUAL,
    "sushi-roll/maki": _(
        "A tie for the most leaves second place to the next number, as in the rulebook’s example."
    ),
}
_PLAY: dict[str, dict[str, _Words]] = {
    "sushi-go": {
        "dealing": _("Setup"),
        "turns": _("Playing a Round"),
        "round-end": _("Ending a Round"),
        "game-end": _("And the Winner Is"),
    },
    "sushi-go-party": {
        "menus": _("Card Selections"),
        "dealing": _("Starting a Round"),
        "turns": _("Playing a Turn"),
        "order": _("Special Card Actions"),
        "round-end": _("Ending a Round"),
        "game-end": _("Ending the Game"),
    },
    "sushi-roll": {
        "dealing": _("Set Up"),
        "turns": _("Playing a Round"),
        "round-end": _("Starting a New Round"),
        "game-end": _("Ending the Game"),
    },
}
"""By rule set: where its rulebook tells how it is played."""


@cache
def has_rule(rule: str) -> bool:
    """Return whether the game has a rule for this card: ``<ruleset>/<type>``."""
    ruleset, _slash, type_ = rule.partition("/")
    return ruleset in CARDS[type_].headings


def citation(rule: str) -> Citation:
    """The place of a line's rule, ``<ruleset>/<type>``.

    A card of another game has no section; its ruling says so.

    Raises:
        KeyError: for a rule set that does not exist.
    """
    ruleset, _slash, type_ = rule.partition("/")
    if not has_rule(rule):
        foreign = _("The game does not have this, so it is worth nothing.")
        return Citation(ruleset_name(ruleset), "", str(foreign))
    section, ruling = CARDS[type_].headings[ruleset], _RULINGS.get(rule, "")
    return Citation(ruleset_name(ruleset), str(section), str(ruling))


def play_citations(ruleset: str) -> dict[str, Citation]:
    """Where a rulebook tells the parts of how a game is played, in the order of the game."""
    return {
        part: Citation(ruleset_name(ruleset), str(section))
        for part, section in _PLAY[ruleset].items()
    }


def ranking_citation(ruleset: str) -> Citation:
    """Return where a rulebook says who has won, and what breaks a tie."""
    return play_citations(ruleset)["game-end"]
