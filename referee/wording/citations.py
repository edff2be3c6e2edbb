"""Where the rulebooks say what a score line is worth."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .names import ruleset_name

_Words = str | Promise


class Citation(NamedTuple):
    """Where a rule stands.

    Attributes:
        rulebook: the game whose rulebook it is, in the language in use.
        section: the section's heading, as printed in the English rulebook.
        ruling: how the referee reads it, or "". What the rulebook leaves open: see ``silence``.
    """

    rulebook: str
    section: str
    ruling: str = ""


_SUSHI_GO = {
    "nigiri": "Scoring: Nigiri and Wasabi",
    "wasabi": "Scoring: Nigiri and Wasabi",
    "maki": "Scoring: Maki Rolls",
    "tempura": "Scoring: Tempura",
    "sashimi": "Scoring: Sashimi",
    "dumpling": "Scoring: Dumplings",
    "chopsticks": "Scoring: Chopsticks",
    "pudding": "Ending the Game: Puddings",
    "soy-sauce": "Soy Sauce promotional card",
}
_PARTY = {
    "nigiri": "Card Guide: Nigiri",
    "wasabi": "Card Guide: Wasabi",
    "maki": "Card Guide: Maki Rolls",
    "temaki": "Card Guide: Temaki",
    "uramaki": "Card Guide: Uramaki",
    "tempura": "Card Guide: Tempura",
    "sashimi": "Card Guide: Sashimi",
    "dumpling": "Card Guide: Dumpling",
    "eel": "Card Guide: Eel",
    "tofu": "Card Guide: Tofu",
    "edamame": "Card Guide: Edamame",
    "miso-soup": "Card Guide: Miso Soup",
    "onigiri": "Card Guide: Onigiri",
    "chopsticks": "Card Guide: Chopsticks",
    "spoon": "Card Guide: Spoon",
    "menu": "Card Guide: Menu",
    "special-order": "Card Guide: Special Order",
    "takeout-box": "Card Guide: Takeout Box",
    "soy-sauce": "Card Guide: Soy Sauce",
    "tea": "Card Guide: Tea",
    "pudding": "Card Guide: Pudding",
    "green-tea-ice-cream": "Card Guide: Green Tea Ice Cream",
    "fruit": "Card Guide: Fruit",
}
_ROLL = {
    "nigiri": "Scoring a Round: Nigiri",
    "wasabi": "Scoring a Round: Specials",
    "maki": "Scoring a Round: Maki Rolls",
    "tempura": "Scoring a Round: Appetizers",
    "sashimi": "Scoring a Round: Appetizers",
    "dumpling": "Scoring a Round: Appetizers",
    "menu": "Scoring a Round: Specials",
    "chopsticks": "Scoring a Round: Specials",
    "pudding": "Ending the Game",
    "tokens": "Ending the Game",
}
_SECTIONS = {"sushi-go": _SUSHI_GO, "sushi-go-party": _PARTY, "sushi-roll": _ROLL}

_ALL_EQUAL = _(
    "Where three or more players all have the same number, they are most and fewest at once: 0 "
    "points."
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
        "A tie for most leaves second place to the next number, as in the rulebook's example."
    ),
}
_FOREIGN = _("The game has no such card, so it is worth nothing.")


_RANKING = {
    "sushi-go": "And the Winner Is",
    "sushi-go-party": "Ending the Game",
    "sushi-roll": "Ending the Game",
}


def has_rule(rule: str) -> bool:
    """Whether the game has a rule for this card: ``<ruleset>/<type>``."""
    ruleset, _slash, type_ = rule.partition("/")
    return type_ in _SECTIONS[ruleset]


def citation(rule: str) -> Citation:
    """The place of a line's rule, ``<ruleset>/<type>``.

    A card of another game has no section; its ruling says so.

    Raises:
        KeyError: for a rule set that does not exist.
    """
    ruleset, _slash, type_ = rule.partition("/")
    sections = _SECTIONS[ruleset]
    if type_ not in sections:
        return Citation(ruleset_name(ruleset), "", str(_FOREIGN))
    ruling = str(_RULINGS.get(rule, ""))
    return Citation(ruleset_name(ruleset), sections[type_], ruling)


def ranking_citation(ruleset: str) -> Citation:
    """Where a rulebook says who has won, and what breaks a tie.

    Raises:
        KeyError: for a rule set that does not exist.
    """
    return Citation(ruleset_name(ruleset), _RANKING[ruleset])
