"""How wide a text is in the letters of the pictures, as the font itself says."""

import functools
import itertools
import re
import struct
from pathlib import Path
from typing import NamedTuple
from unicodedata import category

from django.contrib.staticfiles import finders
from wcwidth import iter_graphemes, wcswidth

from ..rules.names import FORMAT_POINTS

_OTHERS, _OTHERS_WIDE = 0.8, 1.3
"""How wide the letters of the machine's fonts are at most, in sizes of the font; the wide ones are
CJK letters and emoji."""
_JOINERS = {0x200C, 0x200D}
"""Shape the letters of Persian, and make one emoji of several."""
_UNSEEN = dict.fromkeys({*FORMAT_POINTS, 0xFFFE, 0xFFFF} - _JOINERS)
"""The format characters, and what XML knows no sign for."""
_WORDS = re.compile(r"[^\s-]*[\s-]*")


class Fitted(NamedTuple):
    """A text in lines that fit, with the size of its letters."""

    lines: list[str]
    size: int


def fitted(text: str, room: int, size: int, most: int = 1) -> Fitted:
    """A text in as large letters as fit into so much room, ``size`` at most, in ``most`` lines at
    most. A line ends at a space or behind a hyphen; what nobody sees is left out."""
    text = text.translate(_UNSEEN)
    while True:
        lines: list[str] = []
        for word in _WORDS.findall(text):
            if lines and width(lines[-1] + word.rstrip()) * size <= room:
                lines[-1] += word
            elif word:
                lines.append(word)
        lines = [line.rstrip() for line in lines] or [""]
        if len(lines) <= most and all(width(line) * size <= room for line in lines):
            return Fitted(lines, size)
        size -= 1


@functools.lru_cache(maxsize=1024)
def width(text: str) -> float:
    """How wide a text is at most, in sizes of the font."""
    return sum(map(_width_of, iter_graphemes(text)))


def _width_of(grapheme: str) -> float:
    if has_all(grapheme):
        return sum(_widths()[ord(letter)] for letter in grapheme)
    return _OTHERS_WIDE if wcswidth(grapheme) > 1 else _OTHERS


def has_all(text: str) -> bool:
    """Whether the font has all of a text's letters."""
    return _widths().keys() >= {*map(ord, text)}


def runs(text: str) -> list[tuple[str, bool]]:
    """A text in parts, each with whether it is emoji, which a font of their own has."""

    def is_emoji(grapheme: str) -> bool:
        return not has_all(grapheme) and category(grapheme[0]) == "So"

    parts = itertools.groupby(iter_graphemes(text), is_emoji)
    return [("".join(those), emoji) for emoji, those in parts]


@functools.cache
def font_file() -> str:
    """Where the font lies."""
    return str(finders.find("fonts/rubik-700.ttf"))


@functools.cache
def _widths() -> dict[int, float]:
    """The letters that the font has, with their widths in sizes of the font."""
    font = Path(font_file()).read_bytes()

    def read(form: str, at: int) -> tuple[int, ...]:
        return struct.unpack_from(f">{form}", font, at)

    (many,) = read("H", 4)
    tables = {font[at : at + 4]: read("I", at + 8)[0] for at in range(12, 12 + 16 * many, 16)}
    (unit,) = read("H", tables[b"head"] + 18)
    (measured,) = read("H", tables[b"hhea"] + 34)
    advances = read("Hh" * measured, tables[b"hmtx"])[::2]
    (subtables,) = read("H", tables[b"cmap"] + 2)
    for at in range(tables[b"cmap"] + 4, tables[b"cmap"] + 4 + 8 * subtables, 8):
        subtable = tables[b"cmap"] + read("I", at + 4)[0]
        if read("H", subtable) == (4,):
            break
    # Ranges of letters, each with the distance to their glyphs, or where those are listed.
    segments = read("H", subtable + 6)[0] // 2
    at = subtable + 14
    ends = read(f"{segments}H", at)
    starts = read(f"{segments}H", at + 2 * segments + 2)
    deltas = read(f"{segments}H", at + 4 * segments + 2)
    listed_at = at + 6 * segments + 2
    widths = {}
    for n, (first, last, delta) in enumerate(zip(starts, ends, deltas, strict=True)):
        (listed,) = read("H", listed_at + 2 * n)
        for letter in range(first, min(last, 0xFFFE) + 1):
            if listed:
                (glyph,) = read("H", listed_at + 2 * n + listed + 2 * (letter - first))
            else:
                glyph = letter
            glyph = (glyph + delta) % 0x10000 if glyph or not listed else 0
            if glyph:
                widths[letter] = advances[min(glyph, measured - 1)] / unit
    return widths
