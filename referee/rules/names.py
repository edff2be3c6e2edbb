"""Players' names: how they are kept, and which of them look or sound the same."""

import unicodedata

_LONGEST_NAME = 1000


def plain_name(name: str) -> str:
    """A name as it is kept: one form for each letter, no space or invisible sign around it.

    Text that is far too long for a name keeps its letters as they are: to put thousands of accents
    over one letter in order takes seconds.
    """
    plain = unicodedata.normalize("NFC", name) if len(name) <= _LONGEST_NAME else name
    first, last = 0, len(plain)
    while first < last and is_nothing(plain[first]):
        first += 1
    while last > first and is_nothing(plain[last - 1]):
        last -= 1
    return plain[first:last]


def name_key(name: str) -> str:
    """What two names that look the same have in common."""
    plain = plain_name(name)
    if plain.isascii():
        return plain
    return "".join(sign for sign in plain if unicodedata.category(sign) != "Cf")


def spoken_key(name: str) -> str:
    """What two names that sound the same have in common: small letters or capitals are no
    difference."""
    return name_key(name).casefold()


def is_nothing(sign: str) -> bool:
    """Whether there is nothing to see of a sign: space, or a format character."""
    return sign.isspace() or unicodedata.category(sign) in ("Cf", "Zs")
