"""How many sheets go through ``score/``, and what ``score --lines`` costs, beside the bare work
with the same JSON: in turns, by this process's own time, so that the ratios mean the same on a slow
or busy machine. Prints; never fails.

The bare view is REST framework's: it parses a body and sends it back. Both are asked through the
whole application. The bare work of a line is to read its sheet and to write its result.
"""

import gc
import io
import itertools
import json
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from referee.rules import Setting, Sheet, read_sheet, score_sheet
from referee.rules.mistakes import diagnose
from referee.rules.sheet import sheet_document
from referee.wording import result_document
from referee.wording.result import printed_line
from scripts.bench.scoring import verdict
from tests.dealers.evenings import evenings, play
from tests.dealers.people import PEOPLE

BATCH, BATCHES = 100, 2
"""Sheets in one list, and lists in each turn."""
TURNS = 9
AIM_SINGLY, AIM_LISTS, AIM_LINES = 0.5, 0.7, 10


def whole_games(rng: random.Random) -> Iterator[Sheet]:
    """Games of a made-up club, among three to six people."""
    return (game.sheet for game in evenings(20_000, PEOPLE, date(2026, 1, 1), UTC, rng))


def rounds_of_two(rng: random.Random) -> Iterator[Sheet]:
    """The first rounds of games of Sushi Go!, as a table asks for them."""
    while True:
        game = play(Setting("sushi-go", 2), rng.sample(PEOPLE, 2), rng)
        yield replace(game, rounds=game.rounds[:1])


class Asked:
    """An address of the application, asked by ever other visitors: nobody must wait."""

    def __init__(self, url: str) -> None:
        self.url, self.application, self.visitors = url, get_wsgi_application(), itertools.count()

    def __call__(self, bodies: Sequence[str]) -> None:
        """Send each body. Raises AssertionError where one is refused."""
        for body in bodies:
            visitor, sent = next(self.visitors), body.encode()
            environ = {
                "REQUEST_METHOD": "POST",
                "PATH_INFO": self.url,
                "SERVER_NAME": "localhost",
                "SERVER_PORT": "80",
                "REMOTE_ADDR": f"10.{visitor >> 16}.{visitor >> 8 & 255}.{visitor & 255}",
                "CONTENT_TYPE": "application/json",
                "CONTENT_LENGTH": str(len(sent)),
                "wsgi.input": io.BytesIO(sent),
                "wsgi.url_scheme": "http",
            }
            b"".join(self.application(environ, _look))


def _look(status: str, _headers: object) -> None:
    if status != "200 OK":
        raise AssertionError(status)


def lines(texts: Sequence[str]) -> None:
    """Do what ``score --lines`` does with each line."""
    for text in texts:
        printed_line(result_document(score_sheet(read_sheet(text)), diagnose)).encode()


def bare_lines(texts: Sequence[tuple[str, object]]) -> None:
    """Read each sheet's JSON, and write that of its result."""
    for text, result in texts:
        json.loads(text)
        json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode()


def seconds(work: Callable[[Any], None], what: Sequence[object]) -> float:
    """The processor's time that it takes, with the garbage collector at rest."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    work(what)
    taken = time.process_time() - start
    gc.enable()
    return taken


def measure(title: str, sheets: Iterator[Sheet]) -> None:
    """Print the figures of sheets that were never scored before."""
    score, bare = Asked("/api/v1/score/"), Asked("/bare/")
    took: dict[str, list[tuple[float, float]]] = {}

    def fresh() -> list[str]:
        some = itertools.islice(sheets, BATCH * BATCHES)
        return [json.dumps(sheet_document(sheet)) for sheet in some]

    def note(name: str, ours: float, theirs: float) -> None:
        took.setdefault(name, []).append((ours, theirs))

    for _turn in range(TURNS):
        texts = fresh()
        note("singly", seconds(score, texts), seconds(bare, texts))
        texts = fresh()
        lists = [f"[{','.join(texts[at : at + BATCH])}]" for at in range(0, len(texts), BATCH)]
        note("in lists", seconds(score, lists), seconds(bare, lists))
        texts = fresh()
        taken = seconds(lines, texts)
        results = [result_document(score_sheet(read_sheet(text)), diagnose) for text in texts]
        note("--lines", taken, seconds(bare_lines, list(zip(texts, results, strict=True))))
    print(f"\n{title}: the processor's µs a sheet, and of the bare work (median of {TURNS})")
    for name, aim, is_share in (
        ("singly", AIM_SINGLY, True),
        ("in lists", AIM_LISTS, True),
        ("--lines", AIM_LINES, False),
    ):
        ours, theirs = (
            statistics.median(of) / BATCH / BATCHES * 1e6 for of in zip(*took[name], strict=True)
        )
        ratio = statistics.median(
            bare_one / one if is_share else one / bare_one for one, bare_one in took[name]
        )
        met = ratio >= aim if is_share else ratio <= aim
        told = (
            f"{ratio:.2f}, aim at least {aim}"
            if is_share
            else f"{ratio:.1f} ×, aim at most {aim} ×"
        )
        print(f"  {name:9}{ours:7.0f} {theirs:7.0f}   {told}: {verdict(met)}")


def main() -> None:
    """Measure and print."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sushiscore.settings")
    settings.ROOT_URLCONF = "scripts.bench.sheets_site"
    measure("A round of two", rounds_of_two(random.Random(2014)))
    measure("Whole games of three to six", whole_games(random.Random(2014)))


if __name__ == "__main__":
    main()
