"""A network that loses, doubles and holds back what phones send, as their dice want it."""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Callable, Coroutine
from enum import StrEnum
from functools import partial

from scripts import phones
from scripts.phones import Answer, LostError


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


class Network:
    """The way from phones to one server: how often what has happened, and what is held back.

    ``faults`` says what no server should have answered.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.taps_under_way = 0
        self._held: set[asyncio.Task[None]] = set()
        self._is_closing = asyncio.Event()

    def hold(self, send: Callable[[], Coroutine[None, None, Answer]], seconds: float) -> None:
        """Send something later; nobody waits for its answer."""

        async def deliver() -> None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._is_closing.wait(), seconds)
            with contextlib.suppress(LostError):
                await send()

        task = asyncio.create_task(deliver())
        self._held.add(task)
        task.add_done_callback(self._held.discard)

    async def close(self) -> None:
        """Deliver at once what is still held back."""
        self._is_closing.set()
        await asyncio.gather(*self._held)


class Browser(phones.Browser):
    """Asks over a network, which counts it."""

    def __init__(self, network: Network) -> None:
        super().__init__(network.port)
        self.network = network

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """Send a request that the network does no harm to.

        Raises:
            LostError: where the server is down, or ends before it has answered.
        """
        taps = path.endswith("/taps/")
        self.network.counts["sent"] += 1
        self.network.taps_under_way += taps
        try:
            answer = await super().ask(method, path, body, **headers)
        except LostError as error:
            self.network.counts[str(error)] += 1
            raise
        finally:
            self.network.taps_under_way -= taps
        if answer.status >= 500:
            self.network.faults.append(f"{method} {path} was answered with {answer.status}")
        return answer

    async def ask_badly(
        self, dice: random.Random, method: str, path: str, body: bytes = b"", **headers: str
    ) -> Answer:
        """Send a request over the bad network; the sender's own dice are thrown for its fate.

        Raises:
            LostError: where no answer comes.
        """
        send = partial(self.ask, method, path, body, **headers)
        fate = dice.choices(list(_FATES), weights=list(_FATES.values()))[0]
        self.network.counts[fate] += 1
        if dice.random() < _SLOW:
            await asyncio.sleep(dice.uniform(0, _SLOW_SECONDS))
        if dice.random() < _STALE_COPIES:
            self.network.counts["copied"] += 1
            self.network.hold(send, dice.expovariate(1 / _STALE_SECONDS))
        if fate is Fate.LOST_BEFORE:
            raise LostError
        if fate is Fate.HELD:
            self.network.hold(send, dice.uniform(0, _HELD_SECONDS))
            raise LostError
        answers = await asyncio.gather(*(send() for _ in range(1 + (fate is Fate.TWICE))))
        if fate is Fate.LOST_AFTER:
            raise LostError
        return answers[-1]
