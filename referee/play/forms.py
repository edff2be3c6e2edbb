"""The form that sets a game up. What is right is asked of the rules, not said again here."""

import uuid
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ..rules import CARD_TYPES, NAMED_MENUS, RULESETS, SWITCHES, Fault, SheetFaults
from ..rules.cards import Category
from ..rules.menus import MENU_SHAPE, Menu, named_menu
from ..rules.names import spoken_key
from ..wording.faults import fault_message
from ..wording.names import (
    category_name,
    menu_name,
    switch_help,
    switch_name,
    type_name,
    variant_name,
)
from .fields import NameField
from .services.games import Setup

OWN_MENU = "own"
NAME_LENGTH = 40
MAX_SEATS = max(max(ruleset.players) for ruleset in RULESETS.values())


class NewGameForm(forms.Form):
    """Who plays, with which menu or variants, by which house rules.

    ``known`` are the names of the club's players: who types "ana" means its Ana. The fields depend
    on the rule set, which ``ruleset_shown`` says; with it the form can be filled
    in again as it was left. ``setup`` holds the result once the form is valid.
    """

    game = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    ruleset_shown = forms.CharField(widget=forms.HiddenInput, required=False)

    setup: Setup

    def __init__(self, ruleset: str, *args: Any, known: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = RULESETS[ruleset]
        self.known = {spoken_key(name): name for name in known}
        self.initial["ruleset_shown"] = ruleset
        for number in range(1, max(*self.ruleset.players, self._last_name()) + 1):
            self.fields[f"player_{number}"] = _name_field(number)
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

    def _last_name(self) -> int:
        """The last seat with a name on the page, 0 for none: where one comes from another of the
        three games, more players than can play this are not cut off without a word."""
        typed = self.data if self.is_bound else self.initial
        if "ruleset_shown" not in typed:  # it was no page that sent this
            return 0
        seats = range(1, MAX_SEATS + 1)
        return max((n for n in seats if typed.get(f"player_{n}")), default=0)

    def _add_menus(self) -> None:
        named = [(slug, menu_name(slug)) for slug in NAMED_MENUS]
        self.fields["menu"] = forms.ChoiceField(
            choices=[*named, (OWN_MENU, gettext_lazy("A menu of our own"))],
            initial="sushi-go",
            widget=forms.RadioSelect,
            label=gettext_lazy("Menu"),
        )
        self.fields["drawn"] = forms.CharField(required=False, widget=forms.HiddenInput)
        for category in MENU_SHAPE:
            choices = [
                (t.slug, type_name(t.slug)) for t in CARD_TYPES.values() if t.category is category
            ]
            self.fields[f"own_{category.value}"] = _checkboxes(
                choices, category_name(category.value)
            )

    # ------------------------------------------------------------- groups, for the template

    def player_fields(self) -> list[forms.BoundField]:
        """One field a seat."""
        return [self[name] for name in self.fields if name.startswith("player_")]

    def own_menu_fields(self) -> list[tuple[Category, int, forms.BoundField]]:
        """The categories of a menu of one's own, and how many types of each are wanted."""
        if "menu" not in self.fields:
            return []
        return [(c, number, self[f"own_{c.value}"]) for c, number in MENU_SHAPE.items()]

    def house_rule_fields(self) -> list[forms.BoundField]:
        """One field a switch."""
        return [self[name] for name in self.fields if name.startswith("rule_")]

    def house_rules_changed(self) -> bool:
        """Whether the fold must be open: a switch stands otherwise than by default."""
        return any(field.value() != field.field.initial for field in self.house_rule_fields())

    def menus(self) -> list[tuple[str, Menu]]:
        """The named menus with what is on them."""
        return [(slug, named_menu(slug)) for slug in NAMED_MENUS]

    # ------------------------------------------------------------- from fields to a setup

    def clean(self) -> dict[str, Any]:
        """Asks the rules whether a game can be played so."""
        cleaned = super().clean() or {}
        seated = [
            (field, self.known.get(spoken_key(name), name))
            for field, name in cleaned.items()
            if field.startswith("player_") and name
        ]
        setup = Setup(
            ruleset=self.ruleset.slug,
            players=[name for _field, name in seated],
            menu=self._menu(cleaned),
            variants=cleaned.get("variants", ()),
            house_rules={
                field.removeprefix("rule_"): value
                for field, value in cleaned.items()
                if field.startswith("rule_")
            },
        )
        if self.errors:
            return cleaned  # a name that is too long: its own message says all there is to say
        try:
            sheet = setup.sheet()
        except SheetFaults as faults:
            for fault in faults.faults:
                self.add_error(
                    self._field_of(fault, [field for field, _name in seated]), self._message(fault)
                )
            return cleaned
        self._part_names(seated)
        if self._forgotten_own_menu(cleaned):
            message = _(
                "You have ticked cards of a menu of your own, but chosen another menu. "
                "Choose “A menu of our own”, or take the ticks away."
            )
            self.add_error("menu", message)
        menu = sheet.setting.menu
        for type_ in menu.unfit_types(len(seated)) if menu else ():
            self.add_error("menu", self._unfit(type_, len(seated)))
        self.setup = setup
        return cleaned

    def _part_names(self, seated: list[tuple[str, str]]) -> None:
        """Two of one table are told apart by more than capitals."""
        before: dict[str, str] = {}
        for field, name in seated:
            other = before.setdefault(spoken_key(name), name)
            if other != name:
                message = _("“%(name)s” and “%(other)s” differ in capitals alone. Add a letter.")
                self.add_error(field, message % {"name": name, "other": other})

    def _menu(self, cleaned: dict[str, Any]) -> str | list[str] | None:
        if "menu" not in self.fields:
            return None
        if cleaned.get("menu") != OWN_MENU:
            return cleaned.get("menu")
        return [t for category in MENU_SHAPE for t in cleaned.get(f"own_{category.value}", ())]

    def _forgotten_own_menu(self, cleaned: dict[str, Any]) -> bool:
        """Whether somebody has ticked cards of a menu of one's own beside a named menu. Those that
        the page came with, as drawn at random or played before, nobody has."""
        if "menu" not in self.fields or cleaned.get("menu") == OWN_MENU:
            return False
        ticked = [t for c in MENU_SHAPE for t in cleaned.get(f"own_{c.value}", ())]
        return bool(ticked) and set(ticked) != set(cleaned.get("drawn", "").split())

    def _field_of(self, fault: Fault, seated: list[str]) -> str | None:
        """The field that a fault of the sheet is about; None for the form as a whole."""
        if fault.place.startswith("players["):
            return seated[int(fault.place[8:].rstrip("]"))]
        if fault.place.startswith("menu"):
            return "menu"
        if fault.place.startswith("variants"):
            return "variants"
        return None

    def _message(self, fault: Fault) -> str:
        """A fault in the words of a form: its place is the field that it stands at."""
        if fault.code == "player-number":
            return _("%(wanted)s players can play this. You have entered %(found)s.") % {
                "wanted": fault.wanted.replace("-", "–"),
                "found": fault.found,
            }
        if fault.code == "menu-shape":
            number, category = fault.wanted.split(" ")
            return _(
                "Choose %(number)s of the group “%(category)s”; you have chosen %(found)s."
            ) % {
                "number": number,
                "category": category_name(category),
                "found": fault.found,
            }
        return capfirst(fault_message(fault._replace(place="")))

    def _unfit(self, type_: str, players: int) -> str:
        return ngettext(
            "%(card)s may not be used with %(players)s player. Choose another menu.",
            "%(card)s may not be used with %(players)s players. Choose another menu.",
            players,
        ) % {"card": type_name(type_), "players": players}


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
    return NameField(
        required=False,
        max_length=NAME_LENGTH,
        label=_("Seat %(number)s") % {"number": number},
        widget=widget,
    )


def _checkboxes(choices: list[tuple[str, str]], label: Any) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        choices=choices, required=False, widget=forms.CheckboxSelectMultiple, label=label
    )


class TokensForm(forms.Form):
    """Roll: everybody's unused menu and chopsticks tokens."""

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
                message = _(
                    "%(token)s: %(held)s tokens are entered, but the box holds %(limit)s."
                ) % {"token": type_name(token), "held": held, "limit": limit}
                self.add_error(None, message)
        return cleaned
