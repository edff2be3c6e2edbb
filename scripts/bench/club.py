"""What a club costs when it has grown: pages, queries, and keeping its results. Prints; never
fails.

Two clubs, each with a database and a process of its own, are filled with the games of
`manage.py demo` and asked for the same page one after the other, so that whatever else the machine
does slows both. `GAMES=2000` fills the large one with fewer; 20,000 take about 1.3 GB of the folder
for temporary files.
"""

import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from scripts.bench.scoring import verdict

ROOT = Path(__file__).resolve().parents[2]
FEW, MANY = 20, 20_000
VISITS, WARM_UPS = 60, 3
FINISHED, CORRECTED = 5, 3
AIM_RATIO = 1.5
NOT_OURS = ("DATABASE_URL", "REDIS_URL", "SUSHISCORE_HOSTS")
"""What would lead to another database, or make the two processes tell each other of changes."""
QUIET = {"SUSHISCORE_LOG_TO": "stderr", "SUSHISCORE_LOG_LEVEL": "ERROR"}


class Page(NamedTuple):
    """A page by its address's name; ``narrowed``: with a month, a ruleset and a number of players.

    ``has_aim``: whether it must not grow with the club; what has none only tells.
    """

    words: str
    name: str
    narrowed: bool = False
    has_aim: bool = True


PAGES = (
    Page("standings", "standings"),
    Page("standings of a month, a game, a number of players", "standings", narrowed=True),
    Page("records", "records"),
    Page("history", "nights"),
    Page("a player", "player", has_aim=False),
)


class Club:
    """A club in a process of its own; see club_site.py for what can be asked."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def filled(self) -> float:
        """Waits until all games are in; the seconds that took."""
        return float(self._answer()["seconds"])

    def ask(self, question: str, **facts: object) -> dict[str, Any]:
        """An answer. Raises EOFError where the process is gone."""
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps({"ask": question, **facts}) + "\n")
            self.process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        line = self.process.stdout.readline()
        if not line:
            raise EOFError("a club has ended")
        return json.loads(line)


@contextlib.contextmanager
def club_of(games: int) -> Iterator[Club]:
    """A club that is being filled with so many games; all of it goes in the end."""
    kept = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    command = [sys.executable, "-m", "scripts.bench.club_site", str(games)]
    with (
        tempfile.TemporaryDirectory() as data,
        subprocess.Popen(
            command,
            cwd=ROOT,
            env={**kept, **QUIET, "SUSHISCORE_DATA": data},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        try:
            yield Club(process)
        finally:
            process.terminate()
            # A question that it has not read any more cannot be handed over on closing.
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()


class Measured(NamedTuple):
    """A page of one club: the median time in ms, queries, and rows of its tables."""

    ms: float
    queries: int
    rows: int


def measured(page: Page, query: str, clubs: list[Club], visits: int) -> list[Measured] | str:
    """The page in every club, visited in turns; or why there is nothing to measure."""
    asked = {"page": page.name, "query": query if page.narrowed else ""}
    times: list[list[float]] = [[] for _ in clubs]
    for visit in range(WARM_UPS + visits):
        for club, taken in zip(clubs, times, strict=True):
            answer = club.ask("visit", **asked)
            if "fault" in answer:
                return answer["fault"]
            if visit >= WARM_UPS:
                taken.append(answer["ms"])
    counted = [club.ask("queries", **asked) for club in clubs]
    return [
        Measured(statistics.median(taken), answer["queries"], answer["rows"])
        for taken, answer in zip(times, counted, strict=True)
    ]


def show(page: Page, found: list[Measured] | str) -> None:
    """One page, both clubs, and whether the aim is met."""
    print(page.words)
    if isinstance(found, str):
        print(f"  not measured: {found}\n")
        return
    for what, one in zip(("few games", "many games"), found, strict=True):
        print(f"  {what:12}{one.ms:8.1f} ms{one.queries:5} queries{one.rows:5} rows of tables")
    few, many = found
    ratio = many.ms / few.ms
    same, fast = many.queries == few.queries, ratio <= AIM_RATIO
    if page.has_aim:
        print(f"  aim: the same number of queries: {verdict(same)}")
        print(f"  aim: at most {AIM_RATIO} × the time: {ratio:.2f} ×, {verdict(fast)}\n")
    else:
        print(f"  {ratio:.2f} × the time\n")


def show_keeping(clubs: list[Club]) -> None:
    """What it costs to keep the results, and to work the figures out anew after a change."""
    print("First visits after a result has changed (ms, few games and many games)")
    for page in (page for page in PAGES if not page.narrowed):
        first = [club.ask("first_visit", page=page.name).get("ms", 0) for club in clubs]
        print(f"  {page.words:44.44}{first[0]:9.1f}{first[1]:9.1f}")
    print("Keeping the results (ms, few games and many games)")
    finished = [club.ask("finish", times=FINISHED)["ms"] for club in clubs]
    print(f"  {'confirming the last round of a new game':44}{finished[0]:9.1f}{finished[1]:9.1f}")
    for which in ("newest", "middle"):
        found = [club.ask("correct", which=which, times=CORRECTED) for club in clubs]
        for step, words in (("open", "opening a round"), ("confirm", "confirming it corrected")):
            what = f"{words}, the {which} game"
            print(f"  {what:44}{found[0][step]:9.1f}{found[1][step]:9.1f}")


def main() -> None:
    """Measure and print."""
    many = int(os.environ.get("GAMES") or MANY)
    start = time.perf_counter()
    with club_of(FEW) as small, club_of(many) as large:
        clubs = [small, large]
        try:
            for club in clubs:
                took = club.filled()
                size = club.ask("size")
                told = ", ".join(f"{number:,} {what}" for what, number in size.items())
                print(f"Filled in {took:.0f} s: {told}", flush=True)
            print(f"\nPages (median of {VISITS} visits each, the two clubs in turns)\n", flush=True)
            query = small.ask("narrow")["query"]
            for page in PAGES:
                show(page, measured(page, query, clubs, VISITS))
            show_keeping(clubs)
        except EOFError as ended:
            print(f"Not all of it was measured: {ended}.")
    print(f"\nAll of it took {time.perf_counter() - start:.0f} s.")


if __name__ == "__main__":
    main()
