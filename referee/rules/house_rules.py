"""The house-rule switches: where a rulebook is silent or players differ."""

from typing import NamedTuple


class HouseRules(NamedTuple):
    """The switches in force in one game; the defaults are the referee's own rulings."""

    zero_maki_scores: bool = False
    dummy_takes_awards: bool = True
    dummy_brings_pudding_loss: bool = True
    dummy_can_win: bool = False
    two_player_tie_scores_most: bool = True
    desserts_count_as_colours: bool = True
    flipped_cards_share_a_colour: bool = True
    uramaki_cascade: bool = False
    flipped_nigiri_frees_wasabi: bool = True
    one_bonus_action_per_turn: bool = True
    reshuffle_each_round: bool = False


class Switch(NamedTuple):
    """One switch: its name on a score sheet, and the games that it concerns. ``needs`` names the
    variant or card type without which it has no effect, or is ""."""

    name: str
    rulesets: tuple[str, ...]
    needs: str = ""

    @property
    def field(self) -> str:
        """Its field of :class:`HouseRules`."""
        return self.name.replace("-", "_")

    @property
    def default(self) -> bool:
        """The referee's own ruling."""
        return bool(getattr(HouseRules(), self.field))


SWITCHES: tuple[Switch, ...] = (
    Switch("zero-maki-scores", ("sushi-go",)),
    Switch("dummy-takes-awards", ("sushi-go",), "two-player-dummy"),
    Switch("dummy-brings-pudding-loss", ("sushi-go",), "two-player-dummy"),
    Switch("dummy-can-win", ("sushi-go",), "two-player-dummy"),
    Switch("two-player-tie-scores-most", ("sushi-go-party", "sushi-roll")),
    Switch("desserts-count-as-colours", ("sushi-go-party", "sushi-go"), "colours"),
    Switch("flipped-cards-share-a-colour", ("sushi-go-party",), "takeout-box"),
    Switch("uramaki-cascade", ("sushi-go-party",), "uramaki"),
    Switch("flipped-nigiri-frees-wasabi", ("sushi-go-party",), "takeout-box"),
    Switch("one-bonus-action-per-turn", ("sushi-go-party",)),
    Switch("reshuffle-each-round", ("sushi-go",)),
)
"""Every switch, in the order in which a settings page lists them."""

SWITCH_NAMES = frozenset(switch.name for switch in SWITCHES)


def house_rules_from(switches: dict[str, bool]) -> HouseRules:
    """The house rules that differ from their defaults by ``switches`` (names as on the sheet).
    Raises KeyError for a name that is no switch."""
    unknown = set(switches) - SWITCH_NAMES
    if unknown:
        raise KeyError(*sorted(unknown))
    return HouseRules(**{name.replace("-", "_"): value for name, value in switches.items()})


def changed_switches(rules: HouseRules) -> dict[str, bool]:
    """The switches that differ from their defaults, by their names on the sheet."""
    values = {switch: bool(getattr(rules, switch.field)) for switch in SWITCHES}
    return {switch.name: is_on for switch, is_on in values.items() if is_on != switch.default}
