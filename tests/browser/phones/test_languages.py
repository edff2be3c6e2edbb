"""A phone changes its language by a tap: what others see, and what it has stored of before."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import sit
from tests.browser.real_server import Way
from tests.browser.stored import has_worker, is_kept, kept_pages, start
from tests.live.serving import until

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = "html"
LANGUAGES_KEPT = """async () => {
    const found = new Set();
    for (const name of ["sushiscore pages", "sushiscore files"])
        for (const page of await (await caches.open(name)).matchAll())
            if ((page.headers.get("Content-Type") || "").startsWith("text/html"))
                found.add(/<html[^>]* lang="([^"]*)"/.exec(await page.text())[1]);
    return [...found].sort();
}"""

IS_SETTLED = """async () => {
    const {active, installing, waiting} = await navigator.serviceWorker.ready;
    return !installing && !waiting && active.state === "activated";
}"""


def switch(page: Page, language: str) -> None:
    page.get_by_role("button", name=language, exact=True).tap()


@pytest.mark.slow
def test_one_game_on_two_phones_in_two_languages(open_phone: Callable[..., Page]) -> None:
    host, other = open_phone(), open_phone(locale="es-ES")
    game = sit(host)
    other.goto(f"/join/{game.code}/")
    expect(other.locator(ROOT)).to_have_attribute("lang", "es")
    other.get_by_role("button", name="Mirar").tap()
    expect(other.get_by_role("heading", level=1)).to_be_visible()
    other.wait_for_url("**/scoreboard/")
    tableau = host.url
    other.goto(tableau)
    host.locator("#add-squid-nigiri").tap()
    for page, name in ((host, "squid nigiri"), (other, "nigiri de calamar")):
        expect(page.locator(".strip")).to_contain_text(name, ignore_case=True)
    # The watcher reads in English from now on, and stays on the page; the host does not notice.
    switch(other, "English")
    expect(other).to_have_url(tableau)
    expect(other.locator(ROOT)).to_have_attribute("lang", "en")
    # Another page of a phone that has changed its language follows at the next change.
    second = host.context.new_page()
    second.goto("/about/")
    switch(second, "Español")
    expect(second.get_by_role("button", name="English")).to_be_visible()
    host.locator("#add-tempura").tap()
    expect(host.locator(ROOT)).to_have_attribute("lang", "es")
    expect(host.locator(".strip")).to_contain_text("nigiri de calamar", ignore_case=True)
    expect(other.locator(".strip")).to_contain_text("squid nigiri", ignore_case=True)


@pytest.mark.slow
def test_no_stored_page_comes_back_in_the_language_before(
    open_phone: Callable[..., Page], way: Way
) -> None:
    phone = open_phone(base_url=way.url, service_workers="allow")
    game = start(phone)
    has_worker(phone)
    phone.goto("/rules/")
    is_kept(phone, "/rules/")
    before = set(kept_pages(phone))
    assert phone.evaluate(LANGUAGES_KEPT) == ["en"]
    switch(phone, "Español")
    expect(phone.locator(ROOT)).to_have_attribute("lang", "es")
    until(lambda: phone.evaluate(LANGUAGES_KEPT) == ["es"])
    until(lambda: phone.evaluate(IS_SETTLED))  # a worker of the new language has come
    assert set(kept_pages(phone)) == before
    way.cut()
    for address in (f"{game}r/1/1/", "/", "/rules/", "/rules/sushi-roll/"):
        phone.goto(address)
        expect(phone.locator(ROOT)).to_have_attribute("lang", "es")
