"""Imports club files and removes deleted clubs in one separate process, one job at a time; works
out ratings in another one."""

from concurrent.futures import Future, wait
from contextlib import suppress
from typing import TYPE_CHECKING

import django

from ..disputes.own_process import OwnProcess, OwnProcessError

if TYPE_CHECKING:
    from .services.files.imports import Import

_process = OwnProcess(max_seconds=3 * 3600.0, max_queue=6)
_rating = OwnProcess(max_seconds=3600.0, max_queue=2)


def end() -> None:
    """Kill the processes. The next server finishes or undoes what they were doing."""
    _process.end()
    _rating.end()


class QueueFullError(Exception):
    """The queue is full."""


def read_in(one: "Import", seconds: float) -> None:
    """Queue an uploaded file, and wait up to ``seconds`` for its import.

    Raises:
        QueueFullError: when the queue is full.
    """
    from .services.files.imports import give_up

    def settle(done: "Future[None]") -> None:
        if done.cancelled() or done.exception() is not None:
            give_up(one)

    try:
        future = _process.begin(one.id, _read_in, one.id)
    except OwnProcessError as error:
        give_up(one)
        raise QueueFullError from error
    future.add_done_callback(settle)
    wait([future], seconds)


def remove_gone() -> None:
    """Queue the removal of deleted clubs' rows.

    When the queue is full, the next import or the next start of a server removes them.
    """
    with suppress(OwnProcessError):
        _process.begin("remove", _remove_gone)


def rate_again() -> None:
    """Queue the ratings that are out of date. Call it when the change is committed.

    Where one job runs and another waits, the queue is full, and the one that waits will see them.
    """
    with suppress(OwnProcessError):
        _rating.begin(object(), _rate_again)


# ------------------------------------------------------------------ in the other process


def _read_in(import_id: str) -> None:
    django.setup()
    from .services.files import imports

    if one := imports.found(import_id):
        imports.read_in(one)


def _remove_gone() -> None:
    django.setup()
    from .services import deleting, turns

    with turns.alone():
        deleting.remove_gone()


def _rate_again() -> None:
    django.setup()
    from .services import ratings

    ratings.rate_again()
