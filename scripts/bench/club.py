"""What a club costs when it has grown: pages, queries, and keeping its results. Prints; never
fails.

Two clubs, each with a database and a process of its own, are filled with games that tests' dealers
have dealt and asked for the same page one after the other, so that whatever else the machine
does slows both. `GAMES=2000` fills the large one with fewer; 20,000 take about 1.3 GB of the folder
for temporary files.
"""

import contextlib
import functools
import logging
import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode
from uuid import UUID, uuid4

from scripts.bench.scoring import verdict

if TYPE_CHECKING:
    from django.test import Client

    from referee.club.services.files.import_games import PastGame
    from referee.models import Club, Game

FEW, MANY = 20, 20_000
VISITS, WARM_UPS = 60, 3
FINISHED, CORRECTED = 5, 3
AIM_RATIO = 1.5
AIM_CORRECTION, AIM_TAP = 500.0, 100.0
"""Milliseconds."""
NOT_OURS = ("DATABASE_URL", "REDIS_URL", "SUSHISCORE_HOSTS")
"""What would lead to another database, or make the two processes tell each other of changes."""
SEED = "bench"
PHONE = "the phone of the bench"
PLAYERS = 4


class Page(NamedTuple):
    """A page by its address's name, with a query; ``narrowed``: with that of a month, a ruleset and
    a number of players."""

    words: str
    name: str
    query: str = ""
    narrowed: bool = False


PAGES = (
    Page("standings", "standings"),
    Page("standings of a month, a game, a number of players", "standings", narrowed=True),
    Page("standings by rating", "standings", "by=rating"),
    Page("records", "records"),
    Page("the games of a month, a game, a number of players", "games", narrowed=True),
    Page("seasons", "seasons"),
    Page("nights", "nights"),
    Page("nights with a player", "nights", "q=mara"),
    Page("players", "players"),
    Page("a player", "player"),
)


# ------------------------------------------------------------- in the process of a club


def set_up(data: str) -> None:
    """Begin a process: SushiScore with an empty database in a folder."""
    for name in NOT_OURS:
        os.environ.pop(name, None)
    os.environ["SUSHISCORE_DATA"] = data
    os.environ["SUSHISCORE_LOG_TO"], os.environ["SUSHISCORE_LOG_LEVEL"] = "stderr", "ERROR"
    os.environ["DJANGO_SETTINGS_MODULE"] = "sushiscore.settings"
    import django
    from django.core.management import call_command

    django.setup()
    logging.getLogger("django.request").disabled = True  # a page that fails says so in its answer
    call_command("migrate", verbosity=0, interactive=False)


@functools.cache
def the_club() -> "Club":
    from referee.play.services.clubs import club_for

    return club_for(PHONE)


@functools.cache
def the_phone() -> "Client":
    """The phone that runs the club."""
    from django.core.signing import get_cookie_signer
    from django.test import Client

    client = Client(raise_request_exception=False, HTTP_HOST="localhost")
    client.cookies["phone"] = get_cookie_signer(salt="phonephone").sign(PHONE)
    return client


def milliseconds(work: Callable[..., object], *words: Any, **options: Any) -> float:
    """How long it takes, once."""
    start = time.perf_counter()
    work(*words, **options)
    return (time.perf_counter() - start) * 1e3


def fill(games: int) -> str:
    """Put so many games into the empty club; what lies in the database then, in words."""
    from referee.club.services.files.import_games import store_games
    from referee.models import Game, GameNight, Placing

    took = milliseconds(store_games, the_club(), dealt(games)) / 1e3
    models = {"games": Game, "nights": GameNight, "placings": Placing}
    sizes = (f"{model._default_manager.count():,} {name}" for name, model in models.items())
    return f"Filled in {took:.0f} s: {', '.join(sizes)}"


def dealt(games: int) -> Iterator["PastGame"]:
    """So many games of everybody's, up to yesterday."""
    from django.utils import timezone

    from referee.club.services.files.import_games import PastGame
    from referee.rules.rulesets import ROUNDS
    from tests.dealers.evenings import evenings
    from tests.dealers.people import PEOPLE

    zone, before = timezone.get_default_timezone(), None
    yesterday = timezone.localdate(timezone=zone) - timedelta(days=1)
    for one in evenings(games, PEOPLE, yesterday, zone, Random(SEED)):
        called = uuid4()
        yield PastGame(
            id=called,
            date=one.date,
            sheet=one.sheet,
            started_at=one.started_at,
            finished_at=one.finished_at,
            confirmed=ROUNDS,
            follows=before if one.is_next else None,
        )
        before = called


