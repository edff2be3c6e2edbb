"""Does jobs in the server's event loop, and what takes the processor in processes of its own."""

import asyncio
import inspect
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple, TypeVar

import django
from django.db import connections, transaction
from django.db.models import Case, F, Q, Value, When
from django.utils import timezone

from ..hosting.metrics import JOBS, JOBS_ENDED, count_from_zero
from ..models import Job
from .processes import in_own_process

T = TypeVar("T")

POLL_SECONDS = 5.0
"""Between two looks for what has come to be due, or was left by another process."""
HELD = timedelta(seconds=15)
"""For which a job is held by who does it, and renews that: after a kill it is anybody's."""
_REST, _LONGEST_REST = timedelta(seconds=10), timedelta(minutes=5)
"""After a failure; it doubles with each that follows, so that what always fails takes no turns of
others."""
_THREAD = ThreadPoolExecutor(1, "jobs")
_log = logging.getLogger(__name__)


class Outcome(NamedTuple):
    """When a job is to be done again, None for never; and whether it has failed."""

    due_at: datetime | None = None
    has_failed: bool = False


@dataclass(frozen=True)
class Work:
    """How jobs of a kind are done: by a coroutine function in the loop, or by another function in a
    process of its own, with so many ``seconds`` and behind others by ``niceness``.

    Of kinds with the same ``lane`` a server does so many ``at_once``; ``is_here`` says whether this
    machine can do a job.
    """

    do: Callable[[Job], Coroutine[Any, Any, Outcome] | None]
    lane: str
    at_once: int = 1
    seconds: float = 3600.0
    niceness: int = 10
    is_here: Callable[[Job], bool] = lambda _job: True


WORKS: dict[str, Work] = {}
"""By kind; the rooms' ``jobs`` modules say what stands in it."""
_runners: dict[asyncio.AbstractEventLoop, asyncio.Event] = {}
"""What wakes the runner of a loop. It stays when that has ended: nothing is done in its place."""


def ask(kind: Job.Kind, *about: object, phone: str = "", due_at: datetime | None = None) -> None:
    """Have jobs done beside the request, one about each of these, once what asks for them is
    committed, or at ``due_at`` if that is later. Asked for twice it is one; asked for while it is
    done, it is done once more. Where no server runs, as in a command, the next one does them."""
    due = due_at or timezone.now()
    # In order, so that two who ask for the same wait for each other and not both for ever.
    jobs = [Job(kind=kind, about=each, phone=phone, due_at=due) for each in sorted(map(str, about))]
    Job.objects.bulk_create(
        jobs, update_conflicts=True, unique_fields=["kind", "about"], update_fields=["due_at"]
    )
    transaction.on_commit(_wake, robust=True)


def wait_for(kind: Job.Kind, about: str, seconds: float) -> None:
    """Wait up to ``seconds`` until a job is over. Where no server runs, do it here."""
    jobs = Job.objects.filter(kind=kind, about=about, due_at__isnull=False)
    if not _runners:
        WORKS[kind].do(jobs.get())
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and jobs.exists():
        time.sleep(0.05)


def _wake() -> None:
    """Let the runner look soon for what is due."""
    for loop, woken in tuple(_runners.items()):
        with suppress(RuntimeError):  # the loop has just ended
            loop.call_soon_threadsafe(woken.set)


async def in_thread(work: Callable[[], T]) -> T:
    """Do something with rows in the runner's own thread."""

    def done() -> T:
        try:
            return work()
        finally:
            connections.close_all()  # Django does this only at the end of a request

    return await asyncio.get_running_loop().run_in_executor(_THREAD, done)


def take_due(running: Collection[Job] = ()) -> list[Job]:
    """Go on holding the jobs that run here; hold and return those for which there is room, the ones
    first that have rested longest."""
    for job in running:
        _hold(job)
    now, taken, waiting = timezone.now(), list[Job](), Counter[str]()
    busy = Counter(WORKS[job.kind].lane for job in running)
    # Nobody holds a job, or lets it rest, longer than this: then the clock was set back.
    is_free = Q(held_until__lte=now) | Q(held_until__gt=now + _LONGEST_REST)
    for job in Job.objects.filter(is_free, due_at__lte=now).order_by("held_until"):
        work = WORKS[job.kind]
        if busy[work.lane] >= work.at_once or not work.is_here(job):
            waiting[job.kind] += 1
        elif _hold(job):
            busy[work.lane] += 1
            taken.append(job)
    for kind in WORKS:
        JOBS.labels(kind, "waiting").set(waiting[kind])
        JOBS.labels(kind, "running").set(sum(job.kind == kind for job in (*running, *taken)))
    return taken


def _hold(job: Job) -> bool:
    """Hold a job, unless another process was quicker or it is settled by now."""
    until = timezone.now() + HELD
    if not Job.objects.filter(pk=job.pk, held_until=job.held_until).update(held_until=until):
        return False
    job.held_until = until  # not before: a database that was busy for a moment is asked again
    return True


def release_held() -> None:
    """Let jobs be anybody's that a killed server held; those that rest after a failure go on."""
    now = timezone.now()
    Job.objects.filter(tries=0, held_until__gt=now).update(held_until=now)


def settle(job: Job, outcome: Outcome) -> None:
    """Note what became of a job that was taken. One that was asked for meanwhile stays due; one
    that another process has taken since, as nobody renewed the hold, is that one's to settle."""
    tries = job.tries + 1 if outcome.has_failed else 0
    rest = min(_REST * 2 ** min(job.tries, 10), _LONGEST_REST) if tries else timedelta(0)
    Job.objects.filter(pk=job.pk, held_until=job.held_until).update(
        tries=tries,
        held_until=timezone.now() + rest,
        due_at=Case(When(due_at=job.due_at, then=Value(outcome.due_at)), default=F("due_at")),
    )


async def run() -> None:
    """Do what is due, until it is cancelled."""
    woken = _runners[asyncio.get_running_loop()] = asyncio.Event()
    running: dict[asyncio.Task[None], Job] = {}
    count_from_zero(*WORKS)
    try:
        while True:
            woken.clear()
            due: list[Job] = []
            try:
                due = await in_thread(partial(take_due, list(running.values())))
            except Exception:  # whatever it is, it is tried again: nobody else would begin anew
                _log.exception("the jobs could not be read")
            for job in due:
                task = asyncio.create_task(_do(job))
                running[task] = job
                task.add_done_callback(running.pop)
                task.add_done_callback(lambda _done: woken.set())
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await woken.wait()
    finally:
        for task in running:
            task.cancel()


async def _do(job: Job) -> None:
    """Do a job that was taken, and note what became of it."""
    work, outcome = WORKS[job.kind], Outcome(job.due_at, has_failed=True)
    how: Any = {"seconds": work.seconds, "niceness": work.niceness, "prepare": django.setup}
    try:
        if inspect.iscoroutinefunction(work.do):
            outcome = await work.do(job)
        else:
            await asyncio.to_thread(partial(in_own_process, work.do, job, **how))
            outcome = Outcome()
    except Exception:
        _log.warning("a job has broken off: %s", job.kind, exc_info=True)
    JOBS_ENDED.labels(job.kind, "failed" if outcome.has_failed else "done").inc()
    try:
        await in_thread(partial(settle, job, outcome))
    except Exception:  # it is done once more, when nobody holds it any longer
        _log.exception("what became of a job could not be stored")
