"""The guide's entry for every card."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from referee.rules import CARD_TYPES, FACES
from referee.rules.cards import FRUITS, Category
from referee.rules.house_rules import changed_switches

from ..explanations.citations import Citation, citation
from ..names import face_name, switch_help, switch_name, type_name
from ..phrases import series
from . import actions, colours, comparisons, desserts, nigiri, sets
from .figures import box_count
from .other_names import names_elsewhere, other_names
from .scope import TOKENS, Scope, is_promo, player_limits, switches
from .search import matches
from .text import CardText

_WORDS: dict[str, Callable[[Scope], CardText]] = {
    "nigiri": nigiri.nigiri,
    "wasabi": nigiri.wasabi,
    "maki": comparisons.maki,
    "temaki": comparisons.temaki,
    "uramaki": comparisons.uramaki,
    "tempura": sets.tempura,
    "sashimi": sets.sashimi,
    "dumpling": sets.dumpling,
    "eel": sets.eel,
    "tofu": sets.tofu,
    "edamame": sets.edamame,
    "miso-soup": sets.miso_soup,
    "onigiri": sets.onigiri,
    "chopsticks": actions.chopsticks,
    "spoon": actions.spoon,
    "menu": actions.menu,
    "special-order": actions.special_order,
    "takeout-box": actions.takeout_box,
    "soy-sauce": colours.soy_sauce,
    "tea": colours.tea,
    "pudding": desserts.pudding,
    "green-tea-ice-cream": desserts.ice_cream,
    "fruit": desserts.fruit,
    TOKENS: desserts.tokens,
}

_OF_TYPE: dict[str, tuple[str, ...]] = {
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


class SwitchState(NamedTuple):
    """A house rule as it holds here.

    Attributes:
        slug: its name on a score sheet.
        name: its name on a settings page.
        help: what it does when it is on.
        is_on: whether it is on.
        is_changed: whether that is otherwise than the referee's own ruling.
    """

    slug: str
    name: str
    help: str
    is_on: bool
    is_changed: bool


class CardGuide(NamedTuple):
    """Everything that the guide says of a card.

    Attributes:
        type: the card type, or ``tokens``.
        name: what it is called.
        also: other names of it, with commas.
        text: what it scores.
        citation: where the rulebook says so.
        box: how many there are, "" where there is none.
        limits: with how many players it may be used, "" where everybody may or where that has been
            settled by the game.
        switches: the house rules that matter to it here.
    """

    type: str
    name: str
    also: str
    text: CardText
    citation: Citation
    box: str
    limits: str
    switches: tuple[SwitchState, ...]

    def is_called(self, query: str) -> bool:
        """Whether a query is one of its names."""
        return matches(query, (self.name, self.also))

    def is_called_elsewhere(self, query: str) -> bool:
        """Whether a query is one of its names in a language that is not in use."""
        return matches(query, names_elsewhere(self.type))

    def mentions(self, query: str) -> bool:
        """Whether a query is found in anything that is said of it."""
        heads: Sequence[str] = self.text.table.heads if self.text.table else ()
        said = (self.text.one_line, *self.text.detail, *self.text.cases, *heads)
        return matches(query, (self.name, self.also, *said, *(s.name for s in self.switches)))


class Group(NamedTuple):
    """The cards that stand together on a menu."""

    slug: str
    title: str
    cards: tuple[CardGuide, ...]


def switch_states(scope: Scope) -> tuple[SwitchState, ...]:
    """The house rules that can matter here, and how they stand."""
    changed = changed_switches(scope.setting.house_rules) if scope.setting else {}
    return tuple(
        SwitchState(
            switch.name,
            switch_name(switch.name),
            switch_help(switch.name),
            scope.is_on(switch.name),
            switch.name in changed,
        )
        for switch in switches(scope)
    )


def card_guide(type_: str, scope: Scope) -> CardGuide:
    """What the guide says of one card type, or of ``tokens``.

    Raises:
        KeyError: for what is no card type.
    """
    states = [s for s in switch_states(scope) if s.slug in _OF_TYPE.get(type_, ())]
    return CardGuide(
        type_,
        type_name(type_),
        other_names(type_),
        _WORDS[type_](scope),
        citation(f"{scope.ruleset}/{type_}"),
        _in_box(type_, scope),
        _limits(type_, scope),
        tuple(states),
    )


def _in_box(type_: str, scope: Scope) -> str:
    number, faces = box_count(scope, type_)
    if not number or is_promo(type_, scope):
        return ""
    if scope.is_roll:
        text = ngettext(
            "%(n)d die of this kind in the box", "%(n)d dice of this kind in the box", number
        )
        return text % {"n": number}
    text = ngettext("%(n)d card in the box", "%(n)d cards in the box", number) % {"n": number}
    if not faces:
        return text
    if type_ == "fruit":
        facts = {"cards": text, "pieces": _pieces_of_each_fruit(faces)}
        return _("%(cards)s, with %(pieces)d pieces of each fruit") % facts
    each = series(_("%(n)d × %(face)s") % {"n": n, "face": face_name(face)} for face, n in faces)
    return _("%(cards)s: %(faces)s") % {"cards": text, "faces": each}


def _pieces_of_each_fruit(faces: Sequence[tuple[str, int]]) -> int:
    """All fruits come in the same number."""
    return sum(FACES[face].icons * cards for face, cards in faces) // len(FRUITS)


def _limits(type_: str, scope: Scope) -> str:
    limits = player_limits(type_, scope)
    if limits is None or scope.setting is not None:
        return ""
    return _("For %(least)d to %(most)d players only.") % {"least": limits[0], "most": limits[1]}


_GROUPS: dict[str, Promise] = {
    Category.NIGIRI: gettext_lazy("Nigiri"),
    Category.ROLL: gettext_lazy("Rolls"),
    Category.APPETIZER: gettext_lazy("Appetizers"),
    Category.SPECIAL: gettext_lazy("Specials"),
    Category.DESSERT: gettext_lazy("Desserts"),
}


def groups(scope: Scope) -> tuple[Group, ...]:
    """Every card of a rule set or game, in the groups of a menu."""
    found = []
    for category, title in _GROUPS.items():
        types = [type_ for type_ in scope.types if _category(type_) == category]
        if types:
            cards = tuple(card_guide(type_, scope) for type_ in types)
            found.append(Group(str(category), str(title), cards))
    return tuple(found)


def _category(type_: str) -> str:
    """Tokens come from specials."""
    return CARD_TYPES[type_].category if type_ in CARD_TYPES else Category.SPECIAL
