"""What a tap costs while five phones show their table. `make bench-table`.

Five pages in Chromium, each at a seat of its own. A card is tapped every quarter second, by one
phone after the other, until each has the seven cards of a round; so three rounds. The yardstick is
a bare view that stores one row, on the same server in the same run. Prints; stops by itself after
a minute.
"""

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psutil
from playwright.sync_api import Page, sync_playwright

from scripts.bench.live import (
    ROUNDS,
    SEATS,
    Table,
    per_second,
    processor_seconds,
    served,
    set_tables,
)
from scripts.bench.live_phones import Connection, request_for
from scripts.bench.scoring import verdict
from scripts.run import migrate, prepare_data
from scripts.screenshots import PHONE
from scripts.server import chromium
from tests.conftest import FLAGS

APART_MS, SETTLED_MS = 250, 3000
FACES = ("tempura", "sashimi", "dumpling", "egg-nigiri", "pudding", "sashimi", "tempura")
"""What each seat gets in a round; the first one warms the pages up."""
INSERTS = 600
AIM_INSERTS, AIM_REQUESTS, AIM_STATEMENTS = 10, 2.5, 14


@contextmanager
def phones(port: int, table: Table) -> Iterator[list[Page]]:
    """The pages of five phones, one a seat."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        pages = []
        for cookie in table.cookies:
            address = f"http://127.0.0.1:{port}"
            context = browser.new_context(base_url=address, service_workers="block", **PHONE)
            context.add_cookies([{"name": "phone", "value": cookie, "url": address}])
            pages.append(context.new_page())
        yield pages
        browser.close()


def tap(pages: list[Page], faces: Sequence[str]) -> None:
    """Taps each card at each seat, one every quarter second, and waits until all have settled."""
    for face in faces:
        for page in pages:
            page.locator(f"#add-{face}").tap()
            page.wait_for_timeout(APART_MS)
    pages[0].wait_for_timeout(SETTLED_MS)


def measure_taps(server: psutil.Process, table: Table, pages: list[Page]) -> tuple[float, float]:
    """A tap's processor time on the server, in seconds, and its requests, those of all phones."""
    requests: list[str] = []
    seconds, asked = 0.0, 0
    for page in pages:
        page.on("requestfinished", lambda request: requests.append(request.url))
    for number in range(1, ROUNDS + 1):
        for place, page in enumerate(pages, start=1):
            page.goto(f"/g/{table.game}/r/{number}/{place}/")
        tap(pages, FACES[:1])
        requests.clear()
        before = processor_seconds(server)
        tap(pages, FACES[1:])
        seconds += processor_seconds(server) - before
        asked += len(requests)
    taps = ROUNDS * SEATS * (len(FACES) - 1)
    return seconds / taps, asked / taps


def measure_inserts(port: int, server: psutil.Process) -> float:
    """The server's processor time for one bare INSERT, in seconds."""
    connection, request = Connection(port), request_for("/bare/", {})
    per_second([connection], [request] * 100)
    before = processor_seconds(server)
    per_second([connection], [request] * INSERTS)
    return (processor_seconds(server) - before) / INSERTS


def statements(table: Table) -> int:
    """The SQL statements of a tap with the board that comes with its answer."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from referee.models import Game

    client = Client(headers={"host": "127.0.0.1"})
    client.cookies["phone"] = table.cookies[0]
    taps = json.loads(table.tap(2, 1, "tempura").partition(b"\r\n\r\n")[2])
    heard = Game.objects.values_list("version", flat=True).get(pk=table.game)
    asked = {**taps, "unsaid": [], "board": {"round": 2, "seat": 1, "heard": heard}}
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(f"/api/v1/games/{table.game}/taps/", asked, "application/json")
    if answer.status_code != 200 or "board" not in answer.json():
        raise RuntimeError(f"The server answered {answer}")
    return len(captured)


def main() -> None:
    """Lays a table in a data folder of its own, measures and prints."""
    with tempfile.TemporaryDirectory() as data:
        os.environ["SUSHISCORE_DATA"] = data
        os.environ["DJANGO_SETTINGS_MODULE"] = "sushiscore.settings"
        prepare_data()
        migrate()
        (table,) = set_tables(1)
        with served() as running:
            server = psutil.Process(running.process.pid)
            before = measure_inserts(running.port, server)
            with phones(running.port, table) as pages:
                each, requests = measure_taps(server, table, pages)
            insert = (before + measure_inserts(running.port, server)) / 2
        asked = statements(table)
    ratio = each / insert
    print(f"the server's processor: {1000 * each:.1f} ms a tap, {1000 * insert:.2f} ms an INSERT")
    for what, figure, aim in (
        ("a tap in bare INSERTs", ratio, AIM_INSERTS),
        ("requests a tap, of five phones", requests, AIM_REQUESTS),
        ("SQL statements of a tap with its board", asked, AIM_STATEMENTS),
    ):
        print(f"{what}: {figure:.1f} (aim: at most {aim}: {verdict(figure <= aim)})")


if __name__ == "__main__":
    main()
