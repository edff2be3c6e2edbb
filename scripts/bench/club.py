"""What a club's pages cost when it has grown, in time and queries. `make bench-club`. Prints.

Two clubs, a small one and a large one, are filled with games that tests' dealers have dealt, and
asked for the same page one after the other, so that whatever else the machine does slows both.
`GAMES=2000` fills the large one with fewer; 20,000 take about 1.3 GB of the folder for temporary
files.
"""

import logging
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from uuid import uuid4

from scripts.bench.scoring import verdict

if TYPE_CHECKING:
    from django.test import Client

    from referee.club.services.files.import_games import PastGame
    from referee.models import Club

FEW, MANY = 20, 20_000
VISITS, WARM_UPS = 60, 3
AIM_RATIO = 1.5
PAGES = {
    "standings": "standings",
    "standings of a month, a game, a number of players": "standings?narrowed",
    "standings by rating": "standings?by=rating",
    "standings by points for places": "standings?by=place-points",
    "records": "records",
    "at a glance": "year",
    "the games of a month, a game, a number of players": "games?narrowed",
    "seasons": "seasons",
    "nights": "nights",
    "nights with a player": "nights?q=mara",
    "players": "players",
    "a player": "player",
}
"""The address's name, with a query, of each."""


def set_up(data: str) -> None:
    """Begin SushiScore with an empty database in a folder."""
    for name in ("DATABASE_URL", "REDIS_URL", "SUSHISCORE_HOSTS"):
        os.environ.pop(name, None)
    os.environ |= {"SUSHISCORE_DATA": data, "SUSHISCORE_LOG_TO": "stderr"}
    os.environ |= {"SUSHISCORE_LOG_LEVEL": "ERROR", "DJANGO_SETTINGS_MODULE": "sushiscore.settings"}
    import django
    from django.core.management import call_command

    django.setup()
    logging.getLogger("django.request").disabled = True
    call_command("migrate", verbosity=0, interactive=False)


def dealt(games: int) -> Iterator["PastGame"]:
    """So many games of everybody's, up to yesterday."""
    from django.utils import timezone

    from referee.club.services.files.import_games import PastGame
    from referee.models import minutes_between
    from referee.rules.rulesets import ROUNDS
    from tests.dealers.evenings import evenings
    from tests.dealers.people import PEOPLE

    zone, before = timezone.get_default_timezone(), None
    yesterday = timezone.localdate(timezone=zone) - timedelta(days=1)
    for one in evenings(games, PEOPLE, yesterday, zone, Random("bench")):
        called = uuid4()
        yield PastGame(
            id=called,
            date=one.date,
            sheet=one.sheet,
            started_at=one.started_at,
            finished_at=one.finished_at,
            confirmed=ROUNDS,
            follows=before if one.is_next else None,
            minutes=minutes_between(one.started_at, one.finished_at),
        )
        before = called


def filled(phone: str, games: int) -> "Club":
    """A phone's club with so many games."""
    from referee.club.services.files.import_games import store_games
    from referee.play.services.clubs import club_for

    club, start = club_for(phone), time.perf_counter()
    store_games(club, dealt(games))
    print(f"{games:,} games, filled in within {time.perf_counter() - start:.0f} s", flush=True)
    return club


def client_of(phone: str) -> "Client":
    """A phone that is known by that id."""
    from django.core.signing import get_cookie_signer
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    client.cookies["phone"] = get_cookie_signer(salt="phonephone").sign(phone)
    return client


def narrow(club: "Club") -> str:
    """A month, a ruleset and a number of players of which there are games: the commonest of the
    newest month, as the query of the standings' address."""
    from django.db.models import Count

    from referee.models import Game

    newest = club.nights.latest("date").date
    month = {"night__date__year": newest.year, "night__date__month": newest.month}
    games = Game.objects.filter(night__club=club, **month)
    found = list(games.annotate(players=Count("seats")).values_list("ruleset", "players"))
    ruleset, players = max(found, key=found.count)
    asked = {"year": newest.year, "month": newest.month, "ruleset": ruleset, "players": players}
    return urlencode(asked)


def address(club: "Club", page: str, narrowed: str) -> str:
    """Of a page of the club; the player's is that of the one with the most games."""
    from django.db.models import Count
    from django.urls import reverse

    name, _mark, query = page.partition("?")
    parts = [club.pk]
    if name == "player":
        players = club.players.annotate(games=Count("placings"))
        parts.append(players.order_by("-games", "name")[0].pk)
    query = narrowed if query == "narrowed" else query
    return reverse(name, args=parts) + (f"?{query}" if query else "")


def visit(client: "Client", path: str) -> float:
    """The milliseconds of a visit."""
    start = time.perf_counter()
    answer = client.get(path)
    taken = (time.perf_counter() - start) * 1e3
    if answer.status_code != 200:
        raise RuntimeError(f"{path} answers {answer.status_code}")
    return taken


def measure(words: str, asked: list[tuple["Client", str]]) -> None:
    """Print a page of both clubs, visited in turns, and whether the aims are met."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    turns = [[visit(*one) for one in asked] for _visit in range(WARM_UPS + VISITS)]
    few, many = (statistics.median(taken) for taken in zip(*turns[WARM_UPS:], strict=True))
    queries = []
    for one in asked:
        with CaptureQueriesContext(connection) as made:
            visit(*one)
        queries.append(len(made))
    is_quick, is_same = many <= AIM_RATIO * few, queries[0] == queries[1]
    print(f"{words}: {few:.1f} ms and {many:.1f} ms, {many / few:.2f} ×: {verdict(is_quick)}")
    print(f"  {queries[0]} queries and {queries[1]}: {verdict(is_same)}", flush=True)


def main() -> None:
    """Measure and print."""
    many = int(os.environ.get("GAMES") or MANY)
    with tempfile.TemporaryDirectory() as data:
        set_up(data)
        clubs = {phone: filled(phone, games) for phone, games in (("few", FEW), ("many", many))}
        print(f"Pages, the median of {VISITS} visits (aim: at most {AIM_RATIO} ×, as many queries)")
        narrowed = narrow(clubs["few"])
        for words, page in PAGES.items():
            asked = [(client_of(one), address(club, page, narrowed)) for one, club in clubs.items()]
            measure(words, asked)


if __name__ == "__main__":
    main()
