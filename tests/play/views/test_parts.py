"""A page's changing part, for a page that is open already; nothing where it shows it already."""

import re
from time import time
from typing import Any

import pytest
from django.test.html import parse_html

from referee.models import Game, Guest
from referee.play.services import joining
from tests.factories import PHONE, GameFactory, add, finish, say_ready, where
from tests.play.views.plain_phone import attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db

BEN = "phone of Ben"
PAGES = ["r/1/", "r/1/2/", "r/1/2/history/", "table/", "scoreboard/", "result/"]
LIVE = PAGES[:-1]


@pytest.fixture
def game() -> Game:
    """A game of two with a card, and a player's phone."""
    game = GameFactory()
    joining.join(game.pk, BEN, 2)
    add(where(game), "tempura")
    return game


def part(game: Game, page: str, name: str = BEN, *, shown: str = "", **more: str) -> Any:
    headers = {"HX-Request": "true", **more} | ({"If-None-Match": shown} if shown else {})
    return phone(name).get(f"/g/{game.pk}/{page}", headers=headers)


def test_the_part_is_what_stands_on_the_whole_page(game):
    for page in PAGES:
        if page == "result/":
            finish(game)
        whole = phone(BEN).get(f"/g/{game.pk}/{page}")
        parts = parse_html(f"<main>{part(game, page).content.decode()}</main>")
        board, *beside = (e for e in parts.children if not isinstance(e, str))
        assert (board.name, attribute(board, "id")) == ("div", "board"), page
        # What a page has above its board comes along: the title, which tells who has won, the belt,
        # a link that skips to its button.
        title = beside.pop(0) if page == "result/" else None
        above = {"r/1/": ["belt", "skip-on"], "result/": ["belt"]}
        assert [attribute(e, "id") for e in beside] == above.get(page, []), page
        assert [attribute(e, "hx-swap-oob") for e in beside] == ["morph"] * len(beside), page
        on_page = parse_html(whole.content.decode())
        assert title in (None, *elements(on_page, "title"))
        (same,) = (e for e in elements(on_page, "div") if attribute(e, "id") == "board")
        assert text_of(same) == text_of(board) != "", page


def test_what_a_page_shows_already_is_not_sent_again(game):
    for page in PAGES:
        if page == "result/":
            finish(game)
        etag = part(game, page).headers["ETag"]
        same = part(game, page, shown=etag)
        assert (same.status_code, same.content) == (304, b""), page
        assert part(game, page, shown=f"W/{etag}").status_code == 304, page
        assert part(game, page, shown='"0-else"').status_code == 200, page
        # The whole page has scripts and messages besides: it is always sent.
        whole = phone(BEN).get(f"/g/{game.pk}/{page}", headers={"If-None-Match": etag})
        assert whole.status_code == 200, page
        assert "no-store" in whole.headers["Cache-Control"], page


def test_another_hour_brings_the_part_with_a_newer_token_for_the_stream(game, monkeypatch):
    first = part(game, "r/1/2/")
    later = time() + 3600
    monkeypatch.setattr("time.time", lambda: later)
    monkeypatch.setattr("referee.play.views.responses.time", lambda: later)
    monkeypatch.setattr("referee.access.games.time", lambda: later)
    second = part(game, "r/1/2/", shown=first.headers["ETag"])
    assert second.status_code == 200
    streams = [
        re.findall(r'data-stream="([^"]+)"', one.content.decode()) for one in (first, second)
    ]
    assert len(streams[0]) == 1
    assert streams[0] != streams[1]


CHANGES = {
    "a tap": lambda game: add(where(game), "tempura"),
    "a player who is ready": lambda game: say_ready(game.pk, 1, 1, ready=True),
    "somebody who joins": lambda game: joining.join(game.pk, "another phone", None),
    "a new code": lambda game: joining.change_code(game.pk),
    "anyone may enter": lambda game: joining.let_anyone_enter(game.pk, anyone=True),
    "the own seat is freed": lambda game: joining.free_seat(game.pk, 2),
}


def test_after_any_change_the_part_is_sent_anew(game):
    shown = {page: part(game, page).headers["ETag"] for page in LIVE}
    for change in CHANGES:
        CHANGES[change](game)
        for page in LIVE:
            anew = part(game, page, shown=shown[page])
            assert anew.status_code == 200, (change, page)
            assert anew.headers["ETag"] != shown[page], (change, page)
            shown[page] = anew.headers["ETag"]


def test_each_phone_and_each_language_has_a_part_of_its_own(game, settings):
    settings.LANGUAGES = [("en", "English"), ("es", "Español")]
    joining.join(game.pk, "a watcher", None)
    joining.join(game.pk, "phone of Ana", 1)
    phones = (PHONE, "phone of Ana", BEN, "a watcher")
    seen = {part(game, "r/1/2/", name).headers["ETag"] for name in phones}
    seen.add(part(game, "r/1/2/", BEN, **{"Accept-Language": "es"}).headers["ETag"])
    assert len(seen) == 5


def test_who_was_sent_away_is_told_nothing_more(game):
    etag = part(game, "r/1/2/").headers["ETag"]
    joining.send_away(game.pk, Guest.objects.get(phone=BEN).pk)
    for page in PAGES:
        assert part(game, page, shown=etag).status_code == 404


def test_a_part_that_nothing_has_changed_in_takes_few_questions_of_the_database(
    game, django_assert_max_num_queries
):
    etag = part(game, "scoreboard/").headers["ETag"]
    with django_assert_max_num_queries(2):
        assert part(game, "scoreboard/", shown=etag).status_code == 304
