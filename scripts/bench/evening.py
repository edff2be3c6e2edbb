"""Whether taps stay quick on a night of many tables. `make bench-evening`; AIM below.

Sixty phones sit at fifteen tables and tap as in `make load`, each a card every six seconds (EVERY=2
is as often as there); a screen follows the evening. While they tap, an organiser draws the next
tables; then everybody looks where they sit, the tables begin, and they tap on there: four draws.
One process serves, on SQLite. On loopback; stops by itself.
"""

import argparse
import asyncio
import contextlib
import os
import platform
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from uuid import uuid4

import psutil

from scripts.bench.load import BURST, Measured, Phone, Site, Table, p95, put_up, stored
from scripts.bench.scoring import verdict
from scripts.phones import STREAM, TOKEN, Browser, LostError, found
from sushiscore.run import allow_many_files, migrate, prepare_data

PEOPLE, AT_A_TABLE, DRAWS = 60, 4, 4
TABLES = PEOPLE // AT_A_TABLE
AIM_TAP = 0.25
EVERY = 6.0
BURSTS, PATIENCE = 2, 60.0
"""Of taps at a draw's tables before the next is drawn; and the seconds that a draw may take."""
GLANCE = 1.0  # seconds between two looks of the screen, as static/js/live.js has it
ORGANISER, SCREEN = "organiser", "screen"


@dataclass(eq=False)
class Evening:
    """An evening, the cookies of its phones by entrant, and what was met."""

    id: str
    cookies: dict[int, str]
    organiser: str
    screen: str
    measured: Measured = field(default_factory=Measured)
    drawn: list[float] = field(default_factory=list)
    """The seconds that each draw took."""
    begun: list[float] = field(default_factory=list)
    """The seconds that it took to begin a table."""
    pages: list[float] = field(default_factory=list)
    """The seconds until a phone saw where it sits."""
    while_drawn: list[float] = field(default_factory=list)
    """The seconds of the taps that were answered while tables were drawn."""

    @property
    def page(self) -> str:
        """The address of its page."""
        return f"/tables/{self.id}/"


def set_up() -> Evening:
    """An evening with a phone for each of its people, and a screen."""
    from django.core.signing import get_cookie_signer
    from django.db import connection, transaction

    from referee.models import Tournament
    from referee.play.services.clubs import club_for
    from referee.tournament.services.entering import come_in, watch
    from referee.tournament.services.setting_up import begin_tournament

    sign = get_cookie_signer(salt="phonephone").sign
    with transaction.atomic():
        club = club_for(ORGANISER)
        plan = Tournament(ruleset="sushi-go", draws=DRAWS, largest=AT_A_TABLE)
        evening = begin_tournament(club.pk, uuid4(), plan)
        cookies = {}
        for nth in range(PEOPLE):
            entrant = come_in(evening.pk, f"phone {nth}", f"Person {nth}")
            cookies[entrant.pk] = sign(f"phone {nth}")
        watch(evening.pk, SCREEN)
    connection.close()
    return Evening(str(evening.pk), cookies, sign(ORGANISER), sign(SCREEN))


def tables_of(evening: Evening, number: int) -> list[Table]:
    """The tables of a draw, which have begun."""
    from django.core.signing import get_cookie_signer
    from django.db import connections

    from referee.access.games import stream_token, visit_of
    from referee.models import DrawnTable
    from referee.play.views.responses import live_path

    unsign = get_cookie_signer(salt="phonephone").unsign
    tables = []
    drawn = DrawnTable.objects.filter(draw__tournament=evening.id, draw__number=number)
    for table in drawn.prefetch_related("seats"):
        cookies = [evening.cookies[seat.entrant_id] for seat in table.seats.all()]
        game = table.game_id
        visits = [visit_of(unsign(cookie), game) for cookie in cookies]
        streams = [f"{live_path(game)}?token={stream_token(visit)}" for visit in visits]
        tables.append(Table(str(game), cookies, streams))
    connections.close_all()
    return tables


