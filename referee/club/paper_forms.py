"""Forms for games that were kept on paper, their correction, and a file of them."""

import datetime
import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from ..models import MOST_MINUTES, Game, Player
from ..models.fields import MAX_LINE, DayField, LineField
from ..play.forms import PLAYER_FIELDS, SeatsForm
from ..play.services.game_state import menu_of
from ..play.services.seating import people_mark
from ..play.services.suggesting import PARTY
from ..rules import NAMED_MENUS, RULESETS
from ..wording.names import menu_name, ruleset_name
from ..wording.records import menu_in_words
from .services.files.import_games import Total, Totals
from .services.paper import (
    FIRST_DAY,
    HIGHEST_TOTAL,
    LOWEST_TOTAL,
    MOST_PUDDINGS,
    day_fault,
    setup_of,
    totals_of,
)

ROWS = [(f, f.replace("player", "total"), f.replace("player", "puddings")) for f in PLAYER_FIELDS]
"""The fields of a row of the form: name, points, puddings."""


class TotalsForm(SeatsForm):
    """A game of which paper kept the totals: its day, which game and menu it was, who played, each
    with the points and what breaks ties. ``totals`` holds it, but for the day, once the form is
    valid."""

    date = DayField(
        label=gettext_lazy("Day"),
        error_messages={"required": gettext_lazy("Choose the day.")},
    )
    ruleset = forms.ChoiceField(
        label=pgettext_lazy("one of the three games", "Game"),
        choices=lambda: [(slug, ruleset_name(slug)) for slug in RULESETS],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose the game.")},
    )
    menu = forms.ChoiceField(
        label=gettext_lazy("Menu"),
        choices=lambda: [("", _("not known")), *((slug, menu_name(slug)) for slug in NAMED_MENUS)],
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(len(ROWS), *args, **kwargs)
        span = {"min": f"{FIRST_DAY}", "max": f"{timezone.localdate()}"}
        self.fields["date"].widget.attrs |= span
        for number, (name, total, puddings) in enumerate(ROWS, start=1):
            self[name].label = _("Player %(number)s") % {"number": number}
            label = _("Points of player %(number)s") % {"number": number}
            self.fields[total] = number_field(label, _("Points"), LOWEST_TOTAL, HIGHEST_TOTAL)
            label = _("Puddings of player %(number)s") % {"number": number}
            self.fields[puddings] = number_field(label, _("Puddings"), 0, MOST_PUDDINGS)
            self.fields[puddings].widget.attrs["inputmode"] = "numeric"

    def table(self) -> list[list[forms.BoundField]]:
        """The fields row by row: name, points, puddings."""
        return [[self[field] for field in row] for row in ROWS]

    def clean_date(self) -> datetime.date:
        """Refuse a day on which nobody can have played yet."""
        date: datetime.date = self.cleaned_data["date"]
        wrong = {
            "still-to-come": _("This day is still to come."),
            "too-early": _("The game came out later than that."),
        }
        if code := day_fault(date):
            raise forms.ValidationError(wrong[code], code)
        return date

    def clean(self) -> dict[str, Any]:
        """Check that whoever is named has points, and the other way round, and that a menu is of
        Party; and ask the rules whether these people can have played such a game."""
        cleaned = super().clean() or {}
        seated = self.seated()
        for field, total, puddings in ROWS:
            if field in seated and cleaned.get(total) is None and total not in self.errors:
                self.add_error(total, _("Write the points."))
            if field not in seated and (self[total].value() or self[puddings].value()):
                self.add_error(field, _("Write a name."))
        if ruleset := cleaned.get("ruleset"):
            if cleaned.get("menu") and ruleset != PARTY:
                self.add_error("menu", _("Only Sushi Go Party! has menus."))
            self.check(setup_of(ruleset, list(seated.values())), seated)
        if not self.errors:
            rows = [
                Total(seated[field], cleaned[total], cleaned[puddings])
                for field, total, puddings in ROWS
                if field in seated
            ]
            self.totals = Totals(cleaned["ruleset"], cleaned["menu"] or None, rows)
        return cleaned


class PaperGameForm(TotalsForm):
    """A game from paper that is entered: where it was, and a note, too."""

    entry = forms.UUIDField(
        widget=forms.HiddenInput,
        initial=uuid.uuid4,
        error_messages={"invalid": gettext_lazy("This form is broken. Open it anew.")},
    )
    location, note = forms.fields_for_model(Game, Game.WORDS).values()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["minutes"] = _minutes()


class CorrectionForm(TotalsForm):
    """A game from paper as it should be; ``people`` is the mark of what the page showed."""

    people = forms.CharField(widget=forms.HiddenInput, required=False)
    reason = LineField(
        label=gettext_lazy("Why? Everybody at the table will read it."),
        max_length=200,
        required=False,
    )

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        filled = {"date": game.night.date, "ruleset": game.ruleset, "people": people_mark(game)}
        menu = menu_of(game)
        filled["menu"] = menu.key if menu else ""
        for of_row, row in zip(ROWS, totals_of(game).rows, strict=False):
            filled |= zip(of_row, row, strict=True)
        super().__init__(*args, initial=filled, **kwargs)
        self.own_menu = {menu.key: game.menu} if menu and not menu.name else {}
        own = [(key, menu_in_words(key)) for key in self.own_menu]
        self.fields["menu"].choices = [*self.fields["menu"].choices, *own]  # type: ignore[attr-defined]  # it is a ChoiceField

    def clean_menu(self) -> object:
        """Return a menu's name, or the cards of a menu of one's own that the game has."""
        menu = self.cleaned_data["menu"]
        return self.own_menu.get(menu, menu)


class WordsForm(forms.ModelForm):
    """Where a game was, what is noted of it and how long it took; ``seen`` is the mark of what the
    page showed."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    class Meta:
        model: type[Model] = Game
        fields: Sequence[str] = Game.NOTED

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "minutes" in self.fields:  # nights have none
            self.fields["minutes"] = _minutes()


def _minutes() -> forms.IntegerField:
    field = number_field(_("Minutes, if somebody knows"), _("Minutes"), 1, MOST_MINUTES)
    field.widget.attrs["inputmode"] = "numeric"
    return field


class TieBreakForm(forms.Form):
    """For whom the table itself broke a tie, and how."""

    winner = forms.ChoiceField(
        label=gettext_lazy("Who won by it"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose who won by it.")},
    )
    words = LineField(
        label=gettext_lazy("How it was decided, such as “Ben won the toss”"),
        max_length=MAX_LINE,
        error_messages={"required": gettext_lazy("Say in a few words how it was decided.")},
    )

    def __init__(self, tied: Iterable[Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["winner"].choices = [(f"{one.pk}", one.name) for one in tied]  # type: ignore[attr-defined]  # a ChoiceField


def number_field(label: str, column: str, least: int, most: int) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"autocomplete": "off"})
    wrong = _("%(column)s: a whole number from %(least)s to %(most)s.")
    wrong %= {"column": column, "least": f"{least}".replace("-", "−"), "most": most}
    return forms.IntegerField(
        required=False,
        min_value=least,
        max_value=most,
        label=label,
        widget=widget,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), wrong),
    )
