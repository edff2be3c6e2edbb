"""The rules at hand: of a game in general, and of a game that is being played."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...rules import RULESETS
from ...wording.guide import (
    LONGEST_QUERY,
    CardGuide,
    Group,
    Scope,
    Section,
    SwitchState,
    groups,
    sections,
    switch_states,
)
from ...wording.names import menu_name, ruleset_name, variant_name
from ..services.game_state import GameTable
from .common import isolated
from .home import RulesetChoice


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The cards of a game with what they score, all of them or those that were searched for.

    Attributes:
        ruleset: the game's slug.
        name: what it is called.
        facts: menu, players and variants of the game that is being played.
        query: what was searched for, "" for everything.
        found: how much was found, in words; "" where nothing was searched for.
        groups: the cards that are called so, in the groups of a menu.
        mentioned: further cards of which the text says it.
        sections: how the game goes; empty for a search.
        switches: the house rules that can matter; empty for a search.
    """

    ruleset: str
    name: str
    facts: Sequence[str]
    query: str
    found: str
    groups: Sequence[Group]
    mentioned: Sequence[CardGuide]
    sections: Sequence[Section]
    switches: Sequence[SwitchState]

    @property
    def is_empty(self) -> bool:
        """Whether a search has found nothing."""
        return not self.groups and not self.mentioned


def rulesets_with_rules() -> list[RulesetChoice]:
    """The games whose rules can be read."""
    return [
        RulesetChoice(r.slug, ruleset_name(r.slug), min(r.players), max(r.players))
        for r in RULESETS.values()
    ]


def rules_page(ruleset: str, query: str = "") -> RulesPage:
    """The rules of one of the three games, with every card of its box."""
    return _page(Scope(ruleset), query)


def game_rules_page(table: GameTable, query: str = "") -> RulesPage:
    """The rules of a game that is being played: its cards, players and house rules only."""
    return _page(Scope.of_game(table.setting), query, _facts(table))


def _page(scope: Scope, typed: str, facts: Sequence[str] = ()) -> RulesPage:
    query = typed.strip()[:LONGEST_QUERY]
    everything = groups(scope)
    name = ruleset_name(scope.ruleset)
    if not query:
        states = switch_states(scope)
        return RulesPage(
            scope.ruleset, name, facts, "", "", everything, (), sections(scope), states
        )
    called = _kept(everything, lambda card: card.is_called(query))
    mentioned = [
        card
        for group in everything
        for card in group.cards
        if card.mentions(query) and not card.is_called(query)
    ]
    if not called and not mentioned:
        called = _kept(everything, lambda card: card.is_called_elsewhere(query))
    number = sum(len(group.cards) for group in called) + len(mentioned)
    found = _found(number, query)
    return RulesPage(scope.ruleset, name, facts, query, found, called, mentioned, (), ())


def _kept(everything: Sequence[Group], is_wanted: Callable[[CardGuide], bool]) -> list[Group]:
    """The groups with only those cards that are wanted."""
    kept = [group._replace(cards=tuple(filter(is_wanted, group.cards))) for group in everything]
    return [group for group in kept if group.cards]


def _found(number: int, query: str) -> str:
    if not number:
        return _("Nothing found for “%(query)s”.") % {"query": isolated(query)}
    words = ngettext(
        "%(number)d card found for “%(query)s”.", "%(number)d cards found for “%(query)s”.", number
    )
    return words % {"number": number, "query": isolated(query)}


def _facts(table: GameTable) -> list[str]:
    """What has been agreed for a game, in a few words each."""
    setting = table.setting
    players = ngettext("%(number)d player", "%(number)d players", setting.players)
    facts = [players % {"number": setting.players}]
    if setting.menu is not None:
        facts.insert(0, menu_name(setting.menu.name))
    facts += [variant_name(variant) for variant in sorted(setting.variants)]
    return facts
