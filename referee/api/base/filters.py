"""What lists are filtered by: every parameter is read by a serializer's field, and described so."""

import re
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.drainage import set_override
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from referee.access.clubs import clubs_run
from referee.models.fields import FIRST_YEAR, LAST_YEAR
from referee.rules import CARD_TYPES, NAMED_MENUS
from referee.rules.menus import MENU_SHAPE, Menu, named_menu, own_menu

from .errors import not_there
from .strict import Id, refuse


class _Field(forms.Field):
    def __init__(self, *, read: Any, **options: Any) -> None:
        super().__init__(**options)
        self.read = read

    def to_python(self, value: Any) -> Any:
        try:
            return self.read.run_validation(value) if value else None
        except serializers.ValidationError as error:
            details: Any = error.detail
            raise ValidationError([ValidationError(f"{it}", it.code) for it in details]) from None


class Filter(filters.Filter):
    """Filters by what a serializer's field reads."""

    field_class = _Field

    def __init__(self, *way: str, read: Any, **options: Any) -> None:
        super().__init__(*way, read=read, **options)
        set_override(self, "field", read)


class Year(serializers.IntegerField):
    """A calendar year."""

    def __init__(self) -> None:
        super().__init__(min_value=FIRST_YEAR, max_value=LAST_YEAR)


class FlagWord(serializers.BooleanField):
    """true or false, as a word."""

    def to_internal_value(self, data: Any) -> bool:
        if data not in ("true", "false"):
            refuse("no-such-choice", data, among=("true", "false"))
        return bool(data == "true")


_TYPE = "|".join(kind.slug for kind in CARD_TYPES.values() if kind.category in MENU_SHAPE)
_MENU = f"^(?:{'|'.join(NAMED_MENUS)}|(?:{_TYPE})(?: (?:{_TYPE})){{6}})$"


@extend_schema_field({"type": "string", "pattern": _MENU})
class MenuWords(serializers.Field):
    """A named menu, or seven card types with spaces between them, as addresses of pages have it."""

    def to_internal_value(self, data: Any) -> Menu:
        if not re.fullmatch(_MENU, data):
            refuse("unknown-menu", data, among=NAMED_MENUS)
        return named_menu(data) if data in NAMED_MENUS else own_menu(data.split())


class OfClubFilter(filters.FilterSet):
    """The rows of one club; without it those of all clubs that are run."""

    club = Filter(method="of_club", read=Id(help_text="The id of a club; all you run without."))
    to_club = "club"
    """The way from a row to its club."""

    def of_club(self, rows: QuerySet[Any], _name: str, club_id: UUID) -> QuerySet[Any]:
        """Raises NotFound for a club that is not run."""
        if not clubs_run(self.request).filter(pk=club_id).exists():
            raise not_there("club")
        return rows.filter(**{self.to_club: club_id})
