"""Keeps a club file that somebody has sent in the data folder, and how far its import is in a job.

Another process does the import.
"""

import json
import math
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.db.models import Q, QuerySet
from django.utils import timezone

from ....access.throttle import Throttle
from ....hosting import data
from ....jobs import runner
from ....models import Job
from ....play.services.refusals import Refused
from ....rules import Fault, SheetFaults
from ..deleting import remove_what_is_left
from ..turns import LET_PASS, long_work_lock, turn
from .import_club import can_import, import_to_phone
from .read_club_file import SMALL, read_archive

IMPORTS = Throttle("imports", most=20, seconds=3600)
"""Files of one address."""
MOST_LARGE, MOST = 3, 12
"""Files that are larger than ``SMALL``, and all files, that wait or are being read in."""
_KEPT = timedelta(days=1)
_KEPT_WITHOUT_JOB = timedelta(minutes=10)
"""Of a file that nobody will read in: who kept it was killed, or was of another version."""
LEAST_FREE = 1024**3
"""Bytes of the disk that no import takes; a file can become 150 times as large in the database."""


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
    if any(not before.is_over for before in unseen(phone)):
        raise Refused("import-under-way")
    if wait := IMPORTS.seconds_to_wait(address):
        raise Refused("too-many-imports", seconds=wait)
    if not can_import(phone):
        raise Refused("club-has-games")
    IMPORTS.count(address)
    kept = keep(phone, pieces)
    runner.wait_for(Job.Kind.IMPORT, kept.id, seconds)
    return kept


def keep(phone: str, pieces: Iterable[bytes]) -> Import:
    """Store a file that a phone or a key has sent, and ask for its import.

    Raises:
        Refused: ``import-not-kept``, or ``imports-wait`` where too many wait.
    """
    made = Import(uuid4().hex)
    try:
        _folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        forget_old()
        if not _has_room():
            raise Refused("import-not-kept")
        # For the server's user only.
        private = partial(os.open, mode=0o600)
        with open(_file(made.id), "xb", opener=private) as file:
            file.writelines(pieces)
        there = sizes()
        is_large, large = there[made.id] > SMALL, sum(size > SMALL for size in there.values())
        if len(there) > MOST or (is_large and large > MOST_LARGE):
            raise Refused("imports-wait")
        runner.ask(Job.Kind.IMPORT, made.id, phone=phone)
    except BaseException as error:
        _file(made.id).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise Refused("import-not-kept") from None
        raise
    return made


def find(import_id: str) -> Import | None:
    """Return an import by its id, which nobody can guess; None for a forgotten one."""
    return next(map(_read, _jobs().filter(about=import_id)), None)


def unseen(phone: str) -> list[Import]:
    """Return the phone's or key's import that runs, and those whose outcome it has not seen."""
    imports = map(_read, _jobs().filter(phone=phone).exclude(phone=""))
    return sorted(imports, key=lambda state: state.is_over)


def mark_seen(state: Import) -> None:
    """Note that the phone has seen the outcome."""
    _jobs().filter(about=state.id).update(phone="")


def give_up(state: Import) -> None:
    """Mark an import as failed if it did not end by itself."""
    now = find(state.id)
    if now is not None and not now.is_over:
        _end(replace(now, refused="import-stopped"))


def give_up_begun() -> None:
    """Mark as failed what a process that died had begun, unless another one is importing; what it
    has left is removed."""
    if not any(state.is_begun for state in _running()):
        return
    with suppress(BlockingIOError), long_work_lock(wait=False):
        for state in _running():
            if state.is_begun:
                give_up(state)
        remove_what_is_left()


def read_all_in() -> None:
    """Import all files that wait, the smallest first."""
    while state := _next():
        read_in(state)


