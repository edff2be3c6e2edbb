"""Write a whole game as a screen reader has it into tests/browser/access. Called by `make walk`.

scripts/walk.py          tests/browser/access/walk.md, in English
scripts/walk.py es       tests/browser/access/walk-es.md, in Spanish
"""

import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from scripts.ax_words import words_of
from scripts.server import chromium, demo_server
from tests.browser.driver import cards_lie
from tests.browser.hearing import Hearing
from tests.conftest import FLAGS

ROOT = Path(__file__).resolve().parent.parent

ANA = ["wasabi", "squid-nigiri", "tempura", "tempura", "sashimi", "sashimi", "sashimi"]
ANA += ["maki-3", "maki-3", "pudding"]
BEN = ["dumpling"] * 4 + [
    "egg-nigiri",
    "salmon-nigiri",
    "chopsticks",
    "maki-2",
    "maki-1",
    "pudding",
]
CLICK_CARDS = "(faces) => faces.forEach((face) => document.getElementById(`add-${face}`).click())"
DESK = {
    "viewport": {"width": 1000, "height": 700},
    "device_scale_factor": 1,
    "is_mobile": False,
    "has_touch": False,
    "service_workers": "block",
}
"""What a keyboard stands before."""

LANGUAGES = {"en": "English", "es": "Spanish"}
SAID = {
    "en": "three sashimi, two maki with 3 and a pudding",
    "es": "tres sashimi, dos makis de 3 y un pudin",
}
"""The rest of Ana's cards, as somebody would say them."""

HEAD = """# A whole game, by ear

What a screen reader has to go by, in {language}: each page in the words of the browser's
accessibility tree, and what is said by itself, as it comes. `make walk` writes this from the
running pages, and a test holds it to them. A control stands as its role, its name, and in brackets
its state and its [shortcut key](../../../docs/keyboard.md); nothing is called by its place or its
colour.
"""


def page_file(language: str) -> Path:
    """Where the walk in a language stands."""
    return (
        ROOT
        / "tests"
        / "browser"
        / "access"
        / ("walk.md" if language == "en" else f"walk-{language}.md")
    )


