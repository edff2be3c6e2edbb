"""The forms of who organises a night of several tables."""

import csv
import uuid
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any, NamedTuple

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..access.tournaments import LARGEST_HALL
from ..club.paper_forms import number_field
from ..club.services.files.past_games import plain_word
from ..club.services.files.read_past_games import table_text
from ..club.services.paper import HIGHEST_TOTAL, LOWEST_TOTAL, MOST_PUDDINGS
from ..models import (
    MOST_DRAWS,
    SMALLEST_TABLE,
    USUAL_PLACE_POINTS,
    DrawnSeat,
    DrawnTable,
    Entrant,
    Game,
    Tournament,
)
from ..play.forms import RulesForm, field_of, message_of, unfit_cards
from ..rules import RULESETS, Fault, SheetFaults
from ..rules.names import plain_name, spoken_key
from ..rules.rulesets import TWO_PLAYER_DUMMY
from ..wording.faults import fault_message
from ..wording.phrases import isolated
from .services.entering import list_faults
from .services.setting_up import check_plan

MOST_SHOWN = 20
"""So many faults of a list of names are told at once."""
MAX_NAMES_FILE = 1024**2
"""Bytes of a file of names."""
NAME_HEADINGS = {"name", "names", "nombre", "nombres", "player", "players", "jugador", "jugadores"}

# ------------------------------------------------------------- how it is played


class PlanForm(forms.ModelForm):
    """How often tables are drawn and what places are worth: what may change while it goes on."""

    class Meta:
        model = Tournament
        fields = ("draws", "largest", "place_points", "by_strength", "has_final")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        most = RULESETS[self.instance.ruleset].players[-1]
        self.fields["draws"] = _choice_of_number(self.fields["draws"], range(1, MOST_DRAWS + 1))
        sizes = range(SMALLEST_TABLE, most + 1)
        self.fields["largest"] = _choice_of_number(self.fields["largest"], sizes)
        points = self.fields["place_points"]
        points.required = False
        points.widget.attrs["placeholder"] = USUAL_PLACE_POINTS
        points.help_text = _(
            "Of a table, from the first place to the last; at larger and smaller tables they are "
            "spread evenly."
        )

    def clean(self) -> dict[str, Any]:
        """Refuse larger tables than the evening's menu is for."""
        cleaned = super().clean() or {}
        if self.instance.menu and "largest" in cleaned:
            for message in unfit_cards(self.instance.menu, cleaned["largest"]):
                self.add_error("largest", message)
        return cleaned

    def plan_fields(self) -> list[forms.BoundField]:
        """These fields, without those of the game."""
        return [self[name] for name in self.Meta.fields]


def _choice_of_number(field: forms.Field, numbers: Iterable[int]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        choices=[(number, number) for number in numbers],
        coerce=int,
        label=field.label,
        initial=field.initial,
        error_messages={"required": _("Choose a number.")},
    )


