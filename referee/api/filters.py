"""What lists are filtered by."""

import re
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django_filters import rest_framework as filters
from django_filters.fields import ChoiceField
from drf_spectacular.utils import extend_schema_field

from referee.access.clubs import clubs_run
from referee.models.fields import FIRST_YEAR, LAST_YEAR
from referee.models.kinds import read_day
from referee.rules import CARD_TYPES, NAMED_MENUS, Fault
from referee.rules.menus import MENU_SHAPE, Menu, named_menu, own_menu
from referee.rules.problems.validation import Wrong, nearest, shown
from referee.wording import fault_text

from .errors import not_there
from .strict import DAY


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


@extend_schema_field(DAY)
class DayFilter(filters.DateFilter):
    """A day, written like 2026-11-21."""

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


_TYPE = "|".join(kind.slug for kind in CARD_TYPES.values() if kind.category in MENU_SHAPE)
_MENU = f"^(?:{'|'.join(NAMED_MENUS)}|(?:{_TYPE})(?: (?:{_TYPE})){{6}})$"


class _MenuField(forms.Field):
    def to_python(self, value: Any) -> Menu | None:
        if not value:
            return None
        if not re.fullmatch(_MENU, value):
            fault = Fault("", "unknown-menu", shown(value), nearest(value, NAMED_MENUS))
            raise ValidationError(fault_text(fault), fault.code)
        return named_menu(value) if value in NAMED_MENUS else own_menu(value.split())


@extend_schema_field({"type": "string", "pattern": _MENU})
class MenuFilter(filters.CharFilter):
    """A named menu, or seven card types with spaces between them, as addresses of pages have it."""

    field_class = _MenuField


@extend_schema_field({"type": "boolean"})
class FlagFilter(filters.TypedChoiceFilter):
    """true or false; django-filter's own takes every other word for neither."""

    def __init__(self, *way: str, **options: Any) -> None:
        words = [("true", "true"), ("false", "false")]
        super().__init__(*way, choices=words, coerce="true".__eq__, **options)


class OfClubFilter(filters.FilterSet):
    """The rows of one club; without it those of all clubs that are run."""

    club = IdFilter(method="of_club", help_text="The id of a club; all you run without.")
    to_club = "club"
    """The way from a row to its club."""

    def of_club(self, rows: QuerySet[Any], _name: str, club_id: UUID) -> QuerySet[Any]:
        """Raises NotFound for a club that is not run."""
        if not clubs_run(self.request).filter(pk=club_id).exists():
            raise not_there("club")
        return rows.filter(**{self.to_club: club_id})
