"""The forms of a new game and of Roll's tokens. What is right is asked of the rules."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ..rules import CARD_TYPES, NAMED_MENUS, RULESETS, SWITCHES, Fault, SheetFaults
from ..rules.cards import Category
from ..rules.menus import MENU_SHAPE
from ..rules.names import plain_name, spoken_key
from ..wording.faults import fault_message
from ..wording.names import (
    category_name,
    menu_name,
    switch_help,
    switch_name,
    type_name,
    variant_name,
)
from .services.games import Setup

OWN_MENU = "own"
NAME_LENGTH = 40
MAX_SEATS = max(max(ruleset.players) for ruleset in RULESETS.values())
PLAYER_FIELDS = [f"player_{number}" for number in range(1, MAX_SEATS + 1)]
OWN_FIELDS = {category: f"own_{category.value}" for category in MENU_SHAPE}

Fields = dict[str, Any]
"""Values by the names of the form's fields."""


class NameField(forms.CharField):
    """A name in the one form in which names are kept and compared, however it was typed."""

    def to_python(self, value: Any) -> str:
        """The name in that form, before its length is looked at."""
        return plain_name(super().to_python(value) or "")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Without a limit in the browser, which would cut a pasted name without a word."""
        return {k: v for k, v in super().widget_attrs(widget).items() if k != "maxlength"}


class NewGameForm(forms.Form):
    """Who plays, with which menu or variants, by which house rules.

    ``known`` are the names of the club's players: who types "ana" means its Ana. The fields depend
    on the ruleset, which ``ruleset_shown`` says; with it the form can be filled in again as it was
    left. ``setup`` holds the result once the form is valid.
    """

    game = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    ruleset_shown = forms.CharField(widget=forms.HiddenInput, required=False)

    setup: Setup

    def __init__(self, ruleset: str, *args: Any, known: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = RULESETS[ruleset]
        self.known = {spoken_key(name): name for name in known}
        self.initial["ruleset_shown"] = ruleset
        typed = self.data if self.is_bound else self.initial
        seats = max(self.ruleset.players)
        # A form of another of the three games may have more names: none is cut off without a word.
        if "ruleset_shown" in typed:
            seats = max([seats, *(n for n, f in enumerate(PLAYER_FIELDS, start=1) if typed.get(f))])
        for number, field in enumerate(PLAYER_FIELDS[:seats], start=1):
            self.fields[field] = _name_field(number)
        if ruleset == "sushi-go-party":
            self._add_menus()
        if self.ruleset.variants:
            choices = [(slug, variant_name(slug)) for slug in self.ruleset.variants]
            self.fields["variants"] = _checkboxes(choices, gettext_lazy("Variants"))
        for switch in SWITCHES:
            if ruleset in switch.rulesets:
                self.fields[f"rule_{switch.name}"] = forms.BooleanField(
                    required=False,
                    initial=switch.default,
                    label=switch_name(switch.name),
                    help_text=switch_help(switch.name),
                )

    def _add_menus(self) -> None:
        named = [(slug, menu_name(slug)) for slug in NAMED_MENUS]
        self.fields["menu"] = forms.ChoiceField(
            choices=[*named, (OWN_MENU, gettext_lazy("A menu of our own"))],
            initial="sushi-go",
            widget=forms.RadioSelect,
            label=gettext_lazy("Menu"),
        )
        self.fields["drawn"] = forms.CharField(required=False, widget=forms.HiddenInput)
        for category, field in OWN_FIELDS.items():
            types = [type_.slug for type_ in CARD_TYPES.values() if type_.category is category]
            choices = [(type_, type_name(type_)) for type_ in types]
            self.fields[field] = _checkboxes(choices, category_name(category.value))

    # ------------------------------------------------------------- groups, for the template

    def player_fields(self) -> list[forms.BoundField]:
        """One field a seat."""
        return [self[name] for name in self.fields if name.startswith("player_")]

    def own_menu_fields(self) -> list[tuple[Category, int, forms.BoundField]]:
        """The categories of a menu of one's own, and how many types of each are wanted."""
        if "menu" not in self.fields:
            return []
        return [(c, number, self[OWN_FIELDS[c]]) for c, number in MENU_SHAPE.items()]

    def house_rule_fields(self) -> list[forms.BoundField]:
        """One field a switch."""
        return [self[name] for name in self.fields if name.startswith("rule_")]

    def house_rules_changed(self) -> bool:
        """Whether the fold must be open: a switch stands otherwise than by default."""
        return any(field.value() != field.field.initial for field in self.house_rule_fields())

    # ------------------------------------------------------------- from fields to a setup

    def clean(self) -> dict[str, Any]:
        """Asks the rules whether a game can be played so."""
        cleaned = super().clean() or {}
        seated = {
            field: self.known.get(spoken_key(name), name)
            for field, name in cleaned.items()
            if field.startswith("player_") and name
        }
        menu = cleaned.get("menu")
        own_menu = [type_ for field in OWN_FIELDS.values() for type_ in cleaned.get(field, ())]
        rules = [field for field in cleaned if field.startswith("rule_")]
        setup = Setup(
            ruleset=self.ruleset.slug,
            players=list(seated.values()),
            menu=own_menu if menu == OWN_MENU else menu,
            variants=cleaned.get("variants", ()),
            house_rules={field.removeprefix("rule_"): cleaned[field] for field in rules},
        )
        if self.errors:
            return cleaned  # a name that is too long: its own message says all there is to say
        try:
            sheet = setup.sheet()
        except SheetFaults as faults:
            for fault in faults.faults:
                self.add_error(_field_of(fault, list(seated)), _message(fault))
            return cleaned
        self._part_names(seated)
        # Ticks that the page came with, as drawn at random or played before, nobody has made.
        is_ticked = set(own_menu) not in (set(), set(cleaned.get("drawn", "").split()))
        if is_ticked and menu != OWN_MENU:
            message = _(
                "You have ticked cards of a menu of your own, but chosen another menu. "
                "Choose “A menu of our own”, or take the ticks away."
            )
            self.add_error("menu", message)
        for type_ in sheet.setting.menu.unfit_types(len(seated)) if sheet.setting.menu else ():
            message = ngettext(
                "%(card)s may not be used with %(players)s player. Choose another menu.",
                "%(card)s may not be used with %(players)s players. Choose another menu.",
                len(seated),
            )
            self.add_error("menu", message % {"card": type_name(type_), "players": len(seated)})
        self.setup = setup
        return cleaned

    def _part_names(self, seated: Mapping[str, str]) -> None:
        """Two of one table are told apart by more than capitals."""
        before: dict[str, str] = {}
        for field, name in seated.items():
            other = before.setdefault(spoken_key(name), name)
            if other != name:
                message = _("“%(name)s” and “%(other)s” differ in capitals alone. Add a letter.")
                self.add_error(field, message % {"name": name, "other": other})


