"""Rows of a parametrised test, of which a few are quick tests."""

from collections.abc import Iterable
from typing import Any

import pytest


def first(number: int, rows: Iterable[Any]) -> list[Any]:
    """The first rows as they are; the others are slow tests."""
    rows = [*rows]
    others = (row if isinstance(row, tuple) else (row,) for row in rows[number:])
    return [*rows[:number], *(pytest.param(*row, marks=pytest.mark.slow) for row in others)]