class Night:
    """What the organiser, the screen and everybody with a phone do, one draw after the other."""

    def __init__(self, site: Site, evening: Evening, every: float) -> None:
        self.evening, self.port, self.every = evening, site.ports[0], every
        self._organiser = Browser(self.port, {"phone": evening.organiser}, patience=PATIENCE)
        self._playing: list[tuple[Phone, asyncio.Task[None]]] = []

    async def go_on(self) -> None:
        """Everything until the last tables have been played at."""
        screen = asyncio.create_task(self._watch())
        try:
            for number in range(1, DRAWS + 1):
                await self._draw(number)
                await self._leave()
                await self._look()
                await self._begin(number)
                await asyncio.sleep(BURSTS * BURST * self.every)
            await self._leave()
        finally:
            screen.cancel()
            await asyncio.gather(screen, return_exceptions=True)

    async def _draw(self, number: int) -> None:
        """Draw while the phones tap at the tables of the draw before."""
        path, measured = f"{self.evening.page}organise/", self.evening.measured
        token = found(TOKEN, (await self._organiser.get(path)).text)
        fields = {"do": "draw", "number": number, "even_open": "1", "csrfmiddlewaretoken": token}
        before, began = len(measured.taps), now()
        answer = await self._organiser.post_plain(path, fields)
        if answer.status != 302:
            raise RuntimeError(f"No tables were drawn: {answer.status}")
        self.evening.drawn.append(now() - began)
        await asyncio.sleep(0.2)  # the taps that waited for it
        self.evening.while_drawn += measured.taps[before:]

    async def _leave(self) -> None:
        for phone, _task in self._playing:
            phone.stop()
        await asyncio.gather(*(task for _phone, task in self._playing))
        self._playing = []

    async def _look(self) -> None:
        """Everybody looks where they sit, all at once."""

        async def look(cookie: str) -> None:
            browser, began = Browser(self.port, {"phone": cookie}), now()
            answer = await browser.get(self.evening.page)
            browser.close()
            if answer.status != 200:
                raise RuntimeError(f"No table was shown: {answer.status}")
            self.evening.pages.append(now() - began)

        await asyncio.gather(*map(look, self.evening.cookies.values()))

    async def _begin(self, number: int) -> None:
        """Begin every table, one after the other."""
        page = await self._organiser.get(f"{self.evening.page}organise/")
        token = {"csrfmiddlewaretoken": found(TOKEN, page.text)}
        for table in range(1, TABLES + 1):
            began = now()
            path = f"{self.evening.page}draw/{number}/table/{table}/start/"
            answer = await self._organiser.post_plain(path, token)
            if answer.status != 302:
                raise RuntimeError(f"A table did not begin: {answer.status}")
            self.evening.begun.append(now() - began)
        for table in await asyncio.to_thread(tables_of, self.evening, number):
            for place in range(1, AT_A_TABLE + 1):
                phone = Phone(self.port, table, place, self.evening.measured, every=self.every)
                self._playing.append((phone, asyncio.create_task(phone.play())))

    async def _watch(self) -> None:
        """The screen: it hears of every change and fetches what it shows, once a second at most."""
        browser, page = (
            Browser(self.port, {"phone": self.evening.screen}),
            self.evening.page + "hall/",
        )
        news = asyncio.Event()

        async def hear() -> None:
            while True:
                with contextlib.suppress(LostError):
                    stream = unescape(found(STREAM, (await browser.get(page)).text))
                    async for _version in browser.told(stream):
                        news.set()
                await asyncio.sleep(GLANCE)

        hearing = asyncio.create_task(hear())
        try:
            while True:
                await news.wait()
                news.clear()
                with contextlib.suppress(LostError):
                    await browser.get(page, HX_Request="true")
                await asyncio.sleep(GLANCE)
        finally:
            hearing.cancel()
            browser.close()


now = time.perf_counter


def measure(every: float) -> None:
    """Let an evening pass, and print what was met."""
    allow_many_files()
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"SUSHISCORE_DATA": data, "DJANGO_SETTINGS_MODULE": "sushiscore.settings"}
        os.environ |= {"DATABASE_URL": "", "REDIS_URL": ""}
        prepare_data()
        migrate()
        evening = set_up()
        with put_up(Path(data), 1, "") as site:
            before, began = site.seconds(), now()
            asyncio.run(Night(site, evening, every).go_on())
            took, spent = now() - began, site.seconds()
        show(evening, {part: spent[part] - before[part] for part in spent}, took)


def show(evening: Evening, spent: dict[str, float], took: float) -> None:
    """Print the figures, and what was aimed at; ``spent`` is the processor time of each part."""
    measured = evening.measured
    taps, lost = measured.taps, len(measured.acknowledged) - stored(measured.acknowledged)
    quick, none = verdict(p95(taps) <= AIM_TAP), verdict(not lost and not measured.failed)
    busy = ", ".join(f"{part} {used / took:.2f}" for part, used in spent.items())
    load = os.getloadavg()[0]
    print(f"\n{psutil.cpu_count()} cores, load {load:.1f}, Python {platform.python_version()}\n")
    each = 1000 * spent["servers"] / max(1, len(taps))
    lines = [
        f"{PEOPLE} phones at {TABLES} tables, {DRAWS} draws, {took:.0f} s; cores: {busy}",
        f"{len(taps):,} taps: {times(taps)} (aim: p95 at most {1000 * AIM_TAP:.0f} ms: {quick})",
        f"{lost} of them lost, {measured.failed} requests without an answer (aim: none: {none})",
        f"a tap, with all else of the evening, takes the server {each:.0f} ms of processor",
        f"{len(evening.while_drawn)} taps while tables were drawn: {times(evening.while_drawn)}",
        f"until others had a tap: {times(measured.others)}",
        f"a draw: {', '.join(f'{took:.2f} s' for took in evening.drawn)}",
        f"to begin a table: {times(evening.begun)}",
        f"where one sits, all {PEOPLE} at once: {times(evening.pages)}",
    ]
    print("\n".join(f"- {line}" for line in lines))


def times(seconds: Sequence[float]) -> str:
    """The middle of these times, and that of all but a twentieth."""
    if len(seconds) < 2:
        return "too few"
    return f"p50 {1000 * statistics.median(seconds):.0f} ms, p95 {1000 * p95(seconds):.0f} ms"


def main() -> None:
    """Read how often each phone taps, and measure."""
    parser = argparse.ArgumentParser(prog="evening", description=__doc__.splitlines()[0])
    parser.add_argument("every", nargs="?", type=float, default=EVERY, help="seconds between taps")
    measure(parser.parse_args().every)


if __name__ == "__main__":
    main()
