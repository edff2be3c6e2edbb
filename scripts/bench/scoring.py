"""How fast scoring and diagnosing are, beside bare work with the same cards and the same JSON, and
how much memory a stream of sheets takes. `make bench`. Prints; never fails.

The yardsticks are measured in the same run, in turns, by this process's own time, so that the
ratios mean the same on a slow or busy machine: `collections.Counter` over the cards, a view of REST
framework's that parses a body and sends it back, and reading a sheet's JSON and writing its result.
"""

import gc
import itertools
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, date
from pathlib import Path
from typing import Any

from referee.rules import Setting, Sheet, Tableau, read_sheet, score_round, score_sheet
from referee.rules.menus import named_menu, own_menu
from referee.rules.mistakes import diagnose
from referee.rules.phrases.table_talk import split_by_player
from referee.rules.sheet import sheet_document
from tests.dealers.evenings import evenings, play
from tests.dealers.people import PEOPLE
from tests.worst_inputs import worst_texts

ROOT = Path(__file__).resolve().parents[2]
ROUNDS, TURNS = 1500, 7
BATCH, BATCHES = 100, 2
"""Sheets in one list, and lists in each turn."""
DIAGNOSED = 5
EVERYBODY_OFF = {"single mistakes": 3, "pairs of mistakes": 37}
"""By what alone explains it when everybody claims so many points more."""
SLOWEST_MENU = ("uramaki", "sashimi", "edamame", "eel", "wasabi", "tea", "fruit")
"""Cards that work on each other, so that most pairs must really be scored."""
AIM_RATIO, AIM_DIAGNOSIS, AIM_MEGABYTES = 6, 1.0, 200
AIM_SINGLY, AIM_LISTS, AIM_LINES = 0.5, 0.7, 10
AIM_WORDS = 60
MANY, FEW = 50_000, 500


def verdict(met: bool) -> str:
    """How an aim is told."""
    return "met" if met else "NOT met"


def seconds(work: Callable[[Any], object], what: object) -> float:
    """The processor's time that it takes, with the garbage collector at rest."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    work(what)
    taken = time.process_time() - start
    gc.enable()
    return taken


def ratios(title: str, took: Sequence[tuple[float, float]], times: int) -> float:
    """Print what something took, and its yardstick, so many times; how many times as long."""
    ours, bare = (statistics.median(of) / times * 1e6 for of in zip(*took, strict=True))
    ratio = statistics.median(one / other for one, other in took)
    print(f"  {title:44}{ours:8.1f} µs, bare {bare:8.1f} µs: {ratio:5.1f} ×", end="")
    return ratio


def measure_rounds(setting: Setting) -> float:
    """Print the figures of full rounds that were never scored before; their ratio."""
    dice, took = random.Random(2014), []
    for _turn in range(TURNS):
        games = (play(setting, PEOPLE[: setting.players], dice) for _ in range(ROUNDS // 3))
        tables = [round_.tableaus for game in games for round_ in game.rounds]
        hands = [
            [[one for one, number in tableau.items() for _ in range(number)] for tableau in table]
            for table in tables
        ]
        fresh = [[Tableau(hand) for hand in table] for table in hands]
        bare = seconds(lambda all_of: [Counter(hand) for table in all_of for hand in table], hands)
        took.append(
            (seconds(lambda all_of: [score_round(setting, one) for one in all_of], fresh), bare)
        )
    return ratios(f"a round of {setting.ruleset}, {setting.players} players", took, ROUNDS)


def disputed_game(off: int, dice: random.Random) -> tuple[Sheet, dict[str, int]]:
    """A game of eight players, and what they claim: everybody so many points more."""
    setting = Setting("sushi-go-party", 8, own_menu(SLOWEST_MENU))
    sheet = play(setting, PEOPLE[:8], dice)
    totals = score_sheet(sheet).totals
    return sheet, {name: totals[name] + off for name in sheet.players}


def measure_diagnosis() -> None:
    """Print the longest diagnosis of some games in which all eight players claim another total."""
    dice = random.Random(8)
    for what, off in EVERYBODY_OFF.items():
        games = [disputed_game(off, dice) for _ in range(DIAGNOSED)]
        longest = max(seconds(lambda game: diagnose(*game), game) for game in games)
        print(f"  {f'diagnosing 8 players, {what}':44}{longest:8.2f} s", end="")
        print(f", aim at most {AIM_DIAGNOSIS} s: {verdict(longest <= AIM_DIAGNOSIS)}")


def asked(path: str) -> Callable[[Sequence[str]], None]:
    """What sends bodies to an address of the application, each from a visitor of its own."""
    from django.core.handlers.base import BaseHandler
    from django.test import RequestFactory

    handler, factory, visitors = BaseHandler(), RequestFactory(), itertools.count()
    handler.load_middleware()

    def send(bodies: Sequence[str]) -> None:
        for body in bodies:
            visitor = next(visitors)
            address = f"10.{visitor >> 16}.{visitor >> 8 & 255}.{visitor & 255}"
            request = factory.post(
                path, body, "application/json", headers={"host": "localhost"}, REMOTE_ADDR=address
            )
            if handler.get_response(request).status_code != 200:
                raise RuntimeError(f"{path} refuses {body}")

    return send


def lines(texts: Sequence[str]) -> None:
    """Do what ``score --lines`` does with each line."""
    from referee.wording import result_document
    from referee.wording.result import printed_line

    for text in texts:
        printed_line(result_document(score_sheet(read_sheet(text)), diagnose)).encode()


def bare_lines(texts: Sequence[tuple[str, object]]) -> None:
    """Read each sheet's JSON, and write that of its result."""
    for text, result in texts:
        json.loads(text)
        json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode()


