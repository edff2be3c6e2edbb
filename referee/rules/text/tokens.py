"""Text cut into words, numbers and signs, each with its place in the text."""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

BREAK = ","
"""The form of everything that parts what was said: commas, full stops, new lines."""
UNCLEAR_DASH = "–"
"""The form of a dash between spaces, which may part or subtract."""

_SIGNS = {
    "+": "+", "＋": "+", "&": "&", "*": "x", "×": "x", "✕": "x", "✖": "x", "−": "-", "–": "–",
}  # fmt: skip
_SILENT = "'’\"“”«»()[]{}<>¿¡:/\\_#·•|`´^=~"
"""Signs that only stand around words: they neither part nor say anything."""
_PIECES = re.compile(r"[0-9]+|[^0-9]+")


class Token(NamedTuple):
    """A word, a number, a sign or a break.

    Attributes:
        form: in small letters without accents; digits; a sign of ``+ & x - –``; or ``,``.
        start: where it begins in the text; ``end`` is where it ends.
        hyphen: a hyphen joins it to the token before it.
        glued: nothing, or only a silent sign such as a colon, stands between it and that one.
    """

    form: str
    start: int
    end: int
    hyphen: bool = False
    glued: bool = False

    @property
    def is_word(self) -> bool:
        """Whether it has letters."""
        return self.form[0].isalpha()


def plain(word: str) -> str:
    """A word in small letters, without accents and what does not show."""
    if word.isascii():
        return word.lower().replace("'", "")
    spread = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in spread if unicodedata.category(c)[0] in "LN" or c == "⁄")


def cut(text: str) -> list[Token]:
    """All tokens of a text. Never raises."""
    tokens: list[Token] = []
    place, length = 0, len(text)
    while place < length:
        if _kind(text[place]) == "word":
            end = place + 1
            while end < length and (_kind(text[end]) == "word" or _is_inside(text, end)):
                end += 1
            tokens += _words(text[place:end], place, *_joint(text, place))
            place = end
            continue
        if form := _sign(text, place):
            tokens.append(Token(form, place, place + 1))
        place += 1
    return [token for token in tokens if token.form]


@lru_cache(maxsize=4096)
def _kind(char: str) -> str:
    """``word``, ``sign``, ``break``, ``silent`` or ``other`` (which is not understood)."""
    category = unicodedata.category(char)
    if char in _SIGNS or char == "-":
        return "sign"
    if category[0] in "LMN":
        return "word"
    if char in _SILENT or category in ("Zs", "Cf") or char in "\t\x0b\x0c":
        return "silent"
    if category[0] in "PZC" and category not in ("Cn", "Co", "Cs"):
        return "break"
    return "other"


def _is_inside(text: str, place: int) -> bool:
    """Whether a sign that does not show, or an apostrophe, stands within a word."""
    inside = text[place] in "'’" or unicodedata.category(text[place]) == "Cf"
    return inside and place + 1 < len(text) and _kind(text[place + 1]) == "word"


def _joint(text: str, place: int) -> tuple[bool, bool]:
    """Whether a hyphen or nothing stands between a word and what is before it."""
    before = text[place - 1] if place else " "
    hyphen = before == "-" and place > 1 and _kind(text[place - 2]) == "word"
    return hyphen, before in ":/_"


def _words(text: str, start: int, hyphen: bool, glued: bool) -> list[Token]:
    """A run of letters and digits as words and numbers: "x2" is two."""
    tokens = []
    for piece in _PIECES.finditer(text) if any(c in "0123456789" for c in text) else [None]:
        said = piece[0] if piece else text
        begun = start + (piece.start() if piece else 0)
        end = begun + len(said)
        form = plain(said)
        # A word without any letter (signs that only go over letters) is still something said.
        tokens.append(Token(form or "�", begun, end, hyphen, glued or begun > start))
        hyphen = False
    return tokens


def _sign(text: str, place: int) -> str:
    char = text[place]
    kind = _kind(char)
    around = text[place - 1 : place + 2 : 2] if place else ""
    if char in ".," and len(around) == 2 and around.isdecimal():
        return "�"  # 2.5 is not 2 and 5
    if kind == "break":
        return BREAK
    if kind == "other":
        return char
    if char in ("-", "–"):
        return _dash(text, place)
    return _SIGNS.get(char, "")


def _dash(text: str, place: int) -> str:
    """A hyphen within words is nothing, before a word it is minus, between spaces it is unclear."""
    before = text[place - 1] if place else " "
    after = text[place + 1] if place + 1 < len(text) else " "
    if _kind(after) == "word":
        return "" if _kind(before) == "word" else "-"
    return UNCLEAR_DASH
