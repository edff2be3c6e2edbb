"""Finding a card by any of its names or by what is said of it."""

import re
import unicodedata
from collections.abc import Iterable

LONGEST_QUERY = 80
"""Letters of a query that are read."""


def words(text: str) -> tuple[str, ...]:
    """The words of a text for comparing: without case, accents and punctuation."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return tuple(re.findall(r"\w+", letters))


def matches(query: str, texts: Iterable[str]) -> bool:
    """Whether every word of the query is the start of some word of the texts.

    An English or Spanish plural finds its singular: "gyozas" finds "gyoza". A query without any
    word finds nothing.
    """
    wanted = words(query)
    held = {word for text in texts for word in words(text)}
    return bool(wanted) and all(_is_among(word, held) for word in wanted)


def _is_among(word: str, held: set[str]) -> bool:
    starts = {word}
    if len(word) > 3:
        starts |= {word.removesuffix("s"), word.removesuffix("es")}
    return any(found.startswith(start) for found in held for start in starts)
