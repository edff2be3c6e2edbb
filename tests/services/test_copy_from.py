"""``manage.py copy_from``: everything from SQLite to PostgreSQL, and back."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.live.serving import PATIENCE
from tests.services.serving import Home, tap

COPIED = "Copied, and counted in both databases: games "


def done(home: Home, *command: str, **more: str) -> str:
    """Run a command that ends well; return what it says."""
    running = home.manage(*command, **more)
    said, faults = running.communicate(timeout=4 * PATIENCE)
    assert (running.returncode, faults) == (0, "")
    return said


def refused(home: Home, *command: str, **more: str) -> str:
    """Run a command that ends badly; return the one line that it says."""
    running = home.manage(*command, **more)
    said, faults = running.communicate(timeout=4 * PATIENCE)
    assert running.returncode == 2
    assert said == ""
    assert faults.count("\n") == 1, faults
    return faults


@pytest.fixture
def folder(home: Home, tmp_path: Path) -> Path:
    """A data folder with a club of many games."""
    folder = tmp_path / "sqlite"
    done(home, "migrate", "--verbosity=0", DATABASE_URL="", SUSHISCORE_DATA=str(folder))
    done(home, "demo", DATABASE_URL="", SUSHISCORE_DATA=str(folder))
    return folder


def rows_of(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of an SQLite database but those of migrations, which have their own times."""
    with closing(sqlite3.connect(file)) as database:
        named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        tables = {name for (name,) in database.execute(named)} - {"django_migrations"}
        return {
            table: sorted(database.execute(f'SELECT * FROM "{table}"'), key=repr)  # noqa: S608  # our own
            for table in tables
        }


def applied(file: Path) -> list[tuple[object, ...]]:
    """The migrations of an SQLite database."""
    with closing(sqlite3.connect(file)) as database:
        return sorted(database.execute("SELECT app, name FROM django_migrations"))


def test_everything_goes_to_postgresql_and_comes_back_as_it_was(home, folder, tmp_path, rows):
    there = folder / "sushiscore.sqlite3"
    said = done(home, "copy_from", str(there))
    assert said.startswith(COPIED)
    before = rows_of(there)
    games = len(before["referee_game"])
    assert games > 20
    assert f"games {games}, taps {len(before['referee_tap'])}, " in said
    assert f"rows in all {sum(map(len, before.values()))}." in said
    for table, lines in before.items():
        (count,) = rows.execute(f'SELECT count(*) FROM "{table}"').fetchone()  # noqa: S608  # our own
        assert (table, count) == (table, len(lines))
    assert sorted(rows.execute("SELECT app, name FROM django_migrations")) == applied(there)

    back = tmp_path / "back"
    of_sqlite = {"DATABASE_URL": "", "SUSHISCORE_DATA": str(back)}
    assert done(home, "copy_from", home.database, **of_sqlite) == said
    assert as_read(rows_of(back / "sushiscore.sqlite3")) == as_read(before)


def as_read(tables: dict[str, list[tuple[object, ...]]]) -> dict[str, list[tuple[object, ...]]]:
    """The rows with JSON in one order of its names: PostgreSQL has one of its own."""

    def value(one: object) -> object:
        is_json = isinstance(one, str) and one.startswith(("{", "["))
        return json.dumps(json.loads(one), sort_keys=True) if is_json else one

    return {
        table: sorted((tuple(map(value, row)) for row in rows), key=repr)
        for table, rows in tables.items()
    }


def test_what_was_copied_goes_on_with_new_rows_and_the_same_phones(home, folder, rows):
    game = home.game(DATABASE_URL="", SUSHISCORE_DATA=str(folder))
    done(home, "copy_from", str(folder / "sushiscore.sqlite3"))
    (before,) = rows.execute("SELECT count(*) FROM referee_tap").fetchone()
    server = home.serving()
    assert [tap(server.port, game)[0] for _ in range(3)] == [200] * 3
    assert rows.execute("SELECT count(*) FROM referee_tap").fetchone() == (before + 3,)
    home.game()  # a club, a night, a phone: rows whose numbers PostgreSQL counts on


def test_a_database_with_games_is_not_copied_into(home, folder, rows):
    done(home, "migrate", "--verbosity=0")
    home.game()
    line = refused(home, "copy_from", str(folder / "sushiscore.sqlite3"))
    assert "There is something already where the games should go." in line
    assert rows.execute("SELECT count(*) FROM referee_game").fetchone() == (1,)


def test_while_a_server_runs_on_either_nothing_is_copied(home, folder, rows):
    there = str(folder / "sushiscore.sqlite3")
    server = home.serving()
    assert "SushiScore is running; end it first." in refused(home, "copy_from", there)
    server.stop()
    done(home, "copy_from", there)
    home.serving()
    line = refused(home, "copy_from", home.database, DATABASE_URL="")
    assert "SushiScore is running; end it first." in line


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("postgres://ana:the-word@127.0.0.1:port/sushi", "A PostgreSQL’s address is postgres://"),
        ("mysql://ana:the-word@127.0.0.1/sushi", "A PostgreSQL’s address is postgres://"),
        ("postgres://ana:the-word@127.0.0.1:9/sushi", "The database cannot be used: "),
        ("nowhere.sqlite3", "There is no database in "),
    ],
)
def test_a_source_that_is_none_is_told_in_one_line(home, source, told):
    line = refused(home, "copy_from", source)
    assert told in line
    assert "the-word" not in line


def test_a_source_that_is_not_up_to_date_is_left_alone(home, folder):
    with closing(sqlite3.connect(folder / "sushiscore.sqlite3")) as database, database:
        database.execute(
            "DELETE FROM django_migrations WHERE name ="
            " (SELECT max(name) FROM django_migrations WHERE app = 'referee')"
        )
    line = refused(home, "copy_from", str(folder / "sushiscore.sqlite3"))
    assert "The database is not up to date" in line


def test_a_row_that_does_not_fit_stops_it_and_nothing_is_copied(home, folder, rows):
    there = folder / "sushiscore.sqlite3"
    with closing(sqlite3.connect(there)) as database, database:
        database.execute("UPDATE referee_game SET ruleset = ruleset || ?", ["x" * 300])
    assert "The database cannot be used: value too long" in refused(home, "copy_from", str(there))
    assert rows.execute("SELECT count(*) FROM referee_player").fetchone() == (0,)
    assert rows.execute("SELECT count(*) FROM referee_club").fetchone() == (0,)
