"""The host's phone, and how five others come to its table: all through the forms of the pages."""

import asyncio
import re
from collections.abc import Mapping

from scripts.phones import Browser, LostError, found, start_game

MENU = {
    "menu": "own",
    "own_roll": ["maki"],
    "own_appetizer": ["tempura", "dumpling", "tofu"],
    "own_special": ["wasabi", "takeout-box"],
    "own_dessert": ["pudding"],
}
"""A menu with the two types that change cards which lie already."""

_CODE = re.compile(r"/join/([A-Z0-9]{6})/")
_SEEN = re.compile(r'name="(seen)"\s+value="(\d+)"')
_LATE = re.compile(r'name="(late)"\s+value="(add)"')
_PAUSE = 0.1  # seconds between tries


class Host:
    """Starts a game and decides. What a killed server did not answer it looks at and repeats."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.game = ""

    @property
    def table(self) -> str:
        """The page from which the table is run."""
        return f"/g/{self.game}/table/"

    async def start(self, names: list[str]) -> str:
        """Start a game in which players may enter cards for others; the code that lets them in."""
        self.game = await start_game(self.browser, "sushi-go-party", names, **MENU)
        await self.browser.post_form(self.table, {"do": "anyone"})
        return found(_CODE, (await self.browser.get(self.table)).text)

    async def confirm(self, number: int) -> None:
        """Confirm a round, whoever is missing."""
        await self._while_offered(number, "confirm", _SEEN, {"sure": "1"})

    async def add_late_taps(self, number: int) -> None:
        """Open a round again and add what came too late."""
        await self._while_offered(number, "late", _LATE, {})

    async def _while_offered(
        self, number: int, what: str, offer: re.Pattern[str], fields: Mapping[str, str]
    ) -> None:
        path = f"/g/{self.game}/r/{number}/"
        while True:
            try:
                # Where somebody's cards are missing, only who says so may confirm all the same.
                page = await self.browser.get(f"{path}?asks=1")
                offered = offer.search(page.text)
                if offered is None:
                    return
                sent = {offered[1]: offered[2], **fields}
                await self.browser.post_form(f"{path}{what}/", sent, page=path)
            except LostError:
                await asyncio.sleep(_PAUSE)


async def sit_down(browser: Browser, code: str, place: int | None) -> None:
    """Join by the code, and take a seat, or watch.

    Raises:
        RuntimeError: when the seat is not to be had.
    """
    answer = await browser.post_form(f"/join/{code}/", {"seat": place or ""})
    if answer.status != 302:
        raise RuntimeError(f"Seat {place} is not to be had: {answer.status}")
