"""Words as people read them."""

import re


def plain(words: str) -> str:
    """Without the signs that keep a name's direction of writing apart, and without the spaces that
    elements leave before a sign."""
    return re.sub(" (?=[,:.])", "", re.sub("[\u2068\u2069]", "", words))
