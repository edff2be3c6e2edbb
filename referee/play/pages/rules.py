"""The rules at hand: every card of a game, and how it is played."""

from collections.abc import Iterable
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy

from ...rules import CARD_TYPES
from ...rules.cards import Category
from ...rules.scoring.sets import ROLL_SETS
from ...wording.explanations.citations import citation, play_citations
from ...wording.guide.figures import box_figures, figures, play_figures
from ...wording.guide.scope import SWITCHES_OF_TYPE, Scope, switch_states
from ...wording.guide.search import other_names
from ...wording.names import play_title, type_name

_GROUPS = {
    Category.NIGIRI: gettext_lazy("Nigiri"),
    Category.ROLL: gettext_lazy("Rolls"),
    Category.APPETIZER: gettext_lazy("Appetizers"),
    Category.SPECIAL: gettext_lazy("Specials"),
    Category.DESSERT: gettext_lazy("Desserts"),
}


def rules_page(scope: Scope) -> dict[str, Any]:
    """What the page of the rules of a game shows."""
    return {
        "scope": scope,
        "groups": [
            (category, title, [card(type_, scope) for type_ in types])
            for category, title, types in groups(scope.types)
        ],
        "switches": switch_states(scope),
        "plays": [play(part, scope) for part in parts_of_play(scope)],
    }


def groups(types: Iterable[str]) -> list[tuple[Category, str, list[str]]]:
    """Card types in the groups of a menu; Roll's tokens come from specials."""
    by_category: dict[Category, list[str]] = {category: [] for category in _GROUPS}
    for type_ in types:
        category = CARD_TYPES[type_].category if type_ in CARD_TYPES else Category.SPECIAL
        by_category[category].append(type_)
    return [
        (category, str(_GROUPS[category]), held) for category, held in by_category.items() if held
    ]


def switches_of(type_: str, scope: Scope) -> list[dict[str, object]]:
    """The house rules that a card's points depend on here."""
    of_type = SWITCHES_OF_TYPE.get(type_, ())
    return [state for state in switch_states(scope) if state["slug"] in of_type]


def card(type_: str, scope: Scope, layout: str = "rules/card.html", **answer: object) -> str:
    """What a card scores, in a layout; ``answer`` is what stands with it where it answers a
    question.

    Raises:
        KeyError: for what is no card type.
    """
    name = "icons" if scope.is_roll and type_ in ROLL_SETS else type_
    shown = {
        "layout": layout,
        "type": type_,
        "name": type_name(type_),
        "also": other_names(type_),
        "citation": citation(f"{scope.ruleset}/{type_}"),
        "switches": switches_of(type_, scope),
        **_about(scope),
        **figures(type_, scope),
        **box_figures(type_, scope),
        **answer,
    }
    return render_to_string(f"rules/cards/{name}.html", shown)


def parts_of_play(scope: Scope) -> list[str]:
    """The parts of how a game is played; who acts first only where somebody acts, and the named
    menus only where none is chosen yet."""
    parts = [*play_citations(scope.ruleset)]
    if scope.is_party and scope.setting:
        parts.remove("menus")
    acts = {*play_figures(scope)["numbered"], "uramaki"} & {*scope.types}
    return [part for part in parts if part != "order" or acts]


def play(part: str, scope: Scope, layout: str = "rules/play.html", **answer: object) -> str:
    """How a part of a game is played, in a layout; ``answer`` as for a card."""
    numbers = play_figures(scope)
    shown = {
        "layout": layout,
        "anchor": part,
        "title": play_title(part),
        "citation": play_citations(scope.ruleset)[part],
        "table": numbers["hands"] if part == "dealing" else None,
        **_about(scope),
        **numbers,
        **answer,
    }
    return render_to_string(f"rules/plays/{part}.html", shown)


def _about(scope: Scope) -> dict[str, Any]:
    return {"scope": scope, "types": scope.types, "house_rules": scope.house_rules}
