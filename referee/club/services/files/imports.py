"""Keeps a club file that somebody has sent in the data folder, with how far its import is.

Another process does the import.
"""

import errno
import json
import math
import os
import re
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from uuid import uuid4

from django.db import DatabaseError

from ....access.throttle import Throttle
from ....hosting import data
from ....play.services.refusals import Refused
from ....rules import Fault, SheetFaults
from ... import long_work
from ..turns import LET_PASS, alone
from .import_club import can_import, import_to_phone
from .read_club_file import SMALL, read_archive

IMPORTS = Throttle("imports", most=20, seconds=3600)
"""Files of one address."""
MOST_LARGE, MOST = 3, 12
"""Files that are larger than ``SMALL``, and all files, that wait or are being read in."""
_DAY = 24 * 3600
LEAST_FREE = 1024**3
"""Bytes of the disk that no import takes; a file can become 150 times as large in the database."""
_SENT = "sent-by-"
"""An empty file, sent-by-PHONE.IMPORT, says which phone has sent an import and not seen its end."""
_ID = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Import:
    """The state of an import.

    ``games`` is how many the file has, 0 while nobody knows; ``club`` the new club's id, "" until
    all of it is there; ``refused`` the code of a refusal, or "". ``is_begun``: it does not wait
    for others any more.
    """

    id: str
    games: int = 0
    written: int = 0
    club: str = ""
    faults: list[Fault] = field(default_factory=list)
    refused: str = ""
    is_begun: bool = False
    is_over: bool = False


def take(phone: str, address: str, pieces: Iterable[bytes], seconds: float = 0) -> Import:
    """Keep a file that a phone or a key has sent from an address, and have it read in: wait up to
    ``seconds`` for that.

    Raises:
        Refused: ``import-under-way``, ``too-many-imports``, ``club-has-games``, ``import-not-kept``
            or ``imports-wait``.
    """
    if (before := untold(phone)) and not before.is_over:
        raise Refused("import-under-way")
    if wait := IMPORTS.seconds_to_wait(address):
        raise Refused("too-many-imports", seconds=wait)
    if not can_import(phone):
        raise Refused("club-has-games")
    IMPORTS.count(address)
    try:
        kept = keep(phone, pieces)
    except OSError:
        raise Refused("import-not-kept") from None
    there = sizes()
    large = [import_id for import_id, size in there.items() if size > SMALL]
    if len(there) > MOST or (kept.id in large and len(large) > MOST_LARGE):
        give_up(kept)
        told(kept)
        raise Refused("imports-wait")
    long_work.read_in(kept, seconds)
    return kept


def keep(phone: str, pieces: Iterable[bytes]) -> Import:
    """Store a file that a phone or a key has sent, readable by the server's user only.

    Raises:
        OSError: where it cannot be kept.
    """
    made = Import(uuid4().hex)
    _folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    _forget_old()
    if not _has_room():
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    try:
        with open(_file(made.id), "xb", opener=_private) as file:
            file.writelines(pieces)
        _note(made)
        (_folder() / f"{_SENT}{phone}.{made.id}").touch(mode=0o600)
    except OSError:
        _file(made.id).unlink(missing_ok=True)
        raise
    return made


def found(import_id: str) -> Import | None:
    """Return an import by its id, which nobody can guess; None for a forgotten one."""
    if not _ID.fullmatch(import_id):
        return None
    try:
        said = json.loads(_state(import_id).read_text())
        return Import(**{**said, "faults": [Fault(*fault) for fault in said["faults"]]})
    except (OSError, ValueError, TypeError):  # the last: of another version
        return None


def untold(phone: str) -> Import | None:
    """Return the phone's import that runs, else one whose outcome it has not seen, or None."""
    sent = _folder().glob(f"{_SENT}{phone}.*")
    imports = filter(None, (found(file.suffix[1:]) for file in sent))
    return min(imports, key=lambda one: one.is_over, default=None)


def is_sent_by(phone: str, one: Import) -> bool:
    """Return whether the phone or key sent an import and has not been told its outcome."""
    return (_folder() / f"{_SENT}{phone}.{one.id}").exists()


def told(one: Import) -> None:
    """Note that the phone has seen the outcome."""
    for file in _folder().glob(f"{_SENT}*.{one.id}"):
        file.unlink(missing_ok=True)


