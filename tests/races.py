"""Several phones at the same moment: threads with connections of their own on a database file."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

PHONES = 8
SECONDS = 30
"""After which a race that hangs has failed; the busy timeout of the database is shorter."""


def at_once(*actions: Callable[[], object]) -> list[BaseException | None]:
    """Does all of it at the same moment; returns what each raised, None where all went well."""
    start = Barrier(len(actions), timeout=SECONDS)

    def act(action: Callable[[], object]) -> BaseException | None:
        try:
            start.wait()
            action()
        except Exception as error:  # the test looks at it
            return error
        finally:
            connections.close_all()
        return None

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(act, actions, timeout=SECONDS))


def all_about_to(monkeypatch: pytest.MonkeyPatch, where: object, name: str, phones: int) -> None:
    """Lets everybody come as far as a function before anybody goes on into it."""
    everybody_is_there = Barrier(phones, timeout=SECONDS)
    function = getattr(where, name)

    def waiting(*args: Any, **more: Any) -> Any:
        everybody_is_there.wait()
        return function(*args, **more)

    monkeypatch.setattr(where, name, waiting)
