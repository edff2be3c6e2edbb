"""Requests whose effects are seen and taken back: one game serves everybody who asks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def undone() -> Iterator[list[str]]:
    """Take back whatever is written within, and list the statements that wrote rows of ours."""
    written: list[str] = []

    def note(execute: Callable, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and '"referee_' in sql:
            written.append(sql)
        return execute(sql, params, many, context)

    with transaction.atomic(), connection.execute_wrapper(note):
        yield written
        transaction.set_rollback(True)
