"""Diagnoses claims in a process of its own, so that no tap waits, and caches the answers.

It is no job: who asks waits for it, and after a kill nobody does.
"""

import hashlib
import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from django.core.cache import cache

from ..hosting.metrics import JOBS, JOBS_ENDED, count_from_zero
from ..jobs.processes import JobError, in_own_process
from ..rules import VERSION, Sheet, kept_document
from ..rules.mistakes import GAME, ClaimScope, Diagnosis, diagnose

CACHE_SECONDS = 24 * 60 * 60
_MOST_SECONDS = 20.0
"""That an answer takes, the wait for others included."""
_MOST_QUESTIONS = 8
"""That wait or are worked out."""
_questions: list[str] = []
_turn = threading.Lock()
JOBS.labels("diagnosis", "waiting").set_function(lambda: len(_questions) - _turn.locked())
JOBS.labels("diagnosis", "running").set_function(_turn.locked)
count_from_zero("diagnosis")


class DiagnosisUnavailableError(Exception):
    """The diagnosis failed for now; another try may succeed."""


def explanations(
    sheet: Sheet,
    claims: Mapping[str, int],
    scope: ClaimScope = GAME,
    *,
    is_over: bool = True,
    may_wait: bool = True,
) -> dict[str, tuple[Diagnosis, ...]]:
    """Return what :func:`referee.rules.mistakes.diagnose` returns.

    Waits up to 20 seconds, so call it outside transactions; or never, for what is known already.

    Raises:
        KeyError: for the name of somebody who does not play.
        DiagnosisUnavailableError: when the queue is full, it takes too long, or its process dies;
            and where it may not wait and nothing is known.
    """
    seats = {name: seat for seat, name in enumerate(sheet.seats)}
    by_seat = {seats[name]: claim for name, claim in claims.items()}
    key = _key(sheet, by_seat, scope, is_over)
    diagnoses: dict[int, tuple[Diagnosis, ...]] | None = cache.get(key)
    if diagnoses is None:
        if not may_wait:
            raise DiagnosisUnavailableError("nobody has asked before")
        with _turn_of(key) as seconds:
            diagnoses = cache.get(key)  # who waited for the same question has the answer
            if diagnoses is None:
                work = partial(diagnose, sheet, dict(claims), scope, is_over=is_over)
                by_name = in_own_process(work, seconds=seconds)
                diagnoses = {seats[name]: of_seat for name, of_seat in by_name.items()}
                cache.set(key, diagnoses, CACHE_SECONDS)
    return {name: diagnoses[seats[name]] for name in claims if seats[name] in diagnoses}


@contextmanager
def _turn_of(key: str) -> Iterator[float]:
    """Wait until no other question is worked out, and give the seconds that are left for this one.
    Turns a JobError into DiagnosisUnavailableError."""
    deadline = time.monotonic() + _MOST_SECONDS
    if len({*_questions, key}) > _MOST_QUESTIONS:
        raise DiagnosisUnavailableError("too much waits already")
    _questions.append(key)
    try:
        with JOBS_ENDED.labels("diagnosis", "failed").count_exceptions():
            if not _turn.acquire(timeout=_MOST_SECONDS):
                raise JobError("it takes too long")
            try:
                yield deadline - time.monotonic()
            finally:
                _turn.release()
        JOBS_ENDED.labels("diagnosis", "done").inc()
    except JobError as error:
        raise DiagnosisUnavailableError(str(error)) from error
    finally:
        _questions.remove(key)


def _key(
    sheet: Sheet,
    claims: Mapping[int, int],
    scope: ClaimScope,
    is_over: bool,
) -> str:
    """Hash everything that the answer depends on, so that the cache holds no name in clear."""
    document = kept_document(sheet)
    document.pop("claimed", None)  # `claims` says what is asked
    question = [VERSION, document, sorted(claims.items()), scope, is_over]
    text = json.dumps(question, sort_keys=True)
    return f"diagnoses-{hashlib.sha256(text.encode()).hexdigest()}"