def bare_site() -> None:
    """Give the application an address that sends back what it gets."""
    from django.urls import path
    from rest_framework.response import Response
    from rest_framework.views import APIView

    from sushiscore import urls

    class Bare(APIView):
        def post(self, request: Any) -> Response:
            return Response(request.data)

    urls.urlpatterns.insert(0, path("bare/", Bare.as_view()))


def measure_sheets() -> None:
    """Print the figures of a made-up club's games, which were never scored before."""
    from referee.wording import result_document

    played = evenings(20_000, PEOPLE, date(2026, 1, 1), UTC, random.Random(2014))
    score, bare = asked("/api/v1/score/"), asked("/bare/")
    singly, in_lists, by_lines = [], [], []

    def fresh() -> list[str]:
        some = itertools.islice(played, BATCH * BATCHES)
        return [json.dumps(sheet_document(game.sheet)) for game in some]

    for _turn in range(TURNS):
        texts = fresh()
        singly.append((seconds(score, texts), seconds(bare, texts)))
        texts = fresh()
        lists = [f"[{','.join(texts[at : at + BATCH])}]" for at in range(0, len(texts), BATCH)]
        in_lists.append((seconds(score, lists), seconds(bare, lists)))
        texts = fresh()
        taken = seconds(lines, texts)
        results = [result_document(score_sheet(read_sheet(text)), diagnose) for text in texts]
        by_lines.append((taken, seconds(bare_lines, list(zip(texts, results, strict=True)))))
    for words, took, aim in (
        ("a game in score/, singly", singly, 1 / AIM_SINGLY),
        ("a game in score/, in lists", in_lists, 1 / AIM_LISTS),
        ("a game in score --lines", by_lines, AIM_LINES),
    ):
        ratio = ratios(words, took, BATCH * BATCHES)
        print(f", aim at most {aim:.1f} ×: {verdict(ratio <= aim)}")


def measure_words() -> float:
    """Print what the worst 2,000 characters of words for a table take, beside a usual round's."""
    names = ("Ana", "Ben", "Cem", "Dan", "Sal")
    usual = ". ".join(f"{name}: two tempura, squid, three maki with 2" for name in names)
    worst = {**worst_texts(2000), "nearly names": "anan " * 400, "for": "for " * 500}

    def split(text: str) -> object:
        return split_by_player(text, names, 0, language="en")

    times = {
        name: [(seconds(split, text), seconds(split, usual)) for _turn in range(TURNS)]
        for name, text in worst.items()
    }
    slowest = max(times, key=lambda name: statistics.median(took for took, _ in times[name]))
    return ratios(f"words for a table, worst: {slowest}", times[slowest], 1)


def peak_megabytes(number: int, folder: Path) -> float:
    """Peak memory of `score --lines` over so many sheets, each another one; it must only grow."""
    names = ("sushi-go", "my-first-meal", "dinner-for-two", "sushi-roll")
    sheets = [json.loads((ROOT / "examples" / f"{name}.json").read_text()) for name in names]
    documents = [(json.dumps(sheet), sheet["players"][0]) for sheet in sheets]
    path = folder / f"{number}.jsonl"
    with path.open("w") as file:
        for line in range(number):
            text, name = documents[line % len(documents)]
            file.write(text.replace(f'"{name}"', f'"{name} {line}"') + "\n")
    command = [sys.executable, ROOT / "manage.py", "score", "--lines", path]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        for number in (FEW, MANY):
            peak = peak_megabytes(number, Path(folder))
            print(
                f"  {f'peak memory of score --lines, {number:,} sheets':44}{peak:8.1f} MB", end=""
            )
            print(f", aim under {AIM_MEGABYTES} MB: {verdict(peak < AIM_MEGABYTES)}", flush=True)
        ratio = measure_rounds(Setting("sushi-go", 2))
        print(f", aim at most {AIM_RATIO} ×: {verdict(ratio <= AIM_RATIO)}")
        measure_rounds(Setting("sushi-go-party", 8, named_menu("my-first-meal")))
        print(flush=True)
        measure_diagnosis()
        ratio = measure_words()
        print(f", aim at most {AIM_WORDS} ×: {verdict(ratio <= AIM_WORDS)}", flush=True)
        os.environ |= {"DJANGO_SETTINGS_MODULE": "sushiscore.settings", "SUSHISCORE_DATA": folder}
        import django

        django.setup()
        bare_site()
        measure_sheets()


if __name__ == "__main__":
    main()
