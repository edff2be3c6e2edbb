"""The numbers of the guide's cards, asked of the rules."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from referee.rules import CARD_TYPES, FACES, RULESETS, Setting
from referee.rules.boxes import ROLL_FIRST_TOKENS
from referee.rules.cards import (
    ANY_NUMBER,
    FRUITS,
    NAMED_MENUS,
    NIGIRI_VALUES,
    ONIGIRI_SHAPES,
    Category,
)
from referee.rules.menus import MENU_SHAPE
from referee.rules.rulesets import PASS_BOTH_WAYS, ROUNDS, SOY_SAUCE_PROMO, desserts_dealt_in
from referee.rules.scoring.colours import SOY_POINTS
from referee.rules.scoring.lines import Table
from referee.rules.scoring.nigiri import WASABI_FACTOR, nigiri_value
from referee.rules.scoring.opponents import MAX_EACH
from referee.rules.scoring.sets import FRUIT_POINTS, ROLL_SETS, SETS
from referee.rules.scoring.uramaki import ICONS_TO_CLAIM, PRIZES
from referee.rules.table_setup import MANY_PLAYERS

from ..cards import CARDS
from ..names import category_name, face_name, type_name, variant_name
from ..phrases import number, series
from .scope import Scope

USUAL_PLAYERS = 4
"""Players of an example at a small table."""


def worth(scope: Scope, type_: str, *numbers: int) -> int:
    """Return what so many of each kind of a type score that looks at nobody else, now or at the
    end of the game."""
    rules = RULESETS[scope.ruleset]
    at_end = rules.game_end_alone
    return (at_end if type_ in at_end else rules.alone)[type_](*numbers).points


@lru_cache(maxsize=256)
def prizes(scope: Scope, type_: str, players: int = USUAL_PLAYERS) -> dict[str, int]:
    """The points of every place in a comparison, by the place's name, with so many players.

    Worked out at a table where everybody has another number, so that nobody ties. In a game it is
    the game's own table, whatever ``players`` says.
    """
    setting = scope.setting or Setting(scope.ruleset, players)
    rules = RULESETS[scope.ruleset]
    compared = {**rules.compared(setting), **rules.game_end_compared(setting)}
    tallies = [{type_: tally} for tally in range(setting.seats, 0, -1)]
    first = compared[type_](Table((), tallies))[0]
    if first is None or first.comparison is None:
        raise ValueError(f"{type_} is not compared")
    return {place.name: place.prize for place in first.comparison.places}


def figures(type_: str, scope: Scope) -> dict[str, Any]:
    """Return what the template of a card type names, and the card's table of points if it has
    one."""
    if type_ == "nigiri":
        return _nigiri(scope)
    if type_ in ("maki", "temaki", "pudding"):
        return _compared(type_, scope)
    if type_ == "uramaki":
        names = ("first", "second", "third")
        return {"icons": ICONS_TO_CLAIM, **_places(dict(zip(names, PRIZES, strict=True)), _RACE)}
    if scope.is_roll and type_ in ROLL_SETS:
        row = [worth(scope, type_, n) for n in (1, 2, 3)]
        return {"four_icons": worth(scope, type_, 4), **_row(_("Icons"), row)}
    if type_ in SETS:
        size, prize = SETS[type_]
        return {"size": size, "prize": prize}
    if type_ == "onigiri":
        many = len(ONIGIRI_SHAPES)
        sets = ([1] * shapes + [0] * (many - shapes) for shapes in range(1, many + 1))
        row = [worth(scope, type_, *numbers) for numbers in sets]
        return _row(_("Shapes in a set"), row)
    if type_ == "fruit":
        facts = {"many": len(FRUIT_POINTS) - 1, "loss": -worth(scope, type_, *[0] * len(FRUITS))}
        return {**facts, **_row(_("Pieces of a fruit"), FRUIT_POINTS, first=0, goes_on=True)}
    if table := CARDS[type_].table:
        heading, most = table
        row = [worth(scope, type_, n + 1) for n in range(most)]
        return {"loss": -row[0], **_row(str(heading), row, goes_on=True)}
    if type_ in ("miso-soup", "takeout-box", "special-order"):
        return {"each": worth(scope, "miso-soup" if type_ == "miso-soup" else "takeout-box", 1)}
    return _CONSTANTS


_CONSTANTS = {"factor": WASABI_FACTOR, "most": MAX_EACH, "points": SOY_POINTS}
_PLACES = {
    "first": gettext_lazy("Most"),
    "second": gettext_lazy("Second most"),
    "third": gettext_lazy("Third most"),
    "fewest": gettext_lazy("Fewest"),
}
_RACE = {
    "first": gettext_lazy("First"),
    "second": gettext_lazy("Second"),
    "third": gettext_lazy("Third"),
}


def _row(
    counted: str, points: Sequence[int], *, first: int = 1, goes_on: bool = False
) -> dict[str, Any]:
    """Return so many cards, so many points; ``goes_on`` where more cards score as many as the
    last."""
    counts = [str(n) for n in range(first, first + len(points))]
    if goes_on:
        counts[-1] = _("%(number)s or more") % {"number": counts[-1]}
    table = {"heads": [counted, *counts], "rows": [[_("Points"), *map(number, points)]]}
    return {"row": points, "table": table}


def _places(prizes: dict[str, int], names: dict[str, Any]) -> dict[str, Any]:
    """The places of a comparison and what each is paid."""
    heads = [pgettext("of a comparison", "Place"), *(names[place] for place in prizes)]
    rows = [[_("Points"), *map(number, prizes.values())]]
    return {**prizes, "table": {"heads": heads, "rows": rows}}


def _compared(type_: str, scope: Scope) -> dict[str, Any]:
    paid = prizes(scope, type_)
    figures = {"loss": -paid.get("fewest", 0), **_places(paid, _PLACES)}
    if type_ == "maki" and scope.is_party and not scope.setting:
        figures["many"] = prizes(scope, type_, MANY_PLAYERS)
    return figures


def _nigiri(scope: Scope) -> dict[str, Any]:
    values = {face: nigiri_value(face) for face in NIGIRI_VALUES}
    on_wasabi = [nigiri_value(f"wasabi+{face}") for face in values]
    rows = [[_("Points"), *map(number, values.values())]]
    if "wasabi" in scope.types:
        rows.append([_("On wasabi"), *map(number, on_wasabi)])
    return {
        **{face.removesuffix("-nigiri"): points for face, points in values.items()},
        "on_wasabi": on_wasabi,
        "table": {"heads": [_("Nigiri"), *map(face_name, values)], "rows": rows},
    }


def box_figures(type_: str, scope: Scope) -> dict[str, Any]:
    """Return how many cards or dice of a type the box holds, and for how many players they are."""
    rules = RULESETS[scope.ruleset]
    if scope.is_roll:
        return {"box": next((n for types, n in rules.dice.items() if type_ in types), 0)}
    if type_ == "soy-sauce" and SOY_SAUCE_PROMO in rules.variants:
        return {}  # the promo is in no box
    faces = {face: n for face, n in rules.faces.items() if FACES[face].type == type_}
    figures: dict[str, Any] = {"box": rules.box[type_]}
    if scope.is_party and not scope.setting and CARD_TYPES[type_].players != ANY_NUMBER:
        figures["limits"] = CARD_TYPES[type_].players
    if type_ == "fruit":  # every fruit as often as the others
        icons = sum(FACES[face].icons * n for face, n in faces.items())
        return {**figures, "pieces": icons // len(FRUITS)}
    return {**figures, "faces": series(f"{n} × {face_name(face)}" for face, n in faces.items())}


def play_figures(scope: Scope) -> dict[str, Any]:
    """Return what the sections on dealing, turns and ends name."""
    sizes = RULESETS[scope.ruleset].hand_sizes
    if scope.setting:
        sizes = {scope.setting.seats: scope.setting.hand_size}
    dealt = _("Dice each") if scope.is_roll else _("Cards each")
    menu = (
        f"{n} × {category_name(category)} ({_types_of(category)})"
        for category, n in MENU_SHAPE.items()
    )
    return {
        "hands": {"heads": [_("Players"), *sizes], "rows": [[dealt, *sizes.values()]]},
        "first_tokens": ROLL_FIRST_TOKENS,
        "menu_parts": series(menu),
        "named_menus": NAMED_MENUS,
        "desserts": _desserts_added(scope.players or USUAL_PLAYERS),
        "many_desserts": _desserts_added(MANY_PLAYERS),
        "numbered": [t for t in ("chopsticks", "spoon", "menu", "takeout-box") if t in scope.types],
        "both_ways": variant_name(PASS_BOTH_WAYS),
        "rounds": ROUNDS,
    }


def _types_of(category: Category) -> str:
    return series(type_name(it.slug) for it in CARD_TYPES.values() if it.category is category)


def _desserts_added(players: int) -> list[int]:
    """Return how many desserts are shuffled in before each round."""
    so_far = [desserts_dealt_in(players, number) for number in range(ROUNDS + 1)]
    return [after - before for before, after in pairwise(so_far)]
