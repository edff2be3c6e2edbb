"""Three phones in one game, over a network that breaks, on a server that is killed.

At the end every tap is there exactly once: in the database, and on every phone.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.connection import notice, row
from tests.browser.driver import Person, cards_lie
from tests.browser.real_server import RealServer, Way

pytestmark = pytest.mark.django_db(transaction=True)

EACH = """(piles) => piles.map((one) => [
    one.querySelector(".sr > span").textContent, one.dataset.ids.split(" ").length])"""
GAME = {
    "ruleset": "sushi-go-party",
    "menu": "my-first-meal",
    "players": ["Ana", "Ben", "Cem"],
}
TEN = ["tea"] * 3 + ["tempura"] * 4 + ["sashimi"] * 3


class Player:
    """Somebody at the table with a phone, and with a way to the server of its own."""

    def __init__(self, name: str, place: int, page: Page, way: Way) -> None:
        self.name = name
        self.place = place
        self.page = page
        self.way = way
        self.sent: Counter[str] = Counter()
        page.context.on("request", self._note)

    def _note(self, request: Request) -> None:
        if request.url.endswith("/taps/") and request.post_data:
            self.sent.update(tap["id"] for tap in json.loads(request.post_data)["taps"])

    def tap(self, *faces: str) -> None:
        """Taps cards in."""
        for face in faces:
            self.page.locator(f"#add-{face}").tap()

    def says_complete(self) -> None:
        """Says that the cards are complete, also where fewer lie there than were dealt."""
        self.page.get_by_text("My cards are complete").tap()
        if (question := self.page.get_by_role("button", name="Yes, these are all")).is_visible():
            question.tap()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("Round 1")

    def leave_the_network(self) -> None:
        """The phone's Wi-Fi is gone. To be offline alone would leave its open stream open."""
        self.page.context.set_offline(True)
        self.way.cut()

    def come_back(self) -> None:
        self.way.mend()
        self.page.context.set_offline(False)

    def sees(self, player: "Player", words: str) -> None:
        """Waits until the row of players says that of somebody."""
        said = re.compile(rf"{player.name}\s+{words}")
        expect(row(self.page, player.place)).to_have_text(said)

    def notice(self, words: str) -> Locator:
        """What the page says of its connection."""
        return notice(self.page, words)


@pytest.fixture
def server(tmp_path) -> Iterator[RealServer]:
    """A server process with an empty database file."""
    running = RealServer(tmp_path)
    running.start()
    yield running
    running.kill()


@pytest.fixture
def sit_down(
    server: RealServer, open_phone: Callable[..., Page]
) -> Iterator[Callable[[], list[Player]]]:
    """Starts a game of three on the first phone, and lets all three take their seats."""
    ways: list[Way] = []

    def phone() -> tuple[Page, Way]:
        way = Way(server.port)
        ways.append(way)
        # On a plain address of the home network there is no service worker either.
        return open_phone(base_url=way.url, service_workers="block"), way

    def sit() -> list[Player]:
        players = [Player(n, p, *phone()) for p, n in enumerate(GAME["players"], start=1)]
        host, *guests = players
        Person(host.page).start(GAME)
        first_round = host.page.url.removeprefix(host.way.url)
        host.page.get_by_role("link", name="Players and phones").tap()
        code = host.page.locator(".code").inner_text()
        host.page.get_by_text("More", exact=True).tap()
        host.page.get_by_role("link", name="Take a seat").tap()
        host.page.get_by_role("button", name="Ana").tap()
        expect(host.page).to_have_url(re.compile(first_round))
        for guest in guests:
            guest.page.goto("/")
            guest.page.get_by_label("The code").fill(code)
            guest.page.get_by_role("button", name="Join").tap()
            guest.page.get_by_role("button", name=guest.name).tap()
            expect(guest.page).to_have_url(re.compile(rf"/r/1/{guest.place}/$"))
            guest.page.wait_for_load_state()
        return players

    yield sit
    for way in ways:
        way.cut()


def counted(server: RealServer) -> Counter[tuple[object, object]]:
    """How many cards lie in the database, by round and seat."""
    found = server.rows(
        """SELECT round.number, seat.place, COUNT(*) FROM referee_entry AS entry
        JOIN referee_tableau AS tableau ON tableau.id = entry.tableau_id
        JOIN referee_round AS round ON round.id = tableau.round_id
        JOIN referee_seat AS seat ON seat.id = tableau.seat_id
        WHERE entry.withdrawn_by_id IS NULL GROUP BY 1, 2"""
    )
    return Counter({(number, place): cards for number, place, cards in found})


