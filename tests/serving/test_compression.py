"""What a phone has to fetch: compressed, little, and no file twice."""

import gzip
import re
from pathlib import Path

import pytest
from django.templatetags.static import static
from django.test import Client
from django.test.html import parse_html

from tests.factories import NAMES, PHONE, GameFactory, add, where
from tests.play.views.plain_phone import attribute, elements, phone

BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd"}
SHEET = "css/components.css"
FIRST_VISIT = 85_000
"""Bytes of the entry page with everything that it links, compressed."""
PADDING = 51
"""What Django adds to a compressed answer, in the mean: 0 to 99 random letters and their end."""
STATIC = Path(__file__).resolve().parents[2] / "static"
SOURCES = [f"{path.parent.name}/{path.name}" for path in STATIC.glob("[cj]s*/*.*s")]
YEAR = 365 * 24 * 3600


@pytest.fixture
def sheet():
    return Client().get(static(SHEET), headers=BROWSER)


def linked(page: str) -> set[str]:
    """The addresses of everything that a browser fetches for a page, the icon too."""
    root = parse_html(page)
    found = {attribute(link, "href") for link in elements(root, "link")}
    found |= {attribute(image, "src") for image in elements(root, "script", "img")}
    found |= {(attribute(use, "href") or "").partition("#")[0] for use in elements(root, "use")}
    return {address for address in found if address}


def test_static_files_are_sent_compressed_to_those_who_can_read_it(sheet):
    plain = Client().get(static(SHEET))
    assert sheet.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in sheet.headers["Vary"]
    assert int(sheet.headers["Content-Length"]) == len(sheet.content) < len(plain.content) / 3
    assert gzip.decompress(sheet.content) == plain.content
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in plain.headers["Vary"]


@pytest.mark.parametrize("name", SOURCES)
def test_our_own_files_are_sent_without_comments_and_indents_and_with_their_lines(name):
    """An error that a phone tells is found in the line that it says."""
    lines = (STATIC / name).read_text().splitlines()
    assert all(line.count("`") % 2 == 0 for line in lines), "a text in lines has its indents"
    answer = Client().get(static(name))
    sent = answer.content.decode().splitlines()
    in_comment = False
    for line, source in zip(sent, lines, strict=True):
        code = source.strip()
        in_comment = in_comment or code.startswith("/*")
        if in_comment:
            assert line.strip() == code.partition("*/")[2].strip()
            in_comment = "*/" not in code
        elif code.startswith("//"):
            assert line == ""
        else:
            assert line in (code, code.partition(" // ")[0])
    assert Client().head(static(name)).headers["Content-Length"] == str(len(answer.content))


def test_a_compressed_file_that_has_not_changed_is_not_sent_again(sheet):
    known = {**BROWSER, "If-None-Match": sheet.headers["ETag"]}
    again = Client().get(static(SHEET), headers=known)
    assert (again.status_code, again.content) == (304, b"")
    other = Client().get(static(SHEET), headers={**BROWSER, "If-None-Match": 'W/"1-1"'})
    assert other.status_code == 200


def test_a_range_of_a_compressed_file_is_the_whole_file(sheet):
    part = Client().get(static(SHEET), headers={**BROWSER, "Range": "bytes=0-9"})
    assert part.status_code == 200
    assert gzip.decompress(part.content) == gzip.decompress(sheet.content)


def test_a_file_is_kept_for_good_under_the_address_that_names_its_content(sheet):
    assert re.fullmatch(r"/static/css/components\.css\?v=[0-9a-f]{10}", static(SHEET))
    kept = sheet.headers["Cache-Control"]
    assert "immutable" in kept
    assert int(re.findall(r"max-age=(\d+)", kept)[0]) >= YEAR


@pytest.mark.parametrize("query", ["", "?v=", "?v=0123456789", "?w=1"])
def test_an_address_without_the_right_version_is_kept_for_a_minute_at_most(query):
    answer = Client().get(f"/static/{SHEET}{query}")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "max-age=60, public"


def test_addresses_change_with_nothing_but_the_file(settings):
    assert static(SHEET) == static(SHEET)
    assert static(SHEET).partition("?")[2] != static("js/taps.js").partition("?")[2]
    assert static("css/none.css") == "/static/css/none.css"
    settings.DEBUG = True
    assert static(SHEET) == "/static/css/components.css"


def test_the_length_of_what_is_compressed_says_nothing_exact():
    answers = [Client().get(static(SHEET), headers=BROWSER) for _ in range(12)]
    assert len({len(answer.content) for answer in answers}) > 1
    assert len({gzip.decompress(answer.content) for answer in answers}) == 1


@pytest.mark.django_db
def test_pages_are_compressed_and_hold_no_secret_twice_in_the_same_form():
    game = GameFactory()
    owner = phone(PHONE)
    tokens = set()
    for _ in range(3):
        answer = owner.get(f"/g/{game.pk}/r/1/1/", headers=BROWSER)
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in answer.headers["Vary"]
        page = gzip.decompress(answer.content).decode()
        tokens |= set(re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page))
    assert len(tokens) == 3


@pytest.mark.django_db
@pytest.mark.parametrize(
    "setup",
    [
        {"setup__party": True, "setup__menu": "master-menu", "setup__players": NAMES[:8]},
        {"setup__roll": True, "setup__players": NAMES[:5]},
    ],
)
def test_the_first_visit_to_the_entry_page_is_small(setup, monkeypatch):
    monkeypatch.setattr("django.middleware.gzip.GZipMiddleware.max_random_bytes", 0)
    game = GameFactory(**setup)
    add(where(game), *["egg-nigiri"] * 4)
    page = phone(PHONE).get(f"/g/{game.pk}/r/1/1/", headers=BROWSER)
    sizes = {"the page": len(page.content) + PADDING}
    for address in linked(gzip.decompress(page.content).decode()):
        answer = Client().get(address, headers=BROWSER)
        assert answer.status_code == 200, address
        padding = PADDING if "Content-Encoding" in answer.headers else 0
        sizes[address.partition("?")[0]] = len(answer.content) + padding
    for part in ("components.css", "taps.js", "sprite.svg", "icon.svg"):
        assert any(address.endswith(part) for address in sizes), part
    assert sum(sizes.values()) <= FIRST_VISIT, sizes
