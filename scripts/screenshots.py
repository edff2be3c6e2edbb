"""Pictures of the main pages: for the README, and of those that change most with their screen, at
every width. Called by `make screenshots`."""

import json
import tempfile
from base64 import b64decode
from collections.abc import Iterator
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


def shoot(page: Page, name: str) -> None:
    """One picture of what a person sees."""
    page.evaluate("() => scrollTo(0, 0)")
    page.wait_for_timeout(300)
    page.screenshot(path=FOLDER / f"{name}.png")
    print(f"docs/screenshots/{name}.png")


def shoot_widths(page: Page, name: str) -> None:
    """A page on a phone, a tablet, a desk and a television, in both colour schemes; as WebP, which
    Playwright does not write and is a third as large."""
    session = page.context.new_cdp_session(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => scrollTo(0, 0)")
            page.wait_for_timeout(300)
            wanted = {"format": "webp", "quality": 60}
            picture = session.send("Page.captureScreenshot", wanted)["data"]
            (FOLDER / f"{name}-{width}-{scheme}.webp").write_bytes(b64decode(picture))
            print(f"docs/screenshots/{name}-{width}-{scheme}.webp")


def play(browser: Browser, address: str, suffix: str, sheet: Sheet, **shape: object) -> None:
    """Plays a game, with pictures on the way."""
    context = browser.new_context(base_url=address, locale="en", reduced_motion="reduce", **shape)
    page = context.new_page()
    person = Person(page)
    page.goto("/")
    shoot(page, f"start-{suffix}")
    person.start(sheet)
    person.enter_tableau(sheet["rounds"][0]["tableaus"][sheet["players"][0]])
    shoot(page, f"entry-{suffix}")
    for place, name in enumerate(sheet["players"][1:], start=2):
        person.open_seat(1, place)
        person.enter_tableau(sheet["rounds"][0]["tableaus"].get(name, ""))
    person.enter_claims(sheet, 1)
    page.get_by_role("navigation", name="Rounds").get_by_role("link").first.tap()
    page.get_by_role("heading", name="Round 1").wait_for()
    shoot(page, f"round-{suffix}")
    person.confirm(1)
    for number in (2, 3):
        person.enter_round(sheet, number)
    page.locator("h1.verdict").wait_for()
    shoot(page, f"result-{suffix}")
    context.close()


def play_wide(browser: Browser, address: str, sheet: Sheet) -> None:
    """Plays a game on a tablet, with pictures of four pages at every width."""
    context = browser.new_context(
        base_url=address, locale="en", reduced_motion="reduce", has_touch=True
    )
    page = context.new_page()
    person = Person(page)
    page.goto("/")
    person.start(sheet)
    for number in (1, 2):
        person.enter_round(sheet, number)
    *first, last = sheet["players"]
    for place, name in enumerate(first, start=1):
        person.open_seat(3, place)
        person.enter_tableau(sheet["rounds"][2]["tableaus"].get(name, ""))
    shoot_widths(page, "entry")
    game = page.url.partition("r/3/")[0]
    page.goto(f"{game}scoreboard/")
    shoot_widths(page, "scoreboard")
    page.goto(f"{game}r/3/1/")
    person.open_seat(3, len(first) + 1)
    person.enter_tableau(sheet["rounds"][2]["tableaus"].get(last, ""))
    person.enter_claims(sheet, 3)
    page.goto(f"{game}r/3/")
    shoot_widths(page, "round")
    person.confirm(3)
    page.locator("h1.verdict").wait_for()
    shoot_widths(page, "result")
    context.close()


def look_around(browser: Browser, address: str, suffix: str, account: tuple[str, str]) -> None:
    """A club with a night worth looking at."""
    context = browser.new_context(
        base_url=address, locale="en", reduced_motion="reduce", device_scale_factor=2, **PHONE
    )
    page = context.new_page()
    log_in(page, account)
    shoot(page, f"standings-{suffix}")
    page.get_by_role("link", name="Mara", exact=True).tap()
    page.get_by_role("heading", name="Mara").wait_for()
    page.get_by_role("link", name="Rating", exact=True).tap()
    page.get_by_role("navigation", name="On this page").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    page.screenshot(path=FOLDER / f"player-{suffix}.png")
    page.get_by_role("link", name="Nights").tap()
    page.locator(".night-list a").first.tap()
    page.get_by_role("heading", name="Through the night").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    page.screenshot(path=FOLDER / f"night-{suffix}.png")
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
        game = example("points-platter")
        play(browser, address, "phone-light", game, **PHONE, device_scale_factor=2)
        play(browser, address, "phone-dark", game, **PHONE, color_scheme="dark")
        play_wide(browser, address, example("big-banquet"))
        look_around(browser, address, "phone-light", demo_club(data))
        browser.close()


if __name__ == "__main__":
    main()
