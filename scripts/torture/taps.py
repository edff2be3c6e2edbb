"""Whether a tap is ever lost: a bad network, phones that close, a server that is killed.

`make torture`; the same dice once more: `SEED=… make torture`. It ends by itself.
"""

import argparse
import os
import random
import secrets
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scripts.torture.browser import Browser, Page
from scripts.torture.checks import Stored, faults_of_pages, faults_of_requests, faults_of_storage
from scripts.torture.host import Host, sit_down
from scripts.torture.network import Fate, Network
from scripts.torture.phone import FAULTY, Phone
from scripts.torture.server import Server

NAMES = ("Ana", "Ben", "Cem", "Dan", "Eve")
ROUNDS = (1, 2, 3)
SHARED = 3  # the seat whose tableau others enter, too
SHARERS = (1, 2)  # the seats of those
OFFLINE_PHONES = 3  # that make their last taps of a round without a network
OFFLINE_TAPS = 0.2  # of a phone's taps in a round
CATCH_UP_SECONDS = 30  # in which every page must show the last change, untouched


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done.

    ``taps`` is by phone; after ``seconds`` the run is given up; ``faulty`` phones are among the
    others to show that the checks find them.
    """

    seed: str
    taps: int
    kills: int
    seconds: int
    faulty: bool


class Killer(threading.Thread):
    """Ends the server again and again while taps are under way, and starts it anew."""

    def __init__(self, server: Server, network: Network, plan: Plan, progress: Callable[[], float]):
        super().__init__(daemon=True)
        self.kills = self.with_taps_under_way = self.while_starting = 0
        self.error = ""
        self._server = server
        self._network = network
        self._plan = plan
        self._progress = progress
        self._dice = random.Random(f"{plan.seed} killer")

    def run(self) -> None:
        """Spreads the kills over the run; the last one is soon followed by the run's end."""
        wanted = self._plan.kills
        try:
            while self.kills < wanted:
                due = (self.kills + self._dice.random()) / wanted * 0.95
                self._wait(partial(self._has_come, due))
                self._wait(lambda: self._network.taps_under_way > 0, 2)
                time.sleep(self._dice.uniform(0, 0.008))
                self.with_taps_under_way += self._network.taps_under_way > 0
                self._kill()
                self._server.start()
                if self.kills < wanted and self._dice.random() < 0.15:
                    time.sleep(self._dice.uniform(0, 1))
                    self.while_starting += 1
                    self._kill()
                    self._server.start()
                self._server.wait()
        except RuntimeError as error:
            self.error = str(error)

    def _has_come(self, due: float) -> bool:
        return self._progress() >= due

    def _kill(self) -> None:
        self._server.kill()
        self.kills += 1

    def _wait(self, is_so: Callable[[], bool], seconds: float = 1e6) -> None:
        deadline = time.monotonic() + seconds
        while not is_so() and time.monotonic() < deadline:
            time.sleep(0.001)


