"""Against guessing: how many wrong codes one address may try."""

import math

from django.http import HttpRequest
from rest_framework.throttling import SimpleRateThrottle


class WrongCodes(SimpleRateThrottle):
    """Ten wrong codes a minute from one address; then that address waits, also with a right one.

    Right codes are not counted: a whole table joins from behind one address.
    """

    rate = "10/min"
    scope = "wrong-codes"
    num_requests: int
    duration: int

    def __init__(self, request: HttpRequest) -> None:
        super().__init__()
        ident = self.get_ident(request)  # type: ignore[arg-type]  # a plain request has META, too
        self.key = self.cache_format % {"scope": self.scope, "ident": ident}

    def seconds_to_wait(self) -> int | None:
        """How long this address must wait before its next try; None when it need not."""
        since = self.timer() - self.duration
        recent = [at for at in self.cache.get(self.key, []) if at > since]
        if len(recent) < self.num_requests:
            return None
        return math.ceil(recent[-1] - since) or 1

    def count(self) -> None:
        """Notes a wrong code."""
        now = self.timer()
        recent = [at for at in self.cache.get(self.key, []) if at > now - self.duration]
        # The latest first, and no more than are asked about.
        self.cache.set(self.key, [now, *recent][: self.num_requests], self.duration)
