"""What a problem of a score sheet is."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

Facts = dict[str, int | str]


class Severity(StrEnum):
    """How sure the referee is: an error cannot be right, a warning may be."""

    ERROR = "error"
    WARNING = "warning"


class Problem(NamedTuple):
    """One thing on the table that cannot be right, or may not be.

    Attributes:
        code: as in the score sheet's contract, such as ``hand-size``.
        severity: error or warning.
        round: from 1, or None where it is not one round's.
        player: whose tableau or claim it is, or None where it is the whole table's.
        detail: which case of the code it is, a key of the wording.
        facts: the numbers and card names to word it with.
    """

    code: str
    severity: Severity
    round: int | None
    player: str | None
    detail: str
    facts: Mapping[str, int | str]


def error(
    code: str,
    detail: str,
    round_: int | None = None,
    player: str | None = None,
    **facts: int | str,
) -> Problem:
    """A problem that cannot be right."""
    return Problem(code, Severity.ERROR, round_, player, detail, MappingProxyType(facts))


def warning(
    code: str,
    detail: str,
    round_: int | None = None,
    player: str | None = None,
    **facts: int | str,
) -> Problem:
    """A problem that may be explained by something that the sheet does not record."""
    return Problem(code, Severity.WARNING, round_, player, detail, MappingProxyType(facts))
