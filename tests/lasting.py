"""Rows that all tests of a module find: each test takes back what it alone has changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction


@contextmanager
def lasting(django_db_blocker: Any) -> Iterator[None]:
    """Rows that are made within are there until the end of it, for every test with a database of
    its own that runs meanwhile; not for tests with transactions."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
