"""Diagnoses claims in a process of its own, so that no tap waits, and caches the answers."""

import hashlib
import json
from collections.abc import Mapping

from django.core.cache import cache

from ..rules import VERSION, Sheet, sheet_document
from ..rules.mistakes import GAME, MAX_EXPLANATIONS, ClaimScope, Diagnosis, diagnose
from .own_process import OwnProcess, OwnProcessError

CACHE_SECONDS = 24 * 60 * 60
_process = OwnProcess()


class DiagnosisUnavailableError(Exception):
    """The diagnosis failed for now; another try may succeed."""


def explanations(
    sheet: Sheet,
    claims: Mapping[str, int],
    scope: ClaimScope = GAME,
    *,
    is_over: bool = True,
    most: int = MAX_EXPLANATIONS,
) -> dict[str, tuple[Diagnosis, ...]]:
    """Return what :func:`referee.rules.mistakes.diagnose` returns.

    Waits up to 20 seconds, so call it outside transactions.

    Raises:
        KeyError: for the name of somebody who does not play.
        DiagnosisUnavailableError: when the queue is full, it takes too long, or its process dies.
    """
    seats = {name: seat for seat, name in enumerate(sheet.seats)}
    by_seat = {seats[name]: claim for name, claim in claims.items()}
    key = _key(sheet, by_seat, scope, is_over, most)
    found: dict[int, tuple[Diagnosis, ...]] | None = cache.get(key)
    if found is None:
        try:
            answer = _process.do(
                key, diagnose, sheet, dict(claims), scope, is_over=is_over, most=most
            )
        except OwnProcessError as error:
            raise DiagnosisUnavailableError(str(error)) from error
        found = {seats[name]: diagnoses for name, diagnoses in answer.items()}
        cache.set(key, found, CACHE_SECONDS)
    return {name: found[seats[name]] for name in claims if seats[name] in found}


def end() -> None:
    """Kill the process; all who wait get DiagnosisUnavailableError at once."""
    _process.end()


def _key(
    sheet: Sheet,
    claims: Mapping[int, int],
    scope: ClaimScope,
    is_over: bool,
    most: int = MAX_EXPLANATIONS,
) -> str:
    """Hash everything that the answer depends on, so that the cache holds no name in clear."""
    document = sheet_document(sheet)
    document.pop("claimed", None)  # `claims` says what is asked
    asked = [VERSION, document, sorted(claims.items()), scope, is_over, most]
    text = json.dumps(asked, sort_keys=True)
    return f"diagnoses-{hashlib.sha256(text.encode()).hexdigest()}"
