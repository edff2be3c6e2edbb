"""Club files that are read in, and deleted clubs whose rows go, in one process beside the server's:
one after the other, and nobody's tap waits for it."""

from concurrent.futures import Future, wait
from typing import TYPE_CHECKING

from ..disputes.own_process import OwnProcess, OwnProcessError

if TYPE_CHECKING:
    from .services.imports import Import

_LONGEST = 3 * 3600.0
_MOST = 6
_process = OwnProcess(_LONGEST, _MOST)


class TooMuchWaits(Exception):  # noqa: N818  # what it is, as callers word it
    """So many files wait already that another one is not taken."""


def read_in(one: "Import", seconds: float) -> None:
    """Begins with a file that was kept, and waits so long for it at most.

    Raises:
        TooMuchWaits: when it was not begun.
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
    """Begins to remove the rows of clubs that were deleted. What cannot be begun now is done at the
    next import, or when a server starts."""
    try:
        _process.begin("remove", _remove_gone)
    except OwnProcessError:
        return


def end() -> None:
    """Ends the process, for a server that ends. What it was at is done, or undone, by the next."""
    _process.end()


# ------------------------------------------------------------------ in the other process


def _set_up() -> None:
    """Models can be imported afterwards; a second time it does nothing."""
    import django
    from django.apps import apps

    if not apps.ready:
        django.setup()


def _read_in(import_id: str) -> None:
    _set_up()
    from .services import imports

    if one := imports.found(import_id):
        imports.read_in(one)


def _remove_gone() -> None:
    _set_up()
    from .services import deleting, turns

    with turns.alone():
        deleting.remove_gone()
