"""Keeps what POSTs that create were answered, so that one that is sent twice creates once."""

import math
from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Count, Min
from django.utils import timezone

from ...models import KeptAnswer
from ...play.services.refusals import Refused

KEPT = timedelta(days=1)
MOST_ANSWERS = 500
"""Answers that are kept for one phone or key."""
AT_MOST = timedelta(minutes=1)
"""Longer than any request takes: what is still under way then was cut off, and may begin anew."""


def begin(owner: str, key: str, digest: str) -> KeptAnswer:
    """Return the answer that is kept for a request, or a new one without ``status``: then the
    request is to be done, and :func:`keep` or :func:`give_up` called.

    Args:
        owner: the phone or key that sends it.
        key: what it calls this request.
        digest: a hash of the request.

    Raises:
        Refused: ``sent-otherwise`` where another request had the same key; ``under-way`` where the
            same one is not answered yet; ``too-many-answers``.
    """
    forget_old()
    now = timezone.now()
    kept = KeptAnswer.objects.filter(owner=owner, key=key)
    answer = kept.first()
    if answer is None:
        moments = KeptAnswer.objects.filter(owner=owner).aggregate(
            first=Min("made_at"), n=Count("pk")
        )
        if moments["n"] >= MOST_ANSWERS:
            seconds = math.ceil((moments["first"] + KEPT - now).total_seconds())
            raise Refused("too-many-answers", most=MOST_ANSWERS, seconds=seconds)
        try:
            return _make(owner, key, digest)
        except IntegrityError:  # the same request, sent at the same moment, was faster
            answer = kept.first()
    if answer and answer.digest != digest:
        raise Refused("sent-otherwise")
    if answer and answer.status is not None:
        return answer
    cut_off = kept.filter(status=None, made_at__lt=now - AT_MOST)
    if answer and cut_off.update(made_at=now):
        return answer
    raise Refused("under-way")


@transaction.atomic
def _make(owner: str, key: str, digest: str) -> KeptAnswer:
    return KeptAnswer.objects.create(owner=owner, key=key, digest=digest)


def keep(answer: KeptAnswer, status: int, body: str, location: str) -> None:
    """Keep what the request was answered."""
    row = KeptAnswer.objects.filter(pk=answer.pk)
    row.update(status=status, body=body, location=location)


def give_up(answer: KeptAnswer) -> None:
    """Forget a request that was refused: it created nothing, and may be sent again."""
    KeptAnswer.objects.filter(pk=answer.pk, status=None).delete()


def forget_names(ids: Collection[UUID]) -> None:
    """Empty the answers that tell of players who are not to be named any more: the same request,
    sent again, still makes nothing more."""
    for id_ in ids:
        KeptAnswer.objects.filter(body__contains=str(id_)).update(body="")


def forget_old() -> None:
    """Delete the answers that are older than a day."""
    KeptAnswer.objects.filter(made_at__lt=timezone.now() - KEPT).delete()
