"""The rules at hand: every card of a game, or those that a search finds."""

from collections.abc import Iterable
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.translation import gettext_lazy

from ...rules import CARD_TYPES
from ...rules.cards import Category
from ...rules.scoring.sets import ROLL_SETS
from ...wording.explanations.citations import citation
from ...wording.guide.figures import box_figures, figures, play_figures
from ...wording.guide.scope import SWITCHES_OF_TYPE, Scope, switch_states
from ...wording.guide.search import MAX_QUERY, matches, names_elsewhere, other_names
from ...wording.names import type_name
from ...wording.phrases import remembered, sentences

_GROUPS = {
    Category.NIGIRI: gettext_lazy("Nigiri"),
    Category.ROLL: gettext_lazy("Rolls"),
    Category.APPETIZER: gettext_lazy("Appetizers"),
    Category.SPECIAL: gettext_lazy("Specials"),
    Category.DESSERT: gettext_lazy("Desserts"),
}


def rules_page(scope: Scope, typed: str = "") -> dict[str, Any]:
    """What the page of the rules shows; ``typed`` in its search, "" for everything."""
    query = typed.strip()[:MAX_QUERY]
    called, mentioned = find(query, scope) if query else (scope.types, ())
    page = {
        "scope": scope,
        "query": query,
        "found": len(called) + len(mentioned),
        "groups": [
            (category, title, [card(type_, scope, query=query) for type_ in types])
            for category, title, types in groups(called)
        ],
        "mentioned": [
            card(type_, scope, query=query)
            for _category, _title, types in groups(mentioned)
            for type_ in types
        ],
    }
    if query:
        return page
    return {**page, **_about(scope), **play_figures(scope), "switches": switch_states(scope)}


def groups(types: Iterable[str]) -> list[tuple[Category, str, list[str]]]:
    """Card types in the groups of a menu; Roll's tokens come from specials."""
    by_category: dict[Category, list[str]] = {category: [] for category in _GROUPS}
    for type_ in types:
        category = CARD_TYPES[type_].category if type_ in CARD_TYPES else Category.SPECIAL
        by_category[category].append(type_)
    return [(one, str(_GROUPS[one]), held) for one, held in by_category.items() if held]


def find(query: str, scope: Scope) -> tuple[list[str], list[str]]:
    """The card types that are called so, and those whose rules mention it.

    Names in another language count only where nothing else is found: the cards on the table may be
    of another edition than the phone's language.
    """
    called = [type_ for type_ in scope.types if is_called(type_, query)]
    others = [type_ for type_ in scope.types if type_ not in called]
    mentioned = [type_ for type_ in others if matches(query, [_words_of(type_, scope)])]
    if not called and not mentioned:
        called = [type_ for type_ in scope.types if matches(query, names_elsewhere(type_))]
    return called, mentioned


def is_called(type_: str, query: str) -> bool:
    """Whether a query is one of a card's names in the language in use."""
    return matches(query, (type_name(type_), other_names(type_)))


@remembered
def _words_of(type_: str, scope: Scope) -> str:
    """Everything that a search looks through."""
    rules = strip_tags(card(type_, scope, layout="rules/card_words.html"))
    switches = [str(s["name"]) for s in switches_of(type_, scope)]
    return sentences([type_name(type_), other_names(type_), rules, *switches])


def switches_of(type_: str, scope: Scope) -> list[dict[str, object]]:
    """The house rules that a card's points depend on here."""
    of_type = SWITCHES_OF_TYPE.get(type_, ())
    return [state for state in switch_states(scope) if state["slug"] in of_type]


def card(type_: str, scope: Scope, *, query: str = "", layout: str = "rules/card.html") -> str:
    """What a card scores, as HTML: its own template in the layout given.

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
        "query": query,
        **_about(scope),
        **figures(type_, scope),
        **box_figures(type_, scope),
    }
    return render_to_string(f"rules/cards/{name}.html", shown)


def _about(scope: Scope) -> dict[str, Any]:
    return {"scope": scope, "types": scope.types, "house_rules": scope.house_rules}
