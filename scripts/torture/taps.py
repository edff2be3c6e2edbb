"""Whether a tap, or who hosts, is ever lost: a bad network, phones that close, a server that is
killed.

`make torture`; the same dice once more: `SEED=… make torture`. It ends by itself.
"""

import argparse
import asyncio
import os
import random
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from scripts.server import Server, alone
from scripts.torture.checks import (
    Stored,
    faults_of_hosts,
    faults_of_log,
    faults_of_pages,
    faults_of_requests,
    faults_of_storage,
)
from scripts.torture.host import Host, sit_down
from scripts.torture.hosting import Hosting
from scripts.torture.network import Browser, Fate, Network
from scripts.torture.phone import Forgetful, Page, Phone

NAMES = ["Ana", "Ben", "Cem", "Dan", "Eve"]
ROUNDS = (1, 2, 3)
SHARED = 3  # the seat whose tableau others enter, too
SHARERS = (1, 2)  # the seats of those
OFFLINE_PHONES = 3  # that make their last taps of a round without a network
OFFLINE_TAPS = 0.2  # of a phone's taps in a round
TIME_PASSES = 0.7  # of the kills, for two minutes, in which nobody sees a host
CATCH_UP_SECONDS = 30  # in which every page must show the last change, untouched


class Run:
    """One game under torture, from its first to its last round."""

    def __init__(self, plan: argparse.Namespace, seed: str, server: Server) -> None:
        self.plan, self.seed, self.server = plan, seed, server
        self.dice = random.Random(seed)
        self.network = Network(server.port)
        self.host = Host(Browser(self.network))
        self.phones: list[Phone] = []
        self.television = Browser(self.network)
        self.board = Page(self.television, f"{seed} board")
        self.hosting = Hosting(self.host, NAMES, server.database, f"{seed} hosting")
        self.kills = self.with_taps_under_way = self.with_change_under_way = 0
        self.after_kills: list[str] = []  # what was wrong then

    @property
    def pages(self) -> list[Page]:
        """Every page that is open."""
        return [self.board, *(phone.page for phone in self.phones)]

    async def tried(self) -> list[str]:
        """Play, and look; everything that is wrong, in words."""
        try:
            await asyncio.wait_for(self.play(), self.plan.seconds)
            return await self.faults()
        except TimeoutError:
            error = f"It has not ended within {self.plan.seconds} seconds."
        except RuntimeError as failed:
            error = str(failed)
        return [error, *faults_of_requests(self.phones, self.network.faults, self.server.log())]

    async def play(self) -> None:
        """The three rounds, each confirmed while some phones are offline, and the kills."""
        code = await self.host.start(NAMES)
        for place in range(1, len(NAMES) + 1):
            browser = Browser(self.network)
            await sit_down(browser, code, place)
            kind = Forgetful if self.plan.faulty and place == 1 else Phone
            phone = kind(browser, self.host.game, place, f"{self.seed} {place}")
            phone.shared = SHARED if place in SHARERS else None
            self.phones.append(phone)
            self.hosting.browsers[place] = browser
        await sit_down(self.television, code, None)
        self.board.open(f"/g/{self.host.game}/scoreboard/")
        self._turn_to(1)
        shown = [asyncio.create_task(page.run()) for page in self.pages]
        await asyncio.gather(self.hosting.run(), self._play_and_kill())
        await self.network.close()
        await self._wait_for_pages()
        for page in shown:
            page.cancel()

    async def _play_and_kill(self) -> None:
        await asyncio.gather(self.kill_and_kill(), self.play_rounds())
        self.hosting.end()

    def _turn_to(self, number: int) -> None:
        """Open a round's pages; one of those who share a tableau looks at that."""
        for phone in self.phones:
            place = SHARED if phone.seat == SHARERS[0] else phone.seat
            phone.page.open(f"/g/{self.host.game}/r/{number}/{place}/")

    async def play_rounds(self) -> None:
        """Each phone taps; some come back only after the round is confirmed."""
        for number in ROUNDS:
            taps = self.plan.taps // len(ROUNDS) + (number <= self.plan.taps % len(ROUNDS))
            self._turn_to(number)
            away = self.dice.sample(self.phones, OFFLINE_PHONES)
            offline = max(1, round(taps * OFFLINE_TAPS))
            plays = (one.play(number, taps, offline * (one in away)) for one in self.phones)
            await asyncio.gather(*plays, self.hosting.try_without_seat(self.television))
            await self.host.confirm(number)
            await asyncio.gather(*(phone.send_all() for phone in away))  # too late
            await self.host.add_late_taps(number)
            await self.host.confirm(number)

    async def kill_and_kill(self) -> None:
        """End the server again and again while taps are under way, spread over the run, and start
        it anew; the last kill is soon followed by the run's end."""
        dice, wanted = random.Random(f"{self.seed} killer"), self.plan.kills
        while self.kills < wanted:
            due = (self.kills + dice.random()) / wanted * 0.95 * len(NAMES) * self.plan.taps
            await until(lambda due=due: sum(one.acknowledged for one in self.phones) >= due)
            is_under_way = dice.choice(
                [lambda: self.network.taps_under_way > 0, lambda: bool(self.hosting.under_way)]
            )
            await until(is_under_way, 2)
            await asyncio.sleep(dice.uniform(0, 0.008))
            self.with_taps_under_way += self.network.taps_under_way > 0
            self.with_change_under_way += self.hosting.under_way is not None
            while True:
                self.server.kill()
                self.kills += 1
                self.hosting.life += 1
                stored = Stored.of_dead(self.server.database)
                self.after_kills += faults_of_hosts(stored, self.hosting)
                if dice.random() < TIME_PASSES:
                    self.hosting.let_time_pass()
                self.server.start()
                if self.kills == wanted or dice.random() > 0.15:
                    break
                await asyncio.sleep(dice.uniform(0, 1))  # and once more while it starts
            await asyncio.to_thread(self.server.wait_until_ready)

    async def _wait_for_pages(self) -> None:
        """Until every page shows the last change; the checks say which one does not."""
        version = Stored(self.server.database).version
        await until(lambda: all(one.version == version for one in self.pages), CATCH_UP_SECONDS)

    async def faults(self) -> list[str]:
        """Everything that is wrong at the end, in words; none where all is right."""
        self.server.kill()
        stored = Stored(self.server.database)
        self.server.start()
        await asyncio.to_thread(self.server.wait_until_ready)
        # The host is there, as it was when the pages were shown, and sees who did what.
        log = await self.host.browser.get(f"/g/{self.host.game}/r/1/1/history/")
        found = [*self.after_kills, *self.hosting.wrong]
        found += faults_of_hosts(stored, self.hosting)
        found += faults_of_storage(stored, self.phones, len(self.hosting.done))
        found += faults_of_log(log.text, self.hosting)
        found += [fault async for fault in faults_of_pages(self.pages, stored.version)]
        found += faults_of_requests(self.phones, self.network.faults, self.server.log())
        if not stored.lates:
            found.append("no tap came late: the run has not tried that")
        return found

    def report(self) -> None:
        """Print what has happened."""
        made = [tap.do.partition(":")[0] for phone in self.phones for tap in phone.made]
        kinds = ", ".join(f"{made.count(kind)} {kind}" for kind in sorted({*made}))
        print(f"  {len(made)} taps of {len(self.phones)} phones: {kinds}")
        late, closed = (sum(getattr(one, of) for one in self.phones) for of in ("late", "closed"))
        print(f"  acknowledged as late {late}; browsers closed {closed}")
        counts = self.network.counts
        print(f"  requests sent {counts['sent']}; what became of those over the bad network:")
        for fate in Fate:
            print(f"    {fate}: {counts[fate]}")
        print(f"    copied, to arrive a second time much later: {counts['copied']}")
        down, cut = counts["found no server"], counts["cut off"]
        print(f"  requests cut off by a kill {cut}, while the server was down {down}")
        print(f"  told by live streams: {sum(page.events for page in self.pages)}")
        print(
            f"  kills {self.kills}, of them {self.with_taps_under_way} with taps under way,"
            f" {self.with_change_under_way} with a change of who hosts"
        )
        counts = self.hosting.counts
        changes = ", ".join(f"{counts[what]} × {what}" for what in sorted(counts))
        print(f"  who hosts: {changes}")


async def until(is_so: Callable[[], bool], seconds: float = 1e6) -> None:
    """Wait until something is so, and so long at most."""
    deadline = time.monotonic() + seconds
    while not is_so() and time.monotonic() < deadline:
        await asyncio.sleep(0.002)


def main() -> int:
    """Torture, check and print; the exit status."""
    parser = argparse.ArgumentParser(prog="torture", description=__doc__)
    parser.add_argument("--taps", type=int, default=200, help="of each phone")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=300, help="after which it is given up")
    parser.add_argument("--faulty", action="store_true", help="a phone with a fault, to be found")
    plan, began = parser.parse_args(), time.monotonic()
    seed = os.environ.get("SEED") or str(secrets.randbelow(10**6))
    print(f"torture: SEED={seed}", flush=True)
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(143))  # and end the server, too
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder), alone())
        try:
            server.start()
            server.wait_until_ready()
            run = Run(plan, seed, server)
            faults = asyncio.run(run.tried())
        finally:
            server.end()
    run.report()
    print(f"  {time.monotonic() - began:.0f} s")
    for fault in faults:
        print(f"WRONG: {fault}")
    if not faults:
        print("Every tap is there exactly once, every page shows it, and who hosts is as answered.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
