"""The forms of a new game, its players, points without cards, and what is left at the end. What is
right is asked of the rules."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ..models import MAX_NAME, Game
from ..models.fields import NameField
from ..rules import CARD_TYPES, NAMED_MENUS, RULESETS, SWITCHES, Fault, SheetFaults
from ..rules.cards import Category
from ..rules.menus import MENU_SHAPE
from ..rules.names import plain_name, spoken_key
from ..rules.rulesets import MAX_SEATS
from ..rules.scoring.plan import dessert_tally, most_desserts, points_of_a_round
from ..wording.faults import fault_message
from ..wording.names import (
    category_name,
    dessert_name,
    menu_name,
    switch_help,
    switch_name,
    type_name,
    variant_name,
)
from .services.clubs import by_sound
from .services.game_state import GameState, RoundState, kept_menu
from .services.games import Setup
from .services.seating import Sitting, seats_stand, setup_with, unclear_names

OWN_MENU = "own"
PLAYER_FIELDS = [f"player_{number}" for number in range(1, MAX_SEATS + 1)]
SEAT_FIELDS = [(field, field.replace("player", "seat")) for field in PLAYER_FIELDS]
"""The name in a row of the form, and in a running game the place of the seat that it has."""
OWN_FIELDS = {category: f"own_{category.value}" for category in MENU_SHAPE}

Fields = dict[str, Any]
"""Values by the names of the form's fields."""


class SeatsForm(forms.Form):
    """Who plays, in seat order.

    ``known`` are the names of the club's players: who types "ana" means its Ana. ``may_move``:
    whether people may be added, taken out and moved.
    """

    may_move = True

    def __init__(self, seats: int, *args: Any, known: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = by_sound(known)
        for number, field in enumerate(PLAYER_FIELDS[:seats], start=1):
            self.fields[field] = _name_field(number)
        # Where the first name is written, or whoever asked for one more goes on.
        boxes = self.player_fields()
        if free := next((box for box in boxes if not plain_name(box.value() or "")), None):
            is_next = "next" in self.initial or not self.names()
            free.field.widget.attrs["autofocus"] = is_next and not self.is_bound

    def player_fields(self) -> list[forms.BoundField]:
        """One field a seat."""
        return [self[name] for name in self.fields if name.startswith("player_")]

    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField | str]]:
        """The name field of each seat, and the one of the seat that it has in a running game."""
        pairs = [pair for pair in SEAT_FIELDS if pair[0] in self.fields]
        return [(self[name], self[seat] if seat in self.fields else "") for name, seat in pairs]

    def names(self) -> list[str]:
        """What stands in the fields, as it was typed, without the empty ones."""
        return [name for box in self.player_fields() if (name := plain_name(box.value() or ""))]

    def seated(self) -> dict[str, str]:
        """The players by their fields, under the names that the club knows."""
        typed = {box.name: plain_name(box.value() or "") for box in self.player_fields()}
        known = self.known
        return {
            field: known.get(name) or known.get(spoken_key(name), name)
            for field, name in typed.items()
            if name
        }

    def check(self, setup: Setup, seated: Mapping[str, str]) -> None:
        """Ask the rules whether a game can be played so. Every fault gets its message, but for
        fields that have one already."""
        faulty = set(self.errors)
        try:
            setup.sheet()
        except SheetFaults as faults:
            for fault in faults.faults:
                field = field_of(fault, list(seated))
                if field not in faulty:
                    self.add_error(field if field in self.fields else None, message_of(fault))
        self._part_names(seated)
        # Of a menu that is none, that is the fault.
        if not setup.menu or "menu" in self.errors:
            return
        if len(seated) not in RULESETS[setup.ruleset].players:
            return
        if "menu" in self.fields:
            for message in unfit_cards(setup.menu, len(seated)):
                self.add_error("menu", message)
            return
        for type_ in kept_menu(setup.menu).unfit_types(len(seated)):
            message = _(
                "With %(players)s players the card “%(card)s” stays in the box. Start a new game."
            )
            facts = {"card": type_name(type_), "players": len(seated)}
            self.add_error(None, message % facts)

    def _part_names(self, seated: Mapping[str, str]) -> None:
        """Refuse two names at one table that differ in capitals alone."""
        before: dict[str, str] = {}
        for field, name in seated.items():
            other = before.setdefault(spoken_key(name), name)
            if other != name:
                message = _("“%(name)s” and “%(other)s” differ in capitals alone. Add a letter.")
                self.add_error(field, message % {"name": name, "other": other})


