"""What the service worker keeps on a phone, and for how long."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Entry, Game
from referee.play.services.games import delete_game
from sushiscore import static
from tests.browser.driver import cards_lie
from tests.browser.real_server import Way
from tests.browser.stored import (
    ANSWER,
    AWAY,
    MAX_PAGES,
    NEWER_WORKER,
    PARTY,
    STORED,
    forget_http_cache,
    is_dressed,
    is_kept,
    kept_files,
    kept_pages,
    start,
)
from tests.live.serving import until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone(open_phone: Callable[..., Page], way: Way) -> Page:
    """A phone in a secure context, with a way to the server that can be cut."""
    return open_phone(base_url=way.url, service_workers="allow")


@pytest.mark.slow
def test_forms_taps_the_interface_and_the_stream_pass_by_the_worker(phone: Page, way: Way) -> None:
    game = start(phone)
    phone.locator("#add-tempura").tap()
    cards_lie(phone, 1)
    assert Entry.objects.count() == 1
    stream = phone.locator("#board").get_attribute("data-stream")
    assert phone.evaluate(ANSWER, "/api/v1/docs/") == 200
    way.cut()
    assert phone.evaluate(ANSWER, "/api/v1/docs/") == "no answer"
    assert phone.evaluate(ANSWER, stream) == "no answer"
    posted = "(url) => fetch(url, {method: 'POST'}).then(() => 1, () => 'no answer')"
    assert phone.evaluate(posted, f"{game}r/1/1/") == "no answer"
    part = "(url) => fetch(url, {headers: {'HX-Request': 'true'}}).then(() => 1, () => 'no answer')"
    assert phone.evaluate(part, f"{game}r/1/1/") == "no answer"
    kept = kept_pages(phone) + kept_files(phone)
    assert not [address for address in kept if "/api/" in address or "/live/" in address]


@pytest.mark.slow
def test_only_whole_pages_that_the_server_has_shown_are_kept(phone: Page, way: Way) -> None:
    game = start(phone)
    phone.goto(game)  # leads on
    phone.goto(f"{game}r/9/")  # there is none
    phone.goto(f"{game}delete/")  # to be thrown away without the server, it is no use
    phone.goto("/rules/sushi-go/?q=tempura")  # a search
    phone.goto("/rules/")
    is_kept(phone, "/rules/")
    assert set(kept_pages(phone)) == {"/", f"{game}r/1/1/", "/rules/"}
    phone.evaluate("() => fetch('/static/css/components.css?v=0123456789')")
    phone.goto("/rules/")
    assert not [address for address in kept_files(phone) if "0123456789" in address]
    # A game that is gone leaves nothing on the phone.
    phone.goto(f"{game}r/1/2/")
    is_kept(phone, f"{game}r/1/2/")
    delete_game(Game.objects.get().pk)
    phone.goto(f"{game}r/1/1/")
    phone.goto("/rules/")
    is_kept(phone, "/rules/")
    assert set(kept_pages(phone)) == {"/", "/rules/"}
    way.cut()
    phone.goto(f"{game}r/1/2/")
    expect(phone.get_by_role("heading", name=AWAY)).to_be_visible()


@pytest.mark.slow  # it opens three dozen pages
def test_the_latest_pages_are_kept_and_the_first_page_always(phone: Page) -> None:
    game = start(phone, PARTY)
    pages = [f"{game}r/{n}/{seat}/" for n in (1, 2, 3) for seat in range(1, 9)]
    pages += [f"{game}r/{n}/1/history/" for n in (1, 2, 3)]
    pages += [f"{game}{other}" for other in ("r/1/", "r/1/setup/", "rules/", "table/")]
    pages += ["/rules/", "/rules/sushi-go/", "/about/"]
    assert len(pages) > MAX_PAGES
    for page in pages:
        phone.goto(page)
        is_kept(phone, page)
    assert kept_pages(phone) == ["/", *pages[-MAX_PAGES:]]


# ------------------------------------------------------------- a newer SushiScore


@pytest.mark.slow
def test_a_newer_sushiscore_is_shown_at_once_and_old_pages_keep_their_own_files(
    phone: Page, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = "/static/css/components.css"
    game = start(phone)
    (old,) = [address for address in kept_files(phone) if address.startswith(sheet)]
    version_of = static.version_of
    monkeypatch.setattr(
        static, "version_of", lambda name: "abcdef0123" if "css/" in name else version_of(name)
    )
    new = f"{sheet}?v=abcdef0123"
    phone.goto(f"{game}r/1/2/")
    assert phone.locator("link[href*=components]").get_attribute("href") == new
    is_kept(phone, f"{game}r/1/2/")
    until(lambda: phone.evaluate(NEWER_WORKER, new))
    assert {old, new} <= set(kept_files(phone))
    way.cut()
    forget_http_cache(phone)
    for page, expected in (("r/1/1/", old), ("r/1/2/", new)):
        phone.goto(f"{game}{page}")
        expect(phone.locator(STORED)).to_be_visible()
        assert phone.locator("link[rel=stylesheet]").get_attribute("href") == expected
        is_dressed(phone)
    way.mend()
    for page in (f"{game}r/1/1/", "/", "/rules/"):
        phone.goto(page)
        is_kept(phone, page)
    until(lambda: old not in kept_files(phone))
