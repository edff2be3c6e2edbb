"""Where the rulebooks say what a score line is worth."""

from functools import cache
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..names import ruleset_name

_Words = str | Promise


class Citation(NamedTuple):
    """Where a rule stands: the game, and the heading as its rulebook in the language in use has it
    (else a plain translation); and how the referee reads it, or ""."""

    rulebook: str
    section: str
    ruling: str = ""


_SUSHI_GO: dict[str, _Words] = {
    "nigiri": _("Scoring: Nigiri and Wasabi"),
    "wasabi": _("Scoring: Nigiri and Wasabi"),
    "maki": _("Scoring: Maki Rolls"),
    "tempura": _("Scoring: Tempura"),
    "sashimi": _("Scoring: Sashimi"),
    "dumpling": _("Scoring: Dumplings"),
    "chopsticks": _("Scoring: Chopsticks"),
    "pudding": _("Ending the Game: Puddings"),
    "soy-sauce": _("Soy Sauce promotional card"),
}
_PARTY: dict[str, _Words] = {
    "nigiri": _("Card Guide: Nigiri"),
    "wasabi": _("Card Guide: Wasabi"),
    "maki": _("Card Guide: Maki Rolls"),
    "temaki": _("Card Guide: Temaki"),
    "uramaki": _("Card Guide: Uramaki"),
    "tempura": _("Card Guide: Tempura"),
    "sashimi": _("Card Guide: Sashimi"),
    "dumpling": _("Card Guide: Dumpling"),
    "eel": _("Card Guide: Eel"),
    "tofu": _("Card Guide: Tofu"),
    "edamame": _("Card Guide: Edamame"),
    "miso-soup": _("Card Guide: Miso Soup"),
    "onigiri": _("Card Guide: Onigiri"),
    "chopsticks": _("Card Guide: Chopsticks"),
    "spoon": _("Card Guide: Spoon"),
    "menu": _("Card Guide: Menu"),
    "special-order": _("Card Guide: Special Order"),
    "takeout-box": _("Card Guide: Takeout Box"),
    "soy-sauce": _("Card Guide: Soy Sauce"),
    "tea": _("Card Guide: Tea"),
    "pudding": _("Card Guide: Pudding"),
    "green-tea-ice-cream": _("Card Guide: Green Tea Ice Cream"),
    "fruit": _("Card Guide: Fruit"),
}
_ROLL: dict[str, _Words] = {
    "nigiri": _("Scoring a Round: Nigiri"),
    "wasabi": _("Scoring a Round: Specials"),
    "maki": _("Scoring a Round: Maki Rolls"),
    "tempura": _("Scoring a Round: Appetizers"),
    "sashimi": _("Scoring a Round: Appetizers"),
    "dumpling": _("Scoring a Round: Appetizers"),
    "menu": _("Scoring a Round: Specials"),
    "chopsticks": _("Scoring a Round: Specials"),
    "pudding": _("Ending the Game"),
    "tokens": _("Ending the Game"),
}
_SECTIONS = {"sushi-go": _SUSHI_GO, "sushi-go-party": _PARTY, "sushi-roll": _ROLL}

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
_RANKING: dict[str, _Words] = {
    "sushi-go": _("And the Winner Is"),
    "sushi-go-party": _("Ending the Game"),
    "sushi-roll": _("Ending the Game"),
}


@cache
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
    if not has_rule(rule):
        foreign = _("The game does not have this, so it is worth nothing.")
        return Citation(ruleset_name(ruleset), "", str(foreign))
    section, ruling = _SECTIONS[ruleset][type_], _RULINGS.get(rule, "")
    return Citation(ruleset_name(ruleset), str(section), str(ruling))


def ranking_citation(ruleset: str) -> Citation:
    """Where a rulebook says who has won, and what breaks a tie."""
    return Citation(ruleset_name(ruleset), str(_RANKING[ruleset]))
