"""The face of the headings: small, and fetched by the address that the page announces."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.templatetags.static import static

ROOT = Path(__file__).resolve().parents[2]
CSS = (ROOT / "static/css/base.css").read_text()
VENDORED = json.loads((ROOT / "scripts/assets/vendored.json").read_text())
FACES = [Path(name).name for one in VENDORED for name in one["files"] if name.endswith(".woff2")]
LARGEST = 20_000
"""Bytes of one face."""


@pytest.mark.parametrize("name", FACES)
def test_a_face_is_small(name):
    assert (ROOT / "static/fonts" / name).stat().st_size <= LARGEST


def test_the_style_sheet_asks_for_each_face_by_the_address_that_is_preloaded(client, db):
    """Two addresses would be two downloads, and the one without a version is not kept."""
    asked = re.findall(r'url\("\.\./(fonts/[^"]+)"\)', CSS)
    page = client.get("/").content.decode()
    preloaded = re.findall(r'<link rel="preload" href="/static/(fonts/[^"]+)" as="font"', page)
    assert (
        asked == preloaded == [static(f"fonts/{name}").removeprefix("/static/") for name in FACES]
    )
    assert all(finders.find(address.partition("?")[0]) for address in asked)


def test_no_face_arrives_late_and_moves_the_page():
    faces = re.findall(r"@font-face \{(.*?)\}", CSS, re.DOTALL)
    assert len(faces) == len(FACES)
    assert all("font-display: optional;" in face for face in faces)
