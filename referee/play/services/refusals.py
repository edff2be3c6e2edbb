"""Changes that are not made, and why."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model

from ...rules.names import plain_name
from ...wording.refusals import refusal_message

_NAME_REFUSALS = {
    "blank": "name-missing",
    "empty-name": "name-missing",
    "max_length": "name-too-long",
    "unprintable-text": "name-unprintable",
}


class Refused(Exception):  # noqa: N818  # a refusal is an answer, not a failure
    """A change that the game's state does not allow. Nothing was changed.

    ``code`` says why, ``facts`` are what its wording names; see wording.refusals for all of them.
    """

    def __init__(self, code: str, **facts: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    @property
    def message(self) -> str:
        """What the user is told, in the language in use."""
        return refusal_message(self.code, self.facts)


def read_name(row: type[Model], typed: str) -> str:
    """Return a name as such a row keeps it.

    Raises:
        Refused: ``name-missing``, ``name-too-long``, ``name-unprintable``.
    """
    field: Any = row._meta.get_field("name")
    name = plain_name(typed)
    try:
        return str(field.clean(name, None))
    except ValidationError as error:
        code = _NAME_REFUSALS[error.error_list[-1].code or ""]
        raise Refused(code, signs=len(name), most=field.max_length) from None
