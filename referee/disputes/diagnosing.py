"""The diagnosis of claims for pages and the network interface: in a process of its own, so that
nobody's tap waits for it, and remembered for a day."""

import hashlib
import json
from collections.abc import Mapping

from django.core.cache import cache

from ..rules import VERSION, Sheet, sheet_document
from ..rules.mistakes import GAME, Diagnosis, Scope, diagnose
from .own_process import OwnProcess, OwnProcessError

REMEMBERED_SECONDS = 24 * 60 * 60
_BySeat = tuple[tuple[int, tuple[Diagnosis, ...]], ...]
_process = OwnProcess()


class DiagnosisUnavailable(Exception):  # noqa: N818  # what it is, as callers word it
    """It could not be worked out now; another try may succeed."""


def explanations(
    sheet: Sheet, claims: Mapping[str, int], scope: Scope = GAME, *, is_over: bool = True
) -> dict[str, tuple[Diagnosis, ...]]:
    """What :func:`referee.rules.mistakes.diagnose` answers; see there.

    Waits for the answer, up to 20 seconds, so ask outside of a transaction.

    Raises:
        KeyError: for the name of somebody who does not play.
        DiagnosisUnavailable: when too many others wait, when it takes too long, or when the process
            has died over it twice.
    """
    seats = {name: seat for seat, name in enumerate(sheet.seats)}
    by_seat = {seats[name]: claim for name, claim in claims.items()}
    key = _key(sheet, by_seat, scope, is_over)
    found: _BySeat | None = cache.get(key)
    if found is None:
        try:
            told = _process.do(key, diagnose, sheet, dict(claims), scope, is_over=is_over)
        except OwnProcessError as error:
            raise DiagnosisUnavailable(str(error)) from error
        found = tuple((seats[name], diagnoses) for name, diagnoses in told.items())
        cache.set(key, found, REMEMBERED_SECONDS)
    of_seat = dict(found)
    return {name: of_seat[seats[name]] for name in claims if seats[name] in of_seat}


def end() -> None:
    """Ends the process, for a server that ends; who waits for it is told at once."""
    _process.end()


def _key(sheet: Sheet, claims: Mapping[int, int], scope: Scope, is_over: bool) -> str:
    """A digest of everything that the answer depends on; no name can be read from it."""
    document = sheet_document(sheet)
    document.pop("claimed", None)  # what is asked for stands in ``claims``
    asked = [VERSION, document, sorted(claims.items()), scope, is_over]
    text = json.dumps(asked, sort_keys=True)
    return f"diagnosis-{hashlib.sha256(text.encode()).hexdigest()}"
