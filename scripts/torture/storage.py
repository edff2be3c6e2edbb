"""What becomes of the database in `make faults`: locked, full, gone, read-only."""

import asyncio
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager

from scripts.phones import TOKEN, Browser, LostError, found
from scripts.torture.attacks import Did, words
from scripts.torture.home import Home, told

FAULT_SECONDS = 6.0  # longer than the server waits for a lock
GOOD = ("200", "302", "304", "503")


@contextmanager
def locked(home: Home) -> Iterator[None]:
    """Another program holds the lock."""
    with closing(sqlite3.connect(home.database, isolation_level=None, timeout=10)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def full(home: Home) -> Iterator[None]:
    """Nothing can be written beyond the first pages of a file."""
    home.limit_files_to(64 * 1024)
    yield
    home.limit_files_to(-1)


@contextmanager
def gone(home: Home) -> Iterator[None]:
    """The files are elsewhere, and come back.

    Raises:
        RuntimeError: where an empty database was made in their place.
    """
    away = home.data / "away"
    away.mkdir()
    for file in home.files():
        if file.exists():  # the log goes by itself with the last who reads
            file.rename(away / file.name)
    yield
    is_made = home.database.exists()
    for file in sorted(away.iterdir(), reverse=True):  # the database itself comes last
        file.replace(home.data / file.name)
    away.rmdir()
    if is_made:
        raise RuntimeError("an empty database was made in the place of the one that is gone")


@contextmanager
def read_only(home: Home) -> Iterator[None]:
    """Neither the folder nor the files may be written."""
    for file in home.files():
        if file.exists():
            file.chmod(0o444)
    home.data.chmod(0o555)
    yield
    home.data.chmod(0o700)
    for file in home.files():
        file.chmod(0o600)


STORAGE: dict[str, Callable[[Home], AbstractContextManager[None]]] = {
    "locked": locked,
    "full": full,
    "gone": gone,
    "read-only": read_only,
}


async def without_database(home: Home, what: str, host: Browser, table: str, seconds: float) -> Did:
    """A fault of the database begins and ends while pages are asked for and forms are sent."""
    did = Did(f"database {what} for {seconds:.0f} s")
    counts: Counter[str] = Counter()
    slow: list[float] = []
    is_over = asyncio.Event()
    form = {"csrfmiddlewaretoken": found(TOKEN, (await host.get(table)).text), "do": "anyone"}

    async def visit() -> None:
        while not is_over.is_set():
            for ask in (lambda: host.get(table), lambda: host.post_plain(table, form)):
                try:
                    answer = await ask()
                    counts[told(answer.status, answer.headers)] += 1
                except LostError:
                    counts["none"] += 1
            await asyncio.sleep(0.1)

    async def look() -> None:
        while not is_over.is_set():
            began = time.monotonic()
            try:
                status = (await Browser(home.port, patience=5).get("/rules/")).status
            except LostError:
                status = 0
            slow.append(time.monotonic() - began if status == 200 else 99.0)
            await asyncio.sleep(0.2)

    try:
        with STORAGE[what](home):
            working = [asyncio.create_task(work()) for work in (*[visit] * 4, look)]
            await asyncio.sleep(seconds)
    except RuntimeError as error:
        did.wrong.append(str(error))
    is_over.set()
    await asyncio.gather(*working)
    did.answered = f"{words(counts)}; the rules at most after {max(slow, default=0):.2f} s"
    did.wrong += [f"{n} × {one}" for one, n in counts.items() if one not in GOOD]
    if max(slow, default=0) > 1:
        did.wrong.append(f"a page without a database took {max(slow):.1f} s")
    return did
