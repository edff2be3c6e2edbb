"""What the club has done beside requests: files that are read in, rows of deleted clubs, ratings,
webhooks, and what is too old."""

from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.utils import timezone
from standardwebhooks import Webhook

from ..jobs.runner import Outcome, Work, ask, in_thread, release_held
from ..models import Delivery, Job
from .calling import call
from .services import deleting, kept_answers, ratings, webhooks
from .services.files import imports
from .services.turns import long_work_lock


def resume() -> None:
    """Ask for what a server that was killed has left. Who sent a file that was being read in is
    told to send it again."""
    if not settings.REDIS_URL:  # no other server is there: what is held, the killed one held
        release_held()
    imports.give_up_begun()
    deleting.remove_what_is_left()
    ratings.rate_what_is_stale()
    ask(Job.Kind.FORGET, "")


def _remove(job: Job) -> None:
    with long_work_lock():
        imports.give_up_begun()
        with imports.passing():
            deleting.remove_gone(UUID(job.about))


def _import(_job: Job) -> None:
    with long_work_lock():
        imports.give_up_begun()
        imports.read_all_in()


def _rate(job: Job) -> None:
    ratings.rate_again(UUID(job.about))


async def _send(job: Job) -> Outcome:
    """Send the first delivery that waits for a webhook. Where it cannot be stored what became of
    that, it is sent once more; who listens knows it by its id."""
    delivery = await in_thread(partial(webhooks.next_delivery, UUID(job.about)))
    if delivery is None:
        return Outcome()
    if delivery.due_at and delivery.due_at > timezone.now():
        return Outcome(delivery.due_at)
    headers = headers_of(delivery, timezone.now())
    answer = await call(delivery.webhook.address, headers, delivery.body.encode())
    return await in_thread(partial(webhooks.settle, delivery, answer))


def headers_of(delivery: Delivery, now: datetime) -> dict[str, str]:
    """Return the headers, signed as https://www.standardwebhooks.com says; ``now`` is in UTC."""
    signature = Webhook(delivery.webhook.secret).sign(str(delivery.pk), now, delivery.body)
    return {
        "Content-Type": "application/json",
        "User-Agent": f"SushiScore/{settings.VERSION}",
        "webhook-id": str(delivery.pk),
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signature,
    }


async def _forget(_job: Job) -> Outcome:
    for forget_old in (imports.forget_old, kept_answers.forget_old, webhooks.forget_old):
        await in_thread(forget_old)
    return Outcome(timezone.now() + timedelta(hours=1))


# Imports and removals are at the server's own priority: they rest as long as they hold the
# database, and where they were kept from the processor meanwhile, taps would wait for both.
WORKS: dict[str, Work] = {
    Job.Kind.REMOVE: Work(_remove, "long", seconds=3 * 3600.0, niceness=0),
    Job.Kind.IMPORT: Work(_import, "long", seconds=3 * 3600.0, niceness=0, is_here=imports.is_here),
    Job.Kind.RATE: Work(_rate, "ratings"),
    Job.Kind.WEBHOOK: Work(_send, "webhooks", at_once=16),
    Job.Kind.FORGET: Work(_forget, "forgetting"),
}
