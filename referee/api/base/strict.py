"""Serializers that take JSON as it is meant: own types, known fields, every fault at once."""

import datetime
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any, TypeVar
from uuid import UUID

from django.core.validators import ProhibitNullCharactersValidator
from django.db import models as db
from drf_spectacular.drainage import set_override
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.validators import ProhibitSurrogateCharactersValidator

from referee.models.fields import LineField, NameField, NoteField
from referee.models.kinds import read_day
from referee.rules import Fault
from referee.rules.problems.validation import (
    Kind,
    Reading,
    Wrong,
    as_json,
    flag,
    nearest,
    shown,
    text,
    whole,
)
from referee.rules.reading import NAME
from referee.wording import fault_place, fault_text

Row = TypeVar("Row", bound=db.Model)
T = TypeVar("T")


def details(faults: Iterable[Fault]) -> ValidationError:
    """Return faults of the rules' readers as REST framework has them: by path."""
    by_path: dict[str, list[ErrorDetail]] = {}
    for fault in faults:
        by_path.setdefault(fault_place(fault), []).append(
            ErrorDetail(fault_text(fault), fault.code)
        )
    return ValidationError(by_path)


def refuse(code: str, value: object, *, among: Iterable[str] = (), wanted: str = "") -> Any:
    """Raise ValidationError for a value that cannot stand where it does."""
    reading = Reading()
    reading.fault("", code, value, among=among, wanted=wanted)
    raise ValidationError([ErrorDetail(fault_text(it), it.code) for it in reading.faults])


def read_by(parse: Callable[[Any], T], value: Any) -> T:
    """Return what a reader of the rules makes of a value. Raises ValidationError."""
    try:
        return parse(value)
    except Wrong as wrong:
        return refuse(wrong.code, wrong.found, among=wrong.among, wanted=wrong.wanted)


# ------------------------------------------------------------------ fields


class Text(serializers.CharField):
    """A string; no number is one. A row's field reads it as its page's form does."""

    def __init__(self, *, form_field: Any = None, **options: Any) -> None:
        super().__init__(**options)
        self.form_field = form_field
        if form_field:  # it, or the row, knows which signs cannot be shown
            prohibit = (ProhibitNullCharactersValidator, ProhibitSurrogateCharactersValidator)
            self.validators = [it for it in self.validators if not isinstance(it, prohibit)]

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if data is not serializers.empty:
            read_by(text, data)
            if self.max_length and len(data) > self.max_length:
                refuse("too-many-characters", data, wanted=str(self.max_length))
            if self.form_field:
                data = self.form_field.to_python(data)
            if not self.allow_blank and not re.search(NAME["pattern"], data):
                self.fail("blank")
        return super().run_validation(data)


class Line(Text):
    """One line of text, with all its spaces tidied up."""

    def __init__(self, **options: Any) -> None:
        super().__init__(form_field=LineField(required=False), **options)


class Flag(serializers.BooleanField):
    """true or false."""

    def to_internal_value(self, data: Any) -> bool:
        return read_by(flag, data)


class Whole(serializers.IntegerField):
    """A whole number; 12.0 is one, as in JSON Schema, "12" is none."""

    def __init__(
        self, *, min_value: int | None = None, max_value: int | None = None, **options: Any
    ) -> None:
        super().__init__(**options)
        self.min_value, self.max_value = min_value, max_value

    def to_internal_value(self, data: Any) -> int:
        number = read_by(whole, data)
        least, most = self.min_value, self.max_value
        if (least is not None and number < least) or (most is not None and number > most):
            wanted = f"{least if least is not None else '…'}-{most if most is not None else '…'}"
            refuse("out-of-range", f"{number}", wanted=wanted)
        return number


_UUID = "^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"


@extend_schema_field({"type": "string", "format": "uuid", "pattern": _UUID, "maxLength": 36})
class Id(serializers.UUIDField):
    """An id, written with hyphens."""

    def to_internal_value(self, data: Any) -> UUID:
        read_by(text, data)
        return UUID(data) if re.fullmatch(_UUID, data) else refuse("not-a-uuid", data)


# 1900 to 2999, as on pages.
_DAY = {"type": "string", "format": "date", "pattern": "^(?:19|2[0-9])[0-9]{2}-"}


@extend_schema_field(_DAY)
class Day(serializers.DateField):
    """A day of this age, written like 2026-11-21."""

    def to_internal_value(self, data: Any) -> datetime.date:
        return read_by(read_day, data)