class RulesForm(forms.Form):
    """With which menu or variants, by which house rules: the fields depend on the ruleset."""

    def __init__(self, ruleset: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = RULESETS[ruleset]
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
            choices=[*named, (OWN_MENU, gettext_lazy("A menu of your own"))],
            initial="sushi-go",
            widget=forms.RadioSelect,
            label=gettext_lazy("Menu"),
            error_messages={"invalid_choice": gettext_lazy("Choose one of these menus.")},
        )
        for category, field in OWN_FIELDS.items():
            types = [type_.slug for type_ in CARD_TYPES.values() if type_.category is category]
            choices = [(type_, type_name(type_)) for type_ in types]
            self.fields[field] = _checkboxes(choices, category_name(category.value))

    # ------------------------------------------------------------- groups, for the template

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

    def setup_for(self, cleaned: Fields, players: Sequence[str]) -> Setup:
        """What is chosen, for these people in their order; the rules have not been asked."""
        menu = cleaned.get("menu")
        return Setup(
            ruleset=self.ruleset.slug,
            players=players,
            menu=[type_ for field in OWN_FIELDS.values() for type_ in cleaned.get(field, ())]
            if menu == OWN_MENU
            else menu,
            variants=cleaned.get("variants", ()),
            house_rules={
                field.removeprefix("rule_"): cleaned[field]
                for field in cleaned
                if field.startswith("rule_")
            },
        )


class NewGameForm(RulesForm, SeatsForm):
    """Who plays, with which menu or variants, by which house rules.

    With ``ruleset_shown`` the form can be filled in again as it was left. ``setup`` holds the
    result once the form is valid.
    """

    game = forms.UUIDField(
        widget=forms.HiddenInput,
        initial=uuid.uuid4,
        error_messages={"invalid": gettext_lazy("This form is broken. Open it anew.")},
    )
    ruleset_shown = forms.CharField(widget=forms.HiddenInput, required=False)

    setup: Setup

    def __init__(self, ruleset: str, data: Any = None, *, initial: Any = None, **kw: Any) -> None:
        initial = {**(initial or {}), "ruleset_shown": ruleset}
        typed = initial if data is None else data
        seats = max(RULESETS[ruleset].players)
        # A form of another of the three games may have more names: none is cut off without a word.
        if "ruleset_shown" in typed:
            seats = max([seats, *(n for n, f in enumerate(PLAYER_FIELDS, start=1) if typed.get(f))])
        super().__init__(ruleset, seats, data, initial=initial, **kw)

    def clean(self) -> dict[str, Any]:
        """Asks the rules whether a game can be played so."""
        cleaned = super().clean() or {}
        seated = self.seated()
        self.setup = self.setup_for(cleaned, list(seated.values()))
        self.check(self.setup, seated)
        return cleaned


class PlayersForm(SeatsForm):
    """Who plays a game that has begun. ``sitting`` holds the result once the form is valid.

    Once a round is confirmed there is a field for every seat and no other.
    """

    def __init__(self, game: Game, data: Any = None, **kwargs: Any) -> None:
        self.game = game
        self.may_move = not seats_stand(game)
        self.people = {seat.place: seat.player.name for seat in game.seats.all() if seat.player}
        seats = max(RULESETS[game.ruleset].players) if self.may_move else len(self.people)
        super().__init__(seats, data, **kwargs)
        for _name, seat in SEAT_FIELDS[:seats]:
            self.fields[seat] = forms.TypedChoiceField(
                choices=[(place, place) for place in self.people],
                coerce=int,
                empty_value=None,
                required=False,
                widget=forms.HiddenInput,
            )

    def asks(self) -> list[tuple[int, str, str, str]]:
        """List the names that may be somebody else's: place, name now, as typed, answer."""
        typed = {sitter.place: sitter.name for sitter in self.sitting}
        unclear = unclear_names(self.game, self.sitting)
        return [(p, name, typed[p], self.data.get(f"who_{p}", "")) for p, name in unclear.items()]

    def clean(self) -> dict[str, Any]:
        """Asks the rules whether the game can be played so, and whose an unknown name is."""
        cleaned = super().clean() or {}
        seated = self.seated()
        places = {field: cleaned.get(seat) for field, seat in SEAT_FIELDS}
        for field, name in seated.items():
            own = self.people.get(places[field] or 0, "")
            if spoken_key(own) == spoken_key(name):  # their own name in other capitals
                seated[field] = plain_name(self[field].value())
        self.sitting = [
            Sitting(name, places[field], self.data.get(f"who_{places[field]}") == "other")
            for field, name in seated.items()
        ]
        self.check(setup_with(self.game, list(seated.values())), seated)
        if not self.may_move:
            for field, place in places.items():
                if place and field not in seated:
                    self.add_error(field, _("Write a name."))
        if not self.errors and any(not answer for *_who, answer in self.asks()):
            self.add_error(None, _("Say whose name it is."))
        return cleaned


