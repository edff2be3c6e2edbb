"""What an SQLite file is made of, and what this version's migrations make one of."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

Schema = frozenset[tuple[str, str, str, object]]
"""Each table, index, trigger and view: its kind, name, table and definition."""


def schema_of(database: sqlite3.Connection) -> Schema:
    """Read what a database is made of."""
    # A stranger's file may hold anything in any column.
    texts = ", ".join(f"CAST({name} AS TEXT)" for name in ("type", "name", "tbl_name", "sql"))
    return frozenset(
        (str(kind), str(name), str(table), definition(sql))
        for kind, name, table, sql in database.execute(f"SELECT {texts} FROM sqlite_master")  # noqa: S608  # own names
        if (kind, sql) != ("index", None)  # which a table's own definition makes
    )


def schema_after(applied: Iterable[tuple[str, str]]) -> Schema:
    """Return what a database is made of that these migrations, by app and name, have made.

    Those that must have come before them and did not are in it too, as of the kind "migration".
    """
    loader = MigrationLoader(None, replace_migrations=False)
    known = set(applied).intersection(
        # One that stands for others is noted beside them.
        name
        for name, migration in loader.disk_migrations.items()
        if not migration.replaces
    )
    needed = {before for migration in known for before in loader.graph.forwards_plan(migration)}
    missing = {("migration", ".".join(migration), "", None) for migration in needed - known}
    models: list[type[Model]] = [MigrationRecorder.Migration]
    if known:
        models += loader.project_state(sorted(known)).apps.get_models()
    memory = connection.copy()
    memory.settings_dict["NAME"] = ":memory:"
    # Atomic is what has the alias, which is that of the real database.
    with memory.schema_editor(atomic=False) as editor:
        for model in models:
            editor.create_model(model)
    with closing(memory.connection) as made:
        return schema_of(made) | missing


def definition(sql: str | None) -> object:
    """Return what a statement makes: of a table the columns and constraints, in whatever order
    migrations left them, between its beginning and its end."""
    if sql is None or not sql.startswith("CREATE TABLE "):
        return sql
    begins, _paren, rest = sql.partition("(")
    parts, depth, quote, start = set(), 0, "", 0
    for at, letter in enumerate(rest):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter == "(":
            depth += 1
        elif letter in ",)" and not depth:
            parts.add(rest[start:at].strip())
            start = at + 1
        elif letter == ")":
            depth -= 1
    return begins.replace('"', "").strip(), frozenset(parts), rest[start:].strip()
