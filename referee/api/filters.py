"""What lists are filtered by."""

from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema_field

from referee.access.clubs import clubs_run
from referee.models.fields import FIRST_YEAR, LAST_YEAR
from referee.rules import Fault
from referee.rules.problems.validation import shown
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


class OfClubFilter(filters.FilterSet):
    """The rows of one club; without it those of all clubs that are run."""

    club = IdFilter(method="of_club", help_text="The id of a club; all you run without.")
    to_club = "club"
    """The way from a row to its club."""

    def of_club(self, rows: QuerySet[Any], _name: str, club_id: UUID) -> QuerySet[Any]:
        """Raises Http404 for a club that is not run."""
        club = get_object_or_404(clubs_run(self.request), pk=club_id)
        return rows.filter(**{self.to_club: club})
