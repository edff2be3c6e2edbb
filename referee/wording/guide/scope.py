"""What the guide is asked about: one of the three games in general, or a game being played."""

from dataclasses import dataclass
from functools import lru_cache

from referee.rules import CARD_TYPES, RULESETS, SWITCHES, Setting
from referee.rules.house_rules import Switch
from referee.rules.menus import PLAYER_LIMITS
from referee.rules.rulesets import SOY_SAUCE_PROMO

TOKENS = "tokens"
"""The line of Sushi Roll's unused tokens, which has rules like a card."""
_USUAL_TABLE = 4


@dataclass(frozen=True, slots=True)
class Scope:
    """A rule set, and what has been agreed for a game of it.

    Attributes:
        ruleset: ``sushi-go``, ``sushi-go-party`` or ``sushi-roll``.
        setting: menu, players, variants and house rules; None for the rules in general.
    """

    ruleset: str
    setting: Setting | None = None

    @classmethod
    def of_game(cls, setting: Setting) -> "Scope":
        """The scope of a game that is being played."""
        return cls(setting.ruleset, setting)

    @property
    def players(self) -> int | None:
        """The people at the table, None in general."""
        return self.setting.players if self.setting else None

    @property
    def is_party(self) -> bool:
        """Whether this is Sushi Go Party!"""
        return self.ruleset == "sushi-go-party"

    @property
    def is_roll(self) -> bool:
        """Whether this is the dice game."""
        return self.ruleset == "sushi-roll"

    @property
    def types(self) -> tuple[str, ...]:
        """Every card type there is to explain, in catalogue order; Roll's tokens last."""
        return _types(self)

    def has(self, *types: str) -> bool:
        """Whether any of these types is in the game."""
        return any(type_ in self.types for type_ in types)

    def may_have(self, least: int, most: int) -> bool:
        """Whether so many players may sit there: always, in general."""
        return self.players is None or least <= self.players <= most

    def is_on(self, switch: str) -> bool:
        """Whether a house-rule switch is on here; its default where nothing has been agreed."""
        rules = self.example(self.players or _USUAL_TABLE).house_rules
        return bool(getattr(rules, switch.replace("-", "_")))

    def example(self, players: int) -> Setting:
        """A setting to work examples out with: the game's own, or the plain game for so many."""
        return self.setting or Setting(self.ruleset, players)


@lru_cache(maxsize=64)
def _types(scope: Scope) -> tuple[str, ...]:
    if scope.setting:
        held = scope.setting.types
    else:
        rules = RULESETS[scope.ruleset]
        held = frozenset(rules.box) | {type_ for kind in rules.dice for type_ in kind}
    ordered = tuple(type_ for type_ in CARD_TYPES if type_ in held)
    return (*ordered, TOKENS) if scope.is_roll else ordered


def switches(scope: Scope) -> tuple[Switch, ...]:
    """The house rules that can matter here, in the order of a settings page."""
    return tuple(
        switch
        for switch in SWITCHES
        if scope.ruleset in switch.rulesets and _is_needed(switch.needs, scope)
    )


def _is_needed(needs: str, scope: Scope) -> bool:
    """Whether what a switch is about is in the game."""
    if scope.setting is None or not needs:
        return True
    if needs == "colours":
        return scope.has("tea", "soy-sauce")
    if needs == "two-player-dummy":
        return scope.setting.has_dummy
    return scope.has(needs)


def player_limits(type_: str, scope: Scope) -> tuple[int, int] | None:
    """Fewest and most players who may use a type, None where everybody may."""
    return PLAYER_LIMITS.get(type_) if scope.is_party else None


def is_promo(type_: str, scope: Scope) -> bool:
    """Whether a type comes with a variant only."""
    promo = SOY_SAUCE_PROMO in RULESETS[scope.ruleset].variants
    return promo and type_ == "soy-sauce"
