"""Jobs: asked for once, one after the other where they must be, done again after a kill."""

import asyncio
import threading
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from prometheus_client import REGISTRY

from referee.jobs import runner
from referee.jobs.runner import Outcome, Work, ask, settle, take_due, wait_for
from referee.models import Job
from tests.live.serving import elsewhere

pytestmark = pytest.mark.django_db

RATE, REMOVE, IMPORT, WEBHOOK = Job.Kind.RATE, Job.Kind.REMOVE, Job.Kind.IMPORT, Job.Kind.WEBHOOK


@pytest.fixture(autouse=True)
def everything_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Club files need not lie in the data folder."""
    monkeypatch.setitem(runner.WORKS, IMPORT, Work(lambda _job: None, "long"))


def figure(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_what_is_asked_for_twice_is_one_job():
    ask(RATE, "a", "b")
    ask(RATE, "b")
    assert sorted(job.about for job in Job.objects.all()) == ["a", "b"]


@pytest.mark.parametrize("wrong", [{"kind": "burn"}, {"kind": RATE, "about": "a"}])
def test_no_job_is_of_another_kind_or_there_twice(wrong):
    ask(RATE, "a")
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(**wrong)


def test_a_job_is_taken_by_one_and_is_over_when_it_is_done():
    ask(RATE, "a")
    (job,) = take_due()
    assert take_due() == []
    settle(job, Outcome())
    assert take_due() == []
    assert Job.objects.get().due_at is None


def test_what_is_asked_for_while_it_is_done_is_done_once_more():
    """Whatever is committed before a job begins is seen by it."""
    ask(RATE, "a")
    (job,) = take_due()
    ask(RATE, "a")
    assert take_due() == []
    settle(job, Outcome())
    assert take_due() == [job]


def test_in_a_lane_there_is_one_at_a_time_and_who_rested_longest_comes_first():
    ask(REMOVE, "first")
    ask(IMPORT, "second")
    ask(RATE, "beside")
    (first, beside) = take_due()
    assert (first.about, beside.about) == ("first", "beside")
    assert take_due([first, beside]) == []
    settle(first, Outcome())
    assert [job.about for job in take_due([beside])] == ["second"]


def test_what_fails_rests_longer_each_time_and_what_succeeds_no_longer(clock):
    ask(RATE, "a")
    now = 0
    for rest in (10, 20, 40, 80, 160, 300, 300):
        (job,) = take_due()
        settle(job, Outcome(job.due_at, has_failed=True))
        clock(now + rest - 1)
        assert take_due() == []
        now += rest
        clock(now)
    (job,) = take_due()
    settle(job, Outcome(timezone.now()))
    assert [one.tries for one in take_due()] == [0]


def test_what_a_killed_server_held_is_anybodys_and_what_runs_goes_on_being_held(clock):
    ask(RATE, "a")
    (job,) = take_due()
    clock(10)
    assert take_due([job]) == []
    clock(20)
    assert take_due() == []
    clock(26)
    assert take_due() == [job]


def test_a_job_that_was_settled_just_now_is_not_held_as_one_that_runs():
    """The look for others may have begun before its end was noticed."""
    ask(RATE, "a")
    (job,) = take_due()
    settle(job, Outcome(timezone.now()))
    take_due([job])
    assert take_due() == [job]


def test_a_database_that_is_busy_for_a_moment_costs_nobody_the_hold(monkeypatch, clock):
    ask(RATE, "a")
    (job,) = take_due()
    with monkeypatch.context() as busy:
        busy.setattr(QuerySet, "update", Mock(side_effect=OperationalError))
        with pytest.raises(OperationalError):
            take_due([job])
    clock(10)
    take_due([job])
    clock(20)
    assert take_due() == []


def test_a_clock_that_is_set_back_holds_no_job_until_it_is_as_late_again():
    ask(RATE, "a")
    Job.objects.update(held_until=timezone.now() + timedelta(days=1))
    (job,) = take_due()
    assert take_due([job]) == []


def test_who_has_lost_the_hold_does_not_end_that_of_another_server(clock):
    ask(RATE, "a")
    (job,) = take_due()
    clock(16)
    (elsewhere,) = take_due()
    settle(job, Outcome(job.due_at, has_failed=True))
    clock(28)
    take_due([elsewhere])
    assert take_due() == []


@pytest.mark.django_db(transaction=True)
def test_of_many_servers_one_gets_a_job():
    ask(RATE, "a")
    taken: list[Job] = []
    elsewhere(*[lambda: taken.extend(take_due())] * 8)
    assert len(taken) == 1


def test_a_job_for_another_machine_is_left_to_it(monkeypatch):
    elsewhere_only = Work(lambda _job: None, "long", is_here=lambda job: job.about != "there")
    monkeypatch.setitem(runner.WORKS, IMPORT, elsewhere_only)
    ask(IMPORT, "there", "here")
    assert [job.about for job in take_due()] == ["here"]
    assert figure("sushiscore_jobs", kind="import", state="waiting") == 1
    assert figure("sushiscore_jobs", kind="import", state="running") == 1


def test_where_no_server_runs_what_is_waited_for_is_done_here(monkeypatch):
    done = []
    monkeypatch.setitem(runner.WORKS, IMPORT, Work(done.append, "long"))
    ask(IMPORT, "a")
    wait_for(IMPORT, "a", 0)
    assert [job.about for job in done] == ["a"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("outcome", ["done", "failed"])
def test_a_server_does_at_once_what_is_asked_for_and_counts_it(monkeypatch, outcome):
    monkeypatch.setattr(runner, "POLL_SECONDS", 3600.0)
    begun = threading.Event()

    async def do(_job: Job) -> Outcome:
        begun.set()
        if outcome == "failed":
            raise ValueError
        return Outcome()

    monkeypatch.setitem(runner.WORKS, RATE, Work(do, "ratings"))
    before = figure("sushiscore_jobs_ended_total", kind="rate", outcome=outcome)

    def ask_and_wait() -> None:
        try:
            ask(RATE, "a")
            assert begun.wait(60)
            while not Job.objects.filter(kind=RATE, tries=int(outcome == "failed")).exists():
                pass
            if outcome == "done":
                wait_for(RATE, "a", 60)
        finally:
            connection.close()

    async def play() -> None:
        running = asyncio.create_task(runner.run())
        await asyncio.to_thread(ask_and_wait)
        running.cancel()

    asyncio.run(play())
    job = Job.objects.get()
    assert (job.due_at is None) == (outcome == "done")
    assert figure("sushiscore_jobs_ended_total", kind="rate", outcome=outcome) == before + 1