class Walk:
    """One phone's way through a game, and the page that tells of it."""

    def __init__(self, page: Page, language: str) -> None:
        self.page = page
        self.hearing = Hearing(page)
        self.lines = [HEAD.format(language=LANGUAGES[language])]

    def looks(self, what: str, *, within: str = "") -> None:
        """Tells a page, or the part of it that a selector names."""
        self.page.wait_for_load_state()
        title = self.page.title().translate({0x2068: None, 0x2069: None})
        of = "" if within else f"Title: “{title}”\n"
        self.lines += [
            f"## {what}\n",
            *([of] if of else []),
            *words_of(self.page, within=within),
            "",
        ]

    def does(self, what: str, selector: str, *keys: str) -> None:
        """Presses a button, by keys where there are some; tells that it is done, by its name."""
        control = self.page.locator(selector)
        if keys:
            for key in keys:
                self.page.keyboard.press(key)
        else:
            control.dispatch_event("click")
        self.lines.append(f"*{what}*\n")

    def hears(self) -> None:
        """Waits until something is said, and tells it."""
        self.lines += [f"> {words}\n" for words in self.hearing.next_words()]

    def heading(self, words: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(words)
        self.page.wait_for_load_state()


def walk(open_phone: Callable[[], Page], language: str) -> str:
    """Plays the game on two phones; the page that tells of it."""
    host = Walk(open_phone(), language)
    _begin(host)
    _first_hand(host, language)
    ben = open_phone()
    _sit_down(host, ben)
    _bens_hand(host, ben)
    _first_result(host)
    _other_rounds(host)
    host.looks("Who has won")
    return "\n".join(host.lines).rstrip() + "\n"


def _begin(host: Walk) -> None:
    page = host.page
    page.goto("/")
    host.looks("The first page")
    page.locator('a[href="/new/sushi-go/"]').click()
    host.looks("A new game")
    for place, name in ((1, "Ana"), (2, "Ben")):
        page.locator(f'[name="player_{place}"]').fill(name)
    page.locator("form.setup .main-action").click()
    host.heading("Ana")
    host.looks("Ana’s cards")


def _first_hand(host: Walk, language: str) -> None:
    page = host.page
    host.lines.append("## Entering cards\n")
    host.does("The key w.", "", "w")
    host.hears()
    host.does("The button of the squid nigiri.", "#add-squid-nigiri")
    host.hears()
    tempura = page.locator("#add-tempura").get_attribute("data-key") or ""
    host.does(f"The key {tempura}, twice.", "", tempura, tempura)
    host.hears()
    host.does("The button that takes the squid nigiri off its wasabi.", '[id^="move-"]')
    host.hears()
    host.does("The key u, which undoes it.", "", "u")
    host.hears()
    host.does("The answer: the squid nigiri lies on the wasabi.", ".said .assumed")
    host.hears()
    page.keyboard.press("/")
    page.keyboard.insert_text(SAID[language])
    host.lines.append(f"*The key /, and in the text field: {SAID[language]}.*\n")
    host.hears()
    host.hearing.pass_time(1_200)  # Enter means what has been heard, so it takes time to be
    page.keyboard.press("Enter")
    host.lines.append("*Enter.*\n")
    host.hears()
    cards_lie(page, 10)
    page.locator("#add-tempura").focus()
    host.does("The key s, for the score.", "", "s")
    host.hears()
    host.looks("What lies there now", within="#strip")
    host.does("The key ?, for the list of keys.", "", "?")
    host.looks("The shortcut keys", within="#keys")
    page.keyboard.press("Escape")


def _sit_down(host: Walk, ben: Page) -> None:
    """Another phone takes Ben's seat."""
    address = host.page.url
    host.page.goto(f"{address.partition('/r/')[0]}/table/")
    code = "".join(host.page.locator(".code").inner_text().split())
    host.page.goto(address)
    host.page.wait_for_load_state()
    ben.goto(f"/join/{code}/")
    ben.locator('button[value="2"]').click()
    expect(ben.get_by_role("heading", level=1)).to_contain_text("Ben")
    ben.wait_for_load_state()


def _bens_hand(host: Walk, ben: Page) -> None:
    host.lines.append("## Another phone\n")
    ben.evaluate(CLICK_CARDS, BEN)
    host.lines.append("*Ben enters his cards on his own phone.*\n")
    host.hears()
    ben.locator("#complete").click()
    host.lines.append("*He says “My cards are complete”.*\n")
    host.hears()


def _first_result(host: Walk) -> None:
    host.page.keyboard.press("n")
    host.page.wait_for_url("**/r/1/")
    host.heading("1")
    host.looks("The result of the round")


def _other_rounds(host: Walk) -> None:
    """Confirms the first round, and plays the others without looking round."""
    page = host.page
    host.lines.append("## The other rounds\n")
    for number in (1, 2, 3):
        if number > 1:
            for seat, (name, faces) in enumerate((("Ana", ANA), ("Ben", BEN)), start=1):
                _open_seat(page, seat, name)
                page.evaluate(CLICK_CARDS, faces)
                host.hearing.pass_time()  # in which they are sent
                cards_lie(page, 10)
                host.lines.append(f"*The cards of {name}.*\n")
                host.hears()
                if page.locator(".said .assumed").count():
                    host.does("The answer to what lies on the wasabi.", ".said .assumed")
                    host.hears()
            page.locator(".belt a").nth(number - 1).click()
            page.wait_for_url(f"**/r/{number}/")
            host.heading(str(number))
        page.locator(".bar .main-action").click()
        host.lines.append(f"*The button that confirms round {number}.*\n")
        if number > 1:  # nobody has said that these are all
            page.locator("form.asks button").click()
        if number < 3:
            page.wait_for_url(f"**/r/{number + 1}/1/")
            host.hears()
    expect(page.locator("h1.verdict")).to_be_visible()


def _open_seat(page: Page, seat: int, name: str) -> None:
    with page.expect_navigation():
        page.locator(".seats.all a").nth(seat - 1).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    page.wait_for_load_state()


def main() -> None:
    """The walk in the language that is asked for."""
    language = sys.argv[1] if len(sys.argv) > 1 else "en"
    with demo_server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)

        def open_phone() -> Page:
            context = browser.new_context(base_url=address, locale=language, **DESK)
            return context.new_page()

        file = page_file(language)
        file.write_text(walk(open_phone, language), encoding="utf-8")
        print(file.relative_to(ROOT))
        browser.close()


if __name__ == "__main__":
    main()
