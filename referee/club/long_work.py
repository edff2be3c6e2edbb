"""Imports club files and removes deleted clubs in one separate process; works out ratings in
another one."""

import logging
import threading
import time
from concurrent.futures import Future
from contextlib import suppress
from typing import TYPE_CHECKING

import django

from ..disputes.own_process import OwnProcess, OwnProcessError

if TYPE_CHECKING:
    from .services.files.imports import Import

# At the server's own priority: it rests as long as it holds the database, and where it were kept
# from the processor meanwhile, taps would wait for both.
_process = OwnProcess(max_seconds=3 * 3600.0, max_queue=2, niceness=0)
_rating = OwnProcess(max_seconds=3600.0, max_queue=2)
_LOOK_AGAIN = 0.05
"""Seconds."""
_TRY_AGAIN = 10.0
"""Seconds, after a process that could not begin."""

_log = logging.getLogger(__name__)


def end() -> None:
    """Kill the processes. The next server finishes or undoes what they were doing."""
    _process.end()
    _rating.end()


def read_in(one: "Import", seconds: float) -> None:
    """Have an uploaded file imported, and wait up to ``seconds`` for that."""
    from .services.files.imports import found

    deadline = time.monotonic() + seconds
    _begin()
    while time.monotonic() < deadline and (now := found(one.id)) and not now.is_over:
        time.sleep(_LOOK_AGAIN)


def remove_gone() -> None:
    """Queue the removal of deleted clubs' rows."""
    _begin()


def _begin() -> None:
    """Queue the imports and removals that wait.

    Where one job runs and another waits, the queue is full, and the one that waits will see them.
    """
    from .services.files import imports

    def settle(done: "Future[None]") -> None:
        if done.cancelled() or not done.exception() or _process.is_over:
            return
        _log.warning("an import or removal has broken off", exc_info=done.exception())
        if imports.give_up_begun():
            _begin()  # others may wait
        elif imports.sizes():  # the database is gone, or another server is at it
            again = threading.Timer(_TRY_AGAIN, _begin)
            again.daemon = True
            again.start()

    with suppress(OwnProcessError):
        _process.begin(object(), _import_and_remove).add_done_callback(settle)


def rate_again() -> None:
    """Queue the ratings that are out of date. Call it when the change is committed.

    Where one job runs and another waits, the queue is full, and the one that waits will see them.
    """
    with suppress(OwnProcessError):
        _rating.begin(object(), _rate_again)


# ------------------------------------------------------------------ in the other process


def _import_and_remove() -> None:
    django.setup()
    from .services import deleting, turns
    from .services.files import imports

    with turns.alone():
        imports.give_up_begun()
        with imports.passing():
            deleting.remove_gone()
        imports.read_all_in()


def _rate_again() -> None:
    django.setup()
    from .services import ratings

    ratings.rate_again()