def unfit_cards(menu: str | Sequence[str], players: int) -> list[str]:
    """Why so many people cannot play with a menu: a sentence for each card that they leave out."""
    message = ngettext(
        "With %(players)s player the card “%(card)s” stays in the box. Choose a menu without it.",
        "With %(players)s players the card “%(card)s” stays in the box. Choose a menu without it.",
        players,
    )
    return [
        message % {"card": type_name(type_), "players": players}
        for type_ in kept_menu(menu).unfit_types(players)
    ]


def field_of(fault: Fault, seated: Sequence[str] = ()) -> str | None:
    """The field that a fault of the sheet is about; None for the form as a whole."""
    if seated and fault.place.startswith("players["):
        return seated[int(fault.place[8:].rstrip("]"))]
    return next((field for field in ("menu", "variants") if fault.place.startswith(field)), None)


def message_of(fault: Fault) -> str:
    """A fault in the words of a form: its place is the field that it stands at."""
    if fault.code == "player-number":
        return _("%(wanted)s players can play this. You have entered %(found)s.") % {
            "wanted": fault.wanted.replace("-", "–"),
            "found": fault.found,
        }
    if fault.code == "menu-shape":
        number, category = fault.wanted.split(" ")
        return _("%(category)s: choose %(number)s. You have chosen %(found)s.") % {
            "number": number,
            "category": capfirst(category_name(category)),
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
            # What stands in an empty field tells the style sheet which ones are empty.
            "placeholder": _("Name"),
        }
    )
    label = _("Seat %(number)s") % {"number": number}
    return NameField(required=False, max_length=MAX_NAME, label=label, widget=widget)


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
    return {"menu": OWN_MENU if is_own else key, **own}


def typed_so_far(posted: QueryDict, ruleset: str) -> Fields:
    """What stands in a form that was sent, for the form of the same or of another ruleset."""
    shown = posted.get("ruleset_shown", "")
    fields: Fields = {name: posted[name] for name in ("game", "menu") if name in posted}
    fields |= seats_typed(posted)
    fields |= {name: posted.getlist(name) for name in ("variants", *OWN_FIELDS.values())}
    for switch in SWITCHES:
        name = f"rule_{switch.name}"
        if ruleset in switch.rulesets and (shown in switch.rulesets or name in posted):
            fields[name] = name in posted
    return fields


def seats_typed(posted: QueryDict) -> Fields:
    """The names in a form that was sent, after what its button does to them: "add" seats players
    ("" asks for one more field), "up" moves the one of a row (from 1), "out" takes it away."""
    rows = [[posted.get(field, "") for field in row] for row in SEAT_FIELDS]
    at = next(
        (n for n in range(len(rows)) if str(n + 1) in (posted.get("up"), posted.get("out"))), -1
    )
    if "up" in posted and at > 0:
        rows[at - 1], rows[at] = rows[at], rows[at - 1]
    if "out" in posted and at >= 0:
        rows.append(["" for _field in rows.pop(at)])
    for name in posted.get("add", "").splitlines():
        free = next((row for row in rows if not plain_name(row[0])), None)
        if free and name not in (row[0] for row in rows):
            free[0] = name
    fields = {
        f: v
        for row, typed in zip(SEAT_FIELDS, rows, strict=True)
        for f, v in zip(row, typed, strict=True)
    }
    return fields | ({"next": True} if posted.get("add") == "" else {})


class CountedForm(forms.Form):
    """The points of a round that the table has counted by itself, one number a player. A dummy's
    may be left out."""

    def __init__(self, round_: RoundState, *args: Any, **kw: Any) -> None:
        super().__init__(*args, **kw)
        limits = points_of_a_round(round_.setting)
        counted = round_.on_sheet.points if round_.is_counted else None
        for seat in round_.seats:
            self.fields[f"points_{seat.place}"] = forms.IntegerField(
                required=seat.player is not None,
                min_value=limits[0],
                max_value=limits[-1],
                error_messages={
                    "required": _("Write a number, be it 0."),
                    "invalid": _("Write a whole number in digits."),
                    "min_value": _("A round brings nobody fewer than %(limit_value)s points."),
                    "max_value": _("A round brings nobody more than %(limit_value)s points."),
                },
                initial=counted[seat.index] if counted else None,
                label=seat.name,
                # A phone's keyboard of digits has no minus.
                widget=forms.NumberInput(attrs={} if limits[0] < 0 else {"inputmode": "numeric"}),
            )

    def points(self) -> dict[int, int]:
        """The points by the seat's place."""
        return {
            int(name.removeprefix("points_")): points or 0
            for name, points in self.cleaned_data.items()
        }


