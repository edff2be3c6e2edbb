"""What play has done beside requests: that who takes over is the host once nobody has said no."""

from functools import partial
from uuid import UUID

from ..jobs.runner import Outcome, Work, in_thread
from ..models import Job
from .services.hosts import begin_if_due


async def _take_over(job: Job) -> Outcome:
    return Outcome(await in_thread(partial(begin_if_due, UUID(job.about))))


WORKS: dict[str, Work] = {Job.Kind.TAKE_OVER: Work(_take_over, "take-overs", at_once=16)}
