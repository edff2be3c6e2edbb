"""What the guide is asked about: one of the three games in general, or a game being played."""

from dataclasses import dataclass

from referee.rules import CARD_TYPES, RULESETS, SWITCHES, HouseRules, Setting
from referee.rules.house_rules import Switch, changed_switches
from referee.rules.table_setup import MANY_PLAYERS

from ..names import switch_help, switch_name


@dataclass(frozen=True, slots=True)
class Scope:
    """A rule set by its slug, and the setting of a game of it; None for the rules in general.

    In general all rules apply, whatever the number of players.
    """

    ruleset: str
    setting: Setting | None = None

    @property
    def is_sushi_go(self) -> bool:
        return self.ruleset == "sushi-go"

    @property
    def is_party(self) -> bool:
        return self.ruleset == "sushi-go-party"

    @property
    def is_roll(self) -> bool:
        return self.ruleset == "sushi-roll"

    @property
    def players(self) -> int | None:
        return self.setting.players if self.setting else None

    @property
    def for_two(self) -> bool:
        return self.players in (None, 2)

    @property
    def for_three(self) -> bool:
        """Return whether rules for three players or more apply."""
        return self.players != 2

    @property
    def for_six(self) -> bool:
        """Return whether rules for six players or more apply."""
        return self.players is None or self.players >= MANY_PLAYERS

    @property
    def has_dummy(self) -> bool:
        return self.setting is not None and self.setting.has_dummy

    @property
    def house_rules(self) -> HouseRules:
        return self.setting.house_rules if self.setting else HouseRules()

    @property
    def types(self) -> tuple[str, ...]:
        """Return every card type there is to explain, in catalogue order; Roll's tokens last."""
        rules = RULESETS[self.ruleset]
        held = self.setting.types if self.setting else {*rules.box, *sum(rules.dice, start=())}
        ordered = tuple(type_ for type_ in CARD_TYPES if type_ in held)
        return (*ordered, "tokens") if self.is_roll else ordered


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
    held = {"", *scope.types}
    if held & {"tea", "soy-sauce"}:
        held.add("colours")
    if scope.has_dummy:
        held.add("two-player-dummy")
    return [
        switch
        for switch in SWITCHES
        if scope.ruleset in switch.rulesets and (scope.setting is None or switch.needs in held)
    ]


def switch_states(scope: Scope) -> list[dict[str, object]]:
    """The house rules that can matter here, in words, and how they stand."""
    changed = changed_switches(scope.house_rules)
    return [
        {
            "slug": switch.name,
            "name": switch_name(switch.name),
            "help": switch_help(switch.name),
            "is_on": getattr(scope.house_rules, switch.field),
            "is_changed": switch.name in changed,
        }
        for switch in switches(scope)
    ]
