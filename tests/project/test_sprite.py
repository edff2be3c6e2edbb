"""The sprite of pictures: whole, small, harmless, and with a picture for every card."""

import gzip
import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest
from django.template import Context, Template
from django.templatetags.static import static

from referee.rules import CARD_TYPES, FACES, RULESETS
from referee.templatetags.referee import colour, picture_of
from scripts.assets import icons

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "static" / "img"
SPRITE = IMAGES / "sprite.svg"
MANIFEST = json.loads((ROOT / "scripts/assets/icons.json").read_text())
DRAWINGS = sorted((IMAGES / "own").glob("*.svg"))
SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 25_000
"""Bytes of the compressed sprite."""
SHAPES = {f"{SVG}{name}" for name in ("svg", "g", "path", "circle", "ellipse", "rect")}


def symbols() -> list[ET.Element]:
    return list(ET.fromstring(SPRITE.read_text()))  # noqa: S314 - our own file


def test_the_sprite_has_the_symbols_of_its_list_and_no_others():
    assert [symbol.tag for symbol in symbols()] == [f"{SVG}symbol"] * len(MANIFEST["symbols"])
    assert [symbol.get("id") for symbol in symbols()] == list(MANIFEST["symbols"])
    for symbol in symbols():
        assert symbol.get("viewBox") == "0 0 32 32"
        assert len(list(symbol.iter())) > 1, symbol.get("id")


def test_every_drawing_of_our_own_stands_in_the_sprite_as_it_is_now():
    text, drawn = SPRITE.read_text(), set()
    for name, layers in MANIFEST["symbols"].items():
        for layer in layers:
            if layer.startswith("own/"):
                drawn.add(layer.split()[0].removeprefix("own/"))
                line = next(x for x in text.splitlines() if x.startswith(f'<symbol id="{name}" '))
                assert icons.layer(layer, {}) in line, f"make icons: {name} is out of date"
    assert drawn == {drawing.stem for drawing in DRAWINGS}


def test_no_page_draws_with_letters_that_a_phone_may_lack():
    pages = (ROOT / "templates").rglob("*.html")
    assert not [page for page in pages if re.search("[👍✓✔✗✘⚠]", page.read_text())]


@pytest.mark.parametrize("slug", [*CARD_TYPES, *FACES, *RULESETS])
def test_every_card_and_game_has_a_picture(slug):
    picture = picture_of(slug)
    assert picture in (slug, FACES[slug].type if slug in FACES else slug)
    html = Template("{% load referee %}{% icon slug %}").render(Context({"slug": slug}))
    assert html == (
        '<svg class="icon" aria-hidden="true" focusable="false">'
        f'<use href="{static("img/sprite.svg")}#{picture}"></use></svg>'
    )


@pytest.mark.parametrize("type_", CARD_TYPES)
def test_every_card_has_the_colour_of_its_tile(type_):
    sheet = (ROOT / "static/css/tokens.css").read_text()
    assert sheet.count(f"  .{colour(type_)} {{ --tile: #") == 1


def test_faces_of_one_type_that_a_card_shows_differ_in_their_pictures():
    for type_ in ("nigiri", "maki", "uramaki", "onigiri", "fruit"):
        faces = [slug for slug, face in FACES.items() if face.type == type_]
        assert len({picture_of(slug) for slug in faces}) == len(faces) > 1


@pytest.mark.parametrize("slug", ["", "sushi", "wasabi2", "salmon", '"><b>'])
def test_what_has_no_picture_is_a_mistake(slug):
    with pytest.raises(ValueError, match="no picture"):
        Template("{% load referee %}{% icon slug %}").render(Context({"slug": slug}))


@pytest.mark.parametrize("path", [SPRITE, *DRAWINGS], ids=lambda path: path.stem)
def test_a_picture_holds_shapes_and_nothing_else(path):
    text = path.read_text()
    root = ET.fromstring(text)  # noqa: S314 - our own file
    allowed = SHAPES | ({f"{SVG}symbol"} if path == SPRITE else set())
    names = [name for element in root.iter() for name in element.attrib]
    assert {element.tag for element in root.iter()} <= allowed
    assert [name for name in names if name.startswith("on") or "href" in name] == []
    assert "style" not in names
    assert "url(" not in text
    assert text.count("://") == text.count("http://www.w3.org/2000/svg") == 1
    assert "<!" not in text
    assert "<?" not in text


def test_no_two_parts_of_the_sprite_have_one_id():
    ids = Counter(e.get("id") for symbol in symbols() for e in symbol.iter() if e.get("id"))
    assert set(ids.values()) == {1}
    assert set(ids) == set(MANIFEST["symbols"])


def test_the_sprite_is_small():
    assert len(gzip.compress(SPRITE.read_bytes())) < LARGEST
    assert not re.search(r"\.\d{3}", SPRITE.read_text())


def test_the_package_is_pinned_without_an_address():
    package = MANIFEST["package"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", package["version"])
    assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package["integrity"])
    assert set(package) == {"name", "version", "integrity"}


@pytest.mark.parametrize(
    ("path", "short"),
    [
        ("M1.2345 0.5 L-0.0001 3", "M1.23 .5L0 3"),
        ("m.5.25-1 2z", "m.5 .25-1 2z"),
        # The flags of an arc stick to each other and to the next number.
        ("a1.005 2 0 011.239 4", "a1 2 0 0 1 1.24 4"),
        ("A3 3 45 1 0 -1.5-2,3 3 0 0 0 1e-3 2", "A3 3 45 1 0-1.5-2 3 3 0 0 0 0 2"),
    ],
)
def test_a_path_is_shortened_without_changing_its_shape(path, short):
    assert icons.short_path(path) == short


def test_a_drawing_with_a_script_or_a_link_makes_no_sprite():
    for inside in ("<script>x()</script>", '<path onclick="x()"/>', '<use href="#x"/>'):
        with pytest.raises(icons.IconError, match="not allowed"):
            icons.layer("bad", {"bad": inside})
    with pytest.raises(icons.IconError, match="has no bad"):
        icons.layer("bad", {})