class Run:
    """One game under torture, from its first to its last round."""

    def __init__(self, plan: Plan, server: Server, folder: Path) -> None:
        self.plan = plan
        self.deadline = time.monotonic() + plan.seconds
        self.server = server
        self.server.start()
        self.server.wait()
        self.network = Network(self.server.port, random.Random(f"{plan.seed} network"))
        self.dice = random.Random(plan.seed)
        self.host = Host(Browser(self.network), NAMES)
        self.host.let_anyone_enter()
        code = self.host.code()
        self.phones = [self._phone(place, code, folder) for place in range(1, len(NAMES) + 1)]
        board = Page(self.host.browser, f"/g/{self.host.game}/scoreboard/", f"{plan.seed} board")
        self.pages = [(self.host.browser, board)]
        for phone in self.phones:
            page = Page(phone.browser, self._entry(phone, 1), f"{plan.seed} page {phone.seat}")
            phone.page = page.shown
            self.pages.append((phone.browser, page))
        self.killer = Killer(self.server, self.network, plan, self.progress)

    def _phone(self, place: int, code: str, folder: Path) -> Phone:
        browser = Browser(self.network)
        sit_down(browser, code, place)
        store = folder / f"outbox-{place}.json"
        kind = FAULTY.get(place, Phone) if self.plan.faulty else Phone
        phone = kind(browser, self.host.game, place, store, f"{self.plan.seed} {place}")
        phone.shared = SHARED if place in SHARERS else None
        return phone

    def _entry(self, phone: Phone, number: int) -> str:
        """The page that a phone has open; one of those who share a tableau looks at that."""
        place = SHARED if phone.seat == SHARERS[0] else phone.seat
        return f"/g/{self.host.game}/r/{number}/{place}/"

    def progress(self) -> float:
        """Which part of all taps is acknowledged."""
        return sum(phone.acknowledged for phone in self.phones) / (len(NAMES) * self.plan.taps)

    def play(self) -> None:
        """The three rounds; each is confirmed while some phones are offline."""
        for _browser, page in self.pages:
            page.start()
        self.killer.start()
        for number in ROUNDS:
            self._play_round(number)
        self._join([self.killer])
        if self.killer.error:
            raise RuntimeError(self.killer.error)
        self.network.close()
        self._wait_for_pages()

    def _play_round(self, number: int) -> None:
        taps = self.plan.taps // len(ROUNDS) + (number <= self.plan.taps % len(ROUNDS))
        for phone, (_browser, page) in zip(self.phones, self.pages[1:], strict=True):
            page.open(self._entry(phone, number))
        away = self.dice.sample(self.phones, OFFLINE_PHONES)
        offline = max(1, round(taps * OFFLINE_TAPS))
        self._together(
            lambda phone: phone.play(number, taps, offline if phone in away else 0), self.phones
        )
        self._together(lambda _host: self.host.confirm(number), [self.host])
        self._together(Phone.send_all, away)  # back again, and too late
        self._together(lambda _host: self.host.add_late_taps(number), [self.host])
        self._together(lambda _host: self.host.confirm(number), [self.host])

    def _together(self, do: Callable[..., None], everybody: Sequence[object]) -> None:
        """Lets everybody do something at once, and waits for all."""
        faults: list[BaseException] = []

        def guarded(one: object) -> None:
            try:
                do(one)
            except Exception as error:
                faults.append(error)

        threads = [threading.Thread(target=guarded, args=[one], daemon=True) for one in everybody]
        for thread in threads:
            thread.start()
        self._join(threads)
        if faults:
            raise faults[0]

    def _join(self, threads: Sequence[threading.Thread]) -> None:
        for thread in threads:
            while thread.is_alive():
                if self.killer.error:
                    raise RuntimeError(self.killer.error)
                if time.monotonic() > self.deadline:
                    raise RuntimeError(f"It has not ended within {self.plan.seconds} seconds.")
                thread.join(0.2)

    def _wait_for_pages(self) -> None:
        """Until every page shows the last change; the checks say which one does not."""
        version = Stored(self.server.database).version
        deadline = time.monotonic() + CATCH_UP_SECONDS
        while any(page.version != version for _browser, page in self.pages):
            if time.monotonic() > deadline:
                return
            time.sleep(0.05)

    def tried(self) -> list[str]:
        """Plays, and looks; everything that is wrong, in words."""
        try:
            self.play()
            return self.faults()
        except RuntimeError as error:
            unwanted, log = self.network.faults, self.server.log()
            return [str(error), *faults_of_requests(self.phones, unwanted, log)]

    def faults(self) -> list[str]:
        """Everything that is wrong at the end, in words; none where all is right."""
        for _browser, page in self.pages:
            page.end()
        self.server.kill()
        stored = Stored(self.server.database)
        self.server.start()
        self.server.wait()
        found = [*faults_of_storage(stored, self.phones)]
        found += faults_of_pages(self.pages, stored.version)
        found += faults_of_requests(self.phones, self.network.faults, self.server.log())
        if self.killer.kills != self.plan.kills:
            found.append(f"only {self.killer.kills} of {self.plan.kills} kills")
        if not stored.lates:
            found.append("no tap came late: the run has not tried that")
        return found

    def report(self) -> None:
        """Prints what has happened."""
        made = [tap.do.partition(":")[0] for phone in self.phones for tap in phone.made]
        kinds = ", ".join(f"{made.count(kind)} {kind}" for kind in sorted({*made}))
        print(f"  {len(made)} taps of {len(self.phones)} phones: {kinds}")
        late = sum(phone.late for phone in self.phones)
        print(
            f"  acknowledged as late {late}; browsers closed {sum(p.closed for p in self.phones)}"
        )
        counts = self.network.counts
        print(f"  requests sent {counts['sent']}; what became of those over the bad network:")
        for fate in Fate:
            print(f"    {fate}: {counts[fate]}")
        print(f"    copied, to arrive a second time much later: {counts['copied']}")
        down, cut = counts["found no server"], counts["cut off"]
        print(f"  requests cut off by a kill {cut}, while the server was down {down}")
        print(f"  told by live streams: {sum(page.events for _b, page in self.pages)}")
        killer = self.killer
        print(
            f"  kills {killer.kills}, of them {killer.with_taps_under_way} with taps under way and"
            f" {killer.while_starting} while it was starting; starts {self.server.starts}"
        )


def wanted() -> Plan:
    """What the command line and SEED ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taps", type=int, default=200, help="of each phone")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=300, help="after which it is given up")
    parser.add_argument("--faulty", action="store_true", help="phones with faults, to be found")
    asked = parser.parse_args()
    seed = os.environ.get("SEED") or str(secrets.randbelow(10**6))
    return Plan(seed, asked.taps, asked.kills, asked.seconds, asked.faulty)


def main() -> int:
    """Tortures, checks and prints; the exit status."""
    plan = wanted()
    began = time.monotonic()
    print(f"torture: SEED={plan.seed}", flush=True)
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(143))  # and end the server, too
    # A run that was given up leaves threads, which may yet write.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder))
        try:
            run = Run(plan, server, Path(folder))
            faults = run.tried()
        finally:
            server.end()
    run.report()
    print(f"  {time.monotonic() - began:.0f} s")
    for fault in faults:
        print(f"WRONG: {fault}")
    if not faults:
        print("Every tap is there exactly once, and every page shows it.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