class LeftForm(forms.Form):
    """What everybody has at the end that no cards tell: the desserts, where a round was counted
    without cards, and Roll's unused menu and chopsticks tokens."""

    def __init__(self, table: GameState, *args: Any, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.seats = table.seats
        setting, rounds = table.setting, table.sheet.rounds
        self.tokens_in_box = setting.rules.tokens
        self.most_desserts = most_desserts(setting) if table.sheet.has_counted else {}
        self.lying = {
            seat.place: dessert_tally(setting, [round_.tableaus[index] for round_ in rounds])
            for index, seat in enumerate(self.seats)
        }
        # Cards of which too many were entered are to be put right there, not here.
        for kind in self.most_desserts:
            there = sum(lying.get(kind, 0) for lying in self.lying.values())
            self.most_desserts[kind] = max(self.most_desserts[kind], there)
        for seat in self.seats:
            lying = self.lying[seat.place]
            for kind, most in self.most_desserts.items():
                icons = setting.rules.tiebreak == "pudding-icons"
                self.fields[f"{kind}_{seat.place}"] = forms.IntegerField(
                    required=seat.player is not None,
                    min_value=lying.get(kind, 0),
                    max_value=most,
                    error_messages={
                        "required": _("Write a number, be it 0."),
                        "invalid": _("Write a whole number in digits."),
                        "min_value": _(
                            "In the rounds that were entered there are %(limit_value)s already."
                        ),
                        "max_value": _("There cannot be more than %(limit_value)s of them."),
                    },
                    initial=seat.desserts.get(kind, 0) if seat.desserts is not None else None,
                    label=dessert_name("pudding-icons" if icons else kind),
                    widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                )
            for token, limit in self.tokens_in_box.items():
                self.fields[f"{token}_{seat.place}"] = forms.IntegerField(
                    required=False,
                    min_value=0,
                    max_value=limit,
                    error_messages={
                        "invalid": _("Enter a number of tokens."),
                        "min_value": _("There cannot be fewer tokens than none."),
                        "max_value": _("The box holds %(limit_value)s of them."),
                    },
                    initial=seat.tokens_left.get(token, 0),
                    label=type_name(token),
                    widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                )

    def rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields by player."""
        kinds = [*self.most_desserts, *self.tokens_in_box]
        return [
            (seat.name, [self[f"{kind}_{seat.place}"] for kind in kinds]) for seat in self.seats
        ]

    def tokens(self) -> dict[int, dict[str, int]]:
        """By the seat's place: how many of each kind, kinds without any left out."""
        return self._held(self.tokens_in_box)

    def desserts(self) -> dict[int, dict[str, int]] | None:
        """The same of the desserts, None where the cards tell them."""
        return self._held(self.most_desserts) if self.most_desserts else None

    def _held(self, kinds: Iterable[str]) -> dict[int, dict[str, int]]:
        """A dummy's field may be left empty: then it has what lies there."""

        def held(place: int, kind: str) -> int:
            said: int | None = self.cleaned_data.get(f"{kind}_{place}")
            return self.lying[place].get(kind, 0) if said is None else said

        return {
            seat.place: {kind: n for kind in kinds if (n := held(seat.place, kind))}
            for seat in self.seats
        }

    def clean(self) -> dict[str, Any]:
        """All players together cannot have more than there is."""
        cleaned = super().clean() or {}

        def of_all(kind: str) -> int:
            return sum(cleaned.get(f"{kind}_{seat.place}") or 0 for seat in self.seats)

        for token, limit in self.tokens_in_box.items():
            if (held := of_all(token)) > limit:
                message = _("%(token)s: %(held)s tokens are entered, but the box holds %(limit)s.")
                facts = {"token": type_name(token), "held": held, "limit": limit}
                self.add_error(None, message % facts)
        for kind, limit in self.most_desserts.items():
            if (held := of_all(kind)) > limit:
                message = _("%(dessert)s: %(held)s are entered, but there are %(limit)s.")
                facts = {"dessert": dessert_name(kind), "held": held, "limit": limit}
                self.add_error(None, message % facts)
        return cleaned
