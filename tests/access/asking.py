"""Who asks, and what a request writes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.test import Client

HELPER, PLAYER, WATCHER, GONE = "a helper's phone", "a player's", "a watcher's", "one sent away"
"""Phones; the last three have come to a game where the test lets them join."""


def forged(text: str) -> Client:
    client = Client()
    client.cookies["phone"] = text
    return client


class Writes:
    """The statements that change a row of ours, while the block runs."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def __call__(self, execute: Callable, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and '"referee_' in sql:
            self.found.append(sql)
        return execute(sql, params, many, context)


@contextmanager
def undone() -> Iterator[list[str]]:
    """Take back whatever is written within, and list it: one game serves everybody who asks."""
    writes = Writes()
    with transaction.atomic(), connection.execute_wrapper(writes):
        yield writes.found
        transaction.set_rollback(True)
