"""Makes the sprite static/img/sprite.svg from scripts/assets/icons.json, the same bytes every time.

Each symbol there is a list of layers, the lowest first: `own/NAME` is static/img/own/NAME.svg, any
other name an emoji of the pinned package, and `NAME x y scale` places it on the 32 × 32 field. The
package comes through npm, and its hash must be the pinned one.
"""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from pathlib import Path

from scripts.assets.npm import PackageError, packed_files

ROOT = Path(__file__).resolve().parents[2]

MANIFEST = ROOT / "scripts" / "assets" / "icons.json"
OWN = ROOT / "static" / "img" / "own"
SPRITE = ROOT / "static" / "img" / "sprite.svg"
SVG = "http://www.w3.org/2000/svg"
FIELD = 32
DECIMALS = 2

# What a drawing may consist of: shapes without ids, links, styles or scripts.
SHAPES = {"g", "path", "circle", "ellipse", "rect"}
MEASURES = {"cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "stroke-width"}
ATTRIBUTES = MEASURES | {
    "d", "fill", "stroke", "stroke-linecap", "stroke-linejoin", "fill-rule", "clip-rule", "opacity",
    "transform",
}  # fmt: skip

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
# The fourth and fifth argument of an arc are single digits that may stick to what follows.
ARC = re.compile(rf"\s*,?\s*({NUMBER})" * 3 + r"\s*,?\s*([01])" * 2 + rf"\s*,?\s*({NUMBER})" * 2)


class IconError(Exception):
    """Why there is no sprite."""


def fetch(package: Mapping[str, str]) -> dict[str, str]:
    """The pinned package's emoji: the inside of an <svg> by name."""
    icons = json.loads(packed_files(package, ["icons.json"])[0])
    if (icons.get("width", FIELD), icons.get("height", FIELD)) != (FIELD, FIELD):
        raise IconError(f"{package['name']} is not drawn on {FIELD} × {FIELD}")
    return {name: icon["body"] for name, icon in icons["icons"].items()}


def number(text: str) -> str:
    """A number as short as it goes, with two decimals at most."""
    short = f"{float(text):.{DECIMALS}f}".rstrip("0").rstrip(".")
    return re.sub(r"^(-?)0\.", r"\1.", "0" if short == "-0" else short)


def joined(numbers: list[str]) -> str:
    """Numbers in a row, with a space only where two would else run together."""
    text = ""
    for value in numbers:
        text += value if not text or value.startswith("-") else f" {value}"
    return text


def short_path(d: str) -> str:
    """A path's data with rounded numbers."""
    text = ""
    for command, arguments in re.findall(r"([A-Za-z])([^A-DF-Za-df-z]*)", d):
        if command in "aA":
            found = [value for arc in ARC.findall(arguments) for value in arc]
        else:
            found = re.findall(NUMBER, arguments)
        text += command + joined([number(value) for value in found])
    return text


def short_value(name: str, value: str) -> str:
    """An attribute's value as it stands in the sprite."""
    if name == "d":
        return short_path(value)
    if name in MEASURES:
        return number(value)
    if name == "fill" and value.startswith("#"):
        return value.lower()
    return value


def elements(drawing: ET.Element, whose: str) -> Iterator[str]:
    """The shapes below an element, written as short as they go."""
    for shape in drawing:
        name = shape.tag.removeprefix(f"{{{SVG}}}")
        if name not in SHAPES or not set(shape.attrib) <= ATTRIBUTES:
            raise IconError(f"{whose} holds <{name} {' '.join(shape.attrib)}>: not allowed here")
        written = "".join(f' {key}="{short_value(key, v)}"' for key, v in shape.attrib.items())
        inside = "".join(elements(shape, whose))
        yield f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def layer(text: str, emoji: Mapping[str, str]) -> str:
    """One layer of a symbol: `NAME` or `NAME x y scale`."""
    name, *place = text.split()
    if name.startswith("own/"):
        source = (OWN / f"{name.removeprefix('own/')}.svg").read_text()
    elif name in emoji:
        source = f'<svg xmlns="{SVG}">{emoji[name]}</svg>'
    else:
        raise IconError(f"the package has no {name}")
    drawn = "".join(elements(ET.fromstring(source), name))  # noqa: S314 - pinned, or our own
    if not place:
        return drawn
    x, y, scale = place
    return f'<g transform="translate({x} {y})scale({scale})">{drawn}</g>'


def sprite(symbols: Mapping[str, list[str]], emoji: Mapping[str, str]) -> str:
    """The whole sprite, a symbol a line."""
    lines = [f'<svg xmlns="{SVG}">']
    for name, layers in symbols.items():
        inside = "".join(layer(text, emoji) for text in layers)
        lines.append(f'<symbol id="{name}" viewBox="0 0 {FIELD} {FIELD}">{inside}</symbol>')
    return "\n".join([*lines, "</svg>", ""])


def main() -> int:
    manifest = json.loads(MANIFEST.read_text())
    try:
        text = sprite(manifest["symbols"], fetch(manifest["package"]))
    except (IconError, PackageError, OSError, subprocess.CalledProcessError) as problem:
        print(f"icons: {problem}", file=sys.stderr)
        return 1
    SPRITE.write_text(text)
    print(f"{SPRITE.relative_to(ROOT)}: {len(manifest['symbols'])} symbols, {len(text)} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
