"""Finding a card by any of its names or by what is said of it."""

import re
import unicodedata
from collections.abc import Iterable

from django.utils.translation import pgettext

LONGEST_QUERY = 80
"""Letters of a query that are read."""


def words(text: str) -> tuple[str, ...]:
    """The words of a text for comparing: without case, accents and punctuation."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return tuple(re.findall(r"\w+", letters))


def matches(query: str, texts: Iterable[str]) -> bool:
    """Whether every word of the query is the start of some word of the texts.

    An English or Spanish plural finds its singular: "gyozas" finds "gyoza". The little words
    between others are left out: "nigiri de calamar". A query without any word finds nothing.
    """
    wanted = _without_little_words(words(query))
    held = {word for text in texts for word in words(text)}
    return bool(wanted) and all(_is_among(word, held) for word in wanted)


def _without_little_words(wanted: tuple[str, ...]) -> tuple[str, ...]:
    """The words that say something; all of them where none does."""
    little = words(
        pgettext("little words that a search leaves out, with spaces", "a an and of on the with")
    )
    return tuple(word for word in wanted if word not in little) or wanted


def _is_among(word: str, held: set[str]) -> bool:
    starts = {word}
    if len(word) > 3:
        starts |= {word.removesuffix("s"), word.removesuffix("es")}
    return any(found.startswith(start) for found in held for start in starts)
