"""Copies, checks and restores SQLite databases, also while they are in use. A copy is an SQLite
database with one more table, which holds the key of the data folder."""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path

from . import data
from .schemas import Schema, definition, schema_after, schema_of

HEADER = b"SQLite format 3\0"
NEWEST = 3
"""Copies of before migrations that are kept."""
_WAIT = 10.0  # seconds, for others' locks
_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database."""
_DAMAGED = {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
"""What SQLite says of a file's content, and not of its folder, disk or locks."""
_BACKUP = "CREATE TABLE sushiscore_backup (key TEXT NOT NULL)"
_OPTIONAL = frozenset(
    ("table", name, name, definition(made))
    for name, made in {
        "sushiscore_backup": _BACKUP,
        # What SQLite's own ANALYZE leaves.
        "sqlite_stat1": "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
        "sqlite_stat4": "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
    }.items()
)
"""What may be in a copy, beside what migrations make."""
_COLUMNS = "SELECT name FROM pragma_table_info(?, ?)"


class NotOursError(Exception):
    """The file is not a database of SushiScore; ``reason``: ``empty``, ``foreign`` (no database or
    another program's), ``strange`` (it holds what SushiScore does not make), ``broken``, or
    ``key`` (it has none that could be one)."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(detail or reason)
        self.reason = reason


def is_filled(path: Path) -> bool:
    """Whether there is a database with a table. Raises NotOursError for anything else that lies
    there, OSError or sqlite3.Error where it cannot be read."""
    try:
        with path.open("rb") as file:
            begins = file.read(len(HEADER))
    except FileNotFoundError:
        return False
    if not begins:
        raise NotOursError("empty")
    if begins != HEADER:
        raise NotOursError("foreign")
    with _damage_named():
        tables = data.tables_of(path)
    if tables and "django_migrations" not in tables:
        raise NotOursError("foreign")
    return bool(tables)


def time_in_name() -> str:
    """The time as a part of a file's name, to the microsecond: no two are alike."""
    return f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S-%f}"


def copy_database(database: Path, copy: Path, key: str) -> None:
    """Write a copy of a database with the key in it, while others use the database: readable by its
    owner alone, and whole or not there at all.

    Raises FileExistsError where something lies there; OSError or sqlite3.Error where it cannot be
    made.
    """
    part = copy.with_name(f".{copy.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=rw", uri=True)) as source:
            source.execute(f"PRAGMA busy_timeout = {_WAIT * 1000:.0f}")
            # It reads one moment of the log, which holds up nobody who writes.
            source.execute("VACUUM INTO ?", (part.as_uri(),))
        with closing(sqlite3.connect(part)) as copied, copied:
            copied.execute(_BACKUP)
            copied.execute("INSERT INTO sushiscore_backup VALUES (?)", (key,))
        _sync(part)
        if os.path.lexists(copy):
            raise FileExistsError(f"{copy} exists")
        part.rename(copy)
        _sync(copy.parent)
    finally:
        for left in (part, *_beside(part)):
            left.unlink(missing_ok=True)


def copy_before_migrations(database: Path, folder: Path, key: str) -> Path:
    """Make a copy in a folder, and keep the newest three of those that lie there."""
    new = folder / f"before-{time_in_name()}.sqlite3"
    older = sorted(set(folder.glob("before-[0-9]*.sqlite3")), reverse=True)
    copy_database(database, new, key)
    # The new one stays in any case: its name may be the oldest, after a clock was set back.
    for copy in older[NEWEST - 1 :]:
        copy.unlink()
    return new


def take_in(copy: Path, part: Path) -> set[tuple[str, str]]:
    """Write a copy to another place, where nobody else has it open, and return the migrations that
    have made it. A data folder's own database is such a copy too.

    Raises NotOursError for a file that is no database of SushiScore or broken; OSError or
    sqlite3.Error where it cannot be read or written.
    """
    if not copy.exists():
        raise FileNotFoundError(2, os.strerror(2))
    for path, to in zip((copy, *_beside(copy)), (part, *_beside(part)), strict=True):
        # The last taps lie in the log of a database that was copied while it was in use.
        if path == copy or (path.exists() and not path.name.endswith("-shm")):
            os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
            shutil.copyfile(path, to)
    if not is_filled(part):
        raise NotOursError("foreign")
    if not {"referee_game", "referee_tap"} <= data.tables_of(part):
        raise NotOursError("foreign")
    with _strangers(part) as database:
        # What is read next must be a table, and not run anything.
        if strange := schema_after([]) - schema_of(database):
            raise _strange(strange)
        return migrations_in(part)