_MOMENT = (
    "^(?:19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3])(?::[0-5][0-9]){2}"
    "(?:[.][0-9]+)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$"
)


@extend_schema_field({"type": "string", "format": "date-time", "pattern": _MOMENT})
class Moment(serializers.DateTimeField):
    """A moment of this age with its zone, written like 2026-11-21T18:30:00Z."""

    def to_internal_value(self, data: Any) -> datetime.datetime:
        read_by(text, data)
        with suppress(ValueError):  # the 31st of June
            if re.fullmatch(_MOMENT, data):
                return datetime.datetime.fromisoformat(data)
        return refuse("not-a-time", data)


class Several(serializers.ListField):
    """A list of so many; ``code`` is the fault of another number."""

    def __init__(
        self, *, min_length: int, max_length: int, code: str = "out-of-range", **options: Any
    ) -> None:
        super().__init__(min_length=min_length, max_length=max_length, **options)
        self.numbers, self.code = range(min_length, max_length + 1), code

    def to_internal_value(self, data: Any) -> list[Any]:
        if not isinstance(data, list):
            refuse("wrong-type", data, wanted="list")
        if len(data) not in self.numbers:
            wanted = f"{self.numbers[0]}-{self.numbers[-1]}"
            refuse(self.code, str(len(data)), wanted=wanted)
        return super().to_internal_value(data)


class Choice(serializers.ChoiceField):
    """One of a few words; the nearest is suggested for another one."""

    def to_internal_value(self, data: Any) -> str:
        read_by(text, data)
        if data not in self.choices:
            refuse("no-such-choice", data, among=map(str, self.choices))
        return data


class SheetPart(serializers.Field):
    """A part of a score sheet, read by the reader that the command shares; the context's
    ``reading`` knows which players may be named."""

    def __init__(self, kind: Kind, **options: Any) -> None:
        super().__init__(**options)
        self.kind = kind
        set_override(self, "field", kind.schema or {})

    def to_internal_value(self, data: Any) -> Any:
        reading: Reading = self.context.get("reading", Reading)()
        value = self.kind.read(data, "", reading)
        if reading.faults:
            raise details(reading.faults)
        return value

    def to_representation(self, value: Any) -> Any:
        return value


# ------------------------------------------------------------------ serializers


def unknown(code: str, names: Iterable[str], known: Collection[str]) -> dict[str, Any]:
    """Return the faults of names that are not known, with the nearest that are."""
    faults = {}
    for name in names:
        fault = Fault("", code, shown(name), nearest(name, known))
        faults[shown(name)] = [ErrorDetail(fault_text(fault), code)]
    return faults


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields that it does not know, with the nearest name, beside all other faults."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, Mapping):
            raise details([Fault("", "wrong-type", as_json(data), wanted="object")])
        unread = [name for name in data if name not in self.fields or self.fields[name].read_only]
        faults: dict[str, Any] = {}
        if unread:
            known = [name for name, field in self.fields.items() if not field.read_only]
            faults = unknown("unknown-field", unread, known)
        try:
            values = super().to_internal_value(data)
        except ValidationError as error:
            faults = {**error.detail, **faults}  # type: ignore[dict-item]  # of a serializer it is an object
        if faults:
            raise ValidationError(faults)
        return values


class RowSerializer(StrictSerializer, serializers.ModelSerializer[Row]):
    """A row, read by the rules of its model; what only several rows together break, services
    refuse. ``Meta.create_only`` names fields that are sent when it is made and never changed."""

    serializer_field_mapping = {
        **serializers.ModelSerializer.serializer_field_mapping,
        db.CharField: Text,
        db.TextField: Text,
        db.BooleanField: Flag,
        db.IntegerField: Whole,
        db.PositiveIntegerField: Whole,
        db.PositiveSmallIntegerField: Whole,
        db.DateField: Day,
        db.UUIDField: Id,
    }
    serializer_choice_field = Choice

    def build_standard_field(self, field_name: str, model_field: Any) -> tuple[Any, Any]:
        field_class, options = super().build_standard_field(field_name, model_field)
        if issubclass(field_class, Text) and not options.get("read_only"):
            form_field = model_field.formfield()
            if isinstance(form_field, NameField | NoteField):
                options = {**options, "form_field": form_field, "trim_whitespace": False}
        return field_class, options

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        if self.partial:
            for name in getattr(self.Meta, "create_only", ()):
                fields[name].read_only = True
        return fields

    def get_validators(self) -> list[Any]:
        return []
