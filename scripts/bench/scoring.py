"""How fast scoring and diagnosing are, and how much memory a stream of sheets takes. Prints;
never fails.

The yardstick is the bare cost of `collections.Counter` over the same cards in the same run, so that
the ratio means the same on a slow machine.
"""

import functools
import gc
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from referee.rules import RoundSheet, Setting, Sheet, Tableau, score_round, score_sheet
from referee.rules.cards import DESSERTS, FACES
from referee.rules.menus import named_menu, own_menu
from referee.rules.mistakes import diagnose
from referee.rules.notation import parse_item
from referee.rules.rulesets import desserts_dealt_in
from referee.rules.tableau import Item
from tests.dealers.dealing import full_deck

ROOT = Path(__file__).resolve().parents[2]

DEALS = 4000
COLD_DEALS = 400
REPEATS = 7
AIM_RATIO = 6
AIM_MEGABYTES = 200
AIM_DIAGNOSIS = 1.0
DIAGNOSED = 5
EVERYBODY_OFF = (3, 37)
"""Claims that a single mistake explains, and claims that only pairs do."""
SLOWEST_MENU = ("uramaki", "sashimi", "edamame", "eel", "wasabi", "tea", "fruit")
"""Cards that work on each other, so that most pairs must really be scored."""
MANY, FEW = 50_000, 500

Hand = list[Item]
Deal = Sequence[Hand]


def deck_of(setting: Setting) -> list[str]:
    """Every card that is dealt from, by face; the desserts of the first round in Party."""
    deck = full_deck(setting)
    if setting.menu:
        desserts = [face for face in deck if FACES[face].type in DESSERTS]
        later = Counter(desserts[desserts_dealt_in(setting.players, 1) :])
        deck = list((Counter(deck) - later).elements())
    return deck


def dealt(setting: Setting, deals: int, rng: random.Random) -> list[Deal]:
    """Hands dealt at random; every second nigiri lies on a wasabi of its hand, if there is one."""
    deck, size = deck_of(setting), setting.hand_size
    found = []
    for _ in range(deals):
        rng.shuffle(deck)
        found.append(
            [_laid(deck[seat * size : (seat + 1) * size], rng) for seat in range(setting.players)]
        )
    return found


def _laid(faces: list[str], rng: random.Random) -> Hand:
    free = faces.count("wasabi")
    hand = []
    for face in faces:
        if face.endswith("-nigiri") and free and rng.random() < 0.5:
            free -= 1
            hand.append(f"wasabi+{face}")
        else:
            hand.append(face)
    for _ in range(faces.count("wasabi") - free):
        hand.remove("wasabi")
    return [parse_item(text) for text in hand]


def microseconds(work: Callable[[], object], rounds: int) -> float:
    """Time of one round, with the garbage collector at rest."""
    gc.collect()
    gc.disable()
    start = time.perf_counter()
    work()
    taken = time.perf_counter() - start
    gc.enable()
    return taken / rounds * 1e6


def memos() -> list[functools._lru_cache_wrapper]:
    """Everything in the rules that remembers results; parsing and cards are no results."""
    return [
        thing
        for thing in gc.get_objects()
        # By its type: isinstance would wake up Django's lazy objects.
        if type(thing) is functools._lru_cache_wrapper
        and thing.__module__.startswith("referee.rules.scoring")
    ]


def cold(setting: Setting, tables: list[list[Tableau]]) -> float:
    """Time of a round whose every line must be worked out anew; the forgetting is not counted."""
    score_round(setting, tables[0])
    forget = [memo for memo in memos() if memo.__name__ in ("line", "lines")]
    taken = 0.0
    for tableaus in tables:
        for memo in forget:
            memo.cache_clear()
        start = time.perf_counter()
        score_round(setting, tableaus)
        taken += time.perf_counter() - start
    return taken / len(tables) * 1e6


def counted(deals: list[Deal]) -> None:
    """The yardstick."""
    for deal in deals:
        for hand in deal:
            Counter(hand)


def measure(title: str, setting: Setting) -> float:
    """Print the figures of one table; the ratio of scoring ready tableaus is answered."""
    rng = random.Random(2014)
    rows: dict[str, list[float]] = {name: [] for name in ("counter", "ready", "built", "cold")}
    for _ in range(REPEATS):
        deals = dealt(setting, DEALS, rng)  # new ones every time: never scored before
        tables = [[Tableau(hand) for hand in deal] for deal in deals]
        rows["counter"].append(microseconds(lambda d=deals: counted(d), DEALS))
        rows["ready"].append(microseconds(lambda t=tables: _score(setting, t), DEALS))
        others = dealt(setting, DEALS, rng)
        rows["built"].append(microseconds(lambda d=others: _build(setting, d), DEALS))
        rows["cold"].append(cold(setting, tables[:COLD_DEALS]))
    middle = {name: statistics.median(times) for name, times in rows.items()}
    bare = middle["counter"]
    print(f"{title}")
    print(f"  {'collections.Counter over the cards':44}{bare:8.2f} µs")
    for name, words in (
        ("ready", "scoring ready tableaus"),
        ("built", "building tableaus from cards, and scoring"),
        ("cold", "scoring with nothing remembered"),
    ):
        print(f"  {words:44}{middle[name]:8.2f} µs  {middle[name] / bare:6.1f} ×")
    return middle["ready"] / bare


