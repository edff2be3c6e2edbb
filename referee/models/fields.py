"""Text and days as rows hold them, and as forms read them."""

import re
from datetime import date
from typing import Any
from unicodedata import category

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Length
from django.utils.translation import gettext_lazy

from ..rules.names import has_controls, name_key, plain_name
from ..standings.league import USUAL, listed, read_place_points

MAX_NAME = 40
"""Characters of what somebody, or a program, is called."""
MAX_LINE = 60
"""Characters of what a club, a season, a night or its place is called."""
MAX_NOTE = 500
"""Characters of what is noted about a night or a game."""
FIRST_YEAR, LAST_YEAR = 1900, 2999
"""Clocks that were never set begin about 1970. Times near the ends of the calendar cannot be shown
in every time zone."""
DAYS = date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)

CONTROLS, CONTROLS_IN_NOTES = "\x01-\x1f\x7f-\x9f", "\x01-\x08\x0b-\x1f\x7f-\x9f"
"""Signs that are none, as databases name them; in notes ends of lines and tabs are some."""

models.CharField.register_lookup(Length)  # SQLite does not hold texts to their length by itself


@models.CharField.register_lookup
class Without(models.Lookup):
    """Whether a text has none of the signs of some ranges.

    SQLite's ``REGEXP`` is Python's: a row that it guards could be changed by no other program.
    """

    lookup_name = "without"

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        text, params = self.process_lhs(compiler, connection)
        return f"{text} !~ %s", [*params, f"[{self.rhs}]"]

    def as_sqlite(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        text, params = self.process_lhs(compiler, connection)
        # It ends a text for GLOB at a null, which PostgreSQL does not store.
        sql = f"({text} NOT GLOB %s AND INSTR({text}, CHAR(0)) = 0)"
        return sql, [*params, f"*[{self.rhs}]*", *params]


def check_printable(text: str) -> None:
    """Refuse signs that are none."""
    if has_controls(text):
        message = gettext_lazy("This contains a character that cannot be shown.")
        raise ValidationError(message, "unprintable-text", {"value": ascii(text)})


def check_seen(name: str) -> None:
    """Refuse a name of which nothing is seen."""
    if not name_key(name):
        raise ValidationError(gettext_lazy("Write a name."), "empty-name")


def check_lines(text: str) -> None:
    """Refuse signs that are none, but for the ends of lines and tabs."""
    check_printable(re.sub("[\n\t]", "", text))


def check_year(day: date) -> None:
    """Refuse a day of an age that pages do not show."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        message = gettext_lazy("The year is from %(first)s to %(last)s.")
        raise ValidationError(message, "out-of-range", {"first": FIRST_YEAR, "last": LAST_YEAR})


def check_place_points(text: str) -> None:
    """Refuse what is no list of points for places."""
    try:
        read_place_points(text)
    except ValueError:
        message = gettext_lazy(
            "Write points for places like 5-3-1: at most 8 whole numbers from 0 to 99, none greater"
            " than the one before it."
        )
        raise ValidationError(message, "no-place-points", {"value": text}) from None


def _without_controls(text: str) -> str:
    """Return a text without signs that are none, which come along where text is pasted."""
    return "".join(sign for sign in text if sign in "\n\t" or category(sign) not in ("Cc", "Cs"))


# ------------------------------------------------------------- on forms


class NameField(forms.CharField):
    """A name in the one form in which names are kept and compared, however it was typed."""

    def to_python(self, value: Any) -> str:
        """The name in that form, before its length is looked at."""
        return plain_name(super().to_python(value) or "")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Without a limit in the browser, which would cut a pasted name without a word."""
        return {k: v for k, v in super().widget_attrs(widget).items() if k != "maxlength"}


class LineField(NameField):
    """One line of text."""

    widget = forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"})

    def to_python(self, value: Any) -> str:
        return _without_controls(" ".join(super().to_python(value).split()))


class NoteField(forms.CharField):
    """A note, which may have several lines."""

    widget = forms.Textarea(attrs={"rows": 3, "dir": "auto"})

    def to_python(self, value: Any) -> str:
        """The note with one sign at the end of each line, so that it is as long as it looks."""
        text = str(super().to_python(value)).replace("\r\n", "\n").replace("\r", "\n")
        return _without_controls(text)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Without a limit in the browser, which would cut a pasted note without a word."""
        return {k: v for k, v in super().widget_attrs(widget).items() if k != "maxlength"}


class PlacePointsField(NameField):
    """Points for places, typed like 5-3-1 or 5 3 1, in the first of these forms."""

    widget = forms.TextInput(attrs={"autocomplete": "off", "placeholder": "5-3-1"})

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or str(self.empty_value)
        if text:
            check_place_points(text)  # before its length is looked at: one message says all of it
        return text and listed(read_place_points(text))


class DayField(forms.DateField):
    """A day, which browsers let people choose."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


# ------------------------------------------------------------- in rows


class _AsStored(models.Field):
    """A field that migrations know as the one of Django that stores it."""

    form_class: type[forms.Field]

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, f"django.db.models.{self.get_internal_type()}", args, kwargs

    def formfield(self, **options: Any) -> Any:  # type: ignore[override]  # all by name
        return super().formfield(**{"form_class": self.form_class, **options})


class Name(_AsStored, models.CharField):
    """What somebody is called."""

    default_validators = [check_seen, check_printable]
    form_class = NameField


class Line(_AsStored, models.CharField):
    """One line of text."""

    default_validators = [check_printable]
    form_class = LineField


class Note(_AsStored, models.CharField):
    """Several lines of text."""

    default_validators = [check_lines]
    form_class = NoteField


class PlacePoints(_AsStored, models.CharField):
    """Points for places, like "5-3-1"."""

    default_validators = [check_place_points]
    form_class = PlacePointsField

    def to_python(self, value: Any) -> Any:
        """The list in its one form, so that "5 3 1" is kept as it is compared."""
        try:
            return listed(read_place_points(value)) if isinstance(value, str) else value
        except ValueError:
            return value

    def formfield(self, **options: Any) -> Any:  # type: ignore[override]  # all by name
        """An empty one is the list that counts where nobody wrote another."""
        usual = self.get_default() or USUAL
        return super().formfield(**{"empty_value": usual, **options})


class Day(_AsStored, models.DateField):
    """A day of this age."""

    default_validators = [check_year]
    form_class = DayField
