"""Servers on a real PostgreSQL and Redis, each with a data folder of its own: `make test-services`.

Without DATABASE_URL, as in `make test`, these tests are not collected.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from scripts.services import new_database
from tests.services.serving import Home

collect_ignore_glob = [] if os.environ.get("DATABASE_URL") else ["test_*.py"]


@pytest.fixture
def database() -> Iterator[str]:
    """The address of an empty database."""
    with new_database() as address:
        yield address


@pytest.fixture
def rows(database: str) -> "Iterator[psycopg.Connection[tuple[object, ...]]]":
    """A look into it that sees what is committed."""
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection


@pytest.fixture
def home(tmp_path: Path, database: str) -> Iterator[Home]:
    """Servers that use the database; they end with the test."""
    made = Home(tmp_path, database)
    yield made
    for server in made.servers:
        server.kill()
