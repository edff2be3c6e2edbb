"""What the guide is asked about: one of the three games in general, or a game being played."""

from dataclasses import dataclass
from functools import lru_cache

from referee.rules import CARD_TYPES, RULESETS, SWITCHES, HouseRules, Setting
from referee.rules.house_rules import Switch, changed_switches
from referee.rules.table_setup import MANY_PLAYERS

from ..names import switch_help, switch_name

TOKENS = "tokens"
"""Sushi Roll's unused tokens, which have rules like a card type."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A rule set, and what has been agreed for a game of it.

    Attributes:
        ruleset: ``sushi-go``, ``sushi-go-party`` or ``sushi-roll``.
        setting: menu, players, variants and house rules; None for the rules in general.
    """

    ruleset: str
    setting: Setting | None = None

    @property
    def is_sushi_go(self) -> bool:
        """Whether this is the first of the three games."""
        return self.ruleset == "sushi-go"

    @property
    def is_party(self) -> bool:
        """Whether this is Sushi Go Party!"""
        return self.ruleset == "sushi-go-party"

    @property
    def is_roll(self) -> bool:
        """Whether this is the dice game."""
        return self.ruleset == "sushi-roll"

    @property
    def players(self) -> int | None:
        """The people at the table, None in general."""
        return self.setting.players if self.setting else None

    @property
    def for_two(self) -> bool:
        """Whether rules for two players apply; in general all rules do."""
        return self.players in (None, 2)

    @property
    def for_three(self) -> bool:
        """Whether rules for three players or more apply."""
        return self.players != 2

    @property
    def for_six(self) -> bool:
        """Whether rules for six players or more apply."""
        return self.players is None or self.players >= MANY_PLAYERS

    @property
    def has_dummy(self) -> bool:
        """Whether the game is played with a dummy."""
        return self.setting is not None and self.setting.has_dummy

    @property
    def house_rules(self) -> HouseRules:
        """The house rules of the game; the defaults in general."""
        return self.setting.house_rules if self.setting else HouseRules()

    @property
    def types(self) -> tuple[str, ...]:
        """Every card type there is to explain, in catalogue order; Roll's tokens last."""
        return _types(self)


@lru_cache(maxsize=64)
def _types(scope: Scope) -> tuple[str, ...]:
    if scope.setting:
        held = scope.setting.types
    else:
        rules = RULESETS[scope.ruleset]
        held = frozenset(rules.box) | {type_ for kind in rules.dice for type_ in kind}
    ordered = tuple(type_ for type_ in CARD_TYPES if type_ in held)
    return (*ordered, TOKENS) if scope.is_roll else ordered


SWITCHES_OF_TYPE: dict[str, tuple[str, ...]] = {
    "wasabi": ("flipped-nigiri-frees-wasabi",),
    "maki": ("zero-maki-scores", "dummy-takes-awards"),
    "temaki": ("two-player-tie-scores-most",),
    "uramaki": ("uramaki-cascade",),
    "chopsticks": ("one-bonus-action-per-turn",),
    "spoon": ("one-bonus-action-per-turn",),
    "takeout-box": ("flipped-cards-share-a-colour", "flipped-nigiri-frees-wasabi"),
    "soy-sauce": (
        "dummy-takes-awards",
        "desserts-count-as-colours",
        "flipped-cards-share-a-colour",
    ),
    "tea": ("desserts-count-as-colours", "flipped-cards-share-a-colour"),
    "pudding": (
        "dummy-takes-awards",
        "dummy-brings-pudding-loss",
        "two-player-tie-scores-most",
    ),
}
"""The house rules that a card's points depend on."""


def switches(scope: Scope) -> list[Switch]:
    """The house rules that can matter here, in the order of a settings page."""
    return [
        switch
        for switch in SWITCHES
        if scope.ruleset in switch.rulesets and _is_needed(switch.needs, scope)
    ]


def _is_needed(needs: str, scope: Scope) -> bool:
    """Whether what a switch is about is in the game."""
    if scope.setting is None or not needs:
        return True
    if needs == "colours":
        return "tea" in scope.types or "soy-sauce" in scope.types
    if needs == "two-player-dummy":
        return scope.has_dummy
    return needs in scope.types


def switch_states(scope: Scope) -> list[dict[str, object]]:
    """The house rules that can matter here, in words, and how they stand."""
    changed = changed_switches(scope.house_rules)
    return [
        {
            "slug": switch.name,
            "name": switch_name(switch.name),
            "help": switch_help(switch.name),
            "is_on": getattr(scope.house_rules, switch.name.replace("-", "_")),
            "is_changed": switch.name in changed,
        }
        for switch in switches(scope)
    ]
