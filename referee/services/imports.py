"""A club file that somebody has sent: kept in the data folder until it is read in, with how far
that is. Whoever works at it is another process."""

import errno
import json
import os
import re
import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from uuid import uuid4

from sushiscore import data

from ..rules import Fault, SheetFaults
from .archive import import_to_phone
from .reading_archive import read_archive
from .refusals import Refused

_DAY = 24 * 3600
LEAST_FREE = 1024**3
"""Bytes of the disk that no file takes: whoever taps needs some. A file, which anybody may send,
can become 150 times as large in the database."""
_ID = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Import:
    """What became of a file so far.

    Attributes:
        games: how many the file has, 0 as long as nobody knows; ``written`` of them are there.
        club: the id of the club, "" until all of it is there.
        faults: what is wrong with the file; ``refused`` why nobody may read it in, or "".
        is_over: whether nothing more happens.
    """

    id: str
    phone: str
    games: int = 0
    written: int = 0
    club: str = ""
    faults: list[Fault] = field(default_factory=list)
    refused: str = ""
    is_over: bool = False


def keep(phone: str, pieces: Iterable[bytes]) -> Import:
    """Keeps a file that a phone has sent. Nobody else of the machine can read it.

    Raises:
        OSError: where it cannot be kept.
    """
    made = Import(uuid4().hex, phone)
    _folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    _forget_old()
    if not _has_room():
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    try:
        with open(_file(made.id), "xb", opener=_private) as file:
            file.writelines(pieces)
        _note(made)
    except OSError:
        _file(made.id).unlink(missing_ok=True)
        raise
    return made


def found(import_id: str, phone: str) -> Import | None:
    """How far the file of a phone is; None for one that is forgotten, or another phone's."""
    if not _ID.fullmatch(import_id):
        return None
    try:
        said = json.loads(_state(import_id).read_text())
    except (OSError, ValueError):
        return None
    one = Import(**{**said, "faults": [Fault(*fault) for fault in said["faults"]]})
    return one if one.phone == phone else None


def give_up(one: Import) -> None:
    """Notes that nothing more happens, where it did not come to an end by itself."""
    now = found(one.id, one.phone)
    if now is not None and not now.is_over:
        _end(replace(now, refused="import-stopped"))


def read_in(one: Import) -> None:
    """Reads a file that was kept, and notes how far it is."""
    try:
        archive = read_archive(_file(one.id).read_bytes())
        one = replace(one, games=len(archive.ids))
        _note(one)

        def told(games: int) -> None:
            _note(replace(one, written=games))
            if not _has_room():
                raise Refused("import-not-kept")

        club = import_to_phone(one.phone, archive, told)
    except SheetFaults as error:
        _end(replace(one, faults=list(error.faults)))
    except Refused as refused:
        _end(replace(one, refused=refused.code))
    else:
        _end(replace(one, written=one.games, club=str(club.pk)))


def forget_stopped() -> None:
    """Ends what a server that was killed has left, when another one starts."""
    _forget_old()
    for file in _folder().glob("*.club"):
        with suppress(OSError, ValueError, TypeError):  # perhaps another version's
            said = json.loads(_state(file.stem).read_text())
            if one := found(file.stem, said["phone"]):
                give_up(one)
        file.unlink(missing_ok=True)


def _has_room() -> bool:
    return shutil.disk_usage(_folder()).free >= LEAST_FREE


def _folder() -> Path:
    return data.DATA_DIR / "imports"


def _file(import_id: str) -> Path:
    return _folder() / f"{import_id}.club"


def _state(import_id: str) -> Path:
    return _folder() / f"{import_id}.json"


def _forget_old() -> None:
    """Removes what nobody asks for any more: it may name people."""
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
    """Whole or not at all, as it may be read at any moment."""
    new = _state(one.id).with_suffix(".new")
    with open(new, "w", opener=_private) as file:
        json.dump(asdict(one), file)
    new.replace(_state(one.id))
