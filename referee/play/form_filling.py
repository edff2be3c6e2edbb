"""What the form of a new game is filled in with: a game that was set up so before, what has been
typed so far, a menu. All of it by the names of the form's fields."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from ..rules import CARD_TYPES, NAMED_MENUS, RULESETS, SWITCHES
from ..rules.menus import MENU_SHAPE
from ..rules.names import plain_name
from .forms import MAX_SEATS, OWN_MENU
from .services.games import Setup

Fields = dict[str, Any]


def fields_of(setup: Setup, ruleset: str) -> Fields:
    """The form of a ruleset filled in as a game was set up; what another of the three games does
    not have is left as it is by default."""
    fields: Fields = {f"player_{n}": name for n, name in enumerate(setup.players, start=1)}
    if ruleset == setup.ruleset and setup.menu is not None:
        key = setup.menu if isinstance(setup.menu, str) else " ".join(setup.menu)
        fields |= menu_fields(key)
    fields["variants"] = [v for v in setup.variants if v in RULESETS[ruleset].variants]
    changed = setup.house_rules or {}
    for switch in SWITCHES:
        if ruleset in switch.rulesets:
            fields[f"rule_{switch.name}"] = changed.get(switch.name, switch.default)
    return fields


def menu_fields(key: str) -> Fields:
    """The fields that choose a menu, by its name or the types of one's own, parted by spaces.

    What is neither chooses nothing that the form takes.
    """
    types = [CARD_TYPES[slug] for slug in key.split() if slug in CARD_TYPES]
    own = {f"own_{c.value}": [t.slug for t in types if t.category is c] for c in MENU_SHAPE}
    is_own = key not in NAMED_MENUS and any(own.values())
    return {"menu": OWN_MENU if is_own else key, "drawn": key if is_own else "", **own}


def typed_so_far(posted: QueryDict, ruleset: str) -> Fields:
    """What stands in a form that was sent, for the form of the same or of another ruleset."""
    shown = posted.get("ruleset_shown", "")
    fields: Fields = {name: posted[name] for name in ("game", "menu", "drawn") if name in posted}
    seats = (f"player_{n}" for n in range(1, MAX_SEATS + 1))
    fields |= {name: posted[name] for name in seats if name in posted}
    lists = ("variants", *(f"own_{category.value}" for category in MENU_SHAPE))
    fields |= {name: posted.getlist(name) for name in lists}
    for switch in SWITCHES:
        name = f"rule_{switch.name}"
        if ruleset in switch.rulesets and (shown in switch.rulesets or name in posted):
            fields[name] = name in posted
    return fields


def players_in(fields: Mapping[str, Any]) -> int:
    """How many names are filled in."""
    names = (fields.get(f"player_{n}") for n in range(1, MAX_SEATS + 1))
    return sum(bool(plain_name(name or "")) for name in names)
