"""The pictures of the README: main pages on a phone. Called by `make screenshots`."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from scripts.server import chromium, demo_club, demo_server
from tests.browser.driver import Person, Sheet
from tests.conftest import FLAGS

ROOT = Path(__file__).resolve().parent.parent

FOLDER = ROOT / "docs" / "screenshots"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


@contextmanager
def phone_page(address: str, **more: object) -> Iterator[Page]:
    """A page on a phone of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser.new_context(base_url=address, locale="en", **PHONE, **more).new_page()
        browser.close()


def example(name: str) -> Sheet:
    """A worked game that the project ships."""
    sheet: Sheet = json.loads((ROOT / "examples" / f"{name}.json").read_text(encoding="utf-8"))
    return {"variants": [], **sheet}


def picture(page: Page, name: str, scheme: str = "light") -> None:
    """One picture of what a person sees."""
    page.emulate_media(color_scheme=scheme)
    page.wait_for_timeout(300)
    page.screenshot(path=FOLDER / f"{name}-phone-{scheme}.png")
    print(f"docs/screenshots/{name}-phone-{scheme}.png")
    page.emulate_media(color_scheme="light")


def play(page: Page, sheet: Sheet) -> None:
    """Plays a game, and takes pictures on the way."""
    person = Person(page)
    person.start(sheet)
    first, *others = sheet["players"]
    person.enter_tableau(sheet["rounds"][0]["tableaus"][first])
    page.evaluate("() => scrollTo(0, 0)")
    picture(page, "entry")
    for place, name in enumerate(others, start=2):
        person.open_seat(1, place)
        person.enter_tableau(sheet["rounds"][0]["tableaus"].get(name, ""))
    person.enter_claims(sheet, 1)
    page.goto(f"{page.url.partition('r/1/')[0]}r/1/")
    page.get_by_role("heading", name="Round 1").wait_for()
    picture(page, "round", "dark")
    person.confirm(1)
    for number in (2, 3):
        person.enter_round(sheet, number)
    page.locator("h1.verdict").wait_for()
    page.evaluate("() => scrollTo(0, 0)")
    picture(page, "result")


def look_around(page: Page) -> None:
    """A club with a night worth looking at."""
    picture(page, "standings")
    page.get_by_role("link", name="Mara", exact=True).tap()
    page.get_by_role("heading", name="Mara").wait_for()
    page.get_by_role("link", name="Rating", exact=True).tap()
    page.get_by_role("navigation", name="On this page").scroll_into_view_if_needed()
    picture(page, "player")
    page.get_by_role("link", name="Nights").tap()
    page.locator(".night-list a").first.tap()
    page.get_by_role("heading", name="Through the night").scroll_into_view_if_needed()
    picture(page, "night")


def log_in(page: Page, account: tuple[str, str]) -> None:
    """Logs in, which leads to the club's standings."""
    name, password = account
    page.goto("/account/log-in/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").tap()
    page.get_by_role("table", name="Standings").wait_for()


def main() -> None:
    """A game, then a club."""
    shape = {"device_scale_factor": 2, "reduced_motion": "reduce"}
    with tempfile.TemporaryDirectory() as data, demo_server(data) as address:
        with phone_page(address, **shape) as page:
            play(page, example("points-platter"))
        account = demo_club(data)
        with phone_page(address, **shape) as page:
            log_in(page, account)
            look_around(page)


if __name__ == "__main__":
    main()
