"""Draws the icons of the installed app from static/img/icon.svg. Needs a Chromium.

Run ``.venv/bin/python -m scripts.assets.app_icons`` after a change of the emblem, and commit what
it writes to static/img/app.
"""

import math
import struct
import zlib
from collections import Counter
from pathlib import Path

from playwright.sync_api import sync_playwright

from referee.site.app import ICONS
from scripts.server import chromium
from tests.conftest import FLAGS

ROOT = Path(__file__).resolve().parents[2]

Pixel = tuple[int, ...]

EMBLEM = ROOT / "static" / "img" / "icon.svg"
FOLDER = ROOT / "static" / "img" / "app"
INDIGO = "#26305f"
TOUCH = ("touch-180.png", 180, "touch")
"""For iOS, which rounds the corners itself and shows black where an icon is transparent."""
COLOURS = 40
"""How many an icon has: those of the flat drawing itself, and some for the edges between them."""

# Draws the emblem on a canvas of that side, on a ground or on none; its pixels as RGBA.
DRAW = """async ([svg, side, ground, scale]) => {
    const image = new Image();
    image.src = "data:image/svg+xml," + encodeURIComponent(svg);
    await image.decode();
    const canvas = new OffscreenCanvas(side, side);
    const pen = canvas.getContext("2d");
    if (ground) {
        pen.fillStyle = ground;
        pen.fillRect(0, 0, side, side);
    }
    const edge = side * (1 - scale) / 2;
    pen.drawImage(image, edge, edge, side * scale, side * scale);
    return Array.from(pen.getImageData(0, 0, side, side).data);
}"""


def chunk(name: bytes, data: bytes) -> bytes:
    """A part of a PNG file."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(pixels: list[Pixel], side: int) -> bytes:
    """A square PNG with a palette of its most frequent colours; the others become their nearest."""
    drawn = [pixel if pixel[3] else (0, 0, 0, 0) for pixel in pixels]
    often = Counter(drawn)
    palette = sorted(often, key=lambda colour: (-often[colour], colour))[:COLOURS]
    places = {
        colour: min(range(len(palette)), key=lambda n: math.dist(colour, palette[n]))
        for colour in often
    }
    rows = (drawn[row * side : (row + 1) * side] for row in range(side))
    lines = b"".join(b"\0" + bytes(places[colour] for colour in row) for row in rows)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 3, 0, 0, 0)),
            chunk(b"PLTE", b"".join(bytes(colour[:3]) for colour in palette)),
            chunk(b"tRNS", bytes(colour[3] for colour in palette)),
            chunk(b"IDAT", zlib.compress(lines, 9)),
            chunk(b"IEND", b""),
        ]
    )


def main() -> None:
    """Writes every icon, and says how large it is."""
    svg = EMBLEM.read_text(encoding="utf-8").replace("<svg ", '<svg width="512" height="512" ', 1)
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page()
        for name, side, purpose in (*ICONS, TOUCH):
            # Phones cut a maskable icon to any shape that leaves the inner four fifths.
            ground, scale = ("", 1) if purpose == "any" else (INDIGO, 0.9)
            flat = page.evaluate(DRAW, [svg, side, ground, scale])
            pixels = list(zip(*[iter(flat)] * 4, strict=True))
            (FOLDER / name).write_bytes(png(pixels, side))
            print(f"static/img/app/{name}: {(FOLDER / name).stat().st_size} bytes")
        browser.close()


if __name__ == "__main__":
    main()
