"""Whole games by the accessibility tree alone: every control by its role and name, and what is
said of each step."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.live import memory_bus
from tests.browser.connection import has_stream
from tests.browser.driver import Sheet, sit
from tests.browser.hearing import Hearing

pytestmark = pytest.mark.django_db(transaction=True)

PARTY_MENU = ["uramaki", "tempura", "tofu", "onigiri", "special-order", "takeout-box", "fruit"]
GAMES: dict[str, Sheet] = {
    "party": {"ruleset": "sushi-go-party", "menu": PARTY_MENU, "players": ["Ana", "Ben"]},
    "roll": {"ruleset": "sushi-roll", "players": ["Ana", "Ben"]},
}
"""Games that are played as `heard` tells."""
NEWS_MS = 7_500  # longer than news wait for each other


def steps(game: str, language: str) -> Iterator[tuple[str, str]]:
    """What is done or heard in a game of `heard`, in order: a verb, and the words in a language.

    A line has a verb, then the words in English, " = ", and the words in Spanish, which may stand
    on a line of their own.
    """
    text = (Path(__file__).parent / "heard" / f"{game}.txt").read_text(encoding="utf-8")
    for line in re.sub(r"\n +=", " =", text).splitlines():
        if line and not line.startswith("#"):
            verb, words = re.split(r"  +", line, maxsplit=1)
            yield verb, words.split(" = ")[language == "es"]


class Player:
    """Plays by a list of steps; another phone at the table looks on."""

    def __init__(self, page: Page, table: Page) -> None:
        self.page = page
        self.hearing = Hearing(page)
        self.table = Hearing(table)

    def looks_on(self) -> None:
        """Has the other phone look at the result of the first round."""
        self.table.page.context.add_cookies(self.page.context.cookies())  # type: ignore[arg-type]  # as it gives them
        self.table.page.goto(re.sub(r"/1/$", "/", self.page.url))
        has_stream(self.table.page)

    def does(self, verb: str, words: str) -> str:
        """Takes a step, or tells what is heard instead."""
        label, _, value = words.partition(": ")
        match verb:
            case "press":
                name = re.compile(rf"^{re.escape(words)}([:,].*)?$", re.I)
                self.page.get_by_role("button", name=name).press("Enter")
            case "unfold":
                self.page.locator("summary", has_text=words).click()
            case "fill":
                whose, _, label = label.rpartition(", ")
                page = self.page
                within = page.get_by_role("group", name=whose, exact=True) if whose else page
                within.get_by_label(label, exact=True).fill(value)
            case "choose":
                self.page.get_by_role("combobox", name=label, exact=True).select_option(value)
            case "pick":
                self.page.get_by_role("radio", name=words, exact=True).check()
            case "follow":
                name = re.compile(rf"^{re.escape(words)}(?!\w)")
                ways = self.page.get_by_role("link", name=name)
                ways = ways.or_(self.page.get_by_role("button", name=name))
                with self.page.expect_navigation():
                    ways.first.click()
                self.page.wait_for_load_state()
            case "is on":
                expect(self.page).to_have_title(f"{words} · SushiScore")
            case "hears":
                return " | ".join(self.hearing.next_words())
            case "table hears":
                self.table.pass_time(NEWS_MS)
                said = " | ".join(self.table.all())
                self.table.forget()
                return said
        return words


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_ear(
    another_phone: Callable[..., Page], monkeypatch: pytest.MonkeyPatch, game: str, language: str
) -> None:
    monkeypatch.setattr(memory_bus, "APART_SECONDS", 0.0)  # the pages' clocks are not the server's
    player = Player(another_phone(locale=language), another_phone(locale=language))
    sit(player.page, GAMES[game])
    player.looks_on()
    wanted = list(steps(game, language))
    assert [(verb, player.does(verb, words)) for verb, words in wanted] == wanted