def follow(phone: str, new: str) -> None:
    """Give a phone's imports its new id. Must be called before its rows get it, so that no club
    is made for the old one."""
    for file in _folder().glob(f"{_SENT}{phone}.*"):
        with suppress(OSError):
            file.rename(file.with_name(f"{_SENT}{new}{file.suffix}"))


def give_up(one: Import) -> None:
    """Mark an import as failed if it did not end by itself."""
    now = found(one.id)
    if now is not None and not now.is_over:
        _end(replace(now, refused="import-stopped"))


def give_up_begun() -> bool:
    """Mark as failed what a process that died had begun; return whether there was any."""
    with suppress(BlockingIOError, DatabaseError), alone(wait=False):
        begun = [one for one in map(found, sizes()) if one and one.is_begun]
        for one in begun:
            give_up(one)
        return bool(begun)
    return False


def read_all_in() -> None:
    """Import all files that wait, the smallest first."""
    while one := _next():
        read_in(one)


@contextmanager
def passing(below: float = math.inf) -> Iterator[None]:
    """Let files of fewer bytes pass what is done here, wherever that can be interrupted: nobody
    waits for a stranger's large file."""

    def let_pass() -> None:
        while one := _next(below):
            with suppress(Exception):  # what is passed goes on
                read_in(one)
            give_up(one)

    before = LET_PASS.set(let_pass)
    try:
        yield
    finally:
        LET_PASS.reset(before)


def read_in(one: Import) -> None:
    """Import a stored file and note the progress."""
    one = replace(one, is_begun=True)
    _note(one)
    source = _file(one.id).read_bytes()
    try:
        # Those that pass one another lie in the memory together: all of them are less than two.
        with passing(len(source) / 2):
            archive = read_archive(source)
            one = replace(one, games=len(archive.ids))
            _note(one)

            def written(games: int) -> None:
                _note(replace(one, written=games))
                if not _has_room():
                    raise Refused("import-not-kept")

            club = import_to_phone(lambda: _sender(one), archive, written)
    except SheetFaults as error:
        _end(replace(one, faults=list(error.faults)))
    except Refused as refused:
        _end(replace(one, refused=refused.code))
    else:
        _end(replace(one, written=one.games, club=str(club.pk)))


def forget_stopped() -> bool:
    """End what a killed server had begun, unless a second server on the folder is importing. Return
    whether files wait, its own or another server's."""
    _forget_old()
    if sizes():
        give_up_begun()
    return bool(sizes())


def sizes() -> dict[str, int]:
    """Return the length of each file that waits or is being read in, by its import's id."""
    there = {}
    for file in _folder().glob("*.club"):
        with suppress(FileNotFoundError):  # it came to its end just now
            there[file.stem] = file.stat().st_size
    return there


def _next(below: float = math.inf) -> Import | None:
    """Return the smallest file that waits, if it has fewer bytes."""
    there = sizes()
    for import_id in sorted(there, key=lambda import_id: there[import_id]):
        one = found(import_id) if there[import_id] < below else None
        if one and not one.is_begun and not one.is_over:
            return one
    return None


def _has_room() -> bool:
    return shutil.disk_usage(_folder()).free >= LEAST_FREE


def _folder() -> Path:
    return data.DATA_DIR / "imports"


def _sender(one: Import) -> str:
    """Return the present id of the phone that sent a file."""
    for file in _folder().glob(f"{_SENT}*.{one.id}"):
        return file.stem.removeprefix(_SENT)
    raise Refused("import-stopped")


def _file(import_id: str) -> Path:
    return _folder() / f"{import_id}.club"


def _state(import_id: str) -> Path:
    return _folder() / f"{import_id}.json"


def _forget_old() -> None:
    """Delete results that nobody asked for in time; they may contain names."""
    for file in _folder().glob("*"):
        with suppress(OSError):
            if file.stat().st_mtime < time.time() - _DAY:
                file.unlink()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _end(one: Import) -> None:
    _note(replace(one, is_over=True))
    _file(one.id).unlink(missing_ok=True)


def _note(one: Import) -> None:
    """Write atomically, because it may be read at any moment."""
    new = _state(one.id).with_suffix(".new")
    with open(new, "w", opener=_private) as file:
        json.dump(asdict(one), file)
    new.replace(_state(one.id))
