"""The house rules in force in a game: what each decides, whether the table chose it, and where in
the rulebook the question stands."""

from typing import Any

from django.utils.translation import gettext as _

from referee.rules import SWITCHES, Setting
from referee.rules.house_rule_effects import value_of
from referee.rules.house_rules import Switch

from .explanations.citations import Citation, citation, has_rule
from .explanations.rule_gaps import silence
from .guide.scope import Scope, switches
from .names import ruleset_name, switch_help, switch_name
from .phrases import sentences

_TYPES: dict[str, tuple[str, ...]] = {
    "zero-maki-scores": ("maki",),
    "two-player-tie-scores-most": ("temaki", "pudding"),
    "desserts-count-as-colours": ("soy-sauce", "tea"),
    "flipped-cards-share-a-colour": ("soy-sauce", "tea"),
    "uramaki-cascade": ("uramaki",),
    "flipped-nigiri-frees-wasabi": ("takeout-box",),
}
"""The card types in whose sections of the rulebook a question stands."""
_BONUS_ACTIONS = "one-bonus-action-per-turn"
_RESHUFFLE = "reshuffle-each-round"


def rulings(setting: Setting) -> list[dict[str, Any]]:
    """The house rules that can matter in a game, in the order in which a game is set up: what the
    rulebook leaves open and where, what holds in this game, and whether that is the default."""
    return [
        {
            "slug": switch.name,
            "name": switch_name(switch.name),
            "is_on": value_of(switch, setting),
            "is_default": value_of(switch, setting) == switch.default,
            "words": _words(switch, setting),
            "citations": citations_of(switch, setting.ruleset),
        }
        for switch in switches(Scope(setting.ruleset, setting))
    ]


def without_effect(setting: Setting) -> list[tuple[str, str]]:
    """The rule set's other house rules, on which nothing in this game depends: slug and name."""
    effective = switches(Scope(setting.ruleset, setting))
    return [
        (switch.name, switch_name(switch.name))
        for switch in SWITCHES
        if setting.ruleset in switch.rulesets and switch not in effective
    ]


def _words(switch: Switch, setting: Setting) -> str:
    if switch.name != _BONUS_ACTIONS:
        return silence(switch, setting).words
    no_score = _("It is about how cards are played; no score depends on it.")
    return sentences([switch_help(switch.name), no_score])


def citations_of(switch: Switch, ruleset: str) -> list[Citation]:
    """Return where in a rulebook the question of a house rule stands."""
    if switch.name == _BONUS_ACTIONS:
        return [Citation(ruleset_name(ruleset), _("Special Card Actions"))]
    if switch.name == _RESHUFFLE:
        return [Citation(ruleset_name(ruleset), _("Starting a New Round"))]
    if switch.needs == "two-player-dummy":
        return [Citation(ruleset_name(ruleset), _("the variant for two players"))]
    rules = [f"{ruleset}/{type_}" for type_ in _TYPES[switch.name]]
    return [citation(rule)._replace(ruling="") for rule in rules if has_rule(rule)]
