"""What makes SushiScore an app on a phone: manifest, icons, service worker, the offline page."""

import math
import re
import struct
import zlib
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.test.html import parse_html

from referee.site.app import ICONS
from scripts.assets import app_icons
from tests.play.views.plain_phone import attribute, elements

ROOT = Path(__file__).resolve().parents[2]
STYLE = (ROOT / "static/css/tokens.css").read_text()
INDIGO = (0x26, 0x30, 0x5F)


def head_of(address: str) -> list:
    return list(elements(parse_html(Client().get(address).content.decode()), "link", "meta"))


def manifest() -> dict:
    return Client().get("/manifest.webmanifest").json()


def picture(address: str) -> tuple[int, int, list[tuple[int, ...]]]:
    """The width and height of a PNG with a palette, and its pixels as (red, green, blue, alpha)."""
    data = Client().get(address).content
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    chunks, at = {}, 8
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        chunks[name] = data[at + 8 : at + 8 + length]
        at += length + 12
    width, height, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, kind) == (8, 3)
    colours = [
        (*chunks[b"PLTE"][3 * n : 3 * n + 3], alpha) for n, alpha in enumerate(chunks[b"tRNS"])
    ]
    lines = zlib.decompress(chunks[b"IDAT"])
    rows = [lines[row * (width + 1) : (row + 1) * (width + 1)] for row in range(height)]
    assert {row[0] for row in rows} == {0}
    return width, height, [colours[place] for row in rows for place in row[1:]]


# ------------------------------------------------------------- the manifest


@pytest.mark.django_db
def test_every_page_links_the_manifest_which_says_how_to_install_sushiscore():
    links = {attribute(link, "rel"): attribute(link, "href") for link in head_of("/")}
    assert links["manifest"] == "/manifest.webmanifest"
    answer = Client().get(links["manifest"])
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/manifest+json"
    said = answer.json()
    assert said["name"] == said["short_name"] == "SushiScore"
    assert said["start_url"] == said["scope"] == said["id"] == "/"
    assert said["display"] == "standalone"
    assert said["lang"] == "en"
    assert not answer.cookies