def narrow() -> str:
    """A month, a ruleset and a number of players of which there are games: the commonest of the
    newest month, as the query of the standings' address."""
    from django.db.models import Count

    from referee.models import Game

    newest = the_club().nights.order_by("-date")[0].date
    month = {"night__date__year": newest.year, "night__date__month": newest.month}
    games = Game.objects.filter(night__club=the_club(), **month)
    found = list(games.annotate(players=Count("seats")).values_list("ruleset", "players"))
    ruleset, players = max(found, key=found.count)
    asked = {"year": newest.year, "month": newest.month, "ruleset": ruleset, "players": players}
    return urlencode(asked)


def address(page: str, query: str) -> str:
    """Of a page of the club; the player's is that of the one with the most games."""
    from django.db.models import Count
    from django.urls import reverse

    parts = [the_club().pk]
    if page == "player":
        players = the_club().players.annotate(games=Count("placings"))
        parts.append(players.order_by("-games", "name")[0].pk)
    return reverse(page, args=parts) + (f"?{query}" if query else "")


def visit(page: str, query: str = "", *, is_first: bool = False) -> float | str:
    """One visit of a page: the time in ms, or why there is nothing to see.

    Args:
        is_first: after a result of the newest night has changed, so that the figures that depend
            on it are not cached yet.
    """
    from referee.club.services.counting import results_changed

    if is_first:
        results_changed(the_club(), [the_club().nights.latest("date").date])
    path = address(page, query)
    start = time.perf_counter()
    answer = the_phone().get(path)
    taken = (time.perf_counter() - start) * 1e3
    if answer.status_code == 200:
        return taken
    raised = repr(answer.exc_info[1]) if answer.exc_info else ""
    return f"{path} answers {answer.status_code}. {raised}".strip()


