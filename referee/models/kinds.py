"""What may stand in JSON for the fields of a row, by the row's own rules."""

from collections.abc import Iterable
from datetime import date
from typing import Any, cast

from django.core.exceptions import ValidationError
from django.db import models

from ..rules.problems.validation import Kind, Wrong, flag, number, text, value
from ..rules.reading import one_of
from .fields import DAYS


def kinds_of(row: type[models.Model], names: Iterable[str], day: Kind) -> dict[str, Kind]:
    """Return what may stand for these fields of a row, by their names; ``day`` reads days."""
    return {name: _kind(row._meta.get_field(name), day) for name in names}


def _kind(field: Any, day: Kind) -> Kind:
    if isinstance(field, models.DateField):
        return day
    if isinstance(field, models.BooleanField):
        return value(flag)
    if isinstance(field, models.IntegerField):
        limits: dict[str, Any] = {
            validator.code: validator for validator in cast("list[Any]", field.validators)
        }
        return number(limits["min_value"].limit_value, limits["max_value"].limit_value)
    if field.choices:
        return one_of((key for key, _name in field.choices), "no-such-order")

    schema = {"type": "string", "maxLength": field.max_length}
    if not field.blank:
        schema["minLength"] = 1
    return value(lambda raw: read_text(field, raw), schema)


def read_text(field: Any, raw: object) -> str:
    """Return a text that a row's field takes. Raises Wrong."""
    if len(text(raw)) > field.max_length:
        raise Wrong("too-many-characters", raw, wanted=str(field.max_length))
    try:
        return str(field.clean(raw, None))
    except ValidationError as error:
        wrong = error.error_list[0]
        code = {"blank": "empty-name"}.get(wrong.code or "", wrong.code or "")
        raise Wrong(code, **(wrong.params or {})) from None


def read_day(raw: object) -> date:
    """Return a day of this age, written like 2026-11-21. Raises Wrong."""
    try:
        day = date.fromisoformat(text(raw))
    except ValueError:
        raise Wrong("not-a-date", raw) from None
    if f"{day}" != raw:
        raise Wrong("not-a-date", raw)
    if not DAYS[0] <= day <= DAYS[1]:
        raise Wrong("out-of-range", raw, wanted=f"{DAYS[0]} – {DAYS[1]}")
    return day