def test_the_icons_have_the_sizes_that_the_manifest_states():
    icons = manifest()["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in icons:
        answer = Client().get(icon["src"])
        assert answer.headers["Content-Type"] == icon["type"] == "image/png"
        assert "immutable" in answer.headers["Cache-Control"], icon["src"]
        assert len(answer.content) < 10_000
        width, height, pixels = picture(icon["src"])
        assert f"{width}x{height}" == icon["sizes"]
        assert len(set(pixels)) > 4


def test_a_phone_may_cut_the_maskable_icon_to_any_shape():
    """Outside the inner four fifths there is nothing but the ground, and nothing is transparent."""
    (icon,) = [icon for icon in manifest()["icons"] if icon["purpose"] == "maskable"]
    side, _, pixels = picture(icon["src"])
    assert {pixel[3] for pixel in pixels} == {255}
    middle = (side - 1) / 2
    outside = {
        pixel
        for place, pixel in enumerate(pixels)
        if (place % side - middle) ** 2 + (place // side - middle) ** 2 > (0.4 * side) ** 2
    }
    # The edge of the emblem's own ground is drawn on the same colour, give or take a rounding.
    assert max(math.dist(pixel[:3], INDIGO) for pixel in outside) < 3


@pytest.mark.django_db
def test_an_iphone_finds_an_icon_without_transparent_corners():
    (address,) = [
        attribute(link, "href")
        for link in head_of("/")
        if attribute(link, "rel") == "apple-touch-icon"
    ]
    width, height, pixels = picture(address)
    assert (width, height) == (180, 180)
    assert {pixel[3] for pixel in pixels} == {255}


def test_the_icons_are_those_that_the_script_draws():
    drawn = {name for name, _side, _purpose in (*ICONS, app_icons.TOUCH)}
    assert {path.name for path in (ROOT / "static/img/app").iterdir()} == drawn


@pytest.mark.django_db
def test_the_colours_around_the_page_are_those_of_its_paper():
    papers = re.findall(r"#[0-9a-f]{6}", STYLE.partition("--paper:")[2].partition(";")[0])
    metas = [meta for meta in head_of("/") if attribute(meta, "name") == "theme-color"]
    assert [attribute(meta, "content") for meta in metas] == papers
    assert [attribute(meta, "media") for meta in metas] == [
        "(prefers-color-scheme: light)",
        "(prefers-color-scheme: dark)",
    ]
    assert manifest()["background_color"] == manifest()["theme_color"] == papers[0]


# ------------------------------------------------------------- the worker


def worker() -> HttpResponse:
    return Client().get("/sw.js")


def test_the_worker_is_a_script_for_the_whole_site_and_asked_for_anew_each_time():
    answer = worker()
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert not answer.cookies
    source = Path(finders.find("js/worker.js")).read_text()
    first, _, rest = answer.content.decode().partition("\n")
    assert re.fullmatch(r'const VERSION = "[0-9a-f]{10}";', first)
    assert rest == source


def test_a_worker_that_has_not_changed_is_not_sent_again():
    known = {"If-None-Match": worker().headers["ETag"]}
    again = Client().get("/sw.js", headers=known)
    assert (again.status_code, again.content) == (304, b"")


def test_a_newer_static_file_makes_a_newer_worker(monkeypatch):
    before = worker()
    assert worker().content == before.content
    monkeypatch.setattr("sushiscore.static.version_of", lambda name: "0123456789")
    after = Client().get("/sw.js", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert after.content != before.content


@pytest.mark.django_db
def test_the_script_that_registers_the_worker_knows_its_address():
    page = parse_html(Client().get("/").content.decode())
    (script,) = [s for s in elements(page, "script") if attribute(s, "data-worker")]
    assert urlsplit(attribute(script, "src")).path == "/static/js/install.js"
    assert attribute(script, "data-worker") == "/sw.js"


def test_the_worker_finds_the_offline_page_and_the_notice_where_they_are():
    source = Path(finders.find("js/worker.js")).read_text()
    offline = re.search(r'const OFFLINE = "([^"]+)"', source)[1]
    assert Client().get(offline).status_code == 200
    sealed = re.search(r"const SEALED = '([^']+)'", source)[1]
    assert sealed in render_to_string("parts/stored.html")
    board = re.compile(
        re.search(r"const BOARD = /(.+)/s;", source)[1].replace("\\/", "/"), re.DOTALL
    )
    pages = [one.read_text() for one in Path("templates").rglob("*.html")]
    boards = [one for one in pages if 'id="board"' in one]
    assert len(boards) > 10
    assert all(board.search(one) for one in boards)


@pytest.mark.django_db
def test_every_page_can_say_that_it_comes_from_the_phones_storage():
    for address in ("/", "/rules/sushi-go/", "/offline/"):
        page = Client().get(address).content.decode()
        assert page.count('data-notice="stored" hidden') == 1, address


# ------------------------------------------------------------- the offline page


def test_the_page_without_a_network_takes_no_message_that_is_meant_for_another():
    client = Client()
    answer = HttpResponse()
    said = [Message(constants.INFO, "The game is deleted.")]
    storage = CookieStorage(RequestFactory().get("/"))
    storage._store(said, answer)
    client.cookies = answer.cookies
    for address in ("/offline/", "/sw.js", "/manifest.webmanifest"):
        got = client.get(address)
        assert b"The game is deleted." not in got.content
        assert not got.cookies


def test_the_page_without_a_network_is_the_same_for_everybody():
    one, other = Client().get("/offline/").content, Client().get("/offline/").content
    assert one == other
    assert b"csrfmiddlewaretoken" not in one
