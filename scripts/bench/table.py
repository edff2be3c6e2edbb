"""What a tap costs while five phones show their table. `make bench-table`.

Five pages in Chromium, each at a seat of its own. A card is tapped every quarter second, by one
phone after the other. The yardstick is a bare view that stores one row, on the same server in the
same run. Prints; stops by itself after a minute.
"""

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
from playwright.sync_api import Page, sync_playwright

from scripts.bench.live import SEATS, Table, per_second, processor_seconds, served, set_tables
from scripts.bench.live_phones import Connection, request_for
from scripts.bench.scoring import verdict
from scripts.run import migrate, prepare_data
from scripts.screenshots import PHONE
from scripts.server import chromium
from tests.conftest import FLAGS

TAPS, APART_MS, SETTLED_MS = 100, 250, 3000
FACES = ("tempura", "sashimi", "dumpling", "egg-nigiri", "pudding")
INSERTS = 600
AIM_INSERTS, AIM_REQUESTS, AIM_STATEMENTS = 10, 2.5, 14


@contextmanager
def phones(port: int, table: Table) -> Iterator[list[Page]]:
    """The pages of five phones, each at its seat's tableau of the first round."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        pages = []
        for place, cookie in enumerate(table.cookies, start=1):
            address = f"http://127.0.0.1:{port}"
            context = browser.new_context(base_url=address, service_workers="block", **PHONE)
            context.add_cookies([{"name": "phone", "value": cookie, "url": address}])
            pages.append(context.new_page())
            pages[-1].goto(f"/g/{table.game}/r/1/{place}/")
        yield pages
        browser.close()


def tap(pages: list[Page], taps: int) -> None:
    """Taps a card every quarter second, and waits until every page has settled."""
    for number in range(taps):
        face = FACES[number // SEATS % len(FACES)]
        pages[number % SEATS].locator(f"#add-{face}").tap()
        pages[0].wait_for_timeout(APART_MS)
    pages[0].wait_for_timeout(SETTLED_MS)


def measure_taps(server: psutil.Process, pages: list[Page]) -> tuple[float, float]:
    """A tap's processor time on the server, in seconds, and its requests, those of all phones."""
    requests: list[str] = []
    for page in pages:
        page.on("requestfinished", lambda request: requests.append(request.url))
    tap(pages, SEATS)
    requests.clear()
    before = processor_seconds(server)
    tap(pages, TAPS)
    return (processor_seconds(server) - before) / TAPS, len(requests) / TAPS


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
                each, requests = measure_taps(server, pages)
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