@contextmanager
def passing(below: float = math.inf) -> Iterator[None]:
    """Let files of fewer bytes pass what is done here, wherever that can be interrupted: nobody
    waits for a stranger's large file."""

    def let_pass() -> None:
        while state := _next(below):
            with suppress(Exception):  # what is passed goes on
                read_in(state)
            give_up(state)

    before = LET_PASS.set(let_pass)
    try:
        yield
    finally:
        LET_PASS.reset(before)


def read_in(state: Import) -> None:
    """Import a stored file and note the progress."""
    state = replace(state, is_begun=True)
    _note(state)
    source = _file(state.id).read_bytes()
    try:
        # Those that pass one another lie in the memory together: all of them are less than two.
        with passing(len(source) / 2):
            archive = read_archive(source)
            state = replace(state, games=len(archive.ids))
            _note(state)

            def note_written(games: int) -> None:
                _note(replace(state, written=games))
                if not _has_room():
                    raise Refused("import-not-kept")

            club = import_to_phone(lambda: _sender(state), archive, note_written)
    except SheetFaults as error:
        _end(replace(state, faults=list(error.faults)))
    except Refused as refused:
        _end(replace(state, refused=refused.code))
    else:
        _end(replace(state, written=state.games, club=str(club.pk)))


def sizes() -> dict[str, int]:
    """Return the length of each file here that waits or is being read in, by its import's id."""
    there = {}
    for file in _folder().glob("*.club"):
        with suppress(FileNotFoundError):  # it came to its end just now
            there[file.stem] = file.stat().st_size
    return there


def is_here(job: Job) -> bool:
    """Return whether a job's file lies in this data folder, and not in that of another machine."""
    return _file(job.about).exists()


def forget_old() -> None:
    """Delete results that nobody asked for in time, which may contain names; files that no job is
    about; and jobs that are over."""
    old = Job.objects.filter(made_at__lt=timezone.now() - _KEPT)
    old.filter(Q(kind=Job.Kind.IMPORT) | Q(due_at=None)).delete()
    files = list(_folder().glob("*"))  # before the jobs, which come after their files
    waiting = {state.id for state in _running()}
    for file in files:
        kept = _KEPT if file.stem in waiting else _KEPT_WITHOUT_JOB
        with suppress(OSError):
            if file.stat().st_mtime < time.time() - kept.total_seconds():
                file.unlink()


def _next(below: float = math.inf) -> Import | None:
    """Return the smallest file that waits, if it has fewer bytes."""
    there = sizes()
    waiting = [state for state in _running() if state.id in there and not state.is_begun]
    smallest = min(waiting, key=lambda state: there[state.id], default=None)
    return smallest if smallest and there[smallest.id] < below else None


def _jobs() -> QuerySet[Job]:
    return Job.objects.filter(kind=Job.Kind.IMPORT)


def _running() -> list[Import]:
    return [_read(job) for job in _jobs().filter(due_at__isnull=False)]


def _read(job: Job) -> Import:
    state = json.loads(job.progress) if job.progress else {}
    state["faults"] = [Fault(*fault) for fault in state.get("faults", ())]
    return Import(**{**state, "id": job.about, "is_over": job.due_at is None})


def _has_room() -> bool:
    return shutil.disk_usage(_folder()).free >= LEAST_FREE


def _folder() -> Path:
    return data.DATA_DIR / "imports"


def _sender(state: Import) -> str:
    """Return the present id of the phone that sent a file, and hold it until the end of the
    transaction."""
    phones = _jobs().select_for_update().filter(about=state.id).values_list("phone", flat=True)
    if phone := phones.first():
        return phone
    raise Refused("import-stopped")


def _file(import_id: str) -> Path:
    return _folder() / f"{import_id}.club"


def _end(state: Import) -> None:
    _note(state, due_at=None)
    _file(state.id).unlink(missing_ok=True)


def _note(state: Import, **of_job: Any) -> None:
    with turn(pauses=False):
        _jobs().filter(about=state.id).update(progress=json.dumps(asdict(state)), **of_job)
