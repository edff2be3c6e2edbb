"""The data folder: its key, its database's place, and who serves it.

Apart from the settings, because a server's key must be in its file before they are read.
"""

import contextlib
import errno
import fcntl
import os
import secrets
import sqlite3
import stat
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import TextIO

from platformdirs import user_data_path

_ROOT = Path(__file__).resolve().parents[2]
_IN_WHEEL = _ROOT / "sushiscore" / "files"
IS_INSTALLED = _IN_WHEEL.is_dir()
"""From a wheel; else this is a checkout."""
BASE_DIR = _IN_WHEEL if IS_INSTALLED else _ROOT
"""Where templates, static files and catalogues lie."""
RUN, MANAGE = ("sushiscore", "sushiscore manage") if IS_INSTALLED else ("make run", "manage.py")
"""What starts the server, and what a management command begins with."""

_OWN = user_data_path("sushiscore", appauthor=False) if IS_INSTALLED else BASE_DIR / "var"
DATA_DIR = Path(os.environ.get("SUSHISCORE_DATA") or _OWN).absolute()
KEY_FILE = DATA_DIR / "secret.key"
DATABASE_FILE = DATA_DIR / "sushiscore.sqlite3"
LOCK_FILE = DATA_DIR / "server.lock"
"""Held by every server; it says under which address the last one is."""

OURS = ("secret.key*", "sushiscore.sqlite3*", "server.lock", "before-*", "replaced-*")
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
PATIENCE = 1.0
"""Seconds, for somebody who only looks whether there is a server, or has just ended."""


def version_of(checkout: str) -> str:
    """The version of what runs: that of a checkout, or the wheel's, which between releases says
    when it was made (scripts/wheel.py)."""
    return version("sushiscore") if IS_INSTALLED else checkout


def make_data_folder() -> None:
    """Make the data folder if there is none, and its key if there is neither key nor database.
    Raises OSError where it cannot be made or written to, or the key not be read."""
    with contextlib.suppress(FileExistsError):
        DATA_DIR.mkdir(mode=0o700, parents=True)
    try_to_write(DATABASE_FILE)
    narrow()
    if not KEY_FILE.exists() and not _has_database():
        make_key()
    read_key()


def try_to_write(database: Path) -> None:
    """Write beside a database, as far as to the disk, and take it back; nobody sees the file.
    Raises OSError where folder or database is read-only, full, another user's or no such thing."""
    with tempfile.TemporaryFile(dir=database.parent, buffering=0) as file:
        file.write(bytes(4096))  # some file systems have room for less even when they are full
        os.fsync(file.fileno())
    # Not by opening it: closing it again would let go of the locks of this process's connections.
    if database.exists() and not os.access(database, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(database))


def cause(error: OSError) -> str:
    """What keeps a file or folder from being used, and whose it is where that is the reason."""
    reason = error.strerror or str(error)
    named = Path(os.fsdecode(error.filename or DATA_DIR))
    path = next(path for path in (named, *named.parents) if os.path.exists(path))
    if path != DATA_DIR:
        reason = f"{path}: {reason}"
    if isinstance(error, PermissionError) and (owner := path.stat().st_uid) != os.geteuid():
        reason += f"; it belongs to user {owner}, and this is user {os.geteuid()}"
    return reason


def narrow() -> None:
    """Keep everybody but the owner out of the folder and its files."""
    ours = [path for pattern in OURS for path in DATA_DIR.glob(pattern)]
    # Without one of them it may be anybody's folder.
    for path in [*ours, DATA_DIR] if ours else []:
        with contextlib.suppress(OSError):
            mode = path.lstat().st_mode
            # A link leads elsewhere; a sticky folder is meant for everybody.
            if mode & _OTHERS and not stat.S_ISLNK(mode) and not mode & stat.S_ISVTX:
                path.chmod(stat.S_IMODE(mode) & ~_OTHERS)


# --------------------------------------------------------------------------------- the key

KEY_LENGTH = 32
"""The fewest characters of a key; one that is made here has twice as many."""


def is_key(key: object) -> bool:
    """Whether it can be a key."""
    return isinstance(key, str) and key.isprintable() and len(key.strip()) >= KEY_LENGTH


def read_key() -> str:
    """The key in the folder, "" where there is none. Raises OSError where it cannot be read."""
    return key_in(KEY_FILE)


def key_in(file: Path) -> str:
    """What a key file holds, in whichever locale it was written; "" where there is no such file.
    Raises OSError where it cannot be read."""
    try:
        return file.read_text("utf-8", "backslashreplace").strip()
    except FileNotFoundError:
        return ""


def make_key(key: str = "") -> None:
    """Write a key, readable by its owner alone, whole or not at all. One that is given replaces
    what is there; a new one replaces nothing but an empty file."""
    new = KEY_FILE.with_suffix(f".new-{os.getpid()}")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write((key or secrets.token_urlsafe(50)) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        if key or (KEY_FILE.exists() and not read_key()):
            new.replace(KEY_FILE)
        else:
            # A link, unlike a rename, never replaces what another start has made meanwhile.
            os.link(new, KEY_FILE)
    except FileExistsError:
        pass
    finally:
        new.unlink(missing_ok=True)


def missing_key() -> str:
    """Why a server must not start with the key that there is, or without one, and what to do; ""
    where it may start."""
    if os.environ.get("SUSHISCORE_SECRET_KEY"):
        return ""
    if key := read_key():
        if is_key(key):
            return ""
        return (
            f"what is in {KEY_FILE} can be no key, which has {KEY_LENGTH} characters or more, in"
            f" one line: put the right file back, restore a backup ({MANAGE} restore FILE), which"
            f" has it, or move the file away"
        )
    if not _has_database():
        return ""
    return (
        f"the key {KEY_FILE} is missing beside the database, and without it no phone is known: "
        f"put the file back, or restore a backup ({MANAGE} restore FILE), which has it. "
        f"{MANAGE} new_key makes a new one, and every phone loses its clubs but by account"
    )


def _has_database() -> bool:
    """Whether the folder holds a database, or a file that may be one."""
    if os.environ.get("DATABASE_URL"):
        return False  # it lies elsewhere, and its key nobody knows here
    if not DATABASE_FILE.is_file() or not DATABASE_FILE.stat().st_size:
        return False
    try:
        return bool(tables_of(DATABASE_FILE))
    except sqlite3.Error:
        return True


def tables_of(path: Path) -> set[str]:
    """The names of the tables in an SQLite file. Raises sqlite3.Error for another file."""
    # mode=rw: nothing is made where nothing is.
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as database:
        rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {name for (name,) in rows}


# ------------------------------------------------------------------------------ the server


def hold(*, shared: bool = False) -> TextIO:
    """Hold the folder until the file that is returned is closed, or this process ends; ``shared``
    beside others that share it, as servers may that tell each other of changes.

    Raises BlockingIOError while another holds it.
    """
    file = os.fdopen(os.open(LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600), "r+")
    how = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(file, how | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                file.close()
                raise
            time.sleep(0.05)
        except OSError:
            file.close()
            raise
        else:
            return file


def note_address(held: TextIO, address: str) -> None:
    """Write down where the server is that holds the folder."""
    held.seek(0)
    held.truncate()
    held.write(f"{address}\n")
    held.flush()


def served_at() -> str | None:
    """The address of the server that holds the folder, "" where it has not said it yet; None where
    there is no server."""
    try:
        file = LOCK_FILE.open()
    except OSError:
        return None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return file.read().strip()
        return None
