"""Forms for games that were kept on paper, their correction, and a file of them."""

import datetime
import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from ..models import MAX_NOTE, Game
from ..play.forms import PLAYER_FIELDS, NameField, SeatsForm
from ..play.services.suggesting import PARTY
from ..rules import NAMED_MENUS, RULESETS
from ..wording.names import menu_name, ruleset_name
from .services.import_games import Total, Totals
from .services.paper import (
    FIRST_DAY,
    LEAST,
    MOST,
    MOST_PUDDINGS,
    PaperGame,
    setup_of,
)


class LineField(NameField):
    """One line of text, which may be empty."""

    def __init__(self, label: Any, most: int = 60) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"})
        super().__init__(required=False, max_length=most, label=label, widget=widget)

    def to_python(self, value: Any) -> str:
        return " ".join(super().to_python(value).split())


class NoteField(forms.CharField):
    """A note, which may have several lines or be empty."""

    def __init__(self) -> None:
        widget = forms.Textarea(attrs={"rows": 3, "dir": "auto"})
        super().__init__(
            required=False, max_length=MAX_NOTE, label=gettext_lazy("Note"), widget=widget
        )

    def to_python(self, value: Any) -> str:
        """The note with one sign at the end of each line, so that it is as long as it looks."""
        return str(super().to_python(value)).replace("\r\n", "\n").replace("\r", "\n")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Without a limit in the browser, which would cut a pasted note without a word."""
        return {k: v for k, v in super().widget_attrs(widget).items() if k != "maxlength"}


class RowsForm(SeatsForm):
    """Who played, each with the points and what breaks ties; ``totals`` holds them once the form is
    valid. Which of the three games it was, a subclass knows."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(len(PLAYER_FIELDS), *args, **kwargs)
        for number, field in enumerate(PLAYER_FIELDS, start=1):
            self[field].label = _("Player %(number)s") % {"number": number}
            label = _("Points of player %(number)s") % {"number": number}
            self.fields[_total_of(field)] = _number(label, LEAST, MOST)
            label = _("Puddings of player %(number)s") % {"number": number}
            self.fields[_puddings_of(field)] = _number(label, 0, MOST_PUDDINGS)
            self.fields[_puddings_of(field)].widget.attrs["inputmode"] = "numeric"

    def table(self) -> list[Sequence[forms.BoundField]]:
        """The fields row by row: name, points, puddings."""
        return [
            (self[name], self[_total_of(name)], self[_puddings_of(name)]) for name in PLAYER_FIELDS
        ]

    def check_rows(self) -> dict[str, str]:
        """Check that whoever is named has points, and the other way round; return the players by
        their fields."""
        seated = self.seated()
        for field in PLAYER_FIELDS:
            total, puddings = _total_of(field), _puddings_of(field)
            if (
                field in seated
                and self.cleaned_data.get(total) is None
                and total not in self.errors
            ):
                self.add_error(total, _("Write the points."))
            if field not in seated and (self[total].value() or self[puddings].value()):
                self.add_error(field, _("Write a name."))
        return seated

    def read_totals(self, ruleset: str, menu: Any) -> None:
        """Read the rows, and ask the rules whether these people can have played such a game."""
        seated = self.check_rows()
        self.check(setup_of(ruleset, list(seated.values())), seated)
        rows = [
            Total(
                name,
                self.cleaned_data.get(_total_of(field)) or 0,
                self.cleaned_data.get(_puddings_of(field)),
            )
            for field, name in seated.items()
        ]
        self.totals = Totals(ruleset, menu, rows)


class PaperGameForm(RowsForm):
    """A game that was kept on paper. ``paper`` holds it once the form is valid."""

    entry = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    date = forms.DateField(
        label=gettext_lazy("Day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": gettext_lazy("Choose the day.")},
    )
    ruleset = forms.ChoiceField(
        label=pgettext_lazy("one of the three games", "Game"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose the game.")},
    )
    menu = forms.ChoiceField(label=gettext_lazy("Menu"), required=False)
    location = LineField(gettext_lazy("Where it was, if elsewhere than the night"))
    note = NoteField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        today = timezone.localdate()
        offered = {
            "ruleset": [(slug, ruleset_name(slug)) for slug in RULESETS],
            "menu": [("", _("not known")), *((slug, menu_name(slug)) for slug in NAMED_MENUS)],
        }
        for field, choices in offered.items():
            self.fields[field].choices = choices  # type: ignore[attr-defined]  # it is a ChoiceField
        self.fields["date"].widget.attrs |= {"min": f"{FIRST_DAY}", "max": f"{today}"}

    def clean_date(self) -> datetime.date:
        """Refuse a day on which nobody can have played yet."""
        date: datetime.date = self.cleaned_data["date"]
        if date > timezone.localdate():
            raise forms.ValidationError(_("This day is still to come."))
        if date < FIRST_DAY:
            raise forms.ValidationError(_("The game came out later than that."))
        return date

    def clean(self) -> dict[str, Any]:
        """Read the rows. A menu is of Party alone."""
        cleaned = super().clean() or {}
        ruleset, menu = cleaned.get("ruleset"), cleaned.get("menu") or None
        if ruleset and menu and ruleset != PARTY:
            self.add_error("menu", _("Only Sushi Go Party! has menus."))
        if ruleset:
            self.read_totals(ruleset, menu)
        else:
            self.check_rows()
        if not self.errors:
            words = cleaned["location"], cleaned["note"]
            self.paper = PaperGame(cleaned["date"], self.totals, *words)
        return cleaned


class CorrectionForm(RowsForm):
    """Who played a game that was kept on paper, and with how many points, as it should be."""

    people = forms.CharField(widget=forms.HiddenInput, required=False)
    reason = LineField(gettext_lazy("Why? Everybody at the table will read it."), 200)

    def __init__(self, game: Game, *args: Any, known: Iterable[str] = (), **kwargs: Any) -> None:
        self.game = game
        super().__init__(*args, known=known, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Read the rows."""
        cleaned = super().clean() or {}
        self.read_totals(self.game.ruleset, self.game.menu)
        return cleaned

    @staticmethod
    def fields_of(game: Game) -> dict[str, Any]:
        """The form filled in as the game is."""
        found: dict[str, Any] = {}
        seats = game.seats.select_related("player")
        for field, seat in zip(PLAYER_FIELDS, seats, strict=False):
            found[field] = seat.player.name if seat.player else ""
            found[_total_of(field)] = seat.total
            found[_puddings_of(field)] = seat.puddings
        return found


class WordsForm(forms.Form):
    """Where a game was and what is noted of it; ``seen`` names the words that the page showed."""

    location = LineField(gettext_lazy("Where it was, if elsewhere than the night"))
    note = NoteField()
    seen = forms.CharField(widget=forms.HiddenInput, required=False)


def _total_of(field: str) -> str:
    return field.replace("player", "total")


def _puddings_of(field: str) -> str:
    return field.replace("player", "puddings")


def _number(label: str, least: int, most: int) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"autocomplete": "off"})
    wrong = _("A whole number from %(least)s to %(most)s.")
    wrong %= {"least": f"{least}".replace("-", "−"), "most": most}
    return forms.IntegerField(
        required=False,
        min_value=least,
        max_value=most,
        label=label,
        widget=widget,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), wrong),
    )
