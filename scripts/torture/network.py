"""A network that loses, doubles and holds back what phones send, as its dice want it."""

import heapq
import http.client
import itertools
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum

PATIENCE = 10.0  # seconds without an answer after which a request counts as lost


class LostError(Exception):
    """No answer came. Whether the request arrived, nobody knows."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a phone sends."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server answers. ``headers`` has their names in small letters."""

    status: int
    headers: Mapping[str, str]
    cookies: tuple[str, ...]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


class Fate(StrEnum):
    """What the network does to a request."""

    ARRIVES = "arrived"
    LOST_BEFORE = "dropped before the server"
    LOST_AFTER = "dropped after the server: the reply"
    TWICE = "sent twice at once"
    HELD = "given up by the phone, to arrive later"


_FATES = {  # in percent
    Fate.ARRIVES: 50,
    Fate.LOST_BEFORE: 14,
    Fate.LOST_AFTER: 14,
    Fate.TWICE: 12,
    Fate.HELD: 10,
}
_STALE_COPIES = 0.3  # of the requests that are sent; each copy comes long after its original
_STALE_SECONDS = 3.0  # after which a stale copy comes, on average
_HELD_SECONDS = 1.0  # by which a request is held back, at most
_SLOW = 0.1  # of the requests take up to that long on their way
_SLOW_SECONDS = 0.05


@dataclass(order=True, slots=True)
class _Late:
    due: float
    turn: int
    request: Request = field(compare=False)


class Network:
    """The way from the phones to one server on this machine. Any thread may use it.

    ``counts`` says how often what has happened; ``faults`` what no server should have answered.
    ``source`` is the address that requests come from, ``patience`` the seconds for an answer.
    """

    def __init__(
        self, port: int, rng: random.Random, *, source: str = "", patience: float = PATIENCE
    ) -> None:
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.port = port
        self._source = (source, 0) if source else None
        self._patience = patience
        self._rng = rng
        self._lock = threading.Lock()
        self._more = threading.Condition(self._lock)
        self._late: list[_Late] = []
        self._turns = itertools.count()
        self._under_way = 0
        self._is_closing = False
        self._postman = threading.Thread(target=self._deliver, daemon=True)
        self._postman.start()

    @property
    def taps_under_way(self) -> int:
        """How many batches of taps are on their way or being answered just now."""
        return self._under_way

    def ask(self, request: Request, rng: random.Random) -> Answer:
        """Sends a request over the bad network.

        Args:
            rng: the sender's own dice, thrown for its fate.

        Raises:
            LostError: where no answer comes.
        """
        fate = rng.choices(list(_FATES), weights=list(_FATES.values()))[0]
        with self._lock:
            self.counts[fate] += 1
        if rng.random() < _SLOW:
            time.sleep(rng.uniform(0, _SLOW_SECONDS))
        if rng.random() < _STALE_COPIES:
            self._post_later(request, rng.expovariate(1 / _STALE_SECONDS), "copied")
        if fate is Fate.LOST_BEFORE:
            raise LostError
        if fate is Fate.HELD:
            self._post_later(request, rng.uniform(0, _HELD_SECONDS), "")
            raise LostError
        answer = self.straight(request)
        if fate is Fate.TWICE:
            answer = self.straight(request)
        if fate is Fate.LOST_AFTER:
            raise LostError
        return answer

    def straight(self, request: Request) -> Answer:
        """Sends a request that the network does no harm to.

        Raises:
            LostError: where the server is down, or ends before it has answered.
        """
        with self._counted(request):
            connection = http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=self._patience, source_address=self._source
            )
            try:
                connection.request(
                    request.method, request.path, request.body or None, dict(request.headers)
                )
                got = connection.getresponse()
                body = got.read()
            except ConnectionRefusedError:
                with self._lock:
                    self.counts["found no server"] += 1
                raise LostError from None
            except (OSError, http.client.HTTPException):
                with self._lock:
                    self.counts["cut off"] += 1
                raise LostError from None
            finally:
                connection.close()
        if got.status >= 500:
            self.faults.append(f"{request.method} {request.path} was answered with {got.status}")
        headers = {name.lower(): value for name, value in got.getheaders()}
        cookies = tuple(got.headers.get_all("Set-Cookie") or ())
        return Answer(got.status, headers, cookies, body)

    def close(self) -> None:
        """Delivers at once what is still held back, and ends."""
        with self._more:
            self._is_closing = True
            self._more.notify()
        self._postman.join()

    @contextmanager
    def _counted(self, request: Request) -> Iterator[None]:
        taps = request.path.endswith("/taps/")
        with self._lock:
            self.counts["sent"] += 1
            self._under_way += taps
        try:
            yield
        finally:
            with self._lock:
                self._under_way -= taps

    def _post_later(self, request: Request, seconds: float, what: str) -> None:
        with self._more:
            if what:
                self.counts[what] += 1
            due = time.monotonic() + seconds
            heapq.heappush(self._late, _Late(due, next(self._turns), request))
            self._more.notify()

    def _deliver(self) -> None:
        while (request := self._next_late()) is not None:
            try:
                self.straight(request)
            except LostError:
                continue  # nobody waits for its answer

    def _next_late(self) -> Request | None:
        """The request whose time has come; None when all are delivered and no more will come."""
        with self._more:
            while True:
                if not self._late:
                    if self._is_closing:
                        return None
                    self._more.wait()
                    continue
                wait = self._late[0].due - time.monotonic()
                if wait <= 0 or self._is_closing:
                    return heapq.heappop(self._late).request
                self._more.wait(wait)
