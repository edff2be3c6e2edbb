"""Pictures of the main pages: for the README, and of those that change most with their screen, at
every width. Called by `make screenshots`."""

import json
import tempfile
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from scripts.server import chromium, demo_club, demo_server
from tests.browser.driver import Person, Sheet
from tests.conftest import FLAGS

ROOT = Path(__file__).resolve().parent.parent

FOLDER = ROOT / "docs" / "screenshots"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
SIZES = ((360, 640), (820, 1180), (1280, 720), (1920, 1080))


@contextmanager
def phone_page(address: str) -> Iterator[Page]:
    """A page on a phone of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser.new_context(base_url=address, locale="en", **PHONE).new_page()
        browser.close()


def example(name: str) -> Sheet:
    """A worked game that the project ships."""
    sheet: Sheet = json.loads((ROOT / "examples" / f"{name}.json").read_text(encoding="utf-8"))
    return {"variants": [], **sheet}


def picture(page: Page, name: str) -> None:
    """One picture of what a person sees."""
    page.wait_for_timeout(300)
    page.screenshot(path=FOLDER / f"{name}.png")
    print(f"docs/screenshots/{name}.png")


def at_every_width(page: Page, name: str) -> None:
    """A page on a phone, a tablet, a desk and a television, in both colour schemes; as WebP, which
    Playwright does not write and is a third as large."""
    session = page.context.new_cdp_session(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(300)
            wanted = {"format": "webp", "quality": 60}
            content = session.send("Page.captureScreenshot", wanted)["data"]
            (FOLDER / f"{name}-{width}-{scheme}.webp").write_bytes(b64decode(content))
            print(f"docs/screenshots/{name}-{width}-{scheme}.webp")


def play(
    browser: Browser, address: str, sheet: Sheet, take: Callable[[Page, str], None], **shape: object
) -> None:
    """Plays a game, and takes pictures on the way."""
    context = browser.new_context(base_url=address, locale="en", reduced_motion="reduce", **shape)
    page = context.new_page()
    person = Person(page)

    def shoot(name: str) -> None:
        page.evaluate("() => scrollTo(0, 0)")
        take(page, name)

    page.goto("/")
    shoot("start")
    person.start(sheet)
    first, *others = sheet["players"]
    person.enter_tableau(sheet["rounds"][0]["tableaus"][first])
    shoot("entry")
    for place, name in enumerate(others, start=2):
        person.open_seat(1, place)
        person.enter_tableau(sheet["rounds"][0]["tableaus"].get(name, ""))
    person.enter_claims(sheet, 1)
    page.goto(f"{page.url.partition('r/1/')[0]}r/1/")
    page.get_by_role("heading", name="Round 1").wait_for()
    shoot("round")
    person.confirm(1)
    for number in (2, 3):
        person.enter_round(sheet, number)
    page.locator("h1.verdict").wait_for()
    shoot("result")
    page.goto(f"{page.url.partition('result/')[0]}scoreboard/")
    shoot("scoreboard")
    context.close()


def look_around(browser: Browser, address: str, account: tuple[str, str]) -> None:
    """A club with a night worth looking at."""
    context = browser.new_context(
        base_url=address, locale="en", reduced_motion="reduce", device_scale_factor=2, **PHONE
    )
    page = context.new_page()
    log_in(page, account)
    picture(page, "standings-phone-light")
    page.get_by_role("link", name="Mara", exact=True).tap()
    page.get_by_role("heading", name="Mara").wait_for()
    page.get_by_role("link", name="Rating", exact=True).tap()
    page.get_by_role("navigation", name="On this page").scroll_into_view_if_needed()
    picture(page, "player-phone-light")
    page.get_by_role("link", name="Nights").tap()
    page.locator(".night-list a").first.tap()
    page.get_by_role("heading", name="Through the night").scroll_into_view_if_needed()
    picture(page, "night-phone-light")
    context.close()


def log_in(page: Page, account: tuple[str, str]) -> None:
    """Logs in, which leads to the club's standings."""
    name, password = account
    page.goto("/account/log-in/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").tap()
    page.get_by_role("table", name="Standings").wait_for()


def main() -> None:
    """A phone in both colour schemes, then every width."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        demo_server(data) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for scheme in ("light", "dark"):
            shape = {**PHONE, "device_scale_factor": 2, "color_scheme": scheme}

            def take(page: Page, name: str, scheme: str = scheme) -> None:
                if name != "scoreboard":
                    picture(page, f"{name}-phone-{scheme}")

            play(browser, address, example("points-platter"), take, **shape)

        def take_wide(page: Page, name: str) -> None:
            if name != "start":
                at_every_width(page, name)

        play(browser, address, example("big-banquet"), take_wide, has_touch=True)
        look_around(browser, address, demo_club(data))
        browser.close()


if __name__ == "__main__":
    main()