class NewTournamentForm(RulesForm, PlanForm):
    """An evening that is to begin: also what is played. ``plan`` holds it once the form is
    valid."""

    tournament = forms.UUIDField(
        widget=forms.HiddenInput,
        initial=uuid.uuid4,
        error_messages={"invalid": gettext_lazy("This form is broken. Open it anew.")},
    )

    plan: Tournament

    def __init__(self, ruleset: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(ruleset, *args, instance=Tournament(ruleset=ruleset), **kwargs)
        if variants := self.fields.get("variants"):
            offered = [one for one in variants.choices if one[0] != TWO_PLAYER_DUMMY]  # type: ignore[attr-defined]  # a ChoiceField
            variants.choices = offered  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Ask the rules whether tables of every size can play so."""
        cleaned = super().clean() or {}
        setup = self.setup_for(cleaned, ())
        self.plan = plan = Tournament(
            ruleset=setup.ruleset,
            menu=setup.menu,
            variants=[*setup.variants],
            house_rules=dict(setup.house_rules or {}),
            **{name: cleaned[name] for name in self.Meta.fields if name in cleaned},
        )
        faulty = set(self.errors)
        try:
            check_plan(plan)
        except SheetFaults as faults:
            for fault in faults.faults:
                field = field_of(fault)
                if field not in faulty:
                    self.add_error(field if field in self.fields else None, message_of(fault))
        if setup.menu and "menu" not in self.errors:
            for message in unfit_cards(setup.menu, plan.largest):
                self.add_error("menu", message)
        return cleaned


# ------------------------------------------------------------- who plays


class TypedName(NamedTuple):
    """A name of a list, "" for a place that is empty, and where it stands there, in words."""

    name: str
    where: str


class PeopleForm(forms.Form):
    """Who is to play: typed or pasted, ticked of the club's players, or of a CSV file, whose names
    are then in the text as well. ``people`` are their names once the form is valid."""

    names = forms.CharField(
        label=gettext_lazy("Names, one a line or parted by commas"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "dir": "auto", "autocapitalize": "words"}),
    )
    known = forms.MultipleChoiceField(
        label=gettext_lazy("Players of your club"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    file = forms.FileField(label=gettext_lazy("Or a CSV file with their names"), required=False)

    people: list[str]

    def __init__(self, known: Sequence[str], request: HttpRequest | None = None) -> None:
        self.typed: list[TypedName] = []
        self.unreadable = ""
        data = request.POST.copy() if request else None
        if request is not None and data is not None:
            self.typed = _typed_names(data.get("names", ""))
            sent = request.FILES.get("file")
            if isinstance(sent, UploadedFile):
                try:
                    in_file = _names_in(sent.read(MAX_NAMES_FILE + 1))
                except SheetFaults as error:
                    self.unreadable = capfirst(fault_message(error.faults[0]))
                except csv.Error:
                    self.unreadable = _("No names can be read from this file.")
                else:
                    self.typed += in_file
                    names = [one.name for one in in_file if one.name]
                    data["names"] = "\n".join(
                        filter(None, [data.get("names", "").rstrip(), *names])
                    )
        super().__init__(data)
        self.fields["known"].choices = [(name, name) for name in known]  # type: ignore[attr-defined]  # a ChoiceField

    def clean(self) -> dict[str, Any]:
        """Look at every name, and tell each fault with its line."""
        cleaned = super().clean() or {}
        named = [one for one in self.typed if one.name]
        sounds = {spoken_key(one.name) for one in named}
        ticked = [name for name in cleaned.get("known", ()) if spoken_key(name) not in sounds]
        self.people = [*(one.name for one in named), *ticked]
        if len(self.people) > LARGEST_HALL:
            most, found = str(LARGEST_HALL), str(len(self.people))
            fault = Fault("players", "too-many-entrants", found, wanted=most)
            self.add_error("names", capfirst(fault_message(fault._replace(place=""))))
            return cleaned
        empty = _("%(where)s has no name.")
        told = [empty % {"where": one.where} for one in self.typed if not one.name]
        told += [self._told(fault, named) for fault in list_faults(self.people)]
        for message in told[:MOST_SHOWN]:
            self.add_error("names", capfirst(message))
        if (more := len(told) - MOST_SHOWN) > 0:
            self.add_error("names", fault_message(Fault("", "more-faults", str(more))))
        if self.unreadable:
            self.add_error("file", self.unreadable)
        elif not self.people and not told:
            self.add_error("names", _("Write at least one name, or tick one."))
        return cleaned

    def _told(self, fault: Fault, named: Sequence[TypedName]) -> str:
        nth = int(fault.place[8:].rstrip("]"))
        if nth >= len(named):
            return message_of(fault)
        name, where = named[nth]
        if fault.code == "same-name":
            sound = spoken_key(name)
            before = next(one for one in named if spoken_key(one.name) == sound)
            words = _(
                "“%(name)s” stands there twice: %(one)s and %(other)s. Two people need two names."
            )
            return words % {"name": isolated(name), "one": before.where, "other": where}
        return f"{where}: {fault_message(fault._replace(place=''))}"


def _typed_names(text: str) -> list[TypedName]:
    """The names of a text, one a line or several with commas between them."""
    names = []
    for number, line in enumerate(text.splitlines(), start=1):
        where = _("line %(line)s") % {"line": number}
        parts = line.replace(";", ",").replace("\t", ",").split(",")
        names += [TypedName(name, where) for part in parts if (name := plain_name(part))]
    return names


def _names_in(source: bytes) -> list[TypedName]:
    """The names of a CSV file: its column "Name", else its first one.

    Raises:
        SheetFaults, csv.Error: for what is no such file.
    """
    if len(source) > MAX_NAMES_FILE:
        raise SheetFaults([Fault("", "file-too-large", wanted="1")])
    text = table_text(source)
    first = next((line for line in text.splitlines() if line.strip()), "")
    rows = csv.reader(StringIO(text, newline=""), delimiter=max(",;\t", key=first.count))
    names: list[TypedName] = []
    column: int | None = None
    for row in rows:
        if column is None and any(cell.strip() for cell in row):
            headings = [plain_word(cell) in NAME_HEADINGS for cell in row]
            column = headings.index(True) if True in headings else 0
            if True in headings:
                continue
        where = _("line %(line)s of the file") % {"line": rows.line_num}
        name = plain_name(row[column]) if column is not None and column < len(row) else ""
        names.append(TypedName(name, where))
    while names and not names[-1].name:  # as spreadsheets end their files
        names.pop()
    return names


# ------------------------------------------------------------- by hand


class _OfPeople(forms.Form):
    """A form that names people of the evening."""

    def __init__(self, people: Iterable[tuple[int, str]], *args: Any, **kwargs: Any) -> None:
        kwargs["auto_id"] = f"{type(self).__name__.lower()}_%s"
        super().__init__(*args, **kwargs)
        choices = [("", _("Choose a player")), *people]
        for name in ("one", "other"):
            if name in self.fields:
                self.fields[name].choices = choices  # type: ignore[attr-defined]  # a ChoiceField


def _person(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        coerce=int, label=label, error_messages={"required": gettext_lazy("Choose a player.")}
    )


class PairForm(_OfPeople):
    """Two different people."""

    one = _person(gettext_lazy("Who"))
    other = _person(gettext_lazy("And who"))

    def clean(self) -> dict[str, Any]:
        """Refuse the same person twice."""
        cleaned = super().clean() or {}
        if cleaned.get("one") is not None and cleaned.get("one") == cleaned.get("other"):
            self.add_error("other", _("Choose two different players."))
        return cleaned


class WishForm(PairForm):
    """Two who want to sit together once, or never."""

    apart = forms.TypedChoiceField(
        label=gettext_lazy("What they want"),
        choices=[
            ("", gettext_lazy("to sit together once")),
            ("1", gettext_lazy("never to sit together")),
        ],
        coerce=bool,
        required=False,
    )


class SwapForm(PairForm):
    """Two who change their places."""


class MoveForm(_OfPeople):
    """Who is to sit at another table, or (0) at none."""

    one = _person(gettext_lazy("Who"))
    table = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("Where to"),
        error_messages={"required": gettext_lazy("Choose a table.")},
    )

    def __init__(
        self, people: Iterable[tuple[int, str]], tables: Iterable[int], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(people, *args, **kwargs)
        named = [(number, _("Table %(number)s") % {"number": number}) for number in tables]
        choices = [("", _("Choose a table")), *named, (0, _("no table: not in this draw"))]
        self.fields["table"].choices = choices  # type: ignore[attr-defined]  # a ChoiceField


def people_of(entrants: Iterable[Entrant]) -> list[tuple[int, str]]:
    """Return people to choose from, by their names."""
    named = [(entrant.pk, entrant.player.name) for entrant in entrants]
    return sorted(named, key=lambda one: spoken_key(one[1]))


# ------------------------------------------------------------- results from paper


class TableTotalsForm(forms.Form):
    """The points of everybody at a table, and what breaks ties. Each field is a person's, not a
    seat's: somebody may change the seats meanwhile."""

    def __init__(self, table: DrawnTable, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats: list[DrawnSeat] = list(table.seats.select_related("entrant__player"))
        if table.game and table.game.state == Game.State.PLAYING:
            self.fields["even_begun"] = forms.BooleanField(
                label=_("Delete what was entered at the table’s phones"), required=False
            )
        for seat in self.seats:
            name = isolated(seat.entrant.player.name)
            points = number_field(
                _("Points of %(name)s") % {"name": name}, _("Points"), LOWEST_TOTAL, HIGHEST_TOTAL
            )
            points.required = True
            points.error_messages["required"] = _("Write the points.")
            self.fields[f"total_{seat.entrant_id}"] = points
            label = _("Puddings of %(name)s") % {"name": name}
            puddings = number_field(label, _("Puddings"), 0, MOST_PUDDINGS)
            puddings.widget.attrs["inputmode"] = "numeric"
            self.fields[f"puddings_{seat.entrant_id}"] = puddings

    def rows(self) -> list[tuple[DrawnSeat, forms.BoundField, forms.BoundField]]:
        """Each seat with its two fields."""
        return [
            (seat, self[f"total_{seat.entrant_id}"], self[f"puddings_{seat.entrant_id}"])
            for seat in self.seats
        ]

    def totals(self) -> dict[int, tuple[int, int | None]]:
        """The points and what breaks ties, by entrant."""
        typed, people = self.cleaned_data, [seat.entrant_id for seat in self.seats]
        return {one: (typed[f"total_{one}"], typed[f"puddings_{one}"]) for one in people}
