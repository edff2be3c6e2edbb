"""What lists are filtered by."""

from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django_filters import rest_framework as filters
from django_filters.fields import ChoiceField
from drf_spectacular.utils import extend_schema_field

from referee.access.clubs import clubs_run
from referee.models.fields import FIRST_YEAR, LAST_YEAR
from referee.models.kinds import read_day
from referee.rules import Fault
from referee.rules.problems.validation import Reading, Wrong, nearest, shown
from referee.rules.reading import MENU
from referee.wording import fault_text


@extend_schema_field({"type": "integer", "minimum": FIRST_YEAR, "maximum": LAST_YEAR})
class YearFilter(filters.NumberFilter):
    """A calendar year."""

    field_class = forms.IntegerField

    def __init__(self, *way: str, **options: Any) -> None:
        super().__init__(*way, min_value=FIRST_YEAR, max_value=LAST_YEAR, **options)


class _IdField(forms.UUIDField):
    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value)
        except ValidationError:
            fault = Fault("", "not-a-uuid", shown(value))
            raise ValidationError(fault_text(fault), fault.code) from None


class IdFilter(filters.UUIDFilter):
    """An id."""

    field_class = _IdField


class _DayField(forms.Field):
    def to_python(self, value: Any) -> Any:
        try:
            return value and read_day(value)
        except Wrong as wrong:
            fault = Fault("", wrong.code, shown(wrong.found), wanted=wrong.wanted)
            raise ValidationError(fault_text(fault), fault.code) from None


class DayFilter(filters.DateFilter):
    """A day, written like 2026-11-21; the lookup stands with the field."""

    field_class = _DayField


class _ChoiceField(ChoiceField):
    def validate(self, value: Any) -> None:
        words = [word for word, _label in self.choices]
        if value and value not in words:
            fault = Fault("", "no-such-choice", shown(value), nearest(value, words))
            raise ValidationError(fault_text(fault), fault.code)


class ChoiceFilter(filters.ChoiceFilter):
    """One of a few words; the nearest is suggested for another one."""

    field_class = _ChoiceField

    def __init__(self, **options: Any) -> None:
        super().__init__(empty_label=None, **options)


class _MenuField(forms.CharField):
    def to_python(self, value: Any) -> Any:
        if not value:
            return None
        reading, types = Reading(), value.split()
        menu = MENU.read(value if len(types) == 1 else types, "", reading)
        for fault in reading.faults:
            raise ValidationError(fault_text(fault), fault.code)
        return menu


@extend_schema_field({"type": "string"})
class MenuFilter(filters.CharFilter):
    """A named menu, or the seven types of another one, with spaces between them."""

    field_class = _MenuField


class OfClubFilter(filters.FilterSet):
    """The rows of one club; without it those of all clubs that are run."""

    club = IdFilter(method="of_club", help_text="The id of a club; all you run without.")
    to_club = "club"
    """The way from a row to its club."""

    def of_club(self, rows: QuerySet[Any], _name: str, club_id: UUID) -> QuerySet[Any]:
        """Raises Http404 for a club that is not run."""
        club = get_object_or_404(clubs_run(self.request), pk=club_id)
        return rows.filter(**{self.to_club: club})