def queries(page: str, query: str) -> tuple[int, int]:
    """How many queries one visit of a page makes, and how many rows its tables have."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    path = address(page, query)
    with CaptureQueriesContext(connection) as made:
        answer = the_phone().get(path)
    return len(made), answer.content.count(b"<tr")


def confirm(game: UUID, number: int) -> None:
    """Confirm a round as it is."""
    from referee.models import Game
    from referee.play.services.confirming import confirm_round

    version = Game.objects.values_list("version", flat=True).get(pk=game)
    confirm_round(game, number, seen_version=version)


def finish(times: int) -> float:
    """How long it takes to confirm the last round of a new game: the median, in ms."""
    taken = []
    for number in range(times):
        game = entered_game(f"{SEED} {number}").pk
        confirm(game, 1)
        confirm(game, 2)
        taken.append(milliseconds(confirm, game, 3))
    return statistics.median(taken)


def entered_game(seed: str) -> "Game":
    """A new game with all its cards on the table and no round confirmed."""
    from referee.access.games import Sender
    from referee.play.services.games import Setup, start_game
    from referee.play.services.taps import SentTap, take_taps
    from referee.rules import Setting
    from referee.rules.wasabi_pairing import laid_cards
    from tests.dealers.evenings import play
    from tests.dealers.people import PEOPLE

    sheet = play(Setting("sushi-go", PLAYERS), PEOPLE[:PLAYERS], Random(seed))
    game = start_game(PHONE, uuid4(), Setup("sushi-go", sheet.players))
    for number, round_ in enumerate(sheet.rounds, start=1):
        for place, tableau in enumerate(round_.tableaus, start=1):
            taps = [
                SentTap(uuid4(), number, place, f"add:{card.face}") for card in laid_cards(tableau)
            ]
            take_taps(game.pk, Sender(PHONE), taps, lambda _place: True)
    return game


def correct(which: str, times: int) -> tuple[float, float]:
    """How long it takes to open the last round of a game, and to confirm it with a card less: the
    medians, in ms.

    Args:
        which: the ``newest`` game, or the ``middle`` one of all.
    """
    from referee.models import Game
    from referee.play.services.confirming import reopen_round

    games = Game.objects.filter(night__club=the_club(), state="finished").order_by("-created_at")
    game = games.values_list("pk", flat=True)[0 if which == "newest" else games.count() // 2]
    opened, confirmed = [], []
    for _ in range(times):
        opened.append(milliseconds(reopen_round, game, 3, reason="one too many"))
        take_a_card(game)
        confirmed.append(milliseconds(confirm, game, 3))
    return statistics.median(opened), statistics.median(confirmed)


def tap_while_rating() -> tuple[float, list[float], list[float]]:
    """Correct the middle game, and tap on another one until the ratings of all later games are
    right: after how many seconds, and how long the taps took meanwhile and afterwards, in ms."""
    import django

    from referee.access.games import Sender
    from referee.club.services.ratings import rate_again
    from referee.jobs.processes import in_own_process
    from referee.play.services.taps import SentTap, take_taps

    game = entered_game("tapped meanwhile").pk

    def tap() -> float:
        time.sleep(0.05)
        egg = SentTap(uuid4(), 1, 1, "add:egg-nigiri")
        return milliseconds(take_taps, game, Sender(PHONE), [egg], lambda _place: True)

    correct("middle", 1)
    start, meanwhile = time.perf_counter(), []
    with ThreadPoolExecutor(1) as thread:
        how = {"seconds": 3600.0, "prepare": django.setup}
        rating = thread.submit(in_own_process, rate_again, the_club().pk, **how)
        while not rating.done():
            meanwhile.append(tap())
    rating.result()
    seconds = time.perf_counter() - start
    return seconds, meanwhile, [tap() for _ in meanwhile]


def take_a_card(game: UUID) -> None:
    """Take a card of the last round away, from whoever has the most."""
    from django.db.models import Count, Q

    from referee.access.games import Sender
    from referee.models import Tableau
    from referee.play.services.taps import SentTap, take_taps

    cards = Count("entries", filter=Q(entries__withdrawn_by=None))
    tableaus = Tableau.objects.filter(round__game=game, round__number=3).annotate(cards=cards)
    fullest = tableaus.order_by("-cards", "seat__place").select_related("seat")[0]
    entry = fullest.entries.filter(withdrawn_by=None)[0]
    tap = SentTap(uuid4(), 3, fullest.seat.place, f"take:{entry.pk}")
    take_taps(game, Sender(PHONE), [tap], lambda _place: True)


# ------------------------------------------------------------- beside both


Ask = Callable[..., Any]
"""Calls one of the functions above in the process of a club; what it returns."""


@contextlib.contextmanager
def process_of_a_club() -> Iterator[Ask]:
    """A process of its own with an empty club, gone in the end."""
    fresh = multiprocessing.get_context("spawn")
    with (
        tempfile.TemporaryDirectory() as data,
        ProcessPoolExecutor(1, fresh, initializer=set_up, initargs=[data]) as pool,
    ):
        yield lambda *question, **more: pool.submit(*question, **more).result()


class Measured(NamedTuple):
    """A page of one club: the median time in ms, queries, and rows of its tables."""

    ms: float
    queries: int
    rows: int


def measured(page: Page, query: str, clubs: list[Ask]) -> list[Measured] | str:
    """The page in every club, visited in turns; or why there is nothing to measure."""
    asked = (page.name, query if page.narrowed else page.query)
    times: list[list[float]] = [[] for _ in clubs]
    for _visit in range(WARM_UPS + VISITS):
        for ask, taken in zip(clubs, times, strict=True):
            answer = ask(visit, *asked)
            if isinstance(answer, str):
                return answer
            taken.append(answer)
    return [
        Measured(statistics.median(taken[WARM_UPS:]), *ask(queries, *asked))
        for ask, taken in zip(clubs, times, strict=True)
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
    print(f"  aim: the same number of queries: {verdict(many.queries == few.queries)}")
    print(f"  aim: at most {AIM_RATIO} × the time: {ratio:.2f} ×, {verdict(ratio <= AIM_RATIO)}\n")


def show_keeping(clubs: list[Ask]) -> None:
    """What it costs to keep the results, and to work the figures out anew after a change."""

    def row(words: str, each: list[float]) -> None:
        print(f"  {words:44.44}{each[0]:9.1f}{each[1]:9.1f}")

    print("First visits after a result has changed (ms, few games and many games)")
    for page in (page for page in PAGES if not page.narrowed):
        row(page.words, [ask(visit, page.name, page.query, is_first=True) for ask in clubs])
    print("Keeping the results (ms, few games and many games)")
    row("confirming the last round of a new game", [ask(finish, FINISHED) for ask in clubs])
    for which in ("newest", "middle"):
        opened, confirmed = zip(*(ask(correct, which, CORRECTED) for ask in clubs), strict=True)
        row(f"opening a round, the {which} game", opened)
        row(f"confirming it corrected, the {which} game", confirmed)
    slowest = max(opened[1], confirmed[1])
    print(f"  aim: at most {AIM_CORRECTION:.0f} ms: {verdict(slowest <= AIM_CORRECTION)}")
    seconds, *taps = clubs[1](tap_while_rating)
    print(f"  the ratings of all later games were right after {seconds:.1f} s")
    longest, usual = (max(taken, default=0.0) for taken in taps)
    print(f"  the longest of {len(taps[0])} taps took {longest:.0f} ms, afterwards {usual:.0f} ms")
    print(f"  aim: a tap waits at most {AIM_TAP:.0f} ms: {verdict(longest <= AIM_TAP)}")


def main() -> None:
    """Measure and print."""
    many = int(os.environ.get("GAMES") or MANY)
    start = time.perf_counter()
    with process_of_a_club() as small, process_of_a_club() as large:
        for ask, games in ((small, FEW), (large, many)):
            print(ask(fill, games), flush=True)
        print(f"\nPages (median of {VISITS} visits each, the two clubs in turns)\n", flush=True)
        query = small(narrow)
        for page in PAGES:
            show(page, measured(page, query, [small, large]))
        show_keeping([small, large])
    print(f"\nAll of it took {time.perf_counter() - start:.0f} s.")


if __name__ == "__main__":
    main()