def taps_of(server: RealServer) -> Counter[str]:
    """The ids of all taps in the database."""
    found = server.rows("SELECT id FROM referee_tap")
    return Counter(re.sub("-", "", str(tap)) for (tap,) in found)


@pytest.mark.slow
def test_no_tap_is_lost_and_none_counts_twice(
    server: RealServer, sit_down: Callable[[], list[Player]], open_phone: Callable[..., Page]
) -> None:
    ana, ben, cem = players = sit_down()
    scoreboard = ana.page.context.new_page()  # on the host's tablet; nobody touches it
    scoreboard.goto(ana.page.url.partition("/r/")[0] + "/scoreboard/")

    # All at once, then in turn.
    for player in players:
        player.tap("tea")
    for player in players:
        for other in players:
            player.sees(other, "1/10")
    cem.page.get_by_role("button", name="Take away: tea").tap()
    ana.sees(cem, "0/10")
    ana.tap("wasabi")
    ben.sees(ana, "2/10")

    # Cem's phone loses the network for ten taps.
    cem.leave_the_network()
    cem.tap(*TEN)
    expect(cem.notice("10 taps wait to be sent.")).to_be_visible()
    expect(cem.page.locator(".progress")).to_have_text("10 of 10")

    # Meanwhile the server is killed, while Ana taps, and started again.
    server.kill()
    ana.tap("tempura", "sashimi")
    expect(ana.notice("2 taps wait to be sent.")).to_be_visible()
    expect(ben.notice("The server does not answer.")).to_be_visible()
    server.start()
    ben.sees(ana, "4/10")
    expect(ana.notice("wait to be sent")).to_be_hidden()
    expect(ben.notice("The server does not answer.")).to_be_hidden()

    # Cem's phone is back, but no reply reaches it; it is closed and opened again.
    cem.way.loses_replies = True
    cem.come_back()
    ana.sees(cem, "complete")
    expect(cem.notice("10 taps wait to be sent.")).to_be_visible()
    address = cem.page.url
    cem.page.close()
    cem.page = cem.page.context.new_page()
    cem.page.goto(address)
    expect(cem.notice("10 taps wait to be sent.")).to_be_visible()
    expect(cem.page.locator(".progress")).to_have_text("10 of 10")
    assert cem.way.lost
    cem.way.loses_replies = False
    expect(cem.notice("wait to be sent")).to_be_hidden()
    cards_lie(cem.page, 10)

    # Each says "my cards are complete"; the host sees who is missing, and confirms.
    ana.says_complete()
    ben.says_complete()
    ana.page.get_by_role("button", name="Confirm").tap()
    question = ana.page.get_by_role("alert").filter(has_text="Cem")
    expect(question).to_be_visible()
    cem.says_complete()
    expect(question).to_be_hidden()
    ana.page.get_by_role("button", name="Confirm").tap()
    for page in (ben.page, cem.page):
        expect(page.get_by_role("heading", level=1)).to_have_text("Round 1 confirmed")

    # Every tap is there exactly once: in the database and on every phone.
    sent = ana.sent + ben.sent + cem.sent
    assert taps_of(server) == Counter({tap.replace("-", ""): 1 for tap in sent})
    assert len(cem.sent) == 2 + 10 + 1  # the last one is the word
    assert max(cem.sent.values()) > 1
    assert counted(server) == {(1, 1): 4, (1, 2): 1, (1, 3): 10}
    tables = {ana: ["tea", "wasabi", "tempura", "sashimi"], ben: ["tea"], cem: TEN}
    # Cem: two pairs of tempura, three sashimi, three tea with a set of four. The others: one tea.
    expect(scoreboard.locator(".scores tbody th")).to_have_text(["Cem", "Ana", "Ben"])
    expect(scoreboard.locator(".scores tbody .points")).to_have_text(["32", "1", "1"])
    for player in players:
        for other, faces in tables.items():
            player.page.goto(
                f"{address.rpartition('/r/')[0]}/r/1/{other.place}/".replace(
                    cem.way.url, player.way.url
                )
            )
            piles = player.page.locator(".pile").evaluate_all(EACH)
            assert {name.lower(): number for name, number in piles} == Counter(faces)
