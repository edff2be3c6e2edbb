"""What a tap costs while five phones show their table, and when another phone shows it.
`make bench-table`.

Five pages in Chromium, each at a seat of its own. A card is tapped every quarter second, by one
phone after the other, until each has the seven cards of a round; so three rounds, of a shuffled
deck. The yardstick is a bare view that stores one row, on the same server in the same run and at
the same pace: a processor that is woken for each request takes three times as long for it as one
that never rests. For comparison also without a pause. Then two of the pages: from the press on one
to the frame in which the other shows the new number. Prints; stops by itself after three minutes.
"""

import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import psutil
from playwright.sync_api import Page, sync_playwright

from referee.rules import Setting
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
from scripts.screenshots import PHONE
from scripts.server import chromium
from sushiscore.run import migrate, prepare_data
from tests.conftest import FLAGS
from tests.dealers.dealing import full_deck

APART_MS, SETTLED_MS = 250, 3000
HAND = 7
"""Cards that each seat gets in a round; the first one warms the pages up."""
INSERTS, PACED = 600, 120
AIM_INSERTS, AIM_REQUESTS, AIM_STATEMENTS = 10, 2.5, 14
SCREEN_TAPS, AIM_SCREEN_S = 60, 1.3

NOTE_PRESS = """() => addEventListener("pointerdown", () => { window.pressed = Date.now(); })"""
NOTE_NUMBER = """() => {
    const number = () => document.querySelector("#seats li a .state").textContent;
    let before = number();
    new MutationObserver(() => {
        if (number() === before) return;
        before = number();
        // A message that is sent in a frame arrives when that frame has been drawn.
        requestAnimationFrame(() => {
            const drawn = new MessageChannel();
            drawn.port1.onmessage = () => { window.shown = Date.now(); };
            drawn.port2.postMessage(0);
        });
    }).observe(document.getElementById("board"), {
        subtree: true, childList: true, characterData: true,
    });
}"""


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


def tap(pages: list[Page], deck: list[str], cards: int) -> None:
    """Taps so many cards at each seat, one every quarter second, and waits until all have
    settled."""
    for _card in range(cards):
        for page in pages:
            page.locator(f"#add-{deck.pop()}").tap()
            page.wait_for_timeout(APART_MS)
    pages[0].wait_for_timeout(SETTLED_MS)


def measure_taps(server: psutil.Process, table: Table, pages: list[Page]) -> tuple[float, float]:
    """A tap's processor time on the server, in seconds, and its requests, those of all phones."""
    deck = full_deck(Setting("sushi-go", SEATS))
    Random(1).shuffle(deck)
    requests: list[str] = []
    seconds, asked = 0.0, 0
    for page in pages:
        page.on("requestfinished", lambda request: requests.append(request.url))
    for number in range(1, ROUNDS + 1):
        for place, page in enumerate(pages, start=1):
            page.goto(f"/g/{table.game}/r/{number}/{place}/")
        tap(pages, deck, 1)
        requests.clear()
        before = processor_seconds(server)
        tap(pages, deck, HAND - 1)
        seconds += processor_seconds(server) - before
        asked += len(requests)
    taps = ROUNDS * SEATS * (HAND - 1)
    return seconds / taps, asked / taps


def measure_screens(pages: list[Page]) -> list[float]:
    """From the press on the first phone, whose cards all lie there, to its new number on the second
    one's screen, in seconds, tap by tap. Both pages have the clock of one machine."""
    first, second = pages[:2]
    first.evaluate(NOTE_PRESS)
    second.evaluate(NOTE_NUMBER)
    times = []
    for number in range(SCREEN_TAPS):
        second.evaluate("() => { window.shown = 0; }")
        # Pauses of every length: another tap may or may not still be gathered.
        first.wait_for_timeout(APART_MS + 1500 * (number % 7) / 6)
        first.locator("#add-tempura" if number % 2 else "#undo").tap()
        second.wait_for_function("() => window.shown")
        pressed = first.evaluate("() => window.pressed")
        times.append((second.evaluate("() => window.shown") - pressed) / 1000)
    return times


def measure_inserts(port: int, server: psutil.Process, count: int, apart_ms: int = 0) -> float:
    """The server's processor time for one bare INSERT, in seconds."""
    connection, request = Connection(port), request_for("/bare/", {})
    per_second([connection], [request] * 100)
    before = processor_seconds(server)
    for _insert in range(count):
        connection.ask(request)
        time.sleep(apart_ms / 1000)
    return (processor_seconds(server) - before) / count


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
            before = measure_inserts(running.port, server, INSERTS)
            with phones(running.port, table) as pages:
                each, requests = measure_taps(server, table, pages)
                screens = measure_screens(pages)
            busy = (before + measure_inserts(running.port, server, INSERTS)) / 2
            insert = measure_inserts(running.port, server, PACED, APART_MS)
        asked = statements(table)
    print(
        f"the server's processor: {1000 * each:.1f} ms a tap, {1000 * insert:.2f} ms an INSERT at "
        f"its pace; {1000 * busy:.2f} ms one of many without a pause: {each / busy:.1f} of those"
    )
    for what, figure, aim in (
        ("a tap in bare INSERTs at its pace", each / insert, AIM_INSERTS),
        ("requests a tap, of five phones", requests, AIM_REQUESTS),
        ("SQL statements of a tap with its board", asked, AIM_STATEMENTS),
    ):
        print(f"{what}: {figure:.1f} (aim: at most {aim}: {verdict(figure <= aim)})")
    late = statistics.quantiles(screens, n=20)[-1]
    print(
        f"from a press to another phone's screen: median {statistics.median(screens):.2f} s, 95 % "
        f"within {late:.2f} s, worst {max(screens):.2f} s of {len(screens)} taps "
        f"(aim: 95 % within {AIM_SCREEN_S} s: {verdict(late <= AIM_SCREEN_S)})"
    )


if __name__ == "__main__":
    main()