def check_copy(part: Path, applied: Iterable[tuple[str, str]]) -> None:
    """Check that a copy is what these migrations make, and whole. Raises NotOursError if not."""
    with _strangers(part) as database:
        # Before a row is read: a strange table could have anything run that is in it.
        if strange := (schema_of(database) - _OPTIONAL) ^ schema_after(applied):
            raise _strange(strange)
        state = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if state != "ok":
            raise NotOursError("broken", " ".join(state.split()))
        for table, _row, other, _key in database.execute("PRAGMA foreign_key_check"):
            raise NotOursError("broken", f"{table} names a row that is not in {other}")


def _strange(parts: Schema) -> NotOursError:
    """Return what is wrong with parts that are there or missing, and should not be."""
    kind, name = min(parts, key=lambda part: part[:2])[:2]
    return NotOursError("strange", f"{kind} {name}")


def take_key(part: Path, copy: Path) -> str:
    """Take the key out of a copy that was checked, else from beside where it came from; "" where
    there is none. Raises NotOursError where it cannot be a key, OSError where it cannot be read."""
    with _strangers(part) as database:
        if "sushiscore_backup" in data.tables_of(part):
            keys = [key for (key,) in database.execute("SELECT key FROM sushiscore_backup")]
            database.execute("DROP TABLE sushiscore_backup")
        else:
            keys = [data.key_in(copy.with_name(data.KEY_FILE.name))]
    with _damage_named():
        _in_one_file(part)
    _sync(part)
    if keys in ([], [""]):
        return ""
    if len(keys) > 1 or not data.is_key(keys[0]):
        raise NotOursError("key")
    return str(keys[0])


@contextlib.contextmanager
def _strangers(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a database that anybody may have made. Raises NotOursError where it is damaged."""
    with _damage_named(), closing(sqlite3.connect(file)) as opened, opened:
        opened.execute("PRAGMA cell_size_check = ON")
        yield opened


@contextlib.contextmanager
def _damage_named() -> Iterator[None]:
    """Raise NotOursError where SQLite finds a file's content damaged."""
    try:
        yield
    except sqlite3.Error as error:
        # Without a code: a text that is none.
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF not in _DAMAGED:
            raise
        raise NotOursError("broken", " ".join(str(error).split())) from error


def migrations_in(database: Path) -> set[tuple[str, str]]:
    """The migrations that were applied to a database, as app and name."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=rw", uri=True)) as opened:
        rows = opened.execute("SELECT app, name FROM django_migrations")
        return {(str(app), str(name)) for app, name in rows}


def rows_only_in(database: Path, other: Path) -> Mapping[str, int]:
    """Count the rows that a database has and another has not, or not so, by table."""
    lost = {}
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=rw", uri=True)) as opened:
        opened.execute("ATTACH ? AS other", (f"{other.as_uri()}?mode=ro",))
        for table in sorted(data.tables_of(database) & data.tables_of(other)):
            if not table.startswith("referee_") and table != "auth_user":
                continue
            columns, others = (
                {name for (name,) in opened.execute(_COLUMNS, (table, schema))}
                for schema in ("main", "other")
            )
            # A game's own row changes with each tap in it; that is not one game more.
            shared = columns & others
            if table in ("referee_game", "referee_tap"):
                shared = {"id"}
            if table == "referee_club":
                shared -= {"version", "results_version"}  # they too grow with its games
            names = ", ".join(f'"{name}"' for name in sorted(shared))
            query = (
                f'SELECT count(*) FROM (SELECT {names} FROM main."{table}"'  # noqa: S608  # own names
                f' EXCEPT SELECT {names} FROM other."{table}")'
            )
            lost[table] = int(opened.execute(query).fetchone()[0])
    return lost


def put_in_place(new: Path, database: Path, key: str, aside: Path) -> None:
    """Replace a database; the old one and its key go into the folder ``aside``.

    Raises sqlite3.OperationalError, with nothing changed, while another program has it open.
    """
    # The files of one that is broken go aside as they are.
    with contextlib.suppress(NotOursError):
        if is_filled(database):
            _in_one_file(database)
    # A log that stayed would be read into the new database.
    old = [path for path in (*_beside(database), database) if path.exists()]
    if old:
        aside.mkdir(mode=0o700)
        if data.KEY_FILE.exists():
            shutil.copy2(data.KEY_FILE, aside)
        for path in old:
            path.rename(aside / path.name)
    if key:
        data.make_key(key)
    new.rename(database)
    _sync(database.parent)


def fold_in(database: Path) -> None:
    """Write the log of a database back into its one file, as far as nobody reads in it."""
    if database.exists():
        with closing(sqlite3.connect(database, timeout=_WAIT)) as opened:
            opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _in_one_file(database: Path) -> None:
    """Fold in the write-ahead log; works only if nobody else has the database open."""
    with closing(sqlite3.connect(database, timeout=1)) as opened:
        opened.execute("PRAGMA journal_mode = DELETE").fetchone()


def _beside(database: Path) -> list[Path]:
    return [database.with_name(database.name + end) for end in _BESIDE]


def _sync(path: Path) -> None:
    """Flush a file or folder to the disk where the system can."""
    handle = os.open(path, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)
