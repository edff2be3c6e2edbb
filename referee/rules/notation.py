"""The one-line notation: :func:`parse_tableau` reads it, :func:`tableau_text` prints it.

``wasabi+squid-nigiri salmon-nigiri maki-3 tempura*3 special-order:tofu flipped:eel``
"""

import difflib
import re
from functools import lru_cache
from typing import NamedTuple

from .cards import FACE_ALIASES, FACES, NIGIRI_VALUES
from .problems.faults import MAX_FAULTS
from .tableau import Card, Item, Tableau, item

MAX_REPEAT = 99
"""The most that ``*n`` may repeat an item; the least is 1."""

MAX_SUGGESTIONS = 20
"""In one line: more are not read, and take time to find."""

# A comma, or any space of Unicode.
_SEPARATOR = r"[\t-\r\x1c- ,\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
_FACE = "|".join([*FACES, *FACE_ALIASES])
_CARD = f"(?:special-order:)?(?:{_FACE})"
_PAIR = f"(?:special-order:)?wasabi\\+(?:special-order:)?(?:{'|'.join(NIGIRI_VALUES)})"
_REPEATED = f"(?:flipped(?::{_CARD})?|{_PAIR}|{_CARD})(?:\\*(?:0{{0,2}}[1-9]|0?[1-9][0-9]))?"
TABLEAU_PATTERN = f"^{_SEPARATOR}*(?:{_REPEATED}(?:{_SEPARATOR}+|$))*$"
"""What :func:`parse_tableau` reads, for any dialect of regular expressions."""

_SEPARATORS = re.compile(f"{_SEPARATOR}+")
_ITEM = re.compile(_REPEATED)
_REPEAT = re.compile(r"(.*)\*([+-]?[0-9]*)", re.DOTALL)


class NotationFault(NamedTuple):
    """One item that cannot be read.

    Attributes:
        item: its place in the line, counted from 1.
        code: ``unknown-face``, ``repeat`` or ``not-on-wasabi``.
        suggestion: the nearest spelling that can be read, or "".
    """

    item: int
    text: str
    code: str
    suggestion: str = ""


class NotationError(ValueError):
    """A line that is no tableau: every fault, as far as they were to be listed, and how many
    ``more``."""

    def __init__(self, faults: list[NotationFault], more: int = 0) -> None:
        super().__init__("; ".join(f"item {f.item}: {f.text[:60]!r} ({f.code})" for f in faults))
        self.faults = tuple(faults)
        self.more = more


def parse_tableau(text: str, *, max_faults: int = MAX_FAULTS) -> Tableau:
    """Reads one line of the notation. At most ``max_faults`` are described, the others counted.

    Raises:
        NotationError: with every item that cannot be read: an unknown face, a ``*n`` outside 1 to
            99, something other than a nigiri on a wasabi.
    """
    counts: dict[Item, int] = {}
    faults: list[NotationFault] = []
    tokens = list(filter(None, _SEPARATORS.split(text)))
    for place, token in enumerate(tokens, start=1):
        try:
            entry, number = _parse_token(token)
        except _TokenError as error:
            if len(faults) >= max_faults:
                more = sum(1 for rest in tokens[place - 1 :] if not _ITEM.fullmatch(rest))
                raise NotationError(faults, more) from None
            match = _REPEAT.fullmatch(token)
            wrong = token if error.code == "repeat" else (match and match[1]) or token
            suggestion = error.suggestion() if len(faults) < MAX_SUGGESTIONS else ""
            faults.append(NotationFault(place, wrong, error.code, suggestion))
        else:
            counts[entry] = counts.get(entry, 0) + number
    if faults:
        raise NotationError(faults)
    return Tableau(counts)


def tableau_text(tableau: Tableau) -> str:
    """The canonical spelling: equal tableaus print the same, and it parses to the same tableau."""
    return " ".join(_spell(entry.text, number) for entry, number in tableau.items())


def _spell(text: str, number: int) -> str:
    full, rest = divmod(number, MAX_REPEAT)
    pieces = [f"{text}*{MAX_REPEAT}"] * full
    if rest:
        pieces.append(text if rest == 1 else f"{text}*{rest}")
    return " ".join(pieces)


class _TokenError(Exception):
    """``wrong`` is the part of ``whole`` that is no face."""

    def __init__(self, code: str, whole: str = "", wrong: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.whole = whole
        self.wrong = wrong

    def suggestion(self) -> str:
        """The nearest text that can be read, or ""."""
        # Long texts are not compared, nor kept.
        nearest = _nearest_face(self.wrong) if len(self.wrong) <= 40 else ""
        spelled = self.whole.replace(self.wrong, nearest) if self.wrong else self.whole
        try:
            parse_item(spelled)
        except _TokenError:
            return ""
        return spelled


@lru_cache(maxsize=2048)
def _parse_token(token: str) -> tuple[Item, int]:
    match = _REPEAT.fullmatch(token)
    if match is None:
        return parse_item(token), 1
    spelled, digits = match.groups()
    entry = parse_item(spelled)
    # More than three digits cannot be in range, and Python refuses to read thousands of them.
    number = int(digits) if re.fullmatch(r"[+-]?[0-9]{1,3}", digits) else 0
    if not 1 <= number <= MAX_REPEAT or not digits.isdigit():
        raise _TokenError("repeat")
    return entry, number


@lru_cache(maxsize=1024)
def parse_item(text: str) -> Item:
    """Reads one item without its ``*n``. Raises an error that :func:`parse_tableau` gathers."""
    if text == "flipped":
        return item(Card(None, flipped=True))
    if text.startswith("flipped:"):
        return item(_parse_card(text.removeprefix("flipped:"), text)._replace(flipped=True))
    if text.startswith("flipped"):
        raise _TokenError("unknown-face", text, text)
    under, plus, over = text.rpartition("+")
    card = _parse_card(over, text)
    base = _parse_card(under, text) if plus else None
    try:
        return item(card, base) if base else item(card)
    except ValueError:
        raise _TokenError("not-on-wasabi") from None


def _parse_card(text: str, whole: str) -> Card:
    slug = text.removeprefix("special-order:")
    face = FACES.get(FACE_ALIASES.get(slug, slug))
    if face is None:
        raise _TokenError("unknown-face", whole, slug)
    return Card(face, copy=slug != text)


_SPELLINGS = (*FACES, "flipped")


@lru_cache(maxsize=1024)
def _nearest_face(text: str) -> str:
    wanted = text.lower().replace("_", "-")
    begun = [face for face in _SPELLINGS if wanted and face.startswith(f"{wanted}-")]
    nearest = begun or difflib.get_close_matches(wanted, _SPELLINGS, n=1, cutoff=0.6)
    return nearest[0] if nearest else ""