def _score(setting: Setting, tables: list[list[Tableau]]) -> None:
    for tableaus in tables:
        score_round(setting, tableaus)


def _build(setting: Setting, deals: list[Deal]) -> None:
    for deal in deals:
        score_round(setting, [Tableau(hand) for hand in deal])


def disputed_game(off: int, rng: random.Random) -> tuple[Sheet, dict[str, int]]:
    """A game of eight players, and what they claim: everybody so many points more."""
    setting = Setting("sushi-go-party", 8, own_menu(SLOWEST_MENU))
    deals = dealt(setting, 3, rng)
    rounds = tuple(RoundSheet(tuple(Tableau(hand) for hand in deal)) for deal in deals)
    sheet = Sheet(setting, tuple("ABCDEFGH"), rounds)
    totals = score_sheet(sheet).totals
    return sheet, {name: totals[name] + off for name in sheet.players}


def diagnosis_seconds(off: int) -> float:
    """The longest processor time of a diagnosis, of some games in which everybody claims so
    many points more."""
    rng = random.Random(8)
    longest = 0.0
    for sheet, claims in (disputed_game(off, rng) for _ in range(DIAGNOSED)):
        start = time.process_time()
        diagnose(sheet, claims)
        longest = max(longest, time.process_time() - start)
    return longest


def measure_diagnosis() -> None:
    """Print how long it takes when all eight players claim another total."""
    print(
        "\nDiagnosis of a game of 8 players who all claim another total, the longest of "
        f"{DIAGNOSED}"
    )
    longest = 0.0
    for off, what in zip(EVERYBODY_OFF, ("single mistakes", "pairs of mistakes"), strict=True):
        seconds = diagnosis_seconds(off)
        longest = max(longest, seconds)
        print(f"  {what:44}{seconds:8.2f} s")
    print(f"  aim: at most {AIM_DIAGNOSIS:.0f} s: {verdict(longest <= AIM_DIAGNOSIS)}")


# A child of its own, so that its peak is that of the command alone.
_CHILD = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=False)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(done.returncode, peak / (1024 * 1024 if sys.platform == "darwin" else 1024))
"""


def peak_megabytes(lines: int, folder: Path) -> float:
    """Peak memory of `score --lines` over so many sheets; every sheet is another one."""
    names = ("sushi-go", "my-first-meal", "dinner-for-two", "sushi-roll")
    sheets = [json.loads((ROOT / "examples" / f"{name}.json").read_text()) for name in names]
    documents = [(json.dumps(sheet), sheet["players"][0]) for sheet in sheets]
    path = folder / f"{lines}.jsonl"
    with path.open("w") as file:
        for line in range(lines):
            text, name = documents[line % len(documents)]
            file.write(text.replace(f'"{name}"', f'"{name} {line}"') + "\n")
    command = [sys.executable, str(ROOT / "manage.py"), "score", "--lines", str(path)]
    child = subprocess.run(
        [sys.executable, "-c", _CHILD, *command], capture_output=True, check=True, text=True
    )
    code, megabytes = child.stdout.split()
    if code != "0":
        print(f"  score --lines ended with {code}", file=sys.stderr)
    return float(megabytes)


def verdict(met: bool) -> str:
    return "met" if met else "NOT met"


def main() -> None:
    """Measure and print."""
    print(f"Scoring one full round with all its lines (median of {REPEATS}, {DEALS} rounds each)\n")
    ratio = measure("Sushi Go!, 2 players × 10 cards", Setting("sushi-go", 2))
    print(f"  aim: ready tableaus at most {AIM_RATIO} × Counter: {verdict(ratio <= AIM_RATIO)}\n")
    measure(
        "Sushi Go Party!, My First Meal, 8 players × 7 cards",
        Setting("sushi-go-party", 8, named_menu("my-first-meal")),
    )
    measure_diagnosis()
    print("\nPeak memory of `manage.py score --lines`")
    with tempfile.TemporaryDirectory() as folder:
        peaks = {}
        for lines in (FEW, MANY):
            start = time.perf_counter()
            peaks[lines] = peak_megabytes(lines, Path(folder))
            taken = time.perf_counter() - start
            print(f"  {lines:6} sheets {peaks[lines]:8.1f} MB  ({taken:.0f} s, writing them too)")
    print(f"  aim: under {AIM_MEGABYTES} MB: {verdict(max(peaks.values()) < AIM_MEGABYTES)}")


if __name__ == "__main__":
    main()
