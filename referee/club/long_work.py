"""Imports club files and removes deleted clubs in one separate process, one job at a time."""

from concurrent.futures import Future, wait
from contextlib import suppress
from typing import TYPE_CHECKING

import django

from ..disputes.own_process import OwnProcess, OwnProcessError

if TYPE_CHECKING:
    from .services.imports import Import

_process = OwnProcess(max_seconds=3 * 3600.0, max_queue=6)
end = _process.end
"""Kills the process. The next server finishes or undoes what it was doing."""


class TooMuchWaits(Exception):  # noqa: N818  # what it is, as callers word it
    """The queue is full."""


def read_in(one: "Import", seconds: float) -> None:
    """Queue an uploaded file, and wait up to ``seconds`` for its import.

    Raises:
        TooMuchWaits: when the queue is full.
    """
    from .services.imports import give_up

    def settle(done: "Future[None]") -> None:
        if done.cancelled() or done.exception() is not None:
            give_up(one)

    try:
        future = _process.begin(one.id, _read_in, one.id)
    except OwnProcessError as error:
        give_up(one)
        raise TooMuchWaits from error
    future.add_done_callback(settle)
    wait([future], seconds)


def remove_gone() -> None:
    """Queue the removal of deleted clubs' rows.

    When the queue is full, the next import or the next start of a server removes them.
    """
    with suppress(OwnProcessError):
        _process.begin("remove", _remove_gone)


# ------------------------------------------------------------------ in the other process


def _read_in(import_id: str) -> None:
    django.setup()
    from .services import imports

    if one := imports.found(import_id):
        imports.read_in(one)


def _remove_gone() -> None:
    django.setup()
    from .services import deleting, turns

    with turns.alone():
        deleting.remove_gone()
