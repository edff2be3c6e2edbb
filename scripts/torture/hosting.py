"""Who hosts meanwhile: phones are made host, take over, are told no and give it back, one change
after the other; and who holds no seat tries to. The answers say who is host."""

import asyncio
import json
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from scripts.phones import Answer, LostError
from scripts.torture.host import Host
from scripts.torture.network import Browser

HOST = 0
"""Stands for the host's phone, which holds no seat, where others are told by theirs."""
MOST_HOSTS = 2  # beside it: where none is left, the next kill makes the table one without a host
_IS_AWAY = 0.6  # of the server's lives the host's phone does not decide who hosts
_IS_LET = 0.4  # of who asks to take over is told no by nobody
_HERE_SECONDS = 100  # for which a host that was seen is surely there; the product says two minutes
_PAUSE = 0.1  # seconds between tries, and between changes on average
_TWO_MINUTES = """
    UPDATE referee_hosting SET at = {back}, begun_at = {begun_at}, ended_at = {ended_at};
    UPDATE referee_game SET created_at = {created_at};
    UPDATE referee_job SET due_at = {due_at} WHERE kind = 'take-over';
"""


class Hosting:
    """The changes of who hosts, as those who ask for them know them.

    ``browsers`` are those of the seats. ``hosts`` are the seats whose phones are hosts, and
    ``asked`` the one that is to take over, by the last answers; ``under_way`` is the change that
    has no answer yet: what, and of which seat. ``done`` is all that "Who did what" must say,
    ``life`` counts the server's lives, and ``wrong`` says which answers must not have been.
    """

    def __init__(self, host: Host, names: Sequence[str], database: Path, seed: str) -> None:
        self.hosts: list[int] = []
        self.asked: int | None = None
        self.under_way: tuple[str, int] | None = None
        self.done: list[str] = []
        self.wrong: list[str] = []
        self.counts: Counter[str] = Counter()
        self.life = 0
        self._seen = (-1, 0.0)  # in which life, and when, the host's phone was last answered
        self.browsers = {HOST: host.browser}
        self._names = {HOST: "the host’s phone", **dict(enumerate(names, start=1))}
        self._marks: dict[int | None, str] = {}
        self._host, self._database, self._seed = host, database, seed
        self._dice = random.Random(seed)
        self._is_over = self._may_begin = False

    # ------------------------------------------------------------------------- change by change

    async def run(self) -> None:
        """Change who hosts again and again, until it is over."""
        await self._learn_marks()
        while not self._is_over:
            await self._change(self._dice.choice(self._ways()))
            await asyncio.sleep(self._dice.uniform(0, 2 * _PAUSE))
        # At last no page has anything to tell that it does not go on telling.
        if self.asked:
            await self._change(self._take_back_question)
        self.let_time_pass()
        await self._change(self._make_host)

    def end(self) -> None:
        """Let the last changes come."""
        self._is_over = True

    def _ways(self) -> list[Callable[[], Awaitable[None]]]:
        ways: list[Callable[[], Awaitable[None]]] = []
        if self.asked:
            no = [] if self._may_begin else [self._say_no, self._take_back_question]
            ways += [self._ask, *no]
        elif not self.hosts:
            ways += [self._ask, self._ask]
        if len(self.hosts) < MOST_HOSTS and self._deciders():
            ways += [self._make_host]
        return ways + [self._end_hosting] * len(self.hosts)

    def _deciders(self) -> list[int]:
        is_away = random.Random(f"{self._seed} {self.life}").random() < _IS_AWAY
        return self.hosts if is_away and not self._is_over else [HOST, *self.hosts]

    async def _change(self, way: Callable[[], Awaitable[None]]) -> None:
        await way()
        self.under_way = None

    async def _make_host(self) -> None:
        """A host makes a phone the host too."""
        by = self._dice.choice(self._deciders())
        seat = self._dice.choice([one for one in self._others() if one != self.asked])
        self.under_way = ("make host", seat)
        answer, _again = await self._set_host(by, seat, is_host=True)
        if answer.status == 200:
            self.hosts.append(seat)
            self._note(by, "made", f"{self._names[seat]} host too")
        else:
            self._was_wrong("a phone was not made host", answer)

    async def _end_hosting(self) -> None:
        """A host ends what another is, or gives it back itself."""
        seat = self._dice.choice(self.hosts)
        by = self._dice.choice([seat, *self._deciders()])
        self.under_way = ("end", seat)
        answer, is_again = await self._set_host(by, seat, is_host=False)
        # Who has given it back and was not answered may not do it again.
        if answer.status == 200 or (answer.status == 403 and is_again and by == seat):
            self.hosts.remove(seat)
            if by == seat:
                self._note(by, "is host no longer")
            else:
                self._note(by, "took it back", f"from {self._names[seat]}")
        else:
            self._was_wrong("a phone stays host", answer)

    async def _ask(self) -> None:
        """A player asks to take over, or once more, or beside somebody else."""
        seat = self._dice.choice([one for one in self._others() for _ in range(3)])
        seat = self.asked if self.asked and self._dice.random() < 0.7 else seat
        self.under_way = ("ask", seat)
        answer, _again = await self._send(seat, "PUT", "take-over")
        if answer.status == 409:
            self.counts["refused"] += 1
            return
        row = json.loads(answer.text) if answer.status == 200 else {}
        if not row or row["seat"] not in (seat, self.asked):
            self._was_wrong("a player may not ask to take over", answer)
            return
        if self.asked and row["seat"] != self.asked:
            self._has_begun()  # nobody has seen that host yet, either
        if self.asked is None:
            self.asked = seat
            self._may_begin = self._dice.random() < _IS_LET
            self._note(seat, "asked to take over")
            life, when = self._seen
            if life == self.life and time.monotonic() - when < _HERE_SECONDS:
                self._was_wrong("a player may take over though the host is here", answer)
        if row["begun_at"]:
            self._has_begun()

    async def _say_no(self) -> None:
        """Somebody says no to who takes over."""
        others = [seat for seat in self.browsers if seat not in (HOST, self.asked)]
        await self._answer_no(self._dice.choice([*others, *self._deciders()]))

    async def _take_back_question(self) -> None:
        """Who takes over thinks better of it."""
        await self._answer_no(self.asked or HOST)

    async def _answer_no(self, by: int) -> None:
        seat = self.asked or HOST
        self.under_way = ("no", seat)
        answer, is_again = await self._send(by, "DELETE", "take-over")
        told, _again = await self._send(seat, "GET", "take-over")
        row = json.loads(told.text) if told.status == 200 else {}
        is_there = row.get("seat") == seat
        if is_there and row["begun_at"] and answer.status == 409:
            self._has_begun()  # it was too late
        elif not is_there and (answer.status == 204 or (answer.status in (404, 409) and is_again)):
            self.asked = None
            own, no = "took the question back", f"to {self._names[seat]}"
            self._note(by, own) if by == seat else self._note(by, "said no", no)
        else:
            self._was_wrong(f"of a no has become {told.text}", answer)

    def let_time_pass(self) -> None:
        """Have two minutes pass for who hosts, as far as the database knows of time."""
        columns = ("at", "begun_at", "ended_at", "created_at", "due_at")
        past = {name: f"strftime('%Y-%m-%d %H:%M:%f', {name}, '-121 seconds')" for name in columns}
        with closing(sqlite3.connect(self._database, timeout=10)) as connection, connection:
            connection.execute("PRAGMA synchronous = OFF")  # it holds up no server
            for change in _TWO_MINUTES.format(back=past.pop("at"), **past).split(";"):
                connection.execute(change)

    def _has_begun(self) -> None:
        seat, self.asked = self.asked or HOST, None
        self.hosts.append(seat)
        self._note(seat, "took over")

    # ------------------------------------------------------------------- who may never be host

    async def try_without_seat(self, television: Browser) -> None:
        """Who watches, and who is nobody, try every way to be host and to decide who is."""
        await self._learn_marks()
        mark, is_host = f"phones/{self._marks[None]}", {"is_host": True}
        tries = [self._request(self._host.browser, "PATCH", mark, is_host)]
        tries.append(partial(television.post_form, self._host.table, {"do": "take-over"}))
        for who in (television, Browser(television.network)):
            tries.append(self._request(who, "PUT", "take-over", {}))
            tries.append(self._request(who, "DELETE", "take-over", {}))
            tries.append(self._request(who, "PATCH", mark, is_host))
        for send in tries:
            answer, _again = await self._until_answered(send)
            self.counts["tries without a seat"] += 1
            if answer.status not in (401, 403, 404, 409):
                self._was_wrong("who holds no seat may be host", answer)

    # ------------------------------------------------------------------------------ small steps

    def _others(self) -> list[int]:
        """The seats whose phones are players'."""
        return [seat for seat in self.browsers if seat != HOST and seat not in self.hosts]

    def _note(self, by: int, what: str, whom: str = "") -> None:
        self.counts[what] += 1
        self.done.append(f"{self._names[by]} {what} {whom}".strip())

    def _was_wrong(self, what: str, answer: Answer) -> None:
        self.wrong.append(f"{what}, after {self.done[-3:]}: {answer.status} {answer.text[:300]}")

    async def _learn_marks(self) -> None:
        answer, _again = await self._send(1, "GET", "phones")
        phones: list[dict[str, Any]] = json.loads(answer.text)["results"]
        self._marks = {phone["seat"]: phone["id"] for phone in phones}

    async def _set_host(self, by: int, seat: int, *, is_host: bool) -> tuple[Answer, bool]:
        return await self._send(by, "PATCH", f"phones/{self._marks[seat]}", is_host=is_host)

    async def _send(self, by: int, method: str, path: str, **sent: object) -> tuple[Answer, bool]:
        life = self.life
        answered = await self._until_answered(self._request(self.browsers[by], method, path, sent))
        if by == HOST and life == self.life:
            self._seen = (life, time.monotonic())
        return answered

    def _request(
        self, who: Browser, method: str, path: str, sent: dict[str, object]
    ) -> Callable[[], Awaitable[Answer]]:
        path, body = f"/api/v1/games/{self._host.game}/{path}/", json.dumps(sent).encode()
        more = {"Content_Type": "application/json"} if sent else {}
        return lambda: who.ask(method, path, body if sent else b"", **more)

    async def _until_answered(self, send: Callable[[], Awaitable[Answer]]) -> tuple[Answer, bool]:
        """The answer, and whether it was asked for more than once; nobody knows then what has
        become of it before."""
        is_again = False
        while True:
            try:
                return await send(), is_again
            except LostError:
                self.counts["unanswered"] += 1
                is_again = True
                await asyncio.sleep(_PAUSE)
