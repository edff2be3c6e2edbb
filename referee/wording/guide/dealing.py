"""How a round is set up."""

from django.utils.translation import gettext as _

from referee.rules import RULESETS
from referee.rules.boxes import ROLL_FIRST_TOKENS
from referee.rules.menus import MENU_SHAPE
from referee.rules.rulesets import ROUNDS, desserts_dealt_in
from referee.rules.table_setup import MANY_PLAYERS

from ..names import category_name
from ..phrases import series
from .scope import Scope
from .text import PointsTable, said


def dealing(scope: Scope) -> tuple[str, ...]:
    """What happens before everybody's first choice of a round."""
    if scope.is_roll:
        return said(
            _(
                "Each player has a tray, a conveyor belt, %(chopsticks)d chopsticks tokens and "
                "%(menu)d menu tokens to begin with."
            )
            % ROLL_FIRST_TOKENS,
            _("One of the belts in play must be the one with the red border."),
            _("Each round, everybody draws dice out of the bag onto their belt."),
            _("All roll at once and put the dice back on their belts as they fell."),
        )
    if scope.is_party:
        return said(
            _menu_shape() if scope.setting is None else "",
            _("Dessert cards are a pile of their own; some go into the deck before each round."),
            _desserts(scope),
            _("What is not dealt stays beside the board as the deck."),
            _large_table(scope),
        )
    return said(
        _("All cards are shuffled together once, before the first round."),
        _("What has been played is put aside after a round and not shuffled back."),
        _dummy(scope),
    )


def _menu_shape() -> str:
    parts = [
        _("%(number)d × %(category)s") % {"number": many, "category": category_name(category)}
        for category, many in MENU_SHAPE.items()
    ]
    return _("A menu is nigiri and: %(parts)s.") % {"parts": series(parts)}


def _desserts(scope: Scope) -> str:
    players = (2, MANY_PLAYERS) if scope.players is None else (scope.players,)
    small, *large = [_added(number) for number in players]
    if not large:
        return _("Desserts to shuffle in: %(first)d, %(second)d and %(third)d.") % small
    both = {**small, **{f"large_{key}": many for key, many in large[0].items()}}
    return (
        _(
            "Up to five players shuffle in %(first)d, then %(second)d, then %(third)d; six or more "
            "%(large_first)d, %(large_second)d and %(large_third)d."
        )
        % both
    )


def _added(players: int) -> dict[str, int]:
    """How many desserts are shuffled in before each round."""
    so_far = [desserts_dealt_in(players, number) for number in range(ROUNDS + 1)]
    names = ("first", "second", "third")
    return {name: so_far[n + 1] - so_far[n] for n, name in enumerate(names)}


def _large_table(scope: Scope) -> str:
    if not (scope.has("maki") and scope.may_have(MANY_PLAYERS, 8)):
        return ""
    return _("From six players on, the maki tile shows its other side.")


def _dummy(scope: Scope) -> str:
    if scope.setting is not None and not scope.setting.has_dummy:
        return ""
    return _(
        "With a dummy, two players deal a third hand face down; they take turns to draw from it "
        "and to play a card for the dummy besides their own."
    )


def hands(scope: Scope) -> PointsTable:
    """How many cards or dice everybody is dealt, by the number of players."""
    sizes = RULESETS[scope.ruleset].hand_sizes
    if scope.setting:
        sizes = {scope.setting.seats: scope.setting.hand_size}
    dealt = _("Dice each") if scope.is_roll else _("Cards each")
    return PointsTable(
        (_("Players"), *(str(players) for players in sizes)),
        ((dealt, *(str(size) for size in sizes.values())),),
    )
