"""The picture of a result, for chats: a square that the server draws as SVG and sends as PNG, which
every chat shows."""

import functools
import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple

import resvg_py
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from ..rules import RULESETS
from ..rules.scoring.plan import LINE_ORDER
from .letters import Fitted, fitted, font_file, has_all, runs, width

SIDE = 720
"""Its width and height."""
MOST_PLAYERS = 8
MOST_ICONS = 6
_LEFT, _RIGHT, _BOTTOM = 40, SIDE - 40, 650
"""Within which all stands but the program's name, which is below."""
_ICON, _GAP, _STRIP = 60, 14, 92
"""The sushi with the gap between them, and the height of their row."""
_LEADING = 1.1
"""From one line to the next, in sizes of the letters."""


class Placed(NamedTuple):
    """Somebody with a place, and what they have come to, in figures."""

    place: str
    name: str
    figure: str


@dataclass(frozen=True, slots=True)
class Picture:
    """What stands on a picture: of what it is; who shares the first place, with what, in which
    unit; the others; and the card types of the game, by default those of Sushi Go!"""

    head: str
    winners: Sequence[str]
    figure: str
    unit: str
    others: Sequence[Placed]
    types: Container[str] = frozenset(RULESETS["sushi-go"].box)
    side: ClassVar = SIDE

    @property
    def icons(self) -> list[str]:
        """The sushi of these card types that fits on it: the first ones, and the dessert."""
        icons = [type_ for type_ in LINE_ORDER if type_ in self.types]
        return [*icons[: MOST_ICONS - 1], *icons[MOST_ICONS - 1 :][-1:]]

    @property
    def in_words(self) -> str:
        """What stands below its head, for who does not see it."""
        rows = [*(Placed("1", name, self.figure) for name in self.winners), *self.others]
        said = ", ".join(f"{place} {name} {figure}" for place, name, figure in rows)
        return f"{self.unit}: {said}"


class Line(NamedTuple):
    """A line of text in the drawing: where, how large, how it is drawn, and its parts, each with
    whether it is emoji."""

    x: int
    y: int
    size: int
    style: str
    runs: list[tuple[str, bool]]


def as_svg(picture: Picture) -> str:
    """The picture as it is drawn. Nothing is cut; what is long is written smaller."""
    others = picture.others[: max(0, MOST_PLAYERS - len(picture.winners))]
    head = fitted(picture.head, _RIGHT - _LEFT, 28, 2)
    top = 56 + 34 * len(head.lines)
    # The winners have the height that the others' rows leave, and no more than looks well.
    room = _BOTTOM - _STRIP - top
    row = min(80, (room - 150) // max(1, len(others)))
    hero = min(max(340, 60 * len(picture.winners)), room - row * len(others))
    top += (room - hero - row * len(others)) // 2
    middle, rows = top + hero // 2, top + hero + _STRIP
    crown = min(hero // 3, 96)
    figure = fitted(picture.figure, 240, min(140, hero - 50))
    unit = fitted(picture.unit, 200, 26)
    beside = round(max(width(picture.figure) * figure.size, width(picture.unit) * unit.size)) + 24
    letters = min(36, row * 2 // 3)
    before = round(max((width(one.place) for one in others), default=0) * letters) + 18
    behind = round(max((width(one.figure) for one in others), default=0) * letters) + 18
    before_names = _LEFT + crown + 20
    names = _in_one_size(picture.winners, _RIGHT - beside - before_names, hero - 10)
    lines = [
        *_lines(head, _LEFT, 62, "quiet"),
        *_lines(names, before_names, middle, middle=True),
        *_lines(figure, _RIGHT, middle + round(figure.size * 0.3), "end"),
        *_lines(unit, _RIGHT, middle + round(figure.size * 0.3) + 36, "quiet end"),
    ]
    for n, one in enumerate(others):
        at = rows + row * n + row // 2
        name = fitted(one.name, _RIGHT - _LEFT - before - behind, letters)
        lines += [
            *_lines(Fitted([one.place], letters), _LEFT, at, "quiet", middle=True),
            *_lines(name, _LEFT + before, at, middle=True),
            *_lines(Fitted([one.figure], letters), _RIGHT, at, "end", middle=True),
        ]
    context = {
        "side": SIDE,
        "left": _LEFT,
        "right": _RIGHT,
        "lines": lines,
        "rules": [rows + row * n for n in range(len(others))],
        "strip": top + hero,
        "icons": [
            ("crown", _LEFT, middle - crown // 2, crown),
            *(
                (slug, _RIGHT - (_ICON + _GAP) * n + _GAP, top + hero + 8, _ICON)
                for n, slug in enumerate(reversed(picture.icons), start=1)
            ),
        ],
        "symbols": [_symbols()[slug] for slug in ("crown", *picture.icons)],
    }
    return render_to_string("parts/picture.svg", context)


def _in_one_size(names: Sequence[str], room: int, height: int) -> Fitted:
    """Names below each other, all in the same size; one alone may take two lines."""
    most, size = 2 if len(names) == 1 else 1, 96
    while True:
        fits = [fitted(name, room, size, most) for name in names]
        lines = [line for fit in fits for line in fit.lines]
        if (smallest := min(fit.size for fit in fits)) < size:
            size = smallest
        elif round(size * _LEADING) * len(lines) <= height:
            return Fitted(lines, size)
        else:
            size -= 1


def _lines(
    text: Fitted, x: int, y: int, style: str = "", *, middle: bool = False
) -> Iterable[Line]:
    """The lines of a text; the first one stands on ``y``, or ``y`` is the middle of all."""
    leading = round(text.size * _LEADING)
    if middle:
        y += round(text.size * 0.36) - leading * (len(text.lines) - 1) // 2
    for n, line in enumerate(text.lines):
        yield Line(x, y + leading * n, text.size, style, runs(line))


@functools.cache
def _symbols() -> dict[str, SafeString]:
    sprite = Path(str(finders.find("img/sprite.svg"))).read_text()
    found = re.findall(r'(<symbol id="([^"]+)".*?</symbol>)', sprite, re.DOTALL)
    return {slug: mark_safe(symbol) for symbol, slug in found}  # noqa: S308  # our own drawings


def as_png(svg: str) -> bytes:
    """A picture as chats show it. Letters that its font lacks are taken from the machine's, which
    take longer to find."""
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        font_family="Rubik",
        font_files=[font_file()],
        skip_system_fonts=has_all(svg.replace("\n", "")),
    )