def _field_of(fault: Fault, seated: list[str]) -> str | None:
    """The field that a fault of the sheet is about; None for the form as a whole."""
    if fault.place.startswith("players["):
        return seated[int(fault.place[8:].rstrip("]"))]
    return next((field for field in ("menu", "variants") if fault.place.startswith(field)), None)


def _message(fault: Fault) -> str:
    """A fault in the words of a form: its place is the field that it stands at."""
    if fault.code == "player-number":
        return _("%(wanted)s players can play this. You have entered %(found)s.") % {
            "wanted": fault.wanted.replace("-", "–"),
            "found": fault.found,
        }
    if fault.code == "menu-shape":
        number, category = fault.wanted.split(" ")
        return _("Choose %(number)s of the group “%(category)s”; you have chosen %(found)s.") % {
            "number": number,
            "category": category_name(category),
            "found": fault.found,
        }
    return capfirst(fault_message(fault._replace(place="")))


def _name_field(number: int) -> forms.CharField:
    widget = forms.TextInput(
        attrs={
            "autocomplete": "off",
            "autocapitalize": "words",
            "dir": "auto",
            "enterkeyhint": "next",
            "list": "known-players",
        }
    )
    label = _("Seat %(number)s") % {"number": number}
    return NameField(required=False, max_length=NAME_LENGTH, label=label, widget=widget)


def _checkboxes(choices: list[tuple[str, str]], label: Any) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        choices=choices, required=False, widget=forms.CheckboxSelectMultiple, label=label
    )


def fields_of(setup: Setup, ruleset: str) -> Fields:
    """The form of a ruleset filled in as a game was set up; what that game did not have is left as
    it is by default."""
    fields: Fields = dict(zip(PLAYER_FIELDS, setup.players, strict=False))
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
    own = {field: [t.slug for t in types if t.category is c] for c, field in OWN_FIELDS.items()}
    is_own = key not in NAMED_MENUS and any(own.values())
    return {"menu": OWN_MENU if is_own else key, "drawn": key if is_own else "", **own}


def typed_so_far(posted: QueryDict, ruleset: str) -> Fields:
    """What stands in a form that was sent, for the form of the same or of another ruleset."""
    shown = posted.get("ruleset_shown", "")
    names = [name for name in ("game", "menu", "drawn", *PLAYER_FIELDS) if name in posted]
    fields: Fields = {name: posted[name] for name in names}
    fields |= {name: posted.getlist(name) for name in ("variants", *OWN_FIELDS.values())}
    for switch in SWITCHES:
        name = f"rule_{switch.name}"
        if ruleset in switch.rulesets and (shown in switch.rulesets or name in posted):
            fields[name] = name in posted
    return fields


class TokensForm(forms.Form):
    """Roll: everybody's unused menu and chopsticks tokens.

    ``seats`` have a place, a name and the tokens that are known already.
    """

    def __init__(self, seats: list[tuple[int, str, dict[str, int]]], *args: Any, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.seats = seats
        self.limits = RULESETS["sushi-roll"].tokens
        for place, _name, held in seats:
            for token, limit in self.limits.items():
                self.fields[f"{token}_{place}"] = forms.IntegerField(
                    required=False,
                    min_value=0,
                    max_value=limit,
                    error_messages={
                        "invalid": _("Enter a number of tokens."),
                        "min_value": _("There cannot be fewer tokens than none."),
                        "max_value": _("The box holds %(limit_value)s of them."),
                    },
                    initial=held.get(token, 0),
                    label=type_name(token),
                    widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                )

    def rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields by player."""
        return [
            (name, [self[f"{token}_{place}"] for token in self.limits])
            for place, name, _held in self.seats
        ]

    def tokens(self) -> dict[int, dict[str, int]]:
        """By the seat's place: how many of each kind, kinds without any left out."""
        return {
            place: {t: n for t in self.limits if (n := self.cleaned_data.get(f"{t}_{place}"))}
            for place, _name, _held in self.seats
        }

    def clean(self) -> dict[str, Any]:
        """All players together cannot have more tokens than the box holds."""
        cleaned = super().clean() or {}
        for token, limit in self.limits.items():
            held = sum(cleaned.get(f"{token}_{place}") or 0 for place, _name, _held in self.seats)
            if held > limit:
                message = _("%(token)s: %(held)s tokens are entered, but the box holds %(limit)s.")
                facts = {"token": type_name(token), "held": held, "limit": limit}
                self.add_error(None, message % facts)
        return cleaned
