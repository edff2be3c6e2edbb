"""Over https, and on localhost, pages that were opened open again while the server is away."""

import subprocess
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.club.services.players import rename_player
from referee.models import Entry, Player
from sushiscore import static
from tests.browser.connection import reconnect
from tests.browser.driver import Person, cards_lie
from tests.browser.real_server import Way
from tests.browser.stored import (
    AWAY,
    STORED,
    STORED_CARDS,
    SUSHI_GO,
    a_gateway,
    forget_http_cache,
    has_worker,
    is_dressed,
    is_kept,
    path_of,
    start,
)
from tests.conftest import FLAGS, ROOT
from tests.live.serving import until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone(open_phone: Callable[..., Page], way: Way) -> Page:
    """A phone in a secure context, with a way to the server that can be cut."""
    return open_phone(base_url=way.url, service_workers="allow")


@pytest.mark.slow
def test_the_first_page_of_all_which_had_no_worker_yet_opens_again_without_the_server(
    phone: Page, way: Way
) -> None:
    phone.goto("/rules/sushi-go/")
    has_worker(phone)
    way.cut()
    forget_http_cache(phone)
    for page in ("/rules/sushi-go/", "/"):
        phone.goto(page)
        expect(phone.locator(STORED)).to_be_visible()
        is_dressed(phone)
    # Nor does it help that the phone knows of no network.
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator(STORED)).to_be_visible()


@pytest.mark.slow
def test_a_page_that_came_past_the_worker_is_its_own_too(phone: Page, way: Way) -> None:
    """As one that is on its way while the worker comes; a reload past all storages is another."""
    phone.goto("/rules/sushi-go/")
    has_worker(phone)
    phone.goto("/about/")
    with phone.expect_navigation():
        phone.context.new_cdp_session(phone).send("Page.reload", {"ignoreCache": True})
    has_worker(phone)
    is_kept(phone, "/about/")
    way.cut()
    phone.reload()
    expect(phone.locator(STORED)).to_be_visible()


@pytest.mark.slow
def test_the_worker_fetches_no_file_anew_that_the_page_has_fetched(
    phone: Page, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[str] = []
    serve = static.StaticFilesMiddleware.serve

    def counted(static_file: Any, request: Any) -> Any:
        served.append(request.get_full_path())
        return serve(static_file, request)

    monkeypatch.setattr(static.StaticFilesMiddleware, "serve", staticmethod(counted))
    start(phone)
    assert any("/css/components.css" in one for one in served)
    assert len(served) == len(set(served))


def test_a_tableau_comes_back_as_it_was_last_seen_and_takes_taps(phone: Page, way: Way) -> None:
    start(phone)
    for _ in range(2):
        phone.locator("#add-tempura").tap()
    cards_lie(phone, 2)
    until(lambda: phone.evaluate(STORED_CARDS) == 2)
    way.cut()
    forget_http_cache(phone)
    phone.reload()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Ana")
    expect(phone.locator(STORED)).to_be_visible()
    cards_lie(phone, 2)
    expect(phone.locator(".progress")).to_have_text("2 of 9")
    assert phone.locator("#board").count() == 1
    is_dressed(phone)
    phone.locator("#add-dumpling").tap()
    assert Entry.objects.count() == 2
    way.mend()
    expect(phone.locator(STORED)).to_be_hidden()
    cards_lie(phone, 3)
    assert Entry.objects.filter(face="dumpling").count() == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "status", [503, *(pytest.param(other, marks=pytest.mark.slow) for other in (502, 504))]
)
def test_a_page_that_is_shown_for_a_proxys_error_says_so_until_the_server_answers(
    phone: Page, way: Way, status: int
) -> None:
    game = start(phone)
    with a_gateway(way, status):
        phone.goto(f"{game}scoreboard/")  # which is not kept
        expect(phone.get_by_role("heading", name=AWAY)).to_be_visible()
        phone.goto(f"{game}r/1/1/")
        expect(phone.locator(STORED)).to_be_visible()
    reconnect(phone, way)
    expect(phone.locator(STORED)).to_be_hidden()


@pytest.mark.slow
def test_pages_that_are_opened_later_are_kept_and_others_say_so(phone: Page, way: Way) -> None:
    game = start(phone)
    ana = Player.objects.get(name="Ana")
    rename_player(ana.club_id, ana.pk, "Zoe")
    phone.goto(f"{game}r/1/1/")  # the server goes before the storage while it answers
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Zoe")
    expect(phone.locator(STORED)).to_be_hidden()
    pages = ("r/1/", "table/", "r/1/2/")
    for page in pages:
        phone.goto(f"{game}{page}")
        is_kept(phone, f"{game}{page}")
    way.cut()
    forget_http_cache(phone)
    for page in (*pages, "r/1/1/"):
        phone.goto(f"{game}{page}")
        expect(phone.locator(STORED)).to_be_visible()
        assert path_of(phone) == f"{game}{page}"
        assert AWAY not in phone.inner_text("h1")
    phone.goto(game)  # leads to its latest page
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Ben")
    phone.goto(f"{game}scoreboard/")
    expect(phone.get_by_role("heading", name=AWAY)).to_be_visible()
    is_dressed(phone)
    way.mend()
    phone.get_by_role("link", name="Try again").tap()
    expect(phone.get_by_role("heading", name=AWAY)).to_have_count(0)
    assert path_of(phone) == f"{game}scoreboard/"
    expect(phone.locator("#board")).to_be_visible()


@pytest.mark.slow
def test_a_page_after_a_form_is_kept_as_well(phone: Page, way: Way) -> None:
    phone.goto("/")
    has_worker(phone)
    Person(phone).start(SUSHI_GO)
    is_kept(phone, path_of(phone))
    way.cut()
    phone.reload()
    expect(phone.locator(STORED)).to_be_visible()


@pytest.mark.slow
def test_a_server_that_hangs_is_not_waited_for_long(phone: Page, way: Way) -> None:
    game = start(phone)
    phone.goto(f"{game}r/1/2/")
    is_kept(phone, f"{game}r/1/2/")
    way.is_stalled = True
    began = time.monotonic()
    phone.goto(f"{game}r/1/1/")
    expect(phone.locator(STORED)).to_be_visible()
    first = time.monotonic() - began
    assert first > 3
    began = time.monotonic()
    phone.goto(f"{game}r/1/2/")
    expect(phone.locator(STORED)).to_be_visible()
    assert time.monotonic() - began < first


# ------------------------------------------------------------- plain http


@pytest.mark.slow
def test_on_a_plain_address_of_the_network_nothing_is_installed_and_nothing_complains(
    browser: Browser, server_url: str, transactional_db: None, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "phone.test"]
    chromium = subprocess.check_output([ROOT / "scripts" / "chromium"], text=True).strip()
    found = browser.browser_type.launch(
        executable_path=chromium,
        args=[*FLAGS, "--host-resolver-rules=MAP phone.test 127.0.0.1"],
    )
    said: list[str] = []
    port = urlsplit(server_url).port
    page = found.new_context(base_url=f"http://phone.test:{port}", has_touch=True).new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    Person(page).start(SUSHI_GO)
    page.locator("#add-tempura").tap()
    cards_lie(page, 1)
    page.evaluate("() => new Promise((go) => requestIdleCallback(go))")
    assert page.evaluate("() => [isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    assert "/static/js/install.js" in asked
    assert "/sw.js" not in asked
    assert said == []
    found.close()
