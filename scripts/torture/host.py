"""The host's phone, and how five others come to its table: all through the forms of the pages."""

import re
import time
from collections.abc import Callable, Sequence
from uuid import UUID

from scripts.torture.browser import Browser, found
from scripts.torture.network import LostError

MENU = {
    "own_roll": ["maki"],
    "own_appetizer": ["tempura", "dumpling", "tofu"],
    "own_special": ["wasabi", "takeout-box"],
    "own_dessert": ["pudding"],
}
"""A menu with the two types that change cards which lie already."""

_GAME = re.compile(r'name="game" value="([^"]+)"')
_CODE = re.compile(r"/join/([A-Z0-9]{6})/")
_SEEN = re.compile(r'name="seen" value="(\d+)"')
_PAUSE = 0.1  # seconds between tries


class Host:
    """Starts the game and decides. What a killed server did not answer it looks at and repeats."""

    def __init__(self, browser: Browser, names: Sequence[str]) -> None:
        self.browser = browser
        page = browser.get("/new/sushi-go-party/").text
        fields: dict[str, object] = {"game": found(_GAME, page), "menu": "own", **MENU}
        fields |= {f"player_{place}": name for place, name in enumerate(names, start=1)}
        started = browser.post_form("/new/sushi-go-party/", fields)
        if started.status != 302:
            raise RuntimeError(f"The game did not start: {started.text}")
        self.game = UUID(started.headers["location"].split("/")[2])
        self.table = f"/g/{self.game}/table/"

    def let_anyone_enter(self) -> None:
        """Lets players enter cards for others."""
        self.browser.post_form(self.table, {"do": "anyone"})

    def code(self) -> str:
        """What lets phones in."""
        return found(_CODE, self.browser.get(self.table).text)

    def confirm(self, number: int) -> None:
        """Confirms a round, whoever is missing."""

        def try_it(page: str) -> bool:
            seen = _SEEN.search(page)
            if seen is None:
                return False
            path = f"{self._round(number)}confirm/"
            fields = {"seen": seen[1], "sure": "1"}
            self.browser.post_form(path, fields, page=self._round(number))
            return True

        self._until_done(number, try_it)

    def add_late_taps(self, number: int) -> None:
        """Opens a round again and adds what came too late."""

        def try_it(page: str) -> bool:
            if 'value="add"' not in page:
                return False
            path = f"{self._round(number)}late/"
            self.browser.post_form(path, {"late": "add"}, page=self._round(number))
            return True

        self._until_done(number, try_it)

    def _round(self, number: int) -> str:
        return f"/g/{self.game}/r/{number}/"

    def _until_done(self, number: int, try_it: Callable[[str], bool]) -> None:
        """Tries again while the round's page still offers it."""
        while True:
            try:
                if not try_it(self.browser.get(self._round(number)).text):
                    return
            except LostError:
                time.sleep(_PAUSE)


def sit_down(browser: Browser, code: str, place: int) -> None:
    """Joins by the code, and takes a seat.

    Raises:
        RuntimeError: when the seat is not to be had.
    """
    answer = browser.post_form(f"/join/{code}/", {"seat": str(place)})
    if answer.status != 302:
        raise RuntimeError(f"Seat {place} is not to be had: {answer.status}")
